"""Decisions in a project: what stands, undone and redone, the revision, and the replay."""

import json

import numpy as np
import pandas as pd
import pytest

from core import DataError, WriteError
from core.base.journal import Journal
from core.data.dataset import Dataset
from core.judging.reviewing.decision import Batch, Decision, Note, Verb, batches_of
from core.project import Project
from core.project.command_journal import CommandJournal
from tests.core.helpers import dataset

BASE = dataset({"x": range(10)}, "aaaaabbbbb", 0.3)
IDENTITY = {"path": "a.csv", "checksum": "12"}
FULL = IDENTITY | {"target": "y"}
"""As entries have it."""


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "journal.jsonl")


def opened(journal, base=BASE, identity=IDENTITY):
    return Project.of(base, CommandJournal(journal, identity))


@pytest.fixture
def project(journal):
    return opened(journal)


def changes(project):
    found = project.decisions.changes()
    return tuple(found.excluded.tolist()), found.labels.as_dict()


def state(project):
    """Everything that can be seen of decisions."""
    decisions = project.decisions
    return (
        decisions.standing(),
        decisions.notes(),
        changes(project),
        [done.command for done in project.done],
        [done.words for done in project.undone],
        project.dataset.revision,
        project.dataset.lines.tolist(),
        project.dataset.labels.tolist(),
    )


def test_a_revision_is_relabelled_and_without_what_is_excluded(project):
    project.decide([2, 5], Verb.EXCLUDE, reason="twice")
    project.relabel({3: "b", 11: "a"})
    project.decide(4, Verb.KEEP)
    project.decide(6, Verb.SKIP)
    made = project.dataset
    assert made.lines.tolist() == [3, 4, 6, 7, 8, 9, 10, 11]
    assert [made.label_text(row) for row in range(8)] == list("baabbbba")
    assert changes(project) == ((2, 5), {3: "b", 11: "a"})
    inherited = dict(zip(BASE.lines.tolist(), BASE.validation.tolist(), strict=True))
    assert made.validation.tolist() == [inherited[line] for line in made.lines.tolist()]
    assert len(BASE) == 10


def test_what_is_opened_again_is_as_the_file_has_it_and_that_can_be_undone(project, journal):
    project.relabel({3: "b"})
    project.decide(4, Verb.EXCLUDE)
    project.set_cells([3, 4], "x", "77")
    before = state(project)
    project.decide(3, Verb.REOPEN)
    assert project.decisions.about(3) is None
    assert project.decisions.stands.cells_of(3) == {}
    assert project.decisions.stands.cells_of(4) == {"x": "77"}
    assert project.decisions.count == 2
    assert changes(project) == ((4,), {})
    project.decide(4, Verb.REOPEN)
    assert project.dataset is BASE
    assert state(opened(journal))[:3] == state(project)[:3]
    project.undo()
    project.undo()
    assert state(project)[:3] == before[:3]


def test_keeping_and_skipping_change_nothing(project):
    project.decide([2, 3], Verb.KEEP, reason="seen on paper")
    project.decide([4], Verb.SKIP)
    assert project.dataset is BASE
    assert changes(project) == ((), {})
    verbs = [each.verb.value for each in project.decisions.standing()]
    assert verbs == ["keep", "keep", "skip"]
    assert project.decisions.kept() == (2, 3)


def test_the_last_decision_about_a_row_stands(project):
    project.decide(2, Verb.EXCLUDE)
    project.relabel({2: "b"})
    assert changes(project) == ((), {2: "b"})
    project.decide(2, Verb.KEEP)
    assert project.dataset is BASE


def test_the_label_that_a_row_has_already_is_no_change(project):
    project.relabel({2: "a", 3: "b"})
    assert changes(project) == ((), {3: "b"})


def test_undoing_gives_the_earlier_revision_back_and_redoing_the_later_one(project):
    revisions = [project.dataset]
    for line in (2, 3, 4):
        project.decide(line, Verb.EXCLUDE)
        revisions.append(project.dataset)
    assert [each.revision for each in revisions] == [0, 1, 2, 3]
    for earlier in reversed(revisions[:-1]):
        project.undo()
        assert project.dataset is earlier
    project.undo()
    for later in revisions[1:]:
        project.redo()
        assert project.dataset is later
    project.redo()
    assert project.dataset is revisions[-1]


def test_another_state_of_the_data_has_another_number(project):
    project.decide(2, Verb.EXCLUDE)
    first = project.dataset
    project.undo()
    project.decide(3, Verb.EXCLUDE)
    assert project.dataset.revision == 2
    project.decide([3], Verb.KEEP)
    assert project.dataset is BASE
    project.decide([2], Verb.EXCLUDE)
    assert project.dataset is first


