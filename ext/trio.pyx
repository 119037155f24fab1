"""The values of all bout starts of three players, one of them alone against the others.

Podkidnoy, no stock, all attackers may add (with three seats the neighbours' option asks
the same two).  Seats are named by their place, clockwise from the attacker, who is 0 and
holds cards; the others may be out.  For a pattern of n cards (canonical.pyx) a *lane*
says who holds what, a number with n digits to base 3, the lowest card of the pattern in
the lowest digit: the place of its holder.  For each place of the lone seat and each lane
there are two bits: the lone seat forces that the durak is another (WINS), and it is not
forced to be the durak (HOLDS, the denial of what the two others may force).

A pattern's bits are six vectors of 3**n bits, of places 0, 1, 2, WINS before HOLDS, and
begin with a word.  What is over counts too: where the attacker alone holds cards, he is
the durak.  In lanes in which he holds none all bits are zero.

Why it is right.  Both questions are reachability games: "can these seats force an end in
which the durak is one of the others?"  Cards in play never grow in number, and only a
beaten attack makes them fewer; a take keeps them all.  So play goes in circles only
among the lanes of one pattern, and all that leaves the pattern is read from finished
layers.  Within a pattern an answer is a function of its other answers that no further
*yes* among them turns into a *no*: a bout is a tree of choices of the one and the other
side.  So, begun with nothing forced for either side, answers found in any order, each
from what is found so far, end in the least solution, which is what can be forced in a
finite number of bouts (Knaster and Tarski; retrograde analysis).  What neither side
forces is a draw: there both can keep away from losing, by going round for ever or
because the last cards go out together.

What saves work changes no answer.  Both sides can't force their end, so one's yes is
the other's *never*.  So is a no that was found without reading an answer that is still
open.  What is neither is looked at once more in the next round, until a round changes
nothing.

The rules of a bout are those of bout.pyx, for which this is one more way to answer at
the next bout start.  The cap of 6 attack cards, or of 5 in the first bout of a game, is
never met: there are no more of them than the defender held, nor than the others did,
so at most half of all cards.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from kozyr.ext.bits cimport count, highest, kernel_cards, lowest
from kozyr.ext.bout cimport lead
from kozyr.ext.canonical cimport Form, form_of, lane_of, places_of
from kozyr.ext.question cimport FREE, YES, Question, forces
from kozyr.ext.shelf cimport (
    ABSENT, DRAW, LOSS, VICTORY, Layer, Shelf, Site, locate, number_of, site_of,
)

cdef enum:
    MOST_HERE = 8          # cards: their ranks fill 32 bits
    SETS = 1 << MOST_HERE
    WAYS = 6561            # 3 ** MOST_HERE
    SEATED = 3
    WINS = 1               # the lone seat forces it
    LOSES = 2              # the others force it
    NEVER = 4              # times one of these: can't be forced
    DONE = NEVER * (WINS | LOSES)

MOST = MOST_HERE

cdef int POWER[MOST_HERE + 2]
cdef uint16_t TERNARY[SETS]           # a set of digits that are 1, as a number
cdef uint8_t HELD[SEATED][WAYS]       # a lane -> the cards of each place


cdef void fill() noexcept:
    cdef int i, set_, lane, rest
    POWER[0] = 1
    for i in range(MOST_HERE + 1):
        POWER[i + 1] = 3 * POWER[i]
    for set_ in range(1, SETS):
        TERNARY[set_] = TERNARY[set_ & (set_ - 1)] + POWER[lowest(set_)]
    for lane in range(WAYS):
        rest = lane
        for i in range(MOST_HERE):
            HELD[rest % 3][lane] |= 1 << i
            rest //= 3


fill()


cdef struct Round:
    Shelf *shelf
    Question question
    int n                  # cards of the pattern, below: numbered from the lowest up
    int full               # the set of them all
    int lone               # the lone seat's place in the question
    int sought             # WINS or LOSES
    bint leaned            # an answer that is still open was read
    uint64_t wide[SETS]    # sets of the pattern's cards as kernel cards
    uint8_t narrow[4][256]           # the other way, by the byte
    const uint64_t *finished[SETS]   # the values where a set is left; NULL: not looked up
    uint16_t weight[SETS][SETS]      # of a set that is left: a holder's part of the lane
    uint8_t state[SEATED][WAYS]      # by the lone seat's place and the lane


cdef inline uint64_t words_of(int cards) noexcept nogil:
    """Return the words of a pattern's values."""
    return (6 * POWER[cards] + 63) >> 6


