"""The table at which puzzles are played in the terminal."""

import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import click

from kozyr.cli.puzzle_prompt import Prompt
from kozyr.cli.terminal import Pen, Ticker
from kozyr.errors import InvalidMoveError, MoveError, OptionError, UnprovenError
from kozyr.moves import Move
from kozyr.puzzles.record import Puzzle
from kozyr.puzzles.score import Result, Score, ScoreError, ScoreFile, key_of
from kozyr.puzzles.session import Attempt, Limits, Mistake, Played
from kozyr.puzzles.wording import task, told
from kozyr.show import drawing
from kozyr.solution import count, seats_in_words
from kozyr.values import Value

LONGEST_LINE = 16
WORDS = {
    "hint": "a hint, each time a plainer one",
    "moves": "the legal moves",
    "show": "draw the position again",
    "skip": "leave this puzzle; its solution is shown",
    "quit": "leave, the score is kept",
    "help": "these words",
}
_OTHER_WORDS = {"?": "help", "q": "quit", "exit": "quit", "h": "hint", "next": "skip"}
_RESULTS = {
    Result.SOLVED: "solved",
    Result.HINTED: "with a hint",
    Result.MISSED: "missed",
    Result.SKIPPED: "skipped",
}
_GIVEN_AWAY = {Value.WIN: "gives the win away", Value.DRAW: "gives the draw away"}


class _Left(Exception):
    """The player has left."""


