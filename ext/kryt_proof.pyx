"""Depth-first proof-number search in Kryt': wins too long for a counted budget.

A budget counts every move, so a forced sequence of forty costs as much as a wide tree
of few.  Proof numbers look where a proof seems to need the least: the attacker's moves
that leave few answers and few cards in his hand, however long the way.

What it proves.  A position met again on the way to itself counts as refuted there.  So
a *yes* is a finite tree that leans on nothing, for no yes comes from a refutation, and
it is stored for ever.  A *no* may hold on that way alone: it is no answer, but says
where a closed set is likely (kryt_closure.pyx), which then proves it or does not.

The numbers (numbers.pxd) live in the table of the bounded search, with a salt of their
own for each question.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from kozyr.ext.bits cimport count
from kozyr.ext.kryt_moves cimport (
    MOST_MOVES, MOVE, PICK_UP, Search, attacks, key_of, lay, safe_moves, take, work,
)
from kozyr.ext.kryt_rules cimport EMPTY, beaters, push, top_of
from kozyr.ext.numbers cimport (
    INFINITE, Tally, begin, conclude, disproof_number, limit_best, numbers_of,
    proof_number, weigh, write_numbers,
)
from kozyr.ext.wide_table cimport (
    Entry, LOSS, NEVER, PROVEN, WIN, claim, find, is_fresh,
)

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define kozyr_fetch(address) __builtin_prefetch(address)
    #else
    #define kozyr_fetch(address) ((void)(address))
    #endif
    """
    void fetch "kozyr_fetch"(void *address) noexcept nogil

cdef enum:
    FRESH_WORK = 1 << 12

cdef uint64_t ATTACKING = 0x7A3E90D4C51B6F82    # salts
cdef uint64_t DEFENDING = 0x19F5C2B76E8D03A4


cdef bint open_proof(Proof *p) noexcept nogil:
    p.children = <Child *>calloc(ROOM, sizeof(Child))
    return p.children != NULL


cdef void close_proof(Proof *p) noexcept nogil:
    free(p.children)
    p.children = NULL


cdef inline void name(
    Search *s, Child *child, uint64_t mover, uint64_t other, bint attacking
) noexcept nogil:
    """Give a child its key, and have its entry fetched meanwhile."""
    key_of(
        s, mover, other, ATTACKING if attacking else DEFENDING, &child.one, &child.two
    )
    fetch(s.table.slots + (child.one & s.table.mask))


cdef inline void look_up(Search *s, Child *child, int pn, int dn) noexcept nogil:
    """Set the numbers of a position, to these where the table has none."""
    cdef Entry *entry = find(&s.table, child.one, child.two)
    child.fresh = entry == NULL
    child.pn = pn if entry == NULL else proof_number(entry)
    child.dn = dn if entry == NULL else disproof_number(entry)


cdef inline bint known(
    Search *s, uint64_t attacker, uint64_t safe, bint attacking, Child *node
) noexcept nogil:
    """Tell whether the other searches have decided a position; then set its numbers."""
    cdef uint64_t one, two
    cdef Entry *entry
    cdef int question = WIN if attacking else LOSS
    if attacking:
        key_of(s, attacker, safe, 0, &one, &two)
    else:
        key_of(s, safe, attacker, 0, &one, &two)
    entry = find(&s.table, one, two)
    if entry == NULL:
        return False
    if entry.yes[question]:
        node.pn = 0
        node.dn = INFINITE
        return True
    if entry.no[question] == NEVER or entry.yes[1 - question]:
        node.pn = INFINITE
        node.dn = 0
        return True
    return False


cdef int doubt(Search *s, uint64_t mover, uint64_t other) noexcept nogil:
    """Return how much a proof that the mover wins seems to need.

    It is ``REFUTED`` or more when his win was refuted on some way to the position.
    """
    cdef uint64_t one, two
    cdef Entry *entry
    key_of(s, mover, other, ATTACKING, &one, &two)
    entry = find(&s.table, one, two)
    if entry == NULL:
        return 0
    if proof_number(entry) == INFINITE:
        # The less it took, the smaller the set.
        return 2 * REFUTED - 20 * entry.yes[0]
    return proof_number(entry) if proof_number(entry) < 1000 else 1000


