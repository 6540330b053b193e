"""What the journal offers to restore, and what it never offers."""

import pytest

from core.base.journal import Journal
from workbench.sessions.recovery import QUICK_KINDS, KeptRun, files_in_use, recovery, was_cut_short

DATA = {"file": "orders.csv", "target": "y"}
OPENED = ("opened", {"path": "/data/orders.csv", "data": DATA})
DECIDED = ("decided", {"data": DATA, "step": []})
TRAINED = ("trained", {"number": 1, "name": "1 AdaBoost", "file": "a.run"})
STARTED, CLOSED, SAVED = ("started", {}), ("closed", {}), ("saved", {"path": "x.workbench"})
DECLINED, RESTORED = ("declined", {}), ("restored", {})
UNDONE, REDONE = ("undone", {"data": DATA}), ("redone", {"data": DATA})
BUSY = (STARTED, OPENED, TRAINED, DECIDED)


def told(tmp_path, entries, running=()):
    """What is offered after programs, each from its start on, wrote these entries."""
    path, programs = tmp_path / "journal.jsonl", 0
    for what, facts in entries:
        programs += what == "started"
        of = {}
        if what in ("declined", "restored"):
            of = {"of": recovery(Journal(path).entries()).by}
        Journal(path, f"program {programs}").append(what, is_durable=False, **facts, **of)
    found = recovery(Journal(path).entries(), running.__contains__)
    quick = Journal(path).entries(QUICK_KINDS)
    assert found is None or was_cut_short(quick, running.__contains__)
    return found


def test_what_was_trained_and_decided_is_offered(tmp_path):
    found = told(tmp_path, BUSY)
    assert (found.name, found.words) == ("orders.csv", "1 run and 1 decision")
    assert found.runs == (KeptRun(1, "1 AdaBoost", "a.run"),)
    assert found.identity == {"file": "orders.csv"}


def test_rows_that_were_decided_are_counted_not_steps(tmp_path):
    """Seen: 43 rows in the window, and "36 decisions" to restore: nine were decided at once."""
    nine = ("did", {"data": DATA, "command": {"kind": "decide", "step": [{"lines": [*range(9)]}]}})
    twice = ("did", {"data": DATA, "command": {"kind": "decide", "step": [{"lines": [4, 20]}]}})
    assert told(tmp_path, (STARTED, OPENED, nine, twice)).words == "10 decisions"
    back = (UNDONE, UNDONE, REDONE)
    assert told(tmp_path / "b", (STARTED, OPENED, nine, twice, *back)).words == "9 decisions"


@pytest.mark.parametrize(
    "entries",
    [
        (),
        (STARTED, OPENED),
        (STARTED, OPENED, DECIDED, UNDONE),
        (*BUSY, CLOSED),
        (*BUSY, SAVED),
        (*BUSY, SAVED, CLOSED),
        (*BUSY, STARTED, DECLINED),
        (*BUSY, STARTED, DECLINED, CLOSED, STARTED),
        (*BUSY, STARTED, RESTORED, OPENED, SAVED),
        (STARTED, OPENED, ("decided", {"data": {"file": "other.csv"}, "step": []})),
        (STARTED, OPENED, ("runs", {"list": []})),
        (STARTED, OPENED, DECIDED, CLOSED, STARTED, OPENED),
        (STARTED, OPENED, ("trained", {"rounds": 5})),
        (STARTED, OPENED, ("runs", {"list": [3, {"number": "1"}, None]}), ("runs", {})),
    ],
)
def test_what_is_not_there_was_saved_or_declined_is_not_offered(entries, tmp_path):
    assert told(tmp_path, entries) is None


