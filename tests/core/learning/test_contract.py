"""What every ensemble keeps to, on two classes, many classes and numbers."""

import dataclasses
import functools
import json

import numpy as np
import pandas as pd
import pytest

from core import (
    AdaBoost,
    Bagging,
    Dataset,
    OutputCodes,
    OwnColumns,
    RandomForest,
    SingleLearner,
    Stacking,
    Stump,
    Tree,
    fit,
    load_model,
    save_model,
)
from core.base import pool
from core.base.errors import NoMeaningError
from core.learning.ensemble import Ensemble
from core.learning.histories.quantities import Quantity
from core.learning.learner import Learner
from core.learning.registry import members
from core.learning.settings import Settings

TWO, MANY, NUMBERS = "two classes", "many classes", "numbers"
MOST_ROUNDS = 6
SEED = 3
ASKED = {
    Quantity.WEIGHTS: lambda history: history.weights(0),
    Quantity.SHARES: lambda history: history.shares(0),
    Quantity.AGREEMENT: lambda history: history.agreement(0),
    Quantity.OUT_OF_BAG: lambda history: history.outside(1),
}


def frame_for(kind, rows=240, seed=0):
    """Numbers, gaps, categories with gaps, weights, and a target that is not easy."""
    random = np.random.default_rng(seed)
    a, b, few = random.normal(size=rows), random.normal(size=rows), random.integers(0, 4, rows)
    city = np.array(["Bonn", "Cork", "Oslo", "Rome"], dtype=object)[random.integers(0, 4, rows)]
    score = a + 0.7 * b * (city == "Oslo") + 0.4 * few + 0.3 * random.normal(size=rows)
    b[random.random(rows) < 0.15] = np.nan
    city[random.random(rows) < 0.1] = None
    if kind == NUMBERS:
        target = score
    else:
        names = ["no", "yes"] if kind == TWO else ["high", "low", "none"]
        cuts = np.quantile(score, np.arange(1, len(names)) / len(names))
        target = np.array(names, dtype=object)[np.searchsorted(cuts, score)]
    weights = random.choice([0.5, 1.0, 2.0], rows)
    return pd.DataFrame({"a": a, "b": b, "few": few, "city": city, "w": weights, "y": target})


@functools.cache
def data_for(kind):
    return Dataset.from_frame(frame_for(kind), "y", weight="w")


def new_rows(kind):
    """Rows with a category that no training row has, and with missing values."""
    frame = frame_for(kind, rows=60, seed=1)
    frame.loc[:7, "city"] = "Atlantis"
    frame.loc[5:12, ["a", "b"]] = np.nan
    return frame


def small(kind):
    """An ensemble's settings with few rounds: every setting that counts rounds is small."""
    names = {declared.name for declared in kind.declared()}
    fewer = {"rounds": MOST_ROUNDS, "trees": 3, "folds": 3}
    return kind(**{name: value for name, value in fewer.items() if name in names})


@functools.cache
def trained(settings, kind):
    """On two threads, however many there are."""
    before = pool.threads()
    pool.set_threads(2)
    try:
        return fit(data_for(kind), settings, seed=SEED)
    finally:
        pool.set_threads(before)


VARIANTS = {
    "adaboost of trees": AdaBoost(rounds=MOST_ROUNDS, base=Tree(depth=2)),
    "adaboost by m1": AdaBoost(rounds=MOST_ROUNDS, base=Tree(depth=3), many_classes="m1"),
    "adaboost resampled": AdaBoost(rounds=MOST_ROUNDS, resampling=True, shrinkage=0.5),
    "adaboost balanced": AdaBoost(rounds=MOST_ROUNDS, base=Tree(depth=2), balanced=True),
    "hard bagging": Bagging(rounds=MOST_ROUNDS, is_hard=True, sample_share=0.5),
    "bagging of stumps": Bagging(rounds=MOST_ROUNDS, base=Stump(), balanced=True),
    "forest of all rows": RandomForest(rounds=MOST_ROUNDS, bootstrap=False, among_best=2),
    "single stump": SingleLearner(learner=Stump()),
    "bagged boosting": Bagging(rounds=MOST_ROUNDS, base=AdaBoost(rounds=4)),
    "bagged forest": Bagging(rounds=MOST_ROUNDS, base=RandomForest(rounds=3)),
    "stack of ensembles": Stacking(
        learners=(
            RandomForest(rounds=4),
            OwnColumns(columns=("a", "city"), learner=Bagging(rounds=3)),
        ),
        folds=2,
    ),
    "codes of ensembles": OutputCodes(base=AdaBoost(rounds=3), decoding="loss"),
}


