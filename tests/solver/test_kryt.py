"""The rules of Kryt'-navalivat', fact by fact."""

import copy
import json
import pickle
from pathlib import Path

import pytest

from kozyr.cards import Card, mask_of
from kozyr.errors import IllegalMoveError
from kozyr.games.kryt import Kryt
from kozyr.moves import PICK_UP, SWAP, Kind, Move
from kozyr.values import FINAL_RESPONSE, Outcome

VECTORS = Path(__file__).parents[1] / "vectors" / "exact.jsonl"


def moves(text: str) -> list[str]:
    return [str(move) for move in Kryt.read(text).legal_moves()]


def after(text: str, *played: str) -> str:
    position = Kryt.read(text)
    for move in played:
        position = position.play(move)
    return str(position)


def end(text: str, move: str) -> Outcome | None:
    return Kryt.read(text).play(move).outcome


def reasons(text: str) -> list[str]:
    return [str(problem) for problem in Kryt.read(text).problems()]


class TestTheWorkedFacts:
    def test_a_cover_and_a_lead_lie_on_the_pile_in_that_order(self) -> None:
        assert (
            after("kryt h 6hJdKs/AcAd 7cQc8d 1", "Jd,6h")
            == "kryt h Ks/AdAc 7cQc8dJd6h 2"
        )

    def test_the_trump_six_is_picked_up_with_the_two_cards_below_it(self) -> None:
        assert (
            after("kryt h Ks/AdAc 7cQc8dJd6h 2", "pickup")
            == "kryt h Ks/6h8dJdAdAc 7cQc 1"
        )

    def test_the_trump_ace_is_picked_up_with_the_whole_pile(self) -> None:
        assert (
            after("kryt h Ks/AdAc 7cQc8dJdAh 2", "pickup")
            == "kryt h Ks/Ah8dJdAd7cQcAc - 1"
        )


class TestATurn:
    def test_any_single_card_is_led_onto_the_empty_pile(self) -> None:
        assert moves("kryt h KsAh7d/8c - 1") == ["Ks", "Ah", "7d"]

    def test_a_lead_onto_the_empty_pile_is_its_first_card(self) -> None:
        assert after("kryt h KsAh7d/8c - 1", "7d") == "kryt h KsAh/8c 7d 2"

    def test_the_top_is_beaten_in_suit_or_by_trump_and_any_other_card_led(self) -> None:
        assert moves("kryt h 9s7h9d/8c 7cQc8d 1") == [
            *("7h,9s", "7h,9d"),
            *("9d,9s", "9d,7h"),
            "pickup",
        ]

    def test_a_trump_is_beaten_only_by_a_higher_trump(self) -> None:
        assert moves("kryt h 7h9hAs/8c 8h 1") == ["9h,As", "9h,7h", "pickup"]

    def test_picking_up_is_always_allowed(self) -> None:
        assert "pickup" in moves("kryt h Ah/7c 6d 1")
        assert moves("kryt h 6d7d/7c Ah 1") == ["pickup"]

    def test_only_the_top_card_counts(self) -> None:
        assert moves("kryt h 9c6d/7h Ah7c 1") == ["9c,6d", "pickup"]

    @pytest.mark.parametrize(
        ("pile", "count"),
        [
            ("-", 0),
            ("7cQcAd", 1),
            ("7cQc6h", 3),
            ("7cQc8dKh", 3),
            ("7cKh", 2),
            ("Kh", 1),
            ("7cQc8dTdAh", 5),
            ("Ah", 1),
            ("7cAh9s", 1),
        ],
    )
    def test_a_pick_up_takes_one_card_three_or_all(self, pile: str, count: int) -> None:
        assert Kryt.read(f"kryt h Ks/As {pile} 1").pick_up_count == count

    def test_after_a_turn_the_other_player_moves(self) -> None:
        position = Kryt.read("kryt h KsAh7d/8c9c - 1").play("7d")
        assert position.mover == 2
        assert position.play("pickup").mover == 1

    def test_an_illegal_move_is_refused(self) -> None:
        position = Kryt.read("kryt h KsAh7d/8c9c 9d 1")
        for move in ("7d,Ks", "Ks,7d", "9d", "swap"):
            with pytest.raises(IllegalMoveError):
                position.play(move)
        with pytest.raises(IllegalMoveError):
            position.play(Move(Kind.LEAD, Card("7d")))
        with pytest.raises(IllegalMoveError):
            position.play(SWAP)