@pytest.mark.parametrize(
    "entries",
    [
        (*BUSY, STARTED),
        (*BUSY, STARTED, CLOSED, STARTED),  # looked in, and left without an answer
        (*BUSY, SAVED, DECIDED),
        (*BUSY, STARTED, OPENED, CLOSED),
        (*BUSY, STARTED, DECLINED, *BUSY),
        (STARTED, OPENED, DECIDED, UNDONE, REDONE),
        (STARTED, OPENED, DECIDED, STARTED, OPENED, RESTORED),  # and ended again
    ],
)
def test_what_nobody_answered_for_is_offered(entries, tmp_path):
    assert told(tmp_path, entries) is not None


def test_decisions_of_before_count_once_there_is_something_to_restore(tmp_path):
    found = told(tmp_path, (STARTED, OPENED, DECIDED, CLOSED, STARTED, OPENED, TRAINED))
    assert found.words == "1 run and 1 decision"


@pytest.mark.parametrize("entries", [(), (*BUSY, CLOSED), (*BUSY, STARTED, DECLINED, CLOSED)])
def test_a_quick_look_tells_that_there_is_nothing(entries, tmp_path):
    assert told(tmp_path, entries) is None
    assert not was_cut_short(Journal(tmp_path / "journal.jsonl").entries(QUICK_KINDS))


def test_the_last_list_of_runs_counts(tmp_path):
    listed = ("runs", {"list": [{"number": 2, "name": "second", "file": "../b.run"}]})
    found = told(tmp_path, (*BUSY, listed))
    assert found.runs == (KeptRun(2, "second", "b.run"),)  # never a file of another folder


def test_what_a_program_that_runs_has_open_is_not_offered(tmp_path):
    entries = (*BUSY, *BUSY)
    assert told(tmp_path, entries, ("program 1", "program 2")) is None
    journal = Journal(tmp_path / "journal.jsonl")
    assert not was_cut_short(journal.entries(), ("program 1", "program 2").__contains__)
    for runs, ended in (("program 1", "program 2"), ("program 2", "program 1")):
        assert recovery(journal.entries(), (runs,).__contains__).by == ended


def test_two_programs_that_ended_at_once_are_offered_one_after_the_other(tmp_path):
    other = {"file": "visits.csv", "target": "y"}
    second = (STARTED, ("opened", {"path": "/data/visits.csv", "data": other}), TRAINED)
    assert told(tmp_path, (*BUSY, *second)).name == "visits.csv"
    (tmp_path / "journal.jsonl").unlink()
    assert told(tmp_path, (*BUSY, *second, STARTED, DECLINED)).name == "orders.csv"
    (tmp_path / "journal.jsonl").unlink()
    assert told(tmp_path, (*BUSY, *second, STARTED, DECLINED, RESTORED)) is None


def test_programs_that_write_at_the_same_time_are_told_apart(tmp_path):
    path, one, two = tmp_path / "journal.jsonl", "one", "two"
    for by, (what, facts) in [
        (one, OPENED),
        (two, OPENED),
        (one, TRAINED),
        (two, CLOSED),
        (one, SAVED),
        (one, DECIDED),
    ]:
        Journal(path, by).append(what, is_durable=False, **facts)
    found = recovery(Journal(path).entries())
    assert (found.by, found.words) == (one, "1 run and 1 decision")


@pytest.mark.parametrize(
    ("entries", "running", "in_use"),
    [
        (BUSY, (), {"a.run"}),  # offered at the next start
        (BUSY, ("program 1",), {"a.run"}),
        ((*BUSY, CLOSED), (), set()),
        ((*BUSY, SAVED), (), set()),
        ((*BUSY, SAVED), ("program 1",), {"a.run"}),  # saved, and still in the list
        ((*BUSY, ("runs", {"list": []})), ("program 1",), set()),
    ],
)
def test_the_runs_of_open_windows_and_of_what_is_offered_are_in_use(
    entries, running, in_use, tmp_path
):
    told(tmp_path, entries)
    found = files_in_use(Journal(tmp_path / "journal.jsonl").entries(), running.__contains__)
    assert found == in_use
