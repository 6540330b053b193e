"""The reviewer: audits off the GUI thread, decisions that can be undone, and rankings of both."""

import numpy as np
import pytest

from core import AdaBoost, example, fit
from core.judging.auditing.audit import audit
from core.judging.ranking import Ranking
from core.judging.reviewing.decision import Decision, Note, Verb
from tests.workbench.driving import SECONDS
from tests.workbench.immediate import ImmediateUnlessLong
from tests.workbench.reviewing.bench import made_up_audit
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.live_ranking import Suspects
from workbench.state.workspace import RunItem, Workspace


@pytest.fixture(scope="module")
def run():
    return fit(example("moons"), AdaBoost(rounds=20))


@pytest.fixture
def reviewer(qtbot, run):
    space = Workspace(ImmediateUnlessLong())
    made = Reviewer(space)
    made.suspects = Suspects(space, made)
    space.set_dataset(run.dataset)
    space.project.take_runs([RunItem(1, run)])
    space.show_run(space.runs[0])
    yield made
    made.workspace.jobs.close()
    assert made.workspace.jobs.join(90)


def test_an_audit_tells_how_far_it_is_and_takes_the_ranking_over(qtbot, reviewer, run):
    space, stages = reviewer.workspace, []
    assert reviewer.suspects.ranking.audit is None
    reviewer.progressed.connect(lambda: stages.append(reviewer.audit_progress))
    reviewer.audit(run)
    qtbot.waitUntil(lambda: space.audit is not None, timeout=2 * SECONDS)
    assert any(stage is not None for stage in stages)
    assert reviewer.suspects.ranking.audit is space.audit
    expected = audit(run.dataset, AdaBoost(rounds=20))
    np.testing.assert_array_equal(space.audit.ranked, expected.ranked)
    assert (space.audit.count, space.audit.noise) == (expected.count, expected.noise)


def test_the_ranking_of_an_audit_and_of_a_run(reviewer, run):
    first = reviewer.suspects.ranking
    assert np.all(np.diff(run.history.suspicion()[first.order[: first.count]]) <= 0)
    lines = run.dataset.lines[[5, 8]].tolist()
    reviewer.workspace.set_audit(made_up_audit(run.dataset, lines, run))
    ranking = reviewer.suspects.ranking
    assert ranking.lines[:2].tolist() == lines
    assert ranking.false_share == pytest.approx(0.2)
    assert set(ranking.relabelling(lines)) == set(lines)
    assert ranking.relabelling(run.dataset.lines[[6]]) == {}
    more = Ranking.of_audit(reviewer.workspace.audit.flagging(3), ranking)
    assert (more.count, more.reasons) == (3, ranking.reasons)
    reviewer.flag(1)
    assert reviewer.suspects.ranking.count == 1


def test_rows_that_were_kept_do_not_head_the_next_list(qtbot, reviewer, run):
    space = reviewer.workspace
    assert reviewer.suspects.ranking.suggests == "suggested by the model that learned it"
    reviewer.audit(run)
    qtbot.waitUntil(lambda: space.audit is not None, timeout=2 * SECONDS)
    first = space.audit
    kept = first.dataset.lines[first.ranked[:2]].tolist()
    reviewer.decide(kept, Verb.KEEP)
    # While the list is gone through, nothing moves; the next audit puts them behind all others.
    assert reviewer.suspects.ranking.lines[:2].tolist() == kept
    reviewer.audit(run)
    qtbot.waitUntil(lambda: space.audit is not first, timeout=2 * SECONDS)
    assert reviewer.suspects.ranking.lines[-2:].tolist() == kept
    assert reviewer.suspects.ranking.suggests == "suggested"


def test_decisions_made_elsewhere_are_one_step(reviewer, run):
    space, undo = reviewer.workspace, reviewer.workspace.project
    lines = run.dataset.lines[:2].tolist()
    done = Decision(lines[0], Verb.EXCLUDE), Note(lines[1], "looked at")
    undo.take(space.decisions.taking(done))
    assert len(space.dataset) == len(run.dataset) - 1
    assert space.decisions.notes() == {lines[1]: "looked at"}
    assert [done.words for done in undo.done] == ["note on 2 rows"]
    undo.undo()
    assert space.dataset is run.dataset
    assert not space.decisions.notes()


def test_what_cannot_be_decided_is_said_and_nothing_changes(reviewer, run):
    failed = []
    reviewer.failed.connect(failed.append)
    reviewer.relabel({int(run.dataset.lines[0]): "no such class"})
    reviewer.decide([10**9], Verb.KEEP)
    assert [str(error)[-1] for error in failed] == [".", "."]
    assert not reviewer.workspace.decisions.count
    assert not reviewer.workspace.project.done


def test_other_data_forget_the_ranking(reviewer):
    reviewer.workspace.set_dataset(example("xor"))
    assert reviewer.suspects.ranking is None