def cases():
    for name, settings in (
        {kind.name: small(kind) for kind in members(Ensemble)} | VARIANTS
    ).items():
        for task in (TWO, MANY, NUMBERS):
            if not settings.why_not(data_for(task)):
                yield pytest.param(settings, task, id=f"{name}-{task}")


CASES = list(cases())
on_all = pytest.mark.parametrize(("settings", "task"), CASES)


def on_those(condition):
    chosen = [case for case in CASES if condition(*case.values)]
    return pytest.mark.parametrize(("settings", "task"), chosen)


def answers(model, rows):
    """The predicted numbers of classes, or numbers, and the shares."""
    return model.predicted(rows)


def assert_same(ours, theirs):
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(mine, other)


@pytest.mark.parametrize("kind", members(Ensemble), ids=lambda kind: kind.name)
def test_an_ensemble_is_for_some_task_and_says_in_a_sentence_for_which_not(kind):
    settings = small(kind)
    reasons = [settings.why_not(data_for(task)) for task in (TWO, MANY, NUMBERS)]
    assert not all(reasons)
    assert all(reason.endswith(".") for reason in reasons if reason)


@on_all
def test_it_learns_something_and_every_curve_has_a_value_a_round(settings, task):
    run = trained(settings, task)
    assert run.rounds >= 1
    assert run.outcome.sentence.endswith(".")
    for curve in run.history.curves:
        values = run.history.curve(curve.name)
        assert len(values) == run.rounds
        assert not np.isinf(values).any()
    history, training = run.history, run.history.training
    weights = history.row_weights[:training]
    labels = (history.problem.targets if task == NUMBERS else history.problem.labels)[:training]
    if task == NUMBERS:
        guess = np.sqrt(
            np.average((labels - np.average(labels, weights=weights)) ** 2, weights=weights)
        )
    else:
        guess = 1 - np.bincount(labels, weights).max() / weights.sum()
    assert run.history.error(run.rounds) < guess


@on_all
def test_the_curves_of_errors_are_the_errors_of_the_history(settings, task):
    history = trained(settings, task).history
    for t in range(1, history.rounds + 1):
        for name, error in (
            ("training_error", history.error(t)),
            ("validation_error", history.validation_error(t)),
        ):
            if name in [curve.name for curve in history.curves]:
                assert history.curve(name)[t - 1] == pytest.approx(error, abs=1e-12)


@on_all
def test_the_history_ends_with_what_the_model_predicts(settings, task):
    run = trained(settings, task)
    predicted, outputs = answers(run.model, run.dataset)
    found = run.history.predicted(run.rounds)
    if task == NUMBERS:
        assert found == pytest.approx(predicted, rel=1e-9)
        assert outputs.shape == (len(run.dataset), 1)
    else:
        np.testing.assert_array_equal(found, predicted)
        assert outputs.shape == (len(run.dataset), len(run.dataset.classes))
        assert outputs.sum(axis=1) == pytest.approx(np.ones(len(outputs)))
        assert (outputs >= 0).all()
        wrong = np.asarray(predicted != run.dataset.labels)
        np.testing.assert_array_equal(run.history.wrong(run.rounds), wrong)


@on_those(lambda settings, task: settings.planned_rounds > 1)
def test_the_history_at_a_round_is_the_model_of_the_first_rounds(settings, task):
    run = trained(settings, task)
    for t in range(1, run.rounds + 1):
        predicted, _ = answers(run.model.first(t), run.dataset)
        found = run.history.predicted(t)
        if task == NUMBERS:
            assert found == pytest.approx(predicted, rel=1e-9)
        else:
            np.testing.assert_array_equal(found, predicted)


@on_all
def test_every_row_has_finite_quantities_at_every_round(settings, task):
    run = trained(settings, task)
    history, training = run.history, ~run.dataset.validation
    suspicion = history.suspicion()
    assert suspicion.shape == (len(run.dataset),)
    assert np.isfinite(suspicion).all()
    for t in range(run.rounds + 1):
        margins = history.margins(t)
        assert np.isfinite(margins).all()
        if task != NUMBERS:
            assert (np.abs(margins) <= 1).all()
        if history.has(Quantity.WEIGHTS):
            assert history.weights(t)[training].sum() == pytest.approx(1)
    for quantity, ask in ASKED.items():
        if history.has(quantity):
            assert history.lacks(quantity) is None
            assert len(ask(history)) > 0
            continue
        assert history.lacks(quantity).why.endswith(".")
        with pytest.raises(NoMeaningError):
            ask(history)
    for t in (-1, run.rounds + 1):
        with pytest.raises(IndexError):
            history.predicted(t)


