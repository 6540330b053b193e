"""The selection panel: one row in full, many in a summary, the same buttons for both."""

import numpy as np
import pytest

from core.reviewing.decision import Verb
from tests.workbench.driving import SECONDS, finished_window
from tests.workbench.reviewing import made_up_audit
from workbench.formats import times_average
from workbench.panels.selection_panel import hard_since


@pytest.fixture
def panel(qtbot, window, tmp_path):
    """The panel in front, with two flagged rows."""
    finished_window(qtbot, window, tmp_path)
    window.docks.bring("selection_panel")
    audit = made_up_audit(window.workspace.dataset, [12, 30], window.workspace.current.run)
    window.workspace.set_audit(audit)
    qtbot.waitUntil(
        lambda: window.review.suspects.ranking is not None
        and window.review.suspects.ranking.audit is audit
        and not window.background.is_busy,
        timeout=SECONDS,
    )
    return window.review.panel


def facts(panel):
    rows = range(panel.facts.rowCount())
    roles = (panel.facts.ItemRole.LabelRole, panel.facts.ItemRole.FieldRole)
    pairs = [[panel.facts.itemAt(row, role).widget().text() for role in roles] for row in rows]
    return dict(pairs)


def test_one_row_is_told_in_full(qtbot, panel):
    space, history = panel.workspace, panel.workspace.current.history
    space.select([12])
    row = int(space.current.dataset.rows_of([12])[0])
    since = hard_since(history, row, history.rounds)
    if since >= 0:
        qtbot.waitUntil(lambda: "hard since" in facts(panel), timeout=SECONDS)
    told = facts(panel)
    given = space.dataset.label_text(row)
    assert told["given"] == given
    assert told["suggested"] == ("no" if given == "yes" else "yes")
    assert told["weight"] == times_average(history.relative_weights(history.rounds)[row])
    assert float(told["margin"]) == pytest.approx(history.margins(60)[row], rel=1e-2)
    assert panel.title.text() == "Line 12"


def test_hard_since_is_the_start_of_the_last_heavy_stretch(panel):
    history = panel.workspace.current.history
    for row in range(0, 400, 7):
        heavy = [history.relative_weights(t)[row] > 1 + 1e-9 for t in range(history.rounds + 1)]
        since = hard_since(history, row, history.rounds)
        if not heavy[-1]:
            assert since == -1
        else:
            assert all(heavy[since:])
            assert since == 0 or not heavy[since - 1]


def test_buttons_decide_about_the_row_and_the_note_is_kept(panel):
    space = panel.workspace
    space.select([12])
    panel.bar.relabel_button.click()
    assert space.decisions.about(12).verb is Verb.RELABEL
    assert facts(panel)["decision"].startswith("relabelled to")
    panel.note.setText("asked the shop")
    panel.note.editingFinished.emit()
    assert space.decisions.note_on(12) == "asked the shop"


def test_many_rows_are_summed_up_and_decided_about_at_once(panel):
    space = panel.workspace
    lines = space.dataset.lines[:30]
    space.select(lines)
    told, labels = facts(panel), space.dataset.labels[:30]
    names = {name: int((labels == place).sum()) for place, name in enumerate(space.dataset.classes)}
    assert told["flagged"] == "2 of 30"
    assert dict(pair.split(" ") for pair in told["given"].split(", ")) == {
        name: str(many) for name, many in names.items()
    }
    mean = np.mean(space.snapshot.weights[:30])
    assert told["weight"] == f"{times_average(mean)} in the mean"
    panel.bar.exclude_button.click()
    assert len(space.dataset) == len(space.decisions.base) - 30
    assert facts(panel)["decided"] == "30 excluded"
    assert not panel.note.isVisible()


def test_without_a_selection_it_says_what_will_be_here(panel):
    panel.workspace.select([12])
    assert panel._stack.currentIndex() == 1
    panel.workspace.select([])
    assert panel._stack.currentIndex() == 0
