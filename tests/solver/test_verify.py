"""A certificate proves its claim, and nothing that is not so."""

import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from certificates import (
    EXAMPLES,
    Checker,
    certificate,
    claim,
    framed,
    lines_of,
    original,
    packed,
    walk,
)
from zstandard import ZstdCompressionParameters, ZstdCompressor

from kozyr import notation
from kozyr.certificate import header, save, text
from kozyr.errors import CertificateError
from kozyr.solve import solve
from kozyr.values import Value
from kozyr.verify import has_left, repeats, verify

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
CIRCLE = "perevodnoy s 6d7h7s/6c6h6s8d8h - 1"


class TestWhatIsProven:
    """The claim comes out as it went in."""

    @pytest.mark.parametrize("name", EXAMPLES)
    def test_it_is_the_value_that_the_solver_finds(
        self, name: str, check: Checker
    ) -> None:
        position, coalition = EXAMPLES[name]
        proof = check(original(position, coalition))
        expected = solve(position, coalition, memory=100)
        assert claim(proof) == (position, coalition, expected.value)
        assert proof.bytes == len(original(position, coalition))

    def test_a_draw_has_a_strategy_for_each_side(self, check: Checker) -> None:
        proof = check(original(*EXAMPLES["a draw of three"]))
        sides = [(each.seats, each.wins) for each in proof.strategies]
        assert sides == [((1,), False), ((2, 3), False)]
        assert proof.positions == sum(each.positions for each in proof.strategies)

    @pytest.mark.parametrize(
        "name", ["a win", "a win in circles", "a win in Kryt'", "a stock"]
    )
    def test_a_win_takes_no_more_moves_than_is_said(
        self, name: str, check: Checker
    ) -> None:
        position, coalition = EXAMPLES[name]
        (strategy,) = check(original(position, coalition)).strategies
        plies = solve(position, coalition, distance=True, memory=100).plies
        assert strategy.moves is not None and plies is not None
        assert strategy.moves >= plies

    def test_progress_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "proof"
        path.write_bytes(certificate("podkidnoy c 7sKhTdQd8cQc/9sJsKs8h8dJc - 1", [1]))
        told: list[tuple[int, float]] = []
        proof = verify(path, progress=lambda *step: told.append(step))
        assert [positions for positions, _ in told] == [
            1024 * step for step in range(1, proof.positions // 1024 + 1)
        ]

    def test_neither_kernel_nor_engine_is_needed(self, tmp_path: Path) -> None:
        path = tmp_path / "proof"
        path.write_bytes(original(*EXAMPLES["a win"]))
        script = (
            "import sys, kozyr; print(kozyr.verify(sys.argv[1]).words());"
            "print(*(name for name in sys.modules if name.startswith('kozyr.')))"
        )
        run = subprocess.run(
            [sys.executable, "-c", script, path],
            capture_output=True,
            text=True,
            check=True,
        )
        sentence, modules = run.stdout.splitlines()
        assert sentence == "seat 2 wins within 12 moves, whatever seat 1 plays"
        assert set(modules.split()) == {
            "kozyr._version",
            "kozyr.cards",
            "kozyr.certificate",
            "kozyr.errors",
            "kozyr.fingerprint",
            "kozyr.games",
            "kozyr.games.bout",
            "kozyr.games.durak",
            "kozyr.games.durak_checks",
            "kozyr.games.kryt",
            "kozyr.games.transfers",
            "kozyr.lettering",
            "kozyr.move_notation",
            "kozyr.moves",
            "kozyr.notation",
            "kozyr.position",
            "kozyr.solution",
            "kozyr.values",
            "kozyr.verify",
        }


class TestWords:
    """What is proven, as one sentence."""

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("a win", "seat 2 wins within 12 moves, whatever seat 1 plays"),
            ("a loss", "seat 1 loses within 12 moves, whatever it plays"),
            (
                "a draw",
                "a draw: seat 1 does not lose, "
                "and seat 2 makes sure that it does not win",
            ),
            (
                "a draw of three",
                "a draw: seat 1 does not lose, "
                "and seats 2 and 3 make sure that it does not win",
            ),
            (
                "two against one",
                "seats 1 and 3 win within 10 moves, whatever seat 2 plays",
            ),
            ("everybody", "seats 1 and 2 draw"),
        ],
    )
    def test_it_is_said(self, name: str, sentence: str, check: Checker) -> None:
        assert check(original(*EXAMPLES[name])).words() == sentence

    def test_it_is_said_in_json(self, check: Checker) -> None:
        content = original(*EXAMPLES["a win in circles"])
        record = check(content).to_dict()
        assert record.pop("seconds")
        assert record == {
            "position": "perevodnoy s 7s7h6d/6s6h8h8d6c - 1",
            "mover": 1,
            "coalition": [1],
            "value": "win",
            "at_least": "win",
            "at_most": "win",
            "plies": None,
            "strategies": [
                {"seats": [1], "at_least": "win", "positions": 5, "moves": 5}
            ],
            "positions": 5,
            "bytes": len(content),
        }
        json.dumps(record)


