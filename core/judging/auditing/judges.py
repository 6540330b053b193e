"""The judges: unlike models, each of which says about a row what it learned from other rows.

A judge's work falls into pieces that can be done side by side, in any order; what the pieces say is
added up in their order.
"""

import abc
import functools
import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.data.splits.grouping import usable
from core.engine.growing.together import Repeated, are_few
from core.judging.auditing.crossfit import Fold, learners
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.problem import Problem
from core.learning.sampling import bootstrap, round_seed

if TYPE_CHECKING:
    from core.engine.growing.grower import Growth
    from core.learning.trainers.oblique_growing import ObliqueData

_TREES = 10
"""So many trees are one piece of work."""


@dataclass(frozen=True, eq=False)
class Said:
    """What one piece of work says: of some rows the sums of outputs, and how many were added."""

    places: Integers
    sums: Floats
    counts: Floats
    scores: Floats | None = None
    """Further columns that the judge alone has."""


@dataclass(frozen=True, eq=False)
class Court:
    """The rows that are judged, what teaches the judges, and who is kept from whom."""

    problem: Problem
    """All rows; nothing in it tells training from validation rows but their order."""
    weights: Floats
    """How much each row teaches; rows of weight 0 are judged and teach nothing."""
    fold: Integers
    """Each row's fold: it is judged by those who learn from the others; below 0 by nobody."""
    seed: int
    block: Integers | None = None
    """Each row's block of time, see `Chain`: who judges it learns from earlier ones only."""

    @property
    def outputs(self) -> int:
        """A share a class, or one number."""
        return self.problem.classes or 1

    def seed_for(self, judge: str, number: int) -> int:
        """A seed of their own for every judge's piece, fold or tree."""
        return round_seed(self.seed, zlib.crc32(judge.encode()) * 2**20 + number)

    def part(self, piece: int) -> Fold:
        """The rows of one fold, and those that teach their judges."""
        here = self.fold == piece
        learns = learners(here, self.weights, self.problem.groups, self.block)
        return Fold.of(self.problem, learns, np.flatnonzero(here), self.weights)

    def bag(self, number: int) -> tuple[Integers, Mask]:
        """Rows to draw samples from, and the rows that may be judged by what was drawn.

        One bag of all rows will do, each judged where it was not drawn, unless times keep them
        apart: then there is a bag a part.
        """
        if self.block is None:
            return np.flatnonzero(self.weights > 0), np.ones(len(self.fold), bool)
        here = self.fold == number
        learns = learners(here, self.weights, self.problem.groups, self.block)
        return np.flatnonzero(learns), here

    @property
    def bags(self) -> int:
        """How many bags there are."""
        return 1 if self.block is None else self.parts

    @functools.cached_property
    def everyone(self) -> Fold:
        """All rows learn: for judges that keep rows apart by themselves."""
        everyone = np.ones(len(self.problem), bool)
        return Fold.of(self.problem, everyone, np.empty(0, np.int64), self.weights)

    @functools.cached_property
    def repeated(self) -> Repeated:
        """All rows, which are few, as often as there are trees in a piece of work."""
        problem = self.everyone.problem
        labels = None if problem.is_regression else problem.labels
        return Repeated.of(problem.data, _TREES, labels)

    @functools.cached_property
    def matrix(self) -> "ObliqueData":
        """All rows as a matrix, made once for all trees that add up columns."""
        from core.learning.trainers.oblique_growing import ObliqueData

        return ObliqueData.of(self.everyone.problem)

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return int(self.fold.max()) + 1


@dataclass(frozen=True)
class Judge(abc.ABC):
    """A way of judging rows by models that never saw them."""

    votes: ClassVar[bool] = True
    """Whether it counts among the others, or is only heard."""
    name: str
    title: str
    """As it stands in a sentence."""
    is_heard_again: bool = field(default=True, kw_only=True)
    """Whether it is worth the time to hear it twice."""

    @abc.abstractmethod
    def pieces(self, court: Court) -> int:
        """How many pieces its work has."""

    @abc.abstractmethod
    def say(self, court: Court, piece: int) -> Said:
        """Do one piece of the work."""


@dataclass(frozen=True)
class FoldJudge(Judge):
    """Learns from all folds but one and judges that one."""

    outputs: Callable[[Fold, int], Floats]

    def pieces(self, court: Court) -> int:
        """A piece a fold."""
        return court.parts

    def say(self, court: Court, piece: int) -> Said:
        """Judge the rows of one fold."""
        part = court.part(piece)
        said = self.outputs(part, court.seed_for(self.name, piece))
        return Said(part.judged, said, np.ones(len(part.judged)))


