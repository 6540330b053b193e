"""The window and the commands say the same of the same file: ranking, flags, causes and proof."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, read_csv
from core.commands import commands
from core.judging.reviewing.proof import proof
from main import main
from tests.workbench.driving import SECONDS, flipped_csv, is_done, open_file, train
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


def with_a_cause(path):
    """A file with an operator who mistakes 40 % of his labels, and widths in another unit."""
    random = np.random.default_rng(4)
    width, height = random.normal(50, 8, 400), random.normal(30, 6, 400)
    operator = random.integers(1, 9, 400)
    wrong = random.random(400) < np.where(operator == 7, 0.4, 0.01)
    label = np.where((width + height > 80) ^ wrong, "large", "small")
    area = (width * height).round(1)
    area[random.choice(400, 6, replace=False)] *= 1000
    columns = {"width": width.round(2), "height": height.round(2), "area": area}
    pd.DataFrame({**columns, "operator": operator, "label": label}).to_csv(path, index=False)


@pytest.mark.long
def test_audit_writes_the_causes_the_values_and_the_exam_that_the_window_shows(
    qtbot, window, tmp_path
):
    path = tmp_path / "operators.csv"
    with_a_cause(path)
    open_file(qtbot, window, path)
    check_against_audit(qtbot, window, path, "label", tmp_path / "out")
    assert window.review.page.causes.table.topLevelItem(0).text(0) == "operator = 7"
    assert window.review.page.cells.findings.topLevelItemCount() == 1


def check_against_audit(qtbot, window, path, target, out):
    """Train, audit and ask everything in the window; the command's tables hold the same."""
    window.controller.reviewer.follows_up = True
    train(qtbot, window, 40)
    qtbot.waitUntil(lambda: window.workspace.audit is not None, timeout=2 * SECONDS)
    window.activateWindow()
    window.actions_.review.trigger()
    page = window.review.page
    for panel in (page.causes, page.exam):
        page.tabs.setCurrentWidget(panel)
        panel.asking.ask.click()
    page.tabs.setCurrentWidget(page.cells)
    reviewer = window.controller.reviewer
    if not reviewer.cells.is_current and not reviewer.cells.is_searching:
        page.cells.look.click()
    asked = reviewer.inquirer
    qtbot.waitUntil(
        lambda: bool(asked.causes and asked.exam) and reviewer.cells.is_current, timeout=4 * SECONDS
    )
    arguments = ["audit", str(path), "--target", target, "--set", "rounds=40", "--exam"]
    assert main([*arguments, "--out", str(out)]) == 0
    same_causes(page.causes, pd.read_csv(out / "causes.csv"))
    same_cells(page.cells, pd.read_csv(out / "cells.csv", dtype=str, keep_default_na=False))
    same_exam(page.exam, pd.read_csv(out / "exam.csv", keep_default_na=False))


def shown(tree):
    """The texts of a table, line by line."""
    items = [tree.topLevelItem(place) for place in range(tree.topLevelItemCount())]
    return [[item.text(column) for column in range(tree.columnCount())] for item in items]


def same_causes(panel, table):
    told = [[rule, f"{rows:,}", f"{wrong:,}"] for rule, rows, wrong in table.values[:, [0, 2, 3]]]
    assert [[row[0], *row[-2:]] for row in shown(panel.table)] == told


def same_cells(panel, table):
    rows = shown(panel.cells)
    assert [[row[0].replace(",", ""), *row[1:4]] for row in rows] == table[
        ["line", "column", "value", "would fit"]
    ].values[: len(rows)].tolist()
    assert (table["flagged"] == "yes").sum() <= len(rows)
    assert panel.findings.topLevelItemCount() == len(set(table["finding"]) - {""})


def same_exam(panel, table):
    whole = table[table["class"] == ""]
    looked, found = panel.plot.found.getData()
    np.testing.assert_array_equal(looked, whole["looked"])
    np.testing.assert_allclose(found, whole["found"] * whole["errors"], rtol=1e-5)
    assert found[-1] > 0
