"""Made situations whose answer is known: what must be said about a run, and what must not."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from core import (
    AdaBoost,
    Bagging,
    Dataset,
    GradientBoosting,
    L2Boost,
    LogitBoost,
    NaiveBayes,
    RandomForest,
    SingleLearner,
    Stacking,
    Tree,
    Voting,
)
from core.learning.ensemble import Ensemble

Made = Callable[[int], Dataset]

ROUNDS_ADVICE = (r"Use about [\d,]+ round", "fewer rounds")
MISSED = ("Of the training rows only", "On training rows it is off")
MORE_ROUNDS = ("train more rounds",)
MORE_ROWS = (r"More rows would (probably )?help",)
WEAK = ("too weak",)
NOISY = (r"of the labels look wrong", "review the")
FINE = ("nothing speaks against", "nothing looks wrong")
GUESSING = ("no better than guessing", "not clearly better than guessing", "worse than guessing")
ALARMS = (*ROUNDS_ADVICE, *WEAK, *GUESSING)


@dataclass(frozen=True)
class Situation:
    """Data, settings, and what a right sentence holds: one of `says`, and none of `never`."""

    name: str
    made: Made
    settings: Ensemble
    says: tuple[str, ...]
    never: tuple[str, ...] = ()
    audited: bool = False
    curved: bool = False


def framed(columns, labels, share=0.25):
    """A dataset of columns and labels."""
    names = {f"x{number}": values for number, values in enumerate(columns)}
    return Dataset.from_frame(pd.DataFrame({**names, "y": labels}), "y", validation_share=share)


def named(is_yes):
    """Yes and no."""
    return np.where(is_yes, "yes", "no")


def sums(seed, rows=2000, columns=6, noise=0.0, overlap=0.3, share=0.25):
    """A sum of the columns, blurred, decides; some labels may be turned."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(columns, rows))
    is_yes = x.sum(axis=0) + overlap * random.normal(size=rows) > 0
    return framed(x, named(is_yes ^ (random.random(rows) < noise)), share)


def few(seed, rows=2400, columns=12):
    """Many columns add up, and a tenth of the rows is all that teaches."""
    return sums(seed, rows, columns, overlap=0.0, share=0.9)


def steps(seed, rows=2000, noise=0.0, columns=4, share=0.25):
    """One threshold of one column decides; some labels may be turned."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(columns, rows))
    return framed(x, named((x[0] > 0.3) ^ (random.random(rows) < noise)), share)


def corners(seed, rows=2000, noise=0.0, columns=4):
    """Two columns that interact decide: alone, neither tells anything."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(columns, rows))
    return framed(x, named((x[0] * x[1] > 0) ^ (random.random(rows) < noise)))


def nothing(seed, rows=1500, columns=5):
    """No column says anything."""
    random = np.random.default_rng(seed)
    return framed(random.normal(size=(columns, rows)), named(random.random(rows) < 0.5))


def rare(seed, rows=6000, share=0.01, blurred=1.0):
    """One row in a hundred is yes, and two columns say which, more or less."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(4, rows))
    score = x[0] + x[1] + blurred * random.normal(size=rows)
    return framed(x, named(score > np.quantile(score, 1 - share)))


def leaking(seed, rows=1000):
    """A column that is known only afterwards."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(4, rows))
    is_yes = x[0] + 2 * random.normal(size=rows) > 0
    return framed([*x, is_yes * 2.0 + 0.01 * random.normal(size=rows)], named(is_yes))


def numbers(seed, rows=1500, blurred=0.5, kind="curved", share=0.25):
    """A number of three columns; of none if `kind` is nothing."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(4, rows))
    told = {"curved": x[0] * 3 + np.sin(2 * x[1]) * 2, "corners": 4 * np.sign(x[0] * x[1])}
    return framed(x, told.get(kind, 0.0) + blurred * random.normal(size=rows), share)


def idle(seed, rows=1500, columns=40):
    """A threshold of one column, a tenth of the labels turned, and many idle columns."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(columns + 1, rows))
    return framed(x, named((x[0] > 0) ^ (random.random(rows) < 0.1)))


