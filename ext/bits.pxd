"""Cards as bits, rank by rank: what every Durak kernel builds on.

Inside a kernel a card is the bit ``4 * rank + suit`` of a 64-bit word, with the
trump suit last (suit 3).  So a word's nibbles are ranks: "cards of the ranks on
the table" is one AND, counting bits upwards lists cheap cards first, and an
empty rank is an empty nibble.
"""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int kozyr_count(uint64_t x) { return (int)__popcnt64(x); }
    static inline int kozyr_lowest(uint64_t x)
    { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static inline int kozyr_highest(uint64_t x)
    { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    #else
    static inline int kozyr_count(uint64_t x) { return __builtin_popcountll(x); }
    static inline int kozyr_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int kozyr_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    #endif
    """
    int count "kozyr_count"(uint64_t cards) noexcept nogil
    int lowest "kozyr_lowest"(uint64_t cards) noexcept nogil
    int highest "kozyr_highest"(uint64_t cards) noexcept nogil

cdef enum:
    TRUMP_SUIT = 3

# One suit's nine cards, shifted by the suit; all plain cards; all trumps.
cdef inline uint64_t suit_cards(int suit) noexcept nogil:
    return <uint64_t>0x111111111 << suit

cdef inline uint64_t plain_cards() noexcept nogil:
    return <uint64_t>0x777777777

cdef inline uint64_t trump_cards() noexcept nogil:
    return <uint64_t>0x888888888

# The four cards of the rank that a card has.
cdef inline uint64_t rank_of(int card) noexcept nogil:
    return <uint64_t>0xF << (card & ~3)

# Exchange three plain suits, a word each, so that none is larger than the one before.
cdef inline void sort_suits(uint64_t *p, uint64_t *q, uint64_t *r) noexcept nogil:
    cdef uint64_t swap
    if p[0] < q[0]:
        swap = p[0]; p[0] = q[0]; q[0] = swap
    if q[0] < r[0]:
        swap = q[0]; q[0] = r[0]; r[0] = swap
        if p[0] < q[0]:
            swap = p[0]; p[0] = q[0]; q[0] = swap

# All ranks that occur among some cards, each as its four cards.
cdef inline uint64_t ranks_of(uint64_t cards) noexcept nogil:
    cards |= cards >> 1
    cards |= cards >> 2
    return (cards & <uint64_t>0x111111111) * 15

# The cards that beat a card.
cdef inline uint64_t beaters(int card) noexcept nogil:
    # Shifted down and up again, a suit loses the ranks at or below the card's.
    cdef int rank = card & ~3
    cdef uint64_t higher = (suit_cards(card & 3) >> rank >> 4) << rank << 4
    if card & 3 != TRUMP_SUIT:
        higher |= trump_cards()
    return higher

# The cards that at least one of some cards beats.
cdef inline uint64_t beaten_by(uint64_t cards) noexcept nogil:
    cdef uint64_t below = cards >> 4
    below |= below >> 4
    below |= below >> 8
    below |= below >> 16
    below |= below >> 32
    if cards & trump_cards():
        below |= plain_cards()
    return below

# One card of the Python side (9 * suit + rank) as a kernel card.
cdef inline int kernel_card(int card, int trump) noexcept nogil:
    cdef int suit = card // 9
    if suit == trump:
        suit = TRUMP_SUIT
    elif suit > trump:
        suit -= 1
    return 4 * (card % 9) + suit

# A mask of the Python side as kernel cards.
cdef inline uint64_t kernel_cards(uint64_t mask, int trump) noexcept nogil:
    cdef uint64_t cards = 0
    while mask:
        cards |= <uint64_t>1 << kernel_card(lowest(mask), trump)
        mask &= mask - 1
    return cards

# Take the next card out of what is still to be tried: the plain ones from the lowest
# up, then the trumps.
cdef inline uint64_t next_card(uint64_t *plain, uint64_t *trumps) noexcept nogil:
    cdef uint64_t *source = plain if plain[0] else trumps
    cdef uint64_t card = source[0] & -source[0]
    source[0] ^= card
    return card

# The same among covers, but the quiet plain ones first.
cdef inline uint64_t next_cover(
    uint64_t *quiet, uint64_t *plain, uint64_t *trumps
) noexcept nogil:
    cdef uint64_t card
    if quiet[0]:
        card = quiet[0] & -quiet[0]
        quiet[0] ^= card
        plain[0] ^= card
        return card
    return next_card(plain, trumps)

# Cards that may be thrown in when a defender takes, who faces one uncovered card of
# those laid and holds so many more.
cdef inline int room_after_take(int held, int laid, int cap) noexcept nogil:
    cdef int most = held + laid - 1
    return (cap if cap < most else most) - laid

# Drop covers that are as good as a lower one of the same suit.  Two cards of one
# suit in one hand, each alone in its rank and nothing of the suit between them in
# play, can change names without changing the game: ranks count by order in the suit
# and by equality across suits only.
cdef inline uint64_t equal_covers_dropped(
    uint64_t covers, uint64_t in_play
) noexcept nogil:
    cdef uint64_t rest = covers & (covers - 1)
    cdef uint64_t all_covers = covers
    cdef uint64_t between, card_bit
    cdef int card, below
    while rest:
        card = lowest(rest)
        card_bit = <uint64_t>1 << card
        rest &= rest - 1
        if in_play & rank_of(card) != card_bit:
            continue
        between = in_play & suit_cards(card & 3) & (card_bit - 1)
        if between == 0:
            continue
        below = highest(between)
        if not all_covers >> below & 1:
            continue
        if in_play & rank_of(below) == <uint64_t>1 << below:
            covers &= ~card_bit
    return covers
