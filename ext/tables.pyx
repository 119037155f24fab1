"""The tables of two players as a search reads them.

Files are read in place (``solver/tables/file.py``); shelf.pxd tells how a value is found.
Apart from layer.pyx, which builds them: reading needs none of what building does.
"""

from libc.stdint cimport uint64_t

from kozyr.ext.bits cimport highest, kernel_cards
from kozyr.ext.shelf cimport ABSENT, Layer, probe


cdef class Tables:
    """Finished layers of one game for two players, ready to be read.

    They may be read by several threads at once, also while a layer is added for cards
    that nobody asks about yet.
    """

    def __cinit__(self):
        self.held = []
        self.shelf.most = 0

    def add(
        self, int cards, const uint64_t[::1] slots, const uint64_t[::1] values,
        int vectors,
    ) -> None:
        """Take in the layer of so many cards, 2 to ``MOST_CARDS``.

        ``slots`` and ``values`` are read in place, ``vectors`` (1 or 2) a pattern.
        """
        cdef Layer *layer = &self.shelf.layers[cards]
        self.held.append((slots, values))
        layer.slots = &slots[0]
        layer.values = &values[0]
        layer.vectors = vectors
        layer.bits = highest(slots.shape[0])
        # As many as the values have room for; of the smallest several share a word.
        layer.patterns = (<uint64_t>values.shape[0] * 64) >> cards
        layer.patterns = layer.patterns // vectors
        if cards > self.shelf.most:
            self.shelf.most = cards

    @property
    def most(self) -> int:
        """The cards of the largest layer, 0 without any."""
        return self.shelf.most

    def value(self, int trump, uint64_t attacker, uint64_t defender):
        """Return 1, 0 or -1, a bout start's value for the attacker, or ``None``.

        Masks as in ``kozyr.cards``.  ``None`` where no layer has it.
        """
        cdef uint64_t mine = kernel_cards(attacker, trump)
        cdef int value = probe(
            &self.shelf, NULL, mine, kernel_cards(defender, trump)
        )
        return None if value == ABSENT else value

    def values(
        self, int trump, const uint64_t[::1] attackers, const uint64_t[::1] defenders,
        signed char[::1] out,
    ) -> None:
        """Write ``value`` of many bout starts with the same trump to ``out``.

        ``ABSENT``, 2, stands for ``None``.  Raises ``ValueError`` unless all have one length.
        """
        cdef Py_ssize_t i
        if not attackers.shape[0] == defenders.shape[0] == out.shape[0]:
            raise ValueError("the hands and the values are not equally many")
        with nogil:
            for i in range(attackers.shape[0]):
                out[i] = probe(
                    &self.shelf,
                    NULL,
                    kernel_cards(attackers[i], trump),
                    kernel_cards(defenders[i], trump),
                )
