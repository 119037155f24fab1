"""The rules of Durak, one sentence after the other."""

import pytest

from kozyr import notation
from kozyr.games.durak import Durak
from kozyr.values import BOTH_OUT, Outcome


def at(text: str) -> Durak:
    found = notation.position(text)
    assert isinstance(found, Durak)
    return found


def moves(text: str) -> str:
    return " ".join(map(str, at(text).legal_moves()))


def play(text: str, *played: str) -> str:
    position = at(text)
    for each in played:
        position = position.play(each)
    return str(position)


class TestTheAttack:
    def test_the_first_card_is_any_card_and_compulsory(self) -> None:
        assert moves("podkidnoy h 6s7sAh/Kh9d - 1") == "6s 7s Ah"

    def test_the_defender_is_the_next_player_who_holds_cards(self) -> None:
        after = play("podkidnoy h 6s7sAh/-/Kh9d - 1", "6s")
        assert after == "podkidnoy h 7sAh/-/Kh9d 6s 3 by=1"
        after = play("podkidnoy h -/7s8s/Kh9d - 3", "9d")
        assert after == "podkidnoy h -/7s8s/Kh 9d 2 by=3"


class TestTheDefence:
    def test_he_covers_with_higher_cards_of_the_suit_and_with_trumps(self) -> None:
        assert moves("podkidnoy h 8h/7s6h9dJsTc 9s 2 by=1") == "9s:Js 9s:6h take"

    def test_a_trump_is_covered_by_a_higher_trump_alone(self) -> None:
        assert moves("podkidnoy h 8c/7hKhAs 8h 2 by=1") == "8h:Kh take"

    def test_nothing_is_added_before_everything_is_covered(self) -> None:
        position = at("podkidnoy h 9s9d9c/TsJsJd/Qs9h - 1").play("9s")
        assert position.mover == 2

    def test_several_uncovered_cards_are_covered_one_by_one_in_any_order(self) -> None:
        text = "perevodnoy h 8s/8d/Ts9d9s 7s,7d 3 by=2"
        assert moves(text) == "7s:9s 7s:Ts 7d:9d take"
        assert play(text, "7d:9d") == "perevodnoy h 8s/8d/9sTs 7s,7d:9d 3 by=2"
        assert moves(play(text, "7d:9d")) == "7s:9s 7s:Ts take"


class TestAdding:
    START = "podkidnoy h 9s9d9c/TsJsJdKdAh/Qs9h - 1"

    def test_attackers_add_cards_of_the_ranks_on_the_table(self) -> None:
        text = "podkidnoy h 9dTd6c/JsJdKd/Qs9h 9s:Ts 1 by=1"
        assert moves(text) == "+9d +Td done"

    def test_the_others_are_asked_clockwise_after_the_principal_attacker(self) -> None:
        assert at(play(self.START, "9s", "9s:Ts")).mover == 1
        assert at(play(self.START, "9s", "9s:Ts", "done")).mover == 3

    def test_each_added_card_is_answered_by_the_defender(self) -> None:
        after = play(self.START, "9s", "9s:Ts", "done", "+9h")
        assert after == "podkidnoy h 9d9c/JsAhJdKd/Qs 9s:Ts,9h 2 by=1"

    def test_then_the_asking_starts_again_whoever_declined_before(self) -> None:
        after = play(self.START, "9s", "9s:Ts", "done", "+9h", "9h:Ah")
        assert after == "podkidnoy h 9d9c/JsJdKd/Qs 9s:Ts,9h:Ah 1 by=1"

    def test_who_has_nothing_to_add_is_passed_without_a_move(self) -> None:
        after = play("podkidnoy h 9s8d/TsKd/QsQd/9hTd - 1", "9s", "9s:Ts")
        assert after == "podkidnoy h 8d/Kd/QsQd/9hTd 9s:Ts 4 by=1"

    def test_the_bout_ends_with_the_move_after_which_nobody_can_add(self) -> None:
        after = play("podkidnoy h 9s8d/TsKd/QsQd - 1", "9s", "9s:Ts")
        assert after == "podkidnoy h 8d/Kd/QsQd - 2"

    def test_the_bout_ends_when_all_have_declined(self) -> None:
        after = play(self.START, "9s", "9s:Ts", "done", "done")
        assert after == "podkidnoy h 9d9c/JsAhJdKd/Qs9h - 2"

    def test_the_principal_attacker_may_add_after_he_was_passed(self) -> None:
        start = "podkidnoy h 9sJd/TsAs8s/QsTd - 1"
        after = play(start, "9s", "9s:Ts", "+Td")
        assert after == "podkidnoy h Jd/8sAs/Qs 9s:Ts,Td 2 by=1"


