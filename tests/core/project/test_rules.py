"""A rule of a run is a deed: undone, redone, journaled, in sessions, and seen in the run's name."""

from dataclasses import replace

import numpy as np
import pytest

from core import AdaBoost, DecisionRule, Project, example, fit
from core.base.errors import DataError, SettingsError
from core.base.journal import Journal
from core.judging.auditing.auditing import Auditing
from core.learning.deciding import equal_costs
from core.learning.training import Training
from core.project import events
from core.project.command_journal import CommandJournal, replay
from core.project.commands import SetRule, as_plain, command_from
from core.project.entries import WHATS
from core.project.run_names import names_of
from core.project.runs import RunItem
from core.project.sessions import Doings, project_of, saved
from core.storage.session_file import load_session, save_session

LOW, HIGH = DecisionRule.from_threshold(0.2), DecisionRule.from_threshold(0.8)


@pytest.fixture
def project():
    data = example("moons")
    found = Project.of(data)
    found.take_runs([RunItem(1, fit(data, AdaBoost(rounds=3))), RunItem(2, fit(data, AdaBoost()))])
    found.show(found.runs[0])
    return found


def rules(project):
    return [item.run.rule for item in project.runs]


def test_a_training_that_goes_on_decides_as_before(project):
    run = project.runs[0].run.deciding_by(LOW)
    training = Training(run.dataset, AdaBoost(rounds=5), after=run)
    assert training.model().rule == LOW
    for _ in training:
        pass
    assert training.run().rounds == 5
    assert training.run().rule == LOW
    assert fit(run.dataset, AdaBoost(rounds=5)).rule is None


def test_a_rule_is_given_undone_and_redone(project):
    item, told = project.runs[0], []
    before = item.run
    project.observe(lambda event: told.append(type(event)))
    project.decide_by(item, LOW)
    project.decide_by(item, HIGH)
    assert rules(project) == [HIGH, None]
    assert events.RuleChanged in told
    assert item.run.history is before.history
    assert before.rule is None
    assert project.done[-1].words == "decide 'upper' from 80 %"
    project.undo()
    assert rules(project) == [LOW, None]
    project.undo()
    assert rules(project) == [None, None]
    project.redo()
    assert rules(project) == [LOW, None]
    project.decide_by(item, None)
    assert project.done[-1].words == "decide by the largest share again"
    assert rules(project) == [None, None]


def test_the_same_rule_again_is_no_deed(project):
    project.decide_by(project.runs[0], LOW)
    project.decide_by(project.runs[0], LOW)
    assert len(project.done) == 1


def test_a_rule_of_other_classes_is_refused_before_anything_is_written(project, tmp_path):
    project.journal = CommandJournal(Journal(tmp_path / "journal.jsonl"), {"file": "moons"})
    with pytest.raises(SettingsError, match="between 3 classes"):
        project.decide_by(project.runs[0], DecisionRule.from_costs(equal_costs(3)))
    assert not project.done
    assert not list(Journal(tmp_path / "journal.jsonl").entries(WHATS))


def test_a_run_under_way_takes_no_rule(project):
    item = project.add_run(Training(project.dataset, AdaBoost()))
    project.decide_by(item, LOW)
    assert not project.done
    with pytest.raises(DataError, match="training has ended"):
        project.do(SetRule(item.number, LOW, None))


def test_the_journal_gives_it_again(project, tmp_path):
    journal = Journal(tmp_path / "journal.jsonl")
    project.journal = CommandJournal(journal, {"file": "moons"})
    project.decide_by(project.runs[0], LOW)
    project.decide_by(project.runs[1], HIGH)
    project.undo()
    project.journal.flush()
    again = Project.of(project.dataset)
    again.take_runs([RunItem(item.number, item.run.deciding_by(None)) for item in project.runs])
    replay(again, journal.entries(WHATS))
    assert rules(again) == [LOW, None]
    again.redo()
    assert rules(again) == [LOW, HIGH]


def test_a_rule_in_a_journal_for_a_run_of_other_classes_is_left_out(project):
    project.repeat(SetRule(1, DecisionRule.from_costs(equal_costs(4)), None))
    project.repeat(SetRule(77, LOW, None))
    assert rules(project) == [None, None]


def test_a_session_keeps_rules_and_their_undoing(project, tmp_path):
    auditing = Auditing(project.dataset, run=project.runs[0].run)
    list(auditing)
    project.set_audit(auditing.audit())
    project.decide_by(project.runs[0], LOW)
    project.decide_by(project.runs[0], HIGH)
    project.decide_by(project.runs[1], LOW)
    project.undo()
    whole = replace(saved(project, {}), doings=tuple(Doings.of(project).plain()))
    save_session(whole, tmp_path / "kept.workbench")
    again = project_of(load_session(tmp_path / "kept.workbench"))
    assert rules(again) == [HIGH, None]
    data = project.dataset
    for item, other in zip(project.runs, again.runs, strict=True):
        np.testing.assert_array_equal(item.run.model.predict(data), other.run.model.predict(data))
    assert again.audit.run.history is again.runs[0].history
    again.undo()
    assert rules(again) == [LOW, None]
    again.redo()
    again.redo()
    assert rules(again) == [HIGH, LOW]


def test_runs_are_told_apart_by_their_rules(project):
    project.decide_by(project.runs[0], LOW)
    assert list(names_of(project.runs).values()) == ["3 rounds, 'upper' from 20 %", "200 rounds"]


@pytest.mark.parametrize("rule", [None, LOW, DecisionRule.from_costs(equal_costs(3))])
def test_plain_data_give_the_very_command_again(rule):
    command = SetRule(3, rule, HIGH)
    assert command_from(as_plain(command)) == command


@pytest.mark.parametrize("plain", [{"number": "1"}, {"number": 1, "rule": {"first": 0}}])
def test_what_is_no_rule_is_no_command(plain):
    with pytest.raises(ValueError, match=r"."):
        command_from({"kind": "rule"} | plain)
