"""Work for the tests of processes, in a module that every process can import."""

import os
import signal
import time
from collections.abc import Callable


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
    return word


def failed(word: str, code: int | None) -> str:
    return f"{word} failed with {code}"


def prepare_nothing() -> Callable[[str], str]:
    """Die before the first word."""
    os._exit(5)
