"""Looks through all that a window shows: cut texts, nameless controls, what no key reaches."""

import re
from collections.abc import Iterator

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QAccessible, QKeySequence, Qt, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QSlider,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QWidget,
)

from workbench.shell.fitting.elided_label import ElidedLabel
from workbench.shell.keys.tab_order import stops
from workbench.shell.tables.cut_cells import CutCells

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QSlider,
    QTabBar,
)
_SLACK = 2
"""Pixels that a hint may miss by: fonts are measured in fractions."""


def shown(root: QWidget, kinds: type | tuple[type, ...] = QWidget) -> Iterator[QWidget]:
    """The widgets of some kinds that can be seen, `root` among them."""
    for widget in (root, *root.findChildren(QWidget)):
        if isinstance(widget, kinds) and widget.isVisible():
            # What scrolls lies under its viewport and is never seen itself.
            seen = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
            if not seen.visibleRegion().isEmpty():
                yield widget


def controls(root: QWidget) -> Iterator[QWidget]:
    """What a person can use; the parts of a compound control are not counted apart."""
    for widget in shown(root, CONTROLS):
        parent = widget.parent()
        is_part = isinstance(parent, (QAbstractSpinBox, QComboBox)) or (
            isinstance(widget, (QHeaderView, QAbstractButton))
            and isinstance(parent, (QAbstractItemView, QTabBar, QLineEdit))
        )
        if not is_part:
            yield widget


def called(widget: QWidget) -> str:
    """A widget, so that a person who reads a failed test finds it."""
    text = getattr(widget, "text", str)
    words = text() if callable(text) else ""
    name = widget.objectName() or widget.accessibleName() or words or "?"
    return f"{type(widget).__name__} {name!r} in {_home(widget)}"


def _home(widget: QWidget) -> str:
    above = widget.parentWidget()
    while above is not None:
        if type(above).__module__.startswith("workbench"):
            return type(above).__name__
        above = above.parentWidget()
    return "?"


# Names and roles


def nameless(root: QWidget) -> list[str]:
    """Controls, and whatever else Tab stops at, without a name or a role for a screen reader."""
    silent = {QAccessible.Role.NoRole, QAccessible.Role.Client}
    found = []
    for widget in controls(root):
        interface = QAccessible.queryAccessibleInterface(widget)
        if not spoken_name(widget) or interface.role() in silent:
            found.append(called(widget))
    found += [called(widget) for widget in stops(root) if not spoken_name(widget)]
    return found


def spoken_name(widget: QWidget) -> str:
    """What a screen reader calls a widget; of a chooser not what it is set to."""
    interface = QAccessible.queryAccessibleInterface(widget)
    if not isinstance(widget, QComboBox):
        return interface.text(QAccessible.Text.Name).strip()
    labels = (found.text(QAccessible.Text.Name) for found, _ in interface.relations())
    return widget.accessibleName().strip() or "".join(labels).strip()


def silent_plots(root: QWidget) -> list[str]:
    """Plots without a name, or without words for what they show."""
    found = []
    for plot in shown(root, pg.GraphicsView):
        interface = QAccessible.queryAccessibleInterface(plot)
        name = interface.text(QAccessible.Text.Name).strip()
        words = interface.text(QAccessible.Text.Description).strip()
        if not name or not words:
            found.append(f"{called(plot)}: name {name!r}, description {words!r}")
    return found


# Keys


def unreached(window: QWidget, presses: int = 400) -> list[str]:
    """Controls that can be used but that Tab does not come to, in rounds through the window."""
    wanted = {widget for widget in controls(window) if widget.isEnabled()}
    reached: set[QWidget] = set()
    start = None
    for _ in range(presses):
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        if focused is None or focused is start:
            break
        start = start or focused
        reached |= {focused, *_owners(focused)}
    return [
        called(widget) for widget in wanted - reached if not _has_a_reached_twin(widget, reached)
    ]


