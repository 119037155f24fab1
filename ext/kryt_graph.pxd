"""The graph of a closed set: positions, who needs them, piles, and their memory.

A pile is a node of a tree whose path from the root spells its cards, and equal piles
are one node; so the mover's hand and the number of the pile are the whole position, not
a hash of it (see kryt_closure.pyx).
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from kozyr.ext.pages cimport use_large_pages
from kozyr.ext.kryt_rules cimport EMPTY, bit

cdef enum:
    WAITING = 0            # is to be expanded
    ASSUMED = 1            # expanded; safe as long as what it needs is
    SAFE = 2               # known to be safe
    LOST = 3               # the attacker wins
    IDLE = 4               # nobody needed it when its turn came

cdef enum:
    CLEARED_AT_ONCE = 1 << 23

cdef struct Stack:
    uint64_t cards         # all cards of the pile
    uint32_t below         # the pile without its top card
    uint8_t top
    uint8_t size

cdef struct Vertex:
    uint64_t hand          # the mover's; the highest bit tells that he is the attacker
    uint32_t pile
    uint32_t edges         # newest edge to a position that needs this one; 0: none
    uint32_t choice        # the safe side's move: the vertex it leads to
    uint16_t left          # the attacker's moves there, as far as they were counted
    uint8_t state

cdef struct Edge:
    uint32_t source
    uint32_t older

cdef struct Closure:
    uint64_t memory        # bytes that it may take
    uint64_t bytes         # bytes taken now
    uint64_t everything    # all cards in play
    int cards              # most cards in the two hands
    bint digging_lost      # a position with more counts as lost (else as safe)
    int leaf               # bound of the search at each position; 0: none
    bint beyond            # there was one
    Stack *stacks
    uint32_t stacks_used
    uint32_t *stack_slots
    Vertex *vertices
    uint32_t used
    uint32_t *slots
    Edge *edges
    uint32_t edges_used
    uint32_t *work         # vertices to expand, the last one first
    uint32_t work_used
    uint32_t *doomed       # vertices whose loss has not been passed on
    uint32_t doomed_used
    uint32_t allocated     # vertices that there is memory for
    uint32_t room          # vertices of this attempt
    uint32_t edges_room
    uint32_t mask          # number of slots less one, of both tables

cdef inline void open_closure(Closure *c, uint64_t memory) noexcept nogil:
    memset(c, 0, sizeof(Closure))
    c.memory = memory

cdef inline void forget(Closure *c) noexcept nogil:
    """Give the memory back."""
    free(c.stacks); free(c.stack_slots); free(c.vertices); free(c.slots)
    free(c.edges); free(c.work); free(c.doomed)
    c.stacks = NULL; c.stack_slots = NULL; c.vertices = NULL; c.slots = NULL
    c.edges = NULL; c.work = NULL; c.doomed = NULL
    c.allocated = 0
    c.bytes = 0

cdef inline uint32_t *cleared(uint32_t *slots, uint64_t size) noexcept nogil:
    """Return slots that are all 0: these, or instead of many fresh ones."""
    cdef uint64_t taken = size * sizeof(uint32_t)
    # The system clears pages one by one as they are touched; all at once would hold
    # up the clock.
    if taken <= CLEARED_AT_ONCE:
        memset(slots, 0, taken)
        return slots
    free(slots)
    slots = <uint32_t *>calloc(size, sizeof(uint32_t))
    if slots != NULL:
        use_large_pages(slots, taken)
    return slots

cdef inline bint allocate(Closure *c, uint64_t most) noexcept nogil:
    """Make room for some vertices; False when there is no memory."""
    cdef uint64_t size = 1024
    # Half as many piles as positions and twice as many edges are ample; the slots,
    # two to four for a position and one to two for a pile, take 24 bytes at most.
    cdef uint64_t each = (
        sizeof(Stack) // 2 + sizeof(Vertex) + 2 * sizeof(Edge)
        + 2 * sizeof(uint32_t) + 24
    )
    if most < 64:
        most = 64
    if most * each > c.memory:
        most = c.memory // each
    if most < 64:
        return False
    while size < most * 2:
        size *= 2
    if c.allocated < most:
        forget(c)
        c.allocated = most
        c.stacks = <Stack *>malloc((most // 2 + 64) * sizeof(Stack))
        c.vertices = <Vertex *>malloc((most + 2) * sizeof(Vertex))
        c.edges = <Edge *>malloc((2 * most + 2) * sizeof(Edge))
        c.work = <uint32_t *>malloc((most + 2) * sizeof(uint32_t))
        c.doomed = <uint32_t *>malloc((most + 2) * sizeof(uint32_t))
        c.stack_slots = <uint32_t *>calloc(size // 2, sizeof(uint32_t))
        c.slots = <uint32_t *>calloc(size, sizeof(uint32_t))
        c.bytes = most * each
        if (
            c.stacks == NULL or c.vertices == NULL or c.edges == NULL or c.work == NULL
            or c.doomed == NULL or c.stack_slots == NULL or c.slots == NULL
        ):
            forget(c)
            return False
        use_large_pages(c.stacks, (most // 2 + 64) * sizeof(Stack))
        use_large_pages(c.vertices, (most + 2) * sizeof(Vertex))
        use_large_pages(c.edges, (2 * most + 2) * sizeof(Edge))
        use_large_pages(c.stack_slots, size // 2 * sizeof(uint32_t))
        use_large_pages(c.slots, size * sizeof(uint32_t))
    else:
        # A small attempt in the room of a large one clears no more than it needs.
        c.stack_slots = cleared(c.stack_slots, size // 2)
        c.slots = cleared(c.slots, size)
        if c.stack_slots == NULL or c.slots == NULL:
            forget(c)
            return False
    c.mask = size - 1
    c.room = most
    c.edges_room = 2 * most
    c.stacks[1].cards = 0
    c.stacks[1].top = EMPTY
    c.stacks[1].size = 0
    c.stacks_used = 1
    c.used = 0
    c.edges_used = 0
    c.work_used = 0
    return True

cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x = (x ^ (x >> 31)) * <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    return x ^ (x >> 32)

cdef inline uint32_t pushed(
    Closure *c, uint32_t pile, int card, bint create
) noexcept nogil:
    """Return the pile with a card laid on it; 0: none, or no room."""
    cdef uint64_t at = mixed(<uint64_t>pile << 8 | card)
    cdef uint32_t i
    while True:
        i = c.stack_slots[at & c.mask >> 1]
        if i == 0:
            break
        if c.stacks[i].below == pile and c.stacks[i].top == card:
            return i
        at += 1
    if not create or c.stacks_used >= c.room // 2 + 60:
        return 0
    c.stacks_used += 1
    i = c.stacks_used
    c.stack_slots[at & c.mask >> 1] = i
    c.stacks[i].below = pile
    c.stacks[i].top = card
    c.stacks[i].size = c.stacks[pile].size + 1
    c.stacks[i].cards = c.stacks[pile].cards | bit(card)
    return i

cdef inline uint32_t laid(Closure *c, uint32_t pile, int move, bint create) noexcept nogil:
    """Return the pile after a move that is no pick-up; 0: none, or no room."""
    if move >> 6 != EMPTY:
        pile = pushed(c, pile, move >> 6, create)
    return pushed(c, pile, move & 63, create) if pile else 0

cdef inline uint32_t vertex(
    Closure *c, uint64_t hand, uint32_t pile, bint create
) noexcept nogil:
    """Return the vertex of a position; 0: none, or no room."""
    cdef uint64_t at = mixed(hand ^ mixed(pile))
    cdef uint32_t i
    while True:
        i = c.slots[at & c.mask]
        if i == 0:
            break
        if c.vertices[i].hand == hand and c.vertices[i].pile == pile:
            return i
        at += 1
    if not create or c.used >= c.room:
        return 0
    c.used += 1
    i = c.used
    c.slots[at & c.mask] = i
    c.vertices[i].hand = hand
    c.vertices[i].pile = pile
    c.vertices[i].edges = 0
    c.vertices[i].choice = 0
    c.vertices[i].state = WAITING
    c.vertices[i].left = 0
    c.work[c.work_used] = i
    c.work_used += 1
    return i

cdef inline bint need(Closure *c, uint32_t source, uint32_t target) noexcept nogil:
    """Note that one vertex needs another; False when there is no room."""
    if c.edges_used >= c.edges_room:
        return False
    c.edges_used += 1
    c.edges[c.edges_used].source = source
    c.edges[c.edges_used].older = c.vertices[target].edges
    c.vertices[target].edges = c.edges_used
    if c.vertices[target].state == IDLE:
        c.vertices[target].state = WAITING
        c.work[c.work_used] = target
        c.work_used += 1
    return True
