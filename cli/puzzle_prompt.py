"""Reading what a person types: with a prompt and completion, or plainly from a pipe."""

import sys
from collections.abc import Sequence
from types import ModuleType


class Prompt:
    """Standard input, line by line.

    Only on a terminal is there a prompt, and completion (Tab) where Python has
    readline; what comes through a pipe is just read.
    """

    def __init__(self) -> None:
        self.on_a_terminal = (
            sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        )
        self._words: Sequence[str] = ()
        self._readline = _readline() if self.on_a_terminal else None
        if self._readline is not None:
            # Moves have commas, colons and other signs in them.
            self._readline.set_completer_delims(" \t\n")
            self._readline.set_completer(self.complete)
            self._readline.parse_and_bind("tab: complete")

    def read(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """Return a line without blanks around it, ``None`` at the end of input.

        ``words`` are those that Tab completes.
        """
        self._words = words
        if self.on_a_terminal:
            try:
                return input(f"{prompt}> ").strip()
            except EOFError:
                return None
            except UnicodeDecodeError:
                return "\ufffd"
        if sys.stdin is None:
            return None
        line = sys.stdin.buffer.readline()
        return line.decode(errors="replace").strip() if line else None

    def complete(self, text: str, state: int) -> str | None:
        """Return the next word that begins so, as readline asks for them."""
        begun = text.lower().replace("10", "t")
        found = [each for each in self._words if each.lower().startswith(begun)]
        return found[state] if state < len(found) else None


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:
        return None
    return readline
