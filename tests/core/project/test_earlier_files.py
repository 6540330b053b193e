"""What the journal knows of a file that has another content by now."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.base.journal import Journal
from core.data.dataset import Dataset
from core.judging.reviewing.carrying.carrying import carry_over
from core.judging.reviewing.carrying.earlier import Earlier
from core.judging.reviewing.carrying.fates import Fate
from core.judging.reviewing.decisions import Decisions
from core.project import Project
from core.project.command_journal import CommandJournal
from core.project.compaction import shortened
from core.project.earlier_files import earlier_of_file
from core.project.entries import WHATS
from tests.core.judging.reviewing.carrying.exports import first_export

BEFORE = {"file": "orders.csv", "content": "1"}
NOW = {"file": "orders.csv", "content": "2"}


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """An empty journal."""
    return Journal(tmp_path / "journal.jsonl")


def project(journal: Journal, frame: pd.DataFrame, identity: dict[str, str] = BEFORE) -> Project:
    """A project about a frame, as a file of some content."""
    data = Dataset.from_frame(frame, "paid", name="orders.csv", validation_share=0)
    return Project.of(data, CommandJournal(journal, identity))


def known(journal: Journal) -> Earlier:
    """What the journal tells of the file before."""
    found = earlier_of_file(journal.entries(WHATS), NOW, "paid")
    assert found is not None
    return found[0]


def now(frame: pd.DataFrame) -> Decisions:
    """The new data, about which nothing is decided."""
    return Decisions(Dataset.from_frame(frame, "paid", name="orders.csv", validation_share=0))


def test_nothing_is_known_of_a_file_that_is_the_same(journal: Journal) -> None:
    project(journal, first_export()).decide([2], "keep")
    assert earlier_of_file(journal.entries(WHATS), BEFORE, "paid") is None
    assert earlier_of_file(journal.entries(WHATS), {"file": "other.csv"}, "paid") is None


def test_what_was_taken_back_is_not_known(journal: Journal) -> None:
    own = project(journal, first_export())
    own.decide([2], "keep")
    own.undo()
    assert earlier_of_file(journal.entries(WHATS), NOW, "paid") is None


def test_decided_rows_are_known_by_key_and_values(journal: Journal) -> None:
    own = project(journal, first_export())
    own.decide([2, 3], "exclude")
    own.relabel({4: "no" if first_export().loc[2, "paid"] == "yes" else "yes"})
    own.note(5, "ask")
    frame = first_export().iloc[::-1].reset_index(drop=True)
    frame.loc[119, "age"] = 99
    found = carry_over(known(journal), now(frame), ["customer"])
    told = {found.describe(n).old_line: found.describe(n) for n in range(len(found))}
    assert {line: each.fate for line, each in told.items()} == {
        2: Fate.CHANGED,
        3: Fate.SAME,
        4: Fate.SAME,
        5: Fate.SAME,
    }
    assert told[2].changes == (("age", str(first_export().loc[0, "age"]), "99"),)
    assert told[3].new_line == 120
    assert "Which rows are new cannot be told." in found.sentences[1]
    assert found.unjudged == 0


def test_many_rows_at_once_are_known_by_their_marks(journal: Journal) -> None:
    own = project(journal, first_export(3000))
    own.decide(np.arange(2, 2002), "keep")
    assert "values" not in next(journal.entries(WHATS)).facts
    frame = first_export(3000).iloc[::-1].reset_index(drop=True)
    frame.loc[2999, "age"] = 99
    found = carry_over(known(journal), now(frame))
    assert found.groups == {Fate.SAME: 1999, Fate.GONE: 1}
    assert any("not one value changed" in sentence for sentence in found.sentences)


def test_a_journal_made_shorter_knows_the_same(journal: Journal) -> None:
    own = project(journal, first_export())
    for line in range(2, 60):
        own.decide([line], "keep")
    entries = shortened(list(journal.entries()), frozenset())
    assert len(entries) < 30
    found = earlier_of_file(entries, NOW, "paid")
    assert found is not None
    frame = first_export().iloc[::-1].reset_index(drop=True)
    assert carry_over(found[0], now(frame)).groups == {Fate.SAME: 58}


def test_the_same_target_comes_first(journal: Journal) -> None:
    project(journal, first_export()).decide([2], "keep")
    other = Dataset.from_frame(first_export(), "city", name="orders.csv", validation_share=0)
    Project.of(other, CommandJournal(journal, BEFORE)).decide([3], "keep")
    assert known(journal).table.lines.tolist() == [2]


def test_values_that_make_no_sense_are_passed_over(journal: Journal) -> None:
    own = project(journal, first_export())
    own.decide([2], "keep")
    entry = next(journal.entries(WHATS))
    for wrong in (7, {"lines": "?", "columns": {}}, {"lines": [2], "columns": {"age": [1, 2]}}):
        entry.facts["values"] = wrong
        found = earlier_of_file([entry], NOW, "paid")
        assert found is not None
        assert carry_over(found[0], now(first_export())).groups == {Fate.SAME: 1}


def test_of_very_many_columns_those_that_name_rows_are_kept(journal: Journal) -> None:
    more = pd.DataFrame({f"x{n}": np.arange(120) % (n + 2) for n in range(300)})
    frame = pd.concat([first_export().rename(columns={"customer": "customer_id"}), more], axis=1)
    project(journal, frame).decide([2], "keep")
    kept = next(journal.entries(WHATS)).facts["values"]["columns"]
    assert len(kept) == 40
    assert {"customer_id", "paid", "age"} <= kept.keys()
    again = frame.iloc[::-1].reset_index(drop=True)
    found = carry_over(known(journal), now(again), ["customer_id"])
    assert found.groups == {Fate.SAME: 1}


def test_what_was_carried_over_is_called_so_when_it_is_done_again(journal: Journal) -> None:
    old = project(journal, first_export())
    old.decide([2], "keep")
    new = project(journal, first_export(), NOW)
    new.take(carry_over(old.decisions, new.decisions).step(), "carry over 1 decision")
    again = project(journal, first_export(), NOW)
    assert [done.words for done in again.done] == ["carry over 1 decision"]
