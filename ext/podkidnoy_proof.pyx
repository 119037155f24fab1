"""Two-player podkidnoy by proof numbers: what alpha-beta is too long about.

Alpha-beta tries moves in one good order to the end of each.  Where one hand is small and
the other large it can spend minutes below a move though another one wins in three bouts.
A depth-first proof-number search goes on wherever the least seems to be left to show, so
what it decides at all, it mostly decides soon.  It is slower a position, so it has its
turn only after alpha-beta has spent a good deal (podkidnoy_engine.py).

Each choice is a position here, also inside a bout.  A bout start that is new is given to
alpha-beta first, with few nodes; so the many small endgames below cost what they cost
there, and both searches use the bounds that are stored.

A new position's numbers are the cards that a side has to get rid of, those that the other
can beat counted twice: what is near the end goes first, which matters more than who stands
better.  The positions are a graph without a loop (podkidnoy.pyx), but many ways lead to
most of them; so the numbers are weak ones (numbers.pxd).

Why it is exact.  A proof and a refutation are both finite trees, there being no
repetitions.  A key holds the whole position: for a bout start its canonical number, else
the three sets of cards and what else the rules look at.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from kozyr.ext.bits cimport (
    beaten_by, beaters, count, equal_covers_dropped, lowest, next_card, next_cover,
    plain_cards, ranks_of, room_after_take,
)
from kozyr.ext.numbers cimport (
    INFINITE, Tally, begin, conclude, disproof_number, limit_best, numbers_of,
    proof_number, weigh, write_numbers,
)
from kozyr.ext.podkidnoy cimport (
    ADD, ANSWER, LEAD, Podkidnoy, Search, Spot, THROW_IN, attacker_runs, bout, poll,
)
from kozyr.ext.shelf cimport ABSENT, LOSS, VICTORY, probe
from kozyr.ext.two_hands cimport canonical_key
from kozyr.ext.wide_table cimport Entry, claim, close_table, find, is_fresh, open_table

cdef enum:
    CAP = 6
    MOST = 40              # more than any position has choices
    # A beaten attack takes away two cards, and between two of them each take leaves the
    # attacker with fewer: at most 342 bouts, most of them with two choices.
    ROOM = 1 << 16
    SLOW = 1 << 10         # nodes that an entry of a table just grown is worth


cdef inline void settle(Node *n, bint yes) noexcept nogil:
    n.pn = 0 if yes else INFINITE
    n.dn = INFINITE if yes else 0


cdef inline void name(Node *n, uint64_t low, uint64_t high, int card, int rest) noexcept nogil:
    """Give a position its key: two words that nothing else has, the first one mixed."""
    cdef uint64_t x
    high |= (
        <uint64_t>1 << 62 | <uint64_t>n.choice << 44 | <uint64_t>rest << 46
        | <uint64_t>n.cap << 49 | <uint64_t>n.ours << 52 | <uint64_t>card << 53
    )
    x = low + high * <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    n.one = x ^ (x >> 31)
    n.two = high


cdef inline void name_inside(Node *n, int card, int rest) noexcept nogil:
    name(
        n, n.attacker | n.defender << 36, n.defender >> 28 | n.table << 8, card, rest
    )


cdef inline void guess(Node *n) noexcept nogil:
    """Set a new position's numbers: what each side has to get rid of."""
    cdef uint64_t defender = n.defender
    cdef int mine, theirs
    if n.choice == THROW_IN:
        defender |= n.table
    mine = count(n.attacker) + count(n.attacker & beaten_by(defender))
    theirs = count(defender) + count(defender & beaten_by(n.attacker))
    n.pn = 1 + (mine if n.ours else theirs)
    n.dn = 1 + (theirs if n.ours else mine)


cdef inline void set_up(
    Node *n, int choice, uint64_t attacker, uint64_t defender, uint64_t table, bint ours,
    int cap
) noexcept nogil:
    n.choice = choice
    n.attacker = attacker
    n.defender = defender
    n.table = table
    n.ours = ours
    n.cap = cap


cdef void to_lead(
    Search *s, Node *n, uint64_t attacker, uint64_t defender, bint ours, int cap
) noexcept nogil:
    """Let a node be a bout start, unless it can be settled at once."""
    cdef int value
    set_up(n, LEAD, attacker, defender, 0, ours, cap)
    if attacker_runs(attacker, defender):
        settle(n, ours)
        return
    if s.shelf != NULL and cap == CAP:
        value = probe(s.shelf, s.sites, attacker, defender)
        if value != ABSENT:
            settle(n, value == VICTORY if ours else value == LOSS)
            return
    name(n, canonical_key(attacker, defender), 0, 0, 0)
    guess(n)


cdef void beaten(
    Search *s, Node *n, uint64_t attacker, uint64_t defender, bint ours
) noexcept nogil:
    n.choice = LEAD
    if defender == 0:
        settle(n, attacker != 0 and not ours)
    elif attacker == 0:
        settle(n, ours)
    else:
        to_lead(s, n, defender, attacker, not ours, CAP)


