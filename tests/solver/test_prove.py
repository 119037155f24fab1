"""Every value that is known can be proven, and a limit leaves nothing behind."""

import errno
import io
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest
from certificates import EXAMPLES, lines_of, walk
from strategies import (
    PHASES,
    coalition,
    durak_in,
    durak_start,
    kryt_start,
    on_the_way,
    tiny_position,
)

from kozyr import notation
from kozyr.engine import Budget
from kozyr.errors import OptionError, PositionError, UnprovenError
from kozyr.fingerprint import fingerprint
from kozyr.position import Position
from kozyr.prove import prove
from kozyr.reference import ReferenceEngine
from kozyr.values import Value
from kozyr.verify import verify

HARD = "podkidnoy h 6s8sTs7d9dJdQdKdAd6h/7s9sJs6d8dTd6c7c8cAh - 1"
LONG = "podkidnoy c 6sJsThQhAhAd6c8c/8sTs9h7d9dQd7c9c - 1"


def checked(path: Path, position: Position, seats: frozenset[int]) -> Value:
    """Prove the value of a position, check the proof, and return what it proves."""
    written = prove(position, path, seats, memory=2000)
    proof = verify(path)
    assert proof.strategies == written.strategies
    assert proof.position == position
    assert frozenset(proof.coalition) == seats
    assert proof.value is written.value
    assert proof.bytes == written.bytes == path.stat().st_size
    return proof.value


class TestEveryGame:
    """Positions of every game, phase and coalition, proven and checked."""

    def test_what_is_proven_is_what_the_plain_solver_says(self, tmp_path: Path) -> None:
        rng = Random(1)
        found: set[Value] = set()
        for _ in range(120):
            position = tiny_position(rng)
            seats = coalition(rng, position)
            value = checked(tmp_path / "proof", position, seats)
            verdict = ReferenceEngine().judge(position, seats, False, Budget())
            assert value is verdict.value
            found.add(value)
        assert found == set(Value)

    def test_larger_ones_are_proven_as_well(self, tmp_path: Path) -> None:
        rng = Random(2)
        for _ in range(30):
            checked(tmp_path / "proof", larger(rng), frozenset([1]))

    @pytest.mark.heavy
    def test_thousands_of_them(self, tmp_path: Path) -> None:
        rng = Random(3)
        for number in range(3000):
            position = larger(rng) if number % 3 == 0 else tiny_position(rng)
            checked(tmp_path / "proof", position, coalition(rng, position))

    @pytest.mark.heavy
    def test_a_draw_of_a_million_positions(self, tmp_path: Path) -> None:
        """It goes round for ever among 12 cards of Kryt'."""
        path = tmp_path / "proof"
        position = "kryt h TsAs7c/6sJcKc 6c9cQsQd8cJs 1"
        assert prove(position, path, memory=6000).value is Value.DRAW
        assert verify(path).positions > 1_000_000
        assert path.stat().st_size < 1_000_000


def larger(rng: Random) -> Position:
    """Return a position of up to ten cards."""
    while True:
        if rng.random() < 0.3:
            return on_the_way(kryt_start(rng, cards=(4, 8)), rng)
        start = durak_start(rng, cards=(6, 10), seats=(2, 4))
        found = durak_in(rng, rng.choice(PHASES), start)
        if found is not None:
            return found


class TestTheStrategy:
    """It is the one that the lines say, in their order."""

    @pytest.mark.parametrize("name", ["a win", "a win in circles", "a win in Kryt'"])
    def test_each_rank_is_the_longest_way_to_the_end(
        self, name: str, tmp_path: Path
    ) -> None:
        text, seats = EXAMPLES[name]
        prove(text, tmp_path / "proof", seats)
        lines = lines_of((tmp_path / "proof").read_bytes())
        ranks = [line.split()[0] for line in lines[2:-1]]
        moves = (line.split()[1] for line in lines[2:-1] if " " in line)
        steps = walk(notation.position(text), seats, moves)
        assert len(steps) == len(ranks)
        rank_of = {
            position: int(rank)
            for (position, _), rank in zip(steps, ranks, strict=True)
        }
        for position, move in steps:
            moves_on = position.legal_moves() if move is None else (move,)
            after = [position.after(each) for each in moves_on]
            longest = max(rank_of[each] if each.mover else 0 for each in after)
            assert rank_of[position] == longest + 1

    def test_who_has_left_is_followed_no_further(self, tmp_path: Path) -> None:
        """Else the play of the others alone would fill the certificate."""
        position = "perevodnoy d 9h6d8d/8hTh9c/QsTdQc - 1"
        proof = prove(position, tmp_path / "proof")
        assert proof.value is Value.DRAW
        assert proof.positions < 2_000

    def test_a_position_costs_a_byte_or_two(self, tmp_path: Path) -> None:
        position = "podkidnoy c 8h9hTh6d8d9c/6sQs6hTdTcQc - 1"
        proof = prove(position, tmp_path / "proof")
        assert proof.positions > 2_000
        assert proof.bytes < 2 * proof.positions


