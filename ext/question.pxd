"""A question to the circular kernel while it is searched, and what it is answered.

*Can the seats of a set force it that the durak is one of the others?*
"""

from libc.stdint cimport uint32_t, uint64_t

from kozyr.ext.podkidnoy cimport Search
from kozyr.ext.shelf cimport SITE_BITS, Shelf, Site
from kozyr.ext.proofs cimport Proofs
from kozyr.ext.trail cimport Trail

cdef enum:
    # An answer is YES, MAYBE, or a no: the lowest depth that it leans on.
    YES = -1
    MAYBE = -2
    FREE = 1 << 30         # a no that leans on nothing

cdef enum:
    SEATS = 6

cdef struct Question

# Answers the question at a bout start: who attacks, and how far one may look.
ctypedef int (*Start)(Question *q, int attacker, int r) noexcept nogil

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
    bint capped            # the game began at the bout start below, with a cap of 5
    int first_attacker
    int first_cards
    uint64_t first_hands[SEATS]
    Start start            # answers the question at the next bout start
    const Shelf *duo       # tables of two and of three players to be read, or NULL
    const Shelf *trio
    Site duo_sites[1 << SITE_BITS]  # where in them the last look-ups were
    Site trio_sites[1 << SITE_BITS]
    Search *tail           # the acyclic two-player endings of podkidnoy
    void *owner

cdef inline bint forces(Question *q, int place) noexcept nogil:
    return q.forcing >> place & 1


cdef inline int next_holder(Question *q, int place) noexcept nogil:
    """Return the next place clockwise that holds cards; ``place`` when no other does."""
    cdef int i, other = place
    for i in range(q.seats):
        other += 1
        if other == q.seats:
            other = 0
        if q.hands[other]:
            return other
    return place
