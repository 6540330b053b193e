"""A matrix of cells looks as its values say."""

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from workbench.plotting.cell_matrix import CellMatrix


@pytest.fixture
def drawn(qtbot):
    """A matrix that fills a plot without axes, and the picture of it."""
    canvas = pg.GraphicsLayoutWidget()
    qtbot.addWidget(canvas)
    canvas.ci.layout.setContentsMargins(0, 0, 0, 0)
    canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # nothing is drawn around it
    canvas.resize(400, 400)
    box = canvas.addViewBox(invertY=True, enableMenu=False)
    matrix = CellMatrix()
    box.addItem(matrix)
    canvas.show()
    qtbot.waitExposed(canvas)

    def picture(values, texts=None, marks=None):
        matrix.set_cells(values, texts)
        if marks is not None:
            matrix.set_marks(marks)
        down, across = values.shape
        box.setRange(xRange=(-0.5, across - 0.5), yRange=(-0.5, down - 0.5), padding=0)
        image = canvas.grab().toImage()
        corner = box.mapRectToScene(box.rect())

        def at(row, column, across_cell=0.5, down_cell=0.5):
            x = corner.left() + corner.width() * (column + across_cell) / across
            y = corner.top() + corner.height() * (row + down_cell) / down
            return QColor(image.pixel(int(x), int(y)))

        return at

    return picture


def near(one, other):
    return max(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True)) < 12


def test_row_and_column_have_their_places_and_colours(drawn):
    values = np.array([[0.0, 1.0], [0.5, 0.25]])
    at = drawn(values)
    table = pg.colormap.get("cividis").getLookupTable(0.0, 1.0, 256)
    for row, column in np.ndindex(2, 2):
        expected = QColor(*(int(part) for part in table[round(values[row, column] * 255)][:3]))
        assert near(at(row, column), expected)


def test_marks_frame_their_cell_alone(drawn):
    marks = np.array([[False, True], [False, False]])
    at = drawn(np.zeros((2, 2)), marks=marks)
    mark = QColor("#E0007A")
    edge = 1.5 / 200
    assert near(at(0, 1, 0.5, edge), mark)
    assert not near(at(0, 0, 0.5, edge), mark)
    assert not near(at(1, 1, 0.5, 0.3), mark)
    assert not near(at(0, 1, 0.5, 0.5), mark)


def test_texts_are_left_out_where_none_fits(drawn):
    def inked(size, text):
        """Whether anything is written into the first cell."""
        texts = [[(text, text)] * size for _ in range(size)]
        at = drawn(np.zeros((size, size)), texts)
        spots = [at(0, 0, x, y) for x in np.linspace(0.1, 0.9, 60) for y in (0.45, 0.5, 0.55)]
        return any(spot.lightness() > 120 for spot in spots)

    assert inked(2, "100 %")
    assert not inked(2, "")
    assert not inked(40, "100 %")
