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

from core.arrays import Codes, Floats
from core.data.dataset import Dataset, Task
from core.engine import pool
from core.engine.binning import Binned, binned
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
_REFRESH = 64


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
    base: Learner = setting(Stump(), "What is trained in each round.", heading="Weak learner")

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
        counts = self.history.row_weights[: self.history.training] > 0
        present = np.unique(self.history.labels[: self.history.training][counts])
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
        history, data = self.history, self._data
        loop = _Loop(history, data)
        self._catch_up(loop)
        while history.rounds < self.settings.rounds:
            stump, edge = loop.best_stump()
            error = (1 - edge / loop.total) / 2
            if error >= 0.5 - _ROUNDING:
                return self._no_better_than_chance()
            if error < _NEARLY_PERFECT:
                # The sum of the wrong weights itself: 1 - edge has lost its digits.
                wrong = stump.sides[loop.codes_of(stump)] != history.labels[: data.training]
                error = float(np.abs(loop.signed[: data.training][wrong]).sum()) / loop.total
                is_perfect = not history.row_weights[: data.training][wrong].any()
                error = 0.0 if is_perfect else max(error, _LEAST_ERROR)
            step = Step.of(error, loop.total, history.log_scale)
            loop.vote(stump, step, history.next_bits(loop.agreement))
            self._stumps.append(stump)
            finished = self._finish(step, loop)
            loop.sum_up(step, history.rounds)
            yield finished
            if error == 0:
                return self._perfect(stump)
        return Outcome(Ending.ALL_ROUNDS, f"All {history.rounds:,} rounds are done.")

    def _catch_up(self, loop: "_Loop") -> None:
        """Bring the loop to where an earlier run left it, to the last bit."""
        unused = np.empty((len(self.history) + 7) // 8, np.uint8)
        for number in range(loop.started, self.history.rounds):
            assert self._earlier is not None
            step = Step(math.nan, *self.history.step(number + 1))
            loop.vote(FittedStump.of(self._earlier, number), step, unused)
            loop.sum_up(step, number + 1)

    def _finish(self, step: "Step", loop: "_Loop") -> Round:
        history = self.history
        training, validation = history.total_weights
        training_wrong, validation_wrong = loop.wrong_weights
        earlier = float(history.curve("bound")[-1]) if history.rounds else 1.0
        values = {
            "training_error": training_wrong / training,
            "validation_error": validation_wrong / validation if validation > 0 else math.nan,
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


class _Loop:
    """The state of the boosting loop: signed weights, scores, and the sums that a search needs.

    The histogram D is summed anew every `_REFRESH` rounds, counted from the start, and carried
    forward in between; going on from an earlier run starts at such a round.
    """

    def __init__(self, history: VoteHistory, data: Binned) -> None:
        rows = len(history)
        self.started = history.rounds - history.rounds % _REFRESH
        self.signed, self.agreement = history.state(self.started)
        self._history, self._data = history, data
        self._chunk = pool.chunk_rows(rows)
        self._parts = np.empty((pool.chunk_count(rows), len(data.codes), BINS))
        self._tallies = np.empty((len(self._parts), 3))
        self._histogram = self._parts[0].copy()
        self._sum_all()

    @property
    def total(self) -> float:
        """What the training rows' weights sum to: 1, but for rounding."""
        return float(self._tallies[:, 0].sum())

    @property
    def wrong_weights(self) -> tuple[float, float]:
        """The starting weight of the training and of the validation rows that are wrong now."""
        return float(self._tallies[:, 1].sum()), float(self._tallies[:, 2].sum())

    def codes_of(self, stump: FittedStump) -> Codes:
        """The training rows' codes of the feature that a stump asks about."""
        return self._data.codes[stump.feature, : self._data.training]

    def best_stump(self) -> tuple[FittedStump, float]:
        """The stump of least weighted error and its edge Σ y w h."""
        from core.engine.kernels.boosting import best_stump

        sides = np.empty(BINS, np.int8)
        is_category = self._data.encoder.is_category
        feature, edge = best_stump(self._histogram, self._data.counts, is_category, sides)
        return FittedStump(feature, bool(is_category[feature]), sides), edge

    def vote(self, stump: FittedStump, step: "Step", bits: Codes) -> None:
        """Let a stump vote, reweight, and count what is wrong now."""
        from core.engine.kernels.boosting import boost_chunks

        history, data = self._history, self._data

        def work(first: int, last: int) -> None:
            boost_chunks(
                data.codes, first, last, self._chunk, data.training,
                history.labels, history.row_weights, history.start_weights, history.tie,
                stump.feature, stump.sides, step.vote, step.right, step.wrong, step.log_scale,
                self.signed, self.agreement, bits, self._parts, self._tallies,
            )  # fmt: skip

        pool.over_chunks(len(history), work)

    def sum_up(self, step: "Step", rounds: int) -> None:
        """Bring the histogram up to the new weights."""
        if rounds % _REFRESH == 0:
            self._sum_all()
        else:
            self._histogram *= step.right
            self._histogram += (step.wrong - step.right) * self._parts.sum(axis=0)

    def _sum_all(self) -> None:
        from core.engine.kernels.boosting import histogram_chunks

        data = self._data

        def work(first: int, last: int) -> None:
            histogram_chunks(
                data.codes, first, last, self._chunk, data.training,
                self.signed, self._parts, self._tallies,
            )  # fmt: skip

        pool.over_chunks(len(self._history), work)
        self._histogram = self._parts.sum(axis=0)
