"""The canonical form of two hands: one pattern for all that play alike (canonical.pyx)."""

from libc.stdint cimport uint64_t

cdef struct Form:
    uint64_t pattern       # the cards in play under their canonical names
    uint64_t sources       # the rank that each canonical rank was, four bits each
    int order              # which of the six orders of the plain suits

# The canonical form of the cards in play.
cdef Form form_of(uint64_t in_play) noexcept nogil

# Which of a pattern's cards some cards are, as a lane: one bit a card of the pattern.
cdef uint64_t lane_of(const Form *form, uint64_t cards) noexcept nogil

# Where each card in play, from below, stands in the pattern.
cdef void places_of(const Form *form, uint64_t in_play, int *places) noexcept nogil
