"""The tables of two players: built here, read by the search (see layer.pyx)."""

from kozyr.ext.shelf cimport Shelf

cdef class Tables:
    cdef Shelf shelf
    cdef list held
