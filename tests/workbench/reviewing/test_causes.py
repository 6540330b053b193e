"""Where errors come from, in the review: asked for, called off, clicked, and told in the report."""

import pytest
from PySide6.QtCore import Qt

from core import AdaBoost, fit, read_csv
from core.sharing.report.report import Report
from tests.workbench.driving import SECONDS, flipped_csv
from tests.workbench.reviewing.bench import Bench


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("causes") / "flipped.csv"
    flipped_csv(path)
    return fit(read_csv(path, target="label"), AdaBoost(rounds=5))


@pytest.fixture
def asked(qtbot, run):
    """A review in which the first rows of the file look wrong, with the causes in front."""
    first = run.dataset.lines[:20].tolist()
    bench = Bench(qtbot, run, first)
    bench.page.tabs.setCurrentWidget(bench.page.causes)
    yield bench, bench.page.causes, first
    bench.workspace.jobs.close()
    assert bench.workspace.jobs.join(10)


def ask(qtbot, panel):
    panel.asking.ask.click()
    qtbot.waitUntil(lambda: panel.table.topLevelItemCount() > 0, timeout=SECONDS)


def test_nothing_is_looked_for_unasked(asked):
    bench, panel, _ = asked
    assert bench.reviewer.inquirer.causes is None
    assert panel.table.topLevelItemCount() == 0
    assert panel.asking.ask.isEnabled()


def test_a_click_on_a_rule_selects_its_rows_everywhere(qtbot, asked):
    bench, panel, first = asked
    ask(qtbot, panel)
    assert panel.sentence.text().startswith("1 cause stands out")
    item = panel.table.topLevelItem(0)
    assert item.text(0).startswith("line at most")
    assert item.text(1) == "the judges"
    assert item.text(2).endswith(" %")
    spot = panel.table.visualItemRect(item).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    selected = bench.workspace.selection.tolist()
    assert set(selected) >= set(first[:15])
    assert panel.selected.text().startswith(f"{len(selected)} rows are selected, in every view")


def test_the_rows_that_look_wrong_by_a_rule_can_be_gone_through(qtbot, asked):
    """A rule that was found led nowhere."""
    bench, panel, first = asked
    ask(qtbot, panel)
    assert not panel.go.isVisible()
    item = panel.table.topLevelItem(0)
    spot = panel.table.visualItemRect(item).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    many = int(item.text(5))
    assert panel.go.text() == f"Review {many} rows"
    qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
    rows = bench.page.rows
    assert bench.page.tabs.currentWidget() is rows
    assert len(bench.workspace.selection) == many
    assert set(bench.workspace.selection.tolist()) <= set(first)
    assert rows.all_of_them.isVisible()
    assert rows.all_of_them.text() == f"Decide about all {many}"


def test_another_audit_makes_the_answer_void(qtbot, asked):
    bench, panel, first = asked
    ask(qtbot, panel)
    bench.flag(first[:10])
    assert bench.reviewer.inquirer.causes is None
    assert panel.table.topLevelItemCount() == 0
    assert panel.sentence.text() == ""


def test_a_search_can_be_called_off(asked):
    bench, panel, _ = asked
    panel.asking.ask.click()
    assert panel.asking.progress.isVisible()
    assert panel.asking.cancel.hasFocus()
    panel.asking.cancel.click()
    assert panel.asking.ask.hasFocus()
    assert bench.reviewer.inquirer.causes is None
    assert bench.reviewer.inquirer.causes_progress is None
    assert panel.asking.ask.isVisible()


def test_the_report_tells_the_causes(qtbot, asked, run):
    bench, panel, _ = asked
    ask(qtbot, panel)
    page = Report(run, bench.workspace.audit, causes=bench.reviewer.inquirer.causes).html()
    assert "Where the errors come from" in page
    (cause,) = bench.reviewer.inquirer.causes.found
    assert cause.sentence in page
    assert cause.sentence in panel.table.topLevelItem(0).toolTip(0)
    assert "Where the errors come from" not in Report(run, bench.workspace.audit).html()


def test_without_an_audit_the_panel_says_what_to_do(qtbot, run):
    bench = Bench(qtbot, run)
    bench.page.tabs.setCurrentWidget(bench.page.causes)
    assert not bench.page.causes.asking.ask.isEnabled()
    assert "Audit them first" in bench.page.causes.sentence.text()
    bench.workspace.jobs.close()
    assert bench.workspace.jobs.join(10)
