"""Numbers that stand for a missing value: told by evidence, missing once a person agrees."""

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, GradientBoosting, fit
from core.checks.code_checks import codes_among
from core.checks.finding import FindingKind
from core.checks.findings import findings
from core.data.plan import Plan
from core.data.roles import Task
from core.data.table import Table
from tests.core.sharing.onnx.runtime import assert_predicts_the_same

RANDOM = np.random.default_rng(3)
LIKERT = RANDOM.integers(1, 8, 200).astype(float)
AGES = RANDOM.integers(18, 91, 200).astype(float)
YEARS = RANDOM.integers(1890, 2024, 200).astype(float)
PRICES = RANDOM.uniform(0, 1500, 200).round(2)


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        ([*LIKERT, -99, -99], [-99]),
        ([*LIKERT, 97, 97, 98, 98, 98, 99, 99], [97, 98, 99]),
        ([*AGES, 999, 999, -1, -1], [999]),  # people mean other things by -1, too
        ([*AGES, 999, 999], [999]),
        ([*YEARS, 9999, 9999, 9999], [9999]),
        ([*PRICES, -99, -99, -99], [-99]),  # near the others, but the only ones below 0
        ([*(PRICES - 700), -99, -99, -99], []),
        ([*PRICES, 999, 999, 999, 999], []),
        ([*LIKERT, -99], []),
        ([*LIKERT[:5], -99, -99], []),
        ([*LIKERT[:30], *[-99] * 40], []),
        ([*LIKERT, np.nan, -999, -999], [-999]),
        ([*RANDOM.integers(80, 110, 200), 99, 99], []),
        ([1.0] * 200 + [99, 99], []),
    ],
    ids=[
        "answers", "three kinds", "two kinds, one unknown", "ages", "years", "below nothing",
        "among values below nothing", "among the prices", "once", "few others", "most rows",
        "beside gaps", "in the middle", "one other value",
    ],
)  # fmt: skip
def test_codes_are_told_by_three_signs_at_once(values, codes):
    assert codes_among(np.array(values, float)).tolist() == codes


def table(**columns):
    return Table.from_frame(pd.DataFrame(columns))


def coded(rows=240):
    values = RANDOM.integers(1, 8, rows).astype(float)
    label = np.where(values > 4, "yes", "no")
    values[::12] = -99
    return table(answer=values, other=RANDOM.normal(size=rows), label=label)


def only(data, plan):
    found = [each for each in findings(data, plan) if each.kind is FindingKind.MISSING_CODE]
    assert len(found) == 1
    return found[0]


def test_a_code_is_a_finding_with_a_remedy_after_which_it_is_missing():
    data = coded()
    plan = Plan.suggested(data, "label")
    finding = only(data, plan)
    assert finding.sentence == (
        "In 'answer' -99 stands on 20 lines, and all other numbers are from 1 to 7: it may be a "
        "code for a missing value."
    )
    assert (finding.count, finding.columns) == (20, ("answer",))
    assert finding.remedy.label == "Count -99 as missing"
    mended = finding.remedy.applied(plan)
    dataset = Dataset.from_table(data, plan=mended)
    answer = next(column for column in dataset.features if column.name == "answer")
    assert int(answer.missing.sum()) == 20
    assert np.nanmin(answer.values) == 1
    assert not [each for each in findings(data, mended) if each.kind is FindingKind.MISSING_CODE]
    # Whoever keeps the plan from before has everything as it was.
    assert Plan.from_plain(mended.plain()) == mended
    assert only(data, plan) == finding


def test_columns_with_the_same_code_are_one_finding():
    rows = 200
    answers = {f"q{place}": RANDOM.integers(1, 6, rows).astype(float) for place in range(3)}
    for place, values in enumerate(answers.values()):
        values[place * 5 : place * 5 + 5] = -99
    data = table(**answers, other=RANDOM.normal(size=rows), label=["yes", "no"] * (rows // 2))
    plan = Plan.suggested(data, "label")
    finding = only(data, plan)
    assert finding.sentence == (
        "In 3 columns, such as 'q0', -99 stands on 15 lines, and all other numbers are far from "
        "it: it may be a code for a missing value."
    )
    assert finding.remedy.applied(plan).missing_words == dict.fromkeys(answers, ("-99",))


def test_a_target_of_numbers_has_no_label_where_its_code_stands():
    rents = RANDOM.uniform(400, 2000, 200).round(0)
    rents[:7] = -999
    data = table(area=RANDOM.normal(size=200), rent=rents)
    plan = Plan.suggested(data, "rent").with_task(Task.REGRESSION)
    mended = only(data, plan).remedy.applied(plan)
    dataset = Dataset.from_table(data, plan=mended)
    assert len(dataset) == 193
    assert len(dataset.unlabelled) == 7


@pytest.mark.parametrize("ensemble", [AdaBoost(rounds=8), GradientBoosting(rounds=8)], ids=repr)
def test_a_model_takes_the_code_for_missing_everywhere(ensemble, tmp_path):
    from core.storage.model_file import load_model, save_model

    data = coded()
    plan = Plan.suggested(data, "label")
    mended = only(data, plan).remedy.applied(plan)
    model = fit(Dataset.from_table(data, plan=mended), ensemble).model
    asked = pd.DataFrame({"answer": [-99.0, np.nan, 2.0, 6.0], "other": [0.1, 0.1, 0.1, 0.1]})
    _, shares = model.predicted(asked)
    assert shares[0].tolist() == shares[1].tolist()
    assert shares[2].tolist() != shares[3].tolist()
    save_model(model, tmp_path / "model.ensemble")
    _, again = load_model(tmp_path / "model.ensemble").predicted(asked)
    np.testing.assert_array_equal(again, shares)
    assert_predicts_the_same(model, asked)
