"""Runs side by side: the ranking, and only what differs between two."""

import numpy as np
import pytest

from core import AdaBoost, Bagging, GradientBoosting, Stacking, Stump, Tree, example, fit
from core.judging.comparing import (
    Difference,
    best_of,
    comparison_table,
    differences,
    ranking,
    run_before,
    setting_differences,
)
from core.learning.counting import Counting
from core.learning.run import Guess


@pytest.fixture(scope="module")
def data():
    return example("moons")


def as_rows(found):
    return {each.title: (each.first, each.second) for each in found}


def test_a_run_does_not_differ_from_itself(data):
    run = fit(data, AdaBoost(rounds=5))
    assert differences(run, run) == []


def test_only_what_differs_is_told(data):
    first = fit(data, AdaBoost(rounds=5))
    second = fit(data, AdaBoost(rounds=1000, base=Tree(depth=3), shrinkage=0.5), seed=2)
    found = as_rows(setting_differences(first, second))
    assert found["Rounds"] == ("5", "1,000")
    assert found["Weak learner"] == ("Decision stump", "Decision tree")
    assert found["Weak learner: Depth"] == ("", "3")
    assert found["Shrinkage"] == ("1.0", "0.5")
    assert found["Seed"] == ("0", "2")
    assert "Resampling" not in found
    assert "Ensemble" not in found


def test_scores_that_differ_are_told_beside_one_another(data):
    first = fit(data, AdaBoost(rounds=1))
    second = fit(data.excluding([2, 3, 4]), AdaBoost(rounds=30))
    counting = Counting.of(first.dataset, second.dataset)
    found = as_rows(differences(first, second))
    assert found["Rounds done"] == ("1", "30")
    for name, errors in (
        ("Training error", [run.history.error(run.rounds) for run in (first, second)]),
        ("Validation error", [counting.error(run.history, run.rounds) for run in (first, second)]),
    ):
        assert found[name] == tuple(f"{100 * error:.2f} %" for error in errors)
    assert int(found["Training rows"][0]) > int(found["Training rows"][1])


def test_other_ensembles_have_other_settings(data):
    found = as_rows(differences(fit(data, AdaBoost(rounds=3)), fit(data, Bagging(rounds=3))))
    assert found["Ensemble"] == ("AdaBoost", "Bagging")
    assert found["Shrinkage"] == ("1.0", "")


def test_lists_of_learners_are_told_one_by_one(data):
    few = Stacking(learners=(Stump(), Tree(depth=2)))
    more = Stacking(learners=(Stump(), Tree(depth=4)))
    found = setting_differences(fit(data, few), fit(data, more))
    assert [(each.first, each.second) for each in found] == [("2", "4")]
    assert found[0].title.endswith(" 2: Depth")


def test_a_difference_is_plain(data):
    assert Difference("Rounds", "5", "6") == Difference("Rounds", "5", "6")


def test_the_ranking_has_guessing_in_it(data):
    runs = [fit(data, AdaBoost(rounds=rounds)) for rounds in (1, 50)]
    places = ranking(runs)
    assert [place.error for place in places] == sorted(place.error for place in places)
    guess = next(place for place in places if place.title.startswith("guess"))
    assert guess.error == Guess.of(data).error
    taught = data.labels[~data.validation]
    assert guess.training_error == pytest.approx(np.bincount(taught).min() / len(taught))
    assert list(comparison_table(runs)["ensemble"]) == [place.title for place in places]


def test_runs_that_found_no_question_are_ranked_too():
    few = example("moons")
    few = few.only(np.arange(len(few)) < 30)
    run = fit(few, GradientBoosting(leaf_rows=20))
    assert run.rounds == 0
    place = next(place for place in ranking([run]) if place.rounds == 0)
    assert 0 <= place.training_error <= 1


def test_the_run_before_is_one_on_the_data_as_they_were(data):
    settings = AdaBoost(rounds=4)
    step = data.excluding([2, 3])
    later = step.excluding([5])
    other, first, second, third = (
        fit(data, AdaBoost(rounds=3)),
        fit(data, settings),
        fit(step, settings),
        fit(later, settings),
    )
    elsewhere = fit(example("ten points", validation_share=0), settings)
    runs = [elsewhere, other, first, second, third]
    # The same settings first, then the earliest revision: all that was decided counts.
    assert run_before(runs, third) is first
    assert run_before([other, second, third], third) is second
    assert run_before([elsewhere, other, third], third) is other
    # After an undo the run that is looked at is the earlier one: nothing came before it.
    assert run_before(runs, first) is None
    # Of two alike, the one that was trained last; one of another seed comes behind.
    again, seeded = fit(data, settings), fit(data, settings, seed=7)
    assert run_before([first, again, third], third) is again
    assert run_before([first, seeded, third], third) is first


def test_the_best_of_some_runs_is_found_on_the_rows_that_all_have(data):
    late = data.lines[data.validation]
    first = fit(data, AdaBoost(rounds=20))
    wrong = first.history.wrong(20)[data.rows_of(late)]
    # Without the rows that it gets wrong, its error would be 0.
    easy = fit(data.excluding(late[wrong].tolist()), AdaBoost(rounds=1))
    assert best_of([first, easy]) is first
    assert best_of([]) is None
