"""Bias and variance of any settings, by training again and again on parts of the rows.

Each repeat trains on a random share of the training rows, drawn without replacement (Kohavi &
Wolpert 1996), and predicts the validation rows. With q_r the r-th prediction of a row, q its mean
over the repeats and p the truth, all as vectors over the classes (for numbers: one number, no ½):

    error     mean of ½ Σ_k (q_rk - p_k)² + noise
    bias²     ½ Σ_k (q_k - p_k)²                      how far off the mean prediction is
    variance  mean of ½ Σ_k (q_rk - q_k)²             how far predictions are from their mean
    noise     ½ (1 - Σ_k p_k²)                        what no prediction could know

and error = bias² + variance + noise, row by row. With probabilities for q_r this is the squared
loss (Brier 1950); with 1 for the named class and 0 for the others it is the decomposition of the
0/1 error by Kohavi & Wolpert (1996). Theirs and not the one by Domingos (2000), because its terms
add up for any number of classes and none is ever negative.

In a file only one label a row is seen, so p is that label and the noise is counted in bias². The
three terms come apart only for generated data whose P(y | x) is known: give it as `truth`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.base.lacking import present
from core.base.progress import Progress, Watch, unwatched
from core.data.dataset import Dataset, Task
from core.learning.ensemble import Ensemble
from core.learning.ensembles.single import SingleLearner
from core.learning.learner import Learner
from core.learning.members import Member
from core.learning.model import Model
from core.learning.predictors.winners import winners
from core.learning.training import Training

LOSSES = SQUARED, ZERO_ONE = "squared", "zero-one"

_Predicted = tuple[npt.NDArray[Any], Floats]
"""The predicted classes, or numbers, and the outputs of the validation rows."""


@dataclass(frozen=True, eq=False)
class Decomposition:
    """The terms after some repeats: of every judged row, and averaged by the rows' weights."""

    repeats: int
    rows: Integers
    """The rows of the dataset that were judged."""
    weights: Floats
    error_rows: Floats
    bias2_rows: Floats
    variance_rows: Floats
    noise_rows: Floats | None
    """None if the noise is not known, and counted in bias²."""

    @property
    def error(self) -> float:
        """The mean error of a training on such a part of the rows."""
        return self._mean(self.error_rows)

    @property
    def bias2(self) -> float:
        """Bias²; with the noise in it if that is not known."""
        return self._mean(self.bias2_rows)

    @property
    def variance(self) -> float:
        """How much the predictions depend on which rows were trained on."""
        return self._mean(self.variance_rows)

    @property
    def noise(self) -> float | None:
        """The noise, if it is known."""
        return None if self.noise_rows is None else self._mean(self.noise_rows)

    def _mean(self, values: Floats) -> float:
        return float(np.average(values, weights=self.weights))


def decompose(
    dataset: Dataset,
    settings: Member,
    *,
    loss: str = SQUARED,
    repeats: int = 20,
    share: float = 0.5,
    seed: int = 0,
    truth: npt.ArrayLike | None = None,
    noise: npt.ArrayLike | None = None,
    watch: Watch = unwatched,
) -> Decomposition:
    """Bias², variance and error of an ensemble or a learner on the validation rows.

    `truth` is P(y | x), a column a class, or the expected number, of every row of the dataset;
    for numbers `noise` is the variance around it. `watch` is told how far it is after every round
    of every training.

    >>> import core
    >>> found = decompose(core.example("moons"), core.Stump(), repeats=5)
    >>> abs(found.error - found.bias2 - found.variance) < 1e-12
    True
    """
    plan = [_Step(_as_ensemble(settings), (None,))]
    return _repeated(dataset, plan, loss, repeats, share, seed, watch, truth, noise)[0]


