"""The error as a picture: where things are, and that no label touches another."""

import itertools

import pytest
from PySide6.QtGui import QColor

from core.base.intervals import Interval
from workbench.shell.theme import DARK, LIGHT
from workbench.verdict.content import ErrorSpan
from workbench.verdict.error_scale import ErrorScale


def shown(qtbot, scale, width=240):
    widget = ErrorScale()
    qtbot.addWidget(widget)
    widget.resize(width, 60)
    widget.tell(scale)
    widget.show()
    return widget


SCALES = [
    ErrorSpan(Interval(0.134, 0.111, 0.16), 0.379, True),
    ErrorSpan(Interval(0.0, 0.0, 0.004), 0.01, True),
    ErrorSpan(Interval(0.5, 0.4, 0.6), 0.5, True),
    ErrorSpan(Interval(1.0, 0.9, 1.0), 1.0, True),
    ErrorSpan(Interval(0.3, 0.3, 0.3), None, True),
    ErrorSpan(Interval(47.5, 41.4, 53.0), 333.8, False),
    ErrorSpan(Interval(1_250_000.0, 1_200_000.0, 1_400_000.0), 9_000_000.0, False),
    ErrorSpan(Interval(0.00012, 0.0001, 0.00013), 0.0005, False),
    ErrorSpan(Interval(0.0, 0.0, 0.0), 0.0, False),
]


@pytest.mark.parametrize("width", [120, 240, 480])
@pytest.mark.parametrize("scale", SCALES)
def test_no_label_touches_another_or_is_cut(qtbot, scale, width):
    widget = shown(qtbot, scale, width)
    ticks = widget.ticks()
    assert ticks[0][0] == 0
    assert all(left >= 0 and left + wide <= width for _, _, left, wide in ticks)
    for one, other in itertools.pairwise(ticks):
        assert one[2] + one[3] < other[2]
        assert one[1] != other[1]


def test_the_places_follow_the_values(qtbot):
    widget = shown(qtbot, SCALES[0])
    places = [widget.place(value) for value in (0, 0.111, 0.134, 0.16, 0.379, widget.end)]
    assert places == sorted(places)
    assert places[0] == pytest.approx(8)
    assert places[-1] == pytest.approx(240 - 8)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_interval_point_and_guessing_are_drawn_where_they_are(qtbot, theme):
    widget = shown(qtbot, SCALES[0], 480)
    widget.apply_theme(theme)
    picture = widget.grab().toImage()
    middle = int((widget.height() - widget.fontMetrics().height()) / 2)

    def colour(value, above=0):
        return QColor(picture.pixel(round(widget.place(value)), middle - above))

    assert colour(0.134).name().upper() == theme.validation.upper()
    guess = QColor(theme.guess)
    assert abs(colour(0.379, 10).lightness() - guess.lightness()) < 60
    bar, bare = colour(0.15, 2), colour(0.25, 2)
    assert bar != bare


def test_the_picture_is_told_in_words(qtbot):
    widget = shown(qtbot, SCALES[0])
    assert widget.accessibleDescription() == (
        "Error 13.4 %, 95 % interval 11.1 % to 16.0 %; guessing 37.9 %."
    )
    widget.tell(None)
    assert widget.accessibleDescription() == ""
