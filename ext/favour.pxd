"""A guess who wins two-player podkidnoy; no value depends on it.

By logistic regression over positions of 4+4 to 8+8 and real endgames, rounded.  It is
right in 84 to 89 of 100 that are no draw (``python -m benchmarks.favoured``).
"""

from libc.stdint cimport uint64_t

from kozyr.ext.bits cimport count, lowest, plain_cards

cdef enum:
    TRUMP_WORTH = 12
    QUEEN = 6              # the rank of a plain card that is worth nothing, less below
    INITIATIVE = 6         # what it is worth to attack

cdef inline int worth_of(uint64_t hand) noexcept nogil:
    cdef uint64_t plain = hand & plain_cards()
    cdef int sum = TRUMP_WORTH * count(hand ^ plain)
    while plain:
        sum += (lowest(plain) >> 2) - QUEEN
        plain &= plain - 1
    return sum

# Whether the attacker has the better of it at a bout start, all in all.
cdef inline bint favours_attacker(uint64_t attacker, uint64_t defender) noexcept nogil:
    return worth_of(attacker) + INITIATIVE > worth_of(defender)