cdef void keep(
    Search *s, uint64_t mover, uint64_t other, bint attacking,
    Child *node, uint64_t nodes
) noexcept nogil:
    """Write down the numbers of a position that took so many nodes."""
    cdef Entry *entry = claim(&s.table, node.one, node.two)
    cdef uint64_t one, two
    cdef int question = WIN if attacking else LOSS
    write_numbers(entry, node.pn, node.dn, nodes)
    if node.pn == 0:
        key_of(s, mover, other, 0, &one, &two)
        entry = claim(&s.table, one, two)
        if entry.yes[question] == 0:
            entry.yes[question] = PROVEN
    if is_fresh(&s.table):
        work(s, FRESH_WORK)


cdef inline bint on_the_way(Proof *p, uint64_t one) noexcept nogil:
    cdef int i
    if p.near[one & (FILTER - 1)] == 0:
        return False
    for i in range(p.depth):
        if p.way[i] == one:
            return True
    return False


cdef int list_attacks(
    Proof *p, Search *s, uint64_t attacker, uint64_t safe, Child *children
) noexcept nogil:
    """List the attacker's moves with their numbers; -1 when one wins at once."""
    cdef uint32_t *moves = s.moves
    cdef uint32_t move, order
    cdef uint64_t hand
    cdef int n = attacks(s, attacker, safe, moves), i, j, k, size, picked, held, left
    cdef unsigned char cards[36]
    if n < 0:
        return -1
    work(s, n)
    size = s.pile.size
    for i in range(n):
        hand = attacker
        move = moves[i] & MOVE
        left = moves[i] >> 16
        if move == PICK_UP:
            order = 8
            picked = take(s, &hand)
            for k in range(picked):
                cards[k] = s.pile.cards[s.pile.size + k]
            name(s, &children[i], safe, hand, False)
            for k in range(picked):
                push(&s.pile, cards[k])
        else:
            order = (move & 15) + (move >> 6 & 15 if move >> 6 != EMPTY else 0)
            lay(s, &hand, move)
            name(s, &children[i], safe, hand, False)
            s.pile.size = size
        # Fewest answers first, then no trumps, then the lowest cards.
        children[i].move = (moves[i] >> 12) << 17 | order << 12 | move
        held = count(hand)
        children[i].pn = left + (held - 2 if held > 2 else 0)
        children[i].dn = 1
    for i in range(n):
        look_up(s, &children[i], children[i].pn, children[i].dn)
    return n


cdef int list_answers(
    Proof *p, Search *s, uint64_t safe, uint64_t attacker, Child *children
) noexcept nogil:
    """List the safe side's moves with their numbers."""
    cdef uint32_t *moves = s.moves
    cdef uint32_t move
    cdef uint64_t hand
    cdef int n = safe_moves(s, safe, attacker, moves), i, k, size, picked
    cdef int held = count(attacker), top
    cdef unsigned char cards[36]
    work(s, n)
    size = s.pile.size
    for i in range(n):
        hand = safe
        move = moves[i]
        if move == PICK_UP:
            picked = take(s, &hand)
            for k in range(picked):
                cards[k] = s.pile.cards[s.pile.size + k]
            top = top_of(&s.pile)
            name(s, &children[i], attacker, hand, True)
            for k in range(picked):
                push(&s.pile, cards[k])
        else:
            lay(s, &hand, move)
            top = move & 63
            name(s, &children[i], attacker, hand, True)
            s.pile.size = size
        children[i].move = move
        children[i].pn = held - 1 if held > 2 else 1
        children[i].dn = 1 + count(attacker & beaters(top))
    for i in range(n):
        look_up(s, &children[i], children[i].pn, children[i].dn)
    return n


