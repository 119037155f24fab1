"""Two hands at a bout start as one number: the keys of two-player podkidnoy."""

from libc.stdint cimport uint64_t

from kozyr.ext.bits cimport lowest, sort_suits, suit_cards, trump_cards

cdef extern from *:
    """
    /* The four suits of a rank as digits of base 3. */
    static const int KOZYR_SPREAD[16] = {
        0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36, 37, 39, 40
    };
    """
    const int SPREAD "KOZYR_SPREAD"[16]

# Who holds which suits of a rank: a digit of base 81, 0 when nobody holds any.
cdef inline int digit_of(uint64_t attacker, uint64_t defender, int rank) noexcept nogil:
    return SPREAD[attacker >> rank & 15] + 2 * SPREAD[defender >> rank & 15]

# The number of a bout start without a stock, the same for all that differ in names
# only: ranks count by order in a suit and by equality across suits.
cdef inline uint64_t canonical_key(uint64_t attacker, uint64_t defender) noexcept nogil:
    # Each plain suit becomes one word (the attacker's cards in even places, the
    # defender's in odd ones of each rank); the three are sorted.  Then every occupied
    # rank is one digit, never 0, and empty ones are dropped.
    cdef uint64_t suit = suit_cards(0)
    cdef uint64_t p = (attacker & suit) | ((defender & suit) << 1)
    cdef uint64_t q = (attacker >> 1 & suit) | ((defender >> 1 & suit) << 1)
    cdef uint64_t r = (attacker >> 2 & suit) | ((defender >> 2 & suit) << 1)
    cdef uint64_t held, key = 0
    cdef int rank
    sort_suits(&p, &q, &r)
    attacker = (
        (attacker & trump_cards()) | (p & suit) | (q & suit) << 1 | (r & suit) << 2
    )
    defender = (
        (defender & trump_cards())
        | (p >> 1 & suit) | (q >> 1 & suit) << 1 | (r >> 1 & suit) << 2
    )
    held = attacker | defender
    while held:
        rank = lowest(held) & ~3
        key = key * 81 + digit_of(attacker, defender, rank)
        held &= ~(<uint64_t>15 << rank)
    return key

# The number of a bout start whose stock has cards left: they break that symmetry.
cdef inline uint64_t literal_key(
    uint64_t attacker, uint64_t defender, int remaining
) noexcept nogil:
    cdef uint64_t key = 0
    cdef int rank
    for rank in range(0, 36, 4):
        key = key * 81 + digit_of(attacker, defender, rank)
    return key | <uint64_t>remaining << 58
