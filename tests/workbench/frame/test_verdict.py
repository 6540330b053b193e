"""What the card above the plots says about a run, and where its figures lead."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import core
from core.judging.diagnosing.labels import AuditedLabels
from core.judging.reviewing.decision import Verb
from tests.workbench.driving import (
    SECONDS,
    drop,
    flipped_csv,
    open_file,
    train,
    wait_until_done,
)
from workbench.frame.status_bar import StatusBar


def opened(qtbot, window, tmp_path, name="flipped.csv"):
    path = tmp_path / name
    flipped_csv(path, rows=600, flipped=40)
    open_file(qtbot, window, path)


def audited(qtbot, window):
    before = window.workspace.audit
    window.controller.reviewer.audit(window.workspace.current.run)
    qtbot.waitUntil(
        lambda: (
            window.workspace.audit not in (None, before)
            and window.workspace.audit.dataset is window.workspace.dataset
        ),
        timeout=4 * SECONDS,
    )
    said = AuditedLabels.of(window.workspace.audit).flagged
    qtbot.waitUntil(lambda: said in window.verdict.text(), timeout=SECONDS)


def test_the_words_are_the_cores_before_and_after_the_audit(qtbot, window, tmp_path):
    opened(qtbot, window, tmp_path)
    train(qtbot, window, rounds=30)
    run = window.workspace.current.run
    said = core.diagnosis(run)
    qtbot.waitUntil(lambda: window.verdict.text().startswith(said), timeout=SECONDS)
    flagged = int(window.workspace.snapshot.flagged.sum())
    assert window.verdict.text() == (
        f"{said} {flagged:,} rows flagged by the run alone, before an audit."
    )
    assert window.verdict.labels.main.text() == "not audited yet"
    assert window.verdict.button.text() == "Audit the rows"
    audited(qtbot, window)
    audit = window.workspace.audit
    said = core.diagnosis(run, audit)
    qtbot.waitUntil(lambda: window.verdict.text() == said, timeout=SECONDS)
    labels = AuditedLabels.of(audit)
    assert labels.sentence in said
    assert labels.flagged in said
    assert window.verdict.accessibleDescription() == said
    assert labels.short in window.verdict.labels.main.text()
    assert labels.bounds in window.verdict.labels.main.text()


def test_after_a_second_audit_without_a_training_the_audit_speaks_of_the_labels(
    qtbot, window, tmp_path
):
    """Seen: the card told of the run alone, as if nothing had been audited."""
    opened(qtbot, window, tmp_path)
    train(qtbot, window, rounds=30)
    audited(qtbot, window)
    first = window.workspace.audit
    lines = first.dataset.lines[first.ranked[:5]].tolist()
    window.controller.reviewer.decide(lines, "exclude")
    assert "before your decisions" in window.verdict.error.title.text()
    assert window.verdict.button.text() == "Train again"
    left = first.count - 5
    assert window.verdict.labels.detail.text() == f"{left} of {first.count} flagged rows left"
    audited(qtbot, window)
    labels = AuditedLabels.of(window.workspace.audit)
    assert "by the run alone" not in window.verdict.text()
    assert window.verdict.text().endswith(f"{labels.sentence} {labels.flagged}")
    assert labels.short in window.verdict.labels.main.text()
    window.verdict.button.click()
    wait_until_done(qtbot, window)
    qtbot.waitUntil(lambda: labels.flagged in window.verdict.text(), timeout=SECONDS)
    assert "before" not in window.verdict.error.title.text()


def test_every_figure_leads_to_where_more_of_it_is(qtbot, window, tmp_path):
    opened(qtbot, window, tmp_path)
    train(qtbot, window, rounds=30)
    audited(qtbot, window)
    card, docks = window.verdict, window.docks
    qtbot.waitUntil(lambda: card.button.text().startswith("Review"), timeout=SECONDS)
    for link, name in (
        (card.error.main, "results"),
        (card.columns.main, "features"),
        (card.error.detail, "data_panel"),
    ):
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
        dock = docks.docks.get(name) or docks.panels[name]
        qtbot.waitUntil(lambda dock=dock: not dock.visibleRegion().isEmpty(), timeout=SECONDS)
    QTest.mouseClick(card.labels.detail, Qt.MouseButton.LeftButton)
    table = docks.view("rows_table")
    count = window.workspace.audit.count
    qtbot.waitUntil(lambda: table.model.rowCount() == count, timeout=SECONDS)
    card.labels.main.setFocus()
    QTest.keyClick(card.labels.main, Qt.Key.Key_Return)
    assert window.review.page.isVisible()


def test_the_evidence_unfolds_and_each_figure_in_it_leads_somewhere(qtbot, window, tmp_path):
    opened(qtbot, window, tmp_path)
    train(qtbot, window, rounds=30)
    qtbot.waitUntil(window.verdict.why.isVisible, timeout=SECONDS)
    card, height = window.verdict, window.verdict.height()
    asked = []
    card.asked.connect(asked.append)
    QTest.mouseClick(card.why, Qt.MouseButton.LeftButton)
    assert card.grounds.isVisible()
    assert len(card.grounds.figures) == len(window.controller.trainer.diagnosis.grounds)
    for figure in card.grounds.figures:
        assert figure.focusPolicy() != Qt.FocusPolicy.NoFocus
        figure.click()
    assert len(asked) == len(card.grounds.figures)
    QTest.mouseClick(card.why, Qt.MouseButton.LeftButton)
    assert not card.grounds.isVisible()
    qtbot.waitUntil(lambda: card.height() == height, timeout=SECONDS)


def test_the_card_keeps_its_height_from_the_file_to_the_audit(qtbot, window, tmp_path):
    opened(qtbot, window, tmp_path)
    card, top = window.verdict, window.docks.y()
    heights = {card.height()}
    assert card.button.text() == "Train"
    QTest.mouseClick(card.button, Qt.MouseButton.LeftButton)
    window.controller.changed.connect(lambda: heights.add(card.height()))
    wait_until_done(qtbot, window)
    audited(qtbot, window)
    heights.add(card.height())
    assert len(heights) == 1
    assert window.docks.y() == top


def test_while_training_the_error_is_told_round_by_round(qtbot, window, tmp_path):
    opened(qtbot, window, tmp_path)
    window.actions_.step.trigger()
    qtbot.waitUntil(lambda: window.workspace.rounds == 1, timeout=SECONDS)
    qtbot.waitUntil(lambda: "round 1 of" in window.verdict.error.detail.text(), timeout=SECONDS)
    error = window.workspace.current.history.curve("validation_error")[0]
    assert window.verdict.error.main.text() == f"{100 * error:.1f} % wrong"
    assert not window.verdict.button.isVisible()
    assert window.verdict.text() == ""
    window.actions_.stop.trigger()
    wait_until_done(qtbot, window)


def test_the_status_line_is_one_line_whatever_is_said(qtbot):
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(640, bar.sizeHint().height())
    bar.show()
    height = bar.sizeHint().height()
    bar.activity.setText("A sentence of some words. " * 60)
    assert bar.sizeHint().height() == height
    assert bar.minimumSizeHint().width() <= 640


def test_nothing_of_the_former_file_stands_while_the_next_one_is_imported(qtbot, window, tmp_path):
    opened(qtbot, window, tmp_path)
    train(qtbot, window, rounds=30)
    said = window.verdict.text()
    assert said
    other = tmp_path / "other.csv"
    flipped_csv(other, rows=200, seed=5)
    drop(window, other)
    qtbot.waitUntil(
        lambda: (
            window.desk.made_page is not None
            and window.desk.page.isVisible()
            and window.controller.opening.table is not None
            and window.controller.opening.source.path == other
        ),
        timeout=SECONDS,
    )
    assert not window.verdict.isVisible()
    assert "rounds are done" not in window.activity.text()
    window.desk.page.use.click()
    qtbot.waitUntil(
        lambda: window.workspace.dataset is not None and len(window.workspace.dataset) == 200,
        timeout=SECONDS,
    )
    qtbot.waitUntil(window.verdict.isVisible, timeout=SECONDS)
    assert window.verdict.text() == ""
    assert window.verdict.error.main.text() == "nothing is trained yet"


def test_an_audit_without_another_training_leaves_no_word_of_the_run_alone(qtbot, window, tmp_path):
    """Seen: "315 rows flagged by the run alone, before an audit" above a review of 145."""
    opened(qtbot, window, tmp_path)
    train(qtbot, window, rounds=30)
    audited(qtbot, window)
    ranked = window.workspace.audit.ranked[:3]
    window.workspace.project.decide(window.workspace.dataset.lines[ranked].tolist(), Verb.EXCLUDE)
    before = window.workspace.audit
    window.controller.reviewer.audit()
    qtbot.waitUntil(lambda: window.workspace.audit is not before, timeout=4 * SECONDS)
    assert window.workspace.audit.dataset is not window.workspace.current.dataset
    assert window.controller.judge.facts().flagged_by_run is None
    assert "by the run alone" not in window.verdict.text()
    said = AuditedLabels.of(window.workspace.audit).flagged
    qtbot.waitUntil(lambda: said in window.verdict.text(), timeout=SECONDS)
