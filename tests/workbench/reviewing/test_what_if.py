"""What if: nothing is decided by asking, and Do it decides what was asked about."""

from dataclasses import replace

import pytest

from core import AdaBoost, fit, read_csv
from core.data.roles import Task
from core.judging.auditing.verdict import KINDS, SuspicionKind
from core.judging.reviewing.decision import Verb
from core.judging.reviewing.proof import proof
from core.learning import registry
from core.learning.ensemble import Ensemble
from tests.workbench.driving import SECONDS, flipped_csv
from tests.workbench.reviewing.bench import Bench
from workbench.reviewing.page.what_if import AskedRows


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """A run, and the lines of the flipped rows."""
    path = tmp_path_factory.mktemp("asking") / "flipped.csv"
    lines = flipped_csv(path)
    return fit(read_csv(path, target="label"), AdaBoost(rounds=20)), lines


@pytest.fixture
def asked(qtbot, known):
    """A review in which the flipped rows are flagged, with the question in front."""
    run, lines = known
    bench = Bench(qtbot, run, lines)
    bench.page.tabs.setCurrentWidget(bench.page.what_if)
    yield bench, bench.page.what_if, lines
    bench.workspace.jobs.close()
    assert bench.workspace.jobs.join(90)


def answer(qtbot, panel):
    panel.ask.click()
    assert panel.progress.isVisible()
    assert panel.cancel.isVisible()
    qtbot.waitUntil(panel.answer.isVisible, timeout=SECONDS)


def test_asking_decides_nothing_and_tells_the_proof(qtbot, asked):
    bench, panel, lines = asked
    assert panel.rows.text() == f"{len(lines)} rows would be excluded."
    answer(qtbot, panel)
    assert panel.answer.text().startswith(f"{len(lines)} rows would be excluded. ")
    assert "validation rows" in panel.answer.text()
    assert panel.details.text()
    assert not bench.project.done
    panel.leave.click()
    assert not panel.answer.isVisible()
    assert not bench.project.done


def test_do_it_decides_what_was_asked(qtbot, asked):
    bench, panel, lines = asked
    panel.verb.setCurrentIndex(panel.verb.findData(Verb.RELABEL))
    panel.verb.activated.emit(panel.verb.currentIndex())
    assert panel.rows.text() == f"{len(lines)} rows would be relabelled."
    answer(qtbot, panel)
    panel.do.click()
    changes = bench.decisions.changes()
    assert (changes.excluded.tolist(), changes.labels.lines.tolist()) == ([], lines)
    assert len(bench.project.done) == 1
    assert panel.rows.text() == "There is no such row."
    assert not panel.ask.isEnabled()
    bench.undo.undo()
    assert bench.workspace.dataset is bench.decisions.base


def test_a_question_can_be_called_off(asked):
    bench, panel, _ = asked
    panel.ask.click()
    assert panel.cancel.hasFocus()
    panel.cancel.click()
    assert panel.ask.hasFocus()
    assert bench.reviewer.question_progress is None
    assert panel.ask.isVisible()
    assert not panel.do.isVisible()


def test_rows_that_were_decided_about_are_not_asked_about(asked):
    bench, panel, lines = asked
    bench.reviewer.decide(lines[:3], Verb.KEEP)
    assert panel.question().lines == tuple(lines[3:])


def test_only_contradicting_labels(asked):
    bench, panel, lines = asked
    audit = bench.workspace.audit
    kinds = audit.kinds.copy()
    kinds[audit.dataset.rows_of(lines[:2])] = KINDS.index(SuspicionKind.OUTLIER)
    bench.workspace.set_audit(replace(audit, kinds=kinds))
    panel.which.setCurrentIndex(panel.which.findData(AskedRows.LABELS))
    assert panel.question().lines == tuple(lines[2:])


def choose(box, data):
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


def test_any_algorithm_of_the_list_can_be_asked(qtbot, asked):
    _, panel, lines = asked
    assert panel.algorithm.itemText(0).startswith("the settings of ")
    titles = {kind.title for kind in registry.members(Ensemble) if Task.TWO_CLASSES in kind.tasks}
    offered = {panel.algorithm.itemText(place) for place in range(1, panel.algorithm.count())}
    assert offered == {f"{title}, as it is by default" for title in titles}
    choose(panel.algorithm, "single")
    answer(qtbot, panel)
    assert panel.answer.text().startswith(f"{len(lines)} rows would be excluded. ")
    assert panel._reviewer.workspace.runs[0].settings.name == "adaboost"


def test_what_is_decided_so_far_is_tried_against_the_file(qtbot, asked, known):
    bench, panel, lines = asked
    choose(panel.verb, None)
    assert panel.rows.text() == "There is no such row."
    assert not panel.which.isEnabled()
    bench.reviewer.decide(lines[:8], Verb.EXCLUDE)
    assert panel.rows.text() == "8 rows were changed by decisions so far."
    answer(qtbot, panel)
    run, data = known[0], bench.workspace.dataset
    expected = proof(run, fit(data, run.settings, seed=data.split.seed))
    assert panel.answer.text().endswith(expected.sentence)
    assert not panel.do.isVisible()
    assert panel.leave.text() == "Close"
    panel.leave.click()
    assert len(bench.project.done) == 1