class Table:
    """Where a person solves puzzles; ``score`` is what was known at the start."""

    def __init__(self, file: ScoreFile, time: float, memory: float) -> None:
        self.pen = Pen.for_output()
        self._file = file
        self._kept = True
        self._ticker = Ticker()
        self._limits = Limits(time, memory, self._ticker.progress)
        self._prompt = Prompt()
        self._results: Counter[Result] = Counter()
        self.score = self._read_score()

    def play(self, puzzles: Sequence[Puzzle]) -> bool:
        """Play puzzles until they are through or the player leaves.

        Returns whether there was no Ctrl-C.
        """
        finished = True
        try:
            for number, puzzle in enumerate(puzzles, 1):
                self._one(puzzle, f"Puzzle {number} of {len(puzzles)}")
                if number < len(puzzles):
                    self._pause()
        except _Left:
            pass
        except KeyboardInterrupt:
            finished = False
            self._say()
        finally:
            self._ticker.clear()
        self._say(self._summary())
        return finished

    def _one(self, puzzle: Puzzle, heading: str) -> None:
        heading += f": {puzzle.name}"
        if puzzle.difficulty is not None:
            heading += f" (difficulty {puzzle.difficulty})"
        self._say(self.pen.strong(heading))
        attempt = Attempt(puzzle, self._limits)
        try:
            first = attempt.begin()
            self._after_thought()
            if puzzle.value not in (None, attempt.wanted):
                self._say(f"(The file claims a {puzzle.value}; that is wrong.)")
            self._say()
            if first:
                self._draw(puzzle.position)
                self._told(first)
                self._say()
            self._draw(attempt.position)
            now = puzzle if not first else None
            self._say(self.pen.strong(self._task(attempt, now)))
            while attempt.result is None:
                self._step(attempt)
        except (OptionError, UnprovenError) as error:
            # This puzzle can't be played; the next one can.
            self._after_thought()
            self._say(f"Left out: {str(error).removeprefix('puzzle: ')}.", "")
            return
        self._end(attempt)

    def _task(self, attempt: Attempt, puzzle: Puzzle | None) -> str:
        if puzzle is not None:
            return task(puzzle, attempt.wanted)
        goal = "win" if attempt.wanted is Value.WIN else "save a draw"
        whose = seats_in_words(attempt.side)
        return f"It is for {whose} to {goal}."

    def _step(self, attempt: Attempt) -> None:
        """Take one word or one move."""
        moves = attempt.position.legal_moves()
        texts = list(map(str, moves))
        seat = f"seat {attempt.position.mover}"
        typed = self._prompt.read(seat, [*texts, *WORDS])
        if typed is None:
            if self._prompt.on_a_terminal:
                self._say()
            raise _Left
        word = _OTHER_WORDS.get(typed.lower(), typed.lower())
        match word:
            case "":
                return
            case "quit":
                raise _Left
            case "help":
                self._help()
            case "moves":
                self._say("  ".join(map(self.pen.move, moves)))
            case "show":
                self._draw(attempt.position)
            case "hint":
                hint = attempt.hint()
                self._after_thought()
                self._say(hint)
            case "skip":
                self._right("The solution", attempt.position, attempt.skip())
            case _:
                self._move(attempt, typed, texts)

    def _move(self, attempt: Attempt, typed: str, texts: Sequence[str]) -> None:
        try:
            played = attempt.answer(typed)
        except MoveError as error:
            line = str(error).removeprefix("move: ")
            if isinstance(error, InvalidMoveError):
                near = get_close_matches(typed.lower(), [*WORDS, *texts], n=1)
                line += f"; is it {near[0]}?" if near else " (help lists the words)"
            self._say(f"{line[:1].upper()}{line[1:]}")
            return
        self._after_thought()
        self._told(played)
        if attempt.result is None:
            self._say()
            self._draw(attempt.position)

    def _end(self, attempt: Attempt) -> None:
        result = attempt.result
        assert result is not None
        if attempt.mistake is not None:
            self._explain(attempt.mistake, attempt)
        elif result is not Result.SKIPPED:
            ending = "." if result is Result.SOLVED else ", with a hint."
            self._say(self.pen.strong(f"Solved{ending}"))
        if attempt.puzzle.note and result is not Result.SKIPPED:
            self._say(attempt.puzzle.note)
        self._results[result] += 1
        self._keep(key_of(attempt.puzzle), result)
        self._say()

    def _explain(self, mistake: Mistake, attempt: Attempt) -> None:
        move = self.pen.move(mistake.move)
        whose = seats_in_words(attempt.side)
        cost = f"{move} {_GIVEN_AWAY[mistake.before]}"
        if mistake.repeats:
            cost += ": the situation was there before, and that is a draw"
        else:
            after = "a draw" if mistake.after is Value.DRAW else "lost"
            cost += f": now it is {after} for {whose}"
        self._say(self.pen.strong(f"{cost}."))
        if mistake.refutation:
            after_it = mistake.position.after(mistake.move)
            self._right("What follows", after_it, mistake.refutation)
        self._right("Right was", mistake.position, mistake.right)

    def _right(self, label: str, position: object, line: Sequence[Move]) -> None:
        """Write a line of play, several moves to a row."""
        width = max(40, shutil.get_terminal_size().columns) - 2
        shown = line[:LONGEST_LINE]
        plain = list(told(position, shown))  # type: ignore[arg-type]
        styled = list(told(position, shown, self.pen.move))  # type: ignore[arg-type]
        rows, used = [""], width
        self._say(f"{label}:")
        for number, (text, cell) in enumerate(zip(plain, styled, strict=True)):
            # A ten is one column wider than its letter.
            wide = len(text) + text.count("T") + 2
            if used + wide > width:
                rows.append("  ")
                used = 0
            rows[-1] += cell + ("; " if number + 1 < len(shown) else "")
            used += wide
        if len(line) > LONGEST_LINE:
            rows.append(f"  ... and {count(len(line) - LONGEST_LINE, 'more move')}")
        self._say(*(row.rstrip() for row in rows[1:]))

    def _told(self, played: Iterable[Played]) -> None:
        for seat, move, forced in played:
            only = self.pen.faint("  (the only move)") if forced else ""
            self._say(f"Seat {seat}: {self.pen.move(move)}{only}")

    def _help(self) -> None:
        self._say("Type a move (7s, 7s:9s, +7d, take ...), or just its card, or")
        for word, meaning in WORDS.items():
            self._say(f"  {word:6}{meaning}")

    def _draw(self, position: object) -> None:
        text = drawing(
            position,  # type: ignore[arg-type]
            self.pen.colour,
            width=shutil.get_terminal_size().columns,
            signs=self.pen.signs,
        )
        self._say(text, "")

    def _pause(self) -> None:
        """On a terminal, wait until the end of a puzzle has been read."""
        if not self._prompt.on_a_terminal:
            return
        answer = self._prompt.read("Enter: the next one, quit: leave", ["quit"])
        word = None if answer is None else answer.lower()
        if word is None or _OTHER_WORDS.get(word, word) == "quit":
            raise _Left

    def _after_thought(self) -> None:
        self._ticker.clear()

    def _say(self, *lines: str) -> None:
        for line in lines or [""]:
            click.echo(line, color=self.pen.colour)

    def _summary(self) -> str:
        if not self._results:
            return "Nothing was played."
        parts = [
            f"{self._results[each]} {words}"
            for each, words in _RESULTS.items()
            if self._results[each]
        ]
        lines = [f"This time: {', '.join(parts)}."]
        if self._kept:
            lines.append(score_in_words(self._file.read()))
        return "\n".join(lines)

    def _read_score(self) -> Score:
        try:
            aside = self._file.mend()
            if aside is not None:
                self._set_aside(aside)
            return self._file.read()
        except ScoreError:
            raise
        except OSError as error:
            self._not_kept(error)
            return Score()

    def _keep(self, puzzle: str, result: Result) -> None:
        if not self._kept:
            return
        try:
            aside = self._file.add(puzzle, result)
        except OSError as error:
            self._not_kept(error)
            return
        if aside is not None:
            self._set_aside(aside)

    def _set_aside(self, aside: object) -> None:
        click.echo(
            f"kozyr: score: {self._file.path} is damaged; it is now {aside}, "
            "and a new score begins",
            err=True,
        )

    def _not_kept(self, error: OSError) -> None:
        self._kept = False
        reason = error.strerror or str(error)
        click.echo(f"kozyr: score: not kept: {self._file.path}: {reason}", err=True)


def score_in_words(score: Score) -> str:
    """Return a score as a person reads it."""
    if not score.puzzles:
        return "No puzzle was played yet."
    parts = [f"{score.count(each)} {words}" for each, words in _RESULTS.items()]
    return (
        f"All in all: {count(len(score.puzzles), 'puzzle')}; {', '.join(parts)}.\n"
        f"Solved in a row: {score.streak}, at most {score.longest}."
    )
