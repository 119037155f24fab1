"""Kryt' as bits: cards, the pile as a stack with its hash, what ends at once.

A card is the bit ``16 * suit + rank`` of a 64-bit word, with the trump suit last
(suit 3); so the cards that beat a card are one shift and one mask away.  A hand is
such a word.  The pile is an array with the 128-bit hash of every prefix, so taking
a card off costs nothing.
"""

from libc.stdint cimport uint8_t, uint64_t

from kozyr.ext.bits cimport count, lowest

cdef enum:
    TRUMPS_FROM = 48       # the trump six
    TRUMP_ACE = 56
    EMPTY = 63             # the "top" of an empty pile; nothing beats it

cdef struct Pile:
    uint64_t one[40]       # hash of the lowest n cards, first half
    uint64_t two[40]
    uint8_t cards[40]      # bottom to top
    int size

cdef inline uint64_t bit(int card) noexcept nogil:
    return <uint64_t>1 << card

# The cards that beat a card; none beats EMPTY.
cdef inline uint64_t beaters(int card) noexcept nogil:
    cdef uint64_t higher = (~<uint64_t>1 << card) & (<uint64_t>0x1FF << (card & 48))
    if card < TRUMPS_FROM:
        higher |= <uint64_t>0x1FF << TRUMPS_FROM
    return higher

cdef inline bint single(uint64_t hand) noexcept nogil:
    return hand & (hand - 1) == 0

cdef inline bint at_most_two(uint64_t hand) noexcept nogil:
    hand &= hand - 1
    return hand & (hand - 1) == 0

cdef inline int top_of(Pile *pile) noexcept nogil:
    return pile.cards[pile.size - 1] if pile.size else EMPTY

cdef inline void push(Pile *pile, int card) noexcept nogil:
    """Lay a card on the pile."""
    cdef int n = pile.size
    cdef uint64_t x = (pile.one[n] ^ <uint64_t>(card + 1)) * <uint64_t>0x9E3779B97F4A7C15
    cdef uint64_t y = (pile.two[n] + <uint64_t>(card + 1)) * <uint64_t>0xD6E8FEB86659FD93
    pile.one[n + 1] = x ^ (x >> 29)
    pile.two[n + 1] = (y ^ (y >> 32)) * <uint64_t>0xBF58476D1CE4E5B9
    pile.cards[n] = card
    pile.size = n + 1

# How many cards a pick-up takes from a pile of some size under its top card.
cdef inline int picked_count(int top, int size) noexcept nogil:
    if top < TRUMPS_FROM:
        return 1
    if top == TRUMP_ACE or size < 3:
        return size
    return 3

# The mover may end the game now, by a win or by a draw.
cdef inline bint can_end(uint64_t mover, int top) noexcept nogil:
    if top == EMPTY:
        return single(mover)
    return at_most_two(mover) and mover & beaters(top) != 0

# The mover may win now.
cdef inline bint can_win(uint64_t mover, uint64_t other, int top) noexcept nogil:
    cdef uint64_t covers
    if not at_most_two(mover):
        return False
    if top == EMPTY:
        return single(mover) and (
            not single(other) or other & beaters(lowest(mover)) == 0
        )
    covers = mover & beaters(top)
    if covers == 0:
        return False
    if single(mover) or not single(other):
        return True
    while covers:
        if other & beaters(lowest(mover ^ (covers & -covers))) == 0:
            return True
        covers &= covers - 1
    return False
