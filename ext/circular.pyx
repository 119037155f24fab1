"""Durak where play can go in circles: 2 to 6 players, both variants, stock exhausted.

The question.  *Can the seats of a set force it that the durak is one of the
others?*  Asked for the coalition and for its opponents it gives the value: a win, a
loss, or, no and no, a draw.  Such a question about a bout start is answered by

* **yes** with a finite tree of play that ends in finished games.  It leans on
  nothing and is stored for ever, with the number of bouts within which it wins;
* **no** with a set of positions in which the others always have a move that stays
  inside.  A *no* found by running into a question that is still open (a repetition)
  holds only if that question ends in *no* too.

How a *no* becomes final (the method called C below).  Each open question has its
depth on the way from the root.  A *no* carries the lowest depth that it leans on;
it is kept in the trail, as provisional, with that depth.  When the question at depth
d closes with a *no* that leans on nothing above it, the provisional entries since it
was opened that lean on d or deeper are final with it: what they lean on lies among
themselves, so together they are a set that the safe side never has to leave.
Entries that lean higher stay provisional; when a question closes with a *no* that
leans higher, all entries since it was opened are lowered to that depth, for the old
one will name another question soon.  When a question turns out *yes*, every
provisional entry since it was opened may have leaned on it, and is void.

The idea is the one of strongly connected components by low links (Tarjan 1972,
Gabow 2000) applied to the local solution of boolean equations (Liu and Smolka, ICALP
1998); why a plain table is wrong here is the graph-history interaction problem
(Kishimoto and Mueller, AAAI 2004).

Bounded horizon (J).  Depth first alone follows one path for thousands of bouts where
three or more play.  So for r = 1, 2, 3, ... one asks "forced within r bouts?" for
both sides, which is acyclic and needs none of this care (`yes` and `refuted` in the
table), and then tries to close each question within r bouts.  A position at the
horizon counts against the side that is proving something: no *yes* beyond it when a
*yes* is looked for, and a MAYBE, never stored as a *yes*, when a *no* is.  So horizon,
budgets, a full table and the end of the stack can only lose proofs.

Narrow search.  Where a side has many ways to win (all others against one), trying
all its moves at every depth hides them.  So between two horizons it is also tried
with its first two moves each time, and a horizon twice as far or farther: a *yes*
found so is a *yes*, anything else says nothing.

Two players left.  Podkidnoy cannot circle then; podkidnoy.pyx answers these endings.
Perevodnoy can, but C alone is best there, so J takes these endings as leaves.  To say
how fast a win of two players is, `within` counts only the bouts until cards leave
play: what lies beyond is a leaf again, for play never comes back from there.  So the
bouts counted, together with the players and cards left, are a measure that depends on
the position alone and falls with best play.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from kozyr.ext.bits cimport count, highest, kernel_card, kernel_cards
from kozyr.ext.bout cimport ask, defend, lead, room
from kozyr.ext.endings cimport is_first, known, runs, two_left
from kozyr.ext.owners cimport key_of, literal_key
from kozyr.ext.podkidnoy cimport Podkidnoy
from kozyr.ext.proofs cimport (
    EFFORT, LEANING_NO, NEVER, OPEN, Proof, STATES, claim, close_proofs, crowded, find,
    open_proofs, set_status, status,
)
from kozyr.ext.question cimport FREE, MAYBE, YES, Question, forces, next_holder
from kozyr.ext.tables cimport Tables
from kozyr.ext.trail cimport (
    close_trail, finish_from, grow, lean, low_of, lower, void_from,
)
from kozyr.ext.trio cimport TrioTables

cdef enum:
    SURE = 255             # `yes` of an entry: forced, within a number not known
    FAR = 1 << 20          # bouts: no horizon
    POLL = 1 << 13
    STACK = 4 << 20        # bytes of the C stack that a search may use
    LEAST_TAIL = 1 << 19   # bytes that podkidnoy.pyx needs at the least
    LEAF = 9               # cards up to which two players' endings are leaves


cdef int start(Question *q, int attacker, int r) noexcept nogil:
    """Answer the question at a bout start, with r more bouts (or plies) to go."""
    cdef char here
    cdef uint64_t one, two, before
    cdef uint32_t trail = 0
    cdef Proof *entry
    cdef int holders = 0, forcing = 0, cards = 0, place, answer, cap, effort, hint = 0
    cdef int side = 1 - forces(q, attacker)
    cdef bint first
    if q.nodes >= q.next_poll and not q.stopped:
        poll(q)
    if q.stopped:
        return 0
    for place in range(q.seats):
        if q.hands[place]:
            holders += 1
            forcing += forces(q, place)
            cards += count(q.hands[place])
    if holders == forcing:
        # One of them is the durak, or nobody is.
        return FREE
    if holders == 1:
        return YES
    first = is_first(q, attacker)
    if not q.capped:
        answer = known(q, attacker, holders, forcing)
        if answer == FREE or answer == YES and q.closing:
            return answer
    if holders == 2:
        place = next_holder(q, attacker)
        if forcing == 1 and not q.plies and runs(q, attacker, place):
            return YES if forces(q, attacker) else FREE
        # An ending that is no leaf is searched on, within the horizon.
        if cards <= LEAF or q.tier or r == FAR:
            if forcing == 1 and not q.transfers and not first:
                return two_left(q, attacker, place, r)
            if q.closing:
                r = FAR
            elif cards != q.tier and not q.plies:
                q.closing = True
                answer = start(q, attacker, FAR)
                q.closing = False
                return answer if answer != MAYBE else 0
    if q.capped and cards == q.first_cards:
        # Of positions that are alike but for names only one is the first attack.
        literal_key(q.hands, q.seats, q.forcing, attacker, &one, &two)
    else:
        key_of(q.hands, q.seats, q.forcing, attacker, &one, &two)
    if q.tier:
        # Only then do bouts count until cards leave play, and no further.
        two |= <uint64_t>1 << 60
    entry = find(&q.table, one, two)
    if entry != NULL:
        hint = entry.lead[side]
        if status(entry, side) == NEVER:
            return FREE
        if q.closing:
            if entry.yes[side]:
                return YES
            if status(entry, side) == OPEN:
                return <int>entry.mark[side]
            if status(entry, side) == LEANING_NO:
                return low_of(&q.trail, entry.mark[side])
            if entry.maybe >= r and entry.mark[side] == q.attempt:
                return MAYBE
        else:
            if entry.yes[side] and entry.yes[side] <= r:
                return YES
            if entry.refuted[side] >= r:
                return 0
            if q.width and entry.maybe >= r and entry.mark[side] == q.attempt:
                return 0
    if r == 0:
        return MAYBE if q.closing else 0
    if q.stack_base - &here > <Py_ssize_t>q.stack_room or (
        &here - q.stack_base > <Py_ssize_t>q.stack_room
    ):
        q.too_deep = True
        return MAYBE if q.closing else 0
    before = q.nodes
    q.nodes += 1
    if crowded(&q.table):
        grow(&q.trail, &q.table)
    if q.closing:
        entry = claim(&q.table, one, two)
        if entry == NULL:
            return MAYBE
        set_status(entry, side, OPEN)
        entry.mark[side] = q.depth
        trail = q.trail.size
    q.depth += 1
    cap = q.cap
    q.cap = 5 if first else 6
    answer = lead(q, attacker, r if q.plies else r - 1, &hint)
    q.cap = cap
    q.depth -= 1
    entry = find(&q.table, one, two) if q.closing else claim(&q.table, one, two)
    if entry != NULL:
        if status(entry, side) == OPEN:
            set_status(entry, side, 0)
            entry.mark[side] = 0
        effort = highest((q.nodes - before) | 1) // 2
        effort = effort if effort < 15 else 15
        entry.state = (entry.state & STATES) | <uint8_t>(effort * EFFORT)
        entry.lead[side] = hint
    if q.stopped:
        return 0
    if q.closing:
        return closed(q, entry, side, answer, trail, r)
    if entry == NULL:
        return answer
    if answer == YES:
        if entry.yes[side] == 0 or r < entry.yes[side]:
            entry.yes[side] = <uint8_t>(r if r < SURE else SURE)
        set_status(entry, 1 - side, NEVER)
    elif answer == FREE:
        set_status(entry, side, NEVER)
    elif q.width:
        entry.maybe = <uint8_t>(r if r < SURE else SURE - 1)
        entry.mark[side] = q.attempt
    elif r > entry.refuted[side]:
        entry.refuted[side] = <uint8_t>(r if r < SURE else SURE - 1)
    return answer


cdef inline int closed(
    Question *q, Proof *entry, int side, int answer, uint32_t trail, int r
) noexcept nogil:
    """Store what an attempt to close came to; return the answer to hand on."""
    if answer < 0:
        void_from(&q.trail, &q.table, trail)
        if entry != NULL and answer == YES:
            if entry.yes[side] == 0:
                entry.yes[side] = SURE
            set_status(entry, 1 - side, NEVER)
        elif entry != NULL:
            entry.maybe = <uint8_t>(r if r < SURE else SURE - 1)
            entry.mark[side] = q.attempt
        return answer
    if answer >= q.depth:
        finish_from(&q.trail, &q.table, trail, q.depth)
        if entry != NULL:
            set_status(entry, side, NEVER)
        return FREE
    # It may have become final meanwhile, by a yes for the other side.
    if entry != NULL and status(entry, side) != NEVER:
        lean(&q.trail, &q.table, entry, side, trail, answer)
    elif q.trail.size > trail:
        lower(&q.trail, trail, answer)
    return answer


cdef void poll(Question *q) noexcept nogil:
    """Look at the limits and at Python's signals."""
    with gil:
        (<Circular>q.owner).look()


