"""Training a cascade of forests, level by level."""

import math
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from core.base import pool
from core.base.arrays import Codes, Floats, Integers
from core.base.wording import fixed
from core.engine.binning import Binned, Encoder
from core.engine.growing.grower import Criterion, Growth, grow
from core.learning.folds import drawn_folds
from core.learning.histories.history import share_wrong
from core.learning.histories.stages import StageHistory, Vectors
from core.learning.predictors.cascade_forest import CascadeForest, ForestLevel, mean_vector
from core.learning.predictors.constant import constant
from core.learning.predictors.derived_columns import derived_problem
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.stacked import NumberEncoder
from core.learning.predictors.winners import winners
from core.learning.problem import Problem
from core.learning.rounds import Curve, Ending, Outcome, Round
from core.learning.run import Run
from core.learning.sampling import bootstrap, round_seed
from core.learning.trainer import Trainer
from core.learning.trainers.compact_trees import LeanTree, level_of
from core.learning.trainers.steps import all_rounds_done

NO_WEIGHTS = (
    "The trees of a cascade of forests are trained apart from one another, so rows carry no "
    "weights here. The margins in the table tell which rows most trees contradict."
)


@dataclass(frozen=True)
class Cascade:
    """How large a cascade may become, and its levels are."""

    levels: int
    pairs: int
    trees: int
    folds: int
    leaf_rows: int
    by_validation: bool
    """Whether the validation rows decide if a level pays; else each row out of its fold."""

    @property
    def forests(self) -> int:
        """How many forests a level has: of each pair one is completely random."""
        return 2 * self.pairs


