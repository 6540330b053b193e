"""What can be drawn below the errors, each on a scale of its own, if the run has such a thing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.lacking import Lacking
from core.base.progress import Watch, unwatched
from core.base.wording import grouped, readable
from core.judging.diagnostics.run_access import Part
from core.judging.theory.edges import edge_bound, edges, has_own_votes, promise_of
from core.judging.theory.loss_curves import loss_curves
from core.learning.histories.history import History
from core.learning.histories.quantities import Quantity
from core.learning.rounds import (
    BOUND,
    ERRORS,
    TRAINING_ERROR,
    WEIGHTED_ERROR,
    Curve,
    CurveRole,
    Group,
    in_group,
)

_PARTS = {Part.TRAINING: CurveRole.TRAINING, Part.VALIDATION: CurveRole.VALIDATION}


@dataclass(frozen=True, eq=False)
class Line:
    """One of the curves of a strip."""

    name: str
    title: str
    values: Floats
    role: CurveRole
    rounds: Integers | None = None
    """Where its values are; None for round 1 and on."""

    @property
    def places(self) -> Integers:
        """The round of each value."""
        return np.arange(1, len(self.values) + 1) if self.rounds is None else self.rounds


@dataclass(frozen=True, eq=False)
class Strip:
    """What one strip shows of a run."""

    lines: tuple[Line, ...]
    note: str = ""
    """What is to be known beside the curves."""
    round: int | None = None
    """A round that theory promises something of."""


@dataclass(frozen=True, eq=False)
class StripKind:
    """Something that can be asked for."""

    name: str
    title: str
    """What it is called where it is chosen."""
    axis: str
    make: Callable[[History, Watch], Strip]
    is_share: bool = False
    takes_long: bool = False
    """Whether it is computed off the GUI thread, once the training has ended."""


def is_ensemble_error(curve: Curve) -> bool:
    """Whether it is an error of the whole ensemble: those alone stand on the scale of errors."""
    return curve.group == ERRORS and curve.role not in (CurveRole.LEARNER, CurveRole.BOUND)


def main_curves(history: History) -> list[Curve]:
    """The errors of the ensemble, the one that stands for the run first."""
    return [curve for curve in in_group(history.shown_curves, ERRORS) if is_ensemble_error(curve)]


def kinds_of(history: History) -> list[StripKind]:
    """What there is to ask for."""
    return [*_of_learners(history), *_of_groups(history), *_of_losses(history)]


def _of_learners(history: History) -> Iterator[StripKind]:
    if WEIGHTED_ERROR in history.curves:
        yield _declared(
            "weighted_error", "weighted error ε", "error ε", [WEIGHTED_ERROR], is_share=True
        )
        if history.problem.classes <= 2:
            yield StripKind("edge", "edge γ and the promised round", "edge γ", _edges)
    if BOUND in history.curves:
        yield StripKind("bound", "bound ∏Z", "bound", _bounds, is_share=True)


def _of_groups(history: History) -> Iterator[StripKind]:
    groups = dict.fromkeys(curve.group for curve in history.shown_curves)
    for group in groups:
        if group != ERRORS:
            curves = in_group(history.shown_curves, group)
            yield _declared(group.name, group.title, _axis(group, history), curves, group.is_share)


def _of_losses(history: History) -> Iterator[StripKind]:
    is_class = not history.problem.is_regression and history.problem.classes <= 2
    if is_class and history.has(Quantity.AGREEMENT):
        title = "exponential and logistic loss"
        yield StripKind("surrogate", title, "loss", _losses, takes_long=True)


def _declared(
    name: str, title: str, axis: str, curves: list[Curve], is_share: bool = False
) -> StripKind:
    def make(history: History, _watch: Watch = unwatched) -> Strip:
        rounds = history.rounds  # once: the worker may add some at any time
        return Strip(
            tuple(
                Line(curve.name, curve.title, history.curve(curve.name)[:rounds], curve.role)
                for curve in curves
            )
        )

    return StripKind(name, title, axis, make, is_share)


def _axis(group: Group, history: History) -> str:
    axis = (group.number_axis if history.problem.is_regression else "") or group.axis
    return axis.partition(",")[0]  # a strip is low


def _edges(history: History, _watch: Watch = unwatched) -> Strip:
    """The edges, and after how many rounds they promise that no training row is wrong."""
    values = edges(history.curve(WEIGHTED_ERROR.name))
    line = Line("edge", "γ = ½ − ε", values, CurveRole.LEARNER)
    promise = promise_of(history) if BOUND in history.curves else Lacking("")
    if isinstance(promise, Lacking):
        return Strip((line,), promise.why)
    note = (
        f"smallest γ {readable(promise.edge, 2)} promises no wrong training row after "
        f"{grouped(promise.round)} rounds: ln N / 2γ²"
    )
    return Strip((line,), note, promise.round)


def _bounds(history: History, _watch: Watch = unwatched) -> Strip:
    """The bounds on the training error, and what it was."""
    rounds = history.rounds
    bound = history.curve(BOUND.name)[:rounds]
    lines = [Line(BOUND.name, "bound ∏Z", bound, CurveRole.BOUND)]
    if history.problem.classes <= 2 and rounds and has_own_votes(history):
        looser = edge_bound(history.curve(WEIGHTED_ERROR.name))[:rounds]
        lines.append(Line("edge_bound", "exp(−2Σγ²)", looser, CurveRole.OWN))
    seen = history.curve(TRAINING_ERROR.name)[:rounds]
    lines.append(Line(TRAINING_ERROR.name, "training error", seen, CurveRole.TRAINING))
    return Strip(tuple(lines))


def _losses(history: History, watch: Watch = unwatched) -> Strip:
    """Both losses of the rows of both parts."""
    found = loss_curves(history, watch=watch)
    if isinstance(found, Lacking):
        return Strip((), found.why)
    lines = [
        Line(f"{word}_{part.value}", f"{word}, {part.value}", own[part], role, found.rounds)
        for word, own in (("exponential", found.exponential), ("logistic", found.logistic))
        for part, role in _PARTS.items()
        if part in own
    ]
    return Strip(tuple(lines))
