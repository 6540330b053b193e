"""Files that mislead whoever counts wrong labels: clean, hopeless and half corrected ones."""

import numpy as np
import pandas as pd
import pytest

import core
from core import Dataset, audit
from core.judging.diagnosing.labels import AuditedLabels, Told

pytestmark = pytest.mark.long


def moons():
    """The bundled moons, and what its labels are: every other row of the file is of one moon."""
    data = core.example("moons", validation_share=0)
    truth = np.where((data.lines - data.lines.min()) % 2 == 0, "upper", "lower")
    return data, truth, truth != np.array(data.classes)[data.labels]


def holds(found, is_wrong):
    return found.noise.low <= is_wrong.mean() <= found.noise.high


def test_the_wrong_labels_of_moons_are_counted_and_flagged():
    data, _, is_wrong = moons()
    found = audit(data)
    assert is_wrong.sum() == 26
    assert holds(found, is_wrong)
    assert found.noise.low > 0
    assert (found.flagged & is_wrong).sum() >= 24
    assert found.count <= 40


@pytest.mark.parametrize("many", [10, 40])
@pytest.mark.parametrize("is_known", [True, False], ids=["decided", "elsewhere"])
def test_they_are_still_counted_after_corrections(many, is_known):
    data, truth, is_wrong = moons()
    looked = audit(data).ranked[:many]
    changed = {int(data.lines[row]): str(truth[row]) for row in looked if is_wrong[row]}
    kept = [int(data.lines[row]) for row in looked if not is_wrong[row]]
    is_wrong[looked] = False
    now = data.relabelled(changed)
    if is_known:
        found = audit(now, kept=kept)
    else:
        columns = {each.name: each.values[now.rows] for each in now.table.columns}
        columns[now.target] = np.array(now.classes)[now.labels]
        elsewhere = Dataset.from_frame(pd.DataFrame(columns), now.target, validation_share=0)
        is_wrong = is_wrong[elsewhere.lines - elsewhere.lines.min()]
        found = audit(elsewhere)
    assert holds(found, is_wrong)
    assert found.count <= 2 * is_wrong.sum()
    assert (found.flagged & is_wrong).sum() >= 0.8 * is_wrong.sum()


def table(values, labels):
    frame = pd.DataFrame(values, columns=[f"x{place}" for place in range(values.shape[1])])
    return Dataset.from_frame(frame.assign(label=labels), "label", validation_share=0)


def test_of_a_thousand_columns_of_nothing_nothing_is_told():
    random = np.random.default_rng(1)
    data = table(random.normal(size=(200, 1000)), random.choice(["a", "b"], 200))
    found = audit(data)
    assert AuditedLabels.of(found).told is Told.NOTHING
    assert not found.flagged.any()


def test_rare_positives_are_no_errors():
    random = np.random.default_rng(1)
    values = random.normal(size=(1500, 6))
    score = values[:, 0] + 0.5 * values[:, 1] + 0.2 * random.normal(size=1500)
    found = audit(table(values, np.where(score > np.quantile(score, 0.99), "yes", "no")))
    assert found.can_tell
    assert found.noise.low == 0
    assert found.count <= 3
