"""Whole games: history, repetition, ranking, records, and what comes after."""

from random import Random

import pytest

from kozyr.cards import ALL_CARDS, mask_of
from kozyr.errors import (
    IllegalMoveError,
    InputError,
    InvalidMoveError,
    OptionError,
    PositionError,
)
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt
from kozyr.match import Game
from kozyr.values import BOTH_OUT, FINAL_RESPONSE, REPETITION, Outcome

# DESIGN.md's smallest circle of perevodnoy: seven moves lead back to the start.
CIRCLE = "perevodnoy s 7s6d7h/6s6h8h8d6c - 1"
ROUND = ("6d", ">6h", "take", "6c", ">6h", "take", "done")
KRYT_CIRCLE = "kryt h 7s/8s9c 6s6h 1"
KRYT_ROUND = (
    *("pickup", "8s", "6h,6s", "pickup"),
    *("pickup", "6s", "6h,8s", "pickup"),
)


class TestPlaying:
    def test_moves_are_played_one_after_another(self) -> None:
        game = Game("podkidnoy h 6s7sAh/Kh9d - 1")
        position = game.play("6s")
        assert position == game.position == game.start.play("6s")
        assert game.mover == 2
        assert list(map(str, game.legal_moves())) == ["6s:Kh", "take"]
        game.play("take")
        assert list(map(str, game.moves)) == ["6s", "take"]
        assert len(game.positions) == 3

    def test_a_refused_move_changes_nothing(self) -> None:
        game = Game("podkidnoy h 6s7sAh/Kh9d - 1", ["6s"])
        for text, error in (("6s:9d", IllegalMoveError), ("hello", InvalidMoveError)):
            with pytest.raises(error):
                game.play(text)
        assert game == Game("podkidnoy h 6s7sAh/Kh9d - 1", ["6s"])

    def test_a_move_after_the_end_is_refused(self) -> None:
        game = Game("kryt h 9s/AsKs - 1", ["9s"])
        assert (game.mover, game.legal_moves()) == (0, ())
        with pytest.raises(IllegalMoveError, match="after the end"):
            game.play("pickup")

    def test_a_start_that_is_no_position_is_refused(self) -> None:
        with pytest.raises(PositionError):
            Game("kryt h Ks/As/Qs - 1")
        with pytest.raises(PositionError):
            Game(Kryt("kryt", 1, (1, 0), (), 1))

    def test_undo_takes_back_move_after_move(self) -> None:
        game = Game("kryt h 9s7d/AsKs - 1", ["9s", "pickup", "7d"])
        assert game.outcome == Outcome(2)
        assert str(game.undo()) == "7d"
        assert game == Game("kryt h 9s7d/AsKs - 1", ["9s", "pickup"])
        game.undo()
        game.undo()
        assert game.position == game.start
        with pytest.raises(OptionError):
            game.undo()

    def test_a_copy_goes_its_own_way(self) -> None:
        game = Game("kryt h 9s7d/AsKs - 1", ["9s"])
        other = game.copy()
        assert other == game
        other.play("pickup")
        assert (len(game.moves), len(other.moves)) == (1, 2)


class TestRepetition:
    def test_a_situation_that_comes_back_at_a_bout_start_is_a_draw(self) -> None:
        game = Game(CIRCLE, ROUND[:-1])
        assert game.outcome is None
        game.play(ROUND[-1])
        assert game.position == game.start
        assert game.outcome == Outcome(None, REPETITION)
        assert (game.mover, game.legal_moves()) == (0, ())
        with pytest.raises(IllegalMoveError):
            game.play("6d")

    def test_a_repetition_can_be_taken_back(self) -> None:
        game = Game(CIRCLE, ROUND)
        game.undo()
        assert game.outcome is None
        game.play("done")
        assert game.outcome == Outcome(None, REPETITION)

    def test_after_undo_an_abandoned_situation_is_not_remembered(self) -> None:
        game = Game(CIRCLE, ROUND[:3])
        game.undo()
        game.play("take")
        assert game.outcome is None

    def test_it_is_counted_from_where_the_game_begins(self) -> None:
        inside = str(Game(CIRCLE, ROUND[:1]).position)
        game = Game(inside, [*ROUND[1:], ROUND[0]])
        assert game.position == game.start and game.outcome is None
        for move in ROUND[1:3]:
            game.play(move)
        assert game.outcome == Outcome(None, REPETITION)

    def test_a_copy_remembers(self) -> None:
        game = Game(CIRCLE, ROUND[:-1]).copy()
        game.play(ROUND[-1])
        assert game.outcome == Outcome(None, REPETITION)

    def test_kryt_repeats_at_any_turn(self) -> None:
        game = Game(KRYT_CIRCLE)
        for move in KRYT_ROUND:
            assert game.outcome is None
            game.play(move)
        assert game.position == game.start
        assert game.outcome == Outcome(None, REPETITION)

    def test_the_final_response_is_no_repetition(self) -> None:
        game = Game("kryt h 9s/As - 1", ["9s"])
        assert game.outcome == Outcome(None, FINAL_RESPONSE)


