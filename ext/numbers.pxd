"""Proof and disproof numbers: how much is still to show that a side wins, or does not.

A *proof number* of 0 is a proof, a disproof number of 0 a refutation; the other one is
then infinite.  Where the side that is to win moves, one child's proof is enough and all
must be refuted; elsewhere it is the other way round.  (Allis, van der Meulen, van den
Herik, Proof-number search, 1994; depth first with limits: Nagai, 2002.)

The numbers of a position lie in an entry of the wide table in the places of its moves
and of what was refuted.
"""

from libc.stdint cimport uint64_t

from kozyr.ext.bits cimport highest
from kozyr.ext.wide_table cimport Entry

cdef enum:
    INFINITE = 0xFFFFFF
    LARGEST = 0xFFFFFE     # number that is not infinite

cdef struct Tally:
    int least              # of the numbers of which one is enough
    int second
    int best               # the child that has the least
    int all                # of the numbers that are all needed: what they come to
    int largest
    int open               # how many of them are not 0

cdef inline int proof_number(Entry *entry) noexcept nogil:
    return entry.no[0] << 16 | entry.move[0]

cdef inline int disproof_number(Entry *entry) noexcept nogil:
    return entry.no[1] << 16 | entry.move[1]

cdef inline void write_numbers(Entry *entry, int pn, int dn, uint64_t nodes) noexcept nogil:
    """Write down the numbers of a position that took so many nodes."""
    entry.move[0] = pn & 0xFFFF
    entry.no[0] = pn >> 16
    entry.move[1] = dn & 0xFFFF
    entry.no[1] = dn >> 16
    # What took the least is replaced first, what is decided last.
    entry.yes[0] = highest(nodes | 1) + 1

cdef inline void begin(Tally *t) noexcept nogil:
    t.least = INFINITE
    t.second = INFINITE
    t.best = 0
    t.all = 0
    t.largest = 0
    t.open = 0

cdef inline void weigh(Tally *t, int child, int one, int other) noexcept nogil:
    """Add a child: of its number ``one`` the least counts, of ``other`` all do."""
    if one < t.least:
        t.second = t.least
        t.least = one
        t.best = child
    elif one < t.second:
        t.second = one
    if other > t.largest:
        t.largest = other
    if other:
        t.open += 1
    t.all = t.all + other if t.all + other < LARGEST else LARGEST

cdef inline void conclude(Tally *t, bint weak) noexcept nogil:
    """Set what the numbers come to: their sum or, ``weak``, the largest and one for each
    other.

    Weak numbers do not grow where the same work is counted on many ways; they see less
    of how wide a position is (Ueda, Hashimoto, Hashimoto, Iida, Weak proof-number search,
    2008).
    """
    if t.largest == INFINITE:
        t.all = INFINITE
    elif weak and t.open:
        t.all = t.largest + t.open - 1
        if t.all > LARGEST:
            t.all = LARGEST
    if t.all == 0:
        t.least = INFINITE
    if t.least == 0:
        t.all = INFINITE

cdef inline void numbers_of(Tally *t, bint either, int *pn, int *dn) noexcept nogil:
    """Write the parent's numbers; ``either``: one child's proof is enough for it."""
    pn[0] = t.least if either else t.all
    dn[0] = t.all if either else t.least

cdef inline int share(int limit, int taken, int now) noexcept nogil:
    """Return a limit less what the siblings take of it; every look must get on."""
    limit -= taken
    return limit if limit > now else now + 1

cdef inline int wider(Tally *t, int limit, int now) noexcept nogil:
    """Return how far the best child may go before another is looked at."""
    cdef int beyond = t.second + 1 + t.second // 4
    if beyond < limit:
        limit = beyond
    return limit if limit > now else now + 1

cdef inline void limit_best(
    Tally *t, bint either, int pn_limit, int dn_limit, int pn_now, int dn_now,
    int *pn, int *dn,
) noexcept nogil:
    """Write the limits of the best child, whose numbers are these now."""
    if either:
        pn[0] = wider(t, pn_limit, pn_now)
        dn[0] = share(dn_limit, t.all - dn_now, dn_now)
    else:
        dn[0] = wider(t, dn_limit, dn_now)
        pn[0] = share(pn_limit, t.all - pn_now, pn_now)