class TestLimits:
    """A limit before the end: the file is as it was, and nothing lies beside it."""

    @pytest.mark.parametrize(
        ("position", "limits", "message"),
        [
            (HARD, {"time": 0.05}, "the value is unknown, no proof within the limit"),
            (HARD, {"nodes": 100}, "the value is unknown, no proof within the limit"),
            (LONG, {"memory": 10}, "no proof within the limit of memory"),
            (LONG, {"max_positions": 2000}, "the value is win, no proof within"),
            ("podkidnoy h Kc/KdAd - 1", {"max_positions": 1}, "limit of positions"),
        ],
    )
    def test_nothing_is_written(
        self, position: str, limits: dict[str, Any], message: str, tmp_path: Path
    ) -> None:
        path = tmp_path / "proof"
        path.write_text("as it was")
        with pytest.raises(UnprovenError, match=message) as refusal:
            prove(position, path, **limits)
        assert refusal.value.exit_code == 3
        stopped = next(iter(limits)).removeprefix("max_")
        assert refusal.value.stopped == stopped
        assert path.read_text() == "as it was"
        assert list(tmp_path.iterdir()) == [path]

    def test_as_many_positions_as_allowed_are_enough(self, tmp_path: Path) -> None:
        proof = prove("podkidnoy h Kc/KdAd - 1", tmp_path / "proof", max_positions=2)
        assert proof.positions == 2

    def test_a_stream_gets_what_a_file_would(self, tmp_path: Path) -> None:
        stream = io.BytesIO()
        prove("podkidnoy h Kc/KdAd - 1", stream)
        prove("podkidnoy h Kc/KdAd - 1", tmp_path / "proof")
        assert stream.getvalue() == (tmp_path / "proof").read_bytes()
        stream.seek(0)
        assert verify(stream).value is Value.WIN

    def test_ctrl_c_leaves_nothing(self, tmp_path: Path) -> None:
        def interrupt(nodes: int, seconds: float) -> None:
            signal.raise_signal(signal.SIGINT)

        with pytest.raises(KeyboardInterrupt):
            prove(LONG, tmp_path / "proof", progress=interrupt)
        assert list(tmp_path.iterdir()) == []
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_a_full_disk_leaves_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(lines: Iterable[str], file: IO[bytes], more: object) -> int:
            file.write(b"half of it")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(sys.modules["kozyr.prove"], "save", fail)
        with pytest.raises(OSError, match="No space left") as failure:
            prove("podkidnoy h Kc/KdAd - 1", tmp_path / "proof")
        assert failure.value.filename == str(tmp_path / "proof")
        assert list(tmp_path.iterdir()) == []


class TestWhatIsRefused:
    """Before anything is searched."""

    def test_a_position(self, tmp_path: Path) -> None:
        with pytest.raises(PositionError):
            prove("podkidnoy h Kc/Kc - 1", tmp_path / "proof")
        with pytest.raises(OptionError, match="coalition: seat 3 does not exist"):
            prove("podkidnoy h Kc/Kd - 1", tmp_path / "proof", [3])
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("most", [0, -1, 2.5, True])
    def test_a_number_of_positions(self, most: int, tmp_path: Path) -> None:
        with pytest.raises(OptionError, match=r"max-positions: .* is not a positive"):
            prove(HARD, tmp_path / "proof", max_positions=most)

    def test_a_memory_of_which_half_is_too_little(self, tmp_path: Path) -> None:
        message = "memory: at least 1 MB is needed, and as much again for the strategy"
        with pytest.raises(OptionError, match=message):
            prove("podkidnoy h Kc/Kd - 1", tmp_path / "proof", memory=1)

    def test_a_place_that_cannot_be_written_to(self, tmp_path: Path) -> None:
        for place in (tmp_path, tmp_path / "nowhere" / "proof"):
            with pytest.raises(OptionError, match=r"^output: "):
                prove(HARD, place)


def test_the_rules_are_those_that_certificates_were_made_under() -> None:
    """A change here makes every certificate void; see docs/certificates.md."""
    assert {
        game: fingerprint(game) for game in ("podkidnoy", "perevodnoy", "kryt")
    } == {
        "podkidnoy": "a495826b590f272d",
        "perevodnoy": "b0e414cc5941f54c",
        "kryt": "1722bbf8638fa3c6",
    }
