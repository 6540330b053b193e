"""Points drawn in few styles look like points drawn one by one; legends say what is left out."""

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage

from tests.workbench.views.showing import difference
from workbench.plotting.flow_legend import FlowLegend, LegendEntry
from workbench.plotting.points import average_size, sizes_of
from workbench.plotting.styled_points import StyledPoints


def drawn(qtbot, item):
    canvas = pg.GraphicsLayoutWidget(size=(300, 200))
    qtbot.addWidget(canvas)
    canvas.setBackground("w")
    plot = canvas.addPlot()
    plot.addItem(item)
    plot.setRange(xRange=(0, 1), yRange=(0, 1))
    canvas.show()
    return canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_styled_points_look_like_points_with_a_style_each(qtbot):
    random = np.random.default_rng(0)
    x, y = random.random((2, 60))
    sizes, styles = random.integers(3, 20, 60), random.integers(0, 2, 60)
    known = [
        ("o", pg.mkPen("k"), pg.mkBrush("#0072B2")),
        ("s", pg.mkPen("#D55E00"), pg.mkBrush(None)),
    ]
    ours = StyledPoints()
    ours.show_points(x, y, sizes, styles, known)
    theirs = pg.ScatterPlotItem(
        x,
        y,
        size=sizes,
        symbol=[known[style][0] for style in styles],
        pen=[known[style][1] for style in styles],
        brush=[known[style][2] for style in styles],
    )
    one, other = drawn(qtbot, ours), drawn(qtbot, theirs)
    assert difference(one, other) < 0.5
    empty = StyledPoints()
    empty.show_points(x[:0], y[:0], sizes[:0], styles[:0], known)
    assert difference(drawn(qtbot, empty), other) > 2


def test_areas_grow_as_the_weight_does():
    sizes = sizes_of(np.array([1.0, 4.0, 100.0, 0.0]), 8)
    assert sizes.tolist()[:2] == [8, 16]
    assert sizes[2] <= 3 * 8
    assert sizes[3] > 0
    assert average_size(100) > average_size(100_000)


@pytest.mark.parametrize(("width", "all_fit"), [(900, True), (300, False)])
def test_a_legend_takes_two_lines_and_counts_the_rest(qtbot, width, all_fit):
    canvas = pg.GraphicsLayoutWidget(size=(width, 200))
    qtbot.addWidget(canvas)
    legend = FlowLegend()
    canvas.addItem(legend, 0, 0)
    canvas.show()
    legend.show_entries(
        [LegendEntry(f"class {number}", "#000000", "o") for number in range(12)], "k"
    )
    qtbot.waitUntil(lambda: legend.size().width() > 0.8 * width)
    assert legend.size().height() <= 48
    assert (len(legend.texts) == 12) == all_fit
    assert legend.texts == [f"class {number}" for number in range(len(legend.texts))]


def test_an_entry_looks_as_its_item_does(qtbot):
    dashed = pg.mkPen("#ff0000", width=3, style=Qt.PenStyle.DashLine)
    curve = pg.PlotDataItem(pen=dashed)
    assert (QColor(LegendEntry.of(curve, "").colour).name(), LegendEntry.of(curve, "").style) == (
        "#ff0000",
        Qt.PenStyle.DashLine,
    )
    curve.setSymbol("t")
    assert LegendEntry.of(curve, "a").symbol == "t"
    assert LegendEntry.of(curve, "a").is_on_line
    assert LegendEntry.of(pg.InfiniteLine(pen=dashed), "").width == 3
    bars = pg.BarGraphItem(x=[0], height=[1], width=1, brush=pg.mkBrush(0, 0, 255, 128))
    found = LegendEntry.of(bars, "bars")
    assert (found.symbol, QColor(found.colour).alpha()) == ("s", 128)


def test_a_legend_without_entries_takes_no_room(qtbot):
    legend = FlowLegend()
    legend.show_entries([LegendEntry("one", "#000000")], "k")
    assert legend.minimumHeight() > 0
    legend.show_entries([], "k")
    assert legend.minimumHeight() == 0
