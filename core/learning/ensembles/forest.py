"""Random forests (Breiman 2001): bagged trees whose nodes look at random columns only."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from core.base.arrays import Floats
from core.data.dataset import Dataset
from core.learning.ensemble import Ensemble
from core.learning.learners.tree import ENTROPY, GINI
from core.learning.members import ALL_TASKS
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.rounds import OUT_OF_BAG_ERROR, TRAINING_ERROR, VALIDATION_ERROR
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer


@dataclass(frozen=True)
class RandomForest(Ensemble):
    """Deep trees on samples of the rows; each node chooses among a few random columns.

    Three ways of growing: the best of some random columns at each node, the best of some random
    sums of columns, and a random one of the best of all columns.

    >>> import core
    >>> run = core.fit(core.example("moons"), RandomForest(rounds=30))
    >>> bool(run.history.curve("out_of_bag_error")[-1] < 0.2)
    True
    """

    name = "forest"
    title = "Random forest"
    summary = "Deep trees on samples of the rows, each node choosing among random columns."
    source = "Breiman 2001"
    tasks = ALL_TASKS
    curves = (TRAINING_ERROR, VALIDATION_ERROR, OUT_OF_BAG_ERROR)
    learns_from_copies = True

    rounds: int = setting(
        100,
        "How many trees to grow, one a round.",
        low=1,
        high=10_000,
        tuned=(30, 300),
        is_log=True,
    )
    columns: int = setting(
        0,
        "How many random columns a node looks at; 0 chooses the square root for classes and a "
        "third for numbers, and all columns where one of the best is drawn.",
        low=0,
        high=100_000,
        zero="automatic",
        tuned=(1, 30),
        is_log=True,
    )
    among_best: int = setting(
        1,
        "Draw the column that a node asks about among this many of the best of all columns; 1 "
        "takes the best of some random columns.",
        low=1,
        high=100,
        advanced=True,
    )
    combined: int = setting(
        1,
        "How many columns a question adds up, with random coefficients between -1 and 1; 1 asks "
        "about single columns.",
        low=1,
        high=20,
        advanced=True,
    )
    bootstrap: bool = setting(
        True, "Draw the rows of each tree with replacement; else all rows are used.", advanced=True
    )
    sample_share: float = setting(
        1.0,
        "How many rows a sample draws, as a share of the training rows.",
        low=0.01,
        high=1.0,
        advanced=True,
        tuned=(0.3, 1.0),
    )
    depth: int = setting(
        60, "How many questions may follow one another.", low=1, high=60, advanced=True
    )
    leaf_rows: int = setting(
        1,
        "How many rows a leaf has at least.",
        low=1,
        high=1_000_000,
        advanced=True,
        tuned=(1, 30),
        is_log=True,
    )
    criterion: str = setting(
        GINI,
        "What makes a split of classes good.",
        choices=(GINI, ENTROPY),
        advanced=True,
        tuned=(GINI, ENTROPY),
    )
    is_hard: bool = setting(
        False,
        "Count each tree's class as one vote instead of adding up shares.",
        heading="Hard votes",
        advanced=True,
    )

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from core.engine.growing.grower import Growth
        from core.learning.learners.tree import (
            as_predictor,
            criterion_for,
            grow_on,
            grow_on_sample,
        )
        from core.learning.sampling import round_seed
        from core.learning.trainers.committee import CommitteePlan, CommitteeTrainer
        from core.learning.trainers.samples import Samples

        drawn = Samples(problem, self.sample_share, seed)
        start = problem.row_weights[: problem.training]
        growth = Growth(
            criterion_for(problem, self.criterion),
            depth=self.depth,
            min_rows=self.leaf_rows,
            per_node=0 if self._looks_at_all else self._columns_for(problem),
            among_best=self.among_best,
        )

        grow_oblique = self._oblique(problem) if self.combined > 1 else None

        def train(number: int) -> Predictor:
            own = round_seed(seed, number)
            if grow_oblique:
                return grow_oblique(drawn.weights(number) if self.bootstrap else start, own)
            if self.bootstrap:
                grown = grow_on_sample(problem, growth, drawn.counts(number), own)
            else:
                grown = grow_on(problem, growth, start, own, parallel=False)
            return as_predictor(problem, grown)

        samples = drawn.counts if self.bootstrap else None
        how = CommitteePlan(self.rounds, train, samples, is_hard=self.is_hard)
        curves = self.curves if self.bootstrap else self.curves[:-1]
        return CommitteeTrainer(problem, how, curves, after)

    def why_not_shared(self, dataset: Dataset) -> str:
        """Trees of codes can be grown wherever these are."""
        if self.combined > 1:
            return (
                "Sums of columns need the values themselves, and a cluster has codes of them. Set "
                "'combined' to 1."
            )
        return self.why_not_drawn(dataset)

    def _oblique(self, problem: Problem) -> Callable[[Floats, int], Predictor]:
        """Grows trees whose questions add up several columns (Breiman 2001, Forest-RC)."""
        from core.learning.learners.tree import criterion_for
        from core.learning.trainers.oblique_growing import (
            ObliqueData,
            ObliqueGrowth,
            grow_oblique_tree,
        )

        criterion = criterion_for(problem, self.criterion)
        tries = self._columns_for(problem)
        growth = ObliqueGrowth(criterion, tries, self.combined, self.depth, self.leaf_rows)
        data = ObliqueData.of(problem)
        return lambda weights, seed: grow_oblique_tree(problem, data, growth, weights, seed)

    @property
    def _looks_at_all(self) -> bool:
        """Whether a node looks at all columns, to draw one of the best (Dietterich 2000)."""
        return self.among_best > 1 and not self.columns

    def _columns_for(self, problem: Problem) -> int:
        usable = int(problem.data.usable.sum())
        if self.columns:
            return min(self.columns, usable)
        usual = usable / 3 if problem.is_regression else math.sqrt(usable)
        return max(1, round(usual))