def test_many_rows_at_once_are_one_step(project, journal):
    project.decide(np.array([2, 3, 4]), Verb.EXCLUDE)
    assert len(project.done) == 1
    assert len(list(journal.entries())) == 1
    project.undo()
    assert project.decisions.standing() == []


def test_a_new_step_drops_what_was_undone(project):
    project.decide(2, Verb.EXCLUDE)
    project.undo()
    project.decide(3, Verb.EXCLUDE)
    assert not project.undone
    assert changes(project) == ((3,), {})


def test_a_decision_tells_its_reason_and_time_and_the_rows_note(project):
    project.note(2, "asked Anna")
    project.decide(2, Verb.EXCLUDE, reason="broken")
    decisions = project.decisions
    about = decisions.about(2)
    assert (about.reason, about.note, about.when > 1.7e9) == ("broken", "asked Anna", True)
    project.note(2, "Anna says no")
    assert decisions.about(2).note == decisions.note_on(2) == "Anna says no"
    project.decide(2, Verb.KEEP, note="done")
    assert decisions.notes() == {2: "done"}
    for expected in ("Anna says no", "asked Anna", "asked Anna", ""):
        project.undo()
        assert decisions.note_on(2) == expected
    assert (decisions.about(2), decisions.note_on(3)) == (None, "")


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda p: p.decide([], Verb.KEEP), "No row is chosen"),
        (lambda p: p.decide([2, 99], Verb.KEEP), "Line 99 of data is not in this data"),
        (lambda p: p.note(1, "header"), "Line 1 of data is not in this data"),
        (lambda p: p.relabel({2: "c"}), "'c' is no class of 'y'. The classes are: a, b"),
        (lambda p: p.decide(2, Verb.RELABEL), "no new label is given"),
        (lambda p: Decision(2, Verb.KEEP, label="b"), "Only a row that is relabelled"),
        (lambda p: p.decide(range(2, 12), Verb.EXCLUDE), "Every row would be excluded"),
        (lambda p: [p.decide(line, Verb.EXCLUDE) for line in range(2, 12)], "Every row would"),
        (lambda p: p.set_cells([2], "x", "many"), "'many' is no number, and 'x' holds numbers"),
        (lambda p: p.set_cells([2], "z", "1"), "has no column 'z'"),
        (lambda p: p.merge_spellings("y", ["c"], "a"), "No row is chosen"),
    ],
)
def test_what_cannot_be_decided_is_said_and_leaves_no_trace(project, journal, act, sentence):
    with pytest.raises(DataError, match=sentence):
        act(project)
    assert state(opened(journal)) == state(project)
    assert len(list(journal.entries())) == len(project.done)


def test_numbers_cannot_be_relabelled_and_can_be_set():
    numbers = dataset({"x": range(30)}, np.linspace(0, 1, 30))
    project = Project.of(numbers)
    with pytest.raises(DataError, match="Only classes can be relabelled"):
        project.relabel({2: "0.5"})
    project.decide(2, Verb.EXCLUDE)
    assert len(project.dataset) == 29
    project.set_cells([3], "y", "0.5")
    assert project.dataset.labels[0] == 0.5
    project.undo()
    assert project.dataset.labels[0] == numbers.labels[1]