class TestNeighbours:
    def test_only_the_defenders_two_neighbours_are_asked(self) -> None:
        start = "9c/Tc8h/7s/9d - 1"
        assert play(f"podkidnoy h {start}", "9c", "9c:Tc") == (
            "podkidnoy h -/8h/7s/9d 9c:Tc 4 by=1"
        )
        assert play(f"podkidnoy+neighbours h {start}", "9c", "9c:Tc") == (
            "podkidnoy+neighbours h -/8h/7s/9d - 2"
        )

    def test_his_left_neighbour_is_the_first_after_him_who_holds_cards(self) -> None:
        after = play("podkidnoy+neighbours h 9c7c/Tc8h/-/9d/9h - 1", "9c", "9c:Tc")
        assert after == "podkidnoy+neighbours h 7c/8h/-/9d/9h 9c:Tc 4 by=1"
        assert at(after).play("done") == at("podkidnoy+neighbours h 7c/8h/-/9d/9h - 2")

    def test_who_empties_his_hand_hands_that_place_on(self) -> None:
        start = "podkidnoy+neighbours s 7s8c/8h9hTh/8d/8s9s - 1"
        after = play(start, "8c", "take", "+8d")
        assert after == "podkidnoy+neighbours s 7s/8h9hTh/-/8s9s 8c,8d 4 by=1 taking"


class TestTheLimit:
    def test_never_more_attack_cards_than_the_defender_held(self) -> None:
        after = play("podkidnoy h 9s9d9c/TsTd/Qs - 1", "9s", "9s:Ts", "+9d", "9d:Td")
        assert after == "podkidnoy h 9c/-/Qs - 3"

    def test_never_more_than_six(self) -> None:
        text = (
            "podkidnoy h 9c/JsQsKsAsAd/6s 6d:7d,7s:8s,8d:9d,9s:Ts,Td:Jd,7c:8c {} by=1"
        )
        assert at(text.format(1).replace(",7c:8c", "")).play("+9c").mover == 2
        with pytest.raises(notation.PositionError, match="the limit of 6"):
            at(text.format(1))

    def test_never_more_than_five_in_a_first_attack_with_that_option(self) -> None:
        text = "podkidnoy h 9cTc/JsQsKsTdAd/6s 6d:7d,7s:8s,8d:9d,9s {} by=1 limit=5"
        after = at(text.format(2)).play("take").play("+9c")
        assert after == at("podkidnoy h Tc/6d7d7s8s8d9d9s9cJsQsKsTdAd/6s - 3")

    def test_the_limit_of_five_holds_for_one_bout_alone(self) -> None:
        after = play("podkidnoy h 9s8d/TsKd/QsQd - 1 limit=5", "9s", "9s:Ts")
        assert after == "podkidnoy h 8d/Kd/QsQd - 2"


class TestTaking:
    START = "podkidnoy h 9s9d9c/TsJsJdKdAh/Qs9h - 1"

    def test_after_take_the_attackers_are_asked_in_the_same_order(self) -> None:
        after = play(self.START, "9s", "take")
        assert after == "podkidnoy h 9d9c/TsJsAhJdKd/Qs9h 9s 1 by=1 taking"
        assert moves(after) == "+9d +9c done"
        assert at(after).play("done").mover == 3

    def test_the_asking_starts_again_and_nothing_is_answered(self) -> None:
        after = play(self.START, "9s", "take", "done", "+9h")
        assert after == "podkidnoy h 9d9c/TsJsAhJdKd/Qs 9s,9h 1 by=1 taking"

    def test_then_the_defender_takes_every_card_on_the_table(self) -> None:
        start = "podkidnoy h 9dTc/JsKd/QsQd 9s:Ts,9h 2 by=1"
        after = play(start, "take", "+9d")
        assert after == "podkidnoy h Tc/9sTsJs9h9dKd/QsQd - 3"

    def test_the_same_limit_holds(self) -> None:
        after = play("podkidnoy h 9s9d9c/TsJs/Qs9h - 1", "9s", "take", "+9d")
        assert after == "podkidnoy h 9c/9sTsJs9d/Qs9h - 3"

    def test_next_attacks_the_next_player_after_the_defender_with_cards(self) -> None:
        after = play("podkidnoy h 6s/7s8d/-/6c 9c 2 by=1", "take")
        assert after == "podkidnoy h 6s/7s8d9c/-/6c - 4"