cdef void search(
    Proof *p, Search *s, uint64_t attacker, uint64_t safe, bint attacking,
    Child *node, int pn_limit, int dn_limit
) noexcept nogil:
    """Search below a position until one of its numbers reaches its limit."""
    cdef Child *children = p.children + p.used
    cdef Child *best
    cdef Child swap
    cdef int n, i, j, k, size = s.pile.size, picked
    cdef int pn, dn
    cdef Tally tally
    cdef uint64_t start = s.nodes, hand
    cdef unsigned char cards[36]
    if s.nodes >= s.next_poll:
        s.poll(s)
    if s.stopped:
        return
    s.nodes += 1
    if p.depth >= DEEPEST or p.used + MOST_MOVES > ROOM:
        # Counts as refuted, here and now.
        node.pn = INFINITE
        node.dn = 0
        return
    if node.fresh and known(s, attacker, safe, attacking, node):
        return
    if attacking:
        n = list_attacks(p, s, attacker, safe, children)
    else:
        n = list_answers(p, s, safe, attacker, children)
        if n == 0:
            n = -1
    if n < 0:
        node.pn = 0
        node.dn = INFINITE
        if attacking:
            keep(s, attacker, safe, True, node, 1)
        else:
            keep(s, safe, attacker, False, node, 1)
        return
    for i in range(n):
        swap = children[i]
        if swap.pn and swap.dn and on_the_way(p, swap.one):
            swap.pn = INFINITE
            swap.dn = 0
        j = i
        if attacking:
            while j and children[j - 1].move > swap.move:
                children[j] = children[j - 1]
                j -= 1
        children[j] = swap
    p.used += n
    p.way[p.depth] = node.one
    p.depth += 1
    p.near[node.one & (FILTER - 1)] += 1
    while True:
        begin(&tally)
        for i in range(n):
            if attacking:
                weigh(&tally, i, children[i].pn, children[i].dn)
            else:
                weigh(&tally, i, children[i].dn, children[i].pn)
        conclude(&tally, False)
        best = children + tally.best
        numbers_of(&tally, attacking, &node.pn, &node.dn)
        if node.pn >= pn_limit or node.dn >= dn_limit or node.pn == 0 or node.dn == 0:
            break
        limit_best(
            &tally, attacking, pn_limit, dn_limit, best.pn, best.dn, &pn, &dn
        )
        hand = attacker if attacking else safe
        picked = 0
        if best.move & MOVE == PICK_UP:
            picked = take(s, &hand)
            for k in range(picked):
                cards[k] = s.pile.cards[s.pile.size + k]
        else:
            lay(s, &hand, best.move & MOVE)
        if attacking:
            search(p, s, hand, safe, False, best, pn, dn)
        else:
            search(p, s, attacker, hand, True, best, pn, dn)
        if picked:
            for k in range(picked):
                push(&s.pile, cards[k])
        else:
            s.pile.size = size
        if s.stopped:
            break
    p.near[node.one & (FILTER - 1)] -= 1
    p.depth -= 1
    p.used -= n
    if s.stopped:
        return
    if attacking:
        keep(s, attacker, safe, True, node, s.nodes - start)
    else:
        keep(s, safe, attacker, False, node, s.nodes - start)


cdef int look_for_proof(
    Proof *p, Search *s, uint64_t mover, uint64_t other, bint mine
) noexcept nogil:
    """Look for a win of the attacker; ``mine``: the mover is the attacker.

    The mover can't win at once when he is the attacker, nor end the game when he is
    not.
    """
    cdef Child root
    if p.children == NULL and not open_proof(p):
        return 0
    p.used = 0
    p.depth = 0
    name(s, &root, mover, other, mine)
    look_up(s, &root, 1, 1)
    if mine:
        search(p, s, mover, other, True, &root, INFINITE, INFINITE)
    else:
        search(p, s, other, mover, False, &root, INFINITE, INFINITE)
    if s.stopped:
        return 0
    return 1 if root.pn == 0 else -1 if root.dn == 0 else 0