cdef class Circular:
    """A search with its table, for one variant; one thread at a time.

    ``memory`` is the most that its tables may take, in bytes.  With ``plies`` it
    counts moves where else it counts bouts, and answers ``within`` alone.  ``duo`` and
    ``trio`` are endgame tables of the variant to read at bout starts; no value depends
    on them.  Raises ``MemoryError`` when even the smallest tables do not fit.
    """

    def __cinit__(
        self, uint64_t memory, bint transfers, bint neighbours, bint plies=False,
        Tables duo=None, TrioTables trio=None,
    ):
        cdef Question *q = &self.question
        cdef uint64_t tail = memory // 8
        tail = tail if tail > LEAST_TAIL else LEAST_TAIL
        self.tail = Podkidnoy(tail, False, None if transfers else duo)
        self.duo = duo
        self.trio = trio
        q.duo = &duo.shelf if duo is not None and duo.shelf.most else NULL
        q.trio = &trio.shelf if trio is not None and trio.shelf.most else NULL
        q.tail = &self.tail.search
        q.tail.next_poll = 0
        q.transfers = transfers
        q.neighbours = neighbours
        q.plies = plies
        q.owner = <void *>self
        q.start = start
        if memory < tail or not open_proofs(&q.table, memory - tail):
            raise MemoryError("the table does not fit")

    def __dealloc__(self):
        close_proofs(&self.question.table)
        close_trail(&self.question.trail)

    @property
    def nodes(self) -> int:
        """The nodes visited so far, over all searches."""
        return self.question.nodes + self.tail.search.nodes

    @property
    def stored(self) -> int:
        """The number of questions in the table."""
        return self.question.table.used

    @property
    def table_bytes(self) -> int:
        """The size of the tables now."""
        return (self.question.table.mask + 1) * sizeof(Proof) + self.tail.table_bytes

    @property
    def too_deep(self) -> bool:
        """Whether the last search met the end of its stack."""
        return self.question.too_deep

    def meter(self, grant) -> None:
        """Set who is asked for nodes, and start afresh after a stop.

        ``grant(nodes)`` is told the nodes visited so far, over all searches, and
        returns how many more may follow before it is asked again, 0 to stop;
        with ``None`` the search runs to its end.
        """
        self.grant = grant
        self.question.stopped = False
        self.tail.meter(None if grant is None else self.grant_tail)

    def grant_tail(self, nodes: int) -> int:
        """Ask on behalf of the two-player endings."""
        return self.grant(self.question.nodes + nodes)

    cdef void look(self) noexcept:
        """Ask for more nodes, and let Python's signal handlers run."""
        cdef Question *q = &self.question
        cdef uint64_t granted = POLL
        try:
            PyErr_CheckSignals()
            if self.grant is not None:
                granted = self.grant(self.nodes)
        except BaseException as interruption:
            self.interruption = interruption
            granted = 0
        q.spent = granted > 0 and 0 < q.node_limit <= q.nodes
        q.stopped = q.spent or granted == 0
        q.next_poll = q.nodes + (granted if granted < POLL else POLL)
        if q.node_limit and q.next_poll > q.node_limit:
            q.next_poll = q.node_limit

    def place(
        self, int trump, tuple hands, int mover, int by, int defender,
        tuple covered, tuple covers, tuple uncovered, bint taking, int cap,
    ) -> None:
        """Set the position that is asked about; places count from 0.

        Between bouts ``by`` is the mover.  Cards and masks are numbered as in
        ``kozyr.cards``; ``covered`` and ``uncovered`` are attack cards.
        """
        cdef Question *q = &self.question
        q.seats = len(hands)
        for i in range(q.seats):
            q.hands[i] = kernel_cards(hands[i], trump)
        q.cap = cap
        q.tier = 0
        if sum(1 for hand in hands if hand) == 2:
            q.tier = sum(hand.bit_count() for hand in hands)
            q.tier += len(covered) + len(covers) + len(uncovered)
        self.mover = mover
        self.by = by
        self.defender = defender
        self.laid = len(covered) + len(uncovered)
        self.taking = taking
        self.table = 0
        self.uncovered = 0
        for each in covered + covers + uncovered:
            self.table |= <uint64_t>1 << kernel_card(each, trump)
        for each in uncovered:
            self.uncovered |= <uint64_t>1 << kernel_card(each, trump)

    def begin(self) -> None:
        """Let the game have begun at this bout start: the only one with a cap of 5."""
        cdef Question *q = &self.question
        q.capped = True
        q.first_attacker = self.mover
        q.first_cards = 0
        for i in range(q.seats):
            q.first_hands[i] = q.hands[i]
            q.first_cards += count(q.hands[i])

    cdef int root(self, int r) noexcept nogil:
        """Answer the question at the position, within r bouts with this one."""
        cdef Question *q = &self.question
        cdef int first = 0
        if self.laid == 0 and (q.cap == 6 or is_first(q, self.mover)):
            return start(q, self.mover, r)
        if not q.plies:
            r -= 1
        if self.laid == 0:
            return lead(q, self.mover, r, &first)
        if self.mover == self.defender:
            return defend(
                q, self.by, self.defender, self.table, self.uncovered, self.laid,
                ~<uint64_t>0, q.transfers and self.table == self.uncovered, r,
            )
        first = self.mover - self.by
        if first < 0:
            first += q.seats
        return ask(
            q, self.by, self.defender, self.table, self.laid, self.taking,
            room(q, self.defender, self.laid, count(self.uncovered)), first,
            ~<uint64_t>0, r,
        )

    cdef object search(self, bint closing, int forcing, int r):
        cdef Question *q = &self.question
        cdef char here
        cdef int answer
        q.forcing = forcing
        q.closing = closing
        q.depth = 0
        q.trail.size = 0
        q.trail.segments_size = 0
        q.next_poll = q.nodes
        q.stack_base = &here
        q.too_deep = False
        q.spent = False
        with nogil:
            answer = self.root(r)
            void_from(&q.trail, &q.table, 0)
        interruption = self.interruption or self.tail.interruption
        if interruption is not None:
            self.interruption = self.tail.interruption = None
            raise interruption
        if q.spent:
            q.stopped = False
            return MAYBE
        return None if q.stopped else answer

    def within(self, int forcing, int r):
        """Tell whether some places force it within r bouts (or plies), this one included.

        ``forcing`` is a bit mask of places.  Returns ``True``; ``False`` when they
        can't within r; ``"never"`` when no number of bouts is enough; ``None`` when
        ``grant`` stopped the search.  Raises what arrived meanwhile (Ctrl-C).
        """
        self.question.node_limit = 0
        self.question.stack_room = STACK
        answer = self.search(False, forcing, r)
        if answer is None:
            return None
        return "never" if answer == FREE else answer == YES

    def narrowly(self, int forcing, int r, int width, uint64_t nodes):
        """Look for a way to force it within r bouts, each time by the first few moves.

        The forcing side tries at most ``width`` moves wherever it moves, so that the
        search goes deep where it has many ways to win.  Returns ``True`` when it
        can, ``False`` when that was not proven, ``None`` when ``grant`` stopped it.
        """
        self.question.attempt += 1
        self.question.node_limit = self.question.nodes + nodes
        self.question.stack_room = STACK
        self.question.width = width
        try:
            answer = self.search(False, forcing, r)
        finally:
            self.question.width = 0
        return None if answer is None else answer == YES

    def close(self, int forcing, int r, uint64_t nodes, size_t stack=STACK):
        """Try to prove, within r bouts and some nodes, that they can never force it.

        ``stack`` is how many bytes of the C stack it may use.  Returns ``"never"``, ``True`` when they can, ``False`` when neither was
        proven, ``None`` when ``grant`` stopped the search.
        """
        # A MAYBE depends on what was open then, so it does not outlive the attempt.
        self.question.attempt += 1
        self.question.node_limit = self.question.nodes + nodes
        self.question.stack_room = stack
        answer = self.search(True, forcing, r)
        if answer is None:
            return None
        if answer == MAYBE:
            return False
        return True if answer == YES else "never"
