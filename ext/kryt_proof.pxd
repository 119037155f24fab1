"""Proof-number search: long forced wins of a side (see kryt_proof.pyx)."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from kozyr.ext.kryt_moves cimport Search

cdef enum:
    DEEPEST = 700          # moves on the way from the root
    ROOM = 1 << 16         # moves listed on the way
    FILTER = 1 << 12
    REFUTED = 15000        # the least doubt of a proof that has been refuted

cdef struct Child:
    uint64_t one           # the position's key
    uint64_t two
    int pn
    int dn
    uint32_t move
    bint fresh             # the table had nothing about it

cdef struct Proof:
    Child *children
    uint32_t used
    int depth
    uint64_t way[DEEPEST]  # keys of the positions on the way
    uint16_t near[FILTER]  # how many of them have a key that ends alike

cdef void close_proof(Proof *p) noexcept nogil
# 1: the attacker wins; -1: refuted as far as the search can tell; 0: not known.
cdef int look_for_proof(
    Proof *p, Search *s, uint64_t mover, uint64_t other, bint mine
) noexcept nogil
cdef int doubt(Search *s, uint64_t mover, uint64_t other) noexcept nogil
