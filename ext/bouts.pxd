"""The bouts that a pattern's cards allow, whoever holds them (see layer.pyx).

Which sets of cards can lie covered on the table, what is worth what there, and what the
attack's end leads to: all that does not change while a pattern is solved, with room for
what does.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from kozyr.ext.bits cimport beaters, count, lowest, rank_of
from kozyr.ext.canonical cimport Form, form_of, places_of
from kozyr.ext.lanes cimport exchange, turn_over, used, words_of
from kozyr.ext.shelf cimport MOST_CARDS, Layer, Shelf, at_bit, number_of

cdef enum:
    WORDS = 1 << (MOST_CARDS - 6)   # of the longest vector
    SETS = 1 << MOST_CARDS
    CAP = 6
    WINS = 0               # the two questions
    HOLDS = 1


cdef struct Bouts:
    Shelf *shelf
    bint transfers
    int questions          # 1: no draws, one vector serves both
    int n                  # cards of the pattern, below: numbered from the lowest up
    int full               # the set of them all
    int beats[MOST_CARDS]  # the cards that beat a card
    int alike[MOST_CARDS]  # the cards of a card's rank, itself among them
    int tables[SETS]       # the sets T that can lie covered, fewest cards first
    int reached            # how many
    int ranks[SETS]        # of such a T: the cards in play of its ranks
    uint64_t start[2][WORDS]
    uint64_t *pool         # vectors, in this order of use
    uint64_t used_words
    uint64_t *beaten[2][SETS]
    uint64_t *covered[2][SETS]
    uint64_t *left_to[2][SETS]     # start where a set is the defender's; NULL: not yet
    int round_                     # the one that is played, from 1 on
    int looked[2][SETS]            # the last round in which left_to was brought up to date
    bint left_new[2][SETS]         # whether it changed in that round
    bint covered_new[2][SETS]      # whether Covered changed in this round
    bint seen[SETS]


cdef inline uint64_t *room_for(Bouts *b, int q) noexcept nogil:
    cdef uint64_t *vector = b.pool + b.used_words
    b.used_words += words_of(q)
    return vector


cdef inline uint64_t pool_words(int cards) noexcept nogil:
    """Return room for three vectors over each subset and question."""
    cdef uint64_t words = 0
    cdef int subset
    for subset in range(1 << cards):
        words += 6 * words_of(cards - count(subset))
    return words


cdef inline int place_in(int cards, int card) noexcept nogil:
    """Return the place of a card among some cards."""
    return count(cards & ((1 << card) - 1))


cdef inline void reach(Bouts *b, uint64_t pattern) noexcept nogil:
    """Number the pattern's cards, find what beats what and which sets can lie covered."""
    cdef int bits[MOST_CARDS]
    cdef int i, j, head, table, added, covers, more
    b.n = 0
    while pattern:
        bits[b.n] = lowest(pattern)
        pattern &= pattern - 1
        b.n += 1
    b.full = (1 << b.n) - 1
    for i in range(b.n):
        b.beats[i] = 0
        b.alike[i] = 0
        for j in range(b.n):
            if beaters(bits[i]) >> bits[j] & 1:
                b.beats[i] |= 1 << j
            if rank_of(bits[i]) >> bits[j] & 1:
                b.alike[i] |= 1 << j
    memset(b.seen, 0, sizeof(b.seen[0]) << b.n)
    b.tables[0] = 0
    b.ranks[0] = b.full
    b.reached = 1
    head = 0
    while head < b.reached:
        table = b.tables[head]
        head += 1
        if count(table) >= 2 * CAP:
            continue
        added = b.ranks[table] & ~table
        while added:
            i = lowest(added)
            added &= added - 1
            covers = b.beats[i] & ~table
            while covers:
                j = lowest(covers)
                covers &= covers - 1
                more = table | 1 << i | 1 << j
                if not b.seen[more]:
                    b.seen[more] = True
                    b.tables[b.reached] = more
                    b.reached += 1
                    b.ranks[more] = b.alike[i] | b.alike[j]
                    if table:
                        b.ranks[more] |= b.ranks[table]


cdef inline void read_beaten(Bouts *b, uint64_t pattern, int table) noexcept nogil:
    """Read what the attack's end is worth, for the attacker whose attack was beaten."""
    cdef int q = b.n - count(table), question, i, words = words_of(q), lower, upper, other
    cdef int places[MOST_CARDS]
    cdef int where[MOST_CARDS]
    cdef uint64_t rest = 0, bit, number
    cdef uint64_t *vector
    cdef const Layer *layer
    cdef Form form
    for question in range(b.questions):
        b.beaten[question][table] = room_for(b, q)
    if q == 0:
        # Both are out: a draw.
        for question in range(b.questions):
            b.beaten[question][table][0] = question == HOLDS
        return
    if q == 1:
        # The one who holds the card has lost.
        for question in range(b.questions):
            b.beaten[question][table][0] = 1
        return
    for i in range(b.n):
        if not table >> i & 1:
            rest |= pattern & -pattern
        pattern &= pattern - 1
    layer = &b.shelf.layers[q]
    form = form_of(rest)
    number = number_of(layer, form.pattern)
    places_of(&form, rest, where)
    for question in range(b.questions):
        vector = b.beaten[question][table]
        # The next attacker's vector denied: he holds on where this one does not win.
        other = 0 if layer.vectors == 1 else 1 - question
        bit = (number * layer.vectors + other) << q
        if q >= 6:
            memcpy(vector, layer.values + (bit >> 6), 8 * words)
        else:
            vector[0] = at_bit(layer.values, bit)
        for i in range(words):
            vector[i] = ~vector[i] & used(q)
        turn_over(vector, q)
        # Card i stands at where[i] and goes to place i.
        for i in range(q):
            places[i] = where[i]
        for i in range(q):
            while places[i] != i:
                lower = i if i < places[i] else places[i]
                upper = i ^ places[i] ^ lower
                exchange(vector, q, lower, upper)
                other = places[i]
                # What stood at i and at other have changed places.
                places[i] = i
                for lower in range(i + 1, q):
                    if places[lower] == i:
                        places[lower] = other
                        break
