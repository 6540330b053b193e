"""The themes: every text can be read, a check box looks like one, and the focus is seen."""

import itertools

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from resources import icon_path
from tests.workbench.driving import SECONDS, flipped_csv, let_draw, open_file, train
from workbench.shell import theme as themes
from workbench.shell.theme import DARK, LIGHT, THEMES

READ = 4.5
SEEN = 3.0
"""What marks in plots and edges of controls need (WCAG 2.2, 1.4.11)."""
BACKGROUNDS = ("window", "base", "alternate")
TEXTS = [
    *itertools.product(("text", "quiet_text", "accent"), BACKGROUNDS),
    ("accent_text", "accent"),
    ("selection_text", "selection"),
    ("warning_text", "warning"),
    ("warning_text", "window"),
    ("warning_text", "base"),
    ("bound", "base"),
    ("guess", "base"),
]
"""A heading is quiet text, a link has the accent."""
MARKS = [
    *itertools.product(("training", "validation", "weighted"), ("base",)),
    ("selection_mark", "base"),
    ("quiet_text", "base"),
    *itertools.product(("handle",), ("base", "window")),
]


def luminance(colour):
    """Relative luminance (WCAG 2.2)."""
    parts = [part / 255 for part in QColor(colour).getRgb()[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_contrast_is_that_of_the_textbook():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_every_text_can_be_read(theme, text, ground):
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= READ


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize(("mark", "ground"), MARKS)
def test_every_mark_can_be_seen(theme, mark, ground):
    assert contrast(getattr(theme, mark), getattr(theme, ground)) >= SEEN


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_tick_has_the_colour_of_what_stands_on_the_accent(theme):
    for name in ("tick", "dash"):
        assert theme.accent_text in icon_path(f"{name}_{theme.name}").read_text()


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def themed(request, qapp):
    themes.apply(request.param, qapp)
    yield request.param
    themes.apply(LIGHT, qapp)


def colours(picture, left=0, right=20):
    return [
        QColor(picture.pixel(x, y)).name().upper()
        for x in range(left, min(right, picture.width()))
        for y in range(picture.height())
    ]


def has_nearly(found, wanted):
    """Whether a colour is among others, or one that smooth edges make of it."""
    rgb = QColor(wanted).getRgb()
    return any(
        max(abs(one - other) for one, other in zip(QColor(each).getRgb(), rgb, strict=True)) < 64
        for each in set(found)
    )


def test_a_spin_box_has_an_edge_as_plain_as_that_of_other_fields(qtbot, themed):
    box = QSpinBox()
    qtbot.addWidget(box)
    box.show()
    picture = box.grab().toImage()
    outermost = picture.pixelColor(0, picture.height() // 2)
    assert contrast(outermost, themed.base) >= 0.95 * contrast(themed.edge, themed.base)


@pytest.mark.parametrize("is_enabled", [True, False])
def test_a_ticked_box_has_a_tick_and_not_only_a_colour(qtbot, themed, is_enabled):
    box = QCheckBox("log values")
    qtbot.addWidget(box)
    box.setEnabled(is_enabled)
    box.show()
    plain = colours(box.grab().toImage())
    box.setChecked(True)
    ticked = colours(box.grab().toImage())
    filled = themed.accent.upper() if is_enabled else themed.quiet_text.upper()
    assert filled in ticked
    assert filled not in plain or not is_enabled
    assert has_nearly(ticked, themed.accent_text)


def test_a_tick_in_a_tree_is_a_tick_too_also_in_a_chosen_line(qtbot, themed):
    tree = QTreeWidget()
    qtbot.addWidget(tree)
    for state in (Qt.CheckState.Checked, Qt.CheckState.Unchecked, Qt.CheckState.PartiallyChecked):
        item = QTreeWidgetItem(["a"])
        item.setCheckState(0, state)
        tree.addTopLevelItem(item)
    tree.show()

    def box(row):
        area = tree.visualItemRect(tree.topLevelItem(row))
        area.setLeft(0)
        return colours(tree.viewport().grab(area).toImage(), 0, 42)

    ticked, empty, partly = (box(row) for row in range(3))
    for filled in (ticked, partly):
        assert themed.accent.upper() in filled
        assert has_nearly(filled, themed.accent_text)
    assert themed.accent.upper() not in empty
    assert ticked != partly
    tree.setCurrentItem(tree.topLevelItem(0))
    assert has_nearly(box(0), themed.accent_text)


def focusable(root):
    """What the keyboard can reach in a window, and that can be seen."""
    return [
        widget
        for widget in root.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not widget.visibleRegion().isEmpty()
    ]


def looks(window, widget):
    """A widget with what is around it, as it is seen."""
    area = widget.rect().adjusted(-3, -3, 3, 3)
    area.translate(widget.mapTo(window, QPoint(0, 0)))
    return window.grab(area).toImage()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_focus_is_seen_on_every_control(qtbot, started, tmp_path, name, qapp):
    window = started()
    window.apply_theme(THEMES[name])
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    train(qtbot, window, 10)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    hidden, looked_at = set(), 0
    for place in ("home", "data", "train", "review", "export", "learn"):
        window.navigator.go(place)
        qtbot.waitUntil(
            lambda place=place: window.navigator.place == place and window.jobs.is_free,
            timeout=SECONDS,
        )
        let_draw(qtbot, window)
        QApplication.processEvents()
        for widget in focusable(window):
            if not widget.isVisible():
                continue
            others = window.focusWidget()
            if others is not None:
                others.clearFocus()
            QApplication.processEvents()
            before = looks(window, widget)
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            QApplication.processEvents()
            if not widget.hasFocus():
                continue
            looked_at += 1
            if looks(window, widget) == before:
                hidden.add(f"{place}: {type(widget).__name__} {widget.accessibleName()!r}")
    window.apply_theme(LIGHT)
    assert looked_at > 100
    assert not hidden, "\n".join(sorted(hidden))


def test_a_link_in_a_text_takes_the_colour_of_another_theme(qtbot, qapp):
    """Seen: "Try it" stayed dark blue, on a ground that had become dark."""
    themes.apply(LIGHT, qapp)
    label = QLabel('No change of one value. <a href="0">Try it</a>')
    qtbot.addWidget(label)
    label.resize(400, 40)
    label.show()
    label.grab()
    try:
        themes.apply(DARK, qapp)
        image = label.grab().toImage()
        blues = {
            image.pixelColor(x, y).name().upper()
            for x in range(image.width())
            for y in range(image.height())
        }
        assert DARK.accent in blues
        assert LIGHT.accent not in blues
    finally:
        themes.apply(LIGHT, qapp)
