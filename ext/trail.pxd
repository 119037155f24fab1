"""The trail: answers that are a *no* as long as some open question is.

Why such answers need care, and why what happens here is sound, stands at the head of
circular.pyx.  The trail lists their entries in the order in which they were found; it
is cut into consecutive segments, each with the lowest depth that its entries lean on.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, realloc

from kozyr.ext.proofs cimport (
    LEANING_NO, NEVER, Proof, Proofs, double_proofs, set_status, status,
)

cdef struct Segment:
    uint32_t start         # first place in the trail
    int low                # the lowest depth that its entries lean on

cdef struct Trail:
    uint64_t *slots        # slot in the table, times two, plus the side asked about
    uint32_t size
    uint32_t room
    Segment *segments
    uint32_t segments_size
    uint32_t segments_room

cdef inline void close_trail(Trail *t) noexcept nogil:
    free(t.slots)
    free(t.segments)


cdef inline int low_of(Trail *t, uint32_t place) noexcept nogil:
    """Return the lowest depth that an entry of the trail leans on."""
    cdef uint32_t first = 0, last = t.segments_size, middle
    while last - first > 1:
        middle = (first + last) // 2
        if t.segments[middle].start <= place:
            first = middle
        else:
            last = middle
    return t.segments[first].low


cdef inline void lower(Trail *t, uint32_t start, int low) noexcept nogil:
    """Let the trail from ``start`` lean on ``low`` or lower, as one segment.

    A piece that leans lower still takes the whole with it: that is safe (it
    closes later than it might) and keeps the segments few.
    """
    while t.segments_size and t.segments[t.segments_size - 1].start >= start:
        t.segments_size -= 1
        if t.segments[t.segments_size].low < low:
            low = t.segments[t.segments_size].low
    if t.segments_size == t.segments_room:
        t.segments_room = t.segments_room * 2 + 64
        t.segments = <Segment *>realloc(
            t.segments, t.segments_room * sizeof(Segment)
        )
    t.segments[t.segments_size].start = start
    t.segments[t.segments_size].low = low
    t.segments_size += 1


cdef inline Proof *provisional(Trail *t, Proofs *table, uint32_t place) noexcept nogil:
    """Return an entry of the trail, NULL when it was replaced in the table."""
    cdef Proof *entry = table.slots + (t.slots[place] >> 1)
    cdef int side = t.slots[place] & 1
    if status(entry, side) == LEANING_NO and entry.mark[side] == place:
        return entry
    return NULL


cdef inline void void_from(Trail *t, Proofs *table, uint32_t start) noexcept nogil:
    """Forget the provisional answers from ``start`` on."""
    cdef Proof *entry
    cdef int side
    while t.size > start:
        t.size -= 1
        entry = provisional(t, table, t.size)
        if entry != NULL:
            side = t.slots[t.size] & 1
            set_status(entry, side, 0)
            entry.mark[side] = 0
    while t.segments_size and t.segments[t.segments_size - 1].start >= start:
        t.segments_size -= 1


cdef inline void finish_from(
    Trail *t, Proofs *table, uint32_t start, int depth
) noexcept nogil:
    """Make final what leans on ``depth`` or deeper; keep the rest provisional."""
    cdef uint32_t first = t.segments_size, kept = start, place, end
    cdef uint32_t segment, segments
    cdef Proof *entry
    cdef int side
    while first and t.segments[first - 1].start >= start:
        first -= 1
    segments = first
    for segment in range(first, t.segments_size):
        place = t.segments[segment].start
        end = t.size
        if segment + 1 < t.segments_size:
            end = t.segments[segment + 1].start
        if t.segments[segment].low < depth:
            t.segments[segments].start = kept
            t.segments[segments].low = t.segments[segment].low
            segments += 1
        while place < end:
            entry = provisional(t, table, place)
            side = t.slots[place] & 1
            if entry != NULL and t.segments[segment].low >= depth:
                set_status(entry, side, NEVER)
            elif entry != NULL:
                entry.mark[side] = kept
                t.slots[kept] = t.slots[place]
                kept += 1
            place += 1
    t.segments_size = segments
    t.size = kept


cdef inline void lean(
    Trail *t, Proofs *table, Proof *entry, int side, uint32_t start, int low
) noexcept nogil:
    """Append a provisional no to the trail."""
    if t.size == t.room:
        t.room = t.room * 2 + 256
        t.slots = <uint64_t *>realloc(t.slots, t.room * sizeof(uint64_t))
    set_status(entry, side, LEANING_NO)
    entry.mark[side] = t.size
    t.slots[t.size] = <uint64_t>(entry - table.slots) << 1 | side
    t.size += 1
    lower(t, start, low)


cdef inline void grow(Trail *t, Proofs *table) noexcept nogil:
    """Double the table and tell the trail where its entries are now."""
    cdef uint64_t i
    cdef int side
    if not double_proofs(table):
        return
    for i in range(table.mask + 1):
        for side in range(2):
            if status(table.slots + i, side) == LEANING_NO:
                t.slots[table.slots[i].mark[side]] = i << 1 | side
