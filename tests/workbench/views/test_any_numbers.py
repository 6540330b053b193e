"""Every view draws numbers of any size, from the smallest there are to numbers without an end."""

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, GradientBoosting, LinearRegression, SingleLearner, fit
from tests.workbench.views.showing import shown
from workbench.viewing.catalog import tabs, view_kind
from workbench.views.features.view import CURVE, PURITY

ROWS = 60
HUGE, TINY = 1.7e308, 5e-324


def columns():
    """Columns to learn from, each hard in its own way, by name."""
    random = np.random.default_rng(5)
    usual = random.normal(size=ROWS)
    far = usual.copy()
    far[[3, 7]] = HUGE, -HUGE
    gaps = usual * 1e300
    gaps[::5] = np.nan
    return {
        "usual": usual,
        "from end to end": np.where(usual > 0, HUGE, -HUGE),
        "two far": far,
        "huge": 1e307 * usual,
        "huge with gaps": gaps,
        "tiny": TINY * random.integers(0, 2000, ROWS),
        "without an end": np.where(usual > 1, np.inf, usual),
        "close": 1e15 + random.integers(0, 4, ROWS),
        "constant": np.full(ROWS, HUGE),
    }


def classes():
    made = columns()
    label = np.where(made["usual"] + np.random.default_rng(1).normal(size=ROWS) > 0, "yes", "no")
    return pd.DataFrame(made).assign(y=label)


def numbers(unit=1.0, far=0.0):
    made = columns()
    noise = np.random.default_rng(1).normal(size=ROWS)
    return pd.DataFrame(made).assign(y=far + unit * (made["usual"] + 0.5 * noise))


@pytest.fixture(scope="module")
def runs():
    weight = np.where(np.arange(ROWS) % 2, 1e300, 3e300)
    few = AdaBoost(rounds=6)
    straight = SingleLearner(learner=LinearRegression())
    trees = GradientBoosting(rounds=4, leaf_rows=3)
    return {
        "classes": fit(Dataset.from_frame(classes(), "y"), few),
        "weights": fit(Dataset.from_frame(classes().assign(w=weight), "y", weight="w"), few),
        "largest": fit(Dataset.from_frame(numbers(1e29), "y"), trees),
        "smallest": fit(Dataset.from_frame(numbers(1e-29), "y"), trees),
        "far": fit(Dataset.from_frame(numbers(far=1e12), "y"), trees),
        "straight": fit(Dataset.from_frame(numbers(1e29), "y"), straight),
    }


NAMES = ("classes", "weights", "largest", "smallest", "far", "straight")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("view", tabs())
def test_it_is_drawn(qtbot, workspace, runs, view, name):
    run = runs[name]
    made = shown(qtbot, view_kind(view), workspace, run)
    assert not made.grab().isNull()
    if view in ("data_scatter", "decision_boundary"):
        for column in run.dataset.features:
            made.change_options(x=column.name, y="usual" if column.name != "usual" else "huge")
            made.draw_now()
            assert not made.grab().isNull()
            made.show_all()
    if view == "features":
        made.change_options(part=PURITY)
        for column in run.dataset.features:
            made.change_options(part=CURVE, column=column.name)
            made.draw_now()
            assert not made.grab().isNull()


@pytest.mark.parametrize("name", ["largest", "smallest", "far"])
@pytest.mark.parametrize("part", ["predicted", "residuals", "residual_histogram"])
def test_results_of_numbers_are_drawn(qtbot, workspace, runs, part, name):
    made = shown(qtbot, view_kind("results"), workspace, runs[name])
    made.change_options(numbers_part=part)
    made.draw_now()
    assert not made.grab().isNull()
