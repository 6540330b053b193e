"""The selection panel: one row in full, many in a summary, the same buttons for both."""

import numpy as np
import pytest

from core import AdaBoost, example, fit
from core.base.wording import times_average
from core.judging.reviewing.decision import Verb
from tests.workbench.reviewing.bench import Bench
from workbench.reviewing.selection_panel import SelectionPanel, hard_since


@pytest.fixture(scope="module")
def run():
    return fit(example("moons"), AdaBoost(rounds=30))


@pytest.fixture
def panel(qtbot, run):
    """The panel, with two flagged rows."""
    bench = Bench(qtbot, run, [12, 30])
    made = SelectionPanel(bench.workspace, bench.reviewer, bench.suspects)
    made.bench = bench
    qtbot.addWidget(made)
    made.show()
    return made


def facts(panel):
    rows = range(panel.facts.rowCount())
    roles = (panel.facts.ItemRole.LabelRole, panel.facts.ItemRole.FieldRole)
    pairs = [[panel.facts.itemAt(row, role).widget().text() for role in roles] for row in rows]
    return dict(pairs)


def test_one_row_is_told_in_full(panel, run):
    history, dataset = run.history, run.dataset
    row = int(np.argmax(history.relative_weights(history.rounds)))
    line = int(dataset.lines[row])
    panel.workspace.select([line])
    told = facts(panel)
    assert panel.title.text() == f"Line {line:,}"
    assert told["given"] == dataset.label_text(row)
    assert told["suggested"] == panel.suspects.ranking.suggestion(row)
    assert told["weight"] == times_average(history.relative_weights(history.rounds)[row])
    since = hard_since(history, row, history.rounds)
    assert told["hard since"] == (f"round {since:,}" if since else "the start")
    assert float(told["margin"]) == pytest.approx(history.margins(history.rounds)[row], rel=1e-2)


def test_hard_since_is_the_start_of_the_last_heavy_stretch(run):
    history = run.history
    weights = np.stack([history.relative_weights(t) for t in range(history.rounds + 1)])
    for row in range(0, len(history), 7):
        heavy = weights[:, row] > 1 + 1e-9
        since = hard_since(history, row, history.rounds)
        if heavy[-1]:
            assert heavy[since:].all()
            assert since == 0 or not heavy[since - 1]
        else:
            assert since == -1


def test_buttons_decide_about_the_row_and_the_note_is_kept(panel):
    space = panel.workspace
    space.select([12])
    panel.bar.relabel_button.click()
    assert space.decisions.about(12).verb is Verb.RELABEL
    assert facts(panel)["decision"] == f"relabelled to {space.decisions.about(12).label}"
    panel.note.setText("asked the shop")
    panel.note.editingFinished.emit()
    assert space.decisions.note_on(12) == "asked the shop"


def test_many_rows_are_summed_up_and_decided_about_at_once(panel):
    space = panel.workspace
    space.select(space.dataset.lines[:30])
    told, labels = facts(panel), space.dataset.labels[:30]
    names = {name: int((labels == place).sum()) for place, name in enumerate(space.dataset.classes)}
    assert told["flagged"] == "2 of 30"
    assert dict(pair.rsplit(" ", 1) for pair in told["given"].split(", ")) == {
        name: str(many) for name, many in names.items()
    }
    mean = np.mean(space.snapshot.weights[:30])
    assert told["mean weight"] == times_average(mean)
    panel.bar.exclude_button.click()
    assert len(space.dataset) == len(space.decisions.base) - 30
    space.select(space.decisions.base.lines[:30])
    assert facts(panel)["decided"] == "30 excluded"
    assert not panel.note.isVisible()


def test_without_a_selection_it_says_what_will_be_here(panel):
    panel.workspace.select([12])
    assert panel._stack.currentIndex() == 1
    panel.workspace.select([])
    assert panel._stack.currentIndex() == 0
