"""What the status bar says about a run, before and after its audit."""

import core
from core.judging.diagnosing.labels import AuditedLabels
from tests.workbench.driving import SECONDS, flipped_csv, open_file, train
from workbench.frame.status_bar import StatusBar
from workbench.shell.tips import plain


def test_what_does_not_fit_is_marked(qtbot):
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(1280, bar.sizeHint().height())
    bar.show()
    verdict = bar.verdict
    verdict.tell("A sentence of some words. " * 16)
    assert verdict.more.isHidden(), "as long as is usual, in the window of a small laptop"
    verdict.tell("A sentence of some words. " * 60)
    assert verdict.more.isVisible()
    assert verdict.rect().contains(verdict.more.geometry())
    assert verdict.toolTip() == plain(verdict.text())
    bar.resize(6400, bar.height())
    assert verdict.more.isHidden()


def test_the_words_are_the_cores_before_and_after_the_audit(qtbot, window, tmp_path):
    path = tmp_path / "flipped.csv"
    flipped_csv(path, rows=600, flipped=40)
    open_file(qtbot, window, path)
    train(qtbot, window, rounds=30)
    run = window.workspace.current.run
    said = core.diagnosis(run)
    qtbot.waitUntil(lambda: window.verdict.text().startswith(said), timeout=SECONDS)
    flagged = int(window.workspace.snapshot.flagged.sum())
    assert window.verdict.text() == (
        f"{said} {flagged:,} rows flagged by the run alone, before an audit."
    )
    window.controller.reviewer.audit()
    qtbot.waitUntil(lambda: window.workspace.audit is not None, timeout=4 * SECONDS)
    audit = window.workspace.audit
    said = core.diagnosis(run, audit)
    qtbot.waitUntil(lambda: window.verdict.text() == said, timeout=SECONDS)
    labels = AuditedLabels.of(audit)
    assert labels.sentence in said
    assert labels.flagged in said
    assert window.verdict.toolTip() == plain(said)
