"""The agenda of a review: which row comes next, which ones stay, and how many are left. No Qt."""

import functools
from collections.abc import Callable, Sequence

import numpy as np

from core.base.arrays import Mask
from core.judging.agenda.course import STAYING, Course, LearnedOrder
from core.judging.agenda.lessons import what_was_learned
from core.judging.ranking import Ranking
from core.judging.reviewing.decisions import Decisions
from core.judging.reviewing.kinds import Verb


class Agenda:
    """What a review goes through, as things stand; made anew whenever something is decided.

    `queue` is the ranking in the order in which rows are looked at: that of the course, if it is to
    learn from what was decided. Lines that are put in `between` come before the next row of the
    queue, in their order, as long as nothing is decided about them. A `disguise` shows some rows of
    the queue as something else.

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
        self,
        ranking: Ranking,
        decisions: Decisions | None = None,
        between: Sequence[int] = (),
        course: Course | None = None,
        disguise: Callable[[Ranking], Ranking] | None = None,
    ) -> None:
        self.ranking, self._decisions = ranking, decisions
        self.between = tuple(line for line in between if not self._is_known(line))
        """The lines that come before the next row of the queue."""
        self.queue = ranking
        self._learned: LearnedOrder | None = None
        if course is not None and decisions is not None:
            self._learned = course.after(decisions.stands.looks())
            self.queue = course.queue(self._learned)
        if disguise is not None:
            self.queue = disguise(self.queue)

    @functools.cached_property
    def learned(self) -> str:
        """What was learned from decisions, in words; empty where nothing is to be learned."""
        return "" if self._learned is None else what_was_learned(self.ranking, self._learned)

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

    def next_line(self) -> int | None:
        """The line to look at next; None if none is left."""
        return next(iter(self.coming(1)), None)

    def coming(self, many: int = STAYING) -> list[int]:
        """The lines that come next: those put in between, then the first ones of the queue."""
        ranked = self.queue.lines[np.flatnonzero(~self._decided)[:many]].tolist()
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
        rows = self.queue.order[: self.wanted]
        if self._decisions is None:
            return np.zeros(len(rows), bool)
        return self._decisions.stands.is_decided(self.queue.dataset.lines[rows])

    def _is_known(self, line: int) -> bool:
        return self._decisions is not None and self._decisions.about(line) is not None
