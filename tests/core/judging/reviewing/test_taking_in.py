"""A colleague's decisions: what is taken in, what is a conflict, and how it is settled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import DataError
from core.base.journal import Journal
from core.judging.reviewing.conflicts import conflicts
from core.judging.reviewing.decision import Decision, Note, Verb
from core.judging.reviewing.taking_in import TakingIn
from core.project import Project
from core.project.command_journal import CommandJournal
from core.project.compaction import shortened
from tests.core.helpers import dataset

BASE = dataset({"x": range(10)}, "aaaaabbbbb", 0)
NUMBERS = dataset({"x": range(6)}, [1.0, 2.5, 3.0, 4.0, 5.0, 6.0], 0)
IDENTITY = {"path": "a.csv"}


def ben(base=BASE, journal=None):
    project = Project.of(base, CommandJournal(journal, IDENTITY) if journal else None)
    project.by = "Ben"
    return project


def words(project):
    return {
        each.line: (each.verb.value, each.new, each.by) for each in project.decisions.standing()
    }


def open_lines(project):
    return [each.line for each in conflicts(project.decisions)]


def take_in(project, theirs, other="Anna"):
    found = TakingIn.of(project.decisions, theirs, project.by, other)
    project.take(found.step(project.decisions))
    return found


def anna(line, verb=Verb.KEEP, label=None, when=5.0, **more):
    return Decision(line, verb, label, when=when, by="Anna", **more)


THEIRS = (
    anna(2),
    anna(3, Verb.RELABEL, "b", reason="seen"),
    anna(4, Verb.EXCLUDE),
    anna(5, Verb.SKIP),
    Note(11, "ask", 5.0, by="Anna"),
)


@pytest.fixture
def project():
    made = ben()
    made.decide(2, Verb.KEEP)
    made.decide(3, Verb.KEEP, reason="looks right")
    made.decide(6, Verb.EXCLUDE)
    return made


def test_what_taking_in_brings(project):
    found = take_in(project, THEIRS)
    assert [each.line for each in found.new] == [4]
    assert [each.line for each in found.agreed] == [2]
    assert [each.told for each in found.conflicts] == ["Ben kept it, Anna relabelled it to b"]
    assert (found.people, found.only_own, found.skipped, found.known) == (("Anna",), 1, 1, 0)
    assert (found.comparison.verdicts.agreed, found.comparison.verdicts.rows) == (1, 2)
    assert words(project) == {
        2: ("keep", None, "Ben"),
        3: ("keep", None, "Ben"),
        4: ("exclude", None, "Anna"),
        6: ("exclude", None, "Ben"),
    }
    assert project.decisions.notes() == {11: "ask"}
    assert open_lines(project) == [3]


def test_taking_in_is_one_step_that_is_undone_at_once(project):
    before = words(project), project.dataset
    take_in(project, THEIRS)
    assert project.done[-1].words == "take in 4 decisions of Anna"
    project.undo()
    assert (words(project), project.dataset) == before
    assert open_lines(project) == []
    project.redo()
    assert open_lines(project) == [3]


def test_taking_in_again_brings_nothing(project):
    take_in(project, THEIRS)
    again = TakingIn.of(project.decisions, THEIRS, "Ben", "Anna")
    assert again.is_empty
    assert again.known == 3
    with pytest.raises(DataError, match="nothing to take in"):
        again.step(project.decisions)


@pytest.mark.parametrize(
    ("settle", "stands"),
    [
        (lambda p: p.decide(3, Verb.KEEP), ("keep", None, "Ben")),
        (lambda p: p.relabel({3: "b"}, reason="as Anna"), ("relabel", "b", "Ben")),
        (lambda p: p.decide(3, Verb.EXCLUDE), ("exclude", None, "Ben")),
    ],
)
def test_a_settled_conflict_is_ones_own_decision_and_remembers_both(project, settle, stands):
    take_in(project, THEIRS)
    settle(project)
    assert words(project)[3] == stands
    assert open_lines(project) == []
    reason = project.decisions.about(3).reason
    assert reason.startswith("settled: Ben kept it, Anna relabelled it to b")
    said = {
        person: {each.line: each.verb for each in project.decisions.stands.said_by(person)}
        for person in ("Anna", "Ben")
    }
    assert (said["Ben"][3], said["Anna"][3]) == (Verb.KEEP, Verb.RELABEL)
    # Nor does it open again, or change how far the two agreed.
    again = TakingIn.of(project.decisions, THEIRS, "Ben", "Anna")
    assert again.is_empty
    assert (again.comparison.verdicts.agreed, again.comparison.verdicts.rows) == (1, 2)
    project.undo()
    assert open_lines(project) == [3]


def test_many_conflicts_settled_at_once_each_tell_what_was_said():
    project = ben()
    project.decide([2, 3, 4, 7], Verb.KEEP)
    take_in(project, [anna(2, Verb.EXCLUDE), anna(3, Verb.RELABEL, "b"), anna(4, Verb.EXCLUDE)])
    project.decide([2, 3, 4, 7], Verb.EXCLUDE, reason="all")
    reasons = {line: project.decisions.about(line).reason for line in (2, 3, 4, 7)}
    excluded = "settled: Ben kept it, Anna excluded it; all"
    relabelled = "settled: Ben kept it, Anna relabelled it to b; all"
    assert reasons == {2: excluded, 3: relabelled, 4: excluded, 7: "all"}
    assert project.done[-1].words == "exclude 4 rows"


def test_leaving_a_conflict_for_later_settles_nothing(project):
    take_in(project, THEIRS)
    project.decide(3, Verb.SKIP)
    assert open_lines(project) == [3]


def test_what_somebody_else_decided_is_remembered_when_it_is_overruled(project):
    take_in(project, THEIRS)
    project.decide(4, Verb.KEEP)
    assert words(project)[4] == ("keep", None, "Ben")
    assert open_lines(project) == [3]
    anna_said = {each.line: each.verb for each in project.decisions.stands.said_by("Anna")}
    assert anna_said[4] is Verb.EXCLUDE
    assert TakingIn.of(project.decisions, THEIRS, "Ben", "Anna").is_empty


def test_somebodys_newer_word_takes_the_place_of_their_older_one(project):
    take_in(project, THEIRS)
    take_in(project, [anna(4, when=9.0), anna(3, Verb.EXCLUDE, when=9.0)])
    assert words(project)[4] == ("keep", None, "Anna")
    assert [each.told for each in conflicts(project.decisions)] == ["Ben kept it, Anna excluded it"]
    # An older file of theirs changes nothing.
    assert TakingIn.of(project.decisions, THEIRS, "Ben", "Anna").is_empty


def test_three_people_and_every_word_counts(project):
    take_in(project, THEIRS)
    carl = [
        Decision(4, Verb.KEEP, when=7.0, by="Carl"),
        Decision(3, Verb.KEEP, when=7.0, by="Carl"),
    ]
    found = take_in(project, carl, "Carl")
    assert [each.told for each in found.conflicts] == ["Anna excluded it, Carl kept it"]
    assert open_lines(project) == [3, 4]
    project.decide([3, 4], Verb.KEEP)
    assert open_lines(project) == []


def test_a_colleague_of_the_same_name_or_without_one(project):
    theirs = [Decision(3, Verb.EXCLUDE, when=9e9, by="Ben"), Decision(9, Verb.KEEP)]
    found = take_in(project, theirs, other="d.csv")
    assert found.people == ("d.csv",)
    assert words(project)[9] == ("keep", None, "d.csv")
    assert [each.told for each in found.conflicts] == ["Ben kept it, d.csv excluded it"]


def test_ones_own_decisions_come_back_with_a_colleagues(project):
    theirs = [anna(4), Decision(3, Verb.EXCLUDE, when=1.0, by="Ben")]
    found = take_in(project, theirs)
    assert (len(found.new), found.conflicts) == (1, ())


def test_notes_of_both_are_kept(project):
    project.note(4, "mine")
    take_in(project, [anna(4, note="hers"), Note(6, "ask", 5.0, by="Anna")])
    assert project.decisions.notes() == {4: "mine\nAnna: hers", 6: "ask"}
    assert TakingIn.of(project.decisions, [anna(4, note="hers")], "Ben", "Anna").is_empty


def test_cells_and_numbers():
    project = ben(NUMBERS)
    project.decide(2, Verb.KEEP)
    project.set_cells([3], "x", "7")
    theirs = [
        anna(2, Verb.SET, column="y", value="10"),  # what it is to predict: it was kept here
        anna(3, Verb.SET, column="x", value="8"),
        anna(4, Verb.SET, column="x", value="9"),
    ]
    take_in(project, theirs)
    assert [each.told for each in conflicts(project.decisions)] == [
        "Ben kept it, Anna set y to 10",
        "Ben set x to 7, Anna set x to 8",
    ]
    assert project.decisions.stands.cells_of(4) == {"x": "9"}
    project.set_cells([2], "y", "10")
    project.set_cells([3], "x", "8")
    assert open_lines(project) == []
    assert project.dataset.labels[0] == 10


def test_two_labels_for_a_row_that_had_none():
    base = dataset({"x": range(6)}, ["a", "a", "b", "b", None, None], 0)
    project = ben(base)
    project.relabel({6: "a"})
    take_in(project, [anna(6, Verb.LABEL, "b"), anna(7, Verb.LABEL, "b")])
    assert [each.told for each in conflicts(project.decisions)] == [
        "Ben labelled it as a, Anna labelled it as b"
    ]
    assert project.decisions.changes().labelled.as_dict() == {6: "a", 7: "b"}
    project.settle([conflicts(project.decisions)[0].other])
    assert project.decisions.changes().labelled.as_dict() == {6: "b", 7: "b"}
    assert open_lines(project) == []


@pytest.mark.parametrize("steps", [0, 30])
def test_conflicts_outlive_the_program_and_the_journals_compaction(tmp_path, steps):
    journal = Journal(tmp_path / "journal.jsonl")
    project = ben(journal=journal)
    project.decide([2, 3, 4, 5], Verb.KEEP)
    take_in(project, [anna(line, Verb.EXCLUDE) for line in (2, 3, 4)])
    project.decide(3, Verb.KEEP)
    carl = [Decision(line, Verb.EXCLUDE, when=7.0, by="Carl") for line in (3, 5)]
    take_in(project, carl, "Carl")
    project.decide(4, Verb.EXCLUDE)
    for turn in range(steps):  # so that the steps above are folded into one
        project.decide(11, Verb.KEEP if turn % 2 else Verb.SKIP)
    if steps:
        shorter = shortened(list(journal.entries()), frozenset())
        assert len(shorter) < 30
        journal.rewrite(lambda entries: shortened(entries, frozenset()))
    again = ben(journal=journal)
    assert words(again) == words(project)
    assert open_lines(again) == open_lines(project) == [2, 3, 5]
    told = [each.told for each in conflicts(project.decisions)]
    assert [each.told for each in conflicts(again.decisions)] == told
    for person in ("Anna", "Ben", "Carl"):
        both = [sorted(each.decisions.stands.said_by(person), key=str) for each in (project, again)]
        assert both[0] == both[1]


VERDICTS = st.dictionaries(
    st.integers(2, 11),
    st.sampled_from(
        [(Verb.KEEP, None), (Verb.EXCLUDE, None), (Verb.RELABEL, "a"), (Verb.SKIP, None)]
    ),
)


@given(VERDICTS, VERDICTS)
def test_taking_in_never_changes_what_was_decided_here(mine, theirs):
    project = ben()
    for line, (verb, label) in mine.items():
        project.relabel({line: label}) if label else project.decide(line, verb)
    before = words(project)
    other = [anna(line, *said) for line, said in theirs.items()]
    found = TakingIn.of(project.decisions, other, "Ben", "Anna")
    if found.is_empty:
        return
    project.take(found.step(project.decisions))
    own = {line: said for line, said in before.items() if said[0] != "skip"}
    assert words(project).items() >= own.items()
    real = {line for line, (verb, _) in theirs.items() if verb is not Verb.SKIP}
    assert words(project).keys() == before.keys() | real
    assert set(open_lines(project)) == {each.line for each in found.conflicts}
    counts = len(found.new), len(found.agreed), len(found.conflicts)
    assert sum(counts) == len(real)


def test_decisions_about_other_rows_are_refused_and_nothing_is_taken(project):
    theirs = [anna(4), Decision(9, Verb.KEEP, when=1.0, row="0123456789abcdef", by="Anna")]
    with pytest.raises(DataError, match="Line 9 of data has other values"):
        take_in(project, theirs)
    assert 4 not in words(project)
