"""Decisions: what stands, undone and redone, the revision they make, and the journal's replay."""

import json

import numpy as np
import pytest

from core import DataError, WriteError
from core.base.journal import Journal
from core.judging.reviewing.decision import Decision, Note, Verb, from_plain
from core.judging.reviewing.decisions import Decisions
from tests.core.helpers import dataset

BASE = dataset({"x": range(10)}, "aaaaabbbbb", 0.3)
IDENTITY = {"path": "a.csv", "checksum": "12"}


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "journal.jsonl")


@pytest.fixture
def decisions(journal):
    return Decisions(BASE, IDENTITY, journal)


def state(decisions):
    """Everything that can be seen of decisions."""
    return (
        decisions.standing(),
        decisions.notes(),
        decisions.changes(),
        decisions.steps,
        decisions.can_undo,
        decisions.can_redo,
        decisions.revision().revision,
        decisions.revision().lines.tolist(),
        decisions.revision().labels.tolist(),
    )


def test_a_revision_is_relabelled_and_without_what_is_excluded(decisions):
    decisions.decide([2, 5], Verb.EXCLUDE, reason="twice")
    decisions.relabel({3: "b", 11: "a"})
    decisions.decide(4, Verb.KEEP)
    decisions.decide(6, Verb.SKIP)
    made = decisions.revision()
    assert made.lines.tolist() == [3, 4, 6, 7, 8, 9, 10, 11]
    assert [made.label_text(row) for row in range(8)] == list("baabbbba")
    assert decisions.changes() == ((2, 5), {3: "b", 11: "a"})
    inherited = dict(zip(BASE.lines.tolist(), BASE.validation.tolist(), strict=True))
    assert made.validation.tolist() == [inherited[line] for line in made.lines.tolist()]
    assert len(BASE) == 10


def test_keeping_and_skipping_change_nothing(decisions):
    decisions.decide([2, 3], Verb.KEEP, reason="seen on paper")
    decisions.decide([4], Verb.SKIP)
    assert decisions.revision() is BASE
    assert decisions.changes() == ((), {})
    assert [each.verb.value for each in decisions.standing()] == ["keep", "keep", "skip"]


def test_the_last_decision_about_a_row_stands(decisions):
    decisions.decide(2, Verb.EXCLUDE)
    decisions.relabel({2: "b"})
    assert decisions.changes() == ((), {2: "b"})
    decisions.decide(2, Verb.KEEP)
    assert decisions.revision() is BASE


def test_the_label_that_a_row_has_already_is_no_change(decisions):
    decisions.relabel({2: "a", 3: "b"})
    assert decisions.changes() == ((), {3: "b"})


def test_undoing_gives_the_earlier_revision_back_and_redoing_the_later_one(decisions):
    revisions = [decisions.revision()]
    for line in (2, 3, 4):
        decisions.decide(line, Verb.EXCLUDE)
        revisions.append(decisions.revision())
    assert [each.revision for each in revisions] == [0, 1, 2, 3]
    for earlier in reversed(revisions[:-1]):
        decisions.undo()
        assert decisions.revision() is earlier
    assert decisions.undo() is None
    for later in revisions[1:]:
        decisions.redo()
        assert decisions.revision() is later
    assert decisions.redo() is None


def test_another_state_of_the_data_has_another_number(decisions):
    decisions.decide(2, Verb.EXCLUDE)
    first = decisions.revision()
    decisions.undo()
    decisions.decide(3, Verb.EXCLUDE)
    assert decisions.revision().revision == 2
    decisions.decide([3], Verb.KEEP)
    assert decisions.revision() is BASE
    decisions.decide([2], Verb.EXCLUDE)
    assert decisions.revision() is first


def test_many_rows_at_once_are_one_step(decisions, journal):
    decisions.decide(np.array([2, 3, 4]), Verb.EXCLUDE)
    assert len(decisions.steps) == 1
    assert len(list(journal.entries())) == 1
    decisions.undo()
    assert decisions.standing() == []


