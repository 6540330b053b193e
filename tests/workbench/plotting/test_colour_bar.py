"""The bar has the colours of the picture beside it, the lowest amount at the foot."""

import pyqtgraph as pg
import pytest
from PySide6.QtGui import QColor

from workbench.plotting.colour_bar import ColourBar


def test_colours_run_from_the_lowest_to_the_highest(qtbot):
    canvas = pg.GraphicsLayoutWidget(size=(120, 300))
    qtbot.addWidget(canvas)
    canvas.setBackground("w")
    bar = ColourBar()
    bar.show_range(0, 1000, "rent")
    canvas.addItem(bar, 0, 0)
    canvas.show()
    image = canvas.grab().toImage()
    area = bar.mapRectToScene(bar.rect())
    viridis = pg.colormap.get("viridis")
    x = round(area.left()) + 11
    for share in (0.02, 0.3, 0.5, 0.98):
        found = QColor(image.pixel(x, round(area.bottom() - share * area.height())))
        wanted = viridis[share]
        for own, other in zip(found.getRgb()[:3], wanted.getRgb()[:3], strict=True):
            assert abs(own - other) < 12
    assert bar.ticks[400.0] == "400"


def test_a_constant_has_one_tick(qtbot):
    bar = ColourBar()
    bar.show_range(5.0, 5.0)
    assert list(bar.ticks.values()) == ["5"]


@pytest.mark.parametrize("height", [30, 60, 125, 600])
def test_texts_never_collide_and_the_ends_are_always_there(qtbot, height):
    bar = ColourBar()
    ticks = {float(place): f"{place}x" for place in range(13)}
    bar.show_range(0, 12, "", ticks | {0.0: "or less\n0x", 12.0: "12x\nor more"})
    bar.resize(bar.size().width(), height)
    found = bar.placed()
    places = list(found.values())
    for number, place in enumerate(places):
        assert not any(place.intersects(other) for other in places[:number])
    assert 0.0 in found
    assert (12.0 in found) == (height > 30)
    assert len(found) == {30: 1, 60: 2, 125: 5, 600: 13}[height]
