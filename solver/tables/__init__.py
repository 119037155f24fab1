"""Endgame tables: the value of every bout start with few cards, kept in files.

``layers`` says what a table holds, ``file`` how it lies on disk, ``build`` makes it and
``estimate`` says what that costs, ``home`` finds it, ``lookup`` reads it; ``survey``,
``check`` and ``statistics`` look into it.

>>> import kozyr
>>> from kozyr.tables import probe
>>> print(probe(kozyr.position("podkidnoy h 6s7sAh/Kh9d - 1"), tables=False))
None
"""

# Type checkers know the name; it is imported when it is first used.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from kozyr.tables.lookup import probe

__all__ = ["probe"]


def __getattr__(name: str) -> object:
    if name != "probe":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from kozyr.tables import lookup

    return lookup.probe
