"""A final *no* in Kryt': a closed set of positions, found on demand.

The question is whether the *attacker* can force a win.  A set of positions in which
he has no win at once, which he can't leave, and in which the safe side always has a
move that stays inside (or ends the game), answers all its positions with *never*.

How it is found (the local solution of boolean equations: Liu and Smolka, ICALP 1998).
Each position that is met counts as safe until it turns out lost.  A position of the
attacker needs all positions after his moves; one of the safe side needs a single one,
its choice.  A position turns out lost when the attacker has a win at once or moves to
a lost position, or when all choices of the safe side are lost; the loss goes back
along the edges, and who had chosen the lost position chooses again.  When nothing is
left to expand, the positions that the root needs are the closed set.  What the bounded
search has proven, and what earlier sets have, is looked up in its table: no position
is expanded whose answer is known.  So an unfinished attempt costs time, and no more.

Exactness.  A pile is a node of a tree whose path from the root spells its cards, and
equal piles are one node; so the mover's hand and the number of the pile are the whole
position, not a hash of it.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from kozyr.ext.bits cimport count
from kozyr.ext.kryt_graph cimport (
    ASSUMED, Closure, IDLE, LOST, SAFE, Vertex, WAITING, allocate, laid, need, pushed,
    vertex,
)
from kozyr.ext.kryt_moves cimport (
    MOVE, PICK_UP, Search, attacks, key_of, lay, safe_moves, take, work,
)
from kozyr.ext.kryt_rules cimport EMPTY, bit, can_end, push, top_of
from kozyr.ext.kryt_proof cimport doubt
from kozyr.ext.wide_table cimport (
    Entry, LOSS, NEVER, WIN, claim, find, is_fresh,
)

cdef enum:
    OFTEN = 1 << 13        # small steps between two looks at the limits

cdef uint64_t ATTACKER = <uint64_t>1 << 63


cdef void spread(Closure *c, Search *s, uint32_t lost) noexcept nogil:
    """Mark a vertex lost and pass the loss on to those who need it."""
    cdef uint32_t edge, source, passed = 0
    cdef Vertex *v
    c.vertices[lost].state = LOST
    c.doomed[0] = lost
    c.doomed_used = 1
    while c.doomed_used:
        passed += 1
        if passed % OFTEN == 0:
            s.poll(s)
            if s.stopped:
                return
        c.doomed_used -= 1
        lost = c.doomed[c.doomed_used]
        edge = c.vertices[lost].edges
        c.vertices[lost].edges = 0
        while edge:
            source = c.edges[edge].source
            edge = c.edges[edge].older
            v = &c.vertices[source]
            if v.state != ASSUMED:
                continue
            if v.hand & ATTACKER:
                v.state = LOST
                c.doomed[c.doomed_used] = source
                c.doomed_used += 1
            elif v.choice == lost:
                v.state = WAITING
                c.work[c.work_used] = source
                c.work_used += 1


cdef inline bint needed(Closure *c, uint32_t i) noexcept nogil:
    """Tell whether some vertex that is not lost needs this one."""
    cdef uint32_t edge = c.vertices[i].edges, source
    cdef Vertex *v
    while edge:
        source = c.edges[edge].source
        v = &c.vertices[source]
        if v.state == ASSUMED and (v.hand & ATTACKER or v.choice == i):
            return True
        edge = c.edges[edge].older
    return False


cdef inline int verdict(
    Search *s, uint64_t mover, uint64_t other, bint attacking, int *refuted
) noexcept nogil:
    """Return what the table knows: LOST, SAFE or WAITING."""
    cdef uint64_t one, two
    cdef Entry *entry
    cdef int question = WIN if attacking else LOSS
    key_of(s, mover, other, 0, &one, &two)
    entry = find(&s.table, one, two)
    refuted[0] = 0
    if entry == NULL:
        return WAITING
    if entry.yes[question]:
        return LOST
    refuted[0] = entry.no[question]
    if entry.no[question] == NEVER or entry.yes[1 - question]:
        return SAFE
    return WAITING


cdef int searched(
    Search *s, uint64_t mover, uint64_t other, bint attacking, int bound
) noexcept nogil:
    """Return what a search with some bound finds: LOST, SAFE or WAITING."""
    if not attacking:
        # Had he a win at once, he would have ended the game before he is asked.
        return SAFE if s.attack(s, mover, other, bound) else WAITING
    if s.attack(s, mover, other, bound):
        return LOST
    if not can_end(mover, top_of(&s.pile)) and s.defend(s, mover, other, bound):
        return SAFE
    return WAITING


cdef void restore(Closure *c, Search *s, uint32_t pile) noexcept nogil:
    """Let the search's pile be this one."""
    cdef int size = c.stacks[pile].size, i
    cdef uint8_t cards[40]
    for i in range(size):
        cards[size - 1 - i] = c.stacks[pile].top
        pile = c.stacks[pile].below
    i = 0
    # Most of the pile stays as it is: its lower part need not be hashed again.
    while i < size and i < s.pile.size and s.pile.cards[i] == cards[i]:
        i += 1
    s.pile.size = i
    while i < size:
        push(&s.pile, cards[i])
        i += 1


