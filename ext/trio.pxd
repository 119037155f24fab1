"""The tables of three players: built here, read by anyone (see trio.pyx)."""

from kozyr.ext.shelf cimport Shelf

cdef class TrioTables:
    cdef Shelf shelf
    cdef list held
