"""The values of all bout starts with the same cards in play, 64 at a time.

Two players, no stock.  What a bout may lead to depends on the cards, not on who holds
them; who holds them only says which ways are open.  So for one pattern of n cards all
2**n ways to share them out are solved together, as vectors of bits (lanes.pxd):

``settled``  Covered(T): all cards of the table, the set T, are covered; the attacker may
             add or let the attack be beaten.  A vector over the cards not in T.
``open``     Open(T, Y): the defender faces the uncovered cards Y, all else as above.

    Covered(T) = beaten(T) or, for a card x of T's ranks that is the attacker's,
                 Open(T, {x})
    Open(T, Y) = taken(T + Y) and, for y in Y and a card z of the defender's that beats
                 y, Covered(T + y + z) or Open(T + y + z, Y - y), whichever it is
    start      = or over the attacker's cards x of Open({}, {x})

``beaten`` is read from the finished layer of the cards left, the roles exchanged.
``taken`` looks into the pattern's own values, in lanes where all of the table is the
defender's, after any set of the attacker's cards of the table's ranks is thrown in.  So
the start is a function of itself and is repeated until nothing changes.  In podkidnoy a
take leaves the attacker fewer cards: there is one solution, reached after at most n
rounds from anywhere.  In perevodnoy play may circle, always among the same cards; begun
with nothing won for either side, the rounds find what can be forced, which is retrograde
analysis.

Two questions, the same for both with other leaves: does the attacker win, and does he
not lose.  A transfer turns the roles and the questions over: Open({}, Y) of the one who
transferred, denied, answers the other question.

The limit of six attack cards, and of the defender's hand, is in the lanes: after ``a``
attack cards, u of them uncovered, a defender with r cards may be given at most
min(6 - a, r - u) more.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from kozyr.ext.bits cimport count, highest, lowest
from kozyr.ext.bouts cimport (
    Bouts, CAP, HOLDS, SETS, WINS, WORDS, place_in, pool_words, reach, read_beaten,
    room_for,
)
from kozyr.ext.lanes cimport (
    and_left, left, or_given, or_held, turn_over, used, words_of,
)
from kozyr.ext.shelf cimport MOST_CARDS, PATTERN_BITS, mixed
from kozyr.ext.tables cimport Tables

# AT_LEAST[q][k]: the lanes of q cards in which the attacker holds k of them or more.
cdef uint64_t AT_LEAST[MOST_CARDS + 1][MOST_CARDS + 2][WORDS]


cdef void fill() noexcept:
    cdef int q, k
    cdef uint64_t lane
    for q in range(MOST_CARDS + 1):
        for k in range(MOST_CARDS + 2):
            for lane in range(<uint64_t>1 << q):
                if count(lane) >= k:
                    AT_LEAST[q][k][lane >> 6] |= <uint64_t>1 << (lane & 63)


fill()


cdef uint64_t *given(Bouts *b, int question, int cards) noexcept nogil:
    """Return the start in the lanes where some cards are the defender's, those gone."""
    cdef uint64_t *vector = b.left_to[question][cards]
    cdef uint64_t *more
    cdef uint64_t fresh[WORDS]
    cdef int top, most, q
    if cards == 0:
        return b.start[question]
    if b.looked[question][cards] == b.round_:
        return vector
    b.looked[question][cards] = b.round_
    top = highest(cards)
    most = cards & ~(1 << top)
    more = given(b, question, most)
    b.left_new[question][cards] = False
    if vector != NULL and most and not b.left_new[question][most]:
        return vector
    q = b.n - count(cards)
    left(fresh, more, q + 1, place_in(b.full & ~most, top))
    if vector == NULL:
        vector = b.left_to[question][cards] = room_for(b, q)
    elif not memcmp(vector, fresh, 8 * words_of(q)):
        return vector
    memcpy(vector, fresh, 8 * words_of(q))
    b.left_new[question][cards] = True
    return vector


cdef void taken(
    Bouts *b, int question, int table, int uncovered, int ranks, uint64_t *out
) noexcept nogil:
    """Write what a take is worth, over the cards not on the table."""
    cdef int rest = b.full & ~table
    cdef int q = count(rest), words = words_of(q), i, j, card
    cdef int attacks = (count(table) + uncovered) >> 1
    cdef int room = CAP - attacks, most = 0
    cdef int spare = rest & ranks
    cdef uint64_t thrown[5][WORDS]
    cdef uint64_t *start = given(b, question, table)
    memcpy(out, start, 8 * words)
    if spare == 0 or room <= 0:
        return
    # thrown[j]: with exactly j + 1 of the spare cards looked at so far thrown in.
    while spare:
        card = place_in(rest, lowest(spare))
        spare &= spare - 1
        if most < room:
            memset(thrown[most], 0, 8 * words)
            most += 1
        for j in range(most - 1, 0, -1):
            or_given(thrown[j], thrown[j - 1], q, card)
        or_given(thrown[0], start, q, card)
    for j in range(most):
        # The defender holds at least j + 1 + uncovered: the attacker no more than the
        # rest, so not one more than that.
        if q - uncovered - j < 0:
            return
        for i in range(words):
            out[i] |= thrown[j][i] & ~AT_LEAST[q][q - uncovered - j][i]


