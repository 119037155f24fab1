"""The kernel for Kryt'-navalivat' (see kryt.pyx)."""

from libc.stdint cimport uint64_t

from kozyr.ext.kryt_graph cimport Closure
from kozyr.ext.kryt_moves cimport Search
from kozyr.ext.kryt_proof cimport Proof

cdef class Kryt:
    cdef Search search
    cdef Closure closure
    cdef Proof proof
    cdef object grant
    cdef object interruption
    cdef uint64_t memory
    cdef uint64_t mover
    cdef uint64_t other
    cdef void look(self) noexcept
    cdef void share(self, bint small) noexcept
    cdef void allow(self, uint64_t nodes) noexcept
    cdef object answer(self, int answer)
