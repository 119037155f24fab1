"""The tables of three players: built here, read by anyone (see trio.pyx)."""

from libc.stdint cimport uint64_t

from kozyr.ext.shelf cimport Shelf, Site

# The value of a bout start for the seat ``lone`` places after the attacker, alone
# against the two others; ABSENT without a layer for it.  ``sites`` are those of a search
# in these tables, or NULL.
cdef int probe_trio(
    const Shelf *shelf, Site *sites,
    uint64_t attacker, uint64_t second, uint64_t third, int lone,
) noexcept nogil

cdef class TrioTables:
    cdef Shelf shelf
    cdef list held
