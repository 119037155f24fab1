"""One bout of Durak, any number of players: the moves, and who settles what.

Plain recursion over bit masks, for the questions of circular.pyx: a seat of the
forcing set needs one move that is answered yes, any other seat one that is answered
no.  The hands in the question are changed on the way down and put back on the way up.
Where the bout is over, ``q.start`` answers for the next one.

Orders and shapes that change no answer are left out: one seat's covers of several
cards, what attackers with the same end add after a take, equal covers.
"""

from libc.stdint cimport uint64_t

from kozyr.ext.bits cimport (
    beaten_by, beaters, count, equal_covers_dropped, lowest, plain_cards, rank_of,
    ranks_of, trump_cards,
)
from kozyr.ext.question cimport FREE, MAYBE, YES, Question, forces, next_holder

cdef enum:
    ANY = -1


cdef inline bint settled(bint mine, int answer, int *result) noexcept nogil:
    """Take one move's answer into the result of its mover; True when that is enough."""
    if mine:
        if answer < 0:
            result[0] = answer
            return True
        if answer < result[0]:
            result[0] = answer
        return False
    if answer >= 0:
        result[0] = answer
        return True
    if answer == MAYBE:
        result[0] = MAYBE
    return False


cdef inline bint enough(Question *q, bint mine, int tried) noexcept nogil:
    """Tell whether the forcing side has tried as many moves as the width allows."""
    return mine and 0 < q.width <= tried and not q.closing


cdef inline uint64_t apt(Question *q, int defender, uint64_t cards) noexcept nogil:
    """Return the cards that the forcing side lays first when its width is limited.

    Plain ones that a fellow can cover with a plain card, so that both get rid of one;
    or that an opponent can't cover with a plain card.
    """
    cdef uint64_t coverable = beaten_by(q.hands[defender] & plain_cards())
    if not forces(q, defender):
        coverable = ~coverable
    return cards & plain_cards() & coverable


cdef inline uint64_t next_card(uint64_t *plain, uint64_t *trumps) noexcept nogil:
    """Take the cheapest card: plain suits from below, then trumps."""
    cdef uint64_t card
    if plain[0]:
        card = plain[0] & -plain[0]
        plain[0] ^= card
    else:
        card = trumps[0] & -trumps[0]
        trumps[0] ^= card
    return card


cdef int lead(Question *q, int attacker, int r, int *hint) noexcept nogil:
    """The principal attacker lays the first card.

    ``hint`` is the number (from 1, in the order of ``next_card``) of the card to try
    first, 0 for none; it is set to the card that settled the answer.
    """
    cdef bint mine = forces(q, attacker)
    cdef int result = FREE if mine else YES
    cdef int defender = next_holder(q, attacker)
    cdef uint64_t hand = q.hands[attacker]
    cdef uint64_t plain = hand & plain_cards()
    cdef uint64_t trumps = hand & trump_cards()
    cdef uint64_t card = 0, first = 0
    cdef int answer, number, tried = 0
    if q.plies:
        r -= 1
    for number in range(hint[0]):
        if plain | trumps:
            card = next_card(&plain, &trumps)
    plain = hand & plain_cards() & ~card
    trumps = hand & trump_cards() & ~card
    if mine and q.width and not q.closing:
        first = apt(q, defender, plain)
        plain ^= first
    while card | first | plain | trumps:
        if card == 0:
            if first:
                card = first & -first
                first ^= card
            else:
                card = next_card(&plain, &trumps)
        q.hands[attacker] ^= card
        answer = defend(q, attacker, defender, card, card, 1, ~<uint64_t>0, True, r)
        q.hands[attacker] ^= card
        if settled(mine, answer, &result):
            hint[0] = 1 + count(hand & plain_cards() & (card - 1))
            if card & trump_cards():
                hint[0] = 1 + count(hand & plain_cards())
                hint[0] += count(hand & trump_cards() & (card - 1))
            return result
        tried += 1
        card = 0
        if enough(q, mine, tried):
            return 0
    return result


