"""Closed sets of positions: why a side can never force a win (see kryt_closure.pyx)."""

from libc.stdint cimport uint64_t

from kozyr.ext.kryt_graph cimport Closure
from kozyr.ext.kryt_moves cimport Search

cdef enum:
    # Answers to "can the attacker force a win?"
    YES = 1
    NO = -1
    UNKNOWN = 0
    BEYOND = 2             # unknown for the limit of cards in hands

cdef int close_question(
    Closure *c, Search *s, uint64_t mover, uint64_t other, bint mine, uint64_t most
) noexcept nogil
