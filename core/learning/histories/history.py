"""Histories: what every row went through, exactly, at any round, in little memory."""

import abc
import functools
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

from core.base import room
from core.base.arrays import Floats, Integers, Mask
from core.base.codec import Arrays, ReadArray, require
from core.base.errors import NoMeaningError
from core.base.lacking import Lacking
from core.learning.histories.parts import levelled, placed, standing
from core.learning.histories.quantities import FOR_CLASSES, OF_CLASSES, USUALLY, Quantity
from core.learning.predictors.predictor import Predictor
from core.learning.problem import Problem
from core.learning.rounds import Curve, CurveRole

Scalar = TypeVar("Scalar", bound=np.generic)
_SUSPICION, _RANKED = "suspicion", "ranked"


@dataclass(frozen=True, eq=False)
class AtRound:
    """Per-row quantities of one round, in the order of the dataset's rows."""

    weights: Floats | None
    """As multiples of the average weight of the row's part; None where rows have no weights."""
    margins: Floats
    """The margins; for a regression the residuals, predicted minus given."""
    suggested: npt.NDArray[Any]
    """The number of the suggested class, or the suggested number."""


class History(abc.ABC):
    """The rounds done so far. One thread may append while others read.

    Everything given back is in the order of the dataset's rows. `t` counts finished rounds: 0 is
    the start. A per-row quantity that has no meaning for an algorithm is not there: `lacks` says
    why, and whoever asks for it nevertheless makes a mistake, and gets NoMeaningError.
    """

    gives: ClassVar[frozenset[Quantity]] = frozenset()
    """The quantities that every history of this kind has."""
    builds_up: ClassVar[bool] = False
    """Whether each round learns from what those before it miss, as boosting does."""
    gains_fade: ClassVar[bool] = False
    """Whether later rounds have less to gain than earlier ones, so that gains count as they are."""
    are_stumps: ClassVar[bool] = False
    """Whether every round's learner is a stump."""

    def __init__(self, problem: Problem, curves: tuple[Curve, ...], facts: int = 0) -> None:
        self._lacking = {own: why for own, why in USUALLY.items() if own not in self.gives}
        if problem.is_regression:
            self._lacking |= dict.fromkeys(OF_CLASSES, FOR_CLASSES)
        self.problem = problem
        self.curves = curves
        self.order = problem.data.order
        self.training = problem.training
        self.taught = problem.overall.training
        self.row_weights = problem.row_weights
        self.rounds = 0
        self._own_facts = facts
        self._places = {curve.name: place for place, curve in enumerate(curves)}
        self._facts: npt.NDArray[np.float64] = np.empty((0, facts + len(curves)))
        self._kept: dict[str, tuple[int, npt.NDArray[Any]]] = {}
        self._finding = {name: threading.Lock() for name in (_SUSPICION, _RANKED)}

    def __len__(self) -> int:
        return len(self.order)

    def _explain(self, quantity: Quantity, why: str) -> None:
        """Say better why a quantity is lacking, if it is."""
        if quantity in self._lacking:
            self._lacking[quantity] = why

    def lacks(self, quantity: Quantity) -> Lacking | None:
        """Why a quantity has no meaning here; None if it is there."""
        why = self._lacking.get(quantity)
        return Lacking(why) if why else None

    def has(self, quantity: Quantity) -> bool:
        """Whether a quantity is there to be asked for."""
        return quantity not in self._lacking

    def _no(self, quantity: Quantity) -> NoMeaningError:
        return NoMeaningError(self._lacking.get(quantity, USUALLY[quantity]))

    @property
    def of_all_rows(self) -> "History":
        """That of all rows, where this one shows some of them."""
        return self

    @property
    def judges_unseen(self) -> bool:
        """Whether `suggested` asks members that never saw a training row, where there are any."""
        return self.has(Quantity.OUT_OF_BAG)

    def _append_facts(self, own: list[float], values: Mapping[str, float]) -> None:
        """Finish a round; the last thing to do, so that a reader never sees half of one."""
        if self.rounds == len(self._facts):
            grown = np.empty((max(64, 2 * self.rounds), self._facts.shape[1]))
            grown[: self.rounds] = self._facts
            self._facts = grown
        self._facts[self.rounds] = [*own, *(values[curve.name] for curve in self.curves)]
        self.rounds += 1

    def _follow(self, earlier: "History") -> None:
        """Take over the rounds of an earlier history of the same problem, which stays as it is."""
        self._facts, self.rounds = earlier._facts.copy(), earlier.rounds

    def stored(self) -> Arrays:
        """The rounds so far as arrays, from which `restore` brings them back bit for bit."""
        return {"facts": self._facts[: self.rounds]}

    def restore(self, read: ReadArray, turned: Mask | None = None) -> None:
        """Take over rounds that were stored, into a history without any of the same problem.

        `turned` are the rows, in training order, whose votes were held against another of the two
        labels when they were stored. Raise ValueError or KeyError if the arrays do not fit.
        """
        facts = read("facts", "<f8", 2)
        require(facts.shape[1] == self._facts.shape[1])
        self._facts, self.rounds = facts, len(facts)

    def check_members(self, members: Sequence[Predictor]) -> None:
        """Raise ValueError if what the rounds are said to have learned does not fit them."""
        require(len(members) <= self.rounds)

    @property
    def shown_curves(self) -> tuple[Curve, ...]:
        """The curves that say something: without validation rows, none about them."""
        if self.problem.dataset.has_validation:
            return self.curves
        return tuple(curve for curve in self.curves if curve.role is not CurveRole.VALIDATION)

    def curve(self, name: str) -> Floats:
        """A curve's values, round 1 first."""
        rounds = self.rounds  # before the array, which may grow meanwhile
        return self._facts[:rounds, self._own_facts + self._places[name]]

    @abc.abstractmethod
    def _predicted(self, t: int) -> npt.NDArray[Any]:
        """The predicted classes or numbers after t rounds, in training order."""

    @abc.abstractmethod
    def _margins(self, t: int) -> Floats:
        """The margins after t rounds, in training order."""

    @abc.abstractmethod
    def _doubts(self) -> Floats:
        """One number a row, higher is worse, from all rounds so far; in training order."""

    @abc.abstractmethod
    def flagged(self, suspicion: Floats, margins: Floats) -> Mask:
        """Which rows deserve a look."""

    def suspicion(self) -> Floats:
        """One number a row, higher is worse, from all rounds so far.

        Training rows were learned from, validation rows were not, so each is ranked within its
        part: a validation row has the number of the training row at the same place.
        """
        return self._once(_SUSPICION, self._suspicion)

    def _suspicion(self) -> Floats:
        doubts = self._doubts()
        return self.by_row(doubts if self.is_one_scale else placed(doubts, self.training))

    def ranked(self) -> Integers:
        """The rows, most suspicious first; equals stay in the order of the file.

        Each part by itself, and the two brought together by where a row stands in its part.
        """
        return self._once(_RANKED, self._ranked)

    def _ranked(self) -> Integers:
        doubts = self._doubts()
        worst = doubts if self.is_one_scale else standing(doubts, self.training)
        best_first = self.by_row(worst)
        np.negative(best_first, out=best_first)
        return room.copied(np.argsort(best_first, kind="stable"))

    def _once(self, name: str, compute: Callable[[], npt.NDArray[Scalar]]) -> npt.NDArray[Scalar]:
        """What depends on all rounds so far alone: kept until there are more of them.

        Several views may ask at once: one of them computes it, and the others wait for that.
        """
        with self._finding[name]:
            rounds = self.rounds  # before the array, which may be of more rounds
            kept = self._kept.get(name)
            if kept is None or kept[0] != rounds:
                found = compute()
                found.setflags(write=False)
                self._kept[name] = kept = rounds, found
            return kept[1]

    @property
    def is_one_scale(self) -> bool:
        """Whether doubts about training and validation rows can be compared as they are.

        Residuals can: they are told over the median of their part.
        """
        return self.problem.is_regression

    def weights(self, t: int) -> Floats:
        """Every row's weight after t rounds; those of the training rows sum to 1.

        A validation row has the weight that it would have had, which nothing bounds: see
        `relative_weights` for one that can be held against a training row's.
        """
        raise self._no(Quantity.WEIGHTS)

    def weight_image(
        self, ranked: Integers, t: int, height: int, width: int
    ) -> npt.NDArray[np.float32]:
        """log10 of the relative weights, rows as `ranked` orders them, rounds 0 to t across.

        No larger than the data; where several rows or rounds share a pixel, the heaviest shows.
        """
        raise self._no(Quantity.WEIGHTS)

    def relative_paths(self, rows: Integers, t: int) -> Floats:
        """The relative weights of some rows after rounds 0 to t: a row a row, a column a round.

        The same numbers as `relative_weights` gives round by round, at the cost of these rows alone
        where the history can.
        """
        raise self._no(Quantity.WEIGHTS)

    def shares(self, t: int) -> Floats:
        """The probability of every class after t rounds.

        Training rows of members that were trained on samples are judged out of bag.
        """
        raise self._no(Quantity.SHARES)

    def agreement(self, t: int) -> Floats:
        """The sum y F(x) after t rounds: F is half the log-odds of the second class, y -1 or 1."""
        raise self._no(Quantity.AGREEMENT)

    def outside(self, number: int) -> Mask:
        """Which training rows, in training order, the member of a round never saw."""
        raise self._no(Quantity.OUT_OF_BAG)

    def relative_weights(self, t: int) -> Floats:
        """The weights as multiples of the average weight of the row's own part.

        Of a training row that is n times its weight. Those of the validation rows are levelled:
        1 on average too, and none above the heaviest training row (see `levelled`).
        """
        raw = self.weights(t)[self.order] * self.taught
        return self.by_row(levelled(raw, self.training))

    def predicted(self, t: int) -> npt.NDArray[Any]:
        """The predicted class (its number) or number of every row after t rounds."""
        return self.by_row(self._predicted(t))

    def at(self, t: int) -> "AtRound":
        """Weights, margins and suggestions after t rounds, computed together."""
        weights = self.relative_weights(t) if self.has(Quantity.WEIGHTS) else None
        return AtRound(weights, self.margins(t), self.suggested(t))

    def suggested(self, t: int) -> npt.NDArray[Any]:
        """What the ensemble would give each row, judged by members that never saw it if it can."""
        return self.predicted(t)

    def margins(self, t: int) -> Floats:
        """From -1, all votes against a row's label, to 1, all for it; the residual of a number."""
        return self.by_row(self._margins(t))

    def wrong(self, t: int) -> Mask:
        """Which rows the ensemble of t rounds gets wrong."""
        return self.by_row(self._wrong(t))

    def wrong_at(self, rounds: Sequence[int], rows: Integers) -> Mask:
        """Which of these rows are wrong after each of some rounds, ascending: a line a round."""
        return np.stack([self.wrong(t)[rows] for t in rounds])

    def training_margins(self, rounds: Sequence[int]) -> list[Floats]:
        """The margins of the training rows after each of some rounds, ascending."""
        return [self._margins(t)[: self.training] for t in rounds]

    def _wrong(self, t: int) -> Mask:
        if self.problem.is_regression:
            raise NoMeaningError("A number is never simply wrong.")
        return np.asarray(self._predicted(t) != self.problem.labels)

    def error(self, t: int) -> float:
        """The training rows' error: share wrong, or root mean squared error, by their weights."""
        return self._known_error("training_error", t, slice(None, self.training))

    def validation_error(self, t: int) -> float:
        """The same for the validation rows; NaN if there are none."""
        return self._known_error("validation_error", t, slice(self.training, None))

    def _known_error(self, curve: str, t: int, part: slice) -> float:
        """The error of a part; of rows that are elsewhere the curve alone knows."""
        if self.problem.sums.is_alone or not t:
            return self._error(t, part)
        return float(self.curve(curve)[t - 1])

    def _error(self, t: int, part: slice) -> float:
        if self.problem.is_regression:
            return rmse(
                self._predicted(t)[part], self.problem.targets[part], self.row_weights[part]
            )
        return share_wrong(self._wrong(t)[part], self.row_weights[part])

    def error_on(self, places: Integers, t: int) -> float:
        """The same for rows at some places of the training order."""
        weights = self.row_weights[places]
        said = self._predicted(t)[places]
        if self.problem.is_regression:
            return rmse(said, self.problem.targets[places], weights)
        return share_wrong(said != self.problem.labels[places], weights)

    def misses(self, places: Integers) -> Floats:
        """What rows at some places of the training order add to an error after every round.

        The weight of the wrong ones, of numbers the weighted squared errors, round 1 first: the
        same predictions as round by round, at the cost of these rows alone where the history can.
        """
        problem, weights, rounds = self.problem, self.row_weights[places], self.rounds
        given = (problem.targets if problem.is_regression else problem.labels)[places]
        found = np.empty(rounds)
        for place, said in zip(range(rounds), self._every_prediction(places), strict=False):
            if problem.is_regression:
                found[place] = (weights * (said - given) ** 2).sum()
            else:
                found[place] = weights[said != given].sum()
        return found

    def judge_again(self) -> None:
        """Compute the curve of the validation error anew, where rows were judged otherwise."""
        validation = np.arange(self.training, len(self))
        weight = float(self.row_weights[validation].sum())
        if weight > 0 and self.rounds:
            shares = self.misses(validation) / weight
            errors = np.sqrt(shares) if self.problem.is_regression else shares
            self._facts[: self.rounds, self._own_facts + self._places["validation_error"]] = errors

    def _every_prediction(self, places: Integers) -> Iterator[npt.NDArray[Any]]:
        """What is predicted of rows at some places after round 1, 2 and so on."""
        for t in range(1, self.rounds + 1):
            yield self._predicted(t)[places]

    @functools.cached_property
    def total_weights(self) -> tuple[float, float]:
        """The starting weights of all training and of all validation rows, as they were given."""
        overall = self.problem.overall
        return overall.training_weight, overall.validation_weight

    def by_row(self, values: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
        """From training order to the order of the dataset's rows."""
        out: npt.NDArray[Scalar] = room.empty(values.shape, values.dtype)
        out[self.order] = values
        return out

    def places_of(self, rows: Integers) -> Integers:
        """Where rows of the dataset stand in training order: each part is in the file's order."""
        training, validation = self.order[: self.training], self.order[self.training :]
        if np.array_equal(rows, validation):  # asked for most, and of millions not looked up
            return np.arange(self.training, len(self.order))
        place = np.searchsorted(training, rows)
        is_other = np.append(training, -1)[place] != rows if len(training) else True
        return np.where(is_other, self.training + np.searchsorted(validation, rows), place)

    def check_round(self, t: int) -> None:
        """Raise IndexError for a round that is not there."""
        if not 0 <= t <= self.rounds:
            raise IndexError(f"round {t} is not between 0 and {self.rounds}")


FLAG_FROM = 2.0
"""Where rows have weights, one is flagged if its suspicion is at least this many times the average
and most votes, counted by their weight, contradict its label."""


def flagged_by_weight(suspicion: Floats, margins: Floats) -> Mask:
    """The rows whose suspicion is high and whose label most votes contradict."""
    return np.asarray((suspicion >= FLAG_FROM) & (margins < 0))


def share(part: float, total: float) -> float:
    """A part of a total; NaN without one."""
    return float(part / total) if total > 0 else float("nan")


def share_wrong(wrong: Mask, weights: Floats) -> float:
    """The weight of the wrong rows over the weight of all; NaN without rows."""
    total = float(weights.sum())
    return float(weights[wrong].sum()) / total if total > 0 else float("nan")


def rmse(predicted: Floats, targets: Floats, weights: Floats) -> float:
    """The root of the mean squared error; NaN without rows."""
    total = float(weights.sum())
    if total <= 0:
        return float("nan")
    return float(np.sqrt((weights * (predicted - targets) ** 2).sum() / total))


def over_medians(residuals: Floats, training: int) -> Floats:
    """Absolute residuals over the median of their part: training rows were learned from.

    >>> over_medians(np.array([1.0, 2.0, 4.0, 10.0, 20.0, 90.0]), 3).tolist()
    [0.5, 1.0, 2.0, 0.5, 1.0, 4.5]
    """
    parts = residuals[:training], residuals[training:]
    return np.concatenate([part / (float(np.median(part)) or 1.0) for part in parts if len(part)])


def class_margins(shares: Floats, labels: Integers) -> Floats:
    """The own class's share of the votes minus the best other's (Schapire et al. 1998)."""
    rows = np.arange(len(labels))
    own = shares[rows, labels]
    if shares.shape[1] < 2:
        return own
    if shares.shape[1] == 2:
        return np.asarray(own - shares[rows, 1 - labels])
    others = shares.copy()
    others[rows, labels] = -np.inf
    return np.asarray(own - others.max(axis=1))