DEEP = AdaBoost(rounds=100, base=Tree(depth=4))
STUMPS = AdaBoost(rounds=150)
LATE = AdaBoost(rounds=600)
FOREST = RandomForest(rounds=60)

SITUATIONS = (
    Situation("clean, stumps", steps, STUMPS, (*FINE, "stood since", "alone predicts"), ALARMS),
    Situation("clean sum, stumps", partial(sums, overlap=0.0), LATE,
              (*MISSED, *FINE, "stood since", "fell on"), (*ALARMS, *NOISY)),
    Situation("clean, forest", partial(sums, columns=4), FOREST, FINE, (*ALARMS, "rounds ")),
    Situation("clean, audited", partial(sums, columns=3, overlap=0.1), FOREST,
              ("nothing looks wrong",), (*ALARMS,), audited=True),
    Situation("noisy at 10 %, a threshold", partial(steps, noise=0.1), STUMPS,
              (r"About ([6-9]|1[0-4])(\.\d)? % of the labels look wrong",),
              (*WEAK, *GUESSING, "nothing looks wrong"), audited=True),
    Situation("noisy at 20 %, a threshold", partial(steps, noise=0.2), AdaBoost(rounds=30),
              (r"About (1[5-9]|2[0-5])(\.\d)? % of the labels look wrong",),
              (*WEAK, *GUESSING, "nothing looks wrong"), audited=True),
    Situation("noisy at 10 %, a sum", partial(sums, noise=0.1, columns=4), FOREST,
              (r"About ([6-9]|1[0-4])(\.\d)? % of the labels look wrong",),
              (*WEAK, *GUESSING, "nothing looks wrong"), audited=True),
    Situation("noisy at 20 %, deep trees", partial(steps, noise=0.2), DEEP,
              (r"About (1[5-9]|2[0-5])(\.\d)? % of the labels look wrong",),
              (*WEAK, *GUESSING, "nothing looks wrong"), audited=True),
    Situation("noisy at 20 %, not audited", partial(steps, noise=0.2), AdaBoost(rounds=20),
              ("do no better", *MISSED, *ROUNDS_ADVICE), (*WEAK, *GUESSING)),
    Situation("overfitted by noise, boosting", partial(steps, noise=0.2, rows=3000, share=0.7),
              AdaBoost(rounds=300, base=Tree(depth=3)), ROUNDS_ADVICE, (*WEAK, *MORE_ROUNDS)),
    Situation("overfitted by noise, gradient", partial(steps, noise=0.25, rows=3000, share=0.7),
              GradientBoosting(rounds=300, shrinkage=0.3), ROUNDS_ADVICE, (*WEAK, *MORE_ROUNDS)),
    Situation("overfitted by noise, stumps", partial(steps, noise=0.3, rows=3000, columns=12),
              AdaBoost(rounds=3000), ROUNDS_ADVICE, MORE_ROUNDS),
    Situation("too few rows, a curve", few, DEEP,
              MORE_ROWS, (*ROUNDS_ADVICE, *WEAK, *GUESSING), curved=True),
    Situation("too few rows, a forest's curve", few, FOREST,
              MORE_ROWS, (*ROUNDS_ADVICE, *GUESSING), curved=True),
    Situation("rows enough, a curve", partial(steps, noise=0.1, rows=3000), FOREST,
              ("More rows would hardly help", "not clear", "probably help"),
              (*ROUNDS_ADVICE, "would help: from"), curved=True),
    Situation("too weak: stumps on corners", corners, STUMPS, ("trees of depth 2 to 3",),
              (*ROUNDS_ADVICE,)),
    Situation("too weak: stumps on noisy corners", partial(corners, noise=0.1), STUMPS,
              ("trees of depth 2 to 3",), ROUNDS_ADVICE),
    Situation("too weak: LogitBoost of stumps", corners, LogitBoost(rounds=60, depth=1),
              ("trees of depth 2 to 3",), ROUNDS_ADVICE),
    Situation("too weak: naive Bayes", corners, SingleLearner(learner=NaiveBayes()),
              ("random forest",), (*ROUNDS_ADVICE, *MORE_ROUNDS)),
    Situation("strong enough on corners", corners, AdaBoost(rounds=100, base=Tree(depth=3)),
              ("stood since", "fell on", *FINE, *MISSED), ALARMS),
    Situation("too few rounds", partial(sums, overlap=0.0, columns=8, rows=3000),
              AdaBoost(rounds=20), (*MORE_ROUNDS, *WEAK), (*ROUNDS_ADVICE, *GUESSING)),
    Situation("rare, found by none", rare, AdaBoost(rounds=5), ("balanced",),
              (*WEAK, *NOISY, *ROUNDS_ADVICE)),
    Situation("rare, a forest", rare, FOREST, ("balanced",), (*NOISY, *ROUNDS_ADVICE)),
    Situation("rare, easy", partial(rare, blurred=0.0, rows=8000), GradientBoosting(rounds=60),
              ("balanced", *FINE, *MISSED, "stood since"), (*NOISY, *ROUNDS_ADVICE, *WEAK)),
    Situation("a leaking column", leaking, STUMPS, ("'x4' alone predicts",), ALARMS),
    Situation("a leaking column, forest", leaking, FOREST, ("'x4' alone predicts",), ALARMS),
    Situation("one deep tree", partial(sums, columns=6),
              SingleLearner(learner=Tree(depth=30)), ("random forest",), ("round",)),
    Situation("one deep tree on noise", partial(steps, noise=0.2),
              SingleLearner(learner=Tree(depth=30)), ("random forest",), ("round",)),
    Situation("one shallow tree", steps, SingleLearner(learner=Tree(depth=2)),
              ("alone predicts", *FINE), ("round", *WEAK)),
    Situation("many columns", partial(sums, columns=60, rows=1500, overlap=0.0), DEEP,
              ("fell on", "stood since"), (*ALARMS,)),
    Situation("many idle columns", idle, STUMPS,
              (*FINE, "stood since", *MISSED, "do no better", *ROUNDS_ADVICE),
              (*GUESSING, *WEAK)),
    Situation("past zero", partial(sums, columns=12, rows=3000, overlap=0.0), DEEP,
              ("fell on as the margins grew",), ALARMS),
    Situation("past zero, boosted deeper", partial(sums, columns=16, rows=3000, overlap=0.0),
              AdaBoost(rounds=100, base=Tree(depth=5)), ("fell on as the margins grew",), ALARMS),
    Situation("no signal, stumps", nothing, STUMPS, GUESSING, (*ROUNDS_ADVICE, *WEAK)),
    Situation("no signal, audited", nothing, FOREST, ("cannot be told",),
              (*NOISY, "nothing looks wrong", *WEAK), audited=True),
    Situation("no signal, deep trees audited", nothing, DEEP, ("cannot be told",),
              (*NOISY, "nothing looks wrong", *WEAK), audited=True),
    Situation("a tiny table", partial(sums, rows=40), STUMPS, ("too few rows to say",), ALARMS),
    Situation("no validation rows", partial(sums, share=0.0), STUMPS,
              ("Without validation rows",), (*ALARMS, "nothing looks wrong")),
    Situation("stacking", partial(sums, rows=1600), Stacking(), (*FINE, *MISSED, "no better,",
              "by heart", "too weak"), ("round",)),
    Situation("voting", partial(sums, rows=1600), Voting(),
              (*FINE, *MISSED, "by heart", "do no better", "too weak"), ("round",)),
    Situation("bagging", partial(sums, rows=1600), Bagging(rounds=40),
              (*FINE, "does better", *MISSED, "do no better", "too weak"), ROUNDS_ADVICE),
    Situation("numbers, clean", numbers, GradientBoosting(rounds=100),
              (*FINE, *MISSED, "still falling"), (*GUESSING, *WEAK)),
    Situation("numbers, nothing to learn", partial(numbers, kind="nothing"), FOREST, GUESSING,
              (*ROUNDS_ADVICE, "explained")),
    Situation("numbers, too weak", partial(numbers, kind="corners"), L2Boost(rounds=60, depth=1),
              ("trees of depth 2 to 3",), ROUNDS_ADVICE),
    Situation("numbers, overfitted",
              partial(numbers, kind="corners", blurred=4.0, rows=2000, share=0.7),
              GradientBoosting(rounds=300, shrinkage=0.5), ROUNDS_ADVICE, MORE_ROUNDS),
)  # fmt: skip
