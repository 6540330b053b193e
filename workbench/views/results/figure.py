"""A figure of verdicts: one of several ways to draw how good an ensemble is on some rows."""

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.judging.diagnostics.verdicts import Verdicts
from core.learning.histories.history import share
from workbench.plotting.figure import Paper, PaperFigure, label_of
from workbench.shell.theme import Theme

NO_ROWS = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Asked:
    """What is to be drawn: the verdicts on some rows."""

    verdicts: Verdicts
    lines: Integers
    """The line of each row of the verdicts."""


@dataclass(frozen=True, eq=False)
class ClassAsked(Asked):
    """Verdicts of which one class is held against the rest."""

    positive: int
    shares: Floats
    """The probability of that class, a row each."""
    threshold: float = 0.5
    """From which of them on it is named, of two classes."""

    @property
    def is_positive(self) -> Mask:
        """Which rows are given the positive class."""
        return np.asarray(self.verdicts.given == self.positive)

    @property
    def positive_name(self) -> str:
        """The class that is held against the rest."""
        return self.verdicts.classes[self.positive]

    @property
    def other_name(self) -> str:
        """The other class, or all others."""
        classes = self.verdicts.classes
        return classes[1 - self.positive] if len(classes) == 2 else "all others"

    @property
    def positive_label(self) -> str:
        """That name for axes: short, and none of it read as markup."""
        return label_of(self.positive_name)

    @property
    def base_rate(self) -> float:
        """The share of the rows that are given the positive class."""
        weights = self.verdicts.weights
        return share(float(weights[self.is_positive].sum()), float(weights.sum()))


Question = TypeVar("Question", bound=Asked)
Found = TypeVar("Found")


class Figure(PaperFigure, Generic[Question, Found]):
    """Verdicts on paper: computed off the GUI thread by `work`, then drawn."""

    needs_shares: ClassVar[bool] = False
    """Whether it asks about one class, and so for the probabilities of that class."""

    def __init__(self, paper: Paper, theme: Theme, asked: Question, found: Found) -> None:
        self.asked, self.found = asked, found
        super().__init__(paper, theme)

    @staticmethod
    def work(asked: Question) -> Found:
        """What is drawn, computed; raise ValueError with a sentence where there is nothing."""
        raise NotImplementedError

    def draw(self, asked: Question, found: Found) -> None:
        """Draw what was computed."""
        self.asked, self.found = asked, found
        self.show()
        self.apply_theme(self.theme)

    def show(self) -> None:
        """Draw `found`."""

    def mark(self, places: Integers) -> None:
        """Mark the selected rows, given as places among the verdicts' rows."""

    def rows_at(self, x: float, y: float) -> Integers:
        """The rows drawn at a point, as places among the verdicts' rows."""
        return NO_ROWS

    @property
    def deed(self) -> str:
        """A click selects rows, where rows are drawn."""
        return "select" if type(self).rows_at is not Figure.rows_at else ""

    def pixels_to(self, x: Floats, y: Floats, to_x: float, to_y: float) -> Floats:
        """How far points are from a place, in pixels."""
        across, up = self.paper.plot.vb.viewPixelSize()
        return np.asarray(np.hypot((x - to_x) / across, (y - to_y) / up))


AnyFigure: TypeAlias = Figure[Any, Any]
"""A figure of whatever kind; each draws what its own `work` found."""


class ClassFigure(Figure[ClassAsked, Found]):
    """A figure of one class against the rest."""

    needs_shares = True