class TestTransfer:
    def test_a_card_of_the_rank_makes_the_next_player_the_defender(self) -> None:
        after = play("perevodnoy h 7s8s/7d8d/9s9d - 1", "7s", ">7d")
        assert after == "perevodnoy h 8s/8d/9s9d 7s,7d 3 by=2"

    def test_a_trump_of_the_rank_will_do(self) -> None:
        assert moves("perevodnoy h 8s/7h8d/9s9d 7s 2 by=1") == "7s:7h >7h take"

    def test_there_is_none_in_podkidnoy(self) -> None:
        assert moves("podkidnoy h 8s/7h8d/9s9d 7s 2 by=1") == "7s:7h take"

    def test_the_next_player_must_hold_as_many_cards_as_then_lie_there(self) -> None:
        assert moves("perevodnoy h 8s/7d8d/9s 7s 2 by=1") == "take"
        assert moves("perevodnoy h 8s/8d/7c9c9s 7s,7d 3 by=2") == "7s:9s take"
        assert moves("perevodnoy h 8sTsJs/8d/7c9c9s 7s,7d 3 by=2") == ("7s:9s >7c take")

    def test_a_transfer_is_answered_by_a_transfer_back_to_the_first(self) -> None:
        start = "perevodnoy h 7s8s9s7h/7d8dTd - 1"
        after = play(start, "7s", ">7d")
        assert moves(after) == "7s:8s 7s:9s 7s:7h 7d:7h take"
        start = "perevodnoy h 7s8s9s7h/7d8dTdQd - 1"
        after = play(start, "7s", ">7d", ">7h")
        assert after == "perevodnoy h 8s9s/8dTdQd 7s,7d,7h 2 by=1"

    def test_nothing_may_be_covered_before(self) -> None:
        start = "perevodnoy h 8s9cQc/8d/9s7cTd 7s,7d 3 by=2"
        assert ">7c" in moves(start)
        assert moves(play(start, "7s:9s")) == "7d:Td take"

    def test_no_card_is_transferred_that_was_added(self) -> None:
        start = "perevodnoy h 9sTsAs/8d9cQd/JsJd 7s:8s,8c 2 by=1"
        assert moves(start) == "8c:9c take"

    def test_who_transferred_is_the_principal_attacker(self) -> None:
        start = "perevodnoy h 9h8c/9c8d/9s9dTs7c 7s,7d 3 by=2"
        after = play(start, "7d:9d", "7s:9s")
        assert after == "perevodnoy h 9h8c/8d9c/Ts7c 7s:9s,7d:9d 2 by=2"
        assert at(after).play("done").mover == 1

    def test_the_limit_is_the_new_defenders_hand(self) -> None:
        start = "perevodnoy h 9h8c/9c8d/9s9d 7s,7d 3 by=2"
        assert play(start, "7d:9d", "7s:9s") == "perevodnoy h 9h8c/8d9c/- - 1"

    def test_without_a_stock_an_empty_hand_is_skipped(self) -> None:
        after = play("perevodnoy h 8c/7d8d/-/9d9sTs 7s 2 by=1", ">7d")
        assert after == "perevodnoy h 8c/8d/-/9sTs9d 7s,7d 4 by=2"

    def test_with_a_stock_an_empty_hand_is_next_and_too_small(self) -> None:
        text = "perevodnoy h 8c/7d8d/-/9d9sTs 7s 2 by=1 stock=6h"
        assert moves(text) == "take"

    def test_nobody_transfers_to_himself(self) -> None:
        assert moves("perevodnoy h -/7d8d7h 7s 2 by=1") == "7s:7h take"
        assert moves("perevodnoy h -/7d8d7h/- 7s 2 by=1 stock=6h") == "7s:7h take"

    def test_the_last_card_may_be_transferred(self) -> None:
        after = play("perevodnoy h 8c/7d/9d9s 7s 2 by=1", ">7d")
        assert after == "perevodnoy h 8c/-/9s9d 7s,7d 3 by=2"
        assert play(after, "take") == "perevodnoy h 8c/-/7s9s7d9d - 1"


