"""Everything kozyr refuses, and the exit code that goes with it.

The library raises these, the command line prints their one-line message and
exits with their ``exit_code``, and a batch writes the message into its answer:
one table for all three.
"""

from collections.abc import Iterable
from typing import NamedTuple


class KozyrError(Exception):
    """Anything that kozyr itself raises."""

    exit_code = 1


class InputError(KozyrError):
    """Input that is refused; the message is one line naming field and reason."""

    exit_code = 2


class Problem(NamedTuple):
    """One reason why a position is refused."""

    field: str
    reason: str

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"


class PositionError(InputError):
    """A text or an object that is not a position; ``problems`` names every reason.

    The message lists the first of them and counts the rest.
    """

    most_listed = 12

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        listed = [str(problem) for problem in self.problems[: self.most_listed]]
        if len(self.problems) > self.most_listed:
            listed.append(f"and {len(self.problems) - self.most_listed} more")
        super().__init__("; ".join(listed))

    def __reduce__(self) -> tuple[type["PositionError"], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class MoveError(InputError):
    """A move that can't be played; see its three kinds."""


class InvalidMoveError(MoveError):
    """A text that is not a move at all."""


class AmbiguousMoveError(MoveError):
    """A shorthand that fits several legal moves."""


class IllegalMoveError(MoveError):
    """A well-formed move that the position does not allow."""


class OptionError(InputError):
    """An argument (coalition, limit, file) that is refused."""


class ClusterError(InputError):
    """A cluster that cannot be reached, or whose workers cannot do the work."""


class CertificateError(InputError):
    """A file that proves nothing: its ``field`` is wrong at a ``place``."""

    def __init__(self, field: str, reason: str, place: str) -> None:
        self.field = field
        self.reason = reason
        self.place = place
        super().__init__(f"{field}: {reason} ({place})")

    def __reduce__(self) -> tuple[type["CertificateError"], tuple[str, str, str]]:
        return type(self), (self.field, self.reason, self.place)


class TableError(InputError):
    """A table that can't be used: the file and the reason."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {reason}")

    def __reduce__(self) -> tuple[type["TableError"], tuple[str, str]]:
        return type(self), (self.path, self.reason)


class UnprovenError(KozyrError):
    """A limit came before a proof was complete; ``stopped`` names the limit."""

    exit_code = 3

    def __init__(self, message: str, stopped: str) -> None:
        self.stopped = stopped
        super().__init__(message)

    def __reduce__(self) -> tuple[type["UnprovenError"], tuple[str, str]]:
        return type(self), (str(self), self.stopped)