def test_a_step_that_cannot_be_written_is_not_done(project, monkeypatch):
    project.decide(2, Verb.EXCLUDE)
    before = state(project)

    def full(file, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.base.journal._write_all", full)
    for act in (lambda: project.decide(3, Verb.EXCLUDE), project.undo):
        with pytest.raises(WriteError):
            act()
    assert state(project) == before


def test_replaying_the_journal_gives_the_same_state(project, journal):
    project.decide([2, 3], Verb.EXCLUDE, reason="ä\n\u2028", note="n")
    project.note(4, "look again")
    project.relabel({5: "b"})
    project.undo()
    project.redo()
    project.set_cells([6, 7], "x", "3.5", reason="typed wrong")
    project.decide(6, Verb.SKIP)
    project.undo()
    again = opened(journal)
    assert state(again) == state(project)
    again.redo()
    assert again.decisions.about(6).verb is Verb.SKIP


def test_decisions_about_other_files_are_passed_over(project, journal):
    project.decide(2, Verb.EXCLUDE)
    other = opened(journal, identity=IDENTITY | {"checksum": "13"})
    assert state(other) == state(Project.of(BASE))
    other.decide(3, Verb.EXCLUDE)
    other.undo()
    journal.append("undone", data={})
    journal.append("trained", rounds=3)
    assert state(opened(journal)) == state(project)


@pytest.mark.parametrize(
    "step",
    [
        None,
        7,
        [{"line": 99, "verb": "exclude", "when": 1.0}],
        [{"line": 2, "verb": "relabel", "label": "zzz", "when": 1.0}],
        [{"line": 2, "verb": "destroy", "when": 1.0}],
        [{"line": 2, "verb": "exclude"}],
        [{"line": "2", "verb": "exclude", "when": 1.0}],
        [{"line": 2, "verb": "relabel", "when": 1.0}],
        [{"line": 2, "verb": "keep", "when": float("nan")}],
        [{"lines": [2], "rows": [1, 2], "verb": "keep", "when": 1.0}],
        [{"lines": "!", "verb": "keep", "when": 1.0}],
        [{"lines": [2], "verb": "set", "column": "y", "when": 1.0}],
    ],
)
@pytest.mark.parametrize("is_old", [True, False])
def test_what_does_not_fit_the_data_is_left_out_and_counted(project, journal, step, is_old):
    project.decide(3, Verb.EXCLUDE)
    if is_old:
        journal.append("decided", data=FULL, step=step)
    else:
        journal.append("did", data=FULL, command={"kind": "decide", "step": step})
    journal.append("undone", data=FULL)
    journal.append("undone", data=FULL)
    journal.append("redone", data=FULL)
    again = opened(journal)
    assert again.left_out == 1
    assert changes(again) == ((3,), {})


def test_batches_are_plain_data_and_back():
    for done in (
        Decision(7, Verb.RELABEL, "x", "why", "note", 1.25),
        Decision(8, Verb.SKIP, by="Anna"),
        Decision(8, Verb.EXCLUDE, by="Anna", aside=True),
        Note(9, "text", 2.0, by="Ben"),
        Decision(9, Verb.SET, column="x", value=""),
    ):
        batch = batches_of([done])[0]
        again = Batch.from_plain(json.loads(json.dumps(batch.plain())))
        assert again == batch
        assert again.one(0) == done


def test_who_decided_stays(project, journal):
    project.by = "Anna"
    project.decide([2, 3], Verb.EXCLUDE)
    project.note(2, "asked")
    project.by = "Ben"
    project.relabel({3: "b"})
    again = opened(journal)
    again.by = "Carla"
    assert {each.line: each.by for each in again.decisions.standing()} == {2: "Anna", 3: "Ben"}
    assert [note.by for note in again.decisions.stands.notes()] == ["Anna"]


def test_who_decided_is_not_known_of_what_an_earlier_version_wrote(journal):
    step = [{"lines": [2], "when": 1.0, "verb": "keep"}]
    journal.append("did", data=FULL, command={"kind": "decide", "step": step})
    assert opened(journal).decisions.about(2).by == ""


def test_a_hundred_thousand_steps_are_replayed(journal):
    step = [{"line": -1, "verb": "VERB", "label": None, "reason": "", "note": "", "when": -2.0}]
    line = json.dumps({"what": "decided", "when": 1.0, "data": FULL, "step": step})
    line = line.replace("-1", "%d").replace("VERB", "%s").replace("-2.0", "%d.0")
    with journal.path.open("w") as file:
        for number in range(100_000):
            verb = "keep" if number % 10 == 9 else "exclude"
            file.write(line % (2 + number % 10, verb, number) + "\n")
    project = opened(journal)
    assert len(project.done) == 100_000
    assert changes(project) == (tuple(range(2, 11)), {})
    assert project.decisions.about(5).when == 99_993


# Rows 5 and 6 have changed places: the same lines, the same labels, other values.
SWAPPED = dataset({"x": [0, 1, 2, 4, 3, 5, 6, 7, 8, 9]}, "aaaaabbbbb", 0.3)


def test_decisions_do_not_land_on_other_rows_of_the_same_line(project, journal):
    project.decide([5, 7], Verb.EXCLUDE)
    project.relabel({6: "b", 8: "a"})
    project.note(5, "looked at")
    again = opened(journal, SWAPPED)
    assert again.left_out == 3
    assert changes(again) == ((7,), {8: "a"})
    assert again.decisions.notes() == {}
    # Steps of which nothing is left still count: undoing takes back the note first.
    assert len(again.done) == 3
    again.undo()
    assert changes(again) == ((7,), {8: "a"})
    again.undo()
    assert changes(again) == ((7,), {})


def test_decisions_of_earlier_versions_have_no_mark_and_still_count(journal):
    step = [{"line": 5, "verb": "exclude", "label": None, "when": 1.0}]
    journal.append("decided", data=FULL, step=step)
    again = opened(journal, SWAPPED)
    assert (again.left_out, changes(again)) == (0, ((5,), {}))


def test_a_file_of_decisions_about_other_values_is_refused(project, tmp_path):
    project.decide([5], Verb.EXCLUDE)
    project.decisions.write_csv(tmp_path / "d.csv")
    others = Project.of(SWAPPED)
    with pytest.raises(DataError, match="Line 5 of data has other values than the row that was"):
        others.take(others.decisions.taking_csv(tmp_path / "d.csv"))
    assert others.decisions.standing() == []
    # Without the marks, as earlier versions wrote them, the given label has to do.
    lines = (tmp_path / "d.csv").read_text().splitlines()
    (tmp_path / "d.csv").write_text("\n".join(line.rsplit(",", 2)[0] for line in lines))
    others.take(others.decisions.taking_csv(tmp_path / "d.csv"))
    assert changes(others) == ((5,), {})


# Cells, rows without a label, and spellings


FRAME = pd.DataFrame(
    {
        "x": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        "town": ["Bonn", "bonn", "Cork", "BONN", "Cork", None],
        "y": ["a", "b", None, "b", "a", "b"],
    }
)
OPEN = Dataset.from_frame(FRAME, "y", validation_share=0)


def town(project):
    column = project.dataset.table.column("town")
    return [column.text(row) for row in range(len(project.dataset.table))]


def test_a_row_without_a_label_is_labelled_and_both_stand_beside_a_set_cell():
    project = Project.of(OPEN)
    project.relabel({4: "b", 2: "b"})
    project.set_cells([4], "town", "Oslo")
    assert project.dataset.lines.tolist() == [2, 3, 4, 5, 6, 7]
    assert [d.verb for d in project.decisions.standing()] == [Verb.RELABEL, Verb.LABEL, Verb.SET]
    assert town(project)[2] == "Oslo"
    project.decide([4], Verb.KEEP)  # the label is taken back, the cell stays
    assert 4 not in project.dataset.lines
    assert town(project)[2] == "Oslo"
    for _ in range(3):
        project.undo()
    assert project.dataset is OPEN


def test_spellings_become_one():
    project = Project.of(OPEN)
    project.merge_spellings("town", ["Bonn", "bonn", "BONN"], "Bonn")
    assert town(project) == ["Bonn", "Bonn", "Cork", "Bonn", "Cork", ""]
    assert project.done[-1].words == "merge 'town' of 2 rows"
    project.undo()
    assert town(project)[1] == "bonn"
    project.merge_spellings("y", ["a", "b"], "b")
    assert project.dataset.class_counts.tolist() == [0, 5]


def test_the_list_of_decisions_holds_cells_and_labels_and_is_read_again(tmp_path):
    project = Project.of(OPEN)
    project.relabel({4: "b"}, reason="seen on paper")
    project.set_cells([3, 7], "town", "Oslo", reason="asked")
    project.set_cells([3], "x", "")
    project.note(5, "hm")
    project.decisions.write_csv(tmp_path / "d.csv")
    other = Project.of(OPEN)
    other.take(other.decisions.taking_csv(tmp_path / "d.csv"))
    assert other.decisions.standing() == project.decisions.standing()
    assert other.decisions.notes() == project.decisions.notes()
    assert town(other) == town(project)


def test_rows_decided_at_once_are_known_not_to_have_been_looked_at(project, journal):
    project.decide(5, Verb.KEEP)
    project.decide([6, 7], Verb.EXCLUDE)
    project.relabel({2: "b", 8: "a"})
    project.relabel({3: "b"})
    again = opened(journal)
    for known in (project, again):
        about = {line: known.decisions.about(line).together for line in (5, 6, 7, 2, 8, 3)}
        assert about == {5: False, 6: True, 7: True, 2: True, 8: True, 3: False}
        looks = known.decisions.stands.looks()
        assert looks.lines.tolist() == [5, 6, 7, 2, 8, 3]
        assert looks.alone.tolist() == [True, False, False, False, False, True]
        assert looks.lines[looks.are(Verb.KEEP, Verb.EXCLUDE)].tolist() == [5, 6, 7]


def test_what_an_earlier_version_wrote_of_many_rows_at_once_was_not_looked_at():
    many = {"lines": [3, 4], "verb": "exclude", "when": 1.0}
    one = {"line": 3, "verb": "exclude", "when": 1.0}
    assert Batch.from_plain(many).together
    assert not Batch.from_plain(one).together
    assert not Batch.from_plain({"lines": [3], "verb": "keep", "when": 1.0}).together
    with pytest.raises(ValueError, match="no decision"):
        Batch.from_plain(many | {"together": 1})
