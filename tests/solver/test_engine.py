"""A budget grants, counts and stops."""

from time import monotonic

import pytest

from kozyr.engine import NOTHING, Budget, Verdict
from kozyr.values import Value


class TestNodes:
    """Nodes are granted up to the limit, and not one more."""

    def test_they_are_granted_and_counted(self) -> None:
        budget = Budget(nodes=10)
        granted = [budget.take(6), budget.take(6), budget.take(6)]
        assert granted == [6, 4, 0]
        assert (budget.nodes, budget.nodes_left, budget.stopped) == (10, 0, "nodes")

    def test_they_can_be_counted_when_they_are_spent(self) -> None:
        budget = Budget(nodes=10)
        assert budget.spend(9)
        assert not budget.spend(1)
        assert budget.stopped == "nodes"

    def test_there_need_not_be_a_limit(self) -> None:
        budget = Budget()
        assert (budget.take(10**9), budget.nodes_left) == (10**9, None)
        assert (budget.deadline, budget.seconds_left) == (None, None)


class TestTime:
    """The clock runs from the moment the budget is opened."""

    def test_it_runs_out(self) -> None:
        budget = Budget(time=1e-6)
        while monotonic() == budget.deadline:
            pass
        assert not budget.spend()
        assert (budget.stopped, budget.seconds_left) == ("time", 0.0)

    def test_there_is_some_left(self) -> None:
        budget = Budget(time=3600)
        assert budget.spend()
        assert budget.seconds_left is not None
        assert 0 < budget.seconds_left <= 3600
        assert budget.seconds >= 0


def test_memory_is_counted_in_bytes_against_megabytes() -> None:
    budget = Budget(memory=1.5)
    assert budget.take(1, used=1_500_000) == 1
    assert (budget.take(1, used=1_500_001), budget.stopped) == (0, "memory")


def test_the_first_reason_to_stop_is_kept() -> None:
    budget = Budget(nodes=1, time=1e-6)
    budget.stopped = "interrupt"
    assert not budget.spend(5)
    assert budget.take(5, used=10**12) == 0
    assert (budget.stopped, budget.nodes) == ("interrupt", 5)


def test_progress_is_told_at_most_ten_times_a_second() -> None:
    told: list[int] = []
    budget = Budget(progress=lambda nodes, seconds: told.append(nodes))
    end = monotonic() + 0.25
    while monotonic() < end:
        budget.spend(1)
    assert 1 <= len(told) <= 3
    assert told == sorted(told)


@pytest.mark.parametrize("value", list(Value))
def test_a_verdict_has_a_value_when_its_bounds_meet(value: Value) -> None:
    assert Verdict(value, value).value is value
    assert NOTHING.value is None
