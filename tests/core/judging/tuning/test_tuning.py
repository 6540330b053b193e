"""Tuning: honest errors, the same again by its steps, stopped, discarded, stored and told."""

import json
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import core
from core.base.progress import Cancelled
from core.judging.reviewing.proof import proof
from core.judging.tuning.scoring import FoldScore
from core.judging.tuning.tuning import Budget, Tuning
from core.learning.tuned import Gain, JudgedOn, Tuned
from core.storage.run_file import load_run, save_run
from tests.core.judging.tuning.test_search import moons, small


@pytest.fixture(scope="module")
def tuned_run():
    return core.tune(moons(), small(), steps=8)


def test_the_error_told_is_that_of_the_validation_rows(tuned_run):
    """The same as anybody gets who trains these settings; and the test that of the proof."""
    data, judged = tuned_run.dataset, tuned_run.tuned.judged
    alone = core.fit(data, tuned_run.settings, seed=0)
    start = core.fit(data, core.GradientBoosting(rounds=8, depth=2), seed=0)
    assert judged.on is JudgedOn.VALIDATION
    assert judged.rows == data.validation.sum()
    assert judged.error.share == alone.history.validation_error(alone.rounds)
    assert judged.start.share == start.history.validation_error(8)
    assert judged.p == proof(start, alone).p


def test_it_is_repeated_by_its_steps_and_not_by_the_clock(tuned_run):
    again = core.tune(moons(), small(), steps=tuned_run.tuned.steps)
    assert again.settings == tuned_run.settings
    assert again.tuned.judged == tuned_run.tuned.judged
    by_clock = core.tune(moons(), small(), minutes=0.01)
    repeated = core.tune(moons(), small(), steps=max(1, by_clock.tuned.steps))
    if by_clock.tuned.steps:
        assert repeated.settings == by_clock.settings
        assert [each.error for each in repeated.tuned.trials] == [
            each.error for each in by_clock.tuned.trials
        ]


def test_without_validation_rows_outer_folds_judge_the_whole_procedure():
    """Done by hand: the search without each fold, judged by that fold, all rows together."""
    from core.judging.tuning.parts import fold_parts
    from core.judging.tuning.search import SettingsSearch
    from core.judging.tuning.tuning import OUTER_FOLDS

    data = moons(120, validation_share=0)
    tuned = core.tune(data, small(), steps=5).tuned
    wrong = rows = 0
    for part in fold_parts(data, OUTER_FOLDS, 1):
        search = SettingsSearch(part, [small()], 0)
        for _ in range(5):
            search.step(lambda: None)
        run = core.fit(part, search.best.settings, seed=0)
        wrong += int(run.history.wrong(run.rounds)[part.validation].sum())
        rows += int(part.validation.sum())
    assert tuned.judged.on is JudgedOn.OUTER_FOLDS
    assert (tuned.judged.rows, rows) == (120, 120)
    assert tuned.judged.error.share == pytest.approx(wrong / rows)
    assert "outer folds" in tuned.sentence
    assert "no validation rows" in tuned.judging


def test_numbers_are_judged_by_their_squares():
    data = core.example("rents")
    data = data.only(np.arange(len(data)) < 160)
    run = core.tune(data, small(core.GradientBoosting(rounds=8)), steps=5)
    assert not run.tuned.is_share
    assert run.tuned.judged.error.share == run.history.validation_error(run.rounds)
    without = core.tune(replace(data, validation=np.zeros(len(data), bool)), small(), steps=4)
    assert without.tuned.judged.rows == len(data)
    assert 0 < without.tuned.judged.error.low < without.tuned.judged.error.share


def test_on_noise_the_error_told_is_guessing():
    """The benchmark of tuning does this a hundred times, in both ways of judging."""
    told = []
    for seed in range(12):
        random = np.random.default_rng([seed, 5])
        frame = pd.DataFrame(random.normal(size=(120, 3)), columns=list("abc"))
        frame["y"] = random.permutation(np.repeat(["n", "p"], 60))
        data = core.Dataset.from_frame(frame, "y", validation_share=0.5, seed=seed)
        tuned = core.tune(data, small(), steps=9, seed=seed).tuned
        told.append(tuned.judged.error.share)
        assert tuned.chosen.error <= tuned.trials[0].error or tuned.chosen.rung < 3
    spread = np.std(told, ddof=1) / math.sqrt(len(told))
    assert abs(np.mean(told) - 0.5) < 3 * spread


def test_no_gain_is_said_when_there_is_none(tuned_run):
    tuned = tuned_run.tuned
    none = replace(tuned, best=0, judged=replace(tuned.judged, gain=Gain.NONE))
    assert "none beat" in none.sentence
    judged = replace(tuned.judged, gain=Gain.NONE, p=0.4)
    told = replace(tuned, best=1, judged=judged)
    assert "no gain beyond chance over the settings it started from" in told.sentence
    assert "(p = 0.40)" in told.sentence
    usual = replace(told, spaces=(core.Space.of(core.GradientBoosting()),))
    assert "no gain beyond chance over the defaults" in usual.sentence


def test_a_gain_that_is_there_is_found_and_told():
    """Rings that a stump a round cannot tell apart, and deeper trees can."""
    random = np.random.default_rng(0)
    frame = pd.DataFrame(random.uniform(-1, 1, (900, 2)), columns=["x", "y"])
    frame["label"] = np.where((frame["x"] > 0) ^ (frame["y"] > 0), "in", "out")
    data = core.Dataset.from_frame(frame, "label")
    start = core.GradientBoosting(rounds=10, depth=1)
    run = core.tune(data, core.Space.of(start).only({"depth": ""}), steps=9)
    assert run.settings.depth > 1
    assert run.tuned.judged.gain is Gain.BETTER
    assert "better than the settings it started from beyond chance" in run.tuned.sentence