cdef int expand(Closure *c, Search *s, uint32_t i) noexcept nogil:
    """Expand a vertex; -1 when there is no room."""
    cdef uint64_t hand = c.vertices[i].hand & ~ATTACKER, after
    cdef uint32_t pile = c.vertices[i].pile, next, other
    cdef bint attacking = c.vertices[i].hand & ATTACKER != 0
    cdef uint64_t theirs = c.everything ^ hand ^ c.stacks[pile].cards
    cdef int n, j, k, size, state, move, refuted, best_score = -1, score
    cdef int left, best_left = 0, best_move = 0
    cdef uint32_t *moves = s.moves
    cdef uint8_t cards[36]
    cdef uint32_t best_pile = 0
    cdef int doubts
    restore(c, s, pile)
    if count(hand | theirs) > c.cards:
        c.beyond = True
        state = LOST if c.digging_lost else SAFE
    else:
        state = searched(s, hand, theirs, attacking, c.leaf) if c.leaf else WAITING
    if s.stopped:
        return -1
    if state == LOST:
        spread(c, s, i)
        return 0
    if state == SAFE:
        c.vertices[i].state = SAFE
        return 0
    size = s.pile.size
    if attacking:
        n = attacks(s, hand, theirs, moves)
        if n < 0:
            spread(c, s, i)
            return 0
    else:
        n = safe_moves(s, hand, theirs, moves)
    # To choose among n moves, the attacker's moves after each are listed.
    work(s, n if attacking else n * n)
    c.vertices[i].state = ASSUMED
    c.vertices[i].choice = 0
    for j in range(n):
        move = moves[j] & MOVE
        after = hand
        next = pile
        if move == PICK_UP:
            take(s, &after)
            for k in range(size - s.pile.size):
                next = c.stacks[next].below
                cards[k] = s.pile.cards[s.pile.size + k]
        else:
            lay(s, &after, move)
            # A safe side's move leaves no trace until it is chosen.
            next = laid(c, next, move, attacking)
            if next == 0 and attacking:
                return -1
        # The hand of the next mover names the position after the move.
        other = 0
        if next:
            other = vertex(c, theirs | (0 if attacking else ATTACKER), next, False)
        refuted = 0
        if other:
            state = c.vertices[other].state
        else:
            state = verdict(s, theirs, after, not attacking, &refuted)
        left = 0
        # Where proof numbers have refuted his win, a set is likely.
        doubts = 0 if attacking else doubt(s, theirs, after)
        if not attacking and state != LOST and state != SAFE:
            # The fewer moves the attacker has then, the smaller the set.
            if other:
                left = c.vertices[other].left
            else:
                left = attacks(s, theirs, after, moves + n)
        if move == PICK_UP:
            for k in range(size - s.pile.size):
                push(&s.pile, cards[k])
        s.pile.size = size
        if attacking:
            if state == LOST:
                spread(c, s, i)
                return 0
            if state == SAFE:
                continue
            if other == 0:
                other = vertex(c, theirs, next, True)
            if other == 0 or not need(c, i, other):
                return -1
        else:
            if state == LOST:
                continue
            if state == SAFE:
                c.vertices[i].state = SAFE
                return 0
            if left < 0:
                continue
            score = 10000 + refuted + doubts - left
            # One that has been looked at makes the set no larger.
            if other and state != IDLE:
                score += 10000
            if score > best_score:
                best_score = score
                best_left = left
                best_move = move
                best_pile = next
    if attacking:
        return 0
    if best_score < 0:
        spread(c, s, i)
        return 0
    if best_pile == 0:
        best_pile = laid(c, pile, best_move, True)
        if best_pile == 0:
            return -1
    other = vertex(c, theirs | ATTACKER, best_pile, True)
    if other == 0 or not need(c, i, other):
        return -1
    c.vertices[other].left = best_left
    c.vertices[i].choice = other
    return 0


