"""Which rows count: the same for every run that is shown beside another, whatever was decided."""

import numpy as np
import pandas as pd
import pytest

from core import (
    AdaBoost,
    Bagging,
    Dataset,
    GradientBoosting,
    RandomForest,
    Tree,
    Voting,
    example,
    fit,
)
from core.judging.comparing import place_of, ranking
from core.judging.diagnosing.diagnosis import comparison
from core.judging.diagnostics.verdicts import JudgedRows, Verdicts, headline
from core.learning.counting import Counting
from core.learning.run import Guess
from tests.core.helpers import noisy

ENSEMBLES = [
    AdaBoost(rounds=150),
    AdaBoost(rounds=12, base=Tree(depth=2)),
    RandomForest(rounds=12),
    Bagging(rounds=8),
    GradientBoosting(rounds=12),
    Voting(),
]


def three_classes():
    random = np.random.default_rng(4)
    x = random.normal(size=(240, 3))
    y = np.array(["a", "b", "c"])[(x[:, 0] > 0.4).astype(int) + (x[:, 1] > 0)]
    frame = pd.DataFrame(x, columns=list("pqr")).assign(w=random.random(240), y=y)
    return Dataset.from_frame(frame, "y", weight="w")


def numbers():
    random = np.random.default_rng(5)
    x = random.normal(size=(240, 2))
    frame = pd.DataFrame(x, columns=list("pq")).assign(y=x[:, 0] + random.normal(size=240))
    return Dataset.from_frame(frame, "y")


def error_by_hand(run, t, lines):
    """The weighted error on some lines, from what is predicted of all rows."""
    data = run.dataset
    rows = data.rows_of(lines)
    weights = run.history.by_row(run.history.row_weights)[rows]
    said, given = run.history.predicted(t)[rows], data.judging_labels[rows]
    if data.classes:
        return weights[said != given].sum() / weights.sum()
    return np.sqrt((weights * (said - given) ** 2).sum() / weights.sum())


@pytest.mark.parametrize("settings", ENSEMBLES, ids=lambda each: each.title)
@pytest.mark.parametrize("data", [noisy(300), three_classes(), numbers()], ids=["2", "3", "number"])
def test_rows_that_a_later_run_lacks_leave_every_round_of_an_earlier_one(settings, data):
    if settings.why_not(data):
        pytest.skip("not for this target")
    late = data.lines[data.validation]
    after = data.excluding(late[3:20])
    counting = Counting.of(data, after)
    np.testing.assert_array_equal(counting.lines, np.setdiff1d(late, late[3:20]))
    np.testing.assert_array_equal(counting.absent, late[3:20])
    run = fit(data, settings)
    errors = counting.errors(run.history)
    expected = [error_by_hand(run, t, counting.lines) for t in range(1, run.rounds + 1)]
    np.testing.assert_allclose(errors, expected, rtol=0, atol=1e-12)
    assert counting.error(run.history, run.rounds) == pytest.approx(expected[-1], abs=1e-12)
    assert place_of(run, counting).error == pytest.approx(expected[-1], abs=1e-12)
    later = fit(after, settings)
    np.testing.assert_array_equal(
        counting.errors(later.history), later.history.curve("validation_error")
    )


@pytest.mark.parametrize("settings", ENSEMBLES, ids=lambda each: each.title)
def test_a_new_label_of_a_validation_row_changes_no_error(settings):
    data = noisy(300)
    late = data.lines[data.validation].tolist()
    given = {line: data.label_text(row) for row, line in enumerate(data.lines.tolist())}
    labels = {line: "no" if given[line] == "yes" else "yes" for line in late[:25]}
    after = data.relabelled(labels)
    assert Counting.of(after).relabelled == 25
    runs = fit(data, settings), fit(after, settings)
    curves = [run.history.curve("validation_error") for run in runs]
    np.testing.assert_array_equal(*curves)
    assert comparison(runs[0]) == comparison(runs[1])
    assert Guess.of(data) == Guess.of(after)
    lines = [
        headline(Verdicts.of(run.history, run.history.suggested(run.rounds), JudgedRows.VALIDATION))
        for run in runs
    ]
    assert lines[0] == lines[1]
    # What is learned from, and what a person sees in the row, has the new label.
    assert after.label_text(after.rows_of(late[:1])[0]) == labels[late[0]]


def test_an_excluded_row_leaves_guessing_and_the_ranking_of_all_runs():
    data = noisy(300)
    late = data.lines[data.validation]
    runs = [fit(data, AdaBoost(rounds=5)), fit(data.excluding(late[:30]), AdaBoost(rounds=5))]
    counting = Counting.of(*(run.dataset for run in runs))
    kept = data.labels[data.rows_of(counting.lines)]
    places = {place.title: place.error for place in ranking(runs)}
    guess = Guess.of(data, counting=counting)
    assert guess.error == pytest.approx((kept != data.classes.index(guess.label)).mean())
    assert places[f"guess {guess.label!r}"] == guess.error
    errors = {place.error for place in ranking(runs) if place.rounds}
    assert errors == {error_by_hand(run, 5, counting.lines) for run in runs}


def test_without_validation_rows_the_training_rows_count():
    data = example("moons", validation_share=0)
    run = fit(data, AdaBoost(rounds=5))
    counting = Counting.of(data)
    assert len(counting) == 0
    assert counting.error(run.history, 5) == run.history.error(5)
    np.testing.assert_array_equal(counting.errors(run.history), run.history.curve("training_error"))
    assert Guess.of(data, counting=counting) == Guess.of(data)


def test_what_is_to_be_known_about_the_rows_is_said():
    some = np.arange(5)
    assert Counting(some, some[:0], 0).sentence == ""
    assert Counting(some, some[:1], 0).sentence == "1 excluded validation row is left out."
    assert Counting(some, some[:0], 1).sentence == (
        "1 relabelled validation row counts with the label of the file."
    )
