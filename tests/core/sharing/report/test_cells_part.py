"""The report about wrong values: findings with remedies, the worst cells, and what is left out."""

import numpy as np
import pandas as pd
import pytest

import core
from core.sharing.report.cells_part import MOST_CELLS, cells_told
from core.sharing.report.report import Report
from tests.core.sharing.report.reading import Reader


@pytest.fixture(scope="module")
def found():
    """The cells of a table in which weights of some rows are in pounds."""
    rng = np.random.default_rng(3)
    height = rng.normal(170, 9, 500)
    weight = 0.9 * (height - 100) + rng.normal(0, 3, 500)
    weight[::20] /= 0.45359237
    frame = pd.DataFrame(
        {
            "height": height.round(1),
            "weight </script>": weight.round(1),
            "note": [f"text {row} of its own" for row in range(500)],
            "tall": np.where(height > 170, "yes", "no"),
        }
    )
    return core.audit_cells(core.Dataset.from_frame(frame, "tall"))


def test_findings_are_told_with_their_rows_and_remedies(found):
    assert found.findings
    told = cells_told(found)
    for each, finding in zip(told.findings, found.findings, strict=True):
        assert each.sentence == finding.sentence
        assert each.remedy == finding.remedy_words
        assert f"{finding.lines[0]:,}" in each.lines


def test_the_page_holds_the_worst_cells_and_what_was_left_out(found):
    run = core.fit(found.dataset, core.AdaBoost(rounds=2))
    read = Reader(Report(run, cells=found).html())
    assert "Wrong values" in read.text
    assert found.summary in read.text
    for doubt in found.doubts[: min(found.count, MOST_CELLS)]:
        assert f"{doubt.line:,}{doubt.column}{doubt.value}{doubt.fits}" in read.text
    for sentence in (*found.left_out, *(each.sentence for each in found.findings)):
        assert sentence in read.text


def test_where_all_cells_fit_there_is_a_sentence_and_no_table():
    data = core.example("rents")
    page = Reader(
        Report(core.fit(data, core.L2Boost(rounds=2)), cells=core.audit_cells(data)).html()
    )
    assert "all of them fit" in page.text
    assert "Would fit" not in page.text
