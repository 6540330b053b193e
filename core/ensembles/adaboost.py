"""AdaBoost (Freund & Schapire 1997) with decision stumps.

Start with equal weights. In each round take the stump h of least weighted error
ε = Σ w_i [h(x_i) ≠ y_i], give it the vote α = ½ ln((1−ε)/ε), multiply the weights of the rows it
got wrong by e^α, of the others by e^−α, and divide by their sum. The ensemble is the sign of
F(x) = Σ α h(x), and P(y = 1 | x) = 1 / (1 + exp(−2F(x))) (Friedman, Hastie & Tibshirani 2000).
"""

import math
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats, Mask
from core.data.dataset import Dataset, Task
from core.engine import pool
from core.engine.binning import binned
from core.engine.codes import BINS
from core.engine.questions import question
from core.engine.trees import FittedStump, trees_of_stumps
from core.ensembles import Ensemble, Trainer
from core.errors import SettingsError
from core.history import VoteHistory
from core.learners import Learner
from core.learners.stump import Stump
from core.model import Model
from core.rounds import (
    BOUND,
    TRAINING_ERROR,
    VALIDATION_ERROR,
    VOTE,
    WEIGHTED_ERROR,
    Ending,
    Outcome,
    Round,
)
from core.run import Run
from core.settings import setting

# An error this close to ½ is ½, give or take the rounding of a sum over all rows.
_ROUNDING = 1e-12
_NEARLY_PERFECT = 1e-6
_LEAST_ERROR = 1e-300


@dataclass(frozen=True)
class AdaBoost(Ensemble):
    """Boosting of weak learners on reweighted rows, for two classes.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> [round(r.weighted_error, 3) for r in core.train(data, AdaBoost(rounds=3))]
    [0.3, 0.214, 0.136]
    """

    name = "adaboost"
    title = "AdaBoost"
    summary = "Weak learners in turn, each on the rows that the earlier ones got wrong."
    source = "Freund & Schapire 1997"
    tasks = (Task.TWO_CLASSES,)
    curves = (TRAINING_ERROR, VALIDATION_ERROR, WEIGHTED_ERROR, VOTE, BOUND)

    rounds: int = setting(
        200, "How many weak learners to train, one a round.", low=1, high=100_000, unit="rounds"
    )
    base: Learner = setting(Stump(), "The weak learner that is trained in each round.")

    def trainer(self, dataset: Dataset, seed: int, after: Run | None = None) -> "AdaBoostTrainer":
        """Start a training, or go on after a run. Nothing here is random: the seed is not used."""
        self.check(dataset)
        if not isinstance(self.base, Stump):
            raise SettingsError(f"AdaBoost cannot boost a {self.base.title}.")
        return AdaBoostTrainer(self, dataset, after)


