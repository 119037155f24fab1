"""The kernel for Durak that goes in circles (see circular.pyx)."""

from libc.stdint cimport uint64_t

from kozyr.ext.tables cimport Tables
from kozyr.ext.podkidnoy cimport Podkidnoy
from kozyr.ext.question cimport Question
from kozyr.ext.trio cimport TrioTables

cdef class Circular:
    cdef Question question
    cdef Podkidnoy tail
    cdef Tables duo
    cdef TrioTables trio
    cdef object grant
    cdef object interruption
    cdef int mover
    cdef int by
    cdef int defender
    cdef int laid
    cdef bint taking
    cdef uint64_t table
    cdef uint64_t uncovered
    cdef void look(self) noexcept
    cdef int root(self, int r) noexcept nogil
    cdef object search(self, bint closing, int forcing, int r)