cdef int defend(
    Question *q, int by, int defender, uint64_t table, uint64_t uncovered, int laid,
    uint64_t turn, bint fresh, int r,
) noexcept nogil:
    """The defender covers, transfers or takes.

    Several uncovered cards are covered in rising order (``turn`` are the cards from
    there on): the order is his alone and changes nothing, but he may leave some
    open and take.  ``fresh``: nothing is covered yet, so a transfer is possible.
    Covers first, then take, then transfers: transfers before take cost five times
    the nodes, take before covers a hundred times.
    """
    cdef bint mine = forces(q, defender)
    cdef int result = FREE if mine else YES
    cdef int answer, target, next_, tried = 0
    cdef uint64_t open_ = uncovered & turn
    cdef uint64_t plain, trumps, card
    q.nodes += 1
    if q.stopped:
        return 0
    if q.plies:
        if r == 0:
            return 0
        r -= 1
    if open_ & -open_ == uncovered & -uncovered:
        # The lowest uncovered card is next in turn: all can still be covered.
        target = lowest(open_)
        open_ &= open_ - 1
        if cover(
            q, by, defender, table, uncovered, laid, target, mine, r, &result, &tried
        ):
            return result
    answer = ask(
        q, by, defender, table, laid, True,
        room(q, defender, laid, count(uncovered)), 0, ~<uint64_t>0, r,
    )
    tried += 1
    if settled(mine, answer, &result):
        return result
    if enough(q, mine, tried):
        return 0
    if fresh and q.transfers and laid < q.cap:
        plain = q.hands[defender] & rank_of(lowest(uncovered))
        next_ = next_holder(q, defender)
        if plain and next_ != defender and count(q.hands[next_]) > laid:
            trumps = plain & trump_cards()
            plain ^= trumps
            while plain | trumps:
                card = next_card(&plain, &trumps)
                q.hands[defender] ^= card
                answer = defend(
                    q, defender, next_, table | card, uncovered | card, laid + 1,
                    ~<uint64_t>0, True, r,
                )
                q.hands[defender] ^= card
                if settled(mine, answer, &result):
                    return result
    while open_:
        target = lowest(open_)
        open_ &= open_ - 1
        if cover(
            q, by, defender, table, uncovered, laid, target, mine, r, &result, &tried
        ):
            return result
    return result


cdef int room(
    Question *q, int defender, int laid, int uncovered
) noexcept nogil:
    """Return how many attack cards may still be added."""
    cdef int limit = count(q.hands[defender]) + laid - uncovered
    return (q.cap if q.cap < limit else limit) - laid


cdef bint cover(
    Question *q, int by, int defender, uint64_t table, uint64_t uncovered, int laid,
    int target, bint mine, int r, int *result, int *tried,
) noexcept nogil:
    """Try every cover of one card; True when the defender's result is settled.

    Plain covers of a rank that nobody can add come first: 10 to 25 % fewer nodes.
    """
    cdef uint64_t plain = q.hands[defender] & beaters(target)
    cdef uint64_t rest = uncovered & ~(<uint64_t>1 << target)
    cdef uint64_t held = 0, quiet, trumps, card
    cdef int answer, place
    if plain & (plain - 1):
        for place in range(q.seats):
            if place != defender:
                held |= q.hands[place]
        plain = equal_covers_dropped(plain, held | q.hands[defender] | table)
    quiet = plain & ~ranks_of(held) & plain_cards()
    trumps = plain & trump_cards()
    plain ^= trumps ^ quiet
    while quiet | plain | trumps:
        if quiet:
            card = quiet & -quiet
            quiet ^= card
        else:
            card = next_card(&plain, &trumps)
        q.hands[defender] ^= card
        if rest:
            answer = defend(
                q, by, defender, table | card, rest, laid,
                ~((<uint64_t>2 << target) - 1), False, r,
            )
        else:
            answer = ask(
                q, by, defender, table | card, laid, False,
                room(q, defender, laid, 0), 0, ~<uint64_t>0, r,
            )
        q.hands[defender] ^= card
        tried[0] += 1
        if settled(mine, answer, result):
            return True
        if enough(q, mine, tried[0]):
            result[0] = 0
            return True
    return False


