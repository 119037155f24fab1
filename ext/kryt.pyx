"""Kryt'-navalivat' with the stock exhausted: can one side force a win?

Asked for the mover and for the other player it gives the value: a win, a loss, or,
no and no, a draw.  A *yes* is a finite tree of play, found here by a search whose
bound runs out, so that no repetition can deceive it; a final *no* is a closed set of
positions, found by kryt_closure.pyx.

The bound of a search is either plies or, much better at finding wins, a *budget* that
charges the safe side's real choices: an attacker's move costs 2, a pick-up 3, and an
answer of the safe side nothing when it is forced, else 1 or 2 by the number of answers
that do not lose at once.  Whether a question is answered yes within a bound depends on
the position and the bound alone, and stays yes with a larger one; so the smallest bound
that gives a yes, found by counting up, is a property of the position, and it falls
with each of the attacker's moves along his proof.

What is proven never depends on the way to a position and is stored for ever.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from kozyr.ext.bits cimport count, highest, lowest
from kozyr.ext.kryt_closure cimport BEYOND, NO, YES, close_question
from kozyr.ext.kryt_graph cimport forget, open_closure
from kozyr.ext.kryt_moves cimport (
    MOST_MOVES, MOVE, PICK_UP, Search, attacks, key_of, lay, safe_moves, take, work,
)
from kozyr.ext.kryt_proof cimport close_proof, look_for_proof
from kozyr.ext.kryt_rules cimport EMPTY, Pile, bit, can_end, can_win, push, top_of
from kozyr.ext.wide_table cimport (
    Entry, FARTHEST, LOSS, NEVER, Table, WIN, claim, close_table, find, is_fresh,
    limit_table, open_table,
)

cdef enum:
    POLL = 1 << 12         # nodes between two looks at the limits
    PLIES = 0x5D1CE4E5     # the salt of entries whose bounds are plies
    SMALL_PACK = 14        # cards in play

MOST = FARTHEST


cdef inline int least(Search *s, uint64_t attacker) noexcept nogil:
    """Return a bound below which the attacker, who can't win at once, can't win.

    h cards need at least h / 2 moves of his.  It is what the search would find, so
    the smallest bound with a yes stays the same.
    """
    cdef int moves = (count(attacker) + 1) >> 1
    if moves < 2:
        moves = 2
    return 2 * moves - 1 if s.plies else 2 * moves - 3


cdef inline int price(Search *s, int answers) noexcept nogil:
    """Return what the safe side's choice among some answers costs the attacker."""
    if s.plies:
        return 1
    return 0 if answers == 1 else 1 if answers < 8 else 2


cdef inline void store(
    Search *s, uint64_t one, uint64_t two, int question, int bound, bint yes, int move
) noexcept nogil:
    cdef Entry *entry
    entry = claim(&s.table, one, two)
    if is_fresh(&s.table):
        work(s, POLL)
    if yes:
        if entry.yes[question] == 0 or bound < entry.yes[question]:
            entry.yes[question] = bound
    elif bound >= entry.no[question]:
        entry.no[question] = bound + 1
    if move:
        entry.move[question] = move


cdef bint attack(Search *s, uint64_t attacker, uint64_t safe, int bound) noexcept nogil:
    """Tell whether the attacker, to move and without a win at once, wins within it."""
    cdef uint64_t one, two, hand
    cdef Entry *entry
    cdef uint32_t *moves = s.moves
    cdef uint32_t move, known = 0
    cdef int n, i, j, taken, size, rest, front = 0
    cdef uint8_t cards[36]
    cdef bint yes = False
    if bound < least(s, attacker):
        return False
    if s.nodes >= s.next_poll:
        s.poll(s)
    if s.stopped:
        return False
    s.nodes += 1
    key_of(s, attacker, safe, s.salt, &one, &two)
    entry = find(&s.table, one, two)
    if entry != NULL:
        if entry.yes[WIN] and entry.yes[WIN] <= bound:
            return True
        if entry.no[WIN] > bound:
            return False
        known = entry.move[WIN]
    n = attacks(s, attacker, safe, moves)
    if n < 0:
        store(s, one, two, WIN, 3 if s.plies else 1, True, moves[0] & MOVE)
        return True
    for i in range(n):
        move = moves[i]
        j = i
        if move & MOVE == known:
            while j:
                moves[j] = moves[j - 1]
                j -= 1
            front = 1
        while j > front and moves[j - 1] > move:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = move
    work(s, n)
    s.moves = moves + n
    size = s.pile.size
    for i in range(n):
        hand = attacker
        move = moves[i] & MOVE
        if s.plies:
            rest = bound - 1
        else:
            rest = bound - (3 if move == PICK_UP else 2)
        if move == PICK_UP:
            taken = take(s, &hand)
            for j in range(taken):
                cards[j] = s.pile.cards[size - taken + j]
            if rest - price(s, moves[i] >> 16) >= least(s, hand):
                yes = defend(s, safe, hand, rest)
            for j in range(taken):
                push(&s.pile, cards[j])
        else:
            lay(s, &hand, move)
            if rest - price(s, moves[i] >> 16) >= least(s, hand):
                yes = defend(s, safe, hand, rest)
            s.pile.size = size
        if yes or s.stopped:
            break
    s.moves = moves
    if s.stopped:
        return False
    store(s, one, two, WIN, bound, yes, move if yes else 0)
    return yes