cdef inline bint is_set(const uint64_t *values, int bit) noexcept nogil:
    return values[bit >> 6] >> (bit & 63) & 1


cdef inline int set_of(Round *t, uint64_t cards) noexcept nogil:
    """Return the set of the pattern's cards that some kernel cards are."""
    return (
        t.narrow[0][cards & 255] | t.narrow[1][cards >> 8 & 255]
        | t.narrow[2][cards >> 16 & 255] | t.narrow[3][cards >> 24 & 255]
    )


cdef void weigh(uint16_t *weight, int cards, const int *places) noexcept nogil:
    """Write what each part of a set of cards adds to the lane, by the cards' places."""
    cdef int part = 0, low, rank
    weight[0] = 0
    while part != cards:
        part = (part - cards) & cards       # the next part in rising order
        low = part & -part
        rank = count(cards & (low - 1))
        weight[part] = weight[part ^ low] + POWER[places[rank]]


cdef void look_up(Round *t, int left) noexcept nogil:
    """Find the values of the positions in which some of the cards are left."""
    cdef int places[MOST_HERE]
    cdef const Layer *layer = &t.shelf.layers[count(left)]
    cdef Form form = form_of(t.wide[left])
    places_of(&form, t.wide[left], places)
    weigh(t.weight[left], left, places)
    t.finished[left] = (
        layer.values + number_of(layer, form.pattern) * words_of(count(left))
    )


cdef int next_bout(Question *q, int attacker, int r) noexcept nogil:
    """Answer the question at the next bout start by what is known so far."""
    cdef Round *t = <Round *>q.owner
    cdef int second = attacker + 1 if attacker < 2 else 0
    cdef int third = attacker - 1 if attacker else 2
    cdef int one = set_of(t, q.hands[attacker])
    cdef int two = set_of(t, q.hands[second])
    cdef int three = set_of(t, q.hands[third])
    cdef int left = one | two | three
    cdef int place = t.lone - attacker
    cdef int lane, bit, state
    if one == 0:
        return FREE        # all are out: nobody is the durak
    if one == left:
        return FREE if forces(q, attacker) else YES
    if place < 0:
        place += SEATED
    if left == t.full:
        lane = TERNARY[two] + 2 * TERNARY[three]
        state = t.state[place][lane]
        if state & t.sought:
            return YES
        if not state & NEVER * t.sought:
            t.leaned = True
        return FREE
    if t.finished[left] == NULL:
        look_up(t, left)
    lane = t.weight[left][two] + 2 * t.weight[left][three]
    bit = 2 * place * POWER[count(left)] + lane
    if t.sought == WINS:
        return YES if is_set(t.finished[left], bit) else FREE
    bit += POWER[count(left)]
    return FREE if is_set(t.finished[left], bit) else YES


cdef void set_out(Round *t, uint64_t pattern) noexcept nogil:
    """Number the pattern's cards and mark what is over or has one answer only."""
    cdef int cards[MOST_HERE]
    cdef int i, set_, lane, place
    t.n = 0
    memset(t.narrow, 0, sizeof(t.narrow))
    while pattern:
        i = lowest(pattern)
        cards[t.n] = i
        pattern &= pattern - 1
        for set_ in range(256):
            if set_ >> (i & 7) & 1:
                t.narrow[i >> 3][set_] |= 1 << t.n
        t.n += 1
    t.full = (1 << t.n) - 1
    t.wide[0] = 0
    for set_ in range(1, 1 << t.n):
        i = lowest(set_)
        t.wide[set_] = t.wide[set_ & (set_ - 1)] | <uint64_t>1 << cards[i]
    memset(t.finished, 0, sizeof(t.finished))
    for lane in range(POWER[t.n]):
        for place in range(SEATED):
            t.state[place][lane] = 0
            if HELD[0][lane] & t.full == 0:
                t.state[place][lane] = DONE
            elif HELD[0][lane] & t.full == t.full:
                t.state[place][lane] = DONE | (WINS if place else LOSES)
            elif HELD[place][lane] & t.full == 0:
                # Who is out can't lose.
                t.state[place][lane] = NEVER * LOSES