cdef void to_throw_in(
    Search *s, Node *n, uint64_t attacker, uint64_t defender, uint64_t table,
    uint64_t spare, int room, bint ours, int cap
) noexcept nogil:
    if spare == 0 or room <= 0:
        n.choice = LEAD
        if attacker == 0:
            settle(n, ours)
        else:
            to_lead(s, n, attacker, defender | table, ours, CAP)
        return
    set_up(n, THROW_IN, attacker, defender, table, ours, cap)
    n.spare = spare
    n.room = room
    name_inside(n, lowest(spare), room)
    guess(n)


cdef void to_add(
    Search *s, Node *n, uint64_t attacker, uint64_t defender, uint64_t table, int laid,
    bint ours, int cap
) noexcept nogil:
    if laid >= cap or defender == 0 or attacker & ranks_of(table) == 0:
        beaten(s, n, attacker, defender, ours)
        return
    set_up(n, ADD, attacker, defender, table, ours, cap)
    n.laid = laid
    name_inside(n, 0, laid)
    guess(n)


cdef void to_answer(
    Search *s, Node *n, uint64_t attacker, uint64_t defender, uint64_t table, int card,
    int laid, bint ours, int cap
) noexcept nogil:
    set_up(n, ANSWER, attacker, defender, table, ours, cap)
    n.card = card
    n.laid = laid
    name_inside(n, card, laid)
    guess(n)


cdef int list_leads(Search *s, Node *n, Node *child) noexcept nogil:
    cdef uint64_t plain = n.attacker & plain_cards(), trumps = n.attacker ^ plain, bit
    cdef int k = 0
    while plain | trumps:
        bit = next_card(&plain, &trumps)
        to_answer(
            s, child + k, n.attacker ^ bit, n.defender, bit, lowest(bit), 1, n.ours, n.cap
        )
        k += 1
    return k


cdef int list_answers(Search *s, Node *n, Node *child) noexcept nogil:
    cdef uint64_t covers = n.defender & beaters(n.card), plain, quiet, bit
    cdef int k = 0, room
    if covers & (covers - 1):
        covers = equal_covers_dropped(covers, n.attacker | n.defender | n.table)
    plain = covers & plain_cards()
    covers ^= plain
    quiet = plain & ~ranks_of(n.attacker)
    while plain | covers:
        bit = next_cover(&quiet, &plain, &covers)
        to_add(
            s, child + k, n.attacker, n.defender ^ bit, n.table | bit, n.laid, n.ours,
            n.cap,
        )
        k += 1
    room = room_after_take(count(n.defender), n.laid, n.cap)
    to_throw_in(
        s, child + k, n.attacker, n.defender, n.table, n.attacker & ranks_of(n.table),
        room, n.ours, n.cap,
    )
    return k + 1


cdef int list_additions(Search *s, Node *n, Node *child) noexcept nogil:
    cdef uint64_t rest = n.attacker & ranks_of(n.table), bit
    cdef int k = 1
    beaten(s, child, n.attacker, n.defender, n.ours)
    while rest:
        bit = rest & -rest
        rest ^= bit
        to_answer(
            s, child + k, n.attacker ^ bit, n.defender, n.table | bit, lowest(bit),
            n.laid + 1, n.ours, n.cap,
        )
        k += 1
    return k


cdef int list_throw_ins(Search *s, Node *n, Node *child) noexcept nogil:
    cdef uint64_t rest = n.spare, bit
    cdef int k = 1
    to_throw_in(s, child, n.attacker, n.defender, n.table, 0, 0, n.ours, n.cap)
    while rest:
        bit = rest & -rest
        rest ^= bit
        to_throw_in(
            s, child + k, n.attacker ^ bit, n.defender, n.table | bit, rest, n.room - 1,
            n.ours, n.cap,
        )
        k += 1
    return k


cdef void look_up(Table *table, Node *n) noexcept nogil:
    cdef Entry *entry = find(table, n.one, n.two)
    n.fresh = entry == NULL
    if entry != NULL:
        n.pn = proof_number(entry)
        n.dn = disproof_number(entry)


cdef int list_choices(Search *s, Table *table, Node *n, Node *child) noexcept nogil:
    """List the positions after each choice with their numbers."""
    cdef int k, i
    if n.choice == LEAD:
        k = list_leads(s, n, child)
    elif n.choice == ANSWER:
        k = list_answers(s, n, child)
    elif n.choice == ADD:
        k = list_additions(s, n, child)
    else:
        k = list_throw_ins(s, n, child)
    for i in range(k):
        if child[i].pn and child[i].dn:
            look_up(table, child + i)
    return k