@on_all
def test_a_loaded_model_predicts_the_same_bits(settings, task, tmp_path):
    run = trained(settings, task)
    save_model(run.model, tmp_path / "model.zip")
    loaded = load_model(tmp_path / "model.zip")
    assert loaded.settings == settings
    for rows in (new_rows(task), run.dataset):
        assert_same(answers(loaded, rows), answers(run.model, rows))
    save_model(load_model(tmp_path / "model.zip"), tmp_path / "again.zip")
    again, first = (tmp_path / "again.zip").read_bytes(), (tmp_path / "model.zip").read_bytes()
    assert again == first


@on_all
def test_the_same_seed_gives_the_same_bits_on_one_and_two_threads(settings, task, set_threads):
    expected = trained(settings, task)
    set_threads(1)
    run = fit(data_for(task), settings, seed=SEED)
    assert run.rounds == expected.rounds
    for curve in run.history.curves:
        np.testing.assert_array_equal(
            run.history.curve(curve.name), expected.history.curve(curve.name)
        )
    np.testing.assert_array_equal(run.history.suspicion(), expected.history.suspicion())
    assert_same(answers(run.model, new_rows(task)), answers(expected.model, new_rows(task)))


@on_those(lambda settings, task: hasattr(settings, "rounds"))
def test_training_on_gives_the_same_bits_as_training_at_once(settings, task):
    whole = trained(settings, task)
    if not whole.outcome.can_go_on:
        return
    run = None
    for rounds in (1, 4, MOST_ROUNDS):
        run = fit(
            data_for(task), dataclasses.replace(settings, rounds=rounds), seed=SEED, after=run
        )
    assert run.rounds == whole.rounds
    assert run.outcome == whole.outcome
    for curve in whole.history.curves:
        np.testing.assert_array_equal(
            run.history.curve(curve.name), whole.history.curve(curve.name)
        )
    for t in (0, 3, whole.rounds):
        np.testing.assert_array_equal(run.history.predicted(t), whole.history.predicted(t))
        np.testing.assert_array_equal(run.history.margins(t), whole.history.margins(t))
    np.testing.assert_array_equal(run.history.suspicion(), whole.history.suspicion())
    assert_same(answers(run.model, new_rows(task)), answers(whole.model, new_rows(task)))


# Which rows make a fold may depend on all of them.
@on_those(lambda settings, task: not hasattr(settings, "folds"))
def test_rows_of_weight_zero_are_not_learned_from(settings, task):
    frame = frame_for(task)
    frame["w"] = np.where(np.arange(len(frame)) % 4 == 0, 0.0, 1.0)
    ghost = frame["w"] == 0
    other = frame.copy()
    if task == NUMBERS:
        other.loc[ghost, "y"] = frame["y"].max()
    else:
        names = sorted(frame["y"].unique())
        other.loc[ghost, "y"] = names[0]
    runs = [
        fit(Dataset.from_frame(one, "y", weight="w", validation_share=0), settings, seed=SEED)
        for one in (frame, other)
    ]
    # But for the last bits: sums over more rows are added up in another order.
    for ours, theirs in zip(*(answers(run.model, new_rows(task)) for run in runs), strict=True):
        assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-12)


def every_value(declared):
    """Values of a field that are not its default."""
    if declared.choices:
        return [choice for choice in declared.choices if choice != declared.default]
    if declared.kind is bool:
        return [not declared.default]
    if declared.family:
        kinds = [kind() for kind in members(declared.family)]
        return [(kind, *kinds) for kind in kinds] if declared.is_list else kinds
    if declared.kind in (int, float):
        ends = [end for end in (declared.low, declared.high) if end is not None]
        return [declared.kind(end) for end in ends]
    return []


@pytest.mark.parametrize(
    "kind", [*members(Ensemble), *members(Learner)], ids=lambda kind: kind.name
)
def test_every_setting_survives_the_way_to_plain_data_and_back(kind):
    family = Ensemble if issubclass(kind, Ensemble) else Learner
    for declared in kind.declared():
        for value in every_value(declared):
            settings = dataclasses.replace(kind(), **{declared.name: value})
            plain = json.loads(json.dumps(settings.plain()))
            again = family.from_plain(plain)
            assert again == settings
            assert getattr(again, declared.name) == value
            assert isinstance(again, Settings)
