"""The two-player podkidnoy kernel: alpha-beta over bouts (see podkidnoy.pyx)."""

from libc.stdint cimport uint64_t

from kozyr.ext.bounds cimport Table
from kozyr.ext.tables cimport Tables
from kozyr.ext.shelf cimport SITE_BITS, Shelf, Site

cdef enum:
    # What is to be chosen: a lead, an answer, an addition, a throw-in after take.
    LEAD = 0
    ANSWER = 1
    ADD = 2
    THROW_IN = 3

# A position, its cards and masks as the kernels number them (bits.pxd).
cdef struct Spot:
    uint64_t attacker
    uint64_t defender
    uint64_t table
    int choice
    int card               # ANSWER: the card to cover, the last of `laid`
    int laid               # attack cards on the table
    int room               # THROW_IN: cards that may still be thrown in
    int cap                # attack cards allowed in this bout
    int drawn              # cards drawn from the known stock

cdef struct Search:
    Table table
    const Shelf *shelf     # finished endgame tables, or NULL
    Site sites[1 << SITE_BITS]  # where in them its last look-ups were
    int stock[36]          # kernel cards in drawing order
    int stock_size
    uint64_t nodes         # choices met: attacks, answers, additions, throw-ins
    uint64_t next_poll     # when to look at the limits
    uint64_t node_limit    # of one attempt; 0 for none
    bint stopped           # a limit was reached: every score is void
    bint spent             # node_limit was it
    void *owner            # the Python object to poll

# Whether the attacker wins by leading what can't be covered; the stock is exhausted.
cdef bint attacker_runs(uint64_t attacker, uint64_t defender) noexcept nogil

# Look at the limits and at Python's signals.
cdef void poll(Search *s) noexcept nogil

# The attacker's score of a bout start, within (alpha, beta), seen from the root.
cdef int bout(
    Search *s, uint64_t attacker, uint64_t defender, int drawn, int cap,
    int ply, int alpha, int beta,
) noexcept nogil

cdef class Podkidnoy:
    cdef Search search
    cdef Spot spot
    cdef Tables tables
    cdef object interruption
    cdef object grant
    cdef void look(self) noexcept
    cdef int use_stock(self, list stock)
    cdef void allow(self, uint64_t nodes) noexcept
    # Whether a result counts, or a limit has voided it; raises what arrived meanwhile.
    cdef bint counts(self) except -1
