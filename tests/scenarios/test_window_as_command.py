"""The window and the commands say the same of the same file: ranking, flags, noise and proof."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, read_csv
from core.commands import commands
from core.judging.reviewing.proof import proof
from main import main
from tests.workbench.driving import SECONDS, flipped_csv, is_done, train
from tests.workbench.opening.test_importing import (
    drop,
    wait_for_data,
    wait_for_page,
    wait_for_study,
)


@pytest.fixture
def reviewed(qtbot, window, tmp_path):
    """A file that was dropped on the window, trained on and audited by itself."""
    path = tmp_path / "flipped.csv"
    flipped_csv(path, rows=240, flipped=16)
    drop(window, path)
    page = wait_for_page(qtbot, window)
    wait_for_study(qtbot, window)
    page.target_bar.target.setCurrentText("label")
    page.target_bar.target.textActivated.emit("label")
    wait_for_study(qtbot, window)
    page.use.click()
    wait_for_data(qtbot, window)
    window.controller.reviewer.follows_up = True
    train(qtbot, window, 40)
    qtbot.waitUntil(lambda: window.workspace.audit is not None, timeout=2 * SECONDS)
    suspects = window.review.suspects
    qtbot.waitUntil(lambda: suspects.ranking.audit is window.workspace.audit, timeout=SECONDS)
    return window, path


def test_the_window_ranks_and_flags_as_audit_and_report_do(qtbot, reviewed, tmp_path, capsys):
    window, path = reviewed
    found = window.workspace.audit
    out = tmp_path / "out"
    arguments = ["audit", str(path), "--target", "label", "--set", "rounds=40", "--out", str(out)]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    table = pd.read_csv(out / "suspects.csv")
    lines = found.dataset.lines[found.ranked]
    assert table["line"].tolist() == lines.tolist()
    np.testing.assert_allclose(table["suspicion"], found.suspicion[found.ranked], rtol=1e-5)
    assert int((table["flagged"] == "yes").sum()) == found.count > 0
    assert f"{found.count:,} rows are flagged" in said
    report = commands.report(read_csv(path, "label"), AdaBoost(rounds=40), 0)
    np.testing.assert_array_equal(report.audit.ranked, found.ranked)
    assert (report.audit.count, report.audit.noise) == (found.count, found.noise)


def test_the_window_proves_as_the_report_does(qtbot, reviewed, tmp_path):
    window, path = reviewed
    audit, page = window.workspace.audit, window.review.page
    window.activateWindow()
    window.actions_.review.trigger()
    first = int(audit.dataset.lines[audit.ranked[0]])
    qtbot.waitUntil(
        lambda: page.rows.facts is not None and page.rows.facts.line == first, timeout=SECONDS
    )
    for _ in range(audit.count):
        QTest.keyClick(page.rows.queue, Qt.Key.Key_R)
    assert len(window.workspace.decisions.standing()) == audit.count
    decided = tmp_path / "decided.csv"
    window.workspace.decisions.write_csv(decided)
    page.train_again.click()
    qtbot.waitUntil(page.before_after.compare.isVisible, timeout=2 * SECONDS)
    qtbot.waitUntil(lambda: is_done(window), timeout=SECONDS)
    report = commands.report(read_csv(path, "label"), AdaBoost(rounds=40), 0, decided)
    assert page.before_after.text.text() == f"Trained again. {report.proof.sentence}"
    runs = [item.run for item in window.workspace.runs]
    assert proof(*runs) == report.proof
    qtbot.waitUntil(
        lambda: window.workspace.audit.dataset is window.workspace.dataset, timeout=2 * SECONDS
    )
    np.testing.assert_array_equal(report.audit.ranked, window.workspace.audit.ranked)
