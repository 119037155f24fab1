"""kozyr: exact endgames of Durak and Kryt'-navalivat'.

>>> import kozyr
>>> print(kozyr.best("podkidnoy h Kc/Kd - 1"))
Kc

The names below are imported when they are first used, so that ``import kozyr``
costs next to nothing.
"""

import sys
from types import ModuleType

from kozyr._version import __version__

# Type checkers know the name; importing it from typing would cost more than all else.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from kozyr.batch import answers
    from kozyr.cards import Card
    from kozyr.certificate import Proof
    from kozyr.deal import deal
    from kozyr.errors import (
        AmbiguousMoveError,
        CertificateError,
        ClusterError,
        IllegalMoveError,
        InputError,
        InvalidMoveError,
        KozyrError,
        MoveError,
        OptionError,
        PositionError,
        Problem,
        UnprovenError,
    )
    from kozyr.everyone import Everyone, everyone
    from kozyr.games.durak import Durak
    from kozyr.games.kryt import Kryt
    from kozyr.match import Game
    from kozyr.moves import Kind, Move
    from kozyr.notation import position
    from kozyr.options import Options
    from kozyr.position import Position
    from kozyr.prove import prove
    from kozyr.show import drawing
    from kozyr.solution import MoveAnswer, Solution
    from kozyr.solve import Interrupted, best, solve
    from kozyr.values import Outcome, Value
    from kozyr.verify import verify

__all__ = [
    "AmbiguousMoveError",
    "Card",
    "CertificateError",
    "ClusterError",
    "Durak",
    "Everyone",
    "Game",
    "IllegalMoveError",
    "InputError",
    "Interrupted",
    "InvalidMoveError",
    "Kind",
    "KozyrError",
    "Kryt",
    "Move",
    "MoveAnswer",
    "MoveError",
    "OptionError",
    "Options",
    "Outcome",
    "Position",
    "PositionError",
    "Problem",
    "Proof",
    "Solution",
    "UnprovenError",
    "Value",
    "__version__",
    "answers",
    "best",
    "deal",
    "drawing",
    "everyone",
    "position",
    "prove",
    "solve",
    "verify",
]

_HOMES = {
    name: f"kozyr.{module}"
    for module, names in {
        "batch": "answers",
        "everyone": "Everyone everyone",
        "cards": "Card",
        "certificate": "Proof",
        "deal": "deal",
        "errors": "AmbiguousMoveError CertificateError ClusterError IllegalMoveError "
        "InputError InvalidMoveError KozyrError MoveError OptionError PositionError "
        "Problem UnprovenError",
        "games.durak": "Durak",
        "games.kryt": "Kryt",
        "match": "Game",
        "moves": "Kind Move",
        "notation": "position",
        "options": "Options",
        "position": "Position",
        "prove": "prove",
        "show": "drawing",
        "solution": "MoveAnswer Solution",
        "solve": "Interrupted best solve",
        "values": "Outcome Value",
        "verify": "verify",
    }.items()
    for name in names.split()
}


_MODULES = ("tables", "tree")
"""Modules with names of their own, found as ``kozyr.tree.build`` without an import."""


class _Package(ModuleType):
    """This package, in which a function keeps its name from a module that has it too.

    Importing ``kozyr.solve`` makes Python set the attribute ``solve`` of the package
    to that module; the name belongs to the function, whichever comes first.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> object:
        home = _HOMES.get(name)
        if home is None and name not in _MODULES:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        from importlib import import_module

        if home is None:
            return import_module(f"kozyr.{name}")
        value: object = getattr(import_module(home), name)
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package
