"""Bout starts that need no search of their own: proofs, tables, two players' podkidnoy.

What circular.pyx asks before it looks into its table.
"""

from libc.stdint cimport uint64_t

from kozyr.ext.bits cimport beaten_by, count, ranks_of
from kozyr.ext.bounds cimport WIN
from kozyr.ext.podkidnoy cimport attacker_runs, bout
from kozyr.ext.question cimport FREE, MAYBE, YES, Question, forces, next_holder
from kozyr.ext.shelf cimport ABSENT, LOSS, VICTORY, probe
from kozyr.ext.trio cimport probe_trio


cdef inline bint is_first(Question *q, int attacker) noexcept nogil:
    """Tell whether a bout start is the first attack of the game, whose cap is 5.

    Who comes back to it repeats it, cap and all.
    """
    cdef int place
    if not q.capped or attacker != q.first_attacker:
        return False
    for place in range(q.seats):
        if q.hands[place] != q.first_hands[place]:
            return False
    return True


cdef inline int two_left(Question *q, int attacker, int other, int r) noexcept nogil:
    """Answer a podkidnoy ending of two players, one of them alone to force it."""
    cdef int least = WIN - r if q.plies else 1
    cdef int score, no = 0 if q.plies else FREE
    if forces(q, attacker):
        score = bout(
            q.tail, q.hands[attacker], q.hands[other], 0, 6, 0, least - 1, least
        )
        score = YES if score >= least else no
    else:
        score = bout(
            q.tail, q.hands[attacker], q.hands[other], 0, 6, 0, -least, 1 - least
        )
        score = YES if score <= -least else no
    if q.tail.stopped:
        q.stopped = True
    return score


cdef inline bint runs(Question *q, int attacker, int defender) noexcept nogil:
    """Tell whether one of two players wins by leading what can't be answered.

    In perevodnoy as in podkidnoy.pyx, but without throw-ins and where no transfer is
    possible: the strong cards are of different ranks, and the defender has none of
    these ranks.  The last card may be of any rank: a transfer would make the attacker
    defend, and he has no cards left.
    """
    cdef uint64_t hand = q.hands[attacker], other = q.hands[defender]
    cdef uint64_t weak = hand & beaten_by(other)
    cdef uint64_t strong = hand & ~weak
    if not q.transfers:
        return attacker_runs(hand, other)
    if weak & (weak - 1):
        return False
    if strong == 0:
        return other & (other - 1) != 0
    return ranks_of(strong) & other == 0 and (
        count(ranks_of(strong)) == 4 * count(strong)
    )


cdef inline int known(Question *q, int attacker, int holders, int forcing) noexcept nogil:
    """Answer a question by endgame tables: YES, FREE, or MAYBE where they have it not.

    They know nothing of the number of bouts in which it is forced, nor of a set of
    seats that are all out.
    """
    cdef int one, two, value, lone = 0, sought = VICTORY
    if holders == 2 and forcing == 1 and q.transfers and q.duo != NULL:
        one = next_holder(q, attacker)
        value = probe(q.duo, q.duo_sites, q.hands[attacker], q.hands[one])
        if not forces(q, attacker):
            sought = LOSS
    elif holders == 3 and forcing and q.trio != NULL and not q.transfers:
        one = next_holder(q, attacker)
        two = next_holder(q, one)
        # The seat that is alone in what it wants, whether it forces or is forced.
        if forces(q, attacker) == forces(q, one):
            lone = 2
        elif forces(q, attacker) == forces(q, two):
            lone = 1
        value = probe_trio(
            q.trio, q.trio_sites, q.hands[attacker], q.hands[one], q.hands[two], lone
        )
        if forcing == 2:
            sought = LOSS
    else:
        return MAYBE
    if value == ABSENT:
        return MAYBE
    return YES if value == sought else FREE
