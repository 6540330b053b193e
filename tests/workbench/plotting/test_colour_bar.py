"""The bar has the colours of the picture beside it, the lowest amount at the foot."""

import pyqtgraph as pg
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
