"""Spellings that may be one: by case, blanks, answers and slips; merged by a plan, and undone."""

import json

import numpy as np
import pandas as pd
import pytest

from core import Dataset
from core.base.errors import DataError
from core.checks.finding import FindingKind
from core.checks.findings import findings
from core.checks.spelling_checks import alike
from core.data.changes import merged_cells
from core.data.plan import Plan
from core.data.roles import Task
from core.data.table import Table
from core.judging.reviewing.decisions import Decisions
from core.project import Project

RANDOM = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"ja": 50, "Ja": 20, "JA": 3, "nein": 60}, [("ja", "Ja", "JA")]),
        ({"ja": 5, " ja ": 2, "nein": 6}, [("ja", " ja ")]),
        ({"New York": 5, "new  york": 2}, [("New York", "new  york")]),
        ({"Berlin": 30, "Berln": 1, "Hamburg": 8}, [("Berlin", "Berln")]),
        ({"Berlin": 30, "berln": 1, "BERLIN": 2}, [("Berlin", "BERLIN", "berln")]),
        ({"Frankfurt Main": 12, "Frankfrut Main": 2}, [("Frankfurt Main", "Frankfrut Main")]),
        ({"ja": 4, "1": 3, "nein": 5, "0": 2}, [("ja", "1"), ("nein", "0")]),
        (
            {"no": 900, "yes": 300, "NO": 9, "y": 30, "noo": 4, "perhaps": 3},
            [("no", "NO", "noo"), ("yes", "y")],
        ),
        ({"nein": 500, "ja": 300, "nien": 9, "j": 8}, [("nein", "nien"), ("ja", "j")]),
        ({"nein": 500, "ja": 300, "nien": 30}, [("nein", "nien")]),
    ],
    ids=[
        *("case", "blanks", "two blanks", "a slip", "both", "a word of two", "answers"),
        *("answers among others", "answers and a slip", "answers and a slip made often"),
    ],
)
def test_spellings_are_found(counts, expected):
    found = list(alike(counts))
    assert [merge.spellings for merge in found] == expected
    assert [merge.into for merge in found] == [own[0] for own in expected]


@pytest.mark.parametrize(
    "counts",
    [
        {"A1": 90, "A2": 1, "B1": 4},
        {"1000": 90, "1001": 1, "1002": 1},
        {"Iran": 90, "Iraq": 1},
        {"married": 90, "unmarried": 1},
        {"north korea": 90, "south korea": 1},
        {"symptomatic": 90, "asymptomatic": 2},
        {"Austria": 90, "Australia": 2},
        {"Martin": 10, "Marvin": 8},
        {"room 1": 90, "rooms 1": 1},
        {"from": 300, "form": 9},
        {"male": 300, "mail": 1},
        {"nein": 60, "nien": 2},
        {"1": 4, "2": 3, "0": 5},
        {"yes": 50, "y": 20, "no": 60, "perhaps": 30},
        {"yes": 500, "maybe": 10, "y": 3},
        {"no": 40, "noo": 2, "yes": 60},
        {"": 3},
        {},
    ],
    ids=lambda counts: " ".join(counts) or "nothing",
)
def test_other_names_are_never_said_to_be_one(counts):
    assert list(alike(counts)) == []


def test_two_swapped_letters_of_a_short_word_are_a_slip_where_it_is_next_to_nothing():
    (found,) = alike({"nein": 400, "ja": 300, "nien": 3})
    assert found.spellings == ("nein", "nien")


def test_a_slip_that_could_be_of_two_words_is_left_alone():
    assert list(alike({"Martin": 50, "Marvin": 50, "Marlin": 1})) == []


def answers(rows=200):
    said = np.array(["ja", "nein"])[RANDOM.integers(0, 2, rows)]
    said[:6], said[6:10] = "JA", "Nein"
    town = np.array(["Berlin", "Hamburg", "Bremen"])[RANDOM.integers(0, 3, rows)]
    town[20:23] = "Berln"
    return pd.DataFrame({"x": RANDOM.normal(size=rows), "town": town, "paid": said})


def merged(table, plan=None):
    """The data once every spelling is merged, as a person would by the buttons."""
    plan = plan or Plan.suggested(table, "paid")
    for finding in findings(table, plan):
        if finding.kind in (FindingKind.ALIKE_CLASSES, FindingKind.ALIKE_VALUES):
            plan = finding.remedy.applied(plan)
    return Dataset.from_table(table, plan=Plan.from_plain(json.loads(json.dumps(plan.plain()))))


def test_merged_classes_are_two_and_what_was_found_is_gone():
    table = Table.from_frame(answers())
    told = [f for f in findings(table, Plan.suggested(table, "paid")) if "ALIKE" in f.kind.name]
    assert [finding.remedy.label for finding in told] == [
        "Merge into 'ja'",
        "Merge into 'nein'",
        "Merge into 'Berlin'",
    ]
    data = merged(table)
    assert (data.task, data.classes) == (Task.TWO_CLASSES, ("nein", "ja"))
    assert data.table.column("town").categories == ("Berlin", "Bremen", "Hamburg")
    assert data.table.as_read is table
    assert not any("ALIKE" in finding.kind.name for finding in findings(data))
    assert "Spellings of 'paid' are merged, 10 rows: 'JA' as 'ja', 'Nein' as 'nein'." in data.notes
    assert "Spellings of 'town' are merged, 3 rows: 'Berln' as 'Berlin'." in data.notes


def test_merging_moves_no_row_to_the_other_side():
    table = Table.from_frame(answers())
    before = Dataset.from_table(table, "paid")
    np.testing.assert_array_equal(before.validation, merged(table).validation)


def test_what_is_merged_into_another_goes_with_it():
    table = Table.from_frame(answers())
    plan = Plan.suggested(table, "paid").merging("town", ["Berln"], "Berlin")
    plan = plan.merging("town", ["Berlin"], "Bremen")
    column = Dataset.from_table(table, plan=plan).table.column("town")
    assert column.categories == ("Bremen", "Hamburg")
    # Back to the spelling of the file.
    assert plan.merging("town", ["Bremen"], "Berln").spellings["town"]["Bremen"] == "Berln"


def test_the_cells_that_a_cleaned_file_gets():
    cells = merged_cells(merged(Table.from_frame(answers())))
    assert cells["town"].as_dict() == dict.fromkeys((22, 23, 24), "Berlin")
    paid = dict.fromkeys(range(2, 8), "ja") | dict.fromkeys(range(8, 12), "nein")
    assert cells["paid"].as_dict() == paid


def test_a_label_of_a_merged_spelling_still_counts():
    """Somebody relabelled a row to JA; then JA and ja became one."""
    table = Table.from_frame(answers())
    project = Project.of(Dataset.from_table(table, "paid"))
    place = project.dataset.classes.index("nein")
    line = int(project.dataset.lines[project.dataset.labels == place][0])
    project.relabel({line: "JA"})
    project.take_plan(merged(table).plan)
    assert project.done[-1].words == "merge spellings of 'town' and 'paid'"
    assert project.decisions.changes().labels.as_dict() == {line: "ja"}
    project.undo()
    assert project.decisions.changes().labels.as_dict() == {line: "JA"}


def test_a_decision_may_use_the_merged_spelling_only():
    decisions = Decisions(merged(Table.from_frame(answers())))
    with pytest.raises(DataError, match="'JA' is no class of 'paid'"):
        decisions.relabelling({50: "JA"})
