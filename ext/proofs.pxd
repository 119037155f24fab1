"""A table of yes and no: what is proven about "can these seats force it?".

An entry holds the whole 128-bit key, so two positions are never confused, and the
answers for both sides of one coalition: what one side can force the other can never
force.  Beside final answers it keeps what one search needs while it runs: which
questions are open on the way from the root, and which have a *no* that leans on them
(circular.pyx).  It keeps that for each side by itself: where two players have come to
hold each other's cards, one search asks about both sides of one entry.

Open addressing in a window of eight slots.  The table doubles while the memory
limit allows; then it replaces the entry of the window that cost least, but never
one that is open.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    /* Zeroed memory; in huge pages where they can be had, for a look-up in a large
       table is a random access. */
    static void *kozyr_table(size_t bytes)
    {
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        if (bytes >= ((size_t)4 << 20)) {
            void *memory = NULL;
            if (posix_memalign(&memory, (size_t)2 << 20, bytes)) return NULL;
            madvise(memory, bytes, MADV_HUGEPAGE);
            memset(memory, 0, bytes);
            return memory;
        }
    #endif
        return calloc(1, bytes);
    }
    """
    void *new_table "kozyr_table"(size_t size) noexcept nogil
    void free_table "free"(void *memory) noexcept nogil

cdef enum:
    WINDOW = 8
    FEWEST_SLOTS = 1 << 12
    # What is known of a side, two bits each, and above both four bits of effort.
    NEVER = 1              # it can never force it
    LEANING_NO = 2         # nor while a question that is still open ends in no
    OPEN = 3               # it is being asked about
    STATES = 15
    EFFORT = 16

cdef struct Proof:
    uint64_t one           # the key, never 0 in its first half
    uint64_t two
    uint32_t mark[2]       # by side; OPEN: depth; LEANING_NO: place in the trail
    uint8_t yes[2]         # by side: forced within so many bouts; SURE: within some
    uint8_t refuted[2]     # by side: not forced within so many bouts
    uint8_t lead[2]        # by side asked about: the card to try first, plus 1
    uint8_t maybe          # could not be closed within so many bouts in attempt `mark`
                           # of a side; taken for the other's it can only lose proofs
    uint8_t state

cdef struct Proofs:
    Proof *slots
    uint64_t mask          # number of slots less one
    uint64_t most          # number of slots at the memory limit
    uint64_t used

cdef inline int status(Proof *entry, int side) noexcept nogil:
    return entry.state >> 2 * side & 3

cdef inline void set_status(Proof *entry, int side, int status) noexcept nogil:
    entry.state = <uint8_t>(entry.state & ~(3 << 2 * side) | status << 2 * side)

cdef inline bint leans(Proof *entry) noexcept nogil:
    return status(entry, 0) == LEANING_NO or status(entry, 1) == LEANING_NO

cdef inline bint is_open(Proof *entry) noexcept nogil:
    return status(entry, 0) == OPEN or status(entry, 1) == OPEN

cdef inline bint open_proofs(Proofs *table, uint64_t memory) noexcept nogil:
    """Allocate the smallest table; False when it does not fit or there is no memory."""
    cdef uint64_t slots = FEWEST_SLOTS
    table.mask = slots - 1
    table.most = slots
    # While it grows, old and new are there together.
    while table.most * 3 * sizeof(Proof) <= memory:
        table.most *= 2
    table.used = 0
    table.slots = NULL
    if slots * sizeof(Proof) > memory:
        return False
    table.slots = <Proof *>new_table(slots * sizeof(Proof))
    return table.slots != NULL

cdef inline void close_proofs(Proofs *table) noexcept nogil:
    free_table(table.slots)
    table.slots = NULL

cdef inline uint64_t slot_of(uint64_t one, uint64_t two) noexcept nogil:
    cdef uint64_t mixed = one * <uint64_t>0x9E3779B97F4A7C15
    mixed ^= mixed >> 32
    mixed = (mixed ^ two) * <uint64_t>0xD6E8FEB86659FD93
    mixed ^= mixed >> 29
    mixed *= <uint64_t>0x9E3779B97F4A7C15
    return mixed ^ (mixed >> 32)

cdef inline Proof *find(Proofs *table, uint64_t one, uint64_t two) noexcept nogil:
    """Return the entry of a key, NULL when there is none."""
    cdef uint64_t start = slot_of(one, two)
    cdef Proof *entry
    cdef int i
    for i in range(WINDOW):
        entry = table.slots + ((start + i) & table.mask)
        if entry.one == one and entry.two == two:
            return entry
        if entry.one == 0:
            return NULL
    return NULL

cdef inline Proof *claim(Proofs *table, uint64_t one, uint64_t two) noexcept nogil:
    """Return an entry for a key, new or old; NULL when all of the window is open."""
    cdef uint64_t start = slot_of(one, two)
    cdef Proof *entry
    cdef Proof *cheapest = NULL
    cdef int i, cost, least = 1 << 10
    for i in range(WINDOW):
        entry = table.slots + ((start + i) & table.mask)
        if entry.one == one and entry.two == two:
            return entry
        if entry.one == 0:
            table.used += 1
            cheapest = entry
            break
        if is_open(entry):
            continue
        cost = entry.state + (256 if leans(entry) else 0)
        if cost < least:
            least = cost
            cheapest = entry
    if cheapest != NULL:
        memset(cheapest, 0, sizeof(Proof))
        cheapest.one = one
        cheapest.two = two
    return cheapest

cdef inline bint crowded(Proofs *table) noexcept nogil:
    """Tell whether the table should grow and may."""
    return table.used * 2 > table.mask and table.mask + 1 < table.most

cdef inline bint double_proofs(Proofs *table) noexcept nogil:
    """Double the table; False when memory is refused.  Entries move."""
    cdef Proof *old = table.slots
    cdef Proof *entry
    cdef uint64_t size = table.mask + 1, i
    cdef Proof *slots = <Proof *>new_table(size * 2 * sizeof(Proof))
    if slots == NULL:
        table.most = size
        return False
    table.slots = slots
    table.mask = size * 2 - 1
    table.used = 0
    for i in range(size):
        if old[i].one == 0:
            continue
        entry = claim(table, old[i].one, old[i].two)
        if entry != NULL:
            entry[0] = old[i]
    free_table(old)
    return True
