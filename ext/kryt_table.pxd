"""What is proven about positions of Kryt', with bounded effort and for ever.

An entry holds 128 bits of its position.  The two questions about it are *does the
mover force a win?* and *does the other?*; for each it keeps the smallest bound for
which the answer was yes and the largest for which it was no.  A bound says how much
the forcing side may spend (kryt.pyx); ``NEVER`` refuted means that no bound is enough.

Open addressing in a window of four slots.  A small table doubles, a larger one becomes
as large as the memory limit allows: moving millions of entries would hold up the clock,
while fresh memory costs nothing until it is used.  Then the entry of the window that
took the smallest bounds is replaced.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free

cdef enum:
    WINDOW = 4
    FEWEST_SLOTS = 1 << 10
    FEW_SLOTS = 1 << 18    # from here on in one step: a few milliseconds
    NEVER = 255            # refuted: whatever the bound
    FARTHEST = 250         # the largest bound
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

cdef inline bint open_table(Table *table, uint64_t memory) noexcept nogil:
    """Allocate the smallest table; False when there is no memory."""
    table.mask = FEWEST_SLOTS - 1
    table.most = FEWEST_SLOTS
    while table.most * 2 * sizeof(Entry) <= memory:
        table.most *= 2
    table.used = 0
    table.slots = <Entry *>calloc(FEWEST_SLOTS, sizeof(Entry))
    return table.slots != NULL

cdef inline void close_table(Table *table) noexcept nogil:
    free(table.slots)
    table.slots = NULL

cdef inline Entry *find(Table *table, uint64_t one, uint64_t two) noexcept nogil:
    """Return the entry of a position, NULL when there is none."""
    cdef Entry *entry
    cdef int i
    for i in range(WINDOW):
        entry = table.slots + ((one + i) & table.mask)
        if entry.one == one and entry.two == two:
            return entry
        if entry.two == 0:
            return NULL
    return NULL

cdef inline int worth(Entry *entry) noexcept nogil:
    return entry.yes[0] + entry.yes[1] + entry.no[0] + entry.no[1]

cdef inline Entry *claim(Table *table, uint64_t one, uint64_t two) noexcept nogil:
    """Return the entry of a position, new or old."""
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

cdef inline bint crowded(Table *table) noexcept nogil:
    """Tell whether the table should grow and may."""
    return table.used * 2 > table.mask and table.mask + 1 < table.most

cdef inline void grow_table(Table *table) noexcept nogil:
    """Enlarge the table, unless memory is refused.  Entries move."""
    cdef Entry *old = table.slots
    cdef uint64_t size = table.mask + 1, i, larger = size * 2
    cdef Entry *slots
    if size >= FEW_SLOTS:
        larger = table.most
    slots = <Entry *>calloc(larger, sizeof(Entry))
    if slots == NULL:
        table.most = size
        return
    table.slots = slots
    table.mask = larger - 1
    table.used = 0
    for i in range(size):
        if old[i].two:
            claim(table, old[i].one, old[i].two)[0] = old[i]
    free(old)