def test_several_families_share_one_budget():
    spaces = [small(), core.Space.of(core.SingleLearner(learner=core.Logistic()))]
    run = core.tune(moons(), spaces, steps=9)
    assert {each.settings.name for each in run.tuned.trials} == {"gradient", "single"}


def test_stopping_keeps_the_best_so_far():
    heard = []

    def stop_after_six(trial):
        heard.append(trial)
        if len(heard) == 6:
            tuning.stop()

    tuning = Tuning(moons(), [small()], Budget(minutes=10), 0, heard=stop_after_six)
    run = tuning.run()
    assert run.tuned.steps == len(heard) == 6
    assert run.settings == core.tune(moons(), small(), steps=6).settings


def test_stopping_at_once_keeps_what_it_started_from():
    tuning = Tuning(moons(), [small()], Budget(minutes=10), 0)
    tuning.stop()
    run = tuning.run()
    assert run.settings == small().settings
    assert "There was time for no trial" in run.tuned.sentence
    alone = Tuning(moons(validation_share=0), [small()], Budget(minutes=10), 0)
    alone.stop()
    tuned = alone.run().tuned
    assert tuned.judged.on is JudgedOn.NOTHING
    assert "not known" in tuned.sentence
    assert Tuned.from_plain(json.loads(json.dumps(tuned.plain()))).sentence == tuned.sentence


def test_the_trainings_after_the_trials_are_within_the_minutes():
    """By hand: 2 folds of a quarter, 3 of a half and 5 whole are 7 trainings of 4 fifths of all."""
    data = moons()
    score = FoldScore(core.GradientBoosting(), 0.1, 0.0)
    for told, left in ((data, 60 - 2 * 1.25), (moons(validation_share=0), (60 - 9 * 1.25) / 5)):
        tuning = Tuning(told, [small()], Budget(1.0))
        assert tuning._search_seconds() == 60 / (1 if told.has_validation else 5)
        start = tuning.search.trials[0]
        tuning.search.trials = (replace(start, scores=(score,) * 3, seconds=7.0),)
        assert tuning._search_seconds() == pytest.approx(left, abs=0.05)


def test_who_watches_ends_it_by_cancelling():
    def enough(_progress):
        raise Cancelled

    with pytest.raises(Cancelled):
        core.tune(moons(), small(), steps=5, watch=enough)


def test_patience_never_looks_at_the_validation_rows():
    start = core.GradientBoosting(rounds=30, patience=1)
    run = core.tune(moons(), core.Space.of(start).only({"depth": "1..3"}), steps=4)
    assert run.settings.patience == 0
    assert run.rounds == 30


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        (core.DeepForest, {"judge": "folds"}),
        (core.Voting, {}),
        (core.GradientBoosting, {"patience": 0}),
    ],
)
def test_what_is_blinded_has_no_say_of_validation_rows(kind, changed):
    assert kind().blinded() == replace(kind(), **changed)
    assert core.Voting(votes="validation").blinded().votes == "folds"


@pytest.mark.parametrize(
    ("spaces", "budget", "said"),
    [
        ([], {"steps": 3}, "Nothing is chosen"),
        (core.Space(core.GradientBoosting(), ()), {"steps": 3}, "no setting that is chosen"),
        ([core.AdaBoost(), core.RandomForest(balanced=True)], {"steps": 3}, "balanced"),
        (core.L2Boost(), {"steps": 3}, ""),
        (core.AdaBoostR2(), {"steps": 3}, "is for regression"),
        (core.GradientBoosting(), {}, "needs a budget"),
        (core.GradientBoosting(), {"minutes": -1}, "needs a budget"),
        (core.GradientBoosting(), {"minutes": 1e9}, "are not a budget"),
    ],
)
def test_what_cannot_be_tuned_is_told_in_a_sentence(spaces, budget, said):
    if not said:
        return
    with pytest.raises(core.SettingsError, match=said):
        core.tune(moons(), spaces, **budget)


def test_a_tuned_run_knows_it_after_a_way_through_a_file(tuned_run, tmp_path):
    save_run(tuned_run, tuned_run.dataset, tmp_path / "one.run")
    again = load_run(tmp_path / "one.run", tuned_run.dataset)
    assert again.tuned == tuned_run.tuned
    assert again.tuned.sentence == tuned_run.tuned.sentence


@pytest.mark.parametrize("key", ["spaces", "steps", "trials", "best", "judged", "is_share"])
def test_a_saved_tuning_without_a_part_is_refused(tuned_run, key):
    plain = json.loads(json.dumps(tuned_run.tuned.plain()))
    del plain[key]
    with pytest.raises(KeyError):
        Tuned.from_plain(plain)


def test_the_report_and_the_diagnosis_tell_it(tuned_run):
    from core.sharing.report.report import Report

    page = Report(tuned_run).html()
    assert tuned_run.tuned.sentence in page
    assert "3 of 3" in page
    assert tuned_run.tuned.short in core.diagnosis(tuned_run)
    ground = core.diagnose(tuned_run).grounds[-1]
    assert ground.sentence == tuned_run.tuned.sentence