cdef void open_(
    Bouts *b, int question, int table, int facing, uint64_t *out
) noexcept nogil:
    """Write Open(table, facing), over the cards on neither."""
    cdef int rest = b.full & ~table & ~facing
    cdef int q = count(rest), words = words_of(q), i, one, other, covers, more, ranks
    cdef int uncovered = count(facing), cards, added
    cdef uint64_t here[WORDS]
    ranks = b.ranks[table] if table else 0
    cards = facing
    while cards:
        ranks |= b.alike[lowest(cards)]
        cards &= cards - 1
    taken(b, question, table | facing, uncovered, ranks, out)
    cards = facing
    while cards:
        one = lowest(cards)
        cards &= cards - 1
        covers = b.beats[one] & rest
        while covers:
            other = lowest(covers)
            covers &= covers - 1
            more = table | 1 << one | 1 << other
            if uncovered == 1:
                and_left(out, b.covered[question][more], q - 1, place_in(rest, other))
            else:
                open_(b, question, more, facing & ~(1 << one), here)
                and_left(out, here, q - 1, place_in(rest, other))
    if not b.transfers or table or uncovered >= CAP:
        return
    added = ranks & rest
    while added:
        other = lowest(added)
        added &= added - 1
        open_(b, 1 - question, 0, facing | 1 << other, here)
        turn_over(here, q - 1)
        # Denied; and not allowed to one who would face more cards than he holds.
        for i in range(words_of(q - 1)):
            here[i] = ~(here[i] & AT_LEAST[q - 1][uncovered + 1][i]) & used(q - 1)
        and_left(out, here, q - 1, place_in(rest, other))


cdef bint moved(Bouts *b, int question, int table, int one) noexcept nogil:
    """Tell whether Open(table, one) may have changed since the round before."""
    cdef int covers, other, both = table | 1 << one
    given(b, question, both)
    if b.left_new[question][both]:
        return True
    covers = b.beats[one] & ~table
    while covers:
        other = lowest(covers)
        covers &= covers - 1
        if b.covered_new[question][both | 1 << other]:
            return True
    return False


cdef void cover(Bouts *b, int question, int table) noexcept nogil:
    """Find Covered(table) from what it leads to, where that has changed."""
    cdef int rest = b.full & ~table
    cdef int q = count(rest), words = words_of(q), one
    cdef int added = b.ranks[table] & rest
    cdef uint64_t here[WORDS]
    cdef uint64_t out[WORDS]
    cdef int i, left_over = added if count(table) < 2 * CAP else 0
    cdef bint changed = b.round_ == 1
    b.covered_new[question][table] = False
    added = left_over
    while left_over and not changed:
        one = lowest(left_over)
        left_over &= left_over - 1
        changed = moved(b, question, table, one)
    if not changed:
        return
    memcpy(out, b.beaten[question][table], 8 * words)
    while added:
        one = lowest(added)
        added &= added - 1
        open_(b, question, table, 1 << one, here)
        # Nothing can be added for a defender without cards.
        for i in range(words_of(q - 1)):
            here[i] &= ~AT_LEAST[q - 1][q - 1][i]
        or_held(out, here, q - 1, place_in(rest, one))
    if b.round_ > 1 and not memcmp(b.covered[question][table], out, 8 * words):
        return
    memcpy(b.covered[question][table], out, 8 * words)
    b.covered_new[question][table] = True


cdef bint play_round(Bouts *b, int question) noexcept nogil:
    """Find the start from itself once more; tell whether it changed."""
    cdef int words = words_of(b.n), i
    cdef uint64_t fresh[WORDS]
    cdef uint64_t here[WORDS]
    memset(fresh, 0, 8 * words)
    for i in range(b.n):
        open_(b, question, 0, 1 << i, here)
        or_held(fresh, here, b.n - 1, i)
    finish(b, fresh)
    if not memcmp(fresh, b.start[question], 8 * words):
        return False
    memcpy(b.start[question], fresh, 8 * words)
    return True


cdef inline void finish(Bouts *b, uint64_t *start) noexcept nogil:
    """Set the lanes of finished games: without cards one has won, with all lost."""
    cdef uint64_t all_held = (<uint64_t>1 << b.n) - 1
    start[0] |= 1
    start[all_held >> 6] &= ~(<uint64_t>1 << (all_held & 63))


cdef void cover_all(Bouts *b, int question) noexcept nogil:
    """Find Covered of all sets, with takes that lead to the start as it is now."""
    cdef int i
    for i in range(b.reached - 1, 0, -1):
        cover(b, question, b.tables[i])


