"""What the ticks of an axis of numbers say."""

import pyqtgraph as pg
import pytest

from tests.workbench.plotting.drawn import drawn_texts
from workbench.plotting.axes.column_axis import ColumnAxis
from workbench.plotting.axes.number_axis import NumberAxis


def texts(axis, low, high, size=400):
    spacing, values = axis.tickValues(low, high, size)[0]
    return axis.tickStrings(values, 1.0, spacing)


def test_counts_have_separators_and_no_more_digits_than_tell_them_apart(qtbot):
    axis = NumberAxis("left")
    assert texts(axis, 0, 45_000)[:3] == ["0", "10,000", "20,000"]
    assert texts(axis, 0, 1)[:3] == ["0", "0.2", "0.4"]
    assert texts(axis, -1, 1) == ["-1.0", "-0.5", "0", "0.5", "1.0"]


@pytest.mark.parametrize(("low", "high"), [(0, 2), (0.6, 1.4), (0, 4), (1, 200)])
def test_rounds_are_whole(qtbot, low, high):
    found = NumberAxis("bottom", is_whole=True).tickValues(low, high, 400)
    values = [value for _, level in found for value in level]
    assert values
    assert all(value == int(value) for value in values)


def test_a_year_of_a_column_is_written_as_one(qtbot):
    axis = ColumnAxis("bottom")
    assert texts(axis, 1890, 2030)[0] == "1900"
    apart = texts(axis, 2022, 2023)
    assert len(set(apart)) == len(apart)
    assert texts(axis, 0, 100_000)[-1] == "100,000"


def test_shares_are_in_percent(qtbot):
    axis = NumberAxis("left", is_share=True)
    assert texts(axis, 0, 0.5)[:2] == ["0 %", "10 %"]
    assert axis.tickStrings([0.005, 0.01], 1.0, 0.005) == ["0.5 %", "1.0 %"]
    axis.setLogMode(y=True)
    assert axis.tickStrings([-1.0, -2.0], 1.0, None) == ["10 %", "1 %"]


@pytest.mark.parametrize("height", [24, 40, 70, 200])
@pytest.mark.parametrize("span", [(0.0, 0.34), (11.2, 17.9), (0, 44_124), (-1.0, 1.0)])
def test_no_tick_text_is_written_over_another(qtbot, height, span):
    for side in ("left", "bottom"):
        axis = NumberAxis(side)
        canvas = pg.GraphicsLayoutWidget()
        qtbot.addWidget(canvas)
        plot = canvas.addPlot(axisItems={side: axis})
        plot.setRange(xRange=span, yRange=span, padding=0)
        across = side == "bottom"
        canvas.resize(height + 120 if across else 400, 300 if across else height + 60)
        canvas.show()
        canvas.grab()
        texts = [rect for rect, _, _ in drawn_texts(axis)]
        assert texts
        assert not any(
            one.intersects(other) for place, one in enumerate(texts) for other in texts[:place]
        )


def test_shares_have_as_many_digits_as_tell_them_apart(qtbot):
    axis = NumberAxis("left", is_share=True)
    assert axis.tickStrings([0.131, 0.132], 1.0, 0.001) == ["13.1 %", "13.2 %"]
    assert axis.tickStrings([0.1312, 0.1314], 1.0, 0.0002) == ["13.12 %", "13.14 %"]
    assert axis.tickStrings([-1e-17, 0.1], 1.0, 0.1) == ["0 %", "10 %"]


@pytest.mark.parametrize("height", [90, 400])
def test_a_name_longer_than_the_axis_is_cut(qtbot, height):
    axis = NumberAxis("left")
    axis.setLabel("rows by weight, part &amp; part")
    axis.resize(60, height)
    shown = axis.label.toPlainText()
    assert axis.label.boundingRect().width() <= height + 12
    assert (shown == "rows by weight, part & part") == (height == 400)
    assert shown.startswith("rows by")
