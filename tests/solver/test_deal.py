"""Dealing: who gets what, and that a seed always gives the same."""

from collections import Counter
from random import Random

import pytest

from kozyr.cards import ALL_CARDS, Card, cards_in, mask_of
from kozyr.deal import deal, first_attacker, fresh_seed, shuffled
from kozyr.errors import OptionError
from kozyr.games.durak import Durak
from kozyr.games.kryt import Kryt

PODKIDNOY_1 = (
    "podkidnoy c 7sJsKs8h9hQd/9sQsJh8d6cQc - 2"
    " stock=9cJcJd7cKhAhAcTc6hAd6d7h9d6s8sTd7dThQhAsKd8cTsKc"
)
PEREVODNOY_2 = (
    "perevodnoy d 6sJs8hJhTcJc/TsQsThAh9cAc/Ks9h7d9dQd7c - 3 limit=5"
    " stock=6d8cKd6h7h9sQh6cKhAs8dTdAd8s7sQcKcJd"
)
KRYT_3 = (
    "kryt s As9hTh/7d7c9c - 1"
    " stock=6dAhAdJsTsAc9dJd6cQh8cTdJc6hKhQc9sJh7hTc8hKdQsKsQd6s8s8dKc7s"
)


def durak(*args: object, **options: object) -> Durak:
    position = deal(*args, **options)  # type: ignore[arg-type]
    assert isinstance(position, Durak)
    return position


def kryt(**options: object) -> Kryt:
    position = deal("kryt", **options)  # type: ignore[arg-type]
    assert isinstance(position, Kryt)
    return position


def hand(text: str) -> int:
    return mask_of(Card(text[at : at + 2]) for at in range(0, len(text), 2))


class TestTheShuffle:
    def test_it_is_the_whole_pack(self) -> None:
        assert sorted(shuffled(Random(5))) == list(range(36))

    def test_every_card_comes_to_every_place_equally_often(self) -> None:
        source = Random(1)
        tops = Counter(shuffled(source)[0] for _ in range(7200))
        ends = Counter(shuffled(source)[35] for _ in range(7200))
        for counted in (tops, ends):
            assert len(counted) == 36
            assert 130 < min(counted.values()) and max(counted.values()) < 270

    def test_a_seed_gives_the_same_deal_for_ever(self) -> None:
        """These texts were dealt by the first version and must never change."""
        assert str(deal(seed=1)) == PODKIDNOY_1
        assert str(deal("perevodnoy", 3, seed=2, first_limit=5)) == PEREVODNOY_2
        assert str(deal("kryt", seed=3)) == KRYT_3

    def test_other_seeds_give_other_deals(self) -> None:
        assert len({str(deal(seed=seed)) for seed in range(50)}) == 50

    def test_without_a_seed_every_deal_is_another(self) -> None:
        assert len({str(deal()) for _ in range(5)}) == 5
        assert len({fresh_seed() for _ in range(5)}) == 5


