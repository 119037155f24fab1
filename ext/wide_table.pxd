"""A table with 128 bits of each position: what is proven, and proof numbers.

In Kryt' there are two questions about a position, *does the mover force a win?* and
*does the other?*; for each an entry keeps the smallest bound for which the answer was yes
and the largest for which it was no.  A bound says how much the forcing side may spend
(kryt.pyx); ``NEVER`` refuted means that no bound is enough.  Proof numbers, of Kryt' and
of podkidnoy, have entries of their own (numbers.pxd).

Open addressing in a window of four slots.  The table doubles while the memory limit
allows; then the entry of the window that took the smallest bounds is replaced.  Moving
millions of entries at once would hold up the clock, so the smaller table stays until its
entries have been moved, a few with each new one.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free

from kozyr.ext.pages cimport use_large_pages

cdef enum:
    WINDOW = 4
    FEWEST_SLOTS = 1 << 10
    MOVED_AT_ONCE = 8
    FRESH = 128            # entries made after a growth that are slow
    NEVER = 255            # refuted: whatever the bound
    FARTHEST = 250         # the largest bound
    PROVEN = 254           # proven, with a bound that nobody knows
    # The two questions about a position, as places in an entry.
    WIN = 0
    LOSS = 1

cdef struct Entry:
    uint64_t one
    uint64_t two
    uint8_t yes[2]         # proven with this bound; 0: not proven
    uint8_t no[2]          # refuted with this bound less one; 0: with none
    uint16_t move[2]       # the move that settled the question last; 0: none

cdef struct Table:
    Entry *slots
    uint64_t mask          # number of slots less one
    uint64_t most          # number of slots at the memory limit
    uint64_t used
    Entry *old             # the smaller table, NULL when all of it has been moved
    uint64_t old_mask
    uint64_t moved         # slots of the smaller table that have been moved

cdef inline void limit_table(Table *table, uint64_t memory) noexcept nogil:
    """Let the table grow within so much memory, and stay as large as it is."""
    table.most = FEWEST_SLOTS
    # While entries are moved, old and new are there together.
    while table.most <= table.mask or table.most * 3 * sizeof(Entry) <= memory:
        table.most *= 2

cdef inline bint is_fresh(Table *table) noexcept nogil:
    """Tell whether the table has just grown, so that its pages are still to be cleared.

    The first entries touch them all; that takes a tenth of a second for the largest.
    """
    return table.old != NULL and table.moved < MOVED_AT_ONCE * FRESH

cdef inline bint open_table(Table *table, uint64_t memory) noexcept nogil:
    """Allocate the smallest table; False when there is no memory."""
    table.mask = FEWEST_SLOTS - 1
    limit_table(table, memory)
    table.used = 0
    table.old = NULL
    table.slots = <Entry *>calloc(FEWEST_SLOTS, sizeof(Entry))
    return table.slots != NULL

cdef inline void close_table(Table *table) noexcept nogil:
    free(table.slots)
    free(table.old)
    table.slots = NULL
    table.old = NULL

cdef inline Entry *found_in(
    Entry *slots, uint64_t mask, uint64_t one, uint64_t two
) noexcept nogil:
    cdef Entry *entry
    cdef int i
    for i in range(WINDOW):
        entry = slots + ((one + i) & mask)
        if entry.one == one and entry.two == two:
            return entry
        if entry.two == 0:
            return NULL
    return NULL

cdef inline Entry *find(Table *table, uint64_t one, uint64_t two) noexcept nogil:
    """Return the entry of a position, NULL when there is none."""
    cdef Entry *entry = found_in(table.slots, table.mask, one, two)
    if entry == NULL and table.old != NULL:
        entry = found_in(table.old, table.old_mask, one, two)
    return entry

cdef inline int worth(Entry *entry) noexcept nogil:
    return entry.yes[0] + entry.yes[1] + entry.no[0] + entry.no[1]

cdef inline Entry *room_for(Table *table, uint64_t one, uint64_t two) noexcept nogil:
    """Return the entry of a position in the larger table, new or old."""
    cdef Entry *entry
    cdef Entry *cheapest = NULL
    cdef int i
    for i in range(WINDOW):
        entry = table.slots + ((one + i) & table.mask)
        if entry.one == one and entry.two == two:
            return entry
        if entry.two == 0:
            table.used += 1
            cheapest = entry
            break
        if cheapest == NULL or worth(entry) < worth(cheapest):
            cheapest = entry
    cheapest.one = one
    cheapest.two = two
    for i in range(2):
        cheapest.yes[i] = 0
        cheapest.no[i] = 0
        cheapest.move[i] = 0
    return cheapest

cdef inline void move_some(Table *table) noexcept nogil:
    """Move a few entries of the smaller table."""
    cdef Entry *entry
    cdef int i
    for i in range(MOVED_AT_ONCE):
        if table.moved > table.old_mask:
            free(table.old)
            table.old = NULL
            return
        entry = table.old + table.moved
        table.moved += 1
        # What is there already is the newer one.
        if entry.two and found_in(table.slots, table.mask, entry.one, entry.two) == NULL:
            room_for(table, entry.one, entry.two)[0] = entry[0]

cdef inline Entry *claim(Table *table, uint64_t one, uint64_t two) noexcept nogil:
    """Return the entry of a position, new or old; it stays till the next claim."""
    cdef Entry *entry
    cdef Entry *known = NULL
    cdef Entry *slots
    if table.old != NULL:
        move_some(table)
    elif table.used * 2 > table.mask and table.mask + 1 < table.most:
        slots = <Entry *>calloc(2 * (table.mask + 1), sizeof(Entry))
        if slots == NULL:
            table.most = table.mask + 1
        else:
            use_large_pages(slots, 2 * (table.mask + 1) * sizeof(Entry))
            table.old = table.slots
            table.old_mask = table.mask
            table.moved = 0
            table.slots = slots
            table.mask = 2 * table.mask + 1
            table.used = 0
    if table.old != NULL:
        known = found_in(table.old, table.old_mask, one, two)
        if known != NULL and found_in(table.slots, table.mask, one, two) == NULL:
            entry = room_for(table, one, two)
            entry[0] = known[0]
            return entry
    return room_for(table, one, two)
