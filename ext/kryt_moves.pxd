"""The moves of Kryt' that are worth a look, for both sides of one question.

One side, the *attacker* of the question, wants to win; the other, the *safe* side,
wants to end the game otherwise or to go on for ever.  Ends are seen one move ahead:
an attacker's move that lets the safe side end the game at once, or that draws, is no
way to win; a safe side's move that lets the attacker win at once is lost.  What is
left is listed; a list that is empty settles the question.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from kozyr.ext.bits cimport count, lowest
from kozyr.ext.kryt_rules cimport (
    EMPTY, Pile, TRUMPS_FROM, at_most_two, beaters, bit, can_end, can_win, picked_count,
    push, single, top_of,
)
from kozyr.ext.wide_table cimport Table

cdef enum:
    # A move is 64 times the covering card (EMPTY for none) plus the card led.
    PICK_UP = 64 * EMPTY + EMPTY
    MOVE = 4095            # the bits of a move; above them is its place in the order
    MOST_MOVES = 620       # 17 covers with 35 leads each, and the pick-up

cdef struct Search:
    Table table
    Pile pile
    uint64_t salt          # tells what bounds mean: 0 choices, else plies
    bint plies             # a bound counts plies (else the safe side's choices)
    uint32_t *moves        # lists of moves of the positions on the way here
    uint64_t nodes
    uint64_t next_poll
    bint stopped           # a limit was reached: every answer is void
    void *owner
    uint64_t node_limit    # of one attempt to close; 0 for none
    bint spent             # node_limit was it
    void (*poll)(Search *) noexcept nogil
    # The bounded search (kryt.pyx), for kryt_closure.pyx, which can't import it.
    bint (*attack)(Search *, uint64_t, uint64_t, int) noexcept nogil
    bint (*defend)(Search *, uint64_t, uint64_t, int) noexcept nogil

cdef inline void key_of(
    Search *s, uint64_t mover, uint64_t other, uint64_t salt,
    uint64_t *one, uint64_t *two,
) noexcept nogil:
    """Write 128 bits that stand for the position."""
    cdef uint64_t x = s.pile.one[s.pile.size] ^ (mover * <uint64_t>0x9FB21C651E98DF25)
    cdef uint64_t y = s.pile.two[s.pile.size] + (other * <uint64_t>0xD6E8FEB86659FD93)
    x = ((x ^ salt) ^ (x >> 32)) * <uint64_t>0xBF58476D1CE4E5B9
    y = (y ^ (y >> 29)) * <uint64_t>0x94D049BB133111EB
    one[0] = x ^ (x >> 29)
    two[0] = (y ^ (y >> 32)) | 1

cdef inline void work(Search *s, int moves) noexcept nogil:
    """Look at the limits the sooner, the more moves there are to list."""
    cdef uint64_t nodes = moves >> 3
    if nodes < s.next_poll:
        s.next_poll -= nodes

cdef inline int take(Search *s, uint64_t *hand) noexcept nogil:
    """Pick up from the pile into a hand; return how many cards were taken."""
    cdef Pile *pile = &s.pile
    cdef int n = picked_count(top_of(pile), pile.size), i
    for i in range(pile.size - n, pile.size):
        hand[0] |= bit(pile.cards[i])
    pile.size -= n
    return n

cdef inline int safe_moves(
    Search *s, uint64_t safe, uint64_t attacker, uint32_t *found
) noexcept nogil:
    """List the safe side's moves after which the attacker can't win at once.

    The mover can't end the game.  With ``found`` NULL they are only counted.  Leads
    that the attacker can't beat come first.
    """
    cdef Pile *pile = &s.pile
    cdef int top = top_of(pile), n = 0, front = 0, lead, card, cover
    cdef uint64_t covers, leads, hand
    cdef uint32_t move
    cdef bint harmless = not at_most_two(attacker)
    if top == EMPTY:
        covers = bit(EMPTY)
    else:
        covers = safe & beaters(top)
    if found == NULL and harmless:
        n = count(safe)
        return n if top == EMPTY else count(covers) * (n - 1) + 1
    while covers:
        cover = lowest(covers)
        hand = safe & ~bit(cover)
        covers &= covers - 1
        leads = hand
        while leads:
            lead = lowest(leads)
            leads &= leads - 1
            if not harmless and can_win(attacker, hand ^ bit(lead), lead):
                continue
            if found != NULL:
                move = cover << 6 | lead
                if attacker & beaters(lead) == 0:
                    found[n] = found[front]
                    found[front] = move
                    front += 1
                else:
                    found[n] = move
            n += 1
    if top != EMPTY:
        card = pile.size - picked_count(top, pile.size)
        card = pile.cards[card - 1] if card else EMPTY
        # The safe side holds at least two cards then, which is all that matters.
        if harmless or not can_win(attacker, 3, card):
            if found != NULL:
                found[n] = PICK_UP
            n += 1
    return n

cdef inline int attacks(
    Search *s, uint64_t attacker, uint64_t safe, uint32_t *found
) noexcept nogil:
    """List the attacker's moves after which the safe side can't end the game.

    The mover can't win at once.  Above a move stands how many moves are then left to
    the safe side, and whether a trump is spent.  Returns -1 when one leaves none,
    which is then the first of the list.
    """
    cdef Pile *pile = &s.pile
    cdef int top = top_of(pile), size = pile.size, n = 0, lead, cover, left
    cdef uint64_t covers, leads, hand
    if top == EMPTY:
        covers = bit(EMPTY) if not single(attacker) else 0
    else:
        covers = attacker & beaters(top) if not at_most_two(attacker) else 0
    while covers:
        cover = lowest(covers)
        hand = attacker & ~bit(cover)
        covers &= covers - 1
        if top != EMPTY:
            pile.cards[size] = cover
            pile.size = size + 2
        else:
            pile.size = size + 1
        leads = hand
        while leads:
            lead = lowest(leads)
            leads &= leads - 1
            if can_end(safe, lead):
                continue
            pile.cards[pile.size - 1] = lead
            left = safe_moves(s, safe, hand ^ bit(lead), NULL)
            found[n] = left << 16 | cover << 6 | lead
            if left == 0:
                found[0] = found[n]
                pile.size = size
                return -1
            if lead >= TRUMPS_FROM:
                found[n] |= 2 << 12
            if cover >= TRUMPS_FROM and top != EMPTY:
                found[n] |= 1 << 12
            n += 1
        pile.size = size
    if top != EMPTY:
        hand = attacker
        take(s, &hand)
        if not can_end(safe, top_of(pile)):
            left = safe_moves(s, safe, hand, NULL)
            found[n] = left << 16 | PICK_UP
            if left == 0:
                found[0] = PICK_UP
                pile.size = size
                return -1
            n += 1
        pile.size = size
    return n

cdef inline void lay(Search *s, uint64_t *hand, int move) noexcept nogil:
    """Play a move that is no pick-up."""
    cdef int cover = move >> 6, lead = move & 63
    if cover != EMPTY:
        push(&s.pile, cover)
        hand[0] ^= bit(cover)
    push(&s.pile, lead)
    hand[0] ^= bit(lead)