class TestTheStock:
    def test_a_turn_is_followed_by_drawing_up_to_three(self) -> None:
        position = Kryt.read("kryt h 9s9d9c/7s7d7c 8d 1 stock=AsAdAcAh").play("9d,9s")
        assert str(position) == "kryt h AsAd9c/7s7d7c 8d9d9s 2 stock=AcAh"

    def test_nothing_is_drawn_between_the_cover_and_the_lead(self) -> None:
        assert "9d,As" not in moves("kryt h 9s9d/7s7d7c 8d 1 stock=AsAh")

    def test_a_lead_is_followed_by_drawing_too(self) -> None:
        assert (
            after("kryt h 9s9d9c/7s7d7c - 1 stock=AsAh", "9d")
            == "kryt h 9sAs9c/7s7d7c 9d 2 stock=Ah"
        )

    def test_a_hand_of_three_or_more_stays_after_a_pick_up(self) -> None:
        assert (
            after("kryt h 9s9d9c/7s7d7c 8d 1 stock=AsAh", "pickup")
            == "kryt h 9s8d9d9c/7s7d7c - 2 stock=AsAh"
        )

    def test_a_small_hand_is_filled_after_a_pick_up(self) -> None:
        assert (
            after("kryt h 9s/7s7d7c 8d 1 stock=AsAh", "pickup")
            == "kryt h 9sAs8d/7s7d7c - 2 stock=Ah"
        )

    def test_the_last_of_the_stock_is_drawn_by_whoever_comes_first(self) -> None:
        position = Kryt.read("kryt h 9s9d9c/7s7d7c 8d 1 stock=Ah").play("9d,9s")
        assert str(position) == "kryt h Ah9c/7s7d7c 8d9d9s 2"
        assert str(position.play("pickup")) == "kryt h Ah9c/7s9s7d7c 8d9d 1"

    def test_a_lead_that_empties_the_hand_just_draws_while_the_stock_lasts(
        self,
    ) -> None:
        position = Kryt.read("kryt h 9d9s/9c 8d 1 stock=Ah").play("9d,9s")
        assert str(position) == "kryt h Ah/9c 8d9d9s 2"
        assert position.outcome is None

    def test_the_last_card_covers_only_where_no_lead_could_follow(self) -> None:
        assert moves("kryt h 9d/9c 8d 1 stock=Ah") == ["pickup"]
        assert moves("kryt h 9d/9c 8d 1") == ["9d", "pickup"]


class TestTheExchangeOfTheTrumpSix:
    START = "kryt h 6h9d9c/7s7d7c 8d 1 stock=AsAh"

    def test_it_is_a_free_action_of_the_mover(self) -> None:
        assert SWAP in Kryt.read(self.START).legal_moves()
        assert after(self.START, "swap") == "kryt h Ah9d9c/7s7d7c 8d 1 stock=As6h"
        assert SWAP.plies == 0 and PICK_UP.plies == 1

    def test_it_happens_once(self) -> None:
        assert "swap" not in moves(after(self.START, "swap"))

    def test_it_may_come_before_a_lead(self) -> None:
        assert moves("kryt h 6h/7d - 1 stock=Ah") == ["6h", "swap"]

    def test_it_needs_the_six_of_trumps_in_the_movers_hand(self) -> None:
        assert "swap" not in moves("kryt h 6s9d/6h7d7c 8d 1 stock=AsAh")
        assert "swap" not in moves("kryt h 7s9d/8h7d7c 8d 1 stock=As6h")

    def test_it_needs_a_stock(self) -> None:
        assert "swap" in moves("kryt h 6h9d9c/7s7d7c 8d 1 stock=Ah")
        assert "swap" not in moves("kryt h 6h9d9c/7s7d7c 8d 1")


class TestTheEnd:
    def test_a_cover_with_the_last_card_wins_at_once(self) -> None:
        assert end("kryt h 9d/AsAd 8d 1", "9d") == Outcome(2)
        assert end("kryt h AsAd/9d 8d 2", "9d") == Outcome(1)

    def test_no_final_response_is_asked_after_a_covering_last_card(self) -> None:
        assert end("kryt h 9d/Ad 8d 1", "9d") == Outcome(2)

    def test_a_last_lead_beaten_by_the_others_only_card_is_a_draw(self) -> None:
        draw = Outcome(None, FINAL_RESPONSE)
        assert end("kryt h 9d9s/As 8d 1", "9d,9s") == draw
        assert end("kryt h 9s/6h - 1", "9s") == draw
        assert end("kryt h 6h/9s - 2", "9s") == draw

    def test_a_last_lead_that_the_only_card_does_not_beat_wins(self) -> None:
        assert end("kryt h 9d9s/Ac 8d 1", "9d,9s") == Outcome(2)
        assert end("kryt h 9s/8s - 1", "9s") == Outcome(2)

    def test_a_last_lead_against_two_cards_wins(self) -> None:
        assert end("kryt h 9s/AsKs - 1", "9s") == Outcome(2)

    def test_a_lead_that_leaves_a_card_ends_nothing(self) -> None:
        assert end("kryt h 9s6c/As - 1", "9s") is None

    def test_nobody_moves_after_the_end(self) -> None:
        over = Kryt.read("kryt h 9s/6h - 1").play("9s")
        assert (over.mover, over.legal_moves(), over.successors()) == (0, (), [])
        assert over.situation is None
        with pytest.raises(IllegalMoveError):
            over.play("pickup")

    def test_the_final_response_lies_on_the_pile(self) -> None:
        assert after("kryt h 9s/6h - 1", "9s") == "kryt h -/- 9s6h 0"

    def test_a_finished_game_is_read_back(self) -> None:
        over = Kryt.read("kryt h 9d9s/KcAc 8d 1").play("9d,9s")
        assert Kryt.read(str(over)) == over
        assert over.outcome == Outcome(2)


