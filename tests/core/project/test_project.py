"""A project: any commands undone give the first state, and the journal gives the same one again."""

import contextlib
import json
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import AdaBoost, audit, example, fit
from core.base.errors import DataError, WriteError
from core.base.journal import Journal
from core.data.dataset import Dataset
from core.judging.reviewing.kinds import KINDS, Verb
from core.project import Project, events
from core.project.command_journal import WHATS, CommandJournal, replay
from core.project.commands import as_plain, command_from
from core.project.runs import RunItem

FRAME = pd.DataFrame(
    {
        "x": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        "w": [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0],
        "town": ["Bonn", "bonn", "Cork", "Bonn", "Cork", "Oslo", "Cork", "bonn"],
        "y": ["a", "b", None, "b", "a", "b", "a", None],
    }
)
BASE = Dataset.from_frame(FRAME, "y", validation_share=0)
IDENTITY = {"file": "made up"}
RUN = fit(BASE, AdaBoost(rounds=2))


def opened(journal=None):
    project = Project.of(BASE, CommandJournal(journal, IDENTITY) if journal else None)
    project.take_runs([RunItem(1, RUN), RunItem(2, RUN)])
    return project


def state(project):
    """Everything that commands can change."""
    data = project.dataset
    return (
        project.open_branch.number,
        [branch.plan for branch in project.branches],
        [(item.number, item.name) for item in project.runs],
        project.decisions.standing(),
        project.decisions.notes(),
        data.lines.tolist(),
        data.labels.tolist(),
        [column.text(row) for column in data.table.columns for row in range(len(data.table))],
    )


def take_plan(change):
    return lambda project: project.take_plan(change(project.open_branch.plan))


LABELS = st.sampled_from(["a", "b"])
LINES = st.sets(st.integers(2, 7), min_size=1, max_size=3)
DEEDS = st.one_of(
    st.builds(lambda lines, verb: lambda p: p.decide(lines, verb), LINES,
              st.sampled_from([Verb.KEEP, Verb.EXCLUDE, Verb.SKIP])),
    st.builds(lambda lines, label: lambda p: p.relabel(dict.fromkeys(lines, label)),
              st.sets(st.integers(2, 9), min_size=1, max_size=3), LABELS),
    st.builds(lambda lines, text: lambda p: p.set_cells(lines, "x", text), LINES,
              st.sampled_from(["", "10", "2.5"])),
    st.builds(lambda into: lambda p: p.merge_spellings("town", ["Bonn", "bonn"], into),
              st.sampled_from(["Bonn", "bonn"])),
    st.builds(lambda line, text: lambda p: p.note(line, text), st.integers(2, 3),
              st.sampled_from(["", "hm"])),
    st.sampled_from([
        take_plan(lambda plan: plan.with_target("town")),
        take_plan(lambda plan: plan.with_target("y")),
        take_plan(lambda plan: plan.with_weight("w" if plan.weight is None else None)),
        lambda p: p.rename_run(p.runs[0], "first") if p.runs else None,
        lambda p: p.remove_run(p.runs[-1]) if p.runs else None,
        lambda p: p.undo(),
        lambda p: p.redo(),
    ]),
)  # fmt: skip


def try_all(project, deeds):
    for deed in deeds:
        with contextlib.suppress(DataError):  # what cannot be done leaves no trace
            deed(project)


@settings(max_examples=60, deadline=None)
@given(st.lists(DEEDS, max_size=12))
def test_everything_undone_is_as_it_was_and_redone_as_it_became(deeds):
    project = opened()
    first = state(project)
    try_all(project, deeds)
    last, many = state(project), len(project.done)
    while project.done:
        project.undo()
    assert state(project) == first
    for _ in range(many):
        project.redo()
    assert state(project) == last


@settings(max_examples=40, deadline=None)
@given(st.lists(DEEDS, max_size=10), st.floats(0, 1))
def test_the_journal_gives_the_same_state_and_cut_anywhere_an_earlier_one(deeds, share):
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.jsonl")
        project = opened(journal)
        states = [state(project)]
        for deed in deeds:
            try_all(project, [deed])
            states.append(state(project))
        again = opened()
        replay(again, journal.entries(WHATS))
        assert state(again) == states[-1]
        assert [d.command for d in again.done] == [d.command for d in project.done]
        if not journal.path.exists():
            return
        content = journal.path.read_bytes()
        journal.path.write_bytes(content[: int(share * len(content))])
        cut = opened()
        replay(cut, journal.entries(WHATS))
        assert state(cut) in states