cdef void try_alpha_beta(Search *s, Node *n, uint64_t nodes) noexcept nogil:
    """Let alpha-beta settle a bout start if few nodes are enough."""
    cdef uint64_t outer = s.node_limit, next_poll = s.next_poll
    cdef int score
    s.node_limit = s.nodes + nodes
    if outer and outer < s.node_limit:
        s.node_limit = outer
    if s.node_limit < s.next_poll:
        s.next_poll = s.node_limit
    score = bout(
        s, n.attacker, n.defender, s.stock_size, n.cap, 0, 0 if n.ours else -1,
        1 if n.ours else 0,
    )
    s.node_limit = outer
    s.next_poll = next_poll
    if s.spent and (outer == 0 or s.nodes < outer):
        s.spent = False
        s.stopped = False
    elif not s.stopped:
        settle(n, score > 0 if n.ours else score < 0)


cdef class Prover:
    """A proof-number search beside a kernel's alpha-beta; one thread at a time.

    ``memory`` is the most that its table may take, in bytes; ``leaf`` are the nodes that
    alpha-beta may spend at each new bout start.  Raises ``MemoryError`` when even the
    smallest table does not fit.
    """

    def __cinit__(self, Podkidnoy kernel not None, uint64_t memory, uint64_t leaf=1000):
        self.kernel = kernel
        self.leaf = leaf
        self.nodes = <Node *>calloc(ROOM, sizeof(Node))
        if self.nodes == NULL or not open_table(&self.table, memory):
            raise MemoryError("the table does not fit")

    def __dealloc__(self):
        free(self.nodes)
        close_table(&self.table)

    def prove(self, bint attacker, uint64_t nodes):
        """Tell whether the attacker, or else the defender, of the placed position wins.

        The stock must be exhausted.  ``None`` when so many nodes did not suffice or a
        limit stopped the search; the next time it goes on where it was.  Raises what
        arrived meanwhile (Ctrl-C).
        """
        cdef Search *s = &self.kernel.search
        cdef Spot *spot = &self.kernel.spot
        cdef Node root
        root.fresh = True
        self.used = 0
        self.kernel.allow(nodes)
        with nogil:
            if spot.choice == LEAD:
                to_lead(s, &root, spot.attacker, spot.defender, attacker, spot.cap)
            elif spot.choice == ANSWER:
                to_answer(
                    s, &root, spot.attacker, spot.defender, spot.table, spot.card,
                    spot.laid, attacker, spot.cap,
                )
            elif spot.choice == ADD:
                to_add(
                    s, &root, spot.attacker, spot.defender, spot.table, spot.laid,
                    attacker, spot.cap,
                )
            else:
                to_throw_in(
                    s, &root, spot.attacker, spot.defender, spot.table,
                    spot.attacker & ranks_of(spot.table), spot.room, attacker, spot.cap,
                )
            if root.pn and root.dn:
                look_up(&self.table, &root)
            if root.pn and root.dn:
                self.search(&root, INFINITE, INFINITE)
        return root.pn == 0 if self.kernel.counts() else None

    cdef void search(self, Node *n, int pn_limit, int dn_limit) noexcept nogil:
        """Search below a position until one of its numbers reaches its limit."""
        cdef Search *s = &self.kernel.search
        cdef Node *children = self.nodes + self.used
        cdef Node *best
        cdef Tally tally
        cdef uint64_t start = s.nodes
        cdef int k, i, pn, dn
        # Whether one choice is enough for the side that is to win.
        cdef bint ours = n.ours if n.choice != ANSWER else not n.ours
        if s.nodes >= s.next_poll and not s.stopped:
            poll(s)
        if not s.stopped and self.used + MOST > ROOM:
            s.spent = True
            s.stopped = True
        if s.stopped:
            return
        s.nodes += 1
        if n.fresh and n.choice == LEAD and self.leaf:
            try_alpha_beta(s, n, self.leaf)
            if s.stopped:
                return
            if n.pn == 0 or n.dn == 0:
                self.keep(n, 1)
                return
        k = list_choices(s, &self.table, n, children)
        self.used += k
        while True:
            begin(&tally)
            for i in range(k):
                if ours:
                    weigh(&tally, i, children[i].pn, children[i].dn)
                else:
                    weigh(&tally, i, children[i].dn, children[i].pn)
            conclude(&tally, True)
            best = children + tally.best
            numbers_of(&tally, ours, &n.pn, &n.dn)
            if n.pn >= pn_limit or n.dn >= dn_limit or n.pn == 0 or n.dn == 0:
                break
            limit_best(
                &tally, ours, pn_limit, dn_limit, best.pn, best.dn, &pn, &dn
            )
            self.search(best, pn, dn)
            best.fresh = False
            if s.stopped:
                break
        self.used -= k
        if not s.stopped:
            self.keep(n, s.nodes - start)

    cdef void keep(self, Node *n, uint64_t nodes) noexcept nogil:
        """Write down the numbers of a position that took so many nodes."""
        cdef Search *s = &self.kernel.search
        write_numbers(claim(&self.table, n.one, n.two), n.pn, n.dn, nodes)
        if is_fresh(&self.table) and s.next_poll > SLOW:
            s.next_poll -= SLOW
