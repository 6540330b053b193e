"""Setting a cell and labelling a row that had no label, as a person does it in the window."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.workbench.driving import SECONDS, flipped_csv, open_file


def open_with_gaps(qtbot, window, tmp_path):
    """A file with two rows that have no label, opened."""
    path = tmp_path / "gaps.csv"
    flipped_csv(path)
    lines = path.read_text().splitlines(keepends=True)
    for place in (4, 9):
        head, _, _ = lines[place].rpartition(",")
        lines[place] = f"{head},\n"
    path.write_text("".join(lines))
    open_file(qtbot, window, path)
    window.docks.panels["selection_panel"].show()
    window.docks.panels["selection_panel"].raise_()
    return path


def panel_of(qtbot, window):
    dock = window.docks.panels["selection_panel"]
    qtbot.waitUntil(lambda: bool(dock.panel) and dock.panel.isVisible(), timeout=SECONDS)
    return dock.panel


def export_cleaned(qtbot, window, to):
    window.shell.ask.save = lambda *_: to
    window.actions_.export_cleaned.trigger()
    qtbot.waitUntil(to.exists, timeout=SECONDS)
    return to.read_text().splitlines()


def test_a_cell_is_set_undone_and_in_the_cleaned_file(qtbot, window, tmp_path):
    path = open_with_gaps(qtbot, window, tmp_path)
    window.workspace.select([3])
    panel = panel_of(qtbot, window)
    panel.cell.column.setCurrentText("shop")
    before = panel.cell.value.text()
    assert before in ("a", "b")
    panel.cell.value.selectAll()
    QTest.keyClicks(panel.cell.value, "central")
    QTest.keyClick(panel.cell.value, Qt.Key.Key_Return)
    table = window.workspace.dataset.table
    assert table.column("shop").text(int(table.rows_of([3])[0])) == "central"
    assert window.actions_.undo.text() == "&Undo: set 'shop' of line 3"
    cleaned = export_cleaned(qtbot, window, tmp_path / "clean.csv")
    original = path.read_text().splitlines()
    assert [line for line, own in enumerate(original, 1) if cleaned[line - 1] != own] == [3]
    assert ",central," in cleaned[2]
    window.actions_.undo.trigger()
    assert panel.cell.value.text() == before


def test_what_is_no_number_is_said_and_nothing_changes(qtbot, window, tmp_path):
    open_with_gaps(qtbot, window, tmp_path)
    window.controller.reviewer.set_cell([3], "x", "many")
    assert "'many' is no number" in window.strip.text.text()
    assert not window.workspace.project.done


def test_rows_without_a_label_are_selected_and_labelled(qtbot, window, tmp_path):
    path = open_with_gaps(qtbot, window, tmp_path)
    rows = len(window.workspace.dataset)
    window.actions_.unlabelled.trigger()
    assert window.workspace.selection.tolist() == [5, 10]
    panel = panel_of(qtbot, window)
    panel.bar.relabel("yes")
    assert len(window.workspace.dataset) == rows + 2
    assert window.actions_.undo.text() == "&Undo: label 2 rows"
    assert not window.actions_.unlabelled.isEnabled()
    lines = export_cleaned(qtbot, window, tmp_path / "clean.csv")
    assert [lines[place].rpartition(",")[2] for place in (4, 9)] == ["yes", "yes"]
    assert path.read_text().splitlines()[4].endswith(",")
    window.actions_.undo.trigger()
    assert len(window.workspace.dataset) == rows