def test_another_target_makes_a_branch_and_throws_nothing_away():
    project = opened()
    told = []
    project.observe(told.append)
    project.decide([2], Verb.EXCLUDE)
    before = project.dataset
    project.take_plan(project.open_branch.plan.with_target("town"))
    assert (project.dataset.target, len(project.runs), project.current) == ("town", 2, None)
    assert events.BranchChanged() in told
    assert project.decisions.count == 0
    project.decide([3], Verb.KEEP)
    project.undo()
    project.undo()
    assert project.dataset is before
    project.redo()
    project.show_run(project.runs[0])
    assert (project.dataset, project.current) == (before, project.runs[0])
    assert project.done[-1].words == "take 'y' as the target"


def test_a_weight_makes_a_branch_that_shares_what_was_decided():
    project = opened()
    project.decide([2], Verb.EXCLUDE)
    project.take_plan(project.open_branch.plan.with_weight("w"))
    assert 2 not in project.dataset.lines
    assert project.dataset.weights[0] > project.dataset.weights[2]
    project.decide([3], Verb.EXCLUDE)
    project.take_plan(project.open_branch.plan.with_weight(None))
    assert not {2, 3} & set(project.dataset.lines.tolist())


def test_a_plan_that_cannot_be_taken_leaves_no_trace(tmp_path):
    project = opened(Journal(tmp_path / "j.jsonl"))
    bad = project.open_branch.plan.with_target("x").with_weight("town")
    with pytest.raises(DataError):
        project.take_plan(bad)
    assert (project.done, len(project.branches)) == ([], 1)
    assert not list(project.journal.journal.entries())


def test_only_so_many_deleted_runs_are_kept_for_undo():
    project = Project.of(BASE)
    project.take_runs([RunItem(number, RUN) for number in range(1, 9)])
    for item in list(project.runs):
        project.remove_run(item)
    assert [done.words for done in project.done] == [f"delete {n} AdaBoost" for n in range(4, 9)]
    project.undo()
    assert [item.number for item in project.runs] == [8]


def test_every_command_is_plain_data_and_back():
    project = opened()
    project.decide(np.arange(2, 4), Verb.EXCLUDE)
    project.set_cells([6], "town", "")
    project.take_plan(project.open_branch.plan.with_target("town"))
    project.rename_run(project.runs[0], "first")
    project.remove_run(project.runs[0])
    for done in project.done:
        assert command_from(json.loads(json.dumps(as_plain(done.command)))) == done.command
    for wrong in (None, {}, {"kind": "destroy"}, {"kind": "rename", "number": 1}):
        with pytest.raises(ValueError, match="This is no"):
            command_from(wrong)


def test_many_rows_are_written_behind_the_scenes_and_everything_in_its_order(tmp_path):
    frame = pd.DataFrame({"x": np.arange(5000), "y": ["a", "b"] * 2500})
    base = Dataset.from_frame(frame, "y", validation_share=0)
    journal, waiting = Journal(tmp_path / "j.jsonl"), []
    written = CommandJournal(journal, IDENTITY, lambda work, failed: waiting.append(work))
    project = Project.of(base, written)
    project.decide([2], Verb.KEEP)
    assert len(list(journal.entries())) == 1  # few rows are with the system at once
    project.decide(np.arange(10, 4000), Verb.EXCLUDE)
    project.decide([3], Verb.KEEP)
    assert len(list(journal.entries())) == 1
    for work in waiting:
        work()
    assert len(list(journal.entries())) == 3
    again = Project.of(base, CommandJournal(journal, IDENTITY))
    assert again.decisions.standing() == project.decisions.standing()


def test_what_could_not_be_written_is_told_and_written_with_what_follows(tmp_path, monkeypatch):
    frame = pd.DataFrame({"x": np.arange(5000), "y": ["a", "b"] * 2500})
    base = Dataset.from_frame(frame, "y", validation_share=0)
    journal = Journal(tmp_path / "j.jsonl")
    project, told = Project.of(base, CommandJournal(journal, IDENTITY)), []
    project.observe(told.append)

    def full(file, content):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("core.base.journal._write_all", full)
        project.decide(np.arange(10, 4000), Verb.EXCLUDE)
    failed = [event for event in told if isinstance(event, events.WriteFailed)]
    assert isinstance(failed[0].error, WriteError)
    project.decide([2], Verb.KEEP)
    again = Project.of(base, CommandJournal(journal, IDENTITY))
    assert again.decisions.count == project.decisions.count == 3991


def test_every_kind_of_decision_says_what_it_is():
    assert set(KINDS) == set(Verb)
    assert [verb.value for verb in Verb if verb.changes_data] == [
        "relabel", "exclude", "label", "set", "merge",
    ]  # fmt: skip


def test_rows_are_flagged_and_that_is_undone():
    data = example("moons")
    project = Project.of(data)
    project.set_audit(audit(data))
    was = project.audit.count
    project.flag(3)
    assert project.audit.count == 3
    project.undo()
    assert project.audit.count == was
