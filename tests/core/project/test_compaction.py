"""A journal that was made shorter tells the same decisions, and never forgets what is in use."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.journal import Journal
from core.judging.reviewing.kinds import Verb
from core.project import Project, compaction
from core.project.command_journal import CommandJournal
from core.project.compaction import compact
from tests.core.helpers import dataset

BASE = dataset({"x": range(12)}, "aaaabbbbcccc")
IDENTITY = {"file": "a.csv"}
LINES = st.sets(st.integers(2, 8), min_size=1, max_size=4)
DEEDS = st.one_of(
    st.builds(
        lambda lines, verb, note: lambda p: p.decide(lines, verb, note=note),
        LINES,
        st.sampled_from([Verb.KEEP, Verb.EXCLUDE, Verb.SKIP]),
        st.sampled_from(["", "n"]),
    ),
    st.builds(lambda lines: lambda p: p.relabel(dict.fromkeys(lines, "b")), LINES),
    st.builds(lambda lines: lambda p: p.set_cells(lines, "x", "7"), LINES),
    st.builds(
        lambda line, text: lambda p: p.note(line, text),
        st.integers(2, 4),
        st.sampled_from(["", "hm"]),
    ),
    st.sampled_from([lambda p: p.undo(), lambda p: p.redo()]),
)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(compaction, "_LARGE", 1)
    monkeypatch.setattr(compaction, "_NEWEST_STEPS", 2)


def opened(journal):
    return Project.of(BASE, CommandJournal(journal, IDENTITY))


def stands(project):
    found = project.decisions
    return [(d.line, d.outcome, d.note, d.when) for d in found.standing()], found.notes()


@settings(max_examples=60, deadline=None)
@given(st.lists(DEEDS, min_size=1, max_size=15))
def test_the_same_decisions_stand(deeds):
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(compaction, "_LARGE", 1)
        patch.setattr(compaction, "_NEWEST_STEPS", 2)
        journal = Journal(Path(folder) / "journal.jsonl")
        project = opened(journal)
        for deed in deeds:
            deed(project)
        before = stands(project)
        compact(journal)
        again = opened(journal)
        assert stands(again) == before
        assert len(again.done) <= 3


def test_it_is_shorter_and_not_done_again_until_it_has_grown(tmp_path, small):
    journal = Journal(tmp_path / "journal.jsonl")
    project = opened(journal)
    for number in range(300):
        project.decide([2 + number % 5], Verb.SKIP, reason=f"{number}")
    size = journal.size
    assert compact(journal)
    assert journal.size < size / 10
    assert not compact(journal)


def test_what_a_program_in_use_did_stays_word_for_word(tmp_path, small):
    journal = Journal(tmp_path / "journal.jsonl", "one")
    project = opened(journal)
    for number in range(20):
        project.decide([2 + number % 5], Verb.SKIP)
    journal.append("opened", path="a.csv")
    for number in range(20):
        project.decide([2 + number % 5], Verb.KEEP)
    own = list(journal.entries())[20:]
    assert compact(journal, ["one"])
    left = list(journal.entries())
    assert left[-22:-1] == own
    assert len(left) == 3 + 21 + 1


def test_what_another_program_writes_meanwhile_is_not_lost(tmp_path):
    journal = Journal(tmp_path / "journal.jsonl", "one")
    journal.append("opened", path="a.csv")

    def shorten(entries):
        Journal(journal.path, "two").append("opened", path="b.csv")
        return []

    assert not journal.rewrite(shorten)
    assert [entry.by for entry in journal.entries()] == ["one", "two"]