cdef bint ask(Round *t, int place, int lane, int sought) noexcept nogil:
    """Ask whether a side forces its end; tell whether something new came of it."""
    cdef Question *q = &t.question
    cdef int i, hint = 0
    if t.state[place][lane] & NEVER * sought:
        return False
    for i in range(SEATED):
        q.hands[i] = t.wide[HELD[i][lane] & t.full]
    q.forcing = 1 << place if sought == WINS else 7 ^ 1 << place
    t.lone = place
    t.sought = sought
    t.leaned = False
    if lead(q, 0, 0, &hint) == YES:
        t.state[place][lane] |= sought | DONE
        return True
    if t.leaned:
        return False
    t.state[place][lane] |= NEVER * sought
    return True


cdef int solve(Round *t, uint64_t pattern) noexcept nogil:
    """Find the answers of a pattern; return the rounds it took."""
    cdef int place, lane, rounds = 0
    cdef bint changed = True
    set_out(t, pattern)
    while changed:
        changed = False
        rounds += 1
        for lane in range(POWER[t.n]):
            for place in range(SEATED):
                if t.state[place][lane] & DONE == DONE:
                    continue
                if ask(t, place, lane, WINS):
                    changed = True
                if ask(t, place, lane, LOSES):
                    changed = True
    return rounds


cdef void write(Round *t, uint64_t *values) noexcept nogil:
    """Put the answers where the pattern's values lie."""
    cdef int place, lane, bit
    for place in range(SEATED):
        for lane in range(POWER[t.n]):
            if HELD[0][lane] & t.full == 0:
                continue
            bit = 2 * place * POWER[t.n] + lane
            if t.state[place][lane] & WINS:
                values[bit >> 6] |= <uint64_t>1 << (bit & 63)
            bit += POWER[t.n]
            if not t.state[place][lane] & LOSES:
                values[bit >> 6] |= <uint64_t>1 << (bit & 63)


cdef int probe_trio(
    const Shelf *shelf, Site *sites,
    uint64_t attacker, uint64_t second, uint64_t third, int lone,
) noexcept nogil:
    cdef uint64_t in_play = attacker | second | third
    cdef int cards = count(in_play), lane, bit
    cdef const Layer *layer
    cdef const uint64_t *values
    cdef Site here
    cdef Site *site = &here
    if attacker == 0 or cards > shelf.most:
        return ABSENT
    if attacker == in_play:
        return VICTORY if lone else LOSS
    layer = &shelf.layers[cards]
    if layer.bits == 0:
        return ABSENT
    if sites == NULL:
        locate(site, layer, in_play)
    else:
        site = site_of(sites, layer, in_play)
    values = layer.values + site.number * words_of(cards)
    lane = (
        TERNARY[lane_of(&site.form, second)] + 2 * TERNARY[lane_of(&site.form, third)]
    )
    bit = 2 * lone * POWER[cards] + lane
    if is_set(values, bit):
        return VICTORY
    return DRAW if is_set(values, bit + POWER[cards]) else LOSS


