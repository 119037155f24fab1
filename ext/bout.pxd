"""One bout of Durak for the circular kernel (see bout.pyx)."""

from libc.stdint cimport uint64_t

from kozyr.ext.question cimport Question

# The attacker lays the first card; `hint` is the number of the one to try first, and
# becomes that of the one that settled the answer.
cdef int lead(Question *q, int attacker, int r, int *hint) noexcept nogil

# The defender covers, transfers or takes.
cdef int defend(
    Question *q, int by, int defender, uint64_t table, uint64_t uncovered, int laid,
    uint64_t turn, bint fresh, int r,
) noexcept nogil

# The attackers are asked to add, from the `first` after the principal.
cdef int ask(
    Question *q, int by, int defender, uint64_t table, int laid, bint taking,
    int space, int first, uint64_t allowed, int r,
) noexcept nogil

# How many attack cards may still be added.
cdef int room(Question *q, int defender, int laid, int uncovered) noexcept nogil