cdef void record(Closure *c, Search *s) noexcept nogil:
    """Write down in the table what the closed set answers."""
    cdef uint64_t one, two, hand, theirs
    cdef uint32_t i
    cdef Entry *entry
    cdef Vertex *v
    # With nothing left to expand, all that an assumed vertex needs is assumed or safe.
    # So each is proven by itself: a limit may stop this anywhere after the root.
    s.node_limit = 0
    for i in range(1, c.used + 1):
        if i % OFTEN == 0 or is_fresh(&s.table):
            s.poll(s)
            if s.stopped:
                return
        v = &c.vertices[i]
        if v.state != ASSUMED and v.state != SAFE:
            continue
        hand = v.hand & ~ATTACKER
        theirs = c.everything ^ hand ^ c.stacks[v.pile].cards
        restore(c, s, v.pile)
        key_of(s, hand, theirs, 0, &one, &two)
        entry = claim(&s.table, one, two)
        entry.no[WIN if v.hand & ATTACKER else LOSS] = NEVER


cdef int close_question(
    Closure *c, Search *s, uint64_t mover, uint64_t other, bint mine, uint64_t most
) noexcept nogil:
    """Answer whether the attacker can force a win.

    ``mine``: the mover is the attacker.  Not more than ``most`` positions.
    """
    cdef uint32_t pile = 1, root, i
    cdef int k, size = s.pile.size, result = UNKNOWN
    cdef uint8_t cards[40]
    cdef int failed = 0
    if not allocate(c, most):
        return UNKNOWN
    c.everything = mover | other
    c.beyond = False
    for k in range(size):
        cards[k] = s.pile.cards[k]
        c.everything |= bit(cards[k])
        pile = pushed(c, pile, cards[k], True)
    root = vertex(c, mover | (ATTACKER if mine else 0), pile, True)
    while c.work_used and c.vertices[root].state != LOST:
        c.work_used -= 1
        i = c.work[c.work_used]
        if c.vertices[i].state != WAITING:
            continue
        if i != root and not needed(c, i):
            c.vertices[i].state = IDLE
            continue
        if s.nodes >= s.next_poll:
            s.poll(s)
        if s.stopped:
            failed = 1
            break
        s.nodes += 1
        if expand(c, s, i) < 0:
            failed = 1
            break
    if c.vertices[root].state == LOST:
        result = BEYOND if c.beyond and c.digging_lost else YES
    elif not failed:
        result = BEYOND if c.beyond and not c.digging_lost else NO
        if result == NO:
            record(c, s)
    s.pile.size = 0
    for k in range(size):
        push(&s.pile, cards[k])
    return result
