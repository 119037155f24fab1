"""A solution on paper: the verdict, the moves, the line, and what it cost."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kozyr.cli.terminal import Pen
from kozyr.everyone import Everyone, SeatAnswer
from kozyr.solution import Solution, bounds_in_words, count, seats_in_words
from kozyr.values import BOTH_OUT, FINAL_RESPONSE, REPETITION, Outcome, Value

if TYPE_CHECKING:
    from kozyr.position import Position

LONGEST_LINE = 60
"""Moves of a line that a person is shown; JSON has them all."""


def report(solution: Solution, pen: Pen) -> str:
    """Return what ``kozyr solve`` prints for a person."""
    verdict = solution.words(pen.move)
    parts = [[pen.strong(verdict)], list(_moves(solution, pen))]
    if solution.line:
        parts.append(list(_line(solution, pen)))
    parts.append([pen.faint(_cost(solution.nodes, solution.seconds))])
    return "\n\n".join("\n".join(part) for part in parts)


def report_everyone(table: Everyone, pen: Pen) -> str:
    """Return what ``kozyr solve --all`` prints for a person."""
    loser = "the loser" if table.position.game == "kryt" else "the durak"
    rows = [(each, *_fate(each)) for each in table.seats]
    heading = f"  seat  {'value':7}  can it alone make sure not to be {loser}?"
    lines = [pen.faint(heading)]
    for answer, value, words in rows:
        coloured = pen.value(value, answer.value) + " " * (7 - len(value))
        line = f"  {answer.seat:4}  {coloured}  {words}"
        if answer.plies is not None:
            line += f", in {count(answer.plies, 'move')}"
        lines.append(line)
    cost = pen.faint(_cost(table.nodes, table.seconds))
    return "\n".join([*lines, "", cost])


def _fate(answer: SeatAnswer) -> tuple[str, str]:
    """Return a seat's value and what it means."""
    if answer.value is None:
        told = {True: "yes, at least a draw", False: "no", None: "unknown"}
        return "unknown", told[answer.safe]
    match answer.value:
        case Value.WIN:
            return "win", "yes: another will be"
        case Value.DRAW:
            return "draw", "yes, but it can't make sure that another is"
    return "loss", "no: the others together can force it"


def _moves(solution: Solution, pen: Pen) -> Iterator[str]:
    """The table of moves; values are the coalition's."""
    rows = [
        (bounds_in_words(each.at_least, each.at_most), each) for each in solution.moves
    ]
    wide = max(len("move"), *(pen.width(each.move) for _, each in rows))
    distances = any(each.plies is not None for _, each in rows)
    whose = "value for " + seats_in_words(solution.coalition)
    value_wide = max(len(whose), *(len(value) for value, _ in rows))
    heading = f"  {'move':{wide}}  {whose:{value_wide}}"
    yield pen.faint((heading + ("  ends in" if distances else "")).rstrip())
    for value, each in rows:
        row = f"  {pen.move(each.move, wide)}  {pen.value(value, each.value)}"
        if each.plies is not None:
            row += " " * (value_wide - len(value)) + f"{each.plies:9}"
        yield row


def _line(solution: Solution, pen: Pen) -> Iterator[str]:
    here = solution.position
    passed = [here]
    number_wide = len(str(min(len(solution.line), LONGEST_LINE)))
    for number, move in enumerate(solution.line, 1):
        if number <= LONGEST_LINE:
            yield f"  {number:{number_wide}}. seat {here.mover}  {pen.move(move)}"
        here = here.after(move)
        passed.append(here)
    if len(solution.line) > LONGEST_LINE:
        more = count(len(solution.line) - LONGEST_LINE, "more move")
        yield f"  ... and {more} (--json prints them all)"
    yield f"  {_end(solution, passed)}"


def _end(solution: Solution, passed: "list[Position]") -> str:
    last = passed[-1]
    if last.outcome is not None:
        return _outcome(last.outcome, last.game)
    if solution.draw == REPETITION:
        before = [each.situation for each in passed].index(last.situation) + 1
        return f"The situation before move {before} is back: a draw."
    return "Here the search was stopped."


def _outcome(outcome: Outcome, game: str) -> str:
    match outcome.draw:
        case str(kind) if kind == BOTH_OUT:
            return "The last cards are gone: a draw."
        case str(kind) if kind == FINAL_RESPONSE:
            return "The last card beats the final lead: a draw."
    loses = "loses" if game == "kryt" else "is the durak"
    return f"Seat {outcome.loser} {loses}."


def _cost(nodes: int, seconds: float) -> str:
    cost = f"{count(nodes, 'node')} in {_in_short(seconds)}"
    if seconds >= 0.01:
        cost += f" ({nodes / seconds:,.0f} nodes/s)"
    return cost


def _in_short(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds:,.1f} s"
