"""The tables of three players: built here, read by anyone (see trio.pyx)."""

from libc.stdint cimport uint64_t

from kozyr.ext.shelf cimport Shelf

# The value of a bout start for the seat ``lone`` places after the attacker, alone
# against the two others; ABSENT without a layer for it.
cdef int probe_trio(
    const Shelf *shelf, uint64_t attacker, uint64_t second, uint64_t third, int lone
) noexcept nogil

cdef class TrioTables:
    cdef Shelf shelf
    cdef list held