cdef class TrioTables:
    """Finished layers for three players, ready to be read.

    They may be read by several threads at once, also while a layer is added for cards
    that nobody asks about yet.
    """

    def __cinit__(self):
        self.held = []
        self.shelf.most = 0

    def add(
        self, int cards, const uint64_t[::1] slots, const uint64_t[::1] values
    ) -> None:
        """Take in the layer of so many cards, 2 to ``MOST``.

        ``slots`` (``index`` of layer.pyx) and ``values`` are read in place.  Raises
        ``ValueError`` for another number of cards.
        """
        check(cards)
        cdef Layer *layer = &self.shelf.layers[cards]
        self.held.append((slots, values))
        layer.slots = &slots[0]
        layer.values = &values[0]
        layer.bits = highest(slots.shape[0])
        layer.patterns = values.shape[0] // words_of(cards)
        if cards > self.shelf.most:
            self.shelf.most = cards

    @property
    def most(self) -> int:
        """The cards of the largest layer, 0 without any."""
        return self.shelf.most

    def value(self, int trump, tuple hands, int lone):
        """Return 1, 0 or -1, a bout start's value for a lone seat, or ``None``.

        ``hands`` are masks as in ``kozyr.cards``, clockwise from the attacker's;
        ``lone`` (0, 1, 2) is the place of the lone seat among them.  ``None`` where no
        layer has it, or the attacker has no card.
        """
        cdef int value = probe_trio(
            &self.shelf,
            NULL,
            kernel_cards(hands[0], trump),
            kernel_cards(hands[1], trump),
            kernel_cards(hands[2], trump),
            lone,
        )
        return None if value == ABSENT else value


def bits_of(int cards) -> int:
    """Return how many bits a pattern's values take, whole words."""
    return 64 * words_of(cards)


def build(
    TrioTables tables, const uint64_t[::1] patterns, uint64_t[::1] values
) -> int:
    """Solve patterns that all have the same number of cards, 2 to ``MOST``.

    ``tables`` has the layers of two cards less, four less and so on: what is beaten
    leaves in pairs.  ``values`` are zeros, ``bits_of`` a pattern, and get the patterns'
    bits one after another.  Returns the rounds that it took.  Raises ``ValueError``
    where a layer is missing or ``values`` are too few, and ``MemoryError``.
    """
    cdef uint64_t i, rounds = 0, words
    cdef int cards = count(patterns[0]), fewer
    cdef Round *t
    check(cards)
    for fewer in range(cards - 2, 1, -2):
        if tables.shelf.layers[fewer].bits == 0:
            raise ValueError(f"there is no layer of {fewer} cards")
    words = words_of(cards)
    if <uint64_t>values.shape[0] < words * patterns.shape[0]:
        raise ValueError("there is no room for the values")
    t = <Round *>calloc(1, sizeof(Round))
    if t == NULL:
        raise MemoryError
    t.shelf = &tables.shelf
    t.question.seats = SEATED
    t.question.cap = 6
    t.question.start = next_bout
    t.question.owner = t
    with nogil:
        for i in range(<uint64_t>patterns.shape[0]):
            rounds += solve(t, patterns[i])
            write(t, &values[i * words])
    free(t)
    return rounds


def tally(const uint64_t[::1] values, int cards, uint64_t[::1] out) -> None:
    """Count wins and entries that are not lost, by the sizes of the hands.

    ``values`` are whole patterns' bits.  ``out`` has a number, added to what it holds,
    for each place of the lone seat, question (WINS, then HOLDS), size of the attacker's
    hand and size of the next one, 0 to ``cards``; the last runs fastest.
    """
    cdef uint64_t i, words = words_of(cards)
    cdef int vector, lane, full = (1 << cards) - 1, sizes = cards + 1
    cdef const uint64_t *at
    cdef uint64_t *row
    check(cards)
    if out.shape[0] < 6 * sizes * sizes:
        raise ValueError("there is no room for the counts")
    with nogil:
        for i in range(<uint64_t>values.shape[0] // words):
            at = &values[i * words]
            for vector in range(6):
                row = &out[vector * sizes * sizes]
                for lane in range(POWER[cards]):
                    row[
                        count(HELD[0][lane] & full) * sizes
                        + count(HELD[1][lane] & full)
                    ] += is_set(at, vector * POWER[cards] + lane)


cdef void check(int cards) except *:
    """Raise ``ValueError`` for a number of cards that no layer has."""
    if not 2 <= cards <= MOST_HERE:
        raise ValueError(f"no layer has {cards} cards")
