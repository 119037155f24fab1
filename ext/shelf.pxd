"""Finished tables as the kernels see them: where each pattern's values lie.

A *layer* holds all patterns (canonical.pyx) with one number of cards.  Its index is a
hash table of words, pattern in the low 36 bits, number above, 0 for free; its values are
bits.  A pattern's values are one vector (lanes.pxd) that tells in which lanes the
attacker wins, and with an even number of cards a second one that tells in which he does
not lose.  With an odd number there are no draws in podkidnoy, and the first serves for
both; in perevodnoy there always are two.  Vectors of fewer than 64 bits share words.

The lanes of a finished game count too: an attacker without cards has won, one who holds
all of them has lost.
"""

from libc.stdint cimport uint64_t

from kozyr.ext.bits cimport count
from kozyr.ext.canonical cimport Form, form_of, lane_of
from kozyr.ext.lanes cimport used

cdef enum:
    MOST_CARDS = 14        # in a layer
    PATTERN_BITS = 36
    LOSS = -1
    DRAW = 0
    VICTORY = 1
    ABSENT = 2

cdef struct Layer:
    const uint64_t *slots
    const uint64_t *values
    int bits               # log2 of the number of slots, 0 where there is no layer
    uint64_t patterns      # how many there are
    int vectors            # a pattern: 1 or 2

cdef struct Shelf:
    Layer layers[MOST_CARDS + 1]
    int most               # cards in the largest layer

# Mix a pattern; the high bits are the best ones.
cdef inline uint64_t mixed(uint64_t pattern) noexcept nogil:
    pattern ^= pattern >> 19
    return pattern * <uint64_t>0x9E3779B97F4A7C15

# The number of a pattern in its layer; every pattern with so many cards has one.  In a
# large file that was not checked any word may be damaged: then the answer is wrong, but
# it ends and stays within the values.
cdef inline uint64_t number_of(const Layer *layer, uint64_t pattern) noexcept nogil:
    cdef uint64_t mask = (<uint64_t>1 << layer.bits) - 1
    cdef uint64_t at = mixed(pattern) >> (64 - layer.bits)
    cdef uint64_t slot, number, tried
    for tried in range(mask + 1):
        slot = layer.slots[at]
        if slot & ((<uint64_t>1 << PATTERN_BITS) - 1) == pattern:
            number = slot >> PATTERN_BITS
            return number if number < layer.patterns else 0
        if slot == 0:
            break
        at = (at + 1) & mask
    return 0

# The bits from a vector's first on; for q below 6 other vectors' bits follow it.
cdef inline uint64_t at_bit(const uint64_t *values, uint64_t bit) noexcept nogil:
    return values[bit >> 6] >> (bit & 63)

# Where the tables have some cards in play: all that does not depend on who holds them.
cdef struct Site:
    uint64_t in_play       # 0 for none yet
    uint64_t number        # of the pattern in its layer
    Form form

cdef enum:
    SITE_BITS = 11         # of a search's memory for them: the second cache holds it

cdef inline void locate(Site *site, const Layer *layer, uint64_t in_play) noexcept nogil:
    site.in_play = in_play
    site.form = form_of(in_play)
    site.number = number_of(layer, site.form.pattern)

# The site of some cards among those that a search keeps.  It stays with the same cards for
# long, for a take leaves them in play: that saves most of the forms and their look-ups.
cdef inline Site *site_of(
    Site *sites, const Layer *layer, uint64_t in_play
) noexcept nogil:
    cdef Site *site = sites + (mixed(in_play) >> (64 - SITE_BITS))
    if site.in_play != in_play:
        locate(site, layer, in_play)
    return site

# The attacker's value of a bout start by the tables, ABSENT without a layer for it;
# ``sites`` are those of a search, or NULL.
cdef inline int probe(
    const Shelf *shelf, Site *sites, uint64_t attacker, uint64_t defender
) noexcept nogil:
    cdef uint64_t in_play = attacker | defender, bit
    cdef int cards = count(in_play)
    cdef const Layer *layer
    cdef Site here
    cdef Site *site = &here
    if cards > shelf.most:
        return ABSENT
    layer = &shelf.layers[cards]
    if layer.bits == 0:
        return ABSENT
    if sites == NULL:
        locate(site, layer, in_play)
    else:
        site = site_of(sites, layer, in_play)
    bit = (site.number * layer.vectors << cards) + lane_of(&site.form, attacker)
    if at_bit(layer.values, bit) & 1:
        return VICTORY
    if layer.vectors == 1:
        return LOSS
    return DRAW if at_bit(layer.values, bit + (<uint64_t>1 << cards)) & 1 else LOSS