cdef int solve(Bouts *b, uint64_t pattern, bint begun) noexcept nogil:
    """Find the start's vectors of a pattern; return the rounds it took.

    ``begun``: there are vectors of another pattern of as many cards to begin with.
    """
    cdef int question, i, words, rounds = 0
    cdef bint changed
    reach(b, pattern)
    words = words_of(b.n)
    b.used_words = 0
    for i in range(1, b.reached):
        read_beaten(b, pattern, b.tables[i])
        for question in range(b.questions):
            b.covered[question][b.tables[i]] = room_for(b, b.n - count(b.tables[i]))
    for question in range(b.questions):
        memset(b.left_to[question], 0, sizeof(uint64_t *) << b.n)
        memset(b.looked[question], 0, sizeof(int) << b.n)
    if not b.transfers:
        # One solution, whatever it is begun with: that of a like pattern, and then
        # that of the other question, save half the rounds.
        for question in range(b.questions):
            if question == HOLDS:
                memcpy(b.start[HOLDS], b.start[WINS], 8 * words)
            elif not begun:
                memset(b.start[WINS], 0, 8 * words)
            b.round_ = 0
            changed = True
            while changed:
                rounds += 1
                b.round_ += 1
                cover_all(b, question)
                changed = play_round(b, question)
        return rounds
    for i in range(words):
        b.start[WINS][i] = 0
        b.start[HOLDS][i] = used(b.n)
    finish(b, b.start[WINS])
    finish(b, b.start[HOLDS])
    b.round_ = 0
    changed = True
    while changed:
        rounds += 1
        b.round_ += 1
        cover_all(b, WINS)
        cover_all(b, HOLDS)
        changed = play_round(b, WINS) | play_round(b, HOLDS)
    return rounds


cdef void write(Bouts *b, uint64_t *values, uint64_t number) noexcept nogil:
    """Put the start's vectors where the pattern's values lie."""
    cdef int question
    cdef uint64_t bit
    for question in range(b.questions):
        bit = (number * b.questions + question) << b.n
        if b.n >= 6:
            memcpy(values + (bit >> 6), b.start[question], 8 * words_of(b.n))
        else:
            values[bit >> 6] |= b.start[question][0] << (bit & 63)


def index(const uint64_t[::1] patterns, uint64_t[::1] slots) -> None:
    """Fill the hash table of a layer: pattern number i is ``patterns[i]``.

    ``slots`` are zeros, a power of two of them and more than there are patterns.
    """
    cdef int bits = highest(slots.shape[0])
    cdef uint64_t mask = slots.shape[0] - 1, at
    cdef uint64_t i
    with nogil:
        for i in range(<uint64_t>patterns.shape[0]):
            at = mixed(patterns[i]) >> (64 - bits)
            while slots[at]:
                at = (at + 1) & mask
            slots[at] = patterns[i] | i << PATTERN_BITS


def tally(
    const uint64_t[::1] values, int cards, int vectors, uint64_t[::1] out
) -> None:
    """Count wins and entries that are not lost, by the attacker's cards.

    ``values`` are whole patterns' vectors; ``out`` gets, added to what it holds, for 0,
    1, ... ``cards`` cards of the attacker's the wins and then as many numbers of
    entries not lost.
    """
    cdef uint64_t i, word
    cdef uint64_t words = values.shape[0]
    cdef int length = 1 << cards, place, k, question
    cdef uint64_t at
    cdef uint64_t exact[2 * MOST_CARDS + 2]
    memset(exact, 0, sizeof(exact))
    with nogil:
        for i in range(words):
            word = values[i]
            if cards >= 6:
                question = (i >> (cards - 6)) % vectors
                at = i & (words_of(cards) - 1)
                for k in range(cards + 1):
                    exact[question * (cards + 1) + k] += count(
                        word & AT_LEAST[cards][k][at] & ~AT_LEAST[cards][k + 1][at]
                    )
                continue
            for place in range(64):
                if word >> place & 1:
                    question = ((i << 6 | place) >> cards) % vectors
                    k = count(place & (length - 1))
                    exact[question * (cards + 1) + k] += 1
        for k in range(cards + 1):
            out[k] += exact[k]
            out[cards + 1 + k] += exact[k if vectors == 1 else cards + 1 + k]


def build(
    Tables tables, const uint64_t[::1] patterns, uint64_t[::1] values, bint transfers,
    int vectors,
) -> int:
    """Solve patterns that all have the same number of cards, 2 or more.

    ``tables`` has all smaller layers that beaten attacks lead to.  ``values`` are
    zeros and get the patterns' vectors one after another.  Returns the rounds that it took.
    Raises ``MemoryError``.
    """
    cdef uint64_t i
    cdef uint64_t rounds = 0
    cdef Bouts *b = <Bouts *>calloc(1, sizeof(Bouts))
    cdef int cards = count(patterns[0])
    if b == NULL:
        raise MemoryError
    b.pool = <uint64_t *>calloc(pool_words(cards), 8)
    if b.pool == NULL:
        free(b)
        raise MemoryError
    b.shelf = &tables.shelf
    b.transfers = transfers
    b.questions = vectors
    with nogil:
        for i in range(<uint64_t>patterns.shape[0]):
            rounds += solve(b, patterns[i], i > 0)
            write(b, &values[0], i)
    free(b.pool)
    free(b)
    return rounds