class TestDurak:
    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    def test_six_cards_each_and_the_turned_up_trump_drawn_last(
        self, seats: int
    ) -> None:
        position = durak("podkidnoy", seats, seed=seats)
        assert [held.bit_count() for held in position.hands] == [6] * seats
        assert len(position.stock) == 36 - 6 * seats
        assert position.stock[-1] // 9 == position.trump
        assert sum(position.hands) | mask_of(position.stock) == ALL_CARDS

    def test_six_players_get_the_whole_pack_and_the_last_card_names_trump(
        self,
    ) -> None:
        for seed in range(20):
            position = durak("podkidnoy", 6, seed=seed)
            last = Card(shuffled(Random(seed))[-1])
            assert position.stock == ()
            assert [held.bit_count() for held in position.hands] == [6] * 6
            assert position.trump == last.suit
            assert position.hands[5] >> last & 1, "it stays with the dealer"

    def test_cards_go_round_singly_from_the_dealers_left(self) -> None:
        pack = shuffled(Random(9))
        position = durak("podkidnoy", 3, seed=9, dealer=1)
        assert position.hands == (
            mask_of(pack[2:18:3]),
            mask_of(pack[0:18:3]),
            mask_of(pack[1:18:3]),
        )
        assert position.stock == (*pack[19:], pack[18])

    def test_the_lowest_trump_attacks_first(self) -> None:
        assert first_attacker([hand("6s7h"), hand("6h"), hand("Ah")], 1) == 2
        for seed in range(30):
            position = durak("podkidnoy", 4, seed=seed)
            trumps = {
                card: seat
                for seat, held in enumerate(position.hands, 1)
                for card in cards_in(held)
                if card.suit == position.trump
            }
            assert position.mover == trumps[min(trumps)]

    def test_the_first_player_attacks_when_nobody_holds_a_trump(self) -> None:
        assert first_attacker([hand("6s7h"), hand("6h"), hand("Ah")], 2) == 1

    def test_the_options_of_the_game_are_in_the_position(self) -> None:
        position = durak("perevodnoy", 4, seed=1, neighbours=True, first_limit=5)
        assert (position.game, position.neighbours) == ("perevodnoy", True)
        assert position.limit == 5
        assert str(position).startswith("perevodnoy+neighbours ")
        assert durak(seed=1).limit == 6

    @pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
    def test_every_deal_is_a_sound_position(self, seats: int) -> None:
        for seed in range(30):
            assert durak("podkidnoy", seats, seed=seed).problems() == ()


class TestKryt:
    def test_three_cards_each_and_the_exposed_trump_under_the_stock(self) -> None:
        for seed in range(30):
            position = kryt(seed=seed)
            assert [held.bit_count() for held in position.hands] == [3, 3]
            assert len(position.stock) == 30
            assert position.stock[-1] // 9 == position.trump
            assert sum(position.hands) | mask_of(position.stock) == ALL_CARDS
            assert position.pile == ()
            assert position.problems() == ()

    def test_the_non_dealer_leads(self) -> None:
        assert kryt(seed=1, dealer=1).mover == 2
        assert kryt(seed=1, dealer=2).mover == 1

    def test_the_first_dealer_is_chosen_at_random(self) -> None:
        leaders = Counter(kryt(seed=seed).mover for seed in range(200))
        assert 70 < leaders[1] < 130

    def test_the_cards_under_the_cut_come_first_and_go_round_singly(self) -> None:
        pack = shuffled(Random(4))
        position = kryt(seed=4, cut=10, dealer=2)
        assert position.hands == (mask_of(pack[10:16:2]), mask_of(pack[11:16:2]))
        assert position.stock == (*pack[17:], *pack[:10], pack[16])

    def test_the_cut_may_be_declined_and_changes_nothing_else(self) -> None:
        pack = shuffled(Random(4))
        position = kryt(seed=4, cut=0)
        assert sum(position.hands) == mask_of(pack[:6])
        assert position.mover == kryt(seed=4).mover == kryt(seed=4, cut=20).mover

    def test_a_cut_is_made_by_lot_unless_it_is_given(self) -> None:
        declined = [str(kryt(seed=seed, cut=0)) for seed in range(20)]
        assert all(str(kryt(seed=n)) != text for n, text in enumerate(declined))


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"game": "whist"}, "game"),
        ({"seats": 1}, "players"),
        ({"seats": 7}, "players"),
        ({"game": "kryt", "seats": 3}, "players"),
        ({"seed": -1}, "seed"),
        ({"first_limit": 4}, "limit"),
        ({"cut": 3}, "cut"),
        ({"game": "kryt", "cut": 36}, "cut"),
        ({"game": "kryt", "cut": -1}, "cut"),
        ({"game": "kryt", "neighbours": True}, "game"),
        ({"game": "kryt", "first_limit": 5}, "game"),
        ({"dealer": 3}, "dealer"),
        ({"dealer": 0}, "dealer"),
        ({"game": "kryt", "dealer": 3}, "dealer"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: dict[str, object], field: str
) -> None:
    with pytest.raises(OptionError, match=f"^{field}: "):
        deal(**options)  # type: ignore[arg-type]
