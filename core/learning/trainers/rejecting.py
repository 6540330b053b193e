"""Training an early-reject cascade, stage by stage. Nothing here is random."""

import math
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Mask
from core.base.wording import grouped
from core.engine.trees import FittedStump, Trees, trees_of_stumps
from core.learning.histories.stages import StageHistory
from core.learning.learners.stump import best_stump
from core.learning.predictors.constant import constant
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.reject_cascade import RejectCascade
from core.learning.problem import Problem
from core.learning.rounds import Curve, Ending, Outcome, Round
from core.learning.run import Run
from core.learning.trainer import Trainer
from core.learning.trainers.steps import ROUNDING, all_rounds_done

NO_WEIGHTS = (
    "Every stage of a cascade starts with weights of its own for the rows that reach it, so there "
    "is no one weight a row. The margins tell which rows are rejected against their label."
)


@dataclass(frozen=True)
class Rates:
    """What a stage must reach, and how many stages and stumps it may take."""

    stages: int
    detection: float
    false_positives: float
    stumps: int


@dataclass(frozen=True, eq=False)
class Stage:
    """The stumps of a stage with their votes for the detected class, and its threshold."""

    stumps: list[FittedStump]
    votes: list[float]
    threshold: float
    passes: Mask


class CascadeTrainer(Trainer):
    """A round a stage, trained on the rows that pass all earlier ones."""

    history: StageHistory

    def __init__(
        self, problem: Problem, rates: Rates, curves: tuple[Curve, ...], after: Run | None
    ) -> None:
        self.problem, self._rates = problem, rates
        self._cascade: RejectCascade | None = None
        if after is None:
            self.history = StageHistory(problem, curves, NO_WEIGHTS)
        else:
            assert isinstance(after.history, StageHistory)
            self.history = after.history.continued()
            if isinstance(after.model.predictor, RejectCascade):
                self._cascade = after.model.predictor
        self._detected = 1 - problem.commonest
        self._is_detected = problem.labels[: problem.training] == self._detected

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Train one stage after the other."""
        if nothing := self.why_nothing_to_learn():
            return nothing
        problem, history = self.problem, self.history
        weights = problem.row_weights[: problem.training]
        alive = weights > 0
        if self._cascade:
            exits = self._cascade.exits(problem.inputs)[: problem.training]
            alive &= exits == history.rounds
        while history.rounds < self._rates.stages:
            stage = trained_stage(problem, weights * alive, self._detected, self._rates)
            if stage is None or bool(stage.passes[alive].all()):
                return self._no_further()
            self._cascade = self._with(stage, alive)
            alive = alive & stage.passes
            yield self._finished(self._cascade)
            if not (alive & ~self._is_detected).any():
                return self._all_rejected()
        return all_rounds_done(history.rounds)

    def predictor(self) -> Predictor:
        """The stages so far."""
        return self._cascade or constant(self.problem)

    def _with(self, stage: Stage, alive: Mask) -> RejectCascade:
        """The cascade with one more stage."""
        trees = trees_of_stumps(stage.stumps, np.array(stage.votes))
        new = RejectCascade(
            trees,
            self._detected,
            np.array([len(trees)], np.int32),
            np.array([stage.threshold]),
            np.array([self._share(alive & ~stage.passes)]),
            np.array([self._share(alive & stage.passes)]),
        )
        old = self._cascade
        if old is None:
            return new
        return RejectCascade(
            Trees.chained([old.trees, new.trees]),
            self._detected,
            np.append(old.ends, old.ends[-1:] + new.ends).astype(np.int32),
            np.append(old.thresholds, new.thresholds),
            np.append(old.rejected, new.rejected),
            np.append(old.passed, new.passed),
        )

    def _share(self, rows: Mask) -> float:
        """The share of the detected class among some rows, smoothed by a row of each (Laplace)."""
        return float((np.sum(self._is_detected & rows) + 1) / (rows.sum() + 2))

    def _finished(self, cascade: RejectCascade) -> Round:
        problem, history, training = self.problem, self.history, self.problem.training
        exits = cascade.exits(problem.inputs)
        passes = exits == len(cascade.ends)
        costs = cascade.costs(exits)[:training]
        weights = problem.row_weights[:training]
        detected, others = weights * self._is_detected, weights * ~self._is_detected
        values = {
            "detection_rate": float(detected[passes[:training]].sum() / detected.sum()),
            "false_positive_rate": float(others[passes[:training]].sum() / others.sum()),
            "mean_cost": float(np.average(costs, weights=weights)),
            "rejected_class_cost": float(np.average(costs, weights=others)),
            "columns_used": float(len(np.unique(cascade.trees.feature[cascade.trees.roots]))),
        }
        decided = np.where(passes, self._detected, 1 - self._detected)
        return Round(
            history.rounds + 1, history.append(decided, cascade.shares(exits), values, None)
        )

    def _no_further(self) -> Outcome:
        rounds = self.history.rounds
        after = f"after {grouped(rounds)} stages " if rounds else ""
        return Outcome(
            Ending.NO_BETTER_THAN_CHANCE,
            f"Training ended {after}because a further stage would reject no row and still keep "
            "the detection rate. A lower detection rate or more stumps a stage may help.",
        )

    def _all_rejected(self) -> Outcome:
        name = self.problem.dataset.classes[1 - self._detected]
        return Outcome(
            Ending.COMPLETE,
            f"After {grouped(self.history.rounds)} stages every training row of {name!r} is "
            "rejected, "
            "so there is nothing left to train another stage on.",
        )


def trained_stage(problem: Problem, weights: Floats, detected: int, rates: Rates) -> Stage | None:
    """AdaBoost with stumps on the rows that have a weight; None if no stump beats chance."""
    training = problem.training
    labels = problem.labels[:training]
    is_detected = labels == detected
    own, others = weights * is_detected, weights * ~is_detected
    if own.sum() <= 0 or others.sum() <= 0:
        return None
    current = own / (2 * own.sum()) + others / (2 * others.sum())
    sign = 1.0 if detected == 1 else -1.0
    scores = np.zeros(training)
    stumps: list[FittedStump] = []
    votes: list[float] = []
    passes, threshold = np.ones(training, bool), -math.inf
    while len(stumps) < rates.stumps:
        stump = best_stump(problem, current)
        if stump is None:
            break
        said = stump.sides[problem.data.codes[stump.feature, :training]]
        wrong = said != np.where(labels == 1, 1, -1)
        error = float(current[wrong].sum())
        if error >= 0.5 - ROUNDING:
            break
        vote = 0.5 * math.log((1 - error) / error) if error > 0 else 1.0
        stumps.append(stump)
        votes.append(sign * vote)
        scores += votes[-1] * said
        threshold = detecting_threshold(scores, own, rates.detection)
        passes = scores >= threshold
        if others[passes].sum() <= rates.false_positives * others.sum() or error == 0:
            break
        current = current * np.exp(np.where(wrong, vote, -vote))
        current /= current.sum()
    return Stage(stumps, votes, threshold, passes) if stumps else None


def detecting_threshold(scores: Floats, weights: Floats, rate: float) -> float:
    """The highest score that at least this share of the weight reaches.

    >>> detecting_threshold(np.array([3.0, 1.0, 2.0, 9.0]), np.array([1.0, 1.0, 1.0, 0.0]), 0.6)
    2.0
    """
    rows = np.flatnonzero(weights > 0)
    rows = rows[np.argsort(-scores[rows], kind="stable")]
    reached = np.cumsum(weights[rows])
    # Give or take the rounding of the sum, which must not ask for one row more than there is.
    place = np.searchsorted(reached, rate * reached[-1] * (1 - 1e-12))
    return float(scores[rows[min(int(place), len(rows) - 1)]])