def test_a_new_step_drops_what_was_undone(decisions):
    decisions.decide(2, Verb.EXCLUDE)
    decisions.undo()
    decisions.decide(3, Verb.EXCLUDE)
    assert not decisions.can_redo
    assert decisions.changes() == ((3,), {})


def test_a_decision_tells_its_reason_and_time_and_the_rows_note(decisions):
    decisions.note(2, "asked Anna")
    decisions.decide(2, Verb.EXCLUDE, reason="broken")
    about = decisions.about(2)
    assert (about.reason, about.note, about.when > 1.7e9) == ("broken", "asked Anna", True)
    decisions.note(2, "Anna says no")
    assert decisions.about(2).note == decisions.note_on(2) == "Anna says no"
    decisions.decide(2, Verb.KEEP, note="done")
    assert decisions.notes() == {2: "done"}
    for expected in ("Anna says no", "asked Anna", "asked Anna", ""):
        decisions.undo()
        assert decisions.note_on(2) == expected
    assert (decisions.about(2), decisions.note_on(3)) == (None, "")


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda d: d.decide([], Verb.KEEP), "No row is chosen"),
        (lambda d: d.decide([2, 99], Verb.KEEP), "Line 99 of data is not in this data"),
        (lambda d: d.note(1, "header"), "Line 1 of data is not in this data"),
        (lambda d: d.relabel({2: "c"}), "'c' is no class of 'y'. The classes are: a, b"),
        (lambda d: d.decide(2, Verb.RELABEL), "no new label is given"),
        (lambda d: d.decide(2, Verb.KEEP, label="b"), "Only a row that is relabelled"),
        (lambda d: d.decide(range(2, 12), Verb.EXCLUDE), "Every row would be excluded"),
        (lambda d: [d.decide(line, Verb.EXCLUDE) for line in range(2, 12)], "Every row would"),
    ],
)
def test_what_cannot_be_decided_is_said_and_leaves_no_trace(decisions, journal, act, sentence):
    with pytest.raises(DataError, match=sentence):
        act(decisions)
    assert state(Decisions(BASE, IDENTITY, journal)) == state(decisions)
    assert len(list(journal.entries())) == len(decisions.steps)


def test_numbers_cannot_be_relabelled():
    numbers = dataset({"x": range(30)}, np.linspace(0, 1, 30))
    decisions = Decisions(numbers, IDENTITY)
    with pytest.raises(DataError, match="Only classes can be relabelled"):
        decisions.relabel({2: "0.5"})
    decisions.decide(2, Verb.EXCLUDE)
    assert len(decisions.revision()) == 29


def test_a_step_that_cannot_be_written_is_not_done(decisions, monkeypatch):
    decisions.decide(2, Verb.EXCLUDE)
    before = state(decisions)

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.base.journal.os.fsync", full)
    for act in (lambda: decisions.decide(3, Verb.EXCLUDE), decisions.undo):
        with pytest.raises(WriteError):
            act()
    assert state(decisions) == before


def test_replaying_the_journal_gives_the_same_state(decisions, journal):
    decisions.decide([2, 3], Verb.EXCLUDE, reason="ä\n\u2028", note="n")
    decisions.note(4, "look again")
    decisions.relabel({5: "b"})
    decisions.undo()
    decisions.redo()
    decisions.decide(6, Verb.SKIP)
    decisions.undo()
    again = Decisions(BASE, IDENTITY, journal)
    assert state(again) == state(decisions)
    assert again.can_redo
    again.redo()
    assert again.about(6).verb is Verb.SKIP


