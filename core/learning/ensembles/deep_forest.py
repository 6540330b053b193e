"""Deep forest: the cascade of gcForest (Zhou & Feng 2017).

A level has pairs of forests: a random forest, whose nodes choose the best of √d random columns on
a sample of the rows, and a completely random one, whose nodes choose column and cut at random.
Each forest gives every row a class vector, the mean of its trees' leaf shares, by folds: a training
row's comes from trees that never saw it. The next level sees the columns and these vectors. Levels
are added until the validation error, or else the out-of-fold error, stops falling; the last level's
vectors are averaged.
"""

from dataclasses import dataclass

from core.data.dataset import Task
from core.learning.ensemble import Ensemble
from core.learning.problem import Problem
from core.learning.rounds import OUT_OF_BAG_ERROR, TRAINING_ERROR, VALIDATION_ERROR
from core.learning.run import Run
from core.learning.settings import setting
from core.learning.trainer import Trainer

VALIDATION, FOLDS = "validation", "folds"


@dataclass(frozen=True)
class DeepForest(Ensemble):
    """A level of forests a round.

    >>> import core
    >>> run = core.fit(core.example("moons"), DeepForest(trees=10))
    >>> bool(run.history.curve("out_of_bag_error")[-1] < 0.2)
    True
    """

    name = "deep_forest"
    title = "Deep forest"
    summary = "Levels of forests, each seeing the columns and the class vectors of the one before."
    source = "Zhou & Feng 2017"
    tasks = (Task.TWO_CLASSES, Task.MANY_CLASSES)
    curves = (TRAINING_ERROR, VALIDATION_ERROR, OUT_OF_BAG_ERROR)

    rounds: int = setting(
        10,
        "How many levels there are at most, one a round.",
        low=1,
        high=100,
        unit="levels",
        heading="Levels",
    )
    pairs: int = setting(
        2,
        "How many pairs of a random and a completely random forest a level has.",
        low=1,
        high=20,
    )
    trees: int = setting(
        30,
        "How many trees a forest has for each fold.",
        low=1,
        high=1000,
        unit="trees",
        tuned=(10, 100),
        is_log=True,
    )
    folds: int = setting(
        5, "How many folds the class vectors of the training rows are made by.", low=2, high=20
    )
    judge: str = setting(
        VALIDATION,
        "Which rows decide whether a level pays: the validation rows, if there are "
        "any, whose error then looks a little too good, or each training row out of its fold, "
        "which is more cautious.",
        choices=(VALIDATION, FOLDS),
        blind=FOLDS,
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

    def trainer(self, problem: Problem, seed: int, after: Run | None = None) -> Trainer:
        """Start a training, or go on after a run."""
        from core.learning.trainers.forest_cascade import Cascade, ForestCascade

        by_validation = self.judge == VALIDATION and problem.has_validation
        how = Cascade(
            self.rounds, self.pairs, self.trees, self.folds, self.leaf_rows, by_validation
        )
        return ForestCascade(problem, how, self.curves, seed, after)
