"""A plot below the errors, of one thing on a scale of its own."""

from collections.abc import Mapping, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from core.base.wording import grouped
from core.learning.rounds import CurveRole
from workbench.plotting.flow_legend import FlowLegend, LegendEntry
from workbench.shell.pens import curve_pen
from workbench.shell.theme import Theme
from workbench.views.error_curves.looks import look_beside, look_of
from workbench.views.error_curves.strips import Line, Strip, StripKind

_WIDE = 1e3
"""Values that lie so many times apart are drawn on a scale of their logs."""
_NONE = "#00000000"


class StripPlot:
    """Its curves, its own legend, the line of the round, and the round that theory promises."""

    def __init__(self, kind: StripKind, plot: pg.PlotItem, legend: FlowLegend) -> None:
        self.kind, self.plot, self.legend = kind, plot, legend
        self.strip: Strip | None = None
        self.beside: Mapping[str, Line] = {}
        """The line that stands for each of the other runs, by the run's name."""
        self.curves: list[pg.PlotDataItem] = []
        self.others: list[pg.PlotDataItem] = []
        self._theme: Theme | None = None
        plot.showGrid(x=False, y=True, alpha=0.15)
        plot.setDownsampling(auto=True, mode="peak")
        plot.setClipToView(True)
        plot.disableAutoRange()
        self.round_line = pg.InfiniteLine(angle=90, movable=True, hoverPen=None)
        self.round_line.setCursor(Qt.CursorShape.SizeHorCursor)
        self.promised = pg.InfiniteLine(angle=90)
        plot.addItem(self.promised)
        plot.addItem(self.round_line)

    def take(self, kind: StripKind) -> None:
        """The same of another run."""
        self.kind = kind
        self.plot.getAxis("left").is_share = kind.is_share

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is drawn of the current run."""
        return self.strip.lines if self.strip is not None else ()

    @property
    def note(self) -> str:
        """What is to be known beside the curves."""
        return self.strip.note if self.strip is not None else ""

    def show(
        self, strip: Strip, beside: Mapping[str, Line], log_rounds: bool, log_values: bool
    ) -> None:
        """Draw it, and the other runs beside it."""
        self.strip, self.beside = strip, beside
        self._fit(self.curves, len(strip.lines))
        self._fit(self.others, len(beside))
        drawn = (*strip.lines, *beside.values())
        is_log = _is_log([line.values for line in drawn], log_values)
        self.plot.setLogMode(x=log_rounds, y=is_log)
        for item, line in zip((*self.curves, *self.others), drawn, strict=True):
            item.setData(line.places, line.values)
        self._set_range([line.values for line in drawn], is_log)
        place = strip.round
        self.promised.setVisible(place is not None)
        if place is not None:
            self.promised.setValue(np.log10(place) if log_rounds else place)
        if self._theme is not None:
            self.apply_theme(self._theme)

    def _fit(self, items: list[pg.PlotDataItem], count: int) -> None:
        while len(items) > count:
            self.plot.removeItem(items.pop())
        while len(items) < count:
            items.append(self.plot.plot(connect="finite"))

    def _set_range(self, values: Sequence[np.ndarray], is_log: bool) -> None:
        drawn = np.concatenate([*values, np.zeros(0)])
        drawn = drawn[np.isfinite(drawn) & (drawn > 0 if is_log else True)]
        if not len(drawn):
            return
        low, high = float(drawn.min()), float(drawn.max())
        if is_log:
            low, high = np.log10(low), np.log10(high)
        elif 0 <= low < 0.4 * high:
            low = 0.0
        room = (high - low) or max(abs(high), 1e-12) * 0.2
        self.plot.setYRange(low - 0.06 * room, high + 0.08 * room, padding=0)

    def apply_theme(self, theme: Theme) -> None:
        """Colour the curves, and write the legend."""
        self._theme = theme
        for side in ("left", "bottom"):
            self.plot.getAxis(side).apply_theme(theme)
        self.round_line.setPen(pg.mkPen(theme.accent, width=1))
        self.round_line.setHoverPen(curve_pen(theme.accent, width=3))
        self.promised.setPen(curve_pen(theme.bound, width=1.5, style=Qt.PenStyle.DashLine))
        if self.strip is None:
            return
        entries = []
        seen: dict[CurveRole, int] = {}
        for item, line in zip(self.curves, self.strip.lines, strict=True):
            place = seen[line.role] = seen.get(line.role, -1) + 1
            colour, style = look_of(line.role, place, theme)
            item.setPen(curve_pen(colour, width=1.5, style=style))
            entries.append(LegendEntry.of(item, line.title))
        for place, (item, name) in enumerate(zip(self.others, self.beside, strict=True)):
            colour, style = look_beside(place, theme)
            item.setPen(curve_pen(colour, width=1.5, style=style))
            entries.append(LegendEntry.of(item, name))
        if self.strip.round is not None:
            text = f"promised: round {grouped(self.strip.round)}"
            entries.append(LegendEntry.of(self.promised, text))
        elif self.strip.note and not self.strip.lines:
            entries.append(LegendEntry(self.strip.note, _NONE))
        # One curve alone is named by its axis.
        self.legend.show_entries(entries if len(entries) > 1 or not self.lines else [], theme.text)

    def values_at(self, number: int) -> list[tuple[str, float]]:
        """What its curves are at a round, as far as they are computed there."""
        found = [(line.title, line) for line in self.lines]
        found += [(f"{name}, {line.title}", line) for name, line in self.beside.items()]
        told = []
        for title, line in found:
            places = line.places
            place = int(np.searchsorted(places, number))
            if place < len(places) and len(line.values):
                told.append((title, float(line.values[place])))
        return told


def _is_log(values: Sequence[np.ndarray], is_asked: bool) -> bool:
    """Whether logs are drawn: where that was asked for, or nothing but the largest would show."""
    drawn = np.concatenate([*values, np.zeros(0)])
    drawn = drawn[np.isfinite(drawn)]
    if not len(drawn) or drawn.min() <= 0:
        return False
    return is_asked or bool(drawn.max() / drawn.min() > _WIDE)