class TestRanking:
    def test_nobody_has_a_place_before_he_leaves(self) -> None:
        assert Game("podkidnoy h 6s/7s/8s9s - 1").ranking == ()

    def test_the_order_of_leaving_and_the_durak_last(self) -> None:
        game = Game("podkidnoy h 6s/7sKd/8s9s - 1", ["6s", "6s:7s"])
        assert game.ranking == ((1,),)
        game = Game(game.start, [*game.moves, "Kd", "take"])
        assert game.outcome == Outcome(3)
        assert game.ranking == ((1,), (2,), (3,))

    def test_in_one_bout_the_hand_that_is_empty_first_ranks_first(self) -> None:
        game = Game("podkidnoy h 6s/7s7d/7c9s - 1", ["6s", "6s:7s", "+7c"])
        assert game.ranking == ()
        game = Game(game.start, [*game.moves, "take"])
        assert game.ranking == ((1,),)
        game = Game("podkidnoy h 6s6dAd/7s7d/6c - 1", ["6s", "6s:7s", "+6d", "6d:7d"])
        assert game.outcome is None
        assert game.ranking == ((2,),)

    def test_a_draw_keeps_the_order_in_which_hands_were_emptied(self) -> None:
        game = Game("podkidnoy h 6s/7s/-/- - 1", ["6s", "6s:7s"])
        assert game.outcome == Outcome(None, BOTH_OUT)
        assert game.ranking == ((3, 4), (1,), (2,))

    def test_after_a_repetition_all_who_hold_cards_share_the_last_place(self) -> None:
        assert Game(CIRCLE, ROUND).ranking == ((1, 2),)

    def test_seats_that_were_out_at_the_start_share_the_first_place(self) -> None:
        game = Game("podkidnoy h 6s/-/8s9s/- - 1")
        assert game.ranking == ((2, 4),)

    def test_a_hand_that_draws_again_has_not_left(self) -> None:
        game = Game("podkidnoy h 6s/7s8s - 1 stock=9sAh", ["6s", "6s:7s"])
        assert game.ranking == ()
        assert game.outcome is None

    def test_kryt_has_a_winner_and_a_loser_or_two_who_share(self) -> None:
        assert Game("kryt h 9s/AsKs - 1").ranking == ()
        assert Game("kryt h 9s/AsKs - 1", ["9s"]).ranking == ((1,), (2,))
        assert Game("kryt h AsKs/9s - 2", ["9s"]).ranking == ((2,), (1,))
        assert Game("kryt h 9s/As - 1", ["9s"]).ranking == ((1, 2),)


class TestRecords:
    GAMES = (
        Game("podkidnoy h 6s7sAh/Kh9d - 1"),
        Game(CIRCLE, ROUND, dealer=2),
        Game("kryt h 6h9d9c/7s7d7c 8d 1 stock=AsAh", ["swap", "9d,Ah", "pickup"]),
        Game.deal("podkidnoy", 4, seed=3, neighbours=True, first_limit=5),
    )

    @pytest.mark.parametrize("game", GAMES)
    def test_a_record_reads_back(self, game: Game) -> None:
        for again in (
            Game.from_json(game.to_json()),
            Game.from_dict(game.to_dict()),
            Game.read(str(game)),
            eval(repr(game), {"Game": Game}),
        ):
            assert again == game
            assert (again.outcome, again.position) == (game.outcome, game.position)
            assert again.dealer == game.dealer

    def test_a_record_says_how_the_game_went(self) -> None:
        game = Game("kryt h 9s/AsKs - 1", ["9s"], dealer=2)
        assert str(game) == "start kryt h 9s/KsAs - 1\ndealer 2\nmoves 9s"
        assert game.to_dict() == {
            "start": "kryt h 9s/KsAs - 1",
            "dealer": 2,
            "moves": ["9s"],
        }

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "[]",
            "null",
            "{}",
            '{"start": 1, "dealer": null, "moves": []}',
            '{"start": "kryt h 9s/AsKs - 1", "dealer": null}',
            '{"start": "kryt h 9s/AsKs - 1", "dealer": null, "moves": "9s"}',
            '{"start": "kryt h 9s/AsKs - 1", "dealer": 3, "moves": []}',
            '{"start": "kryt h 9s/AsKs - 1", "dealer": null, "moves": ["8s"]}',
            '{"start": "kryt h 9s/AsKs - 1", "dealer": null, "moves": [], "a": 1}',
        ],
    )
    def test_what_is_no_json_record_is_refused(self, text: str) -> None:
        with pytest.raises(InputError):
            Game.from_json(text)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "hello",
            "moves 9s",
            "start kryt h 9s/AsKs - 1\ndealer x",
            "start kryt h 9s/AsKs - 1\nmoves 9s\nmoves 9s",
            "start kryt h 9s/AsKs - 1\nmoves 8s",
        ],
    )
    def test_what_is_no_written_record_is_refused(self, text: str) -> None:
        with pytest.raises(InputError):
            Game.read(text)


