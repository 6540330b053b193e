"""Runs are called by what tells them apart."""

from core import AdaBoost, RandomForest, Tree, example, fit
from core.project.run_names import names_of
from core.project.runs import RunItem

DATA = example("ten points", validation_share=0)


def named(*settings, data=(), names=(), seeds=()):
    items = [
        RunItem(
            number,
            fit(data[number - 1] if data else DATA, own, seed=seeds[number - 1] if seeds else 0),
            names[number - 1] if names else "",
        )
        for number, own in enumerate(settings, 1)
    ]
    return list(names_of(items).values())


def test_a_run_alone_is_called_by_its_algorithm():
    assert named(AdaBoost(rounds=5)) == ["AdaBoost, 5 rounds"]


def test_runs_of_one_algorithm_are_called_by_the_settings_that_differ():
    assert named(AdaBoost(rounds=5), AdaBoost(rounds=9)) == ["5 rounds", "9 rounds"]
    trees = [AdaBoost(rounds=5, base=Tree(depth=depth)) for depth in (2, 3)]
    assert named(*trees) == ["depth 2", "depth 3"]
    assert named(AdaBoost(rounds=5), trees[1]) == ["stump", "depth 3"]


def test_algorithms_are_told_where_they_differ():
    assert named(AdaBoost(rounds=5), RandomForest(rounds=5)) == ["AdaBoost", "Random forest"]


def test_runs_that_differ_in_nothing_are_counted():
    same = AdaBoost(rounds=5)
    assert named(same, same) == ["AdaBoost (1)", "AdaBoost (2)"]
    assert named(same, same, seeds=(0, 1)) == ["seed 0", "seed 1"]


def test_data_after_decisions_are_told():
    after = DATA.excluding(DATA.lines[:1].tolist())
    told = named(AdaBoost(rounds=2), AdaBoost(rounds=2), data=(DATA, after))
    assert told == [f"revision {DATA.revision}", f"revision {after.revision}"]


def test_a_name_that_a_person_gave_stays():
    told = named(AdaBoost(rounds=5), AdaBoost(rounds=9), names=("", "my best"))
    assert told == ["AdaBoost, 5 rounds", "my best"]
