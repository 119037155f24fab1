"""The canonical form of two hands: one pattern for all that play alike.

Ranks count only by their order in a suit and by equality across suits.  So empty ranks
are dropped, the plain suits are interchangeable, and two neighbouring ranks whose
occupied suits are disjoint may change places: no card of the one is compared with a
card of the other.  A position is thus a word over the occupied ranks (the *columns*,
four bits of suits each) in which some neighbours commute, a trace in the sense of
Cartier and Foata.  Its form is the least word of the trace in the order of letters
(Anisimov and Knuth), the greatest number among those that the orders of the plain suits
give; who holds what plays no part.

The least word is built letter by letter: a new one goes in before the first greater
letter among those at the end that it commutes with.  Most orders of the suits need not
be tried: the suits are sorted first by what neither exchange can change, the sequence
of their cards, each with its companions in the rank.
"""

from libc.stdint cimport uint8_t, uint64_t

from kozyr.ext.bits cimport count, kernel_cards, lowest

cdef enum:
    ORDERS = 6

# For an order of the plain suits, suit j of the form is suit SUITS[order][j] in play.
cdef int[18] SUITS = [0, 1, 2, 0, 2, 1, 1, 0, 2, 1, 2, 0, 2, 0, 1, 2, 1, 0]
cdef uint8_t RENAMED[6][16]     # a column under an order of the suits
cdef uint8_t COMPRESSED[256]    # (column, some of its cards) -> these as bits of a lane


cdef void fill() noexcept:
    cdef int order, column, suit, some, bit, packed
    for order in range(ORDERS):
        for column in range(16):
            RENAMED[order][column] = column & 8
            for suit in range(3):
                if column >> SUITS[3 * order + suit] & 1:
                    RENAMED[order][column] |= 1 << suit
    for column in range(16):
        for some in range(16):
            packed = 0
            bit = 0
            for suit in range(4):
                if column >> suit & 1:
                    packed |= (some >> suit & 1) << bit
                    bit += 1
            COMPRESSED[column | some << 4] = packed


fill()


cdef inline void signatures(
    const int *columns, int n, uint64_t *signature
) noexcept nogil:
    """Describe each plain suit by what no exchange of ranks or suits changes.

    A digit a card: which trump shares its rank (counted from below), if any, and how
    many other plain cards do.
    """
    cdef int i, plain, trumps = 0, digit
    signature[0] = signature[1] = signature[2] = 0
    for i in range(n):
        plain = columns[i] & 7
        digit = count(plain)
        if columns[i] & 8:
            trumps += 1
            digit += 3 * trumps
        if plain & 1:
            signature[0] = signature[0] << 5 | digit
        if plain & 2:
            signature[1] = signature[1] << 5 | digit
        if plain & 4:
            signature[2] = signature[2] << 5 | digit


cdef Form form_of(uint64_t in_play) noexcept nogil:
    cdef int columns[9]
    cdef int ranks[9]
    cdef int n = 0, order, i, place, at, column
    cdef uint64_t signature[3]
    cdef uint64_t word, sources, low
    cdef const int *suits
    cdef Form form
    while in_play:
        ranks[n] = lowest(in_play) >> 2
        columns[n] = in_play >> 4 * ranks[n] & 15
        in_play &= ~(<uint64_t>15 << 4 * ranks[n])
        n += 1
    signatures(columns, n, signature)
    form.pattern = 0
    form.sources = 0
    form.order = 0
    for order in range(ORDERS):
        suits = SUITS + 3 * order
        if (
            signature[suits[0]] < signature[suits[1]]
            or signature[suits[1]] < signature[suits[2]]
        ):
            continue
        word = 0
        sources = 0
        for i in range(n):
            column = RENAMED[order][columns[i]]
            at = 4 * i
            place = at
            while place and not word >> (place - 4) & column:
                place -= 4
                if <int>(word >> place & 15) > column:
                    at = place
            low = (<uint64_t>1 << at) - 1
            word = (word & low) | <uint64_t>column << at | (word & ~low) << 4
            sources = (
                (sources & low) | <uint64_t>ranks[i] << at | (sources & ~low) << 4
            )
        if word > form.pattern:
            form.pattern = word
            form.sources = sources
            form.order = order
    return form


cdef uint64_t lane_of(const Form *form, uint64_t cards) noexcept nogil:
    cdef uint64_t pattern = form.pattern, sources = form.sources, lane = 0
    cdef int column, some, place = 0
    while pattern:
        column = pattern & 15
        some = RENAMED[form.order][cards >> 4 * (sources & 15) & 15]
        lane |= <uint64_t>COMPRESSED[column | some << 4] << place
        place += count(column)
        pattern >>= 4
        sources >>= 4
    return lane


cdef void places_of(const Form *form, uint64_t in_play, int *places) noexcept nogil:
    cdef uint64_t pattern = form.pattern, sources = form.sources
    cdef const int *suits = SUITS + 3 * form.order
    cdef int rank, suit, card, place = 0
    while pattern:
        rank = sources & 15
        for suit in range(4):
            if pattern >> suit & 1:
                card = 4 * rank + (suits[suit] if suit < 3 else 3)
                places[count(in_play & ((<uint64_t>1 << card) - 1))] = place
                place += 1
        pattern >>= 4
        sources >>= 4


def canonical(int trump, uint64_t attacker, uint64_t defender):
    """Return the pattern and the lane of two hands, masks as in ``kozyr.cards``.

    The pattern has four bits a rank, the trump last, from the lowest rank up; the lane
    one bit for each of its cards, set where the attacker holds it.
    """
    cdef uint64_t mine = kernel_cards(attacker, trump)
    cdef Form form = form_of(mine | kernel_cards(defender, trump))
    return form.pattern, lane_of(&form, mine)


cdef void grow(
    uint64_t word, int n, int cards, uint64_t *out, uint64_t *found, uint64_t room
) noexcept nogil:
    """Write down the canonical patterns that begin with a least word of n columns."""
    cdef int column, place, size
    if cards == 0:
        if form_of(word).pattern == word:
            if found[0] < room:
                out[found[0]] = word
            found[0] += 1
        return
    if n == 9:
        return
    for column in range(1, 16):
        size = count(column)
        if size > cards:
            continue
        place = n
        while place and not word >> 4 * (place - 1) & column:
            place -= 1
            if <int>(word >> 4 * place & 15) > column:
                break
        else:
            grow(word | <uint64_t>column << 4 * n, n + 1, cards - size, out, found, room)


def patterns(int cards, uint64_t[::1] out=None):
    """Write all patterns with so many cards to ``out`` and return how many there are.

    What does not fit is counted and not written; with ``None`` nothing is.  In no
    order that means anything.
    """
    cdef uint64_t found = 0, room = 0
    cdef uint64_t *target = NULL
    if out is not None and out.shape[0]:
        room = out.shape[0]
        target = &out[0]
    with nogil:
        grow(0, 0, cards, target, &found, room)
    return found
