"""A person goes through the suspicious rows by keyboard, trains again, compares, takes it away."""

import numpy as np
import pandas as pd
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.base.wording import percent
from core.judging.reviewing.proof import proof
from tests.workbench.driving import (
    SECONDS,
    end,
    finished_window,
    flipped_csv,
    is_done,
    open_file,
    train,
    use_file,
)
from tests.workbench.reviewing.bench import made_up_audit, open_review
from workbench.frame.window import MainWindow
from workbench.shell.fitting.breaking import unparted
from workbench.shell.tips import plain


def test_decide_train_again_compare_and_export(qtbot, started, tmp_path):
    path = tmp_path / "flipped.csv"
    flipped = flipped_csv(path)
    window = started(path)
    use_file(qtbot, window, path)
    train(qtbot, window)
    page = open_review(qtbot, window, flipped)
    before = window.workspace.current
    page.rows.learning.learns.click()  # the rows come as they are flagged
    for place, line in enumerate(flipped):
        assert page.rows.current_line() == line
        QTest.keyClick(page.rows.queue, Qt.Key.Key_X if place % 4 == 0 else Qt.Key.Key_R)
    assert "All 20 flagged rows looked at: 15 relabelled, 5 excluded." in page.rows.empty.text()
    revision = window.workspace.dataset.revision
    shown = f"revision {revision}: 15 rows relabelled, 5 excluded"
    assert window.data_panel.revision.text() == shown

    page.train_again.click()
    qtbot.waitUntil(page.before_after.compare.isVisible, timeout=SECONDS)
    qtbot.waitUntil(lambda: is_done(window), timeout=SECONDS)
    after = window.workspace.current
    assert after is not before
    assert after.settings == before.settings
    assert after.dataset is window.workspace.dataset
    assert len(after.dataset) == 395
    sentence = proof(before.run, after.run).sentence
    assert page.before_after.text.text() == f"Trained again. {sentence}"
    assert "All 20 flagged rows" in page.rows.empty.text()
    assert "Train again" not in page.rows.empty.text()

    page.before_after.compare.click()
    compared, found = window.comparing.page, proof(before.run, after.run)
    qtbot.waitUntil(lambda: compared.shown is not None, timeout=SECONDS)
    assert compared.isVisible()
    for side in (found.before, found.after):
        assert unparted(percent(side.error.share)) in compared.figures.text()

    original = (tmp_path / "flipped.csv").read_bytes()
    cleaned, listed = tmp_path / "flipped-cleaned.csv", tmp_path / "decisions.csv"
    asked = []
    window.shell.ask.save = lambda _title, suggestion, _kinds: asked.append(suggestion) or cleaned
    window.actions_.export_cleaned.trigger()
    qtbot.waitUntil(lambda: cleaned.exists() and window.jobs.is_free, timeout=SECONDS)
    assert asked == ["flipped-cleaned.csv"]
    assert (tmp_path / "flipped.csv").read_bytes() == original
    was, now = (pd.read_csv(tmp_path / name) for name in ("flipped.csv", cleaned.name))
    changes = window.workspace.decisions.changes()
    excluded, labels = changes.excluded.tolist(), changes.labels.as_dict()
    was.index = range(2, len(was) + 2)
    for line, label in labels.items():
        was.loc[line, "label"] = label
    pd.testing.assert_frame_equal(was.drop(index=list(excluded)).reset_index(drop=True), now)

    window.shell.ask.save = lambda *_: listed
    page.decisions.give.click()
    qtbot.waitUntil(lambda: listed.exists() and window.jobs.is_free, timeout=SECONDS)
    assert len(pd.read_csv(listed)) == 20

    while window.workspace.project.done:
        window.actions_.undo.trigger()
    assert window.workspace.dataset is window.workspace.decisions.base
    window.shell.ask.open = lambda *_: listed
    page.decisions.take.click()
    colleagues = window.controller.reviewer.colleagues
    qtbot.waitUntil(lambda: colleagues.look is not None, timeout=SECONDS)
    page.decisions.taking_in.take.click()
    qtbot.waitUntil(
        lambda: window.workspace.decisions.changes().labels.as_dict() == labels, timeout=SECONDS
    )
    assert len(window.workspace.project.done) == 1
    assert window.workspace.decisions.changes().excluded.tolist() == excluded


def test_decisions_are_there_again_when_the_file_is_opened_again(qtbot, qapp, window, tmp_path):
    flipped = finished_window(qtbot, window, tmp_path)
    page = open_review(qtbot, window, flipped)
    for _ in range(3):
        QTest.keyClick(page.rows.queue, Qt.Key.Key_X)
    open_file(qtbot, window, tmp_path / "flipped.csv")
    assert len(window.workspace.dataset) == 397
    assert window.actions_.undo.isEnabled()

    other = MainWindow(qapp)
    try:
        assert other.welcome.links[0].toolTip() == plain(str(tmp_path / "flipped.csv"))
    finally:
        end(other)


def test_one_ranking_wherever_rows_are_ranked(qtbot, window, tmp_path):
    """The review, the ten most suspicious rows, the table and what leaves, in one order."""
    finished_window(qtbot, window, tmp_path)
    window.review.audit()
    qtbot.waitUntil(lambda: window.workspace.audit is not None, timeout=SECONDS)
    audit, suspects = window.workspace.audit, window.review.suspects
    order = audit.dataset.lines[audit.ranked]
    qtbot.waitUntil(lambda: suspects.ranking.audit is audit, timeout=SECONDS)
    assert suspects.ranking.lines.tolist() == order.tolist()
    window.actions_.top_suspects.trigger()
    assert sorted(window.workspace.selection) == sorted(order[:10])
    assert audit.frame()["line"].tolist() == order.tolist()
    table = window.docks.view("rows_table").model
    qtbot.waitUntil(lambda: np.array_equal(table.order, audit.ranked), timeout=SECONDS)


def test_a_cell_of_the_confusion_matrix_never_widens_a_decision(qtbot, started, tmp_path):
    """Seen: click the cell of the errors, Review, R: 51 labels change, 21 never flagged."""
    path = tmp_path / "flipped.csv"
    flipped = flipped_csv(path)
    window = started(path)
    use_file(qtbot, window, path)
    train(qtbot, window)
    window.docks.bring("results")
    results = window.docks.view("results")
    qtbot.waitUntil(lambda: results.is_ready and results.has_content, timeout=SECONDS)
    results._clicks.clicked.emit(1.0, 0.0, False)
    selected = window.workspace.selection.tolist()
    assert len(selected) > 3
    window.workspace.set_audit(
        made_up_audit(window.workspace.dataset, flipped, window.workspace.current.run)
    )
    suspects, page = window.review.suspects, window.review.page
    qtbot.waitUntil(
        lambda: suspects.ranking is not None and suspects.ranking.audit is not None, timeout=SECONDS
    )
    window.activateWindow()
    window.actions_.review.trigger()
    qtbot.waitUntil(lambda: page.rows.facts is not None, timeout=SECONDS)
    line = page.rows.current_line()
    assert line in selected
    assert page.rows.many.isVisible()
    QTest.keyClick(page.rows.queue, Qt.Key.Key_R)
    changes = window.workspace.decisions.changes()
    assert changes.labels.lines.tolist() == [line]
    assert page.rows.current_line() in set(selected) - {line}