class ForestCascade(Trainer):
    """A round a level, as long as levels make the error smaller."""

    history: StageHistory

    def __init__(
        self,
        problem: Problem,
        cascade: Cascade,
        curves: tuple[Curve, ...],
        seed: int,
        after: Run | None,
    ) -> None:
        self.problem, self._how, self._seed = problem, cascade, seed
        self._levels: list[ForestLevel] = []
        if after is None:
            self.history = StageHistory(problem, curves, NO_WEIGHTS, by_unseen=True)
        else:
            assert isinstance(after.history, StageHistory)
            self.history = after.history.continued()
            if isinstance(after.model.predictor, CascadeForest):
                self._levels = list(after.model.predictor.levels)

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Add levels until one does not pay."""
        if nothing := self.why_nothing_to_learn():
            return nothing
        problem, history = self.problem, self.history
        training = problem.training
        fold = drawn_folds(problem, problem.most_folds(self._how.folds), self._seed)
        before = history.carried[-1] if history.carried else None
        assert before is None or isinstance(before, Vectors)
        best = self._errors_of_last()
        while history.rounds < self._how.levels:
            level, vectors = self._trained(before, fold)
            judging = mean_vector(vectors.unseen, self._how.forests)
            wrong = winners(judging, problem.commonest) != problem.labels
            out_of_fold, validation = (
                share_wrong(wrong[part], problem.row_weights[part])
                for part in (slice(None, training), slice(training, None))
            )
            errors = (validation, out_of_fold) if self._how.by_validation else (out_of_fold,)
            if best and errors >= best:
                return self._no_better(best[0], errors[0])
            best, before = errors, vectors
            self._levels.append(level)
            if history.carried:
                history.carried[-1] = None  # only the last level's vectors are needed to go on
            said = mean_vector(vectors.told, self._how.forests)
            values = history.append(
                winners(said, problem.commonest),
                judging,
                {"out_of_bag_error": out_of_fold},
                vectors,
            )
            yield Round(history.rounds, values)
            if not any(errors):
                return Outcome(Ending.COMPLETE, "No row that judges a level is wrong any more.")
        return all_rounds_done(history.rounds)

    def predictor(self) -> Predictor:
        """The levels so far."""
        levels = tuple(self._levels[: self.history.rounds])
        return CascadeForest(levels) if levels else constant(self.problem)

    def _trained(self, before: Vectors | None, fold: Integers) -> tuple[ForestLevel, Vectors]:
        """The next level, and the class vectors that it gives."""
        problem, how, own = self.problem, self._how, self.problem.data
        data, columns = own, NumberEncoder(np.empty(0), np.empty(0, np.int32))
        told_codes = own.codes
        if before is not None:
            added = derived_problem(problem, before.unseen).data
            columns = NumberEncoder.of(added.encoder)
            data = Binned(
                Encoder((*own.encoder.features, *added.encoder.features)),
                np.vstack([own.codes, added.codes]),
                own.order,
                own.training,
                np.vstack([own.counts, added.counts]),
                np.vstack([own.spans, added.spans]),
            )
        trees = self._grown(data, fold)
        level = level_of(trees, how.forests, problem.classes, columns)
        if before is not None:
            told_codes = level.joined(own.codes, before.told)
        told = level.vectors(told_codes)
        return level, Vectors(told, self._unseen(level, data.codes, told, fold))

    def _grown(self, data: Binned, fold: Integers) -> list[LeanTree]:
        """The trees of a level: forest by forest, in each fold by fold."""
        problem, how = self.problem, self._how
        weights = problem.row_weights[: problem.training]
        per_node = max(1, round(math.sqrt(int(data.usable.sum()))))
        chosen = Growth(Criterion.GINI, min_rows=how.leaf_rows, per_node=per_node)
        random = Growth(Criterion.GINI, min_rows=how.leaf_rows, is_random=True)
        folds = int(fold.max()) + 1
        count = how.forests * folds * how.trees
        start = self.history.rounds * count
        grown: list[LeanTree | None] = [None] * count
        # Dealt out so that every thread gets as many trees of each kind, which take unequal times.
        dealt = np.arange(count).reshape(-1, how.trees).T.ravel()

        def work(first: int, last: int) -> None:
            for number in dealt[first:last].tolist():
                forest, held_out = divmod(number // how.trees, folds)
                seed = round_seed(self._seed, start + number + 1)
                rows = np.flatnonzero((fold != held_out) & (weights > 0)).astype(np.uint32)
                own = weights
                if forest % 2 == 0:
                    drawn = np.zeros(len(weights))
                    drawn[rows] = bootstrap(len(rows), len(rows), seed)
                    own, rows = weights * drawn, rows[drawn[rows] > 0]
                tree = grow(
                    data,
                    random if forest % 2 else chosen,
                    rows,
                    own,
                    labels=problem.labels,
                    classes=problem.classes,
                    seed=seed,
                    parallel=False,
                )
                grown[number] = LeanTree.of(tree)

        pool.over(count, work)
        return [tree for tree in grown if tree is not None]

    def _unseen(self, level: ForestLevel, codes: Codes, told: Floats, fold: Integers) -> Floats:
        """Every training row's class vectors by the trees that were grown without its fold."""
        folds = int(fold.max()) + 1
        places = np.arange(len(level.trees)).reshape(self._how.forests, folds, self._how.trees)
        unseen = told.copy()
        for number in range(folds):
            rows = np.flatnonzero(fold == number)
            some = level.only(places[:, number].ravel())
            unseen[rows] = some.vectors(np.ascontiguousarray(codes[:, rows]))
        return unseen

    def _errors_of_last(self) -> tuple[float, ...]:
        """What the next level must fall below: the judging error, where it is equal the other."""
        if not self.history.rounds:
            return ()
        names = ["validation_error", "out_of_bag_error"][not self._how.by_validation :]
        return tuple(float(self.history.curve(name)[-1]) for name in names)

    def _no_better(self, best: float, error: float) -> Outcome:
        rounds = self.history.rounds
        which = "a validation" if self._how.by_validation else "an out-of-fold"
        return Outcome(
            Ending.COMPLETE,
            f"Level {rounds + 1} would have {which} error of {fixed(100 * error, 2)} %, no "
            "better than "
            f"the {fixed(100 * best, 2)} % before it, so it is left out and the cascade ends.",
        )