class TestTheNextDeal:
    def test_in_kryt_the_loser_deals_and_the_winner_leads(self) -> None:
        game = Game("kryt h 9s/AsKs - 1", ["9s"], dealer=1)
        assert game.next_dealer == 2
        following = game.next_deal(seed=1)
        assert (following.dealer, following.mover) == (2, 1)

    def test_in_kryt_the_dealer_stays_after_a_draw(self) -> None:
        for dealer in (1, 2):
            following = Game("kryt h 9s/As - 1", ["9s"], dealer=dealer).next_deal()
            assert (following.dealer, following.mover) == (dealer, 3 - dealer)

    def test_an_unknown_dealer_of_a_drawn_game_is_chosen_at_random(self) -> None:
        game = Game("kryt h 9s/As - 1", ["9s"])
        assert game.next_dealer is None
        assert {game.next_deal(seed=seed).dealer for seed in range(20)} == {1, 2}

    def test_in_durak_the_durak_deals_the_same_game(self) -> None:
        text = "perevodnoy+neighbours h 6s/8s9s/- - 1 limit=5"
        game = Game(text, ["6s", "take"])
        following = game.next_deal(seed=1)
        assert following.dealer == game.next_dealer == 2
        assert following == Game.deal(
            "perevodnoy", 3, seed=1, dealer=2, neighbours=True, first_limit=5
        )

    def test_a_dealt_game_knows_its_dealer(self) -> None:
        assert Game.deal("podkidnoy", 4, seed=1).dealer == 4
        assert Game.deal("podkidnoy", 4, seed=1, dealer=2).dealer == 2
        dealt = Game.deal("kryt", seed=1)
        assert dealt.dealer == 3 - dealt.mover

    def test_there_is_none_before_the_end(self) -> None:
        with pytest.raises(OptionError):
            Game("kryt h 9s/AsKs - 1").next_deal()

    def test_a_dealer_without_a_seat_is_refused(self) -> None:
        with pytest.raises(OptionError):
            Game("kryt h 9s/AsKs - 1", dealer=3)


class TestWholeRandomGames:
    """No card is lost or doubled, every position is sound, and games end."""

    @pytest.mark.parametrize("game", ["podkidnoy", "perevodnoy"])
    @pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
    def test_of_durak(self, game: str, seats: int) -> None:
        source = Random(f"{game} {seats}")
        for seed in range(100):
            played = Game.deal(
                game,
                seats,
                seed=seed,
                neighbours=source.random() < 0.5,
                first_limit=source.choice((5, 6)),
            )
            self.play_out(played, source)

    def test_of_kryt(self) -> None:
        source = Random("kryt")
        played = Game.deal("kryt", seed=0)
        for seed in range(1, 200):
            self.play_out(played, source)
            played = played.next_deal(seed=seed)

    def play_out(self, game: Game, source: Random) -> None:
        in_play = ALL_CARDS
        while moves := game.legal_moves():
            position = game.position
            assert position.problems() == ()
            move = source.choice(moves)
            game.play(move)
            held = cards_of(game.position)
            assert len(held) == len(set(held)), "no card is doubled"
            gone = in_play ^ mask_of(held)
            if gone:
                assert isinstance(position, Durak) and not position.taking
                last = [] if move.card is None else [move.card]
                beaten = mask_of([*on_the_table(position), *last])
                assert gone == beaten, "cards go only when an attack is beaten"
            in_play ^= gone
        outcome = game.outcome
        assert outcome is not None
        seats = sorted(seat for place in game.ranking for seat in place)
        assert seats == list(range(1, game.start.seats + 1))
        if outcome.loser is not None:
            assert game.ranking[-1] == (outcome.loser,)


def cards_of(position: Durak | Kryt) -> list[int]:
    """List the cards in hands, on the table or pile, and in the stock."""
    cards = [*position.stock, *on_the_table(position)]
    for hand in position.hands:
        cards += [each for each in range(36) if hand >> each & 1]
    return cards


def on_the_table(position: Durak | Kryt) -> list[int]:
    if isinstance(position, Kryt):
        return list(position.pile)
    return [each for pair in position.table for each in pair if each is not None]
