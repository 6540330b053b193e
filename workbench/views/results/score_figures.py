"""Scores as numbers with their 95 % intervals: of each class, or of predicted numbers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from PySide6.QtGui import QColor

from core.base.arrays import Integers
from core.base.intervals import Interval
from core.base.wording import count, fixed, grouped, percent
from core.judging.diagnostics.class_scores import ClassScores, class_scores
from workbench.plotting.cell_matrix import CellMatrix, Forms
from workbench.plotting.plot_cursor import Stops
from workbench.shell.theme import Theme
from workbench.views.results.figure import NO_ROWS, Asked, Figure

_COLUMNS = ("recall", "precision", "F1")
_MEAN = "mean"
_LINE, _LEAST_LINES = 15, 5
"""How high a line is at least, in pixels, and how many are seen however low the plot is."""


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """A line a class, and one for their mean, with a score in each column."""

    scores: ClassScores
    names: tuple[str, ...]
    cells: list[tuple[Interval | None, ...]]
    """The scores of each line; None where a mean has no meaning."""
    order: Integers
    """The class of each line after the first."""

    @classmethod
    def of(cls, scores: ClassScores) -> "ScoreTable":
        """The mean on top, then the classes, that of the least F1 first."""
        f1 = np.array([own.f1.share for own in scores.classes])
        order = np.argsort(f1, kind="stable")  # those without any score come last
        lines: list[tuple[Interval | None, ...]] = [(scores.recall, None, scores.f1)]
        lines += [
            (own.recall, own.precision, own.f1) for own in (scores.classes[at] for at in order)
        ]
        names = (_MEAN, *(scores.classes[at].name for at in order))
        return cls(scores, names, lines, order)


class ScoresFigure(Figure[Asked, ScoreTable]):
    """Recall, precision and F1 of every class; what is low has the colour of errors."""

    def prepare(self) -> None:
        """An item that draws all cells."""
        self.matrix = CellMatrix()
        self.paper.plot.addItem(self.matrix)
        self.paper.plot.invertY(True)
        self.paper.plot.setMouseEnabled(x=False, y=True)
        self.paper.plot.showGrid(x=False, y=False)

    @staticmethod
    def work(asked: Asked) -> ScoreTable:
        """Count."""
        return ScoreTable.of(class_scores(asked.verdicts))

    def show(self) -> None:
        """Draw the cells."""
        table: ScoreTable = self.found
        values = np.array([[_lack(cell) for cell in line] for line in table.cells])
        self.matrix.set_cells(values, [[_forms(cell) for cell in line] for line in table.cells])
        self.paper.bottom.say_names(_COLUMNS)
        if self.paper.left.names != table.names:
            self.paper.left.say_names(table.names)
        self.show_all()

    def show_all(self) -> None:
        """As many classes as can be read, the worst first; the others are a drag away."""
        lines, box = len(self.found.cells), self.paper.plot.vb
        room = min(lines, max(_LEAST_LINES, int(box.height() / _LINE)))
        box.setLimits(yMin=-0.5, yMax=lines - 0.5)
        box.setRange(xRange=(-0.5, len(_COLUMNS) - 0.5), yRange=(-0.5, room - 0.5), padding=0)
        more = f", {lines - room} more below: drag" if room < lines else ""
        self.paper.name_axes(f"with 95 % intervals{more}", "worst first")

    def fit(self) -> None:
        """More of them can be read, or fewer."""
        self.show_all()

    def colour(self, theme: Theme) -> None:
        """What is low stands out."""
        super().colour(theme)
        self.matrix.set_colours((theme.base, theme.validation))
        self.matrix.mark_colour = QColor(theme.selection_mark)
        self.matrix.line_colour = QColor(theme.line)
        self.matrix.update()

    def _line_at(self, x: float, y: float) -> int | None:
        line, column = round(y), round(x)
        is_there = 0 <= line < len(self.found.cells) and 0 <= column < len(_COLUMNS)
        return line if is_there else None

    def stops(self) -> Stops:
        """Every cell."""
        return self.matrix.stops()

    def rows_at(self, x: float, y: float) -> Integers:
        """Recall: the rows of a class that are missed; precision: those wrongly called so."""
        line = self._line_at(x, y)
        if not line:
            return NO_ROWS
        given, said = self.asked.verdicts.given, self.asked.verdicts.said
        own, is_wrong = self.found.order[line - 1], said != given
        missed, called = (given == own) & is_wrong, (said == own) & is_wrong
        return np.flatnonzero((missed, called, missed | called)[round(x)])

    def tip(self, x: float, y: float) -> str:
        """A score with its interval, and what its rows are."""
        line = self._line_at(x, y)
        cell = None if line is None else self.found.cells[line][round(x)]
        if line is None or cell is None:
            return ""
        told = f"{self.found.names[line]}: {_COLUMNS[round(x)]} {_with_interval(cell)}"
        if line == 0:
            return told
        own = self.found.scores.classes[self.found.order[line - 1]]
        return (
            f"{told}\n{count(own.rows, 'row')} given it, {grouped(own.called)} predicted as it.\n"
            "Click to select the wrong ones."
        )

    def describe(self) -> str:
        """The mean F1, and the class that is told worst."""
        scores = self.found.scores
        told = f"Mean F1 {_with_interval(scores.f1)}."
        known = [own for own in scores.classes if math.isfinite(own.f1.share)]
        worst = min(known, key=lambda own: own.f1.share)
        return (
            f"{told} Told worst: {worst.name}, recall {percent(worst.recall.share)}, precision "
            f"{percent(worst.precision.share)}, F1 {percent(worst.f1.share)}."
        )

    def numbers(self) -> dict[str, pd.DataFrame]:
        """A line a class with each score and the ends of its interval."""
        columns: dict[str, Sequence[object]] = {"class": self.found.names}
        for place, name in enumerate(_COLUMNS):
            cells = [
                line[place] or Interval(math.nan, math.nan, math.nan) for line in self.found.cells
            ]
            columns[name] = [cell.share for cell in cells]
            columns[f"{name}_low"] = [cell.low for cell in cells]
            columns[f"{name}_high"] = [cell.high for cell in cells]
        return {"scores": pd.DataFrame(columns)}


def _lack(cell: Interval | None) -> float:
    """How much a score lacks of all; nothing where there is none."""
    is_none = cell is None or math.isnan(cell.share)
    return 0.0 if cell is None or is_none else math.sqrt(max(0.0, 1 - cell.share))


def _forms(cell: Interval | None) -> Forms:
    if cell is None:
        return "", "", ""
    if math.isnan(cell.share):
        return "–", "–", "–"
    share, ends = percent(cell.share), f"{fixed(100 * cell.low, 1)} to {fixed(100 * cell.high, 1)}"
    return f"{share}\n{ends}", f"{share} ({ends})", share


def _with_interval(cell: Interval) -> str:
    return (
        f"{percent(cell.share)} (95 % interval {fixed(100 * cell.low, 1)} to {percent(cell.high)})"
    )
