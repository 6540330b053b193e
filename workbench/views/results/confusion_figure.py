"""The confusion matrix: rows are the given classes, columns the predicted ones."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from PySide6.QtGui import QColor

from core.base.arrays import Floats, Integers
from core.base.wording import count, fixed, percent
from core.judging.diagnostics.results import confusion_matrix
from workbench.plotting.cell_matrix import CellMatrix, Forms
from workbench.plotting.plot_cursor import Stops
from workbench.shell.theme import Theme
from workbench.views.results.figure import NO_ROWS, Asked, Figure

_MOST_TEXTS = 40
"""With more classes than this no cell ever has room for a text."""
_FULL = 0.25
"""So large a share of wrong rows, or the largest there is, has the full colour."""
_TOLD = 3
"""So many of the cells are told in words."""


@dataclass(frozen=True, eq=False)
class Confusion:
    """How many rows of a class are predicted as another, and their share of the class's weight."""

    counts: Integers
    shares: Floats
    cell: Integers
    """The cell of each row, given · classes + predicted."""
    texts: list[list[Forms]]

    @property
    def colours(self) -> Floats:
        """From -1 to 0 what is right, from 0 to 1 what is wrong: small shares are seen, too."""
        is_right = np.eye(len(self.counts), dtype=bool)
        full = max(_FULL, float(self.shares[~is_right].max(initial=0.0)))
        return np.where(is_right, -np.sqrt(self.shares), np.sqrt(self.shares / full))


class ConfusionFigure(Figure[Asked, Confusion]):
    """Counts and shares as texts; errors stand out by colour. A click selects a cell's rows."""

    def prepare(self) -> None:
        """An item that draws all cells."""
        self.matrix = CellMatrix()
        self.paper.plot.addItem(self.matrix)
        self.paper.plot.invertY(True)
        self.paper.plot.setMouseEnabled(x=False, y=False)
        self.paper.plot.showGrid(x=False, y=False)
        self.paper.name_axes("predicted (coloured: errors, by their share)", "given")

    @staticmethod
    def work(asked: Asked) -> Confusion:
        """Count."""
        verdicts = asked.verdicts
        classes = len(verdicts.classes)
        cell = verdicts.given * classes + verdicts.said
        counts = np.bincount(cell, minlength=classes**2).reshape(classes, classes)
        weights = confusion_matrix(verdicts.given, verdicts.said, classes, verdicts.weights)
        totals = weights.sum(axis=1, keepdims=True)
        shares = np.divide(weights, totals, out=np.zeros_like(weights), where=totals > 0)
        texts: list[list[Forms]] = []
        if classes <= _MOST_TEXTS:
            texts = [
                [
                    (f"{fixed(n, 0)}\n{percent(s)}", f"{fixed(n, 0)}") if n else ("0", "·")
                    for n, s in zip(*row, strict=True)
                ]
                for row in zip(counts.tolist(), shares.tolist(), strict=True)
            ]
        return Confusion(counts, shares, cell, texts)

    def show(self) -> None:
        """Draw the cells."""
        self.matrix.set_cells(self.found.colours, self.found.texts, (-1.0, 1.0))
        names = self.asked.verdicts.classes
        for axis in (self.paper.bottom, self.paper.left):
            if axis.names != names:
                axis.say_names(names)
        self.show_all()

    def show_all(self) -> None:
        """All classes."""
        classes = len(self.found.counts)
        self.paper.plot.setRange(
            xRange=(-0.5, classes - 0.5), yRange=(-0.5, classes - 0.5), padding=0
        )

    def colour(self, theme: Theme) -> None:
        """The diagonal is quiet, errors have the colour of what is worth a look."""
        super().colour(theme)
        self.matrix.set_colours((theme.line, theme.base, theme.validation))
        self.matrix.mark_colour = QColor(theme.selection_mark)
        self.matrix.line_colour = QColor(theme.line)
        self.matrix.update()

    def mark(self, places: Integers) -> None:
        """Frame the cells that hold selected rows."""
        marked = np.zeros(self.found.counts.size, bool)
        marked[self.found.cell[places]] = True
        self.matrix.set_marks(marked.reshape(self.found.counts.shape))

    def _cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        row, column, classes = round(y), round(x), len(self.found.counts)
        return (row, column) if 0 <= row < classes and 0 <= column < classes else None

    def stops(self) -> Stops:
        """Every cell."""
        return self.matrix.stops()

    def rows_at(self, x: float, y: float) -> Integers:
        """The rows of a cell."""
        cell = self._cell_at(x, y)
        if cell is None:
            return NO_ROWS
        return np.flatnonzero(self.found.cell == cell[0] * len(self.found.counts) + cell[1])

    def tip(self, x: float, y: float) -> str:
        """The classes, the count and the share of a cell."""
        cell = self._cell_at(x, y)
        if cell is None:
            return ""
        names = self.asked.verdicts.classes
        return (
            f"given {names[cell[0]]}, predicted {names[cell[1]]}\n"
            f"{count(int(self.found.counts[cell]), 'row')}, {percent(self.found.shares[cell])} "
            f"of those given {names[cell[0]]}\nClick to select them."
        )

    def describe(self) -> str:
        """The cells that hold most errors, in words."""
        counts, names = self.found.counts.copy(), self.asked.verdicts.classes
        np.fill_diagonal(counts, 0)
        worst = [divmod(int(cell), len(names)) for cell in np.argsort(-counts, axis=None)[:_TOLD]]
        told = [
            f"{count(int(counts[cell]), 'row')} given {names[cell[0]]} predicted "
            f"{names[cell[1]]} ({percent(self.found.shares[cell])} of those)"
            for cell in worst
            if counts[cell]
        ]
        return f"Most errors: {'; '.join(told)}." if told else "No row is wrong."

    def numbers(self) -> dict[str, pd.DataFrame]:
        """Counts and shares, a row a given class."""
        names = self.asked.verdicts.classes
        return {
            part: pd.DataFrame(values, columns=[f"predicted {name}" for name in names]).assign(
                given=names
            )
            for part, values in (("counts", self.found.counts), ("shares", self.found.shares))
        }