class TestWhatIsWrongAndWhere:
    """One line that names the field and the place."""

    WIN = ("podkidnoy h Kc/KdAd - 1", [1])

    def refusal(self, check: Checker, lines: list[str]) -> str:
        with pytest.raises(CertificateError) as refusal:
            check(packed(lines))
        error = refusal.value
        assert str(error) == f"{error.field}: {error.reason} ({error.place})"
        assert error.exit_code == 2
        return str(error)

    def lines(self) -> list[str]:
        lines = lines_of(certificate(*self.WIN))
        assert lines[1:] == ["1 wins", "2 Kc", "1", "end 2"]
        return lines

    @pytest.mark.parametrize(
        ("number", "line", "message"),
        [
            (1, "2 wins", "strategy: not '1 wins' (line 2)"),
            (1, "1 does not lose", "strategy: not '1 wins' (line 2)"),
            (
                2,
                "2 Kd",
                "move: 'Kd' is not legal (line 3, podkidnoy h Kc/KdAd - 1)",
            ),
            (2, "2", "move: '' is not legal (line 3, podkidnoy h Kc/KdAd - 1)"),
            (
                2,
                "two Kc",
                "rank: not a number from 1 on (line 3, podkidnoy h Kc/KdAd - 1)",
            ),
            (
                2,
                "02 Kc",
                "rank: not a number from 1 on (line 3, podkidnoy h Kc/KdAd - 1)",
            ),
            (
                2,
                "2 Kc Kc",
                "line: 'Kc' is too much (line 3, podkidnoy h Kc/KdAd - 1)",
            ),
            (
                3,
                "2",
                "rank: 2 is not below the 2 of a position before it "
                "(line 4, podkidnoy h -/KdAd Kc 2 by=1)",
            ),
            (
                3,
                "0",
                "rank: not a number from 1 on (line 4, podkidnoy h -/KdAd Kc 2 by=1)",
            ),
            (
                3,
                "1 take",
                "line: 'take' is too much (line 4, podkidnoy h -/KdAd Kc 2 by=1)",
            ),
            (4, "end 3", "end: not 'end 2' (line 5)"),
            (4, "", "end: not 'end 2' (line 5)"),
        ],
    )
    def test_a_line(self, number: int, line: str, message: str, check: Checker) -> None:
        lines = self.lines()
        lines[number] = line
        assert self.refusal(check, lines) == message

    def test_lines_too_few_and_too_many(self, check: Checker) -> None:
        lines = self.lines()
        assert self.refusal(check, lines[:-1]) == "line: missing (line 5)"
        assert self.refusal(check, [*lines, ""]) == "line: too many (line 6)"
        whole = "\n".join(lines).encode()
        with pytest.raises(CertificateError, match="line: cut off"):
            check(framed(ZstdCompressor().compress(whole)))

    def test_an_end_that_is_not_won(self, check: Checker) -> None:
        position = notation.position("podkidnoy h 7dKc/Ac - 1")
        lines = [header(position, [1], WIN), "1 wins", "2 Kc", "1", "end 2"]
        assert self.refusal(check, lines) == (
            "outcome: a loss by Kc:Ac (line 4, podkidnoy h 7d/Ac Kc 2 by=1)"
        )

    def test_an_end_that_is_no_win_but_a_draw(self, check: Checker) -> None:
        position = notation.position("podkidnoy h Kc/Ac - 1")
        lines = [header(position, [1], WIN), "1 wins", "2 Kc", "1", "end 2"]
        assert self.refusal(check, lines) == (
            "outcome: a draw by Kc:Ac (line 4, podkidnoy h -/Ac Kc 2 by=1)"
        )

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"rules": "0" * 16}, "rules: not the ones that are known here"),
            ({"value": "unknown"}, "claim: not readable"),
            ({"value": 1}, "claim: not readable"),
            ({"coalition": [3]}, "coalition: not seats of the position"),
            ({"coalition": []}, "coalition: not seats of the position"),
            ({"coalition": None}, "claim: not readable"),
            ({"position": 7}, "claim: not readable"),
            (
                {"position": "podkidnoy h Kc/KcAd - 1"},
                "position: Kc is both in the hand of seat 1 and in the hand of seat 2",
            ),
        ],
    )
    def test_the_claim(
        self, changes: dict[str, object], message: str, check: Checker
    ) -> None:
        lines = self.lines()
        lines[0] = json.dumps(json.loads(lines[0]) | changes)
        found = self.refusal(check, lines)
        assert found.replace("hands: ", "") == f"{message} (line 1)"

    @pytest.mark.parametrize(
        "changes",
        [
            {"coalition": [1, 1]},
            {"coalition": ["1"]},
            {"coalition": [True]},
            {"value": "WIN"},
            {"position": "podkidnoy  h Kc/KdAd - 1"},
            {"more": 1},
        ],
    )
    def test_a_claim_is_written_in_one_way_only(
        self, changes: dict[str, object], check: Checker
    ) -> None:
        lines = self.lines()
        lines[0] = json.dumps(json.loads(lines[0]) | changes)
        assert self.refusal(check, lines).startswith("claim: not written as {")

    @pytest.mark.parametrize("line", ["", "[]", "{}", "[" * 900, "1" * 5000, "é"])
    def test_something_else_in_the_place_of_the_claim(
        self, line: str, check: Checker
    ) -> None:
        assert self.refusal(check, [line, *self.lines()[1:]]).endswith("(line 1)")

    def test_the_program_is_not_made_to_fill_its_memory(self, check: Checker) -> None:
        parameters = ZstdCompressionParameters(window_log=27)
        frame = ZstdCompressor(compression_params=parameters).compressobj()
        bomb = frame.compress(b"7" * (1 << 26)) + frame.flush()
        with pytest.raises(CertificateError, match="compression: can't be undone"):
            check(framed(bomb))
        long_line = ZstdCompressor().compress(b"7" * (1 << 26))
        tracemalloc.start()
        with pytest.raises(CertificateError, match="line: cut off"):
            check(framed(long_line))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 4_000_000

    def test_the_next_version_is_another_format(self, check: Checker) -> None:
        content = original(*EXAMPLES["a win"])
        with pytest.raises(CertificateError, match="format: not a certificate of"):
            check(content.replace(b"certificate 1", b"certificate 2"))