cdef bint defend(Search *s, uint64_t safe, uint64_t attacker, int bound) noexcept nogil:
    """Tell whether the attacker wins within the bound though the safe side moves.

    The safe side can't end the game at once.
    """
    cdef uint64_t one, two, hand
    cdef Entry *entry
    cdef uint32_t *moves = s.moves
    cdef uint32_t move, known = 0
    cdef int n, i, j, taken, size
    cdef uint8_t cards[36]
    cdef bint yes = True
    if s.nodes >= s.next_poll:
        s.poll(s)
    if s.stopped:
        return False
    s.nodes += 1
    key_of(s, safe, attacker, s.salt, &one, &two)
    entry = find(&s.table, one, two)
    if entry != NULL:
        if entry.yes[LOSS] and entry.yes[LOSS] <= bound:
            return True
        if entry.no[LOSS] > bound:
            return False
        known = entry.move[LOSS]
    n = safe_moves(s, safe, attacker, moves)
    if n == 0:
        store(s, one, two, LOSS, 2 if s.plies else 1, True, 0)
        return True
    if known:
        for i in range(n):
            if moves[i] == known:
                moves[i] = moves[0]
                moves[0] = known
                break
    s.moves = moves + n
    size = s.pile.size
    for i in range(n):
        hand = safe
        move = moves[i]
        if move == PICK_UP:
            taken = take(s, &hand)
            for j in range(taken):
                cards[j] = s.pile.cards[size - taken + j]
            yes = attack(s, attacker, hand, bound - price(s, n))
            for j in range(taken):
                push(&s.pile, cards[j])
        else:
            lay(s, &hand, move)
            yes = attack(s, attacker, hand, bound - price(s, n))
            s.pile.size = size
        if not yes or s.stopped:
            break
    s.moves = moves
    if s.stopped:
        return False
    if bound > 0:
        store(s, one, two, LOSS, bound, yes, 0 if yes else move)
    return yes


cdef void poll(Search *s) noexcept nogil:
    """Look at the limits and at Python's signals."""
    with gil:
        (<Kryt>s.owner).look()


cdef inline int kernel_card(int card, int trump) noexcept nogil:
    cdef int suit = card // 9
    if suit == trump:
        return TRUMP + card % 9
    return 16 * (suit if suit < trump else suit - 1) + card % 9


cdef enum:
    TRUMP = 48


cdef uint64_t kernel_cards(uint64_t mask, int trump) noexcept nogil:
    cdef uint64_t cards = 0
    while mask:
        cards |= bit(kernel_card(lowest(mask), trump))
        mask &= mask - 1
    return cards


