"""Proof-number search for two-player podkidnoy (see podkidnoy_proof.pyx)."""

from libc.stdint cimport uint64_t

from kozyr.ext.podkidnoy cimport Podkidnoy
from kozyr.ext.wide_table cimport Table

# A position of a proof, with its key and its numbers.
cdef struct Node:
    uint64_t attacker
    uint64_t defender
    uint64_t table
    uint64_t spare         # THROW_IN: the cards still open to choice
    uint64_t one
    uint64_t two
    int pn
    int dn
    signed char choice     # as in podkidnoy.pxd
    signed char card
    signed char laid
    signed char room
    signed char cap
    bint ours              # it is the attacker whose win is to be proven
    bint fresh             # the table had nothing about it

cdef class Prover:
    cdef Podkidnoy kernel
    cdef Table table
    cdef Node *nodes       # the positions after each choice on the way from the root
    cdef int used
    cdef uint64_t leaf
    cdef void search(self, Node *n, int pn_limit, int dn_limit) noexcept nogil
    cdef void keep(self, Node *n, uint64_t nodes) noexcept nogil