class TestCircles:
    """Going round is no win, and no loss either."""

    def test_a_strategy_that_only_goes_round_does_not_lose(
        self, check: Checker
    ) -> None:
        position, coalition = EXAMPLES["a draw for ever"]
        assert check(original(position, coalition)).value is DRAW
        assert solve(position, coalition).draw == "repetition"

    def test_the_same_strategy_does_not_win_however_it_is_ranked(
        self, check: Checker
    ) -> None:
        text, coalition = EXAMPLES["a draw for ever"]
        position = notation.position(text)
        lines = lines_of(original(text, coalition))
        steps = walk(position, coalition, iter(lines[2:]))
        forged = [header(position, coalition, WIN), "1 wins"]
        for number, (_, move) in enumerate(steps):
            rank = str(len(steps) - number)
            forged.append(rank if move is None else f"{rank} {move}")
        with pytest.raises(CertificateError, match=r"rank: .* does not fall by"):
            check(packed([*forged, f"end {len(steps)}"]))

    def test_back_at_the_first_attack_without_its_limit_is_a_repetition(self) -> None:
        root = notation.position(CIRCLE + " limit=5")
        position = root
        for move in ("6d", ">6h", "take", "6c", ">6h", "take", "done"):
            position = position.play(move)
            assert repeats(position, root) == (move == "done")
        assert position != root

    def test_who_has_left_is_safe_between_bouts_without_a_stock(self) -> None:
        left = notation.read("podkidnoy h -/-/Kd/Kc - 4")
        assert has_left((1,), left) and has_left((1, 2), left) and has_left((), left)
        assert not has_left((1, 3), left)
        for still in ("podkidnoy h -/7d/Kd 6d 3 by=2", "podkidnoy h -/7d - 2 stock=9h"):
            assert not has_left((1,), notation.read(still))


def test_lines_are_written_as_they_come(tmp_path: Path) -> None:
    lines = (f"{number % 100} {number % 7}" for number in range(100_000))
    tracemalloc.start()
    with open(tmp_path / "proof", "wb") as file:
        size = save(lines, file, lambda: True)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (tmp_path / "proof").stat().st_size == size
    assert most < 2_000_000


def test_replies_stand_in_the_order_of_their_texts() -> None:
    position = notation.position("podkidnoy h Ah7d9d/9sQsKh8d 7s 2 by=1")
    found = sorted(position.legal_moves(), key=text)
    assert [str(move) for move in found] == ["7s:9s", "7s:Kh", "7s:Qs", "take"]
