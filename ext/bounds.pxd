"""A table of proven bounds that grows with the search, one 64-bit word an entry.

A key of up to 58 bits (63 in a table of 2**18 buckets or more) is scrambled by a
bijection; its low bits choose a bucket of eight words (a cache line), the rest
stands in the word.  So no two positions are ever confused, and an entry can be
written and read by several threads without a lock: it is one word.

The word, from its low end: 8 bits lower bound, 8 bits upper bound, 3 bits of
effort (the logarithm of the subtree's size, for replacement), 45 bits of key.
A bound is a score seen from a position (see podkidnoy.pyx) cut to 8 bits: a
distance too long for that is stored as a weaker bound that is still true.

The table starts small, so that short searches stay in the cache, and doubles in
place when a bucket overflows: a bucket's words part between it and the one that
is added.  At the memory limit it replaces the entry that cost least.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

cdef enum:
    WORDS = 8              # words a bucket
    FEWEST = 13            # log2 of the smallest number of buckets
    PAYLOAD = 19           # bits of a word that are not key
    WIN = 4096             # score of a win in no plies; a win in k plies is WIN - k
    FAR = 126              # plies beyond which a stored bound forgets the distance

cdef struct Table:
    uint64_t *words
    int bits               # log2 of the number of buckets
    int most               # the same, at most: the memory limit
    int key_bits           # width of the keys
    uint64_t stored        # words in use

cdef inline bint open_table(Table *table, uint64_t memory, int key_bits) noexcept nogil:
    """Allocate the smallest table; False when it does not fit or there is no memory."""
    cdef int least = FEWEST
    if key_bits - (64 - PAYLOAD) > least:
        least = key_bits - (64 - PAYLOAD)
    table.key_bits = key_bits
    table.bits = least
    table.most = least
    while (<uint64_t>WORDS * 8) << (table.most + 1) <= memory:
        table.most += 1
    table.stored = 0
    table.words = NULL
    if (<uint64_t>WORDS * 8) << least > memory:
        return False
    table.words = <uint64_t *>calloc(<size_t>WORDS << table.bits, 8)
    return table.words != NULL

cdef inline void close_table(Table *table) noexcept nogil:
    free(table.words)
    table.words = NULL

cdef inline void clear_table(Table *table) noexcept nogil:
    memset(table.words, 0, (<size_t>WORDS * 8) << table.bits)
    table.stored = 0

cdef inline uint64_t scramble(uint64_t key, int key_bits) noexcept nogil:
    """Mix a key; a bijection of the numbers of key_bits bits."""
    cdef uint64_t mask = (<uint64_t>1 << (key_bits - 1) << 1) - 1
    cdef int half = (key_bits + 1) // 2
    key = (key * <uint64_t>0x9E3779B97F4A7C15) & mask
    key ^= key >> half
    key = (key * <uint64_t>0xD6E8FEB86659FD93) & mask
    return key ^ (key >> half)

# Scores and their 8-bit forms.  An 8-bit lower bound is rounded down, an upper
# bound up; +1 is a win at an unknown distance, -127 and +127 know nothing.
cdef inline int packed_lower(int score) noexcept nogil:
    if score > 0:
        return FAR + 1 - (WIN - score) if WIN - score < FAR else 1
    if score == 0:
        return 0
    return -(FAR + 1 - (WIN + score)) if WIN + score < FAR else -2

cdef inline int packed_upper(int score) noexcept nogil:
    return -packed_lower(-score)

cdef inline int unpacked_lower(int code) noexcept nogil:
    if code > 1:
        return WIN - (FAR + 1 - code)
    if code >= 0:
        return code
    return -(WIN - (FAR + 1 + code))

cdef inline int unpacked_upper(int code) noexcept nogil:
    return -unpacked_lower(-code)

cdef inline bint grow_table(Table *table) noexcept nogil:
    """Double the table; False at its limit or when memory is refused."""
    cdef size_t buckets = <size_t>1 << table.bits
    cdef uint64_t *words
    cdef uint64_t *here
    cdef uint64_t *there
    cdef uint64_t word
    cdef size_t bucket
    cdef int i, kept, moved
    if table.bits >= table.most:
        return False
    words = <uint64_t *>realloc(table.words, (buckets * 2) * WORDS * 8)
    if words == NULL:
        table.most = table.bits
        return False
    table.words = words
    memset(words + buckets * WORDS, 0, buckets * WORDS * 8)
    for bucket in range(buckets):
        here = words + bucket * WORDS
        there = here + buckets * WORDS
        kept = 0
        moved = 0
        for i in range(WORDS):
            word = here[i]
            if word == 0:
                break
            here[i] = 0
            # The lowest bit of the key's rest becomes a bit of the bucket.
            if word >> PAYLOAD & 1:
                there[moved] = rest_shortened(word)
                moved += 1
            else:
                here[kept] = rest_shortened(word)
                kept += 1
    table.bits += 1
    return True

cdef inline uint64_t rest_shortened(uint64_t word) noexcept nogil:
    return (word >> (PAYLOAD + 1) << PAYLOAD) | (word & ((<uint64_t>1 << PAYLOAD) - 1))

cdef inline bint look_up(
    Table *table, uint64_t hashed, int *lower, int *upper
) noexcept nogil:
    """Read the bounds proven for a scrambled key; False when there are none."""
    cdef uint64_t *bucket = (
        table.words + (hashed & ((<uint64_t>1 << table.bits) - 1)) * WORDS
    )
    cdef uint64_t rest = hashed >> table.bits
    cdef uint64_t word
    cdef int i
    for i in range(WORDS):
        word = bucket[i]
        if word >> PAYLOAD == rest and word != 0:
            lower[0] = unpacked_lower(<int>(word & 255) - 128)
            upper[0] = unpacked_upper(<int>(word >> 8 & 255) - 128)
            return True
        if word == 0:
            return False
    return False

cdef inline void note(
    Table *table, uint64_t hashed, int lower, int upper, int effort
) noexcept nogil:
    """Store proven bounds; those already there are narrowed, never widened."""
    cdef uint64_t *bucket
    cdef uint64_t rest, word, fresh
    cdef int i, old, least, cheapest
    cdef int low = packed_lower(lower)
    cdef int high = packed_upper(upper)
    while True:
        bucket = table.words + (hashed & ((<uint64_t>1 << table.bits) - 1)) * WORDS
        rest = hashed >> table.bits
        least = 8
        cheapest = 0
        for i in range(WORDS):
            word = bucket[i]
            if word == 0:
                table.stored += 1
                break
            if word >> PAYLOAD == rest:
                old = <int>(word & 255) - 128
                if old > low:
                    low = old
                old = <int>(word >> 8 & 255) - 128
                if old < high:
                    high = old
                break
            old = <int>(word >> 16 & 7)
            if old < least:
                least = old
                cheapest = i
        else:
            if (
                table.stored > (<uint64_t>WORDS << table.bits) // 4
                and grow_table(table)
            ):
                continue
            i = cheapest
        fresh = (rest << PAYLOAD) | (<uint64_t>effort << 16)
        bucket[i] = fresh | (<uint64_t>(high + 128) << 8) | <uint64_t>(low + 128)
        return