def decompose_rounds(
    dataset: Dataset,
    settings: Member,
    rounds: Sequence[int],
    *,
    loss: str = SQUARED,
    repeats: int = 20,
    share: float = 0.5,
    seed: int = 0,
    watch: Watch = unwatched,
) -> tuple[Decomposition, ...]:
    """The same after each of some numbers of rounds of the same trainings.

    A training that ended earlier is judged by its last round.

    >>> import core
    >>> early, late = decompose_rounds(
    ...     core.example("moons"), core.AdaBoost(rounds=20), (1, 20), repeats=5, loss=ZERO_ONE
    ... )
    >>> late.bias2 < early.bias2
    True
    """
    if not rounds or min(rounds) < 1:
        raise ValueError("At least one number of rounds, of 1 or more, is needed.")
    plan = [_Step(_as_ensemble(settings), tuple(rounds))]
    return _repeated(dataset, plan, loss, repeats, share, seed, watch)


def decompose_depths(
    dataset: Dataset,
    settings: Member,
    depths: Sequence[int],
    *,
    loss: str = SQUARED,
    repeats: int = 20,
    share: float = 0.5,
    seed: int = 0,
    watch: Watch = unwatched,
) -> tuple[Decomposition, ...]:
    """The same with trees of each of some depths, each trained on the same parts of the rows.

    >>> import core
    >>> shallow, deep = decompose_depths(core.example("moons"), core.Tree(), (1, 8), repeats=5)
    >>> deep.bias2 < shallow.bias2 and deep.variance > shallow.variance
    True
    """
    if not depths:
        raise ValueError("At least one depth is needed.")
    ensemble = _as_ensemble(settings)
    deeper = [_as_ensemble(present(ensemble.with_depth(depth))) for depth in depths]
    plan = [_Step(settings, (None,)) for settings in deeper]
    return _repeated(dataset, plan, loss, repeats, share, seed, watch)


def spread_rounds(last: int, count: int = 12) -> tuple[int, ...]:
    """Some numbers of rounds up to the last, closer together at the start.

    >>> spread_rounds(100, 5)
    (1, 3, 10, 32, 100)
    """
    steps = np.geomspace(1, max(1, last), max(2, count))
    return tuple(np.unique(np.round(steps).astype(int)).tolist())


@dataclass(frozen=True)
class _Step:
    """Trainings of some settings, judged after some numbers of rounds; None for the last one."""

    ensemble: Ensemble
    rounds: tuple[int | None, ...]


def _repeated(
    dataset: Dataset,
    plan: Sequence[_Step],
    loss: str,
    repeats: int,
    share: float,
    seed: int,
    watch: Watch,
    truth: npt.ArrayLike | None = None,
    noise: npt.ArrayLike | None = None,
) -> tuple[Decomposition, ...]:
    """Every step of a plan on the same parts of the rows."""
    for step in plan:
        step.ensemble.check(dataset)
    sums = [_Sums(dataset, loss, truth, noise) for step in plan for _ in step.rounds]
    if repeats < 1 or not 0 < share <= 1:
        raise ValueError("At least one repeat, and a share above 0 and at most 1, are needed.")
    for repeat in range(repeats):
        part = _part(dataset, share, [seed, repeat])
        judged = part.only(part.validation)
        predicted: list[_Predicted] = []
        for place, step in enumerate(plan):
            training = Training(part, step.ensemble, seed + repeat)
            for done in _driven(training, step.ensemble):
                watch(Progress(repeat + (place + done) / len(plan), repeats))
            predicted += _predictions(training.run().model, training.history.rounds, step, judged)
        for own, said in zip(sums, predicted, strict=True):
            own.add(said)
    return tuple(own.found() for own in sums)


def _predictions(model: Model, done: int, step: _Step, judged: Dataset) -> list[_Predicted]:
    """What the model predicts after each number of rounds of a step."""
    inputs = model.inputs(judged)
    found: list[_Predicted] = []
    for rounds in step.rounds:
        whole = rounds is None or rounds >= done
        predictor = model.predictor if whole else model.predictor.first(int(rounds or 0))
        scores, outputs = predictor.judged(inputs)
        decided = winners(scores, model.commonest) if model.classes else outputs[:, 0]
        found.append((decided, outputs))
    return found


def _driven(training: Training, ensemble: Ensemble) -> Iterator[float]:
    planned = max(1, ensemble.planned_rounds)
    for done in training:
        yield min(1.0, done.number / planned)


