"""Predicted against given numbers, and residuals against predicted ones."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt

from core.base.arrays import Floats, Integers
from core.base.wording import grouped, readable
from workbench.plotting.plot_cursor import Stops
from workbench.shell.theme import Theme
from workbench.views.results.figure import NO_ROWS, Asked, Figure

_MOST_POINTS = 3000
_MOST_MARKS = 2000
_CELLS = (120, 80)
"""Past so many points their density is drawn, in so many cells across and up."""


@dataclass(frozen=True, eq=False)
class ResidualPoints:
    """A point a row, and the density where there are many."""

    x: Floats
    y: Floats
    density: Floats | None
    """log10 of 1 + the rows of each cell, a row of cells a row; NaN for none."""
    box: tuple[float, float, float, float]
    """The least and the largest x, then y."""


def points_of(x: Floats, y: Floats) -> ResidualPoints:
    """What is drawn of some points; those that are not finite are left out of sight."""
    there = np.isfinite(x) & np.isfinite(y)
    if not there.any():
        raise ValueError("No prediction is a finite number, so there is nothing to draw.")
    box = (
        float(x[there].min()),
        float(x[there].max()),
        float(y[there].min()),
        float(y[there].max()),
    )
    low_x, high_x, low_y, high_y = box
    # A box without extent could hold no cell.
    if high_x <= low_x:
        low_x, high_x = low_x - 0.5, high_x + 0.5
    if high_y <= low_y:
        low_y, high_y = low_y - 0.5, high_y + 0.5
    box = (low_x, high_x, low_y, high_y)
    density = None
    if there.sum() > _MOST_POINTS:
        across, up = _CELLS
        column = np.minimum((x[there] - low_x) * (across / (high_x - low_x)), across - 1)
        row = np.minimum((y[there] - low_y) * (up / (high_y - low_y)), up - 1)
        cells = np.bincount(row.astype(int) * across + column.astype(int), minlength=across * up)
        density = np.where(cells > 0, np.log10(1 + cells), np.nan).reshape(up, across)
    return ResidualPoints(x, y, density, box)


class PointsFigure(Figure[Asked, ResidualPoints]):
    """A point a row, or their density; a line where a perfect prediction would be."""

    def prepare(self) -> None:
        """Points, density, marks and the line."""
        plot = self.paper.plot
        plot.setMouseEnabled(x=True, y=True)
        plot.showGrid(x=True, y=True, alpha=0.15)
        self.density = pg.ImageItem(axisOrder="row-major")
        self.density.setLookupTable(pg.colormap.get("viridis").getLookupTable(0.0, 1.0, 256))
        self.points = pg.ScatterPlotItem(size=5, pen=None)
        self.ideal = plot.plot()
        self.marks = pg.ScatterPlotItem(size=8)
        for item in (self.density, self.points, self.marks):
            plot.addItem(item)
        self.paper.bottom.say_numbers()
        self.paper.left.say_numbers()

    def show(self) -> None:
        """Draw points, or their density."""
        points: ResidualPoints = self.found
        if points.density is None:
            self.points.setData(points.x, points.y)
            self.density.clear()
        else:
            self.points.clear()
            low_x, high_x, low_y, high_y = points.box
            self.density.setImage(points.density, levels=(0.0, float(np.nanmax(points.density))))
            self.density.setRect(QRectF(low_x, low_y, high_x - low_x, high_y - low_y))
        self.ideal.setData(*self.ideal_line(points))

    @staticmethod
    def ideal_line(points: ResidualPoints) -> tuple[list[float], list[float]]:
        """Where perfect predictions would be."""
        raise NotImplementedError

    def show_all(self) -> None:
        """Every point."""
        low_x, high_x, low_y, high_y = self.found.box
        self.paper.plot.setRange(xRange=(low_x, high_x), yRange=(low_y, high_y), padding=0.03)

    def colour(self, theme: Theme) -> None:
        """Points of the accent's colour."""
        super().colour(theme)
        faded = pg.mkColor(theme.accent)
        faded.setAlpha(140)
        self.points.setBrush(pg.mkBrush(faded))
        self.ideal.setPen(pg.mkPen(theme.text, width=1, style=Qt.PenStyle.DashLine))
        self.marks.setPen(pg.mkPen(theme.base, width=1))
        self.marks.setBrush(pg.mkBrush(theme.selection_mark))

    def mark(self, places: Integers) -> None:
        """The selected rows as points of their own."""
        if len(places) > _MOST_MARKS:
            places = places[np.linspace(0, len(places) - 1, _MOST_MARKS).astype(int)]
        self.marks.setData(self.found.x[places], self.found.y[places])

    def stops(self) -> Stops:
        """Every row."""
        return self.found.x, self.found.y

    def rows_at(self, x: float, y: float) -> Integers:
        """The nearest row."""
        far = self.pixels_to(self.found.x, self.found.y, x, y)
        far[~np.isfinite(far)] = np.inf
        nearest = int(np.argmin(far))
        return np.array([nearest]) if far[nearest] < 10 else NO_ROWS

    def tip(self, x: float, y: float) -> str:
        """The line and its numbers."""
        found = self.rows_at(x, y)
        if len(found) == 0:
            return ""
        place = int(found[0])
        verdicts = self.asked.verdicts
        given, said = float(verdicts.given[place]), float(verdicts.said[place])
        return (
            f"line {grouped(self.asked.lines[place])}\ngiven {readable(given)}, predicted "
            f"{readable(said)}, off by {readable(said - given)}"
        )

    def numbers(self) -> dict[str, pd.DataFrame]:
        """The rows, by their line."""
        verdicts = self.asked.verdicts
        return {
            "rows": pd.DataFrame(
                {"line": self.asked.lines, "given": verdicts.given, "predicted": verdicts.said}
            ).assign(residual=verdicts.said - verdicts.given)
        }


class PredictedGivenFigure(PointsFigure):
    """On the diagonal predictions are perfect."""

    def prepare(self) -> None:
        """Given across, predicted up."""
        super().prepare()
        self.paper.name_axes("given", "predicted")

    @staticmethod
    def work(asked: Asked) -> ResidualPoints:
        """A point a row."""
        return points_of(asked.verdicts.given, asked.verdicts.said)

    @staticmethod
    def ideal_line(points: ResidualPoints) -> tuple[list[float], list[float]]:
        """Predicted = given."""
        ends = [min(points.box[0], points.box[2]), max(points.box[1], points.box[3])]
        return ends, ends


class ResidualsFigure(PointsFigure):
    """Residuals should scatter about 0 whatever was predicted."""

    def prepare(self) -> None:
        """Predicted across, residual up."""
        super().prepare()
        self.paper.name_axes("predicted", "predicted minus given")

    @staticmethod
    def work(asked: Asked) -> ResidualPoints:
        """A point a row."""
        return points_of(asked.verdicts.said, asked.verdicts.said - asked.verdicts.given)

    @staticmethod
    def ideal_line(points: ResidualPoints) -> tuple[list[float], list[float]]:
        """No residual."""
        return [points.box[0], points.box[1]], [0.0, 0.0]
