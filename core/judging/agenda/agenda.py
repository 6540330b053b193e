"""The agenda of a review: which row comes next, which ones stay, and how many are left. No Qt."""

import functools
from collections.abc import Sequence

import numpy as np

from core.base.arrays import Mask
from core.judging.ranking import Ranking
from core.judging.reviewing.decisions import Decisions
from core.judging.reviewing.kinds import Verb

STAYING = 3
"""So many rows that a person is about to see stay where they are, whatever is learned."""


class Agenda:
    """What a review goes through, as things stand; made anew whenever something is decided.

    `queue` is the ranking in the order in which rows are looked at. Lines that are put in `between`
    come before the next row of the queue, in their order, as long as nothing is decided about them.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> decisions = Decisions(data)
    >>> ranking = Ranking(data, np.arange(10), 4, data.labels, reasons=str, run=None)
    >>> _ = decisions.apply(decisions.deciding(2, Verb.KEEP))
    >>> agenda = Agenda(ranking, decisions, between=[9])
    >>> agenda.coming(), agenda.left
    ([9, 3, 4], 3)
    """

    def __init__(
        self, queue: Ranking, decisions: Decisions | None = None, between: Sequence[int] = ()
    ) -> None:
        self.queue, self._decisions = queue, decisions
        self.between = tuple(line for line in between if not self._is_known(line))
        """The lines that come before the next row of the queue."""

    @property
    def wanted(self) -> int:
        """How many rows are to be looked at: the first ones of the queue."""
        return self.queue.count

    @functools.cached_property
    def left(self) -> int:
        """How many of them nothing is decided about."""
        return int(np.count_nonzero(~self._decided))

    @functools.cached_property
    def verbs(self) -> dict[Verb, int]:
        """What was decided about the others, and how often."""
        lines = self.queue.lines[: self.wanted]
        return self._decisions.stands.verbs(lines) if self._decisions is not None else {}

    def next_line(self, place: int = 0) -> int | None:
        """The line to look at next, from a place of the queue on; None if none is left."""
        return next(iter(self.coming(1, place)), None)

    def coming(self, many: int = STAYING, place: int = 0) -> list[int]:
        """The lines that come next, from a place of the queue on, and then from its beginning."""
        wanted = np.flatnonzero(~self._decided)
        around = np.concatenate([wanted[wanted >= place], wanted[wanted < place]])
        ranked = self.queue.lines[around[:many]].tolist()
        return [*self.between, *(line for line in ranked if line not in self.between)][:many]

    def first_skipped(self) -> int | None:
        """The first line that was left for later."""
        for line in self.queue.lines[: self.wanted].tolist():
            decision = self._decisions.about(line) if self._decisions is not None else None
            if decision is not None and decision.verb is Verb.SKIP:
                return int(line)
        return None

    @functools.cached_property
    def _decided(self) -> Mask:
        """By place, whether something is decided about a row that is to be looked at."""
        lines = self.queue.lines[: self.wanted]
        if self._decisions is None:
            return np.zeros(len(lines), bool)
        return np.asarray(self._decisions.stands.is_decided(lines))

    def _is_known(self, line: int) -> bool:
        return self._decisions is not None and self._decisions.about(line) is not None
