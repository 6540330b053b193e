"""The search: halving by hand, the same steps by the same seed, and nothing of validation rows."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import core
from core.judging.tuning import search as searching
from core.judging.tuning.parts import fold_parts, some_rows
from core.judging.tuning.scoring import RUNGS, FoldScore, _best_round, scored
from core.judging.tuning.search import SettingsSearch
from core.learning.space import Space


def nothing():
    """Nobody holds it up."""


def small(settings=None):
    """A space that is tried fast."""
    start = settings or core.GradientBoosting(rounds=8, depth=2)
    return Space.of(start).only({"rounds": "2..16", "shrinkage": "", "depth": "1..4"})


def moons(rows=200, **split):
    data = core.example("moons", **split)
    return data.only(np.arange(len(data)) < rows)


def test_the_best_third_of_a_rung_goes_on_and_only_then(monkeypatch):
    """With errors that are told beforehand, the order of the steps can be told by hand."""
    errors = {0: 0.5, 1: 0.3, 2: 0.4, 3: 0.2, 4: 0.6, 5: 0.1}
    done = []

    def told(_space, settings, _parts, rung, _seed, _between, is_fixed=False):
        number = found.active.number
        done.append((number, RUNGS.index(rung) + 1))
        return FoldScore(settings, errors.get(number, 0.7), 0.0)

    monkeypatch.setattr(searching, "scored", told)
    found = SettingsSearch(moons(), [small()], seed=0)
    for _ in range(13):
        found.step(nothing)
    # The start in full. With 1 and 2 there are three on rung 1, and 1 is the best of them. 3 is
    # better than that, and of three on rung 2 the best. 4 is not among the best of five; 5 is.
    assert done[:6] == [(0, 1), (0, 2), (0, 3), (1, 1), (2, 1), (1, 2)]
    assert done[6:] == [(3, 1), (3, 2), (3, 3), (4, 1), (5, 1), (5, 2), (5, 3)]
    assert found.best.number == 5


def test_the_same_seed_and_steps_give_the_same_trials():
    first, second = (SettingsSearch(moons(), [small()], seed=3) for _ in range(2))
    for _ in range(9):
        first.step(nothing)
        second.step(nothing)
    assert [replace(each, seconds=0) for each in first.trials] == [
        replace(each, seconds=0) for each in second.trials
    ]
    other = SettingsSearch(moons(), [small()], seed=4)
    for _ in range(9):
        other.step(nothing)
    assert [each.drawn for each in other.trials[1:]] != [each.drawn for each in first.trials[1:]]


def test_validation_rows_have_no_say():
    """Whatever their labels are, every trial is the same."""
    data = moons()
    turned = data.relabelled(
        {int(line): data.classes[1 - data.labels[row]] for row, line in _judging(data)}
    )
    assert (turned.labels != data.labels).sum() == data.validation.sum()
    found = [SettingsSearch(each, [small()], seed=0) for each in (data, turned)]
    for each in found:
        for _ in range(8):
            each.step(nothing)
    assert [t.scores for t in found[0].trials] == [t.scores for t in found[1].trials]


def _judging(data):
    return [(row, data.lines[row]) for row in np.flatnonzero(data.validation)]


def test_a_step_that_is_broken_off_leaves_nothing():
    found = SettingsSearch(moons(), [small()], seed=0)
    found.step(nothing)
    before = found.trials, found.steps

    def enough():
        raise RuntimeError

    with pytest.raises(RuntimeError):
        found.step(enough)
    assert (found.trials, found.steps) == before
    assert found.active is None


def test_a_small_space_is_tried_out_and_then_ends():
    space = Space.of(core.GradientBoosting(rounds=4)).only({"depth": "1..3"})
    found = SettingsSearch(moons(), [space], seed=0)
    steps = 0
    while found.step(nothing) is not None:
        steps += 1
        assert steps < 40
    drawn = [each.drawn.depth for each in found.trials]
    assert sorted(drawn) == [1, 2, 3, 4]  # and 4, the default, which it started from
    assert {each.rung for each in found.trials} == {3}


def test_rounds_alone_are_one_trial_and_read_off_the_curve():
    space = Space.of(core.AdaBoost(rounds=50)).only({"rounds": "2..40"})
    found = SettingsSearch(moons(), [space], seed=0)
    while found.step(nothing) is not None:
        pass
    assert len(found.trials) == 2
    assert 2 <= found.trials[1].settings.rounds <= 40


def test_the_error_at_the_best_round_is_that_of_a_training_of_so_many_rounds():
    parts = fold_parts(moons(), 5, seed=0)
    space = small()
    score = scored(space, space.settings, parts, RUNGS[-1], 0, nothing)
    again = scored(space, score.settings, parts, RUNGS[-1], 0, nothing, is_fixed=True)
    assert score.error == again.error
    assert score.spread == again.spread


def test_the_error_on_folds_is_that_of_all_rows_together():
    data = moons(validation_share=0)
    parts = fold_parts(data, 5, seed=0)
    settings = core.GradientBoosting(rounds=6)
    score = scored(Space(settings, ()), settings, parts, RUNGS[-1], 0, nothing)
    wrong = sum(core.fit(part, settings).history.wrong(6)[part.validation].sum() for part in parts)
    assert score.error == pytest.approx(wrong / len(data))


def test_what_has_no_rounds_is_taught_with_fewer_rows():
    seen = []

    class Learner(core.SingleLearner):
        def trainer(self, problem, seed, after=None):
            seen.append(problem.training)
            return super().trainer(problem, seed, after)

    settings = Learner(learner=core.Logistic())
    parts = fold_parts(moons(validation_share=0), 5, seed=0)
    for rung in RUNGS:
        scored(Space(settings, ()), settings, parts, rung, 0, nothing)
    assert seen == [40, 40, 80, 80, 80, 160, 160, 160, 160, 160]


@pytest.mark.parametrize(
    ("curve", "least", "best"),
    [([3, 2, 1, 2], 1, 3), ([1, 2, 3], 2, 2), ([1, 1, 1], 1, 1), ([5.0], 10, 1)],
)
def test_the_best_round_is_the_first_of_least_error(curve, least, best):
    assert _best_round(np.array(curve, float), least) == best


def test_folds_never_part_a_group():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"x": random.normal(size=90), "who": np.repeat(np.arange(30), 3)})
    frame["y"] = np.where(frame["x"] > 0, "a", "b")
    data = core.Dataset.from_frame(frame, "y", group="who")
    for part in fold_parts(data, 5, seed=0):
        judged = set(part.groups[part.validation])
        assert not judged & set(part.groups[~part.validation])
        assert not set(part.lines) & set(data.lines[data.validation])


def test_with_a_time_the_past_judges_the_future_alone():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"day": np.arange(200), "x": random.normal(size=200)})
    frame["y"] = np.where(frame["x"] > 0, "a", "b")
    data = core.Dataset.from_frame(frame, "y", time="day")
    parts = fold_parts(data, 5, seed=0)
    latest = []
    for part in parts:
        assert part.times[~part.validation].max() < part.times[part.validation].min()
        latest.append(part.times[part.validation].max())
    assert latest == sorted(latest, reverse=True)  # a cheap trial is judged by the latest rows


def test_words_are_chosen_without_the_rows_that_judge():
    """A word that a row alone has is none of the columns by which that row is judged."""
    random = np.random.default_rng(0)
    texts = [f"own{row:03}a own{row:03}a common words" for row in range(60)]
    frame = pd.DataFrame({"y": ["a", "b"] * 30, "text": texts, "x": random.normal(size=60)})
    table = core.Dataset.from_frame(frame, "y").table
    plan = core.Plan.suggested(table, "y").with_meaning("text", core.Meaning.TEXT)
    plan = plan.with_role("text", core.Role.FEATURE)
    data = core.Dataset.from_table(table, plan=plan, validation_share=0)
    for part in fold_parts(data, 5, seed=0):
        names = " ".join(name for each in part.derivations for name in each.names)
        judged = [texts[row].split()[0] for row in part.rows[part.validation]]
        assert not [word for word in judged if word in names]


def test_too_few_rows_are_told_in_a_sentence():
    frame = pd.DataFrame({"x": range(12), "y": ["a", "b"] * 6})
    data = core.Dataset.from_frame(frame, "y", validation_share=0)
    with pytest.raises(core.DataError, match="too few training rows"):
        SettingsSearch(data, [small()], seed=0)


def test_of_many_rows_some_are_drawn_whole_groups_as_far_as_they_go():
    data = moons()
    some = some_rows(data, 50, seed=0)
    assert int((~some.validation).sum()) == 50
    assert some.validation.sum() == data.validation.sum()
    assert some_rows(data, 1000, seed=0) is data
