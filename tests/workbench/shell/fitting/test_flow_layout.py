"""Controls that a line has no room for begin the next one."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QWidget

from workbench.shell.fitting.elided_label import ElidedLabel
from workbench.shell.fitting.flow_layout import FlowLayout


@pytest.fixture
def bar(qtbot):
    """A label with its box, a search that grows, a note that may be cut, and a button."""
    bar = QWidget()
    qtbot.addWidget(bar)
    layout = FlowLayout(bar)
    layout.setContentsMargins(8, 4, 32, 4)
    layout.setSpacing(8)
    bar.label, bar.box, bar.search = QLabel("Order"), QComboBox(), QLineEdit()
    bar.label.setBuddy(bar.box)
    bar.box.addItem("by the weight of the rows")
    bar.search.setMinimumWidth(120)
    bar.note, bar.button = ElidedLabel(), QPushButton("Compute")
    bar.note.setText("3,000 rows, of which 106 are flagged by the audit")
    bar.parts = (bar.label, bar.box, bar.search, bar.note, bar.button)
    for part in bar.parts:
        layout.addWidget(part)
    return bar


def lay_out(bar, width):
    bar.resize(width, bar.layout().heightForWidth(width))
    bar.show()
    bar.layout().activate()


@pytest.mark.parametrize("width", [1200, 640, 420, 300])
def test_nothing_overlaps_and_only_what_may_be_cut_is(bar, width):
    lay_out(bar, width)
    boxes = [part.geometry() for part in bar.parts]
    for place, box in enumerate(boxes):
        assert 8 <= box.left() <= box.right() <= width - 32 + 1
        assert box.bottom() <= bar.height() - 4
        assert not any(box.intersects(other) for other in boxes[:place])
    for whole in (bar.label, bar.box, bar.button):
        assert whole.width() >= whole.sizeHint().width()
    assert bar.note.width() >= 80
    assert boxes[0].center().y() == pytest.approx(boxes[1].center().y(), abs=2)


def test_a_wide_bar_has_one_line_and_what_grows_takes_the_rest(bar):
    lay_out(bar, 1200)
    assert bar.layout().heightForWidth(1200) < bar.layout().heightForWidth(300)
    assert bar.search.width() > bar.search.sizeHint().width()
    assert bar.note.width() >= bar.note.sizeHint().width()
    bar.search.hide()
    assert bar.layout().heightForWidth(420) < 3 * bar.button.height()


def test_alone_in_a_line_that_is_too_narrow_a_control_gives_way(bar):
    bar.show()
    bar.layout().setGeometry(QRect(0, 0, 180, 300))
    assert bar.box.sizeHint().width() > 180
    assert all(part.geometry().right() <= 180 - 32 for part in bar.parts)


def test_a_control_that_grows_is_laid_out_anew(bar):
    lay_out(bar, 640)
    lines, width = bar.layout().heightForWidth(640), bar.button.width()
    bar.button.setText("Compute what the judges say about each of the rows that are selected now")
    assert bar.layout().heightForWidth(640) > lines
    lay_out(bar, 640)
    assert bar.button.width() >= bar.button.sizeHint().width() > width
