"""Planted mistakes are found by their names, and nothing is found where there is none."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core import Dataset, audit_cells
from core.base.progress import Cancelled
from core.judging.cells.result import CellDoubt
from tests.core.judging.cells.made_up import ROWS, WRONG, dataset, lines_of, people


def planted(name, change):
    frame = people()
    values = frame[name].astype(float).to_numpy().copy()
    values[WRONG] = change(values[WRONG])
    return frame.assign(**{name: values})


def only_finding(frame):
    found = audit_cells(dataset(frame))
    assert len(found.findings) == 1, [each.sentence for each in found.findings]
    return found, found.findings[0]


@pytest.fixture(scope="module")
def clean():
    return audit_cells(dataset(people()))


def test_a_number_of_the_target_is_written_as_wherever_it_is_predicted():
    frame = people()[["weight"]].assign(y=1_000.0 + np.arange(ROWS))
    data = Dataset.from_frame(frame, "y", validation_share=0)
    doubts = [CellDoubt(2, name, "14800", "1480", 4.0, "") for name in ("y", "weight")]
    found = replace(audit_cells(data), doubts=tuple(doubts), findings=())
    assert found.sentences(2) == (
        "'y' is 14,800, which does not fit the rest of the row: 1,480 would fit.",
        "'weight' is 14800, which does not fit the rest of the row: 1480 would fit.",
    )


def test_a_table_without_mistakes_has_no_findings_and_hardly_a_flag(clean):
    assert clean.findings == ()
    assert clean.count <= 2
    assert clean.columns == 7  # all but the classes
    assert clean.cells == 7 * ROWS


@pytest.mark.parametrize(
    ("column", "change", "kind"),
    [
        ("weight", lambda v: v * 2.2046226, "lb for kg"),
        ("height", lambda v: v / 2.54, "inches for cm"),
        ("weight", lambda v: v * 10, "decimal point lost"),
        ("age", lambda v: v * 100, "100 times too large"),
        ("height", lambda v: v / 100, "100 times too small"),
        ("waist", lambda v: v * 1000, "1,000 times too large"),
        ("waist", lambda v: -v, "wrong sign"),
        ("weight", lambda v: np.zeros(len(v)), "default value"),
        ("age", lambda v: np.full(len(v), 999.0), "default value"),
    ],
)
def test_a_mistake_in_one_column_is_one_finding_with_its_rows(column, change, kind):
    found, finding = only_finding(planted(column, change))
    assert (finding.kind, finding.columns) == (kind, (column,))
    assert finding.lines.tolist() == lines_of(WRONG)
    worst = {(doubt.line, doubt.column) for doubt in found.doubts[: len(WRONG)]}
    assert len(worst & {(line, column) for line in lines_of(WRONG)}) >= len(WRONG) - 1


def test_the_remedy_gives_the_values_that_were_there_before():
    found, finding = only_finding(planted("weight", lambda v: v * 2.2046226218))
    right = people()["weight"].to_numpy()[WRONG]
    given = [float(finding.remedy["weight"][line]) for line in lines_of(WRONG)]
    np.testing.assert_allclose(given, right, atol=0.051)
    assert "12 rows look as if 'weight' were in lb rather than kg; if so" in finding.sentence
    assert f"{found.count} cells do not fit" in found.summary
    rest = "all 12" if found.count == 12 else "12 of them"
    assert found.summary.endswith(f"; 1 finding explains {rest}.")


def test_day_and_month_are_swapped_back_as_they_are_written():
    frame = people()
    parts = frame["paid"].str.split("/", expand=True)
    can_be = np.flatnonzero((parts[0].astype(int) <= 12) & (parts[0] != parts[1]))[::12][:10]
    texts = frame["paid"].to_numpy(object).copy()
    texts[can_be] = [f"{m}/{d}/{y}" for d, m, y in (text.split("/") for text in texts[can_be])]
    _, finding = only_finding(frame.assign(paid=texts))
    assert finding.kind == "day and month swapped"
    found = dict(zip(lines_of(can_be), people()["paid"].to_numpy()[can_be], strict=True))
    wrong = {line for line in finding.lines.tolist() if finding.remedy["paid"][line] != found[line]}
    assert not wrong
    assert len(finding) >= len(can_be) - 1


def test_two_columns_that_were_swapped_are_one_finding_about_both():
    frame = people()
    values = frame[["height", "age"]].to_numpy(float, copy=True)
    values[WRONG] = values[WRONG][:, ::-1]
    frame[["height", "age"]] = values
    _, finding = only_finding(frame)
    assert (finding.kind, finding.columns) == ("two columns swapped", ("height", "age"))
    assert finding.lines.tolist() == lines_of(WRONG)
    assert float(finding.remedy["height"][13]) == people()["height"][11]
    assert float(finding.remedy["age"][13]) == people()["age"][11]


def test_a_column_that_slipped_by_a_row_is_one_run_of_rows():
    frame = people()
    values = frame["waist"].to_numpy().copy()
    values[101:160] = values[100:159]
    _, finding = only_finding(frame.assign(waist=values))
    assert finding.kind == "shifted by one row"
    inside = set(lines_of(range(101, 160)))
    assert len(inside & set(finding.lines.tolist())) >= 55
    right = people()["waist"].to_numpy()
    line = lines_of([130])[0]
    assert float(finding.remedy["waist"][line]) == right[130]


def test_rows_that_slipped_by_a_column_are_one_finding():
    random = np.random.default_rng(0)
    base = random.normal(size=400)
    frame = pd.DataFrame(
        {
            "a": (10 + base).round(2),
            "b": (100 + 5 * base + random.normal(size=400)).round(1),
            "c": (1000 - 50 * base + random.normal(0, 9, 400)).round(0),
            "d": (10_000 + 600 * base + random.normal(0, 90, 400)).round(0),
            "e": (100_000 + 9000 * base + random.normal(0, 900, 400)).round(0),
            "y": np.where(base > 0, "p", "q"),
        }
    )
    right = frame.copy()
    values = frame[list("abcde")].to_numpy(copy=True)
    values[WRONG, 1:] = values[WRONG, :-1]
    values[WRONG, 0] = np.nan
    frame[list("abcde")] = values
    found = audit_cells(Dataset.from_frame(frame, "y", validation_share=0))
    finding = found.findings[0]
    assert finding.kind == "shifted by one column"
    assert set(finding.lines.tolist()) <= set(lines_of(WRONG))
    assert len(finding) >= len(WRONG) - 1
    assert float(finding.remedy["c"][13]) == right["c"][11]
    assert finding.remedy["e"][13] == ""


def test_a_single_wrong_cell_is_told_with_what_would_fit_and_why():
    frame = people()
    frame.loc[50, "weight"] = frame.loc[50, "weight"] * 10
    right = people()["weight"][50]
    found = audit_cells(dataset(frame))
    worst = found.doubts[0]
    assert (worst.line, worst.column) == (52, "weight")
    assert float(worst.fitting) == pytest.approx(right)
    assert worst.hypothesis == "decimal point lost"
    assert f"{right:g} would fit (decimal point lost)" in found.sentences(52)[0]
    assert found.sentences(3) == ()


def test_a_wrong_cell_does_not_make_its_neighbours_surprising():
    frame = people()
    frame.loc[50, "height"] = 17.0
    found = audit_cells(dataset(frame))
    own = found.by_line[52]
    assert own[0].column == "height"
    assert all(doubt.surprise < own[0].surprise / 2 for doubt in own[1:])


def test_a_category_that_the_row_contradicts_is_ranked_first():
    frame = people(1000)
    frame["region"] = np.where(frame["town"] == "Oslo", "east", "west")
    frame.loc[WRONG[:3], "region"] = np.where(
        frame.loc[WRONG[:3], "town"] == "Oslo", "west", "east"
    )
    found = audit_cells(dataset(frame))
    worst = [doubt for doubt in found.doubts if doubt.column in ("region", "town")]
    assert {doubt.line for doubt in worst} == set(lines_of(WRONG[:3]))


def test_the_same_seed_finds_the_same(clean):
    again = audit_cells(dataset(people()))
    assert again.doubts == clean.doubts


def test_a_number_to_predict_is_judged_too_and_can_be_put_right():
    frame = planted("weight", lambda v: v * 2.2046226).drop(columns="group")
    data = Dataset.from_frame(frame, "weight", validation_share=0)
    finding = audit_cells(data).findings[0]
    assert (finding.kind, finding.columns) == ("lb for kg", ("weight",))
    made = data.with_cells(finding.remedy)
    np.testing.assert_allclose(made.labels, people()["weight"], atol=0.051)


def test_what_cannot_be_judged_is_said():
    small = audit_cells(dataset(people(25)))
    assert small.columns == 0
    assert small.left_out == ("25 rows are too few to tell what fits.",)
    assert "too few" in small.summary
    frame = people().assign(code=[f"c{row % 90}" for row in range(ROWS)])
    assert (
        "'code' is not judged: it has 90 different categories."
        in audit_cells(dataset(frame)).left_out
    )


def test_it_tells_how_far_it_is_and_can_be_ended():
    seen = []
    audit_cells(dataset(people(100)), watch=seen.append)
    shares = [progress.share for progress in seen]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[-1] > 0.9

    def enough(progress):
        if progress.share > 0.3:
            raise Cancelled

    with pytest.raises(Cancelled):
        audit_cells(dataset(people(100)), watch=enough)


def test_missing_infinite_and_huge_values_are_no_trouble():
    frame = people(120)
    frame.loc[3:9, "height"] = np.nan
    frame.loc[20, "weight"] = 1e300
    frame.loc[21, "weight"] = np.inf
    frame["empty"] = np.nan
    frame["same"] = 5
    found = audit_cells(dataset(frame))
    assert (found.doubts[0].line, found.doubts[0].column) == (22, "weight")
    assert all(np.isfinite(doubt.surprise) for doubt in found.doubts)


def test_the_table_that_is_written_has_every_listed_cell(tmp_path):
    found, finding = only_finding(planted("weight", lambda v: v * 2.2046226218))
    found.write_csv(tmp_path / "cells.csv")
    table = pd.read_csv(tmp_path / "cells.csv")
    assert len(table) == len(found.doubts)
    others = table[table["finding"].isna()]
    assert others["surprise"].is_monotonic_decreasing
    assert set(table["line"].head(len(finding))) == set(finding.lines.tolist())
    assert (table["flagged"] == "yes").sum() == found.count
    named = table[table["finding"] == 1]
    assert set(named["line"]) == set(finding.lines.tolist())
    assert set(named["hypothesis"]) == {"lb for kg"}