def clashing_letters(window: QMainWindow) -> list[str]:
    """Letters that lead, with Alt, to more than one thing that can be seen: they lead to none."""
    menus = [action.text() for action in window.menuBar().actions()]
    texts = [*menus, *(text for widget in shown(window) for text in _lettered(widget))]
    by_letter: dict[str, list[str]] = {}
    for text in texts:
        if letter := QKeySequence.mnemonic(text).toString():
            by_letter.setdefault(letter, []).append(text)
    return [f"{letter}: {owners}" for letter, owners in by_letter.items() if len(owners) > 1]


def _lettered(widget: QWidget) -> Iterator[str]:
    """The texts of a widget in which a letter is underlined."""
    if isinstance(widget, QAbstractButton) or (isinstance(widget, QLabel) and widget.buddy()):
        yield widget.text()
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(place) for place in range(widget.count()))
    elif isinstance(widget, QGroupBox):
        yield widget.title()


def _owners(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while isinstance(parent, (QAbstractSpinBox, QComboBox)):
        yield parent
        parent = parent.parentWidget()


def _has_a_reached_twin(widget: QWidget, reached: set[QWidget]) -> bool:
    """One of a group, in which arrow keys go on from the one that Tab comes to."""
    group = isinstance(widget, QAbstractButton) and (widget.group() or widget.autoExclusive())
    if not group:
        return False
    return any(
        isinstance(other, QAbstractButton)
        and other is not widget
        and (
            (widget.group() is not None and other.group() is widget.group())
            or (widget.autoExclusive() and other.parent() is widget.parent())
        )
        for other in reached
    )


# Cut texts


def cut_texts(root: QWidget) -> list[str]:
    """Texts that there is no room for, unless a mark says so and the tip has all of it."""
    found = []
    for widget in shown(root):
        where = f"{called(widget)} {widget.width()} px"
        found += [f"{where}: {text!r}" for text in _cut_in(widget)]
    for plot in shown(root, pg.GraphicsView):
        found += [f"{called(plot)}: {text!r}" for text in _cut_in_plot(plot)]
    return found


def _cut_in(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel):
        yield from _cut_in_label(widget)
    elif isinstance(widget, QComboBox):
        yield from _cut_in_combo(widget)
    elif isinstance(widget, QTabBar):
        yield from _cut_in_tabs(widget)
    elif isinstance(widget, QHeaderView):
        yield from _cut_in_header(widget)
    elif isinstance(widget, QAbstractItemView):
        yield from _cut_in_cells(widget)
    elif isinstance(widget, QAbstractButton):
        text = widget.text().replace("&", "")
        room = widget.contentsRect().width()
        lines = text.split("\n")
        wide = max(widget.fontMetrics().horizontalAdvance(line) for line in lines)
        if text and wide > room + _SLACK and not _is_marked(text, widget.toolTip()):
            yield text
        if text and _is_cut_off(widget):
            yield text
    elif isinstance(widget, QLineEdit) and not isinstance(
        widget.parent(), (QAbstractSpinBox, QComboBox)
    ):
        hint = widget.placeholderText()
        wide = widget.fontMetrics().horizontalAdvance(hint)
        if not widget.text() and wide > widget.width() and not _is_marked(hint, widget.toolTip()):
            yield hint


def _cut_in_label(label: QLabel) -> Iterator[str]:
    text = label.text()
    if not text or isinstance(label.parent(), QLabel):
        return
    plain = _plain(text)
    if isinstance(label, ElidedLabel):
        label.grab()  # draws, and so decides what the tip tells
        if label.sizeHint().width() > label.width() and plain not in _plain(label.toolTip()):
            yield plain
        return
    if _is_cut_off(label):
        yield plain
    elif _is_marked(plain, label.toolTip()):
        return
    elif label.wordWrap():
        longest = max(map(label.fontMetrics().horizontalAdvance, re.split(r"[\s\u200b-]", plain)))
        is_low = label.heightForWidth(label.width()) > label.height() + _SLACK
        if is_low or longest > label.width() + _SLACK:
            yield plain
    elif (
        label.sizeHint().width() > label.width() + _SLACK
        or label.contentsRect().height() < label.fontMetrics().ascent()
    ):
        yield plain


def _cut_in_combo(box: QComboBox) -> Iterator[str]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    room = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    text = box.currentText()
    wide = box.fontMetrics().horizontalAdvance(text)
    is_told = text in _plain(box.toolTip()) or _is_marked(text, box.toolTip())
    if wide > room.width() + _SLACK and not is_told:
        yield text


def _cut_in_tabs(bar: QTabBar) -> Iterator[str]:
    for place in range(bar.count()):
        text = bar.tabText(place).replace("&", "")
        wide = bar.fontMetrics().horizontalAdvance(text)
        is_cut = bar.isTabVisible(place) and wide > bar.tabRect(place).width() + _SLACK
        if is_cut and text not in _plain(bar.tabToolTip(place)):
            yield text


def _cut_in_header(header: QHeaderView) -> Iterator[str]:
    model = header.model()
    if model is None:
        return
    for place in range(min(header.count(), 60)):
        if header.isSectionHidden(place):
            continue
        text = str(model.headerData(place, header.orientation()) or "")
        wide = header.fontMetrics().horizontalAdvance(text)
        tip = str(model.headerData(place, header.orientation(), Qt.ItemDataRole.ToolTipRole) or "")
        if header.orientation() is Qt.Orientation.Horizontal:
            is_cut = wide > header.sectionSize(place) + _SLACK
            if is_cut and text not in _plain(tip) and not _is_marked(text, tip):
                yield text


def _cut_in_cells(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    if model is None:
        return
    top = view.indexAt(view.viewport().rect().topLeft())
    if not top.isValid():
        return
    room = view.viewport().rect()
    for row in range(top.row(), min(top.row() + 25, model.rowCount(top.parent()))):
        for column in range(min(model.columnCount(top.parent()), 40)):
            index = model.index(row, column, top.parent())
            rect = view.visualRect(index)
            text = str(index.data() or "")
            if not text or not rect.intersects(room) or rect.left() < 0:
                continue
            wide = view.fontMetrics().horizontalAdvance(text)
            tip = str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
            tips = view.findChild(CutCells)
            is_told = text in _plain(tip) or _is_marked(text, tip)
            is_told = is_told or (tips is not None and tips.whole_text(index) == text)
            if wide > rect.width() + _SLACK and not is_told:
                yield text


def _cut_in_plot(plot: pg.GraphicsView) -> Iterator[str]:
    """Names of axes that are longer than their axis, and texts that leave the plot."""
    room = QRect(plot.viewport().rect()).adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK)
    for item in plot.scene().items():
        if isinstance(item, pg.AxisItem) and item.isVisible() and item.label.isVisible():
            text = item.label.toPlainText().strip()
            if text and not _is_within(plot, item.label, room):
                yield text
        elif isinstance(item, (pg.LabelItem, pg.TextItem)) and item.isVisible():
            inner = item.item if isinstance(item, pg.LabelItem) else item.textItem
            text = inner.toPlainText().strip()
            if text and not _is_within(plot, inner, room):
                yield text


def _is_within(plot: pg.GraphicsView, item: pg.GraphicsObject, room: QRect) -> bool:
    rect = item.mapRectToScene(item.boundingRect())
    corners = (rect.topLeft(), rect.bottomRight())
    # Half a margin of a text document may stand outside: it is empty.
    margin = QTextDocument().documentMargin()
    inset = (QPointF(margin, margin), QPointF(-margin, -margin))
    return all(
        room.contains(plot.mapFromScene(corner + inward))
        for corner, inward in zip(corners, inset, strict=True)
    )


def _is_cut_off(widget: QWidget) -> bool:
    """Whether part of it lies outside of what holds it, where nobody can scroll to it."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QAbstractScrollArea):
            if above.horizontalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
                return False
            room, left = above.viewport().width(), widget.mapTo(above.viewport(), QPoint()).x()
            return left < -_SLACK or left + widget.width() > room + _SLACK
        above = above.parentWidget()
    return widget.visibleRegion().boundingRect().width() < widget.width() - _SLACK


def _is_marked(text: str, tip: str) -> bool:
    """Whether a mark says that something is left out, and the tip has it."""
    return "…" in text and bool(tip)


def _plain(text: str) -> str:
    if not Qt.mightBeRichText(text):
        return text
    document = QTextDocument()
    document.setHtml(text)
    return document.toPlainText()