@dataclass(frozen=True)
class BagJudge(Judge):
    """Grows trees on samples; a tree judges the rows that its sample left out (Breiman 1996)."""

    votes_wanted: int
    """By about so many trees a row is judged: the more a sample leaves out, the fewer grow."""
    leaf_rows: int = 1
    combined: int = 1
    """How many columns a question adds up."""
    is_random: bool = False
    """Questions completely at random (Liu, Ting & Fan 2005): smooth, and unlike other trees."""
    most_rows: int = 20_000
    """A sample has no more rows than these."""

    def pieces(self, court: Court) -> int:
        """A few trees of one bag a piece."""
        return court.bags * -(-self._trees(court) // _TREES)

    def say(self, court: Court, piece: int) -> Said:
        """Grow some trees, and add up what they say about rows that they never saw."""
        samples = list(self._samples(court, piece))
        count = len(court.weights)
        sums, counts = np.zeros((count, court.outputs)), np.zeros(count)
        if self.combined > 1 or not are_few(court.everyone.problem.data):
            grow = self._grower(court)
            for weights, seed, outside in samples:
                grow(weights, seed, outside, sums)
        else:
            self._grow_several(court, samples, sums)
        for _, _, outside in samples:
            counts += outside
        return Said(np.arange(count), sums, counts)

    def _samples(self, court: Court, piece: int) -> Iterator[tuple[Floats, int, Mask]]:
        """Of each tree of a piece the rows' weights in its sample, its seed, and whom it judges."""
        trees = self._trees(court)
        bag, first = divmod(piece, -(-trees // _TREES))
        rows, judged = court.bag(bag)
        groups = court.problem.groups
        own = None if groups is None else groups[rows]
        for tree in range(first * _TREES, min((first + 1) * _TREES, trees)):
            seed = court.seed_for(self.name, bag * trees + tree)
            drawn = np.zeros(len(court.weights))
            drawn[rows] = bootstrap(len(rows), min(len(rows), self.most_rows), seed, own)
            yield drawn * court.weights, seed, judged & _has_no_part(drawn, groups)

    def _grow_several(
        self, court: Court, samples: Sequence[tuple[Floats, int, Mask]], sums: Floats
    ) -> None:
        """Grow all trees of a piece at once: each alone is grown sooner than it is arranged for."""
        from core.learning.learners.tree import grow_several

        problem = court.everyone.problem
        weights, seeds, outsides = zip(*samples, strict=True)
        trees = grow_several(problem, court.repeated, self._growth(court), np.array(weights), seeds)
        if trees is None:  # a sample without a row that counts
            grow = self._grower(court)
            for sample in samples:
                grow(*sample, sums)
            return
        said = trees.each_of(problem.data.codes)
        for outside, own in zip(outsides, said, strict=True):
            np.add(sums, own, out=sums, where=outside[:, None])

    def _trees(self, court: Court) -> int:
        """Of each bag. A sample of m of n rows leaves one out with the probability e^(-m/n)."""
        if court.block is not None:
            return self.votes_wanted  # no row that is judged is in its bag
        rows = int((court.weights > 0).sum())
        left_out = math.exp(-min(rows, self.most_rows) / rows)
        return math.ceil(self.votes_wanted / left_out)

    def _grower(self, court: Court) -> Callable[[Floats, int, Mask, Floats], None]:
        """Grows a tree by weights and a seed, and adds what it says about rows it never saw."""
        from core.engine.kernels.oblique import walk_oblique
        from core.learning.learners.tree import as_predictor, grow_on
        from core.learning.trainers.oblique_growing import ObliqueGrowth, grow_oblique_tree

        problem, growth = court.everyone.problem, self._growth(court)
        tries = self._tries(court)
        how = ObliqueGrowth(growth.criterion, tries, self.combined, 60, self.leaf_rows)

        def straight(weights: Floats, seed: int, outside: Mask, sums: Floats) -> None:
            grown = grow_on(problem, growth, weights, seed, parallel=False)
            # A tree's leaves hold shares, or numbers: what it scores is what it says.
            np.add(
                sums,
                as_predictor(problem, grown).scores(problem.inputs),
                out=sums,
                where=outside[:, None],
            )

        def oblique(weights: Floats, seed: int, outside: Mask, sums: Floats) -> None:
            tree = grow_oblique_tree(problem, court.matrix, how, weights, seed)
            rows = np.flatnonzero(outside)
            leaf = np.empty(len(rows), np.int64)
            walk_oblique(
                court.matrix.matrix[rows],
                tree.columns,
                tree.coefficients,
                tree.thresholds,
                tree.left,
                leaf,
            )
            sums[rows] += tree.values[leaf]

        return oblique if self.combined > 1 else straight

    def _growth(self, court: Court) -> "Growth":
        """How a tree whose questions are about one column is grown."""
        from core.engine.growing.grower import Growth
        from core.learning.learners.tree import GINI, criterion_for

        return Growth(
            criterion_for(court.everyone.problem, GINI),
            min_rows=self.leaf_rows,
            per_node=0 if self.is_random else self._tries(court),
            is_random=self.is_random,
        )

    def _tries(self, court: Court) -> int:
        """How many columns, or sums of some, a node looks at."""
        problem = court.everyone.problem
        usable = int(problem.data.usable.sum())
        return max(1, round(usable / 3 if problem.is_regression else math.sqrt(usable)))


def _has_no_part(drawn: Floats, groups: Integers | None) -> Mask:
    """Which rows a sample left out, and with them all rows of their group."""
    if (groups := usable(groups)) is None:
        return np.asarray(drawn == 0)
    return np.asarray((np.bincount(groups, drawn) == 0)[groups])


def by_learner(learner: Learner) -> Callable[[Fold, int], Floats]:
    """Judging by a single learner."""

    def outputs(part: Fold, seed: int) -> Floats:
        from core.learning.folds import fitted

        return fitted(learner, part.problem, part.weights, seed).outputs(part.unseen)

    return outputs


def by_ensemble(settings: Ensemble) -> Callable[[Fold, int], Floats]:
    """Judging by an ensemble, trained to its end."""

    def outputs(part: Fold, seed: int) -> Floats:
        trainer = settings.trainer(part.problem, seed)
        for _ in trainer.rounds():
            pass
        return trainer.predictor().outputs(part.unseen)

    return outputs
