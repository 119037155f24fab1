"""Two-player podkidnoy: alpha-beta with a transposition table at bout starts.

Why a table is sound here.  A beaten attack takes cards out of play, a take
leaves the same attacker with fewer cards or a shorter stock; so no position
comes back, the value of a position does not depend on its past, and bounds may
be stored for ever.

Scores are the attacker's inside a bout: ``WIN - k`` for a win that takes k plies
from the root, 0 for a draw, ``k - WIN`` for a loss; +1 stands for a win at a
distance not known (a static proof).  In the table a score is counted from its
own position.  One recursion serves both questions: with the window (0, 1) it
asks "win or not?", with (0, WIN) how fast.

What is stored.  Bounds of bout starts only (their keys are in two_hands.pxd); inside a
bout plain recursion is faster than a look-up.  Endgame tables (shelf.pxd) are read there
too, by the same rule.

The order of moves is what brings the end nearest: *done* before a card is added, after
take none thrown in before some, covers before *take*, and first those of ranks that the
attacker does not hold.  It matters more than anything else: with *take* before the
trump covers 8+8 costs forty times the nodes.

Two shortcuts, each proved where it stands: ``attacker_runs`` here and ``equal_covers_dropped`` in bits.pxd.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t

from kozyr.ext.bits cimport (
    beaten_by, beaters, count, equal_covers_dropped, highest, kernel_card, kernel_cards,
    lowest, next_card, next_cover, plain_cards, ranks_of, room_after_take,
)
from kozyr.ext.bounds cimport (
    WIN, clear_table, close_table, look_up, note, open_table, scramble,
)
from kozyr.ext.favour cimport favours_attacker
from kozyr.ext.shelf cimport DRAW, LOSS, VICTORY, probe
from kozyr.ext.two_hands cimport canonical_key, literal_key

cdef enum:
    HAND = 6               # drawn up to while the stock lasts
    POLL = 1 << 14         # nodes between two looks at the limits: about a millisecond

# For Python: the score of a win in no plies.
WINNING = WIN

cdef bint attacker_runs(uint64_t attacker, uint64_t defender) noexcept nogil:
    """Tell whether the attacker wins by leading what can't be covered.

    Call *weak* an attacker's card that the defender could cover.  The attacker
    leads his strong cards, each plain suit from below and the trumps last: each
    must be taken, and none that was taken beats a later one.  Weak cards of a
    strong card's rank go with it as throw-ins; that a defender then holds them
    harms no strong card, since whatever beats a weak card beats all lower cards
    of its suit, and a weak trump means that all plain cards are weak.  The last
    card left may be weak: it empties the hand, and a defender who took anything
    still holds a card.  (Bonnet, The Complexity of Playing Durak, IJCAI 2016,
    has the case of one weakness without throw-ins.)  The limit never binds: at
    most three cards are thrown in, allowed to a defender with four.
    """
    cdef uint64_t weak = attacker & beaten_by(defender)
    cdef uint64_t strong = attacker & ~weak
    if strong == 0:
        # A single card that can be covered: it wins unless the cover empties
        # the defender's hand too.
        return attacker & (attacker - 1) == 0 and defender & (defender - 1) != 0
    if weak & (weak - 1) == 0:
        return True
    if count(defender) < 4:
        return False
    weak &= ~ranks_of(strong)
    return weak & (weak - 1) == 0


cdef inline int seen_from_root(int score, int ply) noexcept nogil:
    if score > 1:
        return score - ply
    return score + ply if score < -1 else score


cdef inline int seen_from_here(int score, int ply) noexcept nogil:
    if score > 1:
        return score + ply
    return score - ply if score < -1 else score


cdef inline int effort_of(uint64_t nodes) noexcept nogil:
    cdef int effort = highest(nodes | 1) // 3
    return effort if effort < 7 else 7


cdef void draw_up(
    Search *s, uint64_t *hand, int *drawn
) noexcept nogil:
    """Draw a hand up to six while the stock lasts."""
    cdef int missing = HAND - count(hand[0])
    while missing > 0 and drawn[0] < s.stock_size:
        hand[0] |= <uint64_t>1 << s.stock[drawn[0]]
        drawn[0] += 1
        missing -= 1


cdef int beaten(
    Search *s, uint64_t attacker, uint64_t defender, int drawn,
    int ply, int alpha, int beta,
) noexcept nogil:
    """The attack was beaten: the defender attacks, unless somebody is out."""
    if drawn < s.stock_size:
        draw_up(s, &attacker, &drawn)
        draw_up(s, &defender, &drawn)
    if defender == 0:
        return 0 if attacker == 0 else ply - WIN
    if attacker == 0:
        return WIN - ply
    return -bout(s, defender, attacker, drawn, 6, ply, -beta, -alpha)


cdef int taken(
    Search *s, uint64_t attacker, uint64_t defender, int drawn,
    int ply, int alpha, int beta,
) noexcept nogil:
    """The defender has taken: the attacker attacks again, unless he is out."""
    if drawn < s.stock_size:
        draw_up(s, &attacker, &drawn)
        draw_up(s, &defender, &drawn)
    if attacker == 0:
        return WIN - ply
    return bout(s, attacker, defender, drawn, 6, ply, alpha, beta)


cdef int throw_in(
    Search *s, uint64_t attacker, uint64_t defender, uint64_t table, uint64_t spare,
    int room, int drawn, int ply, int alpha, int beta,
) noexcept nogil:
    """After take: choose a set of the spare cards of the ranks on the table.

    Only the set matters, so cards are chosen in rising order; ``spare`` holds
    the cards still open to choice.  To stop while one
    could add is itself a ply (*done*).
    """
    cdef uint64_t rest, bit
    cdef int score, best = -WIN, stop = ply
    if room > 0 and attacker & ranks_of(table):
        stop += 1
    s.nodes += 1
    best = taken(s, attacker, defender | table, drawn, stop, alpha, beta)
    if best >= beta or room == 0:
        return best
    if best > alpha:
        alpha = best
    rest = spare
    while rest:
        bit = rest & -rest
        rest ^= bit
        score = throw_in(
            s, attacker ^ bit, defender, table | bit, rest, room - 1,
            drawn, ply + 1, alpha, beta,
        )
        if score > best:
            best = score
            if score >= beta:
                return score
            if score > alpha:
                alpha = score
    return best


cdef int answer(
    Search *s, uint64_t attacker, uint64_t defender, uint64_t table, int card,
    int laid, int cap, int drawn, int ply, int alpha, int beta,
) noexcept nogil:
    """The defender faces ``card``, the last of ``laid`` attack cards: cover or take."""
    cdef uint64_t covers = defender & beaters(card)
    cdef uint64_t bit, plain, quiet
    cdef int score, best = WIN, room
    if s.stopped:
        return 0
    # As in bout: this answer, and then the cards of who wins.
    if alpha >= WIN - (ply + 1 + count(attacker)):
        return WIN - (ply + 1 + count(attacker))
    if beta <= ply + count(defender) - WIN:
        return ply + count(defender) - WIN
    s.nodes += 1
    if drawn == s.stock_size and covers & (covers - 1):
        covers = equal_covers_dropped(covers, attacker | defender | table)
    plain = covers & plain_cards()
    covers ^= plain
    quiet = plain & ~ranks_of(attacker)
    while plain | covers:
        bit = next_cover(&quiet, &plain, &covers)
        score = add(
            s, attacker, defender ^ bit, table | bit, laid, cap, drawn, ply + 1,
            alpha, beta,
        )
        if score < best:
            best = score
            if score <= alpha:
                return score
            if score < beta:
                beta = score
    room = room_after_take(count(defender), laid, cap)
    score = throw_in(
        s, attacker, defender, table, attacker & ranks_of(table), room,
        drawn, ply + 1, alpha, beta,
    )
    return score if score < best else best


cdef int add(
    Search *s, uint64_t attacker, uint64_t defender, uint64_t table,
    int laid, int cap, int drawn, int ply, int alpha, int beta,
) noexcept nogil:
    """All is covered: the attacker adds a card or lets the attack be beaten."""
    cdef uint64_t choice = 0, bit
    cdef int score, best = -WIN
    if laid < cap and defender:
        choice = attacker & ranks_of(table)
    if choice == 0:
        return beaten(s, attacker, defender, drawn, ply, alpha, beta)
    s.nodes += 1
    best = beaten(s, attacker, defender, drawn, ply + 1, alpha, beta)
    if best >= beta:
        return best
    if best > alpha:
        alpha = best
    while choice:
        bit = choice & -choice
        choice ^= bit
        score = answer(
            s, attacker ^ bit, defender, table | bit, lowest(bit), laid + 1, cap,
            drawn, ply + 1, alpha, beta,
        )
        if score > best:
            best = score
            if score >= beta:
                return score
            if score > alpha:
                alpha = score
    return best


cdef int bout(
    Search *s, uint64_t attacker, uint64_t defender, int drawn, int cap,
    int ply, int alpha, int beta,
) noexcept nogil:
    cdef uint64_t hashed, bit, before, plain, trumps
    cdef int lower = -WIN, upper = WIN, score, best = -WIN, floor = alpha
    cdef int value, soonest
    cdef bint stored = cap == 6
    if s.nodes >= s.next_poll and not s.stopped:
        poll(s)
    if s.stopped:
        return 0
    # Who wins has yet to play each of his cards, and the other to answer or begin.
    soonest = ply + count(attacker) + 1
    if alpha >= WIN - soonest:
        return WIN - soonest
    soonest = ply + count(defender) + 1
    if beta <= soonest - WIN:
        return soonest - WIN
    if drawn == s.stock_size:
        if beta <= 1 and attacker_runs(attacker, defender):
            s.nodes += 1
            return 1
        if s.shelf != NULL and stored:
            value = probe(s.shelf, s.sites, attacker, defender)
            # Enough unless a distance is asked for.
            if (
                value == DRAW
                or value == VICTORY and beta <= 1
                or value == LOSS and alpha >= -1
            ):
                s.nodes += 1
                return value
        hashed = canonical_key(attacker, defender)
    else:
        hashed = literal_key(attacker, defender, s.stock_size - drawn)
    hashed = scramble(hashed, s.table.key_bits)
    if stored and look_up(&s.table, hashed, &lower, &upper):
        lower = seen_from_root(lower, ply)
        upper = seen_from_root(upper, ply)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        if lower > alpha:
            alpha = lower
            floor = lower
        if upper < beta:
            beta = upper
    before = s.nodes
    s.nodes += 1
    plain = attacker & plain_cards()
    trumps = attacker ^ plain
    while plain | trumps:
        bit = next_card(&plain, &trumps)
        score = answer(
            s, attacker ^ bit, defender, bit, lowest(bit), 1, cap, drawn, ply + 1,
            alpha, beta,
        )
        if score > best:
            best = score
            if score >= beta:
                break
            if score > alpha:
                alpha = score
    if s.stopped:
        return 0
    if stored:
        note(
            &s.table, hashed,
            seen_from_here(best, ply) if best > floor else -WIN,
            seen_from_here(best, ply) if best < beta else WIN,
            effort_of(s.nodes - before),
        )
    return best


cdef void poll(Search *s) noexcept nogil:
    """Look at the limits and at Python's signals."""
    if 0 < s.node_limit <= s.nodes:
        s.spent = True
        s.stopped = True
        return
    with gil:
        (<Podkidnoy>s.owner).look()


