"""Truth tables as lanes of bits: one bit for every way to share cards out.

Let some cards have places 0, 1, ... q - 1.  A *lane* is a number of q bits that says
who holds each, 1 the attacker, 0 the defender; a *vector* has one bit a lane, 2**q in
all, lane 0 in the lowest bit of the first word.  With q below 6 it is the low end of
one word, whose other bits are zero.  So one operation on a word settles 64 ways at once.
"""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    /* Lanes (within a word) in which the card at a place below 6 is the defender's. */
    static const uint64_t kozyr_without[7] = {
        0x5555555555555555ull, 0x3333333333333333ull, 0x0F0F0F0F0F0F0F0Full,
        0x00FF00FF00FF00FFull, 0x0000FFFF0000FFFFull, 0x00000000FFFFFFFFull, ~0ull
    };
    /* 32 bits apart: room for a new card at a place, which the defender holds. */
    static inline uint64_t kozyr_spread(uint64_t x, int place)
    {
        int step;
        for (step = 4; step >= place; step--)
            x = (x | x << (1 << step)) & kozyr_without[step];
        return x;
    }
    /* The other way: the 32 lanes in which the card at a place is the defender's. */
    static inline uint64_t kozyr_pack(uint64_t x, int place)
    {
        int step;
        x &= kozyr_without[place];
        for (step = place; step < 5; step++)
            x = (x | x >> (1 << step)) & kozyr_without[step + 1];
        return x;
    }
    """
    const uint64_t *without "kozyr_without"
    uint64_t spread "kozyr_spread"(uint64_t x, int place) noexcept nogil
    uint64_t pack "kozyr_pack"(uint64_t x, int place) noexcept nogil

# Words of a vector, and the bits of them that count.
cdef inline int words_of(int q) noexcept nogil:
    return 1 << (q - 6) if q > 6 else 1

cdef inline uint64_t used(int q) noexcept nogil:
    return ~<uint64_t>0 if q >= 6 else (<uint64_t>1 << (1 << q)) - 1

# target |= what source says where a new card at a place is the attacker's.
# target has q + 1 cards, source q.
cdef inline void or_held(
    uint64_t *target, const uint64_t *source, int q, int place
) noexcept nogil:
    cdef int words = words_of(q), i, block, stride, shift
    if place >= 6:
        stride = 1 << (place - 6)
        block = 0
        while block < words:
            for i in range(block, block + stride):
                target[block + stride + i] |= source[i]
            block += stride
        return
    shift = 1 << place
    if q < 6:
        target[0] |= spread(source[0], place) << shift
        return
    for i in range(words):
        target[2 * i] |= spread(source[i] & <uint64_t>0xFFFFFFFF, place) << shift
        target[2 * i + 1] |= spread(source[i] >> 32, place) << shift

# target &= what source says where a new card at a place is the defender's.
cdef inline void and_left(
    uint64_t *target, const uint64_t *source, int q, int place
) noexcept nogil:
    cdef int words = words_of(q), i, block, stride
    if place >= 6:
        stride = 1 << (place - 6)
        block = 0
        while block < words:
            for i in range(block, block + stride):
                target[block + i] &= source[i]
            block += stride
        return
    if q < 6:
        target[0] &= spread(source[0], place) | ~without[place]
        return
    for i in range(words):
        target[2 * i] &= spread(source[i] & <uint64_t>0xFFFFFFFF, place) | ~without[place]
        target[2 * i + 1] &= spread(source[i] >> 32, place) | ~without[place]

# target = what source says where the card at a place is the defender's, that card gone.
# source has q cards, target q - 1.
cdef inline void left(
    uint64_t *target, const uint64_t *source, int q, int place
) noexcept nogil:
    cdef int words = words_of(q - 1), i, block, stride
    if place >= 6:
        stride = 1 << (place - 6)
        block = 0
        while block < words:
            for i in range(block, block + stride):
                target[i] = source[block + i]
            block += stride
        return
    if q <= 6:
        target[0] = pack(source[0], place)
        return
    for i in range(words):
        target[i] = pack(source[2 * i], place) | pack(source[2 * i + 1], place) << 32

# target |= source, moved from the lanes in which the card at a place is the defender's
# to those in which it is the attacker's.
cdef inline void or_given(
    uint64_t *target, const uint64_t *source, int q, int place
) noexcept nogil:
    cdef int words = words_of(q), i, stride
    if place >= 6:
        stride = 1 << (place - 6)
        for i in range(words):
            if not i & stride:
                target[i + stride] |= source[i]
        return
    for i in range(words):
        target[i] |= (source[i] & without[place]) << (1 << place)

# Exchange the cards at two places, low < high.
cdef inline void exchange(uint64_t *vector, int q, int low, int high) noexcept nogil:
    cdef int words = words_of(q), i, j, far, shift
    cdef uint64_t difference, mask
    if high < 6:
        shift = (1 << high) - (1 << low)
        # Lanes with the low card held and the high one not.
        mask = without[high] & ~without[low]
        for i in range(words):
            difference = (vector[i] ^ vector[i] >> shift) & mask
            vector[i] ^= difference | difference << shift
        return
    far = 1 << (high - 6)
    if low < 6:
        shift = 1 << low
        for i in range(words):
            if i & far:
                continue
            j = i + far
            difference = (vector[i] >> shift ^ vector[j]) & without[low]
            vector[j] ^= difference
            vector[i] ^= difference << shift
        return
    shift = 1 << (low - 6)
    for i in range(words):
        if i & far or not i & shift:
            continue
        j = i + far - shift
        difference = vector[i]
        vector[i] = vector[j]
        vector[j] = difference

# Every card to the other holder: lane i takes the place of lane 2**q - 1 - i.
cdef inline void turn_over(uint64_t *vector, int q) noexcept nogil:
    cdef int words = words_of(q), i, place
    cdef uint64_t word
    for i in range(words):
        word = vector[i]
        for place in range(q if q < 6 else 6):
            word = (
                (word & without[place]) << (1 << place)
                | (word >> (1 << place) & without[place])
            )
        vector[i] = word
    for i in range(words // 2):
        word = vector[i]
        vector[i] = vector[words - 1 - i]
        vector[words - 1 - i] = word
