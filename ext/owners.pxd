"""A bout start of any number of players as a 128-bit key: canonical, or as it is."""

from libc.stdint cimport uint64_t

from kozyr.ext.bits cimport highest, ranks_of, sort_suits, suit_cards, trump_cards


cdef inline void key_of(
    const uint64_t *hands, int seats, int forcing, int attacker,
    uint64_t *one, uint64_t *two,
) noexcept nogil:
    """Write the canonical 128-bit key of a bout start with its two sides.

    Holders are numbered from 1 clockwise from the attacker; a card's owner has three
    bits.  Empty ranks are dropped and the plain suits sorted, as in podkidnoy.pyx.
    A suit is a word with three bits in each nibble; the trump suit's bits fill the
    fourth places of the three others.
    """
    cdef uint64_t p0 = 0, p1 = 0, p2 = 0, held, gaps, below, suit, p, q, r
    cdef int number = 0, i, place = attacker, gap
    cdef uint64_t sides = 0
    for i in range(seats):
        held = hands[place]
        if held:
            if (forcing >> place ^ forcing >> attacker) & 1:
                sides |= <uint64_t>1 << number
            number += 1
            if number & 1:
                p0 |= held
            if number & 2:
                p1 |= held
            if number & 4:
                p2 |= held
        place += 1
        if place == seats:
            place = 0
    held = ranks_of(p0 | p1 | p2)
    gaps = ~held & suit_cards(0) & ((<uint64_t>1 << highest(held)) - 1)
    while gaps:
        gap = highest(gaps)
        gaps ^= <uint64_t>1 << gap
        below = (<uint64_t>1 << gap) - 1
        p0 = (p0 & below) | (p0 >> 4 & ~below)
        p1 = (p1 & below) | (p1 >> 4 & ~below)
        p2 = (p2 & below) | (p2 >> 4 & ~below)
    suit = suit_cards(0)
    p = (p0 & suit) | (p1 & suit) << 1 | (p2 & suit) << 2
    q = (p0 >> 1 & suit) | (p1 >> 1 & suit) << 1 | (p2 >> 1 & suit) << 2
    r = (p0 >> 2 & suit) | (p1 >> 2 & suit) << 1 | (p2 >> 2 & suit) << 2
    sort_suits(&p, &q, &r)
    p |= p0 & trump_cards()
    q |= p1 & trump_cards()
    r |= p2 & trump_cards()
    one[0] = p | q << 36
    two[0] = q >> 28 | r << 8 | sides << 44


cdef inline void literal_key(
    const uint64_t *hands, int seats, int forcing, int attacker,
    uint64_t *one, uint64_t *two,
) noexcept nogil:
    """Write a 128-bit key that no two bout starts share, however alike they are.

    An owner is his place, from 1; nothing is renamed.  The attacker's place stands
    where a canonical key has only zeros.
    """
    cdef uint64_t p0 = 0, p1 = 0, p2 = 0, sides = 0
    cdef int place
    for place in range(seats):
        if (forcing >> place ^ forcing >> attacker) & 1:
            sides |= <uint64_t>1 << place
        if place + 1 & 1:
            p0 |= hands[place]
        if place + 1 & 2:
            p1 |= hands[place]
        if place + 1 & 4:
            p2 |= hands[place]
    # The highest bit keeps the first half from being 0.
    one[0] = p0 | p1 << 36 | <uint64_t>1 << 63
    two[0] = p1 >> 27 | p2 << 9 | sides << 45 | <uint64_t>(attacker + 1) << 51