def test_decisions_about_other_files_are_passed_over(decisions, journal):
    decisions.decide(2, Verb.EXCLUDE)
    other = Decisions(BASE, IDENTITY | {"checksum": "13"}, journal)
    assert state(other) == state(Decisions(BASE, IDENTITY))
    other.decide(3, Verb.EXCLUDE)
    other.undo()
    journal.append("undone", data={})
    journal.append("trained", rounds=3)
    assert state(Decisions(BASE, IDENTITY, journal)) == state(decisions)


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
    ],
)
def test_what_does_not_fit_the_data_is_left_out_and_counted(decisions, journal, step):
    decisions.decide(3, Verb.EXCLUDE)
    journal.append("decided", data=IDENTITY, step=step)
    journal.append("undone", data=IDENTITY)
    journal.append("undone", data=IDENTITY)
    journal.append("redone", data=IDENTITY)
    again = Decisions(BASE, IDENTITY, journal)
    assert again.left_out == 1
    assert again.changes() == ((3,), {})


def test_decisions_and_notes_are_plain_data_and_back():
    for done in (
        Decision(7, Verb.RELABEL, "x", "why", "note", 1.25),
        Decision(8, Verb.SKIP),
        Note(9, "text", 2.0),
    ):
        assert from_plain(json.loads(json.dumps(done.plain()))) == done


def test_a_hundred_thousand_steps_are_replayed(journal):
    facts = {"what": "decided", "when": 1.0, "data": IDENTITY}
    step = [Decision(-1, Verb.EXCLUDE).plain() | {"verb": "VERB", "when": -2.0}]
    line = json.dumps(facts | {"step": step})
    line = line.replace("-1", "%d").replace("VERB", "%s").replace("-2.0", "%d.0")
    with journal.path.open("w") as file:
        for number in range(100_000):
            verb = "keep" if number % 10 == 9 else "exclude"
            file.write(line % (2 + number % 10, verb, number) + "\n")
    decisions = Decisions(BASE, IDENTITY, journal)
    assert len(decisions.steps) == 100_000
    assert decisions.changes() == (tuple(range(2, 11)), {})
    assert decisions.about(5).when == 99_993


# Rows 5 and 6 have changed places: the same lines, the same labels, other values.
SWAPPED = dataset({"x": [0, 1, 2, 4, 3, 5, 6, 7, 8, 9]}, "aaaaabbbbb", 0.3)


def test_decisions_do_not_land_on_other_rows_of_the_same_line(decisions, journal):
    decisions.decide([5, 7], Verb.EXCLUDE)
    decisions.relabel({6: "b", 8: "a"})
    decisions.note(5, "looked at")
    again = Decisions(SWAPPED, IDENTITY, journal)
    assert again.left_out == 3
    assert again.changes() == ((7,), {8: "a"})
    assert again.notes() == {}
    # Steps of which nothing is left still count: undoing takes back the note first.
    assert len(again.steps) == 3
    again.undo()
    assert again.changes() == ((7,), {8: "a"})
    again.undo()
    assert again.changes() == ((7,), {})


def test_decisions_of_earlier_versions_have_no_mark_and_still_count(journal):
    step = [{"line": 5, "verb": "exclude", "label": None, "when": 1.0}]
    journal.append("decided", data=IDENTITY, step=step)
    again = Decisions(SWAPPED, IDENTITY, journal)
    assert (again.left_out, again.changes()) == (0, ((5,), {}))


def test_a_file_of_decisions_about_other_values_is_refused(decisions, tmp_path):
    decisions.decide([5], Verb.EXCLUDE)
    decisions.write_csv(tmp_path / "d.csv")
    others = Decisions(SWAPPED, {})
    with pytest.raises(DataError, match="Line 5 of data has other values than the row that was"):
        others.take_csv(tmp_path / "d.csv")
    assert others.standing() == []
    # Without the marks, as earlier versions wrote them, the given label has to do.
    lines = (tmp_path / "d.csv").read_text().splitlines()
    (tmp_path / "d.csv").write_text("\n".join(line.rpartition(",")[0] for line in lines))
    others.take_csv(tmp_path / "d.csv")
    assert others.changes() == ((5,), {})