cdef class Podkidnoy:
    """A search with its table; one thread at a time.

    ``memory`` is the most that the table may take, in bytes.  ``stocked`` makes
    room for keys of positions with a stock.  ``tables`` are endgame tables to read
    at bout starts; no value depends on them.  Raises ``MemoryError`` when even
    the smallest table does not fit.
    """

    def __cinit__(self, uint64_t memory, bint stocked=False, Tables tables=None):
        if not open_table(&self.search.table, memory, 63 if stocked else 58):
            raise MemoryError("the table does not fit")
        self.search.owner = <void *>self
        # Held, so that what the pointer names lives as long as the search.
        self.tables = tables
        self.search.shelf = NULL
        if tables is not None and tables.shelf.most:
            self.search.shelf = &tables.shelf
        self.search.stock_size = 0
        self.meter(None)

    def __dealloc__(self):
        close_table(&self.search.table)

    def clear(self) -> None:
        """Forget everything proven; the table keeps its size."""
        clear_table(&self.search.table)

    @property
    def nodes(self) -> int:
        """The nodes visited so far, over all searches."""
        return self.search.nodes

    @property
    def stored(self) -> int:
        """The number of positions in the table."""
        return self.search.table.stored

    @property
    def table_bytes(self) -> int:
        """The size of the table now."""
        return 64 << self.search.table.bits

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
        s.stopped = granted == 0
        s.next_poll = s.nodes + (granted if granted < POLL else POLL)
        if s.node_limit and s.next_poll > s.node_limit:
            s.next_poll = s.node_limit

    cdef int use_stock(self, list stock):
        """Return how many cards of the known stock are gone; learn a new one."""
        cdef Search *s = &self.search
        cdef int drawn = s.stock_size - <int>len(stock), i
        if drawn < 0 or [s.stock[i] for i in range(drawn, s.stock_size)] != stock:
            # Entries under the old stock would be taken for positions of the new.
            clear_table(&s.table)
            s.stock_size = len(stock)
            drawn = 0
            for i in range(s.stock_size):
                s.stock[i] = stock[i]
        return drawn

    def place(
        self, int trump, uint64_t attacker, uint64_t defender,
        tuple attacks, tuple covers, bint defends, bint taking, int cap, tuple stock,
    ) -> None:
        """Set the position asked about; cards and masks as in ``kozyr.cards``.

        ``attacks`` are the attack cards, the covered ones first; ``covers`` the cards
        that cover them.  ``defends``: the defender is to move.
        """
        cdef Spot *spot = &self.spot
        cdef int held
        spot.attacker = kernel_cards(attacker, trump)
        spot.defender = kernel_cards(defender, trump)
        spot.table = 0
        spot.laid = len(attacks)
        spot.cap = cap
        for each in (*covers, *attacks):
            spot.card = kernel_card(each, trump)
            spot.table |= <uint64_t>1 << spot.card
        held = count(spot.defender) + <int>len(covers)
        spot.room = (cap if cap < held else held) - spot.laid
        spot.drawn = self.use_stock([kernel_card(each, trump) for each in stock])
        if spot.laid == 0:
            spot.choice = LEAD
        elif defends:
            spot.choice = ANSWER
        else:
            spot.choice = THROW_IN if taking else ADD

    def favours_attacker(self) -> bool:
        """Guess who wins, by the cards in hand; no value depends on it."""
        cdef Spot *spot = &self.spot
        return favours_attacker(spot.attacker, spot.defender)

    cdef void allow(self, uint64_t nodes) noexcept:
        """Begin an attempt that may take so many nodes, 0 for any."""
        cdef Search *s = &self.search
        s.next_poll = s.nodes
        s.node_limit = s.nodes + nodes if nodes else 0
        s.spent = False

    cdef bint counts(self) except -1:
        cdef Search *s = &self.search
        cdef bint stopped = s.stopped
        if s.spent:
            s.stopped = False
        if self.interruption is not None:
            interruption, self.interruption = self.interruption, None
            raise interruption
        return not stopped

    def score(self, int alpha, int beta, uint64_t nodes=0):
        """Return the attacker's score of the position within (alpha, beta).

        A score at or below alpha is an upper bound, at or above beta a lower bound.
        ``None`` when ``nodes``, if not 0, did not suffice or a limit stopped the search;
        what is in the table by then helps the next time.  Raises what arrived meanwhile
        (Ctrl-C).
        """
        cdef Search *s = &self.search
        cdef Spot p = self.spot
        cdef int score
        self.allow(nodes)
        with nogil:
            if p.choice == LEAD:
                score = bout(s, p.attacker, p.defender, p.drawn, p.cap, 0, alpha, beta)
            elif p.choice == ANSWER:
                score = answer(
                    s, p.attacker, p.defender, p.table, p.card, p.laid, p.cap,
                    p.drawn, 0, alpha, beta,
                )
            elif p.choice == THROW_IN:
                score = throw_in(
                    s, p.attacker, p.defender, p.table, p.attacker & ranks_of(p.table),
                    p.room, p.drawn, 0, alpha, beta,
                )
            else:
                score = add(
                    s, p.attacker, p.defender, p.table, p.laid, p.cap, p.drawn, 0,
                    alpha, beta,
                )
        return score if self.counts() else None
