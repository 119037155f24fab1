"""The tables of two players as a search reads them (see tables.pyx)."""

from kozyr.ext.shelf cimport Shelf

cdef class Tables:
    cdef Shelf shelf
    cdef list held