class TestTheStock:
    def test_the_attacker_draws_first_then_clockwise_the_defender_last(self) -> None:
        start = "podkidnoy h 8c9c/6s/Kh9d7s - 1 stock="
        stock = "9sTsJsQsKsAs6d7d8dTd6c7c6h"
        after = play(start + stock, "8c", "take")
        assert after == (
            "podkidnoy h 9sTsJsQsKs9c/6s8dTd6c7c8c/7sAsKh6d7d9d - 3 stock=6h"
        )

    def test_the_principal_attacker_after_a_transfer_draws_first(self) -> None:
        start = "perevodnoy h 8sTs/8dJd/9s9d 7s,7d 3 by=2 stock=6s7cKdAd6h"
        after = play(start, "take")
        assert after == "perevodnoy h 8sTs6h/6s8dJdKdAd7c/7s9s7d9d - 1"

    def test_a_hand_of_six_or_more_stays(self) -> None:
        start = "podkidnoy h 6s7s8s9sTsJsQs/6c - 1 stock=6d7d8d9dTdJdQd6h"
        after = play(start, "6s", "take")
        assert after == "podkidnoy h 7s8s9sTsJsQs/6s6d7d8d9d6c - 1 stock=TdJdQd6h"

    def test_nobody_is_out_while_he_can_draw(self) -> None:
        start = "podkidnoy h 6s/7s8s - 1 stock=9sTsJsQsKsAs6d7d8d9dTdJdQd6h"
        after = play(start, "6s", "6s:7s")
        assert after == "podkidnoy h 9sTsJsQsKsAs/8s6d7d8d9dTd - 2 stock=JdQd6h"

    def test_the_turned_up_trump_is_drawn_last(self) -> None:
        start = "podkidnoy h 6s/7s8s/9c - 1 stock=9sTsJsQsKsAs6h"
        after = play(start, "6s", "6s:7s")
        assert after == "podkidnoy h 9sTsJsQsKsAs/8s/6h9c - 2"


class TestTheEnd:
    def test_the_only_one_who_holds_cards_is_the_durak(self) -> None:
        position = at("podkidnoy h 6s/7s8s - 1").play("6s").play("6s:7s")
        assert position.outcome == Outcome(2)
        assert (position.mover, position.legal_moves()) == (0, ())
        assert str(position) == "podkidnoy h -/8s - 0"

    def test_last_cards_in_the_same_bout_are_a_draw(self) -> None:
        position = at("podkidnoy h 6s/7s - 1").play("6s").play("6s:7s")
        assert position.outcome == Outcome(None, BOTH_OUT)

    def test_the_attackers_last_card_has_not_won_before_it_is_answered(self) -> None:
        position = at("podkidnoy h 6s/7s - 1").play("6s")
        assert position.outcome is None
        assert position.play("take").outcome == Outcome(2)

    def test_others_play_on_after_somebody_has_left(self) -> None:
        position = at("podkidnoy h 6s/7s9s/8s9d - 1").play("6s").play("6s:7s")
        assert position.outcome is None
        assert str(position) == "podkidnoy h -/9s/8s9d - 2"

    def test_after_a_beaten_attack_an_empty_defender_is_skipped(self) -> None:
        after = play("podkidnoy h 6s9c/7s/8s9d - 1", "6s", "6s:7s")
        assert after == "podkidnoy h 9c/-/8s9d - 3"


class TestTheSituation:
    def test_there_is_none_inside_a_bout_and_at_the_end(self) -> None:
        position = at("podkidnoy h 6s/7s8s - 1")
        assert position.situation is not None
        assert position.play("6s").situation is None
        assert position.play("6s").play("6s:7s").situation is None

    def test_the_smallest_circle_comes_back_to_its_situation(self) -> None:
        start = at("perevodnoy s 7s7h6d/6s6h8h8d6c - 1")
        position = start
        for each in ("6d", ">6h", "take", "6c", ">6h", "take", "done"):
            assert position is start or position.situation != start.situation
            position = position.play(each)
        assert position == start
        assert position.situation == start.situation


def test_a_position_is_a_value_and_its_repr_rebuilds_it() -> None:
    text = "podkidnoy+neighbours s 7s8c/8h9h/Kd9c 7d:9d 3 by=1"
    position = at("podkidnoy+neighbours s 7s8c/8h9h/Kd9c7c 7d:9d 3 by=1")
    assert repr(position) == f"Durak.read('{position!s}')"
    assert eval(repr(position)) == position
    assert hash(eval(repr(position))) == hash(position)
    assert position != Durak.read(text)
    assert position.seats == 3


def test_what_has_no_text_still_has_a_repr_that_rebuilds_it() -> None:
    broken = Durak(trump=7, hands=(1, 2))
    assert eval(repr(broken)) == broken