class AdaBoostTrainer(Trainer):
    """Boosts stumps on the dataset's codes."""

    def __init__(self, settings: AdaBoost, dataset: Dataset, after: Run | None) -> None:
        self.settings = settings
        self.dataset = dataset
        self._data = binned(dataset)
        self._stumps: list[FittedStump] = []
        self._lone_leaves: Floats | None = None
        self._earlier = after.model.trees if after else None
        if after:
            self.history = after.history.continued()
        else:
            labels = np.where(dataset.labels == 1, 1, -1).astype(np.int8)
            balance = (labels * dataset.weights)[~dataset.validation].sum()
            tie = 1 if balance > 0 else -1
            self.history = VoteHistory(
                settings.curves, labels, dataset.weights,
                self._data.order, self._data.training, tie,
            )  # fmt: skip

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Do one round after the other."""
        present = np.unique(self.history.labels[: self.history.training])
        if len(present) < 2:
            name = self.dataset.classes[min(int(present[0] > 0), len(self.dataset.classes) - 1)]
            return Outcome(
                Ending.SINGLE_CLASS,
                f"Every training row is {name!r}, so there is nothing to tell apart. "
                "Choose another target, or data with both classes.",
            )
        if not self._data.usable.any():
            return Outcome(
                Ending.NO_USABLE_FEATURE,
                "No column has two different values, so there is nothing to learn from. "
                "Choose data with at least one column that varies.",
            )
        return (yield from self._boost())

    def model(self) -> Model:
        """The ensemble as it stands."""
        votes = self.history.votes[self.history.rounds - len(self._stumps) :]
        trees = trees_of_stumps(self._stumps, votes, self._lone_leaves)
        if self._earlier:
            trees = self._earlier.joined(trees)
        return Model(
            settings=self.settings,
            target=self.dataset.target,
            classes=self.dataset.classes,
            encoder=self._data.encoder,
            trees=trees,
            offset=0.0 if len(trees) else self._prior_score(),
            tie=self.history.tie,
        )

    def _boost(self) -> Generator[Round, None, Outcome]:
        from core.engine.kernels import boosting

        history, data = self.history, self._data
        rows, chunk = len(history), pool.chunk_rows(len(history))
        signed, agreement = history.state()
        histograms = np.empty((pool.chunk_count(rows), len(data.codes), BINS))
        tallies = np.empty((len(histograms), boosting.TALLIES))
        sides = np.empty(BINS, np.int8)

        def sum_up(first: int, last: int) -> None:
            boosting.histogram_chunks(
                data.codes, first, last, chunk, data.training, signed, histograms, tallies
            )

        def vote(first: int, last: int) -> None:
            boosting.boost_chunks(
                data.codes, first, last, chunk, data.training,
                history.labels, history.row_weights, history.start_weights, history.tie,
                stump.feature, stump.sides, step.vote, step.right, step.wrong, step.log_scale,
                signed, agreement, bits, histograms, tallies,
            )  # fmt: skip

        pool.over_chunks(rows, sum_up)
        while history.rounds < self.settings.rounds:
            total = float(tallies[:, boosting.WEIGHT].sum())
            feature, edge = boosting.best_stump(
                histograms.sum(axis=0), data.counts, data.encoder.is_category, sides
            )
            stump = FittedStump(feature, bool(data.encoder.is_category[feature]), sides.copy())
            error = (1 - edge / total) / 2
            if error >= 0.5 - _ROUNDING:
                return self._no_better_than_chance()
            if error < _NEARLY_PERFECT:
                # The sum of the wrong weights itself: 1 - edge has lost its digits.
                wrong = self._wrong_rows(stump)
                error = float(np.abs(signed[: data.training][wrong]).sum()) / total
                is_perfect = not history.row_weights[: data.training][wrong].any()
                error = 0.0 if is_perfect else max(error, _LEAST_ERROR)
            step = Step.of(error, total, history.log_scale)
            bits = history.next_bits(agreement)
            pool.over_chunks(rows, vote)
            self._stumps.append(stump)
            yield self._finish(step, tallies.sum(axis=0))
            if error == 0:
                return self._perfect(stump)
        return Outcome(Ending.ALL_ROUNDS, f"All {history.rounds:,} rounds are done.")

    def _finish(self, step: "Step", tallied: Floats) -> Round:
        from core.engine.kernels import boosting

        history = self.history
        training, validation = history.total_weights
        wrong = tallied[boosting.VALIDATION_WRONG]
        earlier = float(history.curve("bound")[-1]) if history.rounds else 1.0
        values = {
            "training_error": float(tallied[boosting.TRAINING_WRONG] / training),
            "validation_error": float(wrong / validation) if validation > 0 else math.nan,
            "weighted_error": step.error,
            "vote": step.vote,
            "bound": earlier * 2 * math.sqrt(step.error * (1 - step.error)),
        }
        history.append(step.vote, step.right, step.wrong, step.log_scale, values)
        return Round(history.rounds, values)

    def _perfect(self, stump: FittedStump) -> Outcome:
        """The ensemble is this stump alone; its probabilities come from smoothed leaf shares."""
        side = stump.sides[self._data.codes[stump.feature, : self._data.training]]
        up, down = int((side > 0).sum()), int((side < 0).sum())
        # A pure leaf of n rows has the share (n+1)/(n+2) of its class (Laplace), and
        # F = ½ ln(p/(1-p)) gives that share back.
        leaf_up, leaf_down = 0.5 * math.log(up + 1), -0.5 * math.log(down + 1)
        first_is_up = stump.is_category or stump.sides[0] > 0
        leaves = [leaf_up, leaf_down] if first_is_up else [leaf_down, leaf_up]
        self._lone_leaves = np.array([0.0, *leaves])
        text = question(self._data.encoder.features[stump.feature], stump.sides)
        return Outcome(
            Ending.PERFECT_LEARNER,
            f"One question tells all training rows apart: {text}. The ensemble is that question "
            "alone. Does this column give the target away?",
        )

    def _no_better_than_chance(self) -> Outcome:
        after = f"after {self.history.rounds:,} rounds " if self.history.rounds else ""
        return Outcome(
            Ending.NO_BETTER_THAN_CHANCE,
            f"Training ended {after}because no question about one column does better than chance "
            "on the reweighted rows. More rounds cannot help; other columns may.",
        )

    def _wrong_rows(self, stump: FittedStump) -> Mask:
        training = self._data.training
        side = stump.sides[self._data.codes[stump.feature, :training]]
        return np.asarray(side != self.history.labels[:training])

    def _prior_score(self) -> float:
        up = int((self.history.labels[: self._data.training] > 0).sum())
        down = self._data.training - up
        return 0.5 * math.log((up + 1) / (down + 1))


@dataclass(frozen=True)
class Step:
    """What one round does to the weights: right rows times `right`, wrong rows times `wrong`."""

    error: float
    vote: float
    right: float
    wrong: float
    log_scale: float

    @classmethod
    def of(cls, error: float, total: float, log_scale: float) -> "Step":
        """The step for a weighted error; `total` is what the weights sum to before it."""
        if error == 0:
            # Vote 1, and Z = e^-1: training rows, all right, keep their weights.
            return cls(0.0, 1.0, 1 / total, math.e**2 / total, log_scale - 1 + math.log(total))
        vote = 0.5 * math.log((1 - error) / error)
        z = 2 * math.sqrt(error * (1 - error))
        right, wrong = 0.5 / (1 - error) / total, 0.5 / error / total
        return cls(error, vote, right, wrong, log_scale + math.log(z * total))
