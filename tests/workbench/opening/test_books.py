"""Books and databases in the window: a sheet is chosen, used, decided about, and found again."""

import sqlite3

import openpyxl
import pytest
from PySide6.QtCore import Qt

from core import Verb
from tests.core.reading.foreign.making import book, sheet_xml
from tests.workbench.driving import SECONDS, drop, end
from workbench.frame.window import MainWindow
from workbench.sessions.recent import FileState


@pytest.fixture
def window(qtbot, qapp):
    window = MainWindow(qapp)
    window.show()
    yield window
    end(window)


def rows(count, kind="ab"):
    return [["id", "size", "kind"], *[[n, n * 1.5, kind[n % 2]] for n in range(count)]]


@pytest.fixture
def path(tmp_path):
    sheets = {
        "Cover": sheet_xml([["Orders of the year"]]),
        "Orders": sheet_xml([["Orders"], [], *rows(60)]),
        "Old": sheet_xml(rows(40, "xy")),
    }
    path = tmp_path / "orders.xlsx"
    path.write_bytes(book(sheets, hidden=["Old"]))
    return path


def shown(qtbot, window, path):
    drop(window, path)
    qtbot.waitUntil(window.desk.page.isVisible, timeout=SECONDS)
    wait_for_table(qtbot, window)
    return window.desk.page


def wait_for_table(qtbot, window):
    opening = window.controller.opening
    qtbot.waitUntil(
        lambda: opening.study is not None and opening.study.is_done and not opening.is_looking,
        timeout=SECONDS,
    )


def used(qtbot, window, page):
    qtbot.mouseClick(page.use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.workspace.dataset is not None, timeout=SECONDS)
    return window.workspace.dataset


def test_a_sheet_is_chosen_by_keys(qtbot, window, path):
    page = shown(qtbot, window, path)
    form = page.excerpt
    assert form.isVisible()
    assert not page.form.isVisible()
    choices = [form.table.itemText(place) for place in range(form.table.count())]
    assert [text.split()[0] for text in choices] == ["Cover", "Orders", "Old"]
    assert "hidden" in choices[2]
    assert form.table.currentData()[0] == "Orders"
    assert form.header.value() == 3
    form.table.setFocus()
    qtbot.keyClick(form.table, Qt.Key.Key_Down)
    qtbot.waitUntil(
        lambda: (
            window.controller.opening.manner.table == "Old"
            and window.controller.opening.table is not None
        ),
        timeout=SECONDS,
    )
    wait_for_table(qtbot, window)
    assert form.header.value() == 1
    data = used(qtbot, window, page)
    assert len(data) == 40
    assert data.table.origin.excerpt.table == "Old"


def test_a_header_row_and_a_range_are_typed(qtbot, window, path):
    page = shown(qtbot, window, path)
    page.excerpt.area.setFocus()
    qtbot.keyClicks(page.excerpt.area, "b3:c20")
    opening = window.controller.opening
    qtbot.waitUntil(
        lambda: opening.look.preview.names == ("size", "kind") and opening.table is not None,
        timeout=SECONDS,
    )
    assert opening.table.lines.tolist() == list(range(4, 21))
    page.excerpt.area.selectAll()
    qtbot.keyClicks(page.excerpt.area, "nonsense")
    qtbot.waitUntil(page.excerpt.problem.isVisible, timeout=SECONDS)
    assert "A3:K900" in page.excerpt.problem.text()


def test_a_sheet_without_rows_is_told_and_another_can_be_chosen(qtbot, window, path):
    page = shown(qtbot, window, path)
    page.excerpt.table.setFocus()
    qtbot.keyClick(page.excerpt.table, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: "no rows" in page.trouble.text(), timeout=SECONDS)
    assert not page.use.isEnabled()
    qtbot.keyClick(page.excerpt.table, Qt.Key.Key_Down)
    qtbot.waitUntil(page.use.isEnabled, timeout=SECONDS)


def test_a_book_with_one_sheet_needs_no_choice(qtbot, window, tmp_path):
    path = tmp_path / "one.xlsx"
    path.write_bytes(book({"Only": sheet_xml(rows(30))}))
    page = shown(qtbot, window, path)
    assert not page.excerpt.table.isEnabled()
    assert "the only sheet" in page.excerpt.rows.reasons["table"].text()
    assert not page.excerpt.codes.isVisible()


def test_a_database_has_tables_and_no_header_row(qtbot, window, tmp_path):
    path = tmp_path / "a.db"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE orders (x INTEGER, kind TEXT)")
        made.executemany("INSERT INTO orders VALUES (?, ?)", [(n, "ab"[n % 2]) for n in range(30)])
    made.close()
    page = shown(qtbot, window, path)
    assert page.excerpt.table.accessibleName() == "Table"
    assert not page.excerpt.header.isVisible()
    assert len(used(qtbot, window, page)) == 30


def test_decisions_about_a_sheet_make_a_copy_and_stay_with_it(qtbot, window, path, tmp_path):
    page = shown(qtbot, window, path)
    used(qtbot, window, page)
    space = window.workspace
    space.project.decide([10], Verb.EXCLUDE)
    space.project.relabel({11: "a"})
    out = tmp_path / "cleaned.xlsx"
    window.controller.exporter.cleaned(out)
    qtbot.waitUntil(out.exists, timeout=SECONDS)
    made = openpyxl.load_workbook(out)
    assert made.sheetnames == ["Cover", "Orders", "Old"]
    assert [cell.value for cell in made["Orders"][10]] == [None, None, None]
    assert made["Orders"]["C11"].value == "a"
    known = next(each for each in window.controller.session.recent() if each.path == path)
    assert known.state is FileState.SAME
    assert known.reading[0].table == "Orders"
