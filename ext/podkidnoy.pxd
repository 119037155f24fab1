"""The two-player podkidnoy kernel: alpha-beta over bouts (see podkidnoy.pyx)."""

from libc.stdint cimport uint64_t

from kozyr.ext.bounds cimport Table
from kozyr.ext.tables cimport Tables
from kozyr.ext.shelf cimport Shelf

cdef struct Search:
    Table table
    const Shelf *shelf     # finished endgame tables, or NULL
    int stock[36]          # kernel cards in drawing order
    int stock_size
    uint64_t nodes         # choices met: attacks, answers, additions, throw-ins
    uint64_t next_poll     # when to look at the limits
    bint stopped           # a limit was reached: every score is void
    void *owner            # the Python object to poll

# Whether the attacker wins by leading what can't be covered; the stock is exhausted.
cdef bint attacker_runs(uint64_t attacker, uint64_t defender) noexcept nogil

# The attacker's score of a bout start, within (alpha, beta), seen from the root.
cdef int bout(
    Search *s, uint64_t attacker, uint64_t defender, int drawn, int cap,
    int ply, int alpha, int beta,
) noexcept nogil

cdef class Podkidnoy:
    cdef Search search
    cdef Tables tables
    cdef object interruption
    cdef object grant
    cdef void look(self) noexcept
    cdef int use_stock(self, list stock)
