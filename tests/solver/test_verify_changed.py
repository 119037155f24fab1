"""Certificates are changed by the thousand.

With the checksum as it was every change of a byte is refused; with the checksum made
right again the semantic checks stand alone, and what they let pass is true.
"""

from functools import cache
from random import Random

import pytest
from certificates import (
    EXAMPLES,
    MUTATIONS,
    Checker,
    changed,
    claim,
    lines_of,
    original,
    packed,
)

from kozyr import notation
from kozyr.certificate import HEAD, header, title
from kozyr.errors import CertificateError
from kozyr.solve import solve
from kozyr.values import Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


@cache
def value_of(position: str, coalition: tuple[int, ...]) -> Value | None:
    return solve(position, coalition, memory=100).value


class TestChangedBytes:
    """Damage is seen, whatever it does to the compressed text."""

    def test_every_changed_bit_is_refused(self, check: Checker) -> None:
        content = original(*EXAMPLES["a win in circles"])
        for at in range(len(content)):
            for bit in range(8):
                damaged = bytearray(content)
                damaged[at] ^= 1 << bit
                with pytest.raises(CertificateError) as refusal:
                    check(bytes(damaged))
                field = "format" if at < len(HEAD) else "checksum"
                assert refusal.value.field == field

    def test_every_cut_is_refused(self, check: Checker) -> None:
        content = original(*EXAMPLES["a win"])
        for size in range(len(content)):
            with pytest.raises(CertificateError):
                check(content[:size])

    def test_more_bytes_are_refused(self, check: Checker) -> None:
        content = original(*EXAMPLES["a win"])
        for more in (b"\0", b"\n", content):
            with pytest.raises(CertificateError, match="checksum: the file is damaged"):
                check(content + more)

    def test_any_other_file_is_refused(self, check: Checker) -> None:
        for content in (b"", b"PK\3\4" * 100, HEAD, HEAD + b"\0" * 40):
            with pytest.raises(CertificateError):
                check(content)


class TestChangedMeaning:
    """Changes that no checksum shows: the rules alone have to."""

    @pytest.mark.parametrize("name", EXAMPLES)
    def test_what_is_let_pass_is_true(self, name: str, check: Checker) -> None:
        lines = lines_of(original(*EXAMPLES[name]))
        rng = Random(name)
        passed = 0
        for _ in range(300):
            mutant = changed(lines, rng)
            try:
                proof = check(packed(mutant))
            except CertificateError:
                continue
            passed += 1
            assert proof.value is value_of(str(proof.position), proof.coalition)
            if mutant[0] == lines[0]:
                assert claim(proof)[:2] == EXAMPLES[name]
        assert passed < 60

    def test_every_kind_of_change_is_made(self) -> None:
        lines = lines_of(original(*EXAMPLES["a draw"]))
        for mutate in MUTATIONS:
            rng = Random(1)
            mutants = [lines.copy() for _ in range(50)]
            for mutant in mutants:
                mutate(mutant, rng)
            assert any(mutant != lines for mutant in mutants)

    @pytest.mark.parametrize("name", ["a win", "a win in Kryt'", "two against one"])
    def test_no_rank_can_be_raised_to_that_before_it(
        self, name: str, check: Checker
    ) -> None:
        lines = lines_of(original(*EXAMPLES[name]))
        top = int(lines[2].split()[0])
        for number in range(3, len(lines) - 1):
            rank, *move = lines[number].split()
            assert int(rank) < top
            mutant = lines.copy()
            mutant[number] = " ".join([str(top), *move])
            with pytest.raises(CertificateError, match="rank: ") as refusal:
                check(packed(mutant))
            assert str(refusal.value.place).startswith("line ")

    @pytest.mark.parametrize("name", EXAMPLES)
    def test_no_line_can_be_missing(self, name: str, check: Checker) -> None:
        lines = lines_of(original(*EXAMPLES[name]))
        for number in range(len(lines)):
            mutant = lines[:number] + lines[number + 1 :]
            if mutant != lines:
                try:
                    proof = check(packed(mutant))
                except CertificateError:
                    continue
                assert claim(proof)[:2] == EXAMPLES[name]

    @pytest.mark.parametrize("value", [WIN, DRAW, LOSS])
    @pytest.mark.parametrize("name", EXAMPLES)
    def test_no_other_value_is_proven_by_the_same_strategy(
        self, name: str, value: Value, check: Checker
    ) -> None:
        position, coalition = EXAMPLES[name]
        lines = lines_of(original(position, coalition))
        true = header(notation.position(position), coalition, value) == lines[0]
        lines[0] = header(notation.position(position), coalition, value)
        for heading in [title((1,), True), title((2,), True), lines[1]]:
            mutant = [lines[0], heading, *lines[2:]]
            if true and heading == lines[1]:
                assert check(packed(mutant)).value is value
            else:
                with pytest.raises(CertificateError):
                    check(packed(mutant))