cdef class Kryt:
    """A search with its table; one thread at a time.

    ``memory`` is the most that its tables may take, in bytes.  Raises
    ``MemoryError`` when even the smallest do not fit.
    """

    def __cinit__(self, uint64_t memory):
        cdef Search *s = &self.search
        s.owner = <void *>self
        s.poll = poll
        s.attack = attack
        s.defend = defend
        s.moves = <uint32_t *>calloc((FARTHEST + 6) * MOST_MOVES, sizeof(uint32_t))
        if s.moves == NULL or not open_table(&s.table, memory // 4 * 3):
            raise MemoryError("the table does not fit")
        open_closure(&self.closure, memory // 4)
        self.memory = memory
        self.meter(None)

    def __dealloc__(self):
        close_table(&self.search.table)
        forget(&self.closure)
        close_proof(&self.proof)
        free(self.search.moves)

    @property
    def nodes(self) -> int:
        """The nodes visited so far, over all searches."""
        return self.search.nodes

    @property
    def stored(self) -> int:
        """The number of positions in the table."""
        return self.search.table.used

    @property
    def table_bytes(self) -> int:
        """The size of the table now."""
        return (
            (self.search.table.mask + 1) * sizeof(Entry) + self.closure.bytes
        )

    def meter(self, grant) -> None:
        """Set who is asked for nodes, and start afresh after a stop.

        ``grant(nodes)`` is told the nodes visited so far, over all searches, and
        returns how many more may follow before it is asked again, 0 to stop;
        with ``None`` the search runs to its end.
        """
        self.grant = grant
        self.search.stopped = False

    cdef void look(self) noexcept:
        """Ask for more nodes, and let Python's signal handlers run."""
        cdef Search *s = &self.search
        cdef uint64_t granted = POLL
        try:
            PyErr_CheckSignals()
            if self.grant is not None:
                granted = self.grant(s.nodes)
        except BaseException as interruption:
            self.interruption = interruption
            granted = 0
        s.spent = granted > 0 and 0 < s.node_limit <= s.nodes
        s.stopped = s.spent or granted == 0
        s.next_poll = s.nodes + (granted if granted < POLL else POLL)
        if s.node_limit and s.next_poll > s.node_limit:
            s.next_poll = s.node_limit

    def place(self, int trump, uint64_t mover, uint64_t other, tuple pile) -> None:
        """Set the position asked about; cards and masks as in ``kozyr.cards``."""
        cdef Pile *p = &self.search.pile
        p.size = 0
        p.one[0] = 0x243F6A8885A308D3
        p.two[0] = 0x13198A2E03707344
        for each in pile:
            push(p, kernel_card(each, trump))
        self.mover = kernel_cards(mover, trump)
        self.other = kernel_cards(other, trump)
        self.share(p.size + count(mover | other) <= SMALL_PACK)

    cdef void share(self, bint small) noexcept:
        """Divide the memory: sets of all that can be reached need the most of it."""
        cdef Table *table = &self.search.table
        cdef uint64_t rest
        limit_table(table, self.memory // 16 * (5 if small else 12))
        rest = table.most * sizeof(Entry) * 3 // 2
        rest = self.memory - rest if rest < self.memory else 0
        self.closure.memory = rest if rest > self.memory // 4 else self.memory // 4
        if self.closure.bytes > self.closure.memory:
            forget(&self.closure)

    def can_win(self) -> bool:
        """Tell whether the mover can win with his next move."""
        return can_win(self.mover, self.other, top_of(&self.search.pile))

    def can_end(self) -> bool:
        """Tell whether the mover can end the game with his next move."""
        return can_end(self.mover, top_of(&self.search.pile))

    cdef object answer(self, int answer):
        if self.interruption is not None:
            interruption = self.interruption
            self.interruption = None
            raise interruption
        return None if self.search.stopped else answer

    def within(self, bint mine, int bound, bint plies):
        """Tell whether a side forces a win within a bound, at most ``MOST``.

        ``mine`` asks for the mover, who must have no win at once, else for the other,
        and then the mover must not be able to end the game.  ``None`` when ``grant``
        stopped the search.  Raises what arrived meanwhile (Ctrl-C).
        """
        cdef Search *s = &self.search
        cdef bint yes
        s.plies = plies
        s.salt = PLIES if plies else 0
        s.node_limit = 0
        s.next_poll = s.nodes
        with nogil:
            if mine:
                yes = attack(s, self.mover, self.other, bound)
            else:
                yes = defend(s, self.mover, self.other, bound)
        answer = self.answer(yes)
        return None if answer is None else bool(answer)

    cdef void allow(self, uint64_t nodes) noexcept:
        """Begin an attempt that may take so many nodes."""
        cdef Search *s = &self.search
        s.plies = False
        s.salt = 0
        s.spent = False
        s.next_poll = s.nodes
        s.node_limit = s.nodes + nodes

    def prove(self, bint mine, uint64_t nodes):
        """Look with some nodes for a win of a side, however long; see ``within``.

        Returns ``True`` when there is one; ``"refuted"`` when there seems to be none,
        which proves nothing; ``False`` when the nodes did not suffice; ``None`` when
        ``grant`` stopped the search.  The next time it goes on where it was.
        """
        cdef Search *s = &self.search
        cdef int found
        self.allow(nodes)
        with nogil:
            found = look_for_proof(&self.proof, s, self.mover, self.other, mine)
        if s.spent:
            s.stopped = False
        answer = self.answer(found)
        if answer is None:
            return None
        return "refuted" if answer < 0 else answer > 0

    def close(
        self, bint mine, int cards, bint digging_lost, int leaf, uint64_t nodes
    ):
        """Try to prove, with some nodes, that a side can never force a win.

        Only positions with at most ``cards`` cards in the two hands are looked at;
        one with more counts as lost for the other side (``digging_lost``) or as safe
        for it.  ``leaf`` is the bound of the search that is made at each position,
        0 for none.

        Returns ``"never"``; ``True`` when the side wins; ``"beyond"`` when positions
        with more cards in hands would have to be looked at; ``False`` when the nodes
        did not suffice; ``None`` when ``grant`` stopped the search.  See ``within``.
        """
        cdef Search *s = &self.search
        cdef int found
        self.allow(nodes)
        self.closure.cards = cards
        self.closure.digging_lost = digging_lost
        self.closure.leaf = leaf
        with nogil:
            found = close_question(
                &self.closure, s, self.mover, self.other, mine, 2 * nodes
            )
        if s.spent:
            s.stopped = False
        answer = self.answer(found)
        # A set may be found and then a limit stop the writing down of it.
        if found == NO:
            return "never"
        if answer is None:
            return None
        return "beyond" if answer == BEYOND else answer == YES

    def known(self, bint mine) -> bool:
        """Tell whether it is known that a side can never force a win."""
        cdef uint64_t one, two
        cdef Entry *entry
        key_of(&self.search, self.mover, self.other, 0, &one, &two)
        entry = find(&self.search.table, one, two)
        return entry != NULL and entry.no[WIN if mine else LOSS] == NEVER
