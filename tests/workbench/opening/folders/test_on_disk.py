"""Data on the disk in the window: a sample and suspects are shown, all rows are judged."""

import difflib

import numpy as np
import pandas as pd
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from core.base.errors import DataError
from core.base.files import SESSION_SUFFIX
from core.judging.auditing.parts import on_disk as on_disk_audit
from core.parts import summing
from core.storage import session_file
from tests.workbench.driving import SECONDS, set_rounds, settle, wait_until_done
from tests.workbench.opening.folders.making import (
    look_at_folder,
    open_folder,
    planted_folder,
    use_folder,
)
from workbench.reviewing.selection_panel import SelectionPanel
from workbench.sessions.recovery import AUDITED, KINDS, recovery, restored
from workbench.viewing.catalog import tabs
from workbench.viewing.rows_shown import RowsShown

SAMPLE = 100


@pytest.fixture
def on_disk(qtbot, window, tmp_path, monkeypatch):
    """A window with data on the disk, of which the window holds a small sample; what is planted."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(summing, "SHOWN", SAMPLE)
    monkeypatch.setattr(on_disk_audit, "LEAST_LISTED", 50)
    planted = planted_folder(tmp_path / "orders")
    window.controller.reviewer.follows_up = False
    open_folder(qtbot, window, tmp_path / "orders", is_on_disk=True)
    assert len(window.workspace.dataset.sample) == SAMPLE
    return planted


def train(qtbot, window, rounds=10):
    set_rounds(window, rounds)
    qtbot.waitUntil(window.actions_.train.isEnabled, timeout=SECONDS)  # a copy may be written yet
    window.actions_.train.trigger()
    wait_until_done(qtbot, window)


def audit(qtbot, window):
    before = window.workspace.audit
    window.actions_.audit.trigger()
    qtbot.waitUntil(lambda: window.workspace.audit is not before, timeout=SECONDS)
    settle(qtbot, window)
    return window.workspace.audit


def test_views_draw_a_sample_and_say_so_while_curves_are_of_all_rows(qtbot, window, on_disk):
    failed = []
    window.workspace.failed.connect(failed.append)
    train(qtbot, window)
    for name in tabs():
        window.docks.bring(name)
        view = window.docks.view(name)
        qtbot.waitUntil(lambda view=view: view.is_ready, timeout=SECONDS)
        told = view.rows_shown.text()
        if view.shows is RowsShown.ALL:
            assert told == "All 480 rows"
        else:
            assert told == f"A fair sample of {SAMPLE} of 480 rows"
        assert view.rows_shown.isVisibleTo(view) == (view.shows is not RowsShown.NONE)
    assert failed == []
    curve = window.workspace.current.history.curve("validation_error")
    assert f"{100 * curve[-1]:.1f} %" in window.docks.view("error_curves").describe()
    assert window.docks.view("rows_table").model.rowCount() == SAMPLE


def test_suspects_of_all_files_are_reviewed_and_the_copy_has_what_was_decided(
    qtbot, window, on_disk, tmp_path
):
    train(qtbot, window)
    found = audit(qtbot, window)
    files = found.dataset.table.files
    flagged = {files.place(int(found.dataset.lines[row])) for row in found.ranked[: found.count]}
    planted = {(name, line) for name, lines in on_disk.items() for line in lines}
    assert len(flagged & planted) >= 6
    for name in ("weight_paths", "weight_heatmap", "rows_table"):
        window.docks.bring(name)
        view = window.docks.view(name)
        qtbot.waitUntil(lambda view=view: view.is_ready, timeout=SECONDS)
        assert "of the most suspicious of all" in view.rows_shown.text()
    assert window.docks.view("weight_paths")._computing.dataset is found.dataset
    assert window.docks.view("rows_table").model.rowCount() == len(found.dataset)
    window.navigator.go("review")
    rows = window.review.page.rows
    ranking = window.review.suspects
    qtbot.waitUntil(lambda: ranking.ranking.audit is found, timeout=SECONDS)
    settle(qtbot, window)
    assert rows.card.title.text().split(", line ")[0] in on_disk
    for key in "RXK":
        QTest.keyClick(rows, key)
        settle(qtbot, window)
    decisions = window.workspace.decisions
    relabelled, excluded, kept = (each.line for each in decisions.standing())
    assert not np.isin(window.workspace.selection, [relabelled, excluded, kept]).any()
    assert len(window.workspace.dataset) == 479
    window.controller.reviewer.undo()
    window.controller.reviewer.redo()
    assert decisions.about(kept) is not None
    window.shell.ask.save = lambda *_told: tmp_path / "cleaned"
    window.actions_.export_cleaned.trigger()
    qtbot.waitUntil((tmp_path / "cleaned").exists, timeout=SECONDS)
    changed = {}
    for name in on_disk:
        old, new = ((tmp_path / own / name).read_text() for own in ("orders", "cleaned"))
        told = difflib.ndiff(old.splitlines(), new.splitlines())
        changed[name] = [line for line in told if line[:1] in "-+"]
    assert sum(map(len, changed.values())) == 3  # one line is gone, and one is another
    for line in (relabelled, excluded):
        assert changed[files.place(line)[0]]
    window.navigator.go("train")
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    train(qtbot, window, 11)
    qtbot.waitUntil(lambda: len(window.workspace.runs) == 2, timeout=SECONDS)
    assert window.workspace.current.dataset is window.workspace.dataset


def test_a_session_of_a_folder_on_the_disk_opens_as_it_was(qtbot, window, on_disk, tmp_path):
    train(qtbot, window)
    line = int(window.workspace.dataset.lines[7])
    window.workspace.project.decide([line], "exclude")
    path = tmp_path / f"work{SESSION_SUFFIX}"
    window.shell.ask.save = lambda *_told: path
    window.actions_.save_session.trigger()
    qtbot.waitUntil(lambda: path.exists() and window.jobs.is_free, timeout=SECONDS)
    error = window.workspace.current.run.history.validation_error(10)
    window.controller.close_data()
    window.show_file(path)
    qtbot.waitUntil(lambda: window.workspace.current is not None, timeout=SECONDS)
    data = window.workspace.dataset
    assert (len(data), data.sample is not None) == (479, True)
    assert window.workspace.current.run.history.validation_error(10) == error


def test_causes_are_those_of_the_fair_sample_and_drawing_more_rows_says_why_not(
    qtbot, window, on_disk
):
    train(qtbot, window)
    found = audit(qtbot, window)
    assert len(found.dataset) > len(found.fair.dataset) == SAMPLE
    told = []
    window.workspace.failed.connect(told.append)
    reviewer = window.controller.reviewer
    reviewer.inquirer.find_causes()
    qtbot.waitUntil(lambda: reviewer.inquirer.causes is not None, timeout=SECONDS)
    assert told == []
    reviewer.certifier.begin(checks=False)
    assert str(told[0]).startswith("When to stop needs the values of all rows")


def test_a_selected_row_that_is_not_held_tells_where_its_values_are(qtbot, window, on_disk):
    train(qtbot, window)
    data = window.workspace.dataset
    line = next(int(each) for each in data.lines if each not in data.sample.lines)
    window.docks.bring("selection_panel")
    window.workspace.select([line])
    settle(qtbot, window)
    panel = window.findChild(SelectionPanel)
    qtbot.waitUntil(panel.isVisible, timeout=SECONDS)
    told = [label.text() for label in panel.findChildren(QLabel)]
    assert data.table.titled(line) in told
    assert any("the window holds a sample" in each for each in told)


def test_what_is_taken_away_tells_file_and_line_and_a_report_why_there_is_none(
    qtbot, window, on_disk, tmp_path
):
    train(qtbot, window)
    window.controller.exporter.rows(tmp_path / "suspects.csv")
    qtbot.waitUntil((tmp_path / "suspects.csv").exists, timeout=SECONDS)
    found = pd.read_csv(tmp_path / "suspects.csv")
    assert list(found.columns[:2]) == ["file", "line"]
    assert set(found["file"]) == set(on_disk)
    assert found["line"].max() <= 121
    window.docks.bring("data_scatter")
    view = window.docks.view("data_scatter")
    qtbot.waitUntil(lambda: view.is_ready and view.has_content, timeout=SECONDS)
    (rows,) = view.numbers_by_file().values()
    assert set(rows["file"]) == set(on_disk)
    window.actions_.export_report.trigger()
    assert "Export the views, the ranked rows and the model" in window.strip.text.text()


def test_no_copy_is_made_of_files_that_changed_meanwhile(qtbot, window, on_disk, tmp_path):
    project = window.workspace.project
    project.decide([int(window.workspace.dataset.lines[3])], "exclude")
    with (tmp_path / "orders" / "month 02.csv").open("a") as file:
        file.write("1,2,a,yes\n")
    window.shell.ask.save = lambda *_told: tmp_path / "cleaned"
    window.actions_.export_cleaned.trigger()
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert window.strip.text.text().startswith("month 02.csv changed or vanished since orders")
    assert not (tmp_path / "cleaned").exists()


def texts(columns):
    return [[column.text(row) for row in range(len(column))] for column in columns]


def same_audits(one, other):
    """Hold what two audits say of all rows, and of those that are held, together."""
    assert np.array_equal(one.dataset.lines, other.dataset.lines)
    for name in ("suspicion", "wrong", "suggested", "probability", "ranked", "flagged"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)
    assert (one.noise, one.count) == (other.noise, other.count)
    assert [each.name for each in one.opinions] == [each.name for each in other.opinions]
    before, now = (audit.dataset.table.columns for audit in (one, other))
    assert texts(before) == texts(now)


def test_the_audit_is_kept_in_a_session_and_shown_again(qtbot, window, on_disk, tmp_path):
    train(qtbot, window)
    found, path = audit(qtbot, window), tmp_path / f"disk{SESSION_SUFFIX}"
    window.workspace.project.decide([int(found.dataset.lines[found.ranked[0]])], "exclude")
    window.controller.keeper.save(path, {})
    qtbot.waitUntil(path.exists, timeout=SECONDS)
    settle(qtbot, window)
    window.controller.close_data()
    window.show_file(path)
    qtbot.waitUntil(lambda: window.workspace.audit is not None, timeout=SECONDS)
    settle(qtbot, window)
    back = window.workspace.audit
    same_audits(found, back)
    same_audits(found.fair, back.fair)
    assert back.run.history.whole is window.workspace.runs[0].run.history
    assert back.about is window.workspace.runs[0].dataset
    window.docks.bring("rows_table")
    settle(qtbot, window)
    words = window.docks.view("rows_table").rows_shown.text()
    assert words.startswith(f"A fair sample of {SAMPLE} of 480 rows, and ")


def test_nothing_is_called_a_sample_where_all_rows_are_drawn(qtbot, window, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    planted_folder(tmp_path / "orders")
    look_at_folder(qtbot, window, tmp_path / "orders")
    use_folder(qtbot, window, is_on_disk=True)
    assert "views show them all" in window.desk.page.keeping.note.text()
    rows = window.docks.view("rows_table")
    qtbot.waitUntil(lambda: rows.is_ready, timeout=SECONDS)
    assert len(window.workspace.dataset.sample) == len(window.workspace.dataset) == 480
    assert not rows.rows_shown.isVisibleTo(rows)


def test_an_audit_that_cannot_be_read_again_is_said(qtbot, window, on_disk, tmp_path, monkeypatch):
    train(qtbot, window)
    audit(qtbot, window)
    path, told = tmp_path / f"disk{SESSION_SUFFIX}", []
    window.controller.keeper.save(path, {})
    qtbot.waitUntil(path.exists, timeout=SECONDS)
    settle(qtbot, window)
    window.controller.close_data()

    def change(*_):
        raise DataError("month 02.csv changed.")

    monkeypatch.setattr(session_file, "put_audit", change)
    monkeypatch.setattr(window.controller.status, "say", told.append)
    window.show_file(path)
    qtbot.waitUntil(lambda: any("is open again" in each for each in told), timeout=SECONDS)
    settle(qtbot, window)
    assert "The audit could not be read again. month 02.csv changed. Audit" in " ".join(told)
    assert window.workspace.audit is None
    assert len(window.workspace.dataset) == 480


def test_what_was_decided_and_trained_is_restored_after_a_crash(qtbot, window, on_disk):
    train(qtbot, window)
    judged = audit(qtbot, window)
    lines = window.workspace.dataset.lines
    project = window.workspace.project
    project.decide([int(lines[3]), int(lines[200])], "exclude")
    project.relabel({int(lines[300]): window.workspace.dataset.classes[0]})
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    window.jobs.finish()
    session = window.session
    entries = list(session.journal.entries(KINDS))
    found = recovery(entries)
    back, lost = restored(found, session.runs_folder, session.journal.entries((*KINDS, AUDITED)))
    assert lost == 0
    assert back.decisions.count == 3
    assert (len(back.dataset), back.dataset.sample is not None) == (478, True)
    same_audits(judged, back.audit)
    assert back.audit.about is back.runs[0].dataset
    known = window.workspace.runs[0].run.history
    assert back.runs[0].run.history.validation_error(10) == known.validation_error(10)
