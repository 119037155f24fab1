"""Work for the tests of processes, in a module that every process can import."""

import os
import signal
import sys
import time
from collections.abc import Callable
from types import ModuleType

from kozyr.batch import Answer, Desk, Line
from kozyr.cluster import end_if_abandoned
from kozyr.options import Options


def prepare() -> Callable[[str], str]:
    """Return work that repeats a word, or does to the process what the word says."""
    return obey


def obey(word: str) -> str:
    match word.split():
        case ["die", code]:
            os._exit(int(code))
        case ["kill"]:
            os.kill(os.getpid(), signal.SIGKILL)
        case ["sleep", seconds]:
            time.sleep(float(seconds))
        case ["pid"]:
            return str(os.getpid())
        case ["raise"]:
            raise ZeroDivisionError("by the word")
    return word


def failed(word: str, code: int | None) -> str:
    return f"{word} failed with {code}"


def prepare_nothing() -> Callable[[str], str]:
    """Die before the first word."""
    os._exit(5)


def prepare_there() -> Callable[[str], str]:
    """Return work on a cluster, where ``work 600`` ends when nobody waits for it."""
    end = end_if_abandoned()

    def work(word: str) -> str:
        match word.split():
            case ["work", seconds]:
                for _ in range(int(float(seconds) * 100)):
                    time.sleep(0.01)
                    end()
        return obey(word)

    return work


def blamed(word: str, reason: str) -> str:
    return f"{word} failed: {reason}"


def open_deadly_desk(options: Options) -> Callable[[Line], Answer]:
    """Return work on a batch that a line with an ``id`` kills."""
    desk = Desk(options)

    def answer(line: Line) -> Answer:
        if '"id"' in str(line.text):
            # Whoever starts workers anew gives up when they die while they start.
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGKILL)
        return desk.answer(line)

    return answer


def hide(module: str) -> None:
    """Make as if a module was not installed in this process, until ``show``."""
    hidden[module] = sys.modules.get(module)
    sys.modules[module] = None  # type: ignore[assignment]


def show(module: str) -> None:
    """Undo ``hide``."""
    found = hidden.pop(module)
    del sys.modules[module]
    if found is not None:
        sys.modules[module] = found


hidden: dict[str, ModuleType | None] = {}
