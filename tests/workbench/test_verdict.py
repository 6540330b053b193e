"""What the status bar says about a run, before and after its audit."""

import core
from core.diagnosing import Labels
from tests.workbench.driving import SECONDS, flipped_csv, open_file, train


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
    labels = Labels.of(audit)
    assert labels.sentence in said
    assert labels.flagged in said
    assert window.verdict.toolTip() == said
