"""Pens of curves: as wide on a fine screen as on a coarse one, and the same in every file."""

import pyqtgraph as pg
import pytest

from workbench.plotting.flow_legend import LegendEntry
from workbench.shell import pens
from workbench.shell.pens import curve_pen, for_files


@pytest.fixture
def fine_screen(qapp, monkeypatch):
    monkeypatch.setattr(type(qapp), "devicePixelRatio", lambda _self: 2.0)


def test_on_a_coarse_screen_a_pen_is_what_was_asked_for(qapp):
    assert curve_pen("#123456", width=1.5).widthF() == 1.5


def test_on_a_fine_screen_it_has_as_many_more_pixels(fine_screen):
    assert pens.screen_scale() == 2
    pen = curve_pen("#123456", width=2)
    assert (pen.widthF(), pen.isCosmetic()) == (4, True)
    # A legend is drawn in pixels of the window.
    line = pg.InfiniteLine(0, angle=90, pen=pen)
    assert LegendEntry.of(line, "a line").width == 2


def test_a_picture_for_a_file_does_not_know_the_screen(fine_screen):
    with for_files():
        assert curve_pen("#123456", width=2).widthF() == 2
    assert curve_pen("#123456", width=2).widthF() == 4
