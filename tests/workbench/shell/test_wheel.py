"""The wheel: no control of the program changes by it that does not have the focus."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QApplication,
    QComboBox,
    QScrollBar,
    QSlider,
    QSpinBox,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from tests.workbench.driving import finished_window
from workbench.exporting.figure_dialog import FigureDialog
from workbench.shell import theme
from workbench.shell.wheel import takes_the_wheel
from workbench.viewing.catalog import tabs


def value_of(control):
    """What the wheel would change."""
    if isinstance(control, QComboBox | QTabBar):
        return control.currentIndex()
    return control.value() if isinstance(control, QAbstractSlider) else control.text()


def turn_the_wheel(control):
    """One notch in each direction, with the pointer over the control."""
    place = QPointF(control.rect().center())
    for notch in (-120, 120):
        event = QWheelEvent(
            place,
            QPointF(control.mapToGlobal(place.toPoint())),
            QPoint(),
            QPoint(0, notch),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        before = value_of(control)
        QApplication.sendEvent(control, event)
        yield before, value_of(control), event


def controls_in(*roots):
    found = [c for root in roots for c in root.findChildren(QWidget) if takes_the_wheel(c)]
    assert not any(isinstance(control, QScrollBar) for control in found)
    return found


@pytest.fixture
def everything(qtbot, window, tmp_path):
    """The window after a training, with every view, panel, page and dialog made."""
    finished_window(qtbot, window, tmp_path, rounds=10)
    for name in tabs():
        window.docks.view(name)
    pages = [window.review.page, window.comparing.page, window.predictions.page, window.desk.page]
    dialogs = [FigureDialog(window, "Error curves", 960, 540)]
    panels = [window.data_panel, window.algorithm_panel, window.runs_panel]
    window.actions_.how_read.trigger()
    qtbot.waitUntil(window.desk.page.use.isEnabled, timeout=20_000)
    yield [window, *pages, *panels, *dialogs, window.round_bar]
    for dialog in dialogs:
        dialog.close()


def test_no_control_changes_by_a_wheel_that_does_not_have_the_focus(qtbot, everything):
    window = everything[0]
    controls = set(controls_in(*everything))
    kinds = {type(control).__mro__ for control in controls}
    for kind in (QComboBox, QSpinBox, QSlider, QTabBar):
        assert any(kind in mro for mro in kinds), kind
    assert len(controls) > 40
    changed = []
    for control in controls:
        control.ensurePolished()  # as it is before it is first seen
        window.setFocus()
        assert not control.hasFocus()
        for before, after, event in turn_the_wheel(control):
            if before != after or event.isAccepted() or control.hasFocus():
                changed.append((control, control.accessibleName(), before, after))
    assert not changed


def test_a_control_that_is_made_later_is_guarded_too(qtbot, qapp):
    theme.apply(theme.LIGHT, qapp)
    parent = QWidget()
    qtbot.addWidget(parent)
    layout = QVBoxLayout(parent)
    parent.show()
    box = QSpinBox(value=5)
    layout.addWidget(box)
    other = QSlider()
    layout.addWidget(other)
    for late in (box, other):
        late.show()
    parent.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    for before, after, event in turn_the_wheel(box):
        assert before == after == "5"
        assert not event.isAccepted()  # it goes on to whatever scrolls
    assert not box.hasFocus()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    (before, after, _), *_ = turn_the_wheel(box)
    assert (before, after) == ("5", "4")


def test_a_theme_chosen_later_guards_as_well(qtbot, window, tmp_path):
    for own in (theme.DARK, theme.LIGHT):
        window.apply_theme(own)
        control = window.algorithm_panel.algorithm
        control.ensurePolished()
        window.setFocus()
        for before, after, _ in turn_the_wheel(control):
            assert before == after
