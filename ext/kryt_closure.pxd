"""Closed sets of positions: why a side can never force a win (see kryt_closure.pyx)."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from kozyr.ext.kryt_moves cimport Search

cdef enum:
    # Answers to "can the attacker force a win?"
    YES = 1
    NO = -1
    UNKNOWN = 0
    BEYOND = 2             # unknown for the limit of cards in hands

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

cdef void open_closure(Closure *c, uint64_t memory) noexcept nogil
cdef void forget(Closure *c) noexcept nogil
cdef int close_question(
    Closure *c, Search *s, uint64_t mover, uint64_t other, bint mine, uint64_t most
) noexcept nogil
