"""Names on an axis: elided, turned or left out where there is no room."""

import itertools

import pyqtgraph as pg
import pytest

from tests.workbench.plotting.drawn import drawn_texts
from workbench.plotting.axes.class_axis import ClassAxis


@pytest.fixture
def axes(qtbot):
    """The axes of a plot that is shown."""
    canvas = pg.GraphicsLayoutWidget()
    qtbot.addWidget(canvas)
    canvas.resize(460, 300)
    bottom, left = ClassAxis("bottom"), ClassAxis("left")
    canvas.addPlot(0, 0, axisItems={"bottom": bottom, "left": left})
    canvas.show()
    qtbot.waitExposed(canvas)
    yield bottom, left
    canvas.close()


def test_short_names_stand_upright_and_long_ones_are_turned(axes):
    bottom, _ = axes
    bottom.say_names(["yes", "no"])
    assert not bottom.is_turned
    upright = bottom.height()
    bottom.say_names([f"a rather long name {k}" for k in range(12)])
    assert bottom.is_turned
    assert bottom.maximumHeight() > upright
    texts = bottom.tickStrings([0.0, 1.0, 11.0], 1, 1)
    assert all("…" in text for text in texts)
    assert len(set(texts)) == 3  # cut where they differ least


def test_only_whole_places_that_have_a_name_are_ticks(axes):
    bottom, left = axes
    for axis in (bottom, left):
        axis.say_names(["a", "b", "c"])
        assert axis.tickValues(-0.5, 5.5, 300) == [(1.0, [0.0, 1.0, 2.0])]
        assert axis.tickValues(2.5, -0.5, 300)[0][1] == [0.0, 1.0, 2.0]
        assert axis.tickStrings([0.0, 2.0], 1, 1) == ["a", "c"]


def test_names_that_would_lie_upon_one_another_are_left_out(axes):
    _, left = axes
    left.say_names([str(k + 1) for k in range(100)])
    step, places = left.tickValues(-0.5, 99.5, 200)[0]
    assert step * 2 >= 14  # two pixels a name
    assert [left.names[int(k)] for k in places[:3]] == ["1", "10", "20"]
    assert places[1:] == [float(k - 1) for k in range(int(step), 101, int(step))]


def test_numbers_that_are_names_are_never_turned(axes):
    bottom, _ = axes
    bottom.say_names([f"{k + 1:,}" for k in range(1200)])
    assert not bottom.is_turned
    bottom.linkedView().setXRange(-0.5, 1199.5, padding=0)
    texts = drawn_texts(bottom)
    assert 2 < len(texts) < 20
    for one, other in itertools.combinations(texts, 2):
        assert not one[0].intersects(other[0])


def test_numbers_and_shares(axes):
    bottom, _ = axes
    bottom.say_names(["a"])
    bottom.say_numbers(is_share=True)
    assert bottom.tickStrings([0.25, 1.0], 1, 0.25) == ["25 %", "100 %"]
    bottom.say_numbers(is_whole=True)
    assert bottom.tickStrings([1000.0, 2.0], 1, 1) == ["1,000", "2"]
    assert all(spacing >= 1 for spacing, _ in bottom.tickValues(0, 3, 300))


@pytest.mark.parametrize("names", [[chr(65 + k) for k in range(26)], [str(k) for k in range(26)]])
def test_twenty_six_brief_names_are_all_written(axes, names):
    for axis in axes:
        axis.say_names(names)
        axis.linkedView().setRange(xRange=(-0.5, 25.5), yRange=(-0.5, 25.5), padding=0)
        texts = drawn_texts(axis)
        assert [text for _, _, text in texts] == names
        for one, other in itertools.combinations(texts, 2):
            assert not one[0].intersects(other[0])


def test_long_names_of_many_classes_are_all_written_below_one_another(qtbot, axes):
    _, left = axes
    names = [f"a class with a rather long name, number {k}" for k in range(22)]
    left.say_names(names)
    left.linkedView().setYRange(-0.5, 21.5, padding=0)
    qtbot.waitUntil(lambda: len({text for _, _, text in drawn_texts(left)}) == 22)
    texts = drawn_texts(left)
    for one, other in itertools.combinations(texts, 2):
        assert not one[0].intersects(other[0])
