"""The course of a review that learns: the order of what is left, made anew every few decisions.

It is a function of the ranking and of what stands decided, and nothing of it is stored: whoever
takes a decision back has the order that was there before it. Rows that something is decided about
keep their places, the next ones stay too, and the others follow by how likely they are wrong after
what was learned.
"""

from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.ascending import places_among
from core.judging.agenda.confirming import Confirmed, confirmed
from core.judging.agenda.traits import USUAL, Spreads, Traits
from core.judging.causes.result import Causes
from core.judging.ranking import Ranking
from core.judging.reviewing.kinds import Verb
from core.judging.reviewing.standing import Looks

EVERY = 5
"""So many decisions teach something new."""
STAYING = 3
"""So many rows that a person is about to see stay where they are, whatever is learned."""


@dataclass(frozen=True, eq=False)
class Taught:
    """The rows of a ranking that were decided about, the first one first, and what they teach."""

    rows: Integers
    teaches: Mask
    """Whether a person looked at the row itself, and said whether it is right."""
    wrong: Mask
    when: Floats

    @classmethod
    def by(cls, ranking: Ranking, looks: Looks) -> "Taught":
        """What was decided about these rows. The judges know already what was settled before."""
        places, is_here = places_among(ranking.dataset.lines, looks.lines)
        here = np.flatnonzero(is_here)
        rows = places[here]
        wrong = looks.are(Verb.RELABEL, Verb.EXCLUDE, Verb.SET)[here]
        teaches = looks.alone[here] & (wrong | looks.are(Verb.KEEP)[here])
        if ranking.audit is not None and ranking.audit.settled is not None:
            teaches &= ~ranking.audit.settled[rows]
        return cls(rows, teaches, wrong, looks.when[here])

    def first(self, many: int) -> "Taught":
        """The first ones of them."""
        return Taught(self.rows[:many], self.teaches[:many], self.wrong[:many], self.when[:many])

    @property
    def lessons(self) -> tuple[Integers, Mask]:
        """The rows that teach, and whether they are wrong."""
        return self.rows[self.teaches], self.wrong[self.teaches]

    def same(self, other: "Taught") -> bool:
        """Whether they are the same decisions."""
        return all(
            np.array_equal(own, its)
            for own, its in (
                (self.rows, other.rows),
                (self.teaches, other.teaches),
                (self.wrong, other.wrong),
                (self.when, other.when),
            )
        )


@dataclass(frozen=True, eq=False)
class LearnedOrder:
    """What was known after some of the decisions, and the order that it makes."""

    order: Integers
    """All rows, in the order in which they are looked at."""
    taught: Taught
    model: Confirmed | None = None
    traits: Traits | None = None


class Course:
    """Makes the order of a ranking's rows from decision to decision.

    Causes that were found while the review was under way count from that time on.
    """

    def __init__(
        self,
        ranking: Ranking,
        causes: Causes | None = None,
        since: float = -np.inf,
        spreads: Spreads = USUAL,
    ) -> None:
        self._ranking, self._since = ranking, since
        self._plain = Traits.of(ranking, spreads=spreads)
        self._traits = self._plain if causes is None else Traits.of(ranking, causes, spreads)
        nothing = Taught(*(np.empty(0, kind) for kind in (np.int64, bool, bool, np.float64)))
        self._stages = [LearnedOrder(ranking.order, nothing)]
        self._queue: tuple[LearnedOrder, Ranking] = (self._stages[0], ranking)

    @staticmethod
    def why_not(ranking: Ranking) -> str:
        """Why nothing can be learned about a ranking, in a sentence; empty if it can."""
        if ranking.audit is None:
            return "The order follows your decisions once the rows are audited."
        if not ranking.audit.can_tell:
            return "The judges know too little of the labels: the order stays as it is."
        return ""

    def after(self, looks: Looks) -> LearnedOrder:
        """The order after what was decided."""
        taught = Taught.by(self._ranking, looks)
        ends = np.flatnonzero(taught.teaches)[EVERY - 1 :: EVERY] + 1
        for number, end in enumerate(ends.tolist(), 1):
            now = taught.first(end)
            if number < len(self._stages) and self._stages[number].taught.same(now):
                continue
            del self._stages[number:]
            self._stages.append(self._next(self._stages[-1], now))
        return self._stages[len(ends)]

    def queue(self, learned: LearnedOrder) -> Ranking:
        """The ranking in the order that was learned; the same one for the same order."""
        if learned.model is None:
            return self._ranking
        if self._queue[0] is not learned:
            self._queue = (learned, replace(self._ranking, order=learned.order))
        return self._queue[1]

    def _next(self, before: LearnedOrder, taught: Taught) -> LearnedOrder:
        traits = self._traits if taught.when[-1] >= self._since else self._plain
        is_same = before.traits is traits
        model = confirmed(traits, *taught.lessons, before.model if is_same else None)
        return LearnedOrder(
            self._order(before.order, taught, model.odds(traits)), taught, model, traits
        )

    def _order(self, before: Integers, taught: Taught, odds: Floats) -> Integers:
        """Decided rows keep their places; the others are put into those that are left."""
        is_free = np.ones(len(before), bool)
        is_free[taught.rows] = False
        free = np.flatnonzero(is_free[before])
        staying, others = before[free[:STAYING]], before[free[STAYING:]]
        audits = self._ranking.places[others]
        others = others[np.lexsort((audits, -odds[others]))]
        order = before.copy()
        order[free] = np.concatenate([staying, others])
        return order
