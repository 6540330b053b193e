"""What if: the trainings are those that would be done, and nothing is decided."""

import numpy as np
import pandas as pd
import pytest

from core import (
    AdaBoost,
    DataError,
    Dataset,
    GradientBoosting,
    RandomForest,
    SettingsError,
    TwoTrainings,
    fit,
)
from core.judging.reviewing.proof import proof
from core.judging.reviewing.what_if import WhatIf, would_be
from tests.core.helpers import noisy

DATA = noisy(300)
EARLY = DATA.lines[~DATA.validation]
SETTINGS = AdaBoost(rounds=25)


def test_it_ends_with_the_proof_of_the_two_trainings():
    question = WhatIf(DATA, SETTINGS, exclude=EARLY[:15], seed=3)
    assert (question.share_done, question.proof) == (0.0, None)
    shares = [question.share_done for _ in question]
    assert shares == sorted(shares)
    assert (len(shares), question.share_done) == (50, 1.0)
    expected = proof(fit(DATA, SETTINGS, seed=3), fit(DATA.excluding(EARLY[:15]), SETTINGS, seed=3))
    assert question.proof == expected
    assert question.after is question.run()
    with pytest.raises(StopIteration):
        next(question)
    assert len(DATA) == 300


def test_an_earlier_run_saves_the_first_training():
    before = fit(DATA, SETTINGS)
    label = {int(EARLY[0]): "yes", int(EARLY[1]): "no"}
    question = WhatIf(DATA, SETTINGS, relabel=label, before=before)
    assert len(list(question)) == 25
    assert question.before is before
    assert question.proof == proof(before, fit(DATA.relabelled(label), SETTINGS))


def test_it_can_be_stopped_at_any_round():
    question = WhatIf(DATA, SETTINGS, exclude=EARLY[:3])
    for _ in range(30):
        next(question)
    assert question.proof is None
    assert question.history.rounds == question.run().rounds == 5
    assert question.before.rounds == 25
    assert len(question.model().predictor.trees) == 5


def test_validation_rows_count_as_the_file_has_them():
    late = DATA.lines[DATA.validation]
    question = WhatIf(DATA, SETTINGS, exclude=[*late[:4], EARLY[0]])
    list(question)
    assert (question.proof.decided, question.proof.rows) == (4, len(late))


def test_a_row_that_is_both_excluded_and_relabelled_is_excluded():
    made = would_be(DATA, [EARLY[0]], {int(EARLY[0]): "no", int(EARLY[1]): "no"})
    assert len(made) == 299
    assert made.label_text(int(made.rows_of([EARLY[1]])[0])) == "no"


def test_what_cannot_be_asked_is_said_before_anything_is_trained():
    with pytest.raises(DataError, match="No row is chosen"):
        WhatIf(DATA, SETTINGS)
    with pytest.raises(DataError, match="Line 1 of data is not in this data"):
        WhatIf(DATA, SETTINGS, exclude=[1])
    with pytest.raises(DataError, match="was trained on other data"):
        WhatIf(noisy(50), SETTINGS, exclude=[3], before=fit(DATA, SETTINGS))
    with pytest.raises(SettingsError, match="No training row has a weight"):
        WhatIf(DATA, GradientBoosting(), exclude=EARLY)


def test_the_earlier_run_may_have_other_settings_and_that_is_told():
    question = WhatIf(
        DATA, SETTINGS, exclude=np.array(EARLY[:3]), before=fit(DATA, AdaBoost(rounds=5))
    )
    list(question)
    assert "The settings differ too (rounds)" in question.proof.sentence


@pytest.mark.timeout(30)  # looking through all excluded lines for each label took hours
def test_very_many_rows_can_be_asked_about():
    rows = 100_000
    frame = pd.DataFrame({"x": np.arange(rows), "y": ["no", "yes"] * (rows // 2)})
    data = Dataset.from_frame(frame, "y", validation_share=0)
    lines = data.lines.tolist()
    made = would_be(data, lines[: rows // 2], dict.fromkeys(lines[rows // 4 :], "yes"))
    assert len(made) == rows // 2
    assert made.class_counts.tolist() == [0, rows // 2]


def test_decisions_are_tried_by_an_algorithm_that_nobody_trained_yet():
    after = DATA.excluding(EARLY[:15])
    both = TwoTrainings(DATA, after, RandomForest(rounds=6), seed=2)
    assert len(list(both)) == 12
    runs = [fit(data, RandomForest(rounds=6), seed=2) for data in (DATA, after)]
    assert both.proof == proof(*runs)
