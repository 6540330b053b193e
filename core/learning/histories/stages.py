"""Ensembles whose rounds are not summed up: levels, stages, a combination of what came before.

There are few such rounds, so what each predicted is kept: a class or a number a row, and a margin.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Mask
from core.base.codec import Arrays, ReadArray, require
from core.learning.histories.history import History, class_margins, over_medians, rmse, share_wrong
from core.learning.histories.quantities import Quantity
from core.learning.histories.scores import ScoreHistory
from core.learning.predictors.winners import winners
from core.learning.problem import Problem
from core.learning.rounds import Curve

_OUTPUTS, _VECTORS = 1, 2
"""What a round handed on, where it handed on something: a member's outputs, or class vectors."""


@dataclass(frozen=True, eq=False)
class Vectors:
    """The class vectors that a level gives, a row a row, forest by forest.

    `told` are those that the model gives, by the trees of all folds; `unseen` those that the next
    level is trained on: a training row's come from trees that never saw it.
    """

    told: Floats
    unseen: Floats


class StageHistory(History):
    """The history of an ensemble of few rounds, each with a prediction of its own."""

    def __init__(
        self,
        problem: Problem,
        curves: tuple[Curve, ...],
        why_no_weights: str,
        by_unseen: bool = False,
    ) -> None:
        super().__init__(problem, curves)
        self._explain(Quantity.WEIGHTS, why_no_weights)
        self._by_unseen = by_unseen
        """Whether training rows are judged by learners that never saw them."""
        self.carried: list[Any] = []
        """What each round handed on to those after it; going on needs it."""
        self._decided_at: list[npt.NDArray[Any]] = []
        self._judged_at: list[npt.NDArray[Any]] = []
        """What those say that the margins come from: of training rows, never the model itself."""
        self._margins_at: list[npt.NDArray[np.float32]] = []
        self._hardness = np.zeros(len(problem))

    def continued(self) -> Self:
        """A history that goes on from here and shares what is finished."""
        why_no_weights = self._lacking[Quantity.WEIGHTS]
        other = type(self)(self.problem, self.curves, why_no_weights, self._by_unseen)
        other._follow(self)
        other.carried = self.carried[: self.rounds]
        other._decided_at = self._decided_at[: self.rounds]
        other._judged_at = self._judged_at[: self.rounds]
        other._margins_at = self._margins_at[: self.rounds]
        other._hardness = self._hardness.copy()
        return other

    def stored(self) -> Arrays:
        """What every round predicted, its margins, and what it handed on."""
        rounds, none = self.rounds, np.empty((0, len(self)))
        arrays = super().stored() | {
            "decided": np.stack(self._decided_at[:rounds]) if rounds else none.astype(self._kind),
            "margins": np.stack(self._margins_at[:rounds]) if rounds else none.astype(np.float32),
            "hardness": self._hardness,
        }
        if self._by_unseen and rounds:
            arrays["judged"] = np.stack(self._judged_at[:rounds])
        kinds = np.zeros(rounds, np.uint8)
        for place, carried in enumerate(self.carried[:rounds]):
            if isinstance(carried, Vectors):
                kinds[place] = _VECTORS
                arrays |= {f"told_{place}": carried.told, f"unseen_{place}": carried.unseen}
            elif carried is not None:
                kinds[place] = _OUTPUTS
                arrays[f"carried_{place}"] = carried
        return arrays | {"carried": kinds}

    def restore(self, read: ReadArray, turned: Mask | None = None) -> None:
        """All of it, as it was."""
        super().restore(read, turned)
        shape = (self.rounds, len(self))
        decided = read("decided", self._kind.str, 2)
        margins, self._hardness = read("margins", "<f4", 2), read("hardness", "<f8", 1)
        kinds = read("carried", "|u1", 1)
        require(decided.shape == margins.shape == shape and len(kinds) == self.rounds)
        require(len(self._hardness) == len(self) and not np.isnan(self._hardness).any())
        require(self.problem.is_regression or int(decided.max(initial=0)) < self.problem.classes)
        require(int(kinds.max(initial=0)) <= _VECTORS)
        self._decided_at, self._margins_at = list(decided), list(margins)
        self._judged_at = self._restored_judged(read, decided)

        def numbers(name: str) -> Floats:
            array = read(name, "<f8", 2)
            require(len(array) == len(self) and bool(np.isfinite(array).all()))
            return array

        for place, kind in enumerate(kinds.tolist()):
            if kind == _VECTORS:
                vectors = Vectors(numbers(f"told_{place}"), numbers(f"unseen_{place}"))
                require(vectors.told.shape == vectors.unseen.shape)
                self.carried.append(vectors)
            elif kind == _OUTPUTS:
                self.carried.append(numbers(f"carried_{place}"))
                require(self.carried[-1].shape[1] == max(1, self.problem.classes))
            else:
                self.carried.append(None)

    def _restored_judged(
        self, read: ReadArray, decided: npt.NDArray[Any]
    ) -> list[npt.NDArray[Any]]:
        """What margins come from; earlier versions kept what the model said alone."""
        if not self._by_unseen or not self.rounds:
            return list(decided)
        try:
            judged = read("judged", self._kind.str, 2)
        except KeyError:
            self._by_unseen = False
            return list(decided)
        require(judged.shape == decided.shape)
        require(self.problem.is_regression or int(judged.max(initial=0)) < self.problem.classes)
        return list(judged)

    @property
    def judges_unseen(self) -> bool:
        """Whether `suggested` asks learners that never saw a training row."""
        return self._by_unseen

    def suggested(self, t: int) -> npt.NDArray[Any]:
        """What those say that the margins come from: no row has a margin that contradicts it."""
        self.check_round(t)
        return self.by_row(self._as_said(self._judged_at[t - 1])) if t else self.predicted(0)

    def _as_said(self, kept: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return kept if self.problem.is_regression else kept.astype(np.int64)

    @property
    def _kind(self) -> np.dtype[Any]:
        """How what is predicted is kept."""
        if self.problem.is_regression:
            return np.dtype(np.float64)
        return np.min_scalar_type(self.problem.classes)

    def append(
        self,
        decided: npt.NDArray[Any],
        judging: Floats,
        values: Mapping[str, float],
        carried: Floats | Vectors | None,
    ) -> dict[str, float]:
        """Finish a round, all rows in training order.

        `decided` are the classes or numbers that the model predicts, `judging` the outputs that a
        row is judged by: those of learners that never saw it where there are any. The errors are
        added to the curves' `values`.
        """
        part = self.training
        all_values = {
            "training_error": self._error_of(decided, slice(None, part)),
            "validation_error": self._error_of(decided, slice(part, None)),
        } | dict(values)
        margins = self._margins_of(judging)
        judged = decided.astype(self._kind)
        self._decided_at.append(judged)
        if self._by_unseen:
            judged = judged.copy()
            judged[:part] = decided_by(self.problem, judging, judging)[:part]
        self._judged_at.append(judged)
        self._margins_at.append(margins.astype(np.float32))
        self.carried.append(carried)
        self._hardness += np.abs(margins) if self.problem.is_regression else (1 - margins) / 2
        self._append_facts([], all_values)
        return all_values

    def _doubts(self) -> Floats:
        """The share of the votes against a row's label, averaged over the rounds so far.

        For numbers: the absolute residual over the median of its part.
        """
        if self.problem.is_regression:
            return over_medians(self._hardness, self.training)
        return self._hardness / max(1, self.rounds)

    def flagged(self, suspicion: Floats, margins: Floats) -> Mask:
        """The rows that most votes contradict throughout; numbers far from every prediction."""
        return ScoreHistory.flagged(self, suspicion, margins)  # type: ignore[arg-type]

    def _predicted(self, t: int) -> npt.NDArray[Any]:
        self.check_round(t)
        if t:
            return self._as_said(self._decided_at[t - 1])
        if self.problem.is_regression:
            return np.full(len(self), self._mean)
        return np.full(len(self), self.problem.commonest)

    def _margins(self, t: int) -> Floats:
        self.check_round(t)
        if t:
            return self._margins_at[t - 1].astype(np.float64)
        if self.problem.is_regression:
            return np.asarray(self._mean - self.problem.targets)
        return np.zeros(len(self))

    @property
    def _mean(self) -> float:
        part = self.training
        return float(np.average(self.problem.targets[:part], weights=self.row_weights[:part]))

    def _margins_of(self, outputs: Floats) -> Floats:
        if self.problem.is_regression:
            return np.asarray(outputs[:, 0] - self.problem.targets)
        return class_margins(outputs, self.problem.labels)

    def _error_of(self, decided: npt.NDArray[Any], part: slice) -> float:
        weights = self.row_weights[part]
        if self.problem.is_regression:
            return rmse(decided[part], self.problem.targets[part], weights)
        return share_wrong(decided[part] != self.problem.labels[part], weights)


def decided_by(problem: Problem, scores: Floats, outputs: Floats) -> npt.NDArray[Any]:
    """The classes or numbers that a predictor's scores and outputs stand for, as a model would."""
    return outputs[:, 0] if problem.is_regression else winners(scores, problem.commonest)