def _as_ensemble(settings: Member) -> Ensemble:
    if not isinstance(settings, Member):
        raise TypeError(f"An ensemble's or a learner's settings are needed, not {settings!r}.")
    if settings.own_levels:
        return cast(Ensemble, settings)
    return SingleLearner(learner=cast(Learner, settings))


def _part(dataset: Dataset, share: float, seed: list[int]) -> Dataset:
    """The dataset with a random share of its training rows, and all validation rows."""
    training = np.flatnonzero(~dataset.validation & (dataset.weights > 0))
    count = max(1, round(share * len(training)))
    kept = dataset.validation.copy()
    kept[np.random.default_rng(seed).choice(training, count, replace=False)] = True
    return dataset.only(kept)


class _Sums:
    """Running means and squares (Welford 1962): no prediction is kept."""

    def __init__(
        self, dataset: Dataset, loss: str, truth: npt.ArrayLike | None, noise: npt.ArrayLike | None
    ) -> None:
        if not dataset.has_validation:
            raise DataError(
                "Bias and variance are judged on validation rows, and there are none. Open the "
                "data with a validation share above 0."
            )
        self._is_number = dataset.task is Task.REGRESSION
        if loss not in LOSSES or (loss == ZERO_ONE and self._is_number):
            raise ValueError(f"The loss {loss!r} has no meaning here. Losses: {', '.join(LOSSES)}.")
        self._is_hard = loss == ZERO_ONE
        self._classes = len(dataset.classes)
        self.rows = np.flatnonzero(dataset.validation & (dataset.weights > 0))
        # Rows of weight 0 are predicted with the others, and left out of every mean.
        self._judged = dataset.weights[dataset.validation] > 0
        self._weights = dataset.weights[self.rows]
        self._truth, self._noise = self._true(dataset, truth, noise)
        self._scale = 1.0 if self._is_number else 0.5
        self._repeats = 0
        self._mean = np.zeros_like(self._truth)
        self._squares = np.zeros(len(self.rows))
        self._errors = np.zeros(len(self.rows))

    def _true(
        self, dataset: Dataset, truth: npt.ArrayLike | None, noise: npt.ArrayLike | None
    ) -> tuple[Floats, Floats | None]:
        labels = dataset.judging_labels[self.rows]
        if truth is None:
            if noise is not None:
                raise ValueError("Noise is known only together with the truth.")
            if self._is_number:
                return labels.astype(np.float64)[:, None], None
            return np.eye(self._classes)[labels.astype(np.int64)], None
        known = np.asarray(truth, np.float64).reshape(len(dataset), -1)[self.rows]
        if not self._is_number:
            sums_to_1 = np.allclose(known.sum(axis=1), 1) and (known >= 0).all()
            if known.shape[1] != self._classes or not sums_to_1 or noise is not None:
                raise ValueError(
                    "The truth must be a probability for every class of every row, summing to 1; "
                    "the noise follows from it."
                )
            return known, np.asarray((1 - (known**2).sum(axis=1)) / 2)
        spread = np.asarray(0.0 if noise is None else noise, np.float64)
        if noise is None or known.shape[1] != 1 or not (spread >= 0).all():
            raise ValueError("For numbers give an expected number a row, and the noise's variance.")
        return known, np.broadcast_to(spread, len(dataset))[self.rows].astype(np.float64)

    def add(self, predicted: _Predicted) -> None:
        """Count a repeat: the predicted classes and the outputs of the validation rows."""
        decided, outputs = predicted
        if self._is_hard:
            said = np.eye(self._classes)[np.asarray(decided, np.int64)]
        else:
            said = outputs[:, : self._truth.shape[1]]
        said = said[self._judged]
        self._repeats += 1
        before = said - self._mean
        self._mean += before / self._repeats
        self._squares += (before * (said - self._mean)).sum(axis=1)
        self._errors += ((said - self._truth) ** 2).sum(axis=1)

    def found(self) -> Decomposition:
        """The terms of the repeats so far."""
        scale, repeats = self._scale, self._repeats
        noise = self._noise
        return Decomposition(
            repeats,
            self.rows,
            self._weights,
            scale * self._errors / repeats + (0.0 if noise is None else noise),
            scale * ((self._mean - self._truth) ** 2).sum(axis=1),
            scale * self._squares / repeats,
            noise,
        )
