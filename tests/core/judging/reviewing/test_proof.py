"""Before and after: the rows that judge, the counts, the verdict and its words."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, DataError, Dataset, GradientBoosting, RandomForest, example, fit
from core.base.intervals import Interval, wilson
from core.judging.reviewing.paired import mcnemar, paired_difference
from core.judging.reviewing.proof import ProofVerdict, p_text, proof, training_changes
from tests.core.helpers import noisy

SETTINGS = AdaBoost(rounds=60)


def swapped(rows=1600, seed=0):
    """Two halves; most training rows just beyond the border have the label of the other half."""
    random = np.random.default_rng([5, seed])
    x = random.normal(size=(rows, 2))
    truth = np.where(x[:, 0] + 0.3 * random.normal(size=rows) > 0, "yes", "no")
    frame = pd.DataFrame({"a": x[:, 0], "b": x[:, 1], "y": truth})
    data = Dataset.from_frame(frame, "y", validation_share=0.5)
    wrong = ~data.validation & (truth == "yes") & (x[:, 0] < 0.6) & (random.random(rows) < 0.9)
    spoilt = Dataset(
        data.table,
        data.roles,
        data.task,
        data.classes,
        data.rows,
        np.where(wrong, 1 - data.labels, data.labels),
        data.validation,
        data.split,
    )
    return spoilt, data.lines[wrong]


@pytest.fixture(scope="module")
def cleaned():
    data, wrong = swapped()
    return fit(data, SETTINGS), fit(data.excluding(wrong), SETTINGS)


def test_cleaning_what_was_spoilt_is_better_beyond_chance(cleaned):
    found = proof(*cleaned)
    assert found.verdict is ProofVerdict.BETTER
    assert found.p < 0.001
    assert found.difference.high < 0
    assert (found.rows, found.decided) == (800, 0)
    assert f"{found.improved} of 800 validation rows are now right" in found.sentence
    assert found.sentence.endswith("better beyond chance (p < 0.001).")
    assert found.after.share_negative < found.before.share_negative
    back = proof(*cleaned[::-1])
    assert back.verdict is ProofVerdict.WORSE
    assert (back.improved, back.worsened) == (found.worsened, found.improved)
    assert back.p == found.p


def test_the_counts_are_those_of_the_models(cleaned):
    found = proof(*cleaned)
    before, after = cleaned
    data = before.dataset
    lines = data.lines[data.validation]
    wrong = [
        run.model.predicted(run.dataset)[0][run.dataset.rows_of(lines)]
        != data.labels[data.validation]
        for run in cleaned
    ]
    assert found.improved == (wrong[0] & ~wrong[1]).sum()
    assert found.worsened == (wrong[1] & ~wrong[0]).sum()
    assert found.p == mcnemar(found.improved, found.worsened)
    for side, each in ((found.before, wrong[0]), (found.after, wrong[1])):
        assert side.error == wilson(float(each.mean()), 800)
    margins = after.history.margins(after.rounds)[after.dataset.rows_of(lines)]
    assert found.after.margins == pytest.approx(np.quantile(margins, [0.05, 0.25, 0.5, 0.75, 0.95]))
    assert found.after.share_negative == pytest.approx((margins < 0).mean())
    past = [before.history.weights(t)[~data.validation] for t in range(before.rounds + 1)]
    weights = np.mean(past, axis=0)
    assert found.before.effective_rows == pytest.approx(1 / (weights**2).sum())
    assert found.before.heaviest_tenth == pytest.approx(np.sort(weights)[-80:].sum())


def decided(data, relabelled, excluded, training=20):
    """Some validation rows relabelled, some excluded, and some training rows excluded."""
    late, early = data.lines[data.validation], data.lines[~data.validation]
    given = {line: data.label_text(row) for row, line in enumerate(data.lines.tolist())}
    other = {line: "no" if given[line] == "yes" else "yes" for line in late[relabelled].tolist()}
    return data.relabelled(other).excluding([*late[excluded], *early[:training]])


def test_a_decision_about_a_validation_row_has_no_say_in_the_proof():
    data = noisy(400)
    after = decided(data, slice(0, 3), slice(5, 9))
    assert training_changes(data, after) == (20, 0)
    runs = fit(data, SETTINGS), fit(after, SETTINGS)
    found = proof(*runs)
    assert (found.rows, found.decided, found.excluded, found.relabelled) == (100, 7, 20, 0)
    late = data.lines[data.validation]
    told = [run.model.predicted(data)[0][data.rows_of(late)] for run in runs]
    wrong = [said != data.labels[data.validation] for said in told]
    assert found.improved == (wrong[0] & ~wrong[1]).sum()
    assert found.worsened == (wrong[1] & ~wrong[0]).sum()
    assert "7 validation rows that were relabelled or excluded count as the file" in found.sentence
    # The same training rows, whatever was decided about validation rows: the same proof.
    plain = proof(runs[0], fit(decided(data, slice(0, 0), slice(0, 0)), SETTINGS))
    assert (plain.improved, plain.worsened, plain.p) == (found.improved, found.worsened, found.p)
    assert plain.decided == 0


def test_relabelled_training_rows_are_counted():
    data = noisy(200)
    rows = np.flatnonzero(~data.validation)[:4]
    labels = {int(data.lines[row]): "no" for row in rows}
    changed = int((data.labels[rows] == data.classes.index("yes")).sum())
    assert training_changes(data, data.relabelled(labels)) == (0, changed)


def test_the_same_run_twice_shows_no_difference():
    run = fit(noisy(400), SETTINGS)
    found = proof(run, run)
    assert (found.p, found.improved, found.worsened) == (1.0, 0, 0)
    assert found.sentence == (
        "Of 100 validation rows each is as right or wrong as before: no difference that these "
        "rows can show (p = 1). Training data and settings are the same."
    )
    assert len(found.details) == 3
    assert all(sentence.endswith(".") for sentence in found.details)


def test_settings_that_differ_too_are_told():
    data = noisy(400)
    before = fit(data, SETTINGS)
    line = int(data.lines[~data.validation][0])
    both = proof(before, fit(data.excluding([line]), AdaBoost(rounds=10), seed=1))
    assert "The settings differ too (rounds, seed), so it is not the data alone." in both.sentence
    only = proof(before, fit(data, RandomForest(rounds=10)))
    assert "The training data are the same: only the settings differ." in only.sentence
    assert only.after.heaviest_tenth is None
    assert len(only.details) == 2


def test_few_rows_are_too_few():
    run = fit(noisy(80), SETTINGS)
    found = proof(run, fit(run.dataset, AdaBoost(rounds=1)))
    assert found.rows == 20
    assert found.verdict is ProofVerdict.TOO_FEW
    assert "too few rows to tell" in found.sentence


def test_without_a_row_to_judge_by_nothing_is_claimed():
    run = fit(example("moons", validation_share=0), SETTINGS)
    found = proof(run, run)
    assert (found.rows, found.p, found.verdict) == (0, 1.0, ProofVerdict.TOO_FEW)
    assert found.sentence.startswith("There are no validation rows")
    assert found.details == ()


def test_numbers_are_compared_by_how_far_they_are_off():
    random = np.random.default_rng(0)
    x = random.normal(size=(600, 2))
    frame = pd.DataFrame(x, columns=list("ab")).assign(y=x[:, 0] + 0.2 * random.normal(size=600))
    spoilt = np.arange(600) % 5 == 0
    data = Dataset.from_frame(frame, "y")
    labels = np.where(spoilt & ~data.validation, data.labels + 8, data.labels)
    data = Dataset(data.table, data.roles, data.task, (), data.rows, labels, data.validation,
                   data.split)  # fmt: skip
    settings = GradientBoosting(rounds=30)
    before = fit(data, settings)
    after = fit(data.excluding(data.lines[spoilt & ~data.validation]), settings)
    found = proof(before, after)
    assert found.verdict is ProofVerdict.BETTER
    for side, run in ((found.before, before), (found.after, after)):
        assert side.error.share == pytest.approx(run.history.validation_error(run.rounds))
        assert side.error.low < side.error.share < side.error.high
    squares = [side.error.share**2 for side in (found.before, found.after)]
    assert found.difference.share == pytest.approx(squares[1] - squares[0])
    assert "of 150 validation rows are predicted nearer than before" in found.sentence
    assert "better beyond chance (p < 0.001)." in found.sentence
    assert found.improved + found.worsened == found.rows == 150
    assert not found.is_by_few


def test_of_numbers_an_interval_without_nothing_beside_a_p_of_chance_is_explained(cleaned):
    """Seen: no difference (p = 0.48), and an interval from -362,582 to -16,557."""
    few = replace(
        proof(*cleaned),
        is_number=True,
        p=0.48,
        difference=Interval(-189_570, -362_582, -16_557),
        verdict=ProofVerdict.NO_DIFFERENCE,
    )
    assert few.is_by_few
    assert not few.is_close
    assert any(words.startswith("A few rows with large errors") for words in few.warnings)
    assert not replace(few, difference=Interval(-1, -5, 3)).is_by_few


def test_runs_on_other_targets_are_refused():
    data = noisy(100)
    other = data.with_target("city")
    with pytest.raises(DataError, match="Only runs on the same data and target"):
        proof(fit(data, SETTINGS), fit(other, AdaBoost(rounds=3)))


def test_p_values_in_words():
    assert [p_text(p) for p in (0.049, 0.0009, 0.5)] == ["p = 0.049", "p < 0.001", "p = 0.5"]


def test_an_interval_beside_a_p_value_at_the_limit_does_not_contradict_it(cleaned):
    """117 rows against 88 of 1,050: the interval leaves 0 out, the exact test calls it chance."""
    p, difference = mcnemar(88, 117), paired_difference(88, 117, 1050)
    assert p > 0.05
    assert difference.low > 0
    close = replace(proof(*cleaned), p=p, difference=difference, verdict=ProofVerdict.NO_DIFFERENCE)
    assert close.is_close
    assert "(p = 0.0502)" in close.sentence
    assert "a close call" in close.sentence
    assert not replace(close, difference=paired_difference(100, 105, 1050)).is_close
    assert not proof(*cleaned).is_close
    assert p_text(0.0496) == "p = 0.0496"
