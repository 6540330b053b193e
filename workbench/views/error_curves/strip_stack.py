"""The strips below the errors: what they show of the current run and of those beside it."""

from collections.abc import Callable, Mapping, Sequence

import pyqtgraph as pg

from core.base.progress import unwatched
from core.base.wording import percent, readable
from workbench.jobs.lane import Lane
from workbench.plotting.flow_legend import FlowLegend
from workbench.state.workspace import RunItem
from workbench.views.error_curves.strip_plot import StripPlot
from workbench.views.error_curves.strips import Line, Strip, StripKind, kinds_of

_LATER = Strip((), "There when the training has ended.")
_SOON = Strip((), "Computing…")

AddPlot = Callable[[str, int], pg.PlotItem]
"""Makes a plot with this name of its left axis in a row of the canvas."""


class StripStack:
    """Holds the plots that were asked for; what takes long is computed in a lane."""

    def __init__(
        self,
        canvas: pg.GraphicsLayoutWidget,
        lane: Lane,
        drawn: Callable[[], None],
        dragged: Callable[[pg.InfiniteLine], None],
    ) -> None:
        self._canvas, self._lane = canvas, lane
        self._drawn, self._dragged = drawn, dragged
        self.plots: dict[str, StripPlot] = {}
        """What stands below, by the name of its kind."""
        self._made: dict[tuple[RunItem, str], Strip] = {}
        """Strips of runs that are finished: these change no more."""

    def forget(self) -> None:
        """Another run is shown."""
        self._made = {}

    def place(self, kinds: Sequence[StripKind], first_row: int, add_plot: AddPlot) -> None:
        """Let there be a plot for each of these, one below the other, from a row on."""
        if list(self.plots) != [kind.name for kind in kinds]:
            for strip in self.plots.values():
                self._canvas.removeItem(strip.plot)
                self._canvas.removeItem(strip.legend)
            self.plots = {}
            for row, kind in zip(range(first_row, 10_000, 2), kinds, strict=False):
                legend = FlowLegend()
                self._canvas.addItem(legend, row, 0)
                strip = StripPlot(kind, add_plot(kind.axis, row + 1), legend)
                strip.round_line.sigDragged.connect(self._dragged)
                self.plots[kind.name] = strip
        for kind in kinds:
            self.plots[kind.name].take(kind)

    def show(self, item: RunItem, others: Mapping[RunItem, str], log_x: bool, log_y: bool) -> None:
        """Draw what there is of a run, and one line of each other run, by its name."""
        for name, strip in self.plots.items():
            beside: dict[str, Line] = {}
            for other, own_name in others.items():
                kind = next((own for own in kinds_of(other.history) if own.name == name), None)
                found = self._strip(other, kind) if kind is not None else _LATER
                if found.lines:
                    beside[own_name] = found.lines[0]
            strip.show(self._strip(item, strip.kind), beside, log_x, log_y)

    def _strip(self, item: RunItem, kind: StripKind) -> Strip:
        if item.run is None:
            return _LATER if kind.takes_long else kind.make(item.history, unwatched)
        if (item, kind.name) in self._made:
            return self._made[item, kind.name]
        if kind.takes_long:
            self._compute(item, kind)
            return self._made.get((item, kind.name), _SOON)
        found = self._made[item, kind.name] = kind.make(item.history, unwatched)
        return found

    def _compute(self, item: RunItem, kind: StripKind) -> None:
        """One at a time; whatever else is lacking is asked for again when this one is drawn."""

        def take(strip: Strip) -> None:
            self._made[item, kind.name] = strip
            self._drawn()

        if not self._lane.is_running:
            name = f"Drawing {kind.title}"
            self._lane.start(name, lambda watch: kind.make(item.history, watch), take)

    def lines(self) -> list[Line]:
        """What is drawn of the current run."""
        return [line for strip in self.plots.values() for line in strip.lines]

    def told(self, number: int) -> list[str]:
        """What each line is at a round, and what is to be known beside it."""
        found = []
        for strip in self.plots.values():
            written = percent if strip.kind.is_share else readable
            found += [f"{title}: {written(value)}" for title, value in strip.values_at(number)]
            found += [strip.note] if strip.note else []
        return found
