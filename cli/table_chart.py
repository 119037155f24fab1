"""The statistics of tables as a picture: bars by cards, a map by hand split."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from kozyr.errors import OptionError
from kozyr.files import replacing
from kozyr.tables.statistics import Statistics

_FORMATS = ("png", "svg", "pdf")
_COLOURS = {"wins": "#3b7a57", "draws": "#d9b44a", "losses": "#a23b3b"}


Draw = Callable[[Sequence[Statistics]], None]


@contextmanager
def drawing(path: str) -> Iterator[Draw]:
    """Open a file, before there is anything to draw; yield what draws it.

    Raises ``OptionError`` for another kind of file, where it can't be written, and
    where matplotlib is missing.
    """
    kind = Path(path).suffix[1:].lower()
    if kind not in _FORMATS:
        raise OptionError(f"plot: {path} does not end with .png, .svg or .pdf")
    figures = _matplotlib("matplotlib.figure")
    with replacing(path, "plot") as file:
        yield partial(_draw, figures, file, kind)


def _draw(
    figures: Any, file: IO[bytes], kind: str, found: Sequence[Statistics]
) -> None:
    """Draw the statistics of one or several games, a row each."""
    games = list(dict.fromkeys((s.layer.game, s.layer.players) for s in found))
    figure = figures.Figure(figsize=(10, 4 * len(games)), layout="constrained")
    axes = figure.subplots(len(games), 2, squeeze=False)
    for (game, players), (bars, chart) in zip(games, axes, strict=True):
        mine = [s for s in found if (s.layer.game, s.layer.players) == (game, players)]
        bars.set_title(f"{game}, {players} players: the attacker's bout starts")
        _bars(bars, mine)
        image = _map(chart, mine)
        figure.colorbar(image, ax=chart, label="share of wins")
    metadata = {"Date": None} if kind == "svg" else None
    figure.savefig(file, format=kind, dpi=150, metadata=metadata)


def _matplotlib(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise OptionError(
            "plot: matplotlib is not installed; pip install 'kozyr[plot]' brings it"
        ) from None


def _bars(axes: Any, found: Sequence[Statistics]) -> None:
    cards = [each.layer.cards for each in found]
    floor = [0.0] * len(cards)
    for field, colour in _COLOURS.items():
        shares = [each.total.share(getattr(each.total, field)) for each in found]
        axes.bar(cards, shares, bottom=floor, color=colour, label=field)
        floor = [low + share for low, share in zip(floor, shares, strict=True)]
    axes.set_xticks(cards)
    axes.set_xlabel("cards in play")
    axes.set_ylabel("share of entries")
    axes.legend(loc="lower right")


def _map(axes: Any, found: Sequence[Statistics]) -> Any:
    """Draw a square for each hand split, the darker the more it wins."""
    most = max(each.layer.cards for each in found)
    shares = [[float("nan")] * most for _ in range(most)]
    for each in found:
        for split in each.splits:
            shares[split.others][split.attacker] = split.share(split.wins)
    image = axes.imshow(shares, origin="lower", cmap="viridis", vmin=0, vmax=1)
    axes.set_xlim(0.5, most - 0.5)
    axes.set_ylim(0.5, most - 0.5)
    axes.set_xlabel("attacker's cards")
    axes.set_ylabel("defender's cards")
    return image
