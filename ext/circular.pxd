"""The kernel for Durak that goes in circles (see circular.pyx)."""

from libc.stdint cimport uint32_t, uint64_t

from kozyr.ext.podkidnoy cimport Podkidnoy, Search
from kozyr.ext.proofs cimport Proofs
from kozyr.ext.trail cimport Trail

cdef enum:
    SEATS = 6

cdef struct Question:
    Proofs table
    uint64_t hands[SEATS]  # by place at the table; empty for who is out
    int seats
    int forcing            # bit mask of the places that must force it
    int width              # moves that the forcing side tries each time; 0: all
    int tier               # cards in play where two are left; else 0
    int cap                # most attack cards in this bout
    bint transfers
    bint neighbours
    bint plies             # r counts moves; else bouts
    bint closing           # looks for a no (else for a yes within r bouts)
    uint32_t attempt       # number of the attempt to close
    int depth              # open questions above
    Trail trail
    uint64_t nodes
    uint64_t next_poll
    uint64_t node_limit    # of one attempt to close; 0 for none
    bint stopped           # a limit was reached: every answer is void
    bint spent             # node_limit was it
    bint too_deep          # the stack's end was met: a MAYBE
    char *stack_base
    size_t stack_room
    bint guarded           # a return to the bout start below is a repetition
    int guard
    uint64_t guarded_hands[SEATS]
    Search *tail           # the acyclic two-player endings of podkidnoy
    void *owner

cdef class Circular:
    cdef Question question
    cdef Podkidnoy tail
    cdef object grant
    cdef object interruption
    cdef int mover
    cdef int by
    cdef int defender
    cdef int laid
    cdef bint taking
    cdef uint64_t table
    cdef uint64_t uncovered
    cdef void look(self) noexcept
    cdef int root(self, int r) noexcept nogil
    cdef object search(self, bint closing, int forcing, int r)
