"""Small figures of lessons: a closed list. Each gives curves for what its sliders say."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats
from core.base.wording import fixed, grouped, percent
from core.judging.theory.bounds import hoeffding_bound, majority_error
from core.teaching.records import MARGINS, letter_record


@dataclass(frozen=True)
class Knob:
    """Something that can be set by a slider."""

    name: str
    low: float
    high: float
    step: float
    start: float


@dataclass(frozen=True, eq=False)
class FigureCurve:
    """A line of a figure."""

    name: str
    x: Floats
    y: Floats


@dataclass(frozen=True, eq=False)
class DrawnFigure:
    """What a figure shows now."""

    x_title: str
    y_title: str
    curves: tuple[FigureCurve, ...]
    words: str
    """The same as a sentence."""
    is_log: bool = False
    """Whether the lower axis counts in powers of ten."""
    mark: float | None = None
    """A place of the lower axis that is marked."""


@dataclass(frozen=True)
class LessonFigure:
    """A figure, its sliders, and what it shows for their values."""

    title: str
    draw: Callable[[dict[str, float]], DrawnFigure]
    knobs: tuple[Knob, ...] = ()

    def start(self) -> dict[str, float]:
        """The values that the sliders start with."""
        return {knob.name: knob.start for knob in self.knobs}


def _majority(values: dict[str, float]) -> DrawnFigure:
    voters, error = int(values["voters T"]), values["error of each ε"]
    many = np.arange(1.0, 102.0, 2.0)
    exact = np.array([majority_error(int(each), error) for each in many])
    bound = np.array([min(1.0, hoeffding_bound(int(each), error)) for each in many])
    now = majority_error(voters, error)
    words = (
        f"A majority of {grouped(voters)} independent voters, each wrong in {percent(error)} of "
        f"the cases, is wrong in {percent(now)}; Hoeffding's bound says at most "
        f"{percent(min(1.0, hoeffding_bound(voters, error)))}."
    )
    curves = (FigureCurve("majority", many, exact), FigureCurve("Hoeffding's bound", many, bound))
    return DrawnFigure("voters T", "error", curves, words, mark=float(voters))


def _losses(_values: dict[str, float]) -> DrawnFigure:
    margin = np.linspace(-2, 2, 161)
    curves = (
        FigureCurve("0/1", margin, (margin <= 0).astype(np.float64)),
        FigureCurve("exponential", margin, np.exp(-margin)),
        FigureCurve("logistic", margin, np.log2(1 + np.exp(-2 * margin))),
    )
    words = (
        "Both curves lie above the steps of 0 and 1 and equal 1 at margin 0. At margin -2 the "
        f"exponential loss is {fixed(float(np.exp(2.0)), 1)}, the logistic one "
        f"{fixed(float(np.log2(1 + np.exp(4.0))), 1)}: one row far on the wrong side costs the "
        "first one much more."
    )
    return DrawnFigure("margin y F(x)", "loss", curves, words)


def _letter_errors(_values: dict[str, float]) -> DrawnFigure:
    record = letter_record()
    rounds = np.arange(1, len(record.test) + 1, dtype=np.float64)
    first = int(np.flatnonzero(record.training <= 0)[0]) + 1
    words = (
        f"The training error is 0 from round {first} on; "
        f"the test error falls to {percent(float(record.test[-1]))}."
    )
    curves = (
        FigureCurve("training", rounds, record.training),
        FigureCurve("test", rounds, record.test),
    )
    return DrawnFigure("rounds", "error", curves, words, is_log=True)


def _letter_margins(_values: dict[str, float]) -> DrawnFigure:
    record = letter_record()
    least = {at: float(MARGINS[np.argmax(own > 0)]) for at, own in record.margins.items()}
    told = [f"{fixed(least[at], 2)} after {at:,}" for at in least]
    words = (
        "How many training rows have at most this margin. The curve moves to the right: the least "
        f"margin is about {', '.join(told)} rounds."
    )
    curves = tuple(
        FigureCurve(f"{at:,} rounds", MARGINS, own) for at, own in record.margins.items()
    )
    return DrawnFigure("margin", "share of training rows", curves, words)


FIGURES: dict[str, LessonFigure] = {
    "majority": LessonFigure(
        "A vote of many",
        _majority,
        (Knob("voters T", 1, 101, 2, 11), Knob("error of each ε", 0.05, 0.65, 0.01, 0.35)),
    ),
    "losses": LessonFigure("Losses over the margin", _losses),
    "letter errors": LessonFigure("Letter: errors by round", _letter_errors),
    "letter margins": LessonFigure("Letter: margins", _letter_margins),
}
"""Every figure by its name."""