class TestSituations:
    def test_the_same_hands_and_pile_and_mover_are_the_same_situation(self) -> None:
        start = later = Kryt.read("kryt h 7s/8s9c 6s6h 1")
        for move in ("pickup", "8s", "6h,6s", "pickup", "pickup", "6s", "6h,8s"):
            later = later.play(move)
            assert later.situation != start.situation
        assert later.play("pickup").situation == start.situation

    @pytest.mark.parametrize(
        "other",
        [
            "kryt h 7s8s/9d 7c8c 1",
            "kryt h 7s8s/9d 8c7c 2",
            "kryt h 7s/9d8s 8c7c 1",
            "kryt h 7s8s/9d 8c7c 1 stock=Ah",
        ],
    )
    def test_hands_pile_order_mover_and_stock_all_count(self, other: str) -> None:
        one = Kryt.read("kryt h 7s8s/9d 8c7c 1")
        assert one.situation != Kryt.read(other).situation


class TestAsAValue:
    TEXT = "kryt h KsAh/7d8c 7cQc8d 1 stock=9s6h"

    def test_a_position_is_a_value(self) -> None:
        one, other = Kryt.read(self.TEXT), Kryt.read(self.TEXT)
        assert one == other and len({one, other}) == 1
        assert pickle.loads(pickle.dumps(one)) == one == copy.deepcopy(one)

    def test_repr_rebuilds(self) -> None:
        position = Kryt.read(self.TEXT)
        assert repr(position) == f"Kryt.read({self.TEXT!r})"
        assert eval(repr(position), {"Kryt": Kryt}) == position

    def test_successors_are_the_legal_moves_played(self) -> None:
        position = Kryt.read("kryt h 6hKsAh9d/7d8c 7cQc8d 1 stock=9sTh")
        expected = [(m, position.play(m)) for m in position.legal_moves()]
        assert position.successors() == expected
        assert expected == [(m, position.play(str(m))) for m, _ in expected]


class TestRefusals:
    def test_a_sound_position_has_no_problems(self) -> None:
        assert reasons("kryt h KsAh/7d8c 7cQc8d 1") == []
        assert reasons("kryt h KsAh/7d8c 7cQc8d 2 stock=9s6h") == []

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("kryt h Ks/As/Qs - 1", "hands: Kryt'-navalivat' is played by exactly 2"),
            ("kryt h Ks - 1", "hands: Kryt'-navalivat' is played by exactly 2"),
            ("kryt h Ks/KsAs - 1", "hands: Ks is in seat 1's hand and in seat 2's"),
            ("kryt h Ks/As 7dAs 1", "table: As is in seat 2's hand and in the pile"),
            ("kryt h Ks/As 7d8d7d 1", "table: 7d is in the pile twice"),
            ("kryt h Ks/As 7d 1 stock=7d6h", "stock: 7d is in the pile and in the"),
            ("kryt h Ks/As 7d 1 stock=6h8d6h", "stock: 6h is in the stock twice"),
            ("kryt h Ks/As 7d 3", "mover: seat 3 does not exist"),
            ("kryt h Ks/As 7d 0", "mover: seat 0 does not exist"),
            ("kryt h -/As 7d 1", "mover: seat 1 holds no card"),
            ("kryt h Ks/- 7d 1", "hands: seat 2 holds no card, so the game is over"),
            ("kryt h Ks/- 7d 1 stock=6h", "hands: seat 2 holds no card though"),
            ("kryt h Ks/As 7d 1 stock=6h6d", "stock: its last card 6d is not a trump"),
        ],
    )
    def test_the_field_and_the_reason_are_named(self, text: str, reason: str) -> None:
        assert any(each.startswith(reason) for each in reasons(text)), reasons(text)

    def test_every_reason_is_named(self) -> None:
        fields = [
            reason.split(":")[0] for reason in reasons("kryt h -/As As 5 stock=7c")
        ]
        assert set(fields) == {"hands", "table", "mover", "stock"}

    def test_a_position_built_by_hand_is_checked_in_the_same_way(self) -> None:
        good = Kryt("kryt", 1, (mask_of([Card("Ks")]), mask_of([Card("As")])), (), 1)
        assert good.problems() == ()
        for bad in (
            good._replace(game="durak"),
            good._replace(trump=4),
            good._replace(hands=(1 << 36, 1)),
            good._replace(hands=(-1, 1)),
            good._replace(pile=(36,)),
            good._replace(stock=(99,)),
        ):
            assert bad.problems()


def test_every_legal_move_of_the_solved_positions_is_found() -> None:
    rows = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
    kryt = [row for row in rows if row["position"].startswith("kryt")]
    assert len(kryt) > 400
    for row in kryt:
        position = Kryt.read(row["position"])
        assert str(position) == row["position"]
        assert position.problems() == ()
        assert {str(move) for move in position.legal_moves()} == set(row["moves"])
