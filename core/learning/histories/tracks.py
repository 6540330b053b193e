"""A track: a matrix that grows by sums, round by round, and can be had at any round."""

from collections.abc import Callable

from core.base import room
from core.base.arrays import Floats

_MOST_BYTES = 256 << 20
"""What checkpoints may take; beyond it every other one is dropped."""

Add = Callable[[Floats, int, int], None]
"""add(sums, first, last): add what rounds first+1 to last brought, in their order."""


class Track:
    """The sums after every round: checkpoints now and then, replayed in between.

    The same additions in the same order: what is replayed is what was summed, bit for bit.
    """

    def __init__(self, start: Floats, add: Add) -> None:
        """`start` is read alone: where all rows start alike, one number for all of them will do."""
        self.now = room.copied(start)
        self._add = add
        self._spacing = 8
        self._checkpoints = {0: start}

    def advance(self, t: int) -> None:
        """Add what the round just done, the t-th, brought."""
        self._add(self.now, t - 1, t)
        self.keep(t)

    def keep(self, t: int) -> None:
        """The sums stand after round t now: keep them if it is time for a checkpoint."""
        if t % self._spacing == 0:
            self._checkpoints = self._checkpoints | {t: room.copied(self.now)}
            if (
                len(self._checkpoints) * self.now.nbytes > _MOST_BYTES
                and len(self._checkpoints) > 2
            ):
                self._spacing *= 2
                self._checkpoints = {
                    number: sums
                    for number, sums in self._checkpoints.items()
                    if number % self._spacing == 0
                }

    def restore(self, now: Floats, t: int) -> None:
        """The sums stand after round t: what was before is replayed when it is asked for."""
        self.now = now
        self._checkpoints = self._checkpoints | {t: room.copied(now)}
        while len(range(0, t, self._spacing)) * now.nbytes > _MOST_BYTES and self._spacing < t:
            self._spacing *= 2

    def at(self, t: int) -> Floats:
        """The sums after t rounds."""
        checkpoints = self._checkpoints
        start = max(number for number in checkpoints if number <= t)
        sums = room.copied(checkpoints[start])
        # A track that was restored has no checkpoints yet: they are kept as they are passed.
        for passed in range(start - start % self._spacing + self._spacing, t + 1, self._spacing):
            self._add(sums, start, passed)
            self._checkpoints = self._checkpoints | {passed: room.copied(sums)}
            start = passed
        if start < t:
            self._add(sums, start, t)
        return sums

    def continued(self, add: Add) -> "Track":
        """A track that goes on from here with other rounds, and shares the checkpoints."""
        other = Track(self._checkpoints[0], add)
        other.now = room.copied(self.now)
        other._spacing = self._spacing
        other._checkpoints = dict(self._checkpoints)
        return other
