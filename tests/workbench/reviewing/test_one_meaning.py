"""A word keeps its meaning from the first ranking to the audit, from run to run, and everywhere."""

import pandas as pd
import pytest

from core import AdaBoost, RandomForest, audit, fit, read_csv
from core.judging.auditing.first_ranking import first_ranking
from core.judging.reviewing.decision import Verb
from tests.workbench.driving import flipped_csv
from tests.workbench.reviewing.bench import Bench, made_up_audit
from workbench.reviewing.selection_panel import SelectionPanel
from workbench.state.workspace import RunItem
from workbench.views.rows_table.view import RowsTable


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("meaning") / "flipped.csv"
    flipped_csv(path)
    return path


@pytest.fixture(scope="module")
def run(path):
    return fit(read_csv(path, target="label"), AdaBoost(rounds=20))


def told(panel):
    form = panel.facts
    roles = (form.ItemRole.LabelRole, form.ItemRole.FieldRole)
    pairs = [
        [form.itemAt(n, role).widget().text() for role in roles] for n in range(form.rowCount())
    ]
    return dict(pairs)


def test_suspicion_is_what_an_audit_says_and_a_run_alone_has_a_word_of_its_own(
    qtbot, run, tmp_path
):
    """Seen: suspicion changes its meaning when the audit ends, 29 becomes 0.96."""
    bench = Bench(qtbot, run)
    rows = RowsTable(bench.workspace)
    panel = SelectionPanel(bench.workspace, bench.reviewer, bench.suspects)
    for widget in (rows, panel):
        qtbot.addWidget(widget)
        widget.resize(900, 600)
        widget.show()
    line = int(bench.suspects.ranking.lines[0])
    row = int(run.dataset.rows_of([line])[0])
    bench.workspace.select([line])
    titles = [column.title for column in rows.model.columns]
    assert "suspicion" not in titles
    before = rows.model.text(row, rows.model.columns[titles.index("mean weight")])
    assert told(panel)["mean weight"] == f"{before} average"
    assert "suspicion" not in told(panel)
    assert told(panel)["flagged"] == "by the run alone"
    assert "by mean weight" in bench.page.header.status.text()
    assert rows.count.text().endswith("flagged (run alone)")
    first_ranking(run).write_csv(tmp_path / "first.csv")
    first = pd.read_csv(tmp_path / "first.csv")
    assert "suspicion" not in first.columns
    assert first.loc[0, "mean weight"] == run.history.suspicion().max()

    bench.workspace.set_audit(made_up_audit(run.dataset, [line, 30], run))
    bench.workspace.select([line])
    titles = [column.title for column in rows.model.columns]
    suspicion = rows.model.columns[titles.index("suspicion")]
    assert rows.model.text(row, suspicion) == "1.00"
    assert told(panel)["suspicion"] == "1.00 · flagged"
    assert rows.model.text(row, rows.model.columns[titles.index("mean weight")]) == before
    assert told(panel)["mean weight"] == f"{before} average"
    assert rows.count.text().endswith(" · 2 flagged (audit)")
    bench.workspace.audit.write_csv(tmp_path / "audited.csv")
    audited = pd.read_csv(tmp_path / "audited.csv")
    assert (audited.loc[0, "line"], audited.loc[0, "suspicion"]) == (line, 1.0)


def test_votes_and_residuals_have_words_of_their_own(path):
    forest = fit(read_csv(path, target="label"), RandomForest(rounds=5))
    assert "votes against" in first_ranking(forest).frame().columns


def test_going_back_to_an_earlier_run_keeps_its_audit(qtbot, run):
    bench = Bench(qtbot, run, [12, 30])
    space, first = bench.workspace, bench.workspace.audit
    bench.reviewer.decide([12], Verb.EXCLUDE)
    again = RunItem(2, fit(space.dataset, AdaBoost(rounds=5)))
    bench.project.runs.append(again)
    space.show_run(again)
    second = made_up_audit(space.dataset, [47], again.run)
    space.set_audit(second)
    assert bench.suspects.ranking.audit is second
    space.show_run(space.runs[0])
    assert space.audit is first
    assert bench.suspects.ranking.audit is first
    assert space.snapshot.is_audited
    space.show_run(again)
    assert bench.suspects.ranking.audit is second
    third = made_up_audit(space.dataset, [48], again.run)
    space.set_audit(third)
    space.show_run(space.runs[0])
    space.show_run(again)
    assert space.audit is third


def test_rows_that_were_kept_stay_settled_and_come_last(run):
    """Seen: rows that were kept head the next list and the report."""
    before = audit(run.dataset, AdaBoost(rounds=5))
    kept = run.dataset.lines[before.ranked[:5]].tolist()
    after = audit(run.dataset, AdaBoost(rounds=5), kept=kept)
    lines = run.dataset.lines[after.ranked].tolist()
    assert set(lines[-5:]) == set(kept)
    assert not after.flagged[run.dataset.rows_of(kept)].any()


def test_the_next_audit_of_the_review_knows_what_was_kept(qtbot, run):
    bench = Bench(qtbot, run, [12, 30, 47])
    for _ in range(2):
        bench.page.rows.bar.keep()
    bench.reviewer.audit(run)
    jobs, page = bench.workspace.jobs, bench.page
    qtbot.waitUntil(lambda: not bench.reviewer.is_auditing, timeout=90_000)
    ranking = bench.suspects.ranking
    assert set(ranking.lines[-2:].tolist()) == {12, 30}
    assert ranking.place_of(12) >= ranking.count
    bench.workspace.select([12])
    assert page.rows.card.sure.text().endswith("taken as settled by the audit")
    jobs.close()
    assert jobs.join(90)


def test_decisions_are_counted_alike_everywhere(qtbot, run):
    """Seen: "31 decisions stay with it" where the tab says 30."""
    bench = Bench(qtbot, run, [12, 30, 47])
    page = bench.page
    page.rows.bar.keep()
    page.rows.bar.exclude()
    bench.reviewer.set_cell([47], bench.workspace.dataset.features[0].name, "1")
    bench.reviewer.note(101, "only a note")
    page.tabs.setCurrentWidget(page.decisions)
    many = bench.decisions.count
    assert many == 3
    assert page.tabs.tabText(page.tabs.indexOf(page.decisions)) == f"Decisions ({many})"
    assert page.decisions.summary.text() == f"{many} decisions"
    assert page.decisions.list.topLevelItemCount() == many + 1  # the note
    assert len(bench.decisions.standing()) == many