cdef int ask(
    Question *q, int by, int defender, uint64_t table, int laid, bint taking,
    int space, int first, uint64_t allowed, int r,
) noexcept nogil:
    """Ask the attackers, from the ``first`` after the principal, to add a card.

    Neighbours in the asking who pursue the same end are asked as one: whichever of
    their cards they want added, one of them can add it when his turn comes.  After
    take nothing is answered, so the first of such groups adds its cards in rising
    order (``allowed`` are those still to come): only the set matters.
    """
    cdef uint64_t options = 0, own, first_cards = 0, plain, trumps, card
    cdef int side = ANY, owner = 0, answer, result, place, after = first, tried = 0
    cdef bint stop_first
    cdef uint64_t later
    cdef int left = next_holder(q, defender) if q.neighbours else ANY
    if space > 0:
        while after < q.seats:
            place = by + after
            if place >= q.seats:
                place -= q.seats
            if place != defender and (left == ANY or place == by or place == left):
                own = q.hands[place] & ranks_of(table)
                if own:
                    # Who says "done" counts when plies do: then each is asked alone.
                    if side == ANY:
                        side = forces(q, place)
                    elif q.plies or side != forces(q, place):
                        break
                    options |= own
            after += 1
    if side == ANY:
        return bout_over(q, defender, table, taking, r)
    options &= allowed
    q.nodes += 1
    if q.stopped:
        return 0
    if q.plies:
        if r == 0:
            return 0
        r -= 1
    result = FREE if side else YES
    # To stop before adding is tried first where three or more play, and what is
    # answered: 20 % fewer nodes there, 20 % more where two play.
    stop_first = not taking and q.seats > 2
    if side and q.width and not q.closing:
        if forces(q, defender):
            first_cards = apt(q, defender, options)
            stop_first = first_cards == 0
        else:
            stop_first = options & plain_cards() == 0
    if stop_first:
        answer = ask(
            q, by, defender, table, laid, taking, space, after, ~<uint64_t>0, r
        )
        tried += 1
        if settled(side, answer, &result):
            return result
        if enough(q, side, tried):
            return 0
    plain = options & plain_cards() & ~first_cards
    trumps = options & trump_cards()
    while first_cards | plain | trumps:
        if first_cards:
            card = first_cards & -first_cards
            first_cards ^= card
        else:
            card = next_card(&plain, &trumps)
        for owner in range(q.seats):
            if q.hands[owner] & card:
                break
        q.hands[owner] ^= card
        if taking:
            later = ~<uint64_t>0
            if first == 0:
                later = allowed & ~options | first_cards | plain | trumps
            answer = ask(
                q, by, defender, table | card, laid + 1, True, space - 1, 0, later, r
            )
        else:
            answer = defend(
                q, by, defender, table | card, card, laid + 1, ~<uint64_t>0, False, r
            )
        q.hands[owner] ^= card
        tried += 1
        if settled(side, answer, &result):
            return result
        if enough(q, side, tried):
            return 0
    if not stop_first:
        answer = ask(
            q, by, defender, table, laid, taking, space, after, ~<uint64_t>0, r
        )
        settled(side, answer, &result)
    return result


cdef int bout_over(
    Question *q, int defender, uint64_t table, bint taking, int r
) noexcept nogil:
    """The bout ends, by a take or beaten; the next begins."""
    cdef int answer
    if taking:
        q.hands[defender] |= table
        answer = q.start(q, next_holder(q, defender), r)
        q.hands[defender] ^= table
        return answer
    if q.hands[defender]:
        return q.start(q, defender, r)
    return q.start(q, next_holder(q, defender), r)
