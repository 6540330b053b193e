"""New columns in the window, as a person makes them: by keys, with a preview and with errors."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.data.roles import Role
from tests.workbench.driving import SECONDS, drop, open_file, set_rounds, train

ROWS = 300


@pytest.fixture
def csv(tmp_path):
    random = np.random.default_rng(6)
    path = tmp_path / "homes.csv"
    price, rooms = random.integers(50, 500, ROWS), random.integers(0, 5, ROWS)
    pd.DataFrame(
        {
            "price": price,
            "rooms": rooms,
            "unit price": random.normal(size=ROWS).round(2),
            "label": np.where(price / np.maximum(rooms, 1) > 90, "yes", "no"),
        }
    ).to_csv(path, index=False)
    return path


@pytest.fixture
def page(qtbot, window, csv):
    """The import page of the file, all of it read."""
    drop(window, csv)
    opening = window.controller.opening
    qtbot.waitUntil(lambda: opening.study is not None and opening.study.is_done, timeout=SECONDS)
    return window.desk.page


def typed(dialog, name, expression):
    """Type a name, Tab, and an expression, letter by letter."""
    dialog.name.clear()
    QTest.keyClicks(dialog.name, name)
    QTest.keyClick(dialog.name, Qt.Key.Key_Tab)
    dialog.expression.clear()
    QTest.keyClicks(dialog.expression, expression)
    dialog.expression._completer.popup().hide()


def asked(page):
    QTest.mouseClick(page.compute, Qt.MouseButton.LeftButton)
    return page.compute_dialog


def test_a_column_is_computed_on_the_import_page_by_keys_alone(qtbot, window, page):
    dialog = asked(page)
    typed(dialog, "each", "price / rooms")
    qtbot.waitUntil(lambda: dialog.values.columnCount() == 3, timeout=SECONDS)
    assert [dialog.values.horizontalHeaderItem(c).text() for c in range(3)] == [
        "price",
        "rooms",
        "each",
    ]
    qtbot.waitUntil(lambda: "300 rows" in dialog.told.text(), timeout=SECONDS)
    assert "a division by 0 in" in dialog.told.text()
    QTest.keyClick(dialog.expression, Qt.Key.Key_Return)
    opening = page.opening
    assert dict(opening.plan.computed) == {"each": "price / rooms"}
    qtbot.waitUntil(lambda: opening.study is not None and opening.study.is_done, timeout=SECONDS)
    model = page.columns.columns
    row = model.names.index("each")
    assert model.index(row, 0).data(Qt.ItemDataRole.DecorationRole) is not None
    assert model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "each, computed"
    assert model.index(row, 6).data() == "= price / rooms"
    assert model.profile(row).missing > 0
    # Space on its line leads back to it.
    page.columns.setCurrentIndex(model.index(row, 0))
    QTest.keyClick(page.columns, Qt.Key.Key_Space)
    again = page.compute_dialog
    assert (again.name.text(), again.expression.text()) == ("each", "price / rooms")
    QTest.mouseClick(again.remove, Qt.MouseButton.LeftButton)
    assert "each" not in opening.plan.columns


def test_errors_stand_below_the_line_and_point_at_the_place(qtbot, page):
    dialog = asked(page)
    typed(dialog, "x", "pirce / rooms")
    qtbot.waitUntil(lambda: not dialog.trouble.isHidden(), timeout=SECONDS)
    assert dialog.trouble.text() == "There is no column 'pirce'. Is price meant?"
    assert dialog.pointed.text() == "pirce / rooms\n^^^^^"
    assert not dialog.ok.isEnabled()
    typed(dialog, "x", 'if(label = "yes", 1, 2)')
    qtbot.waitUntil(lambda: "which is the target" in dialog.trouble.text(), timeout=SECONDS)
    typed(dialog, "price", "rooms * 2")
    qtbot.waitUntil(lambda: "already" in dialog.trouble.text(), timeout=SECONDS)
    typed(dialog, "", "rooms * 2")
    qtbot.waitUntil(lambda: "Give it a name" in dialog.told.text(), timeout=SECONDS)
    assert not dialog.ok.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not page.opening.plan.computed


def test_columns_and_functions_are_offered(qtbot, page):
    dialog = asked(page)
    line, popup = dialog.expression, dialog.expression._completer.popup()
    QTest.keyClick(dialog.name, Qt.Key.Key_Tab)
    qtbot.waitUntil(line.hasFocus, timeout=SECONDS)
    QTest.keyClicks(line, "rou")
    assert popup.isVisible()
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert line.text() == "round("
    QTest.keyClicks(line, "[un")
    qtbot.waitUntil(popup.isVisible, timeout=SECONDS)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert line.text() == "round([unit price]"
    line.clear()
    QTest.keyClick(line, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert popup.isVisible()
    assert popup.model().rowCount() > 30
    popup.hide()
    dialog.reject()


def test_the_new_column_can_be_the_target(qtbot, page):
    dialog = asked(page)
    dialog.is_target.setChecked(True)
    typed(dialog, "costly", "price > 200")
    qtbot.waitUntil(dialog.ok.isEnabled, timeout=SECONDS)
    QTest.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    plan = page.opening.plan
    assert (plan.target, plan["price"].role) == ("costly", Role.IGNORED)


def test_in_the_data_panel_it_is_a_deed_that_can_be_undone(qtbot, window, csv):
    open_file(qtbot, window, csv)
    panel, space = window.data_panel, window.workspace
    QTest.mouseClick(panel.compute, Qt.MouseButton.LeftButton)
    dialog = window.choices.compute_dialog
    typed(dialog, "each", "price / (rooms + 1)")
    qtbot.waitUntil(dialog.ok.isEnabled, timeout=SECONDS)
    QTest.keyClick(dialog.expression, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: space.dataset.table.computed == ("each",), timeout=SECONDS)
    assert space.project.done[-1].words == "compute 'each'"
    item = panel.columns.topLevelItem(panel.columns.topLevelItemCount() - 1)
    assert (item.text(0), item.icon(0).isNull()) == ("each", False)
    assert item.toolTip(0) == "<qt>each = price / (rooms + 1)</qt>"
    set_rounds(window, 5)
    train(qtbot, window)
    assert "each" in [column.name for column in space.current.dataset.features]
    window.actions_.undo.trigger()
    qtbot.waitUntil(lambda: not space.dataset.table.computed, timeout=SECONDS)
    window.actions_.redo.trigger()
    qtbot.waitUntil(lambda: bool(space.dataset.table.computed), timeout=SECONDS)
    # To set a cell is to compute anew; the computed cell itself is not set.
    window.controller.reviewer.set_cell(np.array([2]), "price", "1000")
    value = space.dataset.table.column("each").values[0]
    assert value == 1000 / (space.dataset.table.column("rooms").values[0] + 1)
    panel.columns.itemActivated.emit(panel.columns.topLevelItem(4), 0)
    assert window.choices.compute_dialog.name.text() == "each"
    window.choices.compute_dialog.reject()
