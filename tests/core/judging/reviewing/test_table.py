"""Decisions as a CSV file: exact both ways, and refused in a sentence where they do not fit."""

import csv

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import DataError, WriteError
from core.base.person import tidy_name
from core.data.row_marks import row_marks
from core.judging.reviewing.decision import Decision, Note, Verb
from core.judging.reviewing.table import COLUMNS, read_decisions, write_decisions
from core.project import Project
from tests.core.helpers import dataset

BASE = dataset({"x": range(6)}, ["a", 'b "q"', "a", "c,d", "a", "e\nf"])
HEADING = ",".join(COLUMNS)


def test_the_file_as_another_program_reads_it(tmp_path):
    done = [
        Decision(3, Verb.RELABEL, "c,d", "why", "line one\nline two", 1_700_000_000.25, by="Anna"),
        Decision(5, Verb.EXCLUDE, when=0.0),
        Note(7, 'says "no"', 1.5, by="Ben"),
    ]
    write_decisions(tmp_path / "d.csv", done, BASE)
    with (tmp_path / "d.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert [row.pop() for row in rows] == ["by", "Anna", "", "Ben"]
    marks = [row.pop() for row in rows[1:]]
    own = row_marks(BASE.table, BASE.rows_of([3, 5, 7])).tolist()
    assert marks == [f"{mark:016x}" for mark in own]
    assert rows == [
        [*COLUMNS, "row"],
        ["3", "relabel", 'b "q"', "c,d", "why", "line one\nline two",
         "2023-11-14T22:13:20.250000+00:00"],
        ["5", "exclude", "c,d", "", "", "", "1970-01-01T00:00:00.000000+00:00"],
        ["7", "", "e\nf", "", "", 'says "no"', "1970-01-01T00:00:01.500000+00:00"],
    ]  # fmt: skip
    assert read_decisions(tmp_path / "d.csv", BASE) == tuple(done)


TEXTS = st.text(st.characters(exclude_characters="\0"), max_size=12)
NAMES = st.text(max_size=70).map(tidy_name)
TIMES = st.integers(0, 4_000_000_000_000_000).map(lambda number: number / 1_000_000)


@st.composite
def steps(draw):
    done = []
    for line in draw(st.sets(st.integers(2, 7), min_size=1)):
        verb = draw(st.sampled_from([None, Verb.KEEP, Verb.RELABEL, Verb.EXCLUDE, Verb.SKIP]))
        when = draw(TIMES)
        if verb is None:
            done.append(Note(line, draw(TEXTS), when, by=draw(NAMES)))
        else:
            label = draw(st.sampled_from(BASE.classes)) if verb is Verb.RELABEL else None
            done.append(Decision(line, verb, label, draw(TEXTS), draw(TEXTS), when, by=draw(NAMES)))
    return tuple(done)


@given(steps())
def test_what_is_written_is_read_to_the_last_bit(tmp_path_factory, step):
    path = tmp_path_factory.getbasetemp() / "decisions.csv"
    write_decisions(path, step, BASE)
    assert read_decisions(path, BASE) == step


def test_decisions_go_through_a_file_into_others(tmp_path):
    first = Project.of(BASE)
    first.decide([2, 4], Verb.EXCLUDE, reason="twice")
    first.note(7, "ask")
    first.relabel({3: "a"})
    first.decisions.write_csv(tmp_path / "d.csv")
    second = Project.of(BASE)
    second.take(second.decisions.taking_csv(tmp_path / "d.csv"))
    assert second.decisions.standing() == first.decisions.standing()
    assert second.decisions.notes() == first.decisions.notes()
    np.testing.assert_array_equal(second.dataset.labels, first.dataset.labels)
    second.undo()
    assert second.dataset is BASE


def test_other_columns_and_another_order_do_no_harm(tmp_path):
    path = tmp_path / "d.csv"
    path.write_text(
        "time,by,note,reason,new label,given,verb,line\r\n"
        "2026-01-31T09:30:00+01:00,Anna,,,,a,Keep,2\r\n",
        encoding="utf-8-sig",
    )
    assert read_decisions(path, BASE) == (Decision(2, Verb.KEEP, when=1769848200.0, by="Anna"),)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "has no column 'line'"),
        ("line,verb\n2,keep\n", "has no column 'given'"),
        (f"{HEADING}\n2,keep,a\n", "Line 2 of d.csv has 3 values, and the first line names 7"),
        (f"{HEADING}\ntwo,keep,a,,,,2026-01-01\n", "'two' where the number of a line belongs"),
        (f"{HEADING}\n99,keep,a,,,,2026-01-01\n", "Line 99 of data is not in this data"),
        (f"{HEADING}\n2,drop,a,,,,2026-01-01\n", "one of keep, relabel, exclude, skip"),
        (f"{HEADING}\n2,relabel,a,,,,2026-01-01\n", "no new label is given"),
        (f"{HEADING}\n2,keep,a,e,,,2026-01-01\n", "Only a row that is relabelled"),
        (f"{HEADING}\n2,relabel,a,zz,,,2026-01-01\n", "'zz' is no class of 'y'"),
        (f"{HEADING}\n2,keep,zz,,,,2026-01-01\n", "These decisions are about other data"),
        (f"{HEADING}\n2,keep,a,,,,soon\n", "has the time 'soon'"),
        (f"{HEADING}\n2,keep,a,,,,2026-01-01\n2,skip,a,,,,2026-01-01\n", "two decisions about"),
        (f'{HEADING}\n2,"keep', "is no CSV file of decisions"),
    ],
)
def test_what_does_not_fit_is_told_in_a_sentence(tmp_path, content, sentence):
    (tmp_path / "d.csv").write_text(content)
    project = Project.of(BASE)
    with pytest.raises(DataError, match=sentence):
        project.take(project.decisions.taking_csv(tmp_path / "d.csv"))
    assert not project.done


def test_files_that_cannot_be_read_or_written(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_decisions(tmp_path / "none.csv", BASE)
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(DataError, match="is no CSV file of decisions"):
        read_decisions(tmp_path / "binary.csv", BASE)
    with pytest.raises(WriteError):
        write_decisions(tmp_path / "no folder" / "d.csv", [], BASE)


def test_a_failed_writing_leaves_the_file_that_was_there(tmp_path):
    path = tmp_path / "d.csv"
    path.write_text("before")
    with pytest.raises(DataError, match="Line 99"):
        write_decisions(path, [Decision(99, Verb.KEEP)], BASE)
    assert path.read_text() == "before"
