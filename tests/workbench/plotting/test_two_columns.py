"""The columns that are drawn first are those that tell most about the target."""

import numpy as np
import pandas as pd
import pytest

from core import Dataset
from workbench.plotting.two_columns import telling_columns, telling_pair


@pytest.fixture(scope="module")
def frame():
    random = np.random.default_rng(0)
    signal = random.normal(size=600)
    return pd.DataFrame(
        {
            "noise": random.normal(size=600),
            "clear": np.exp(3 * signal),  # only the order of the values counts
            "constant": 1.0,
            "mostly one value": np.where(signal > 1.2, signal, 0.0),
            "weak": signal + 3 * random.normal(size=600),
            "mostly missing": np.where(random.random(600) < 0.95, np.nan, signal),
            "name": random.choice(["a", "b"], 600),
            "target": signal,
        }
    )


@pytest.mark.parametrize("is_class", [True, False])
def test_what_tells_most_comes_first(frame, is_class):
    if is_class:
        frame = frame.assign(target=np.where(frame["target"] > 0, "high", "low"))
    found = telling_columns(Dataset.from_frame(frame, "target"))
    assert found[:2] == ("clear", "weak")
    assert found[2] == "noise"
    assert set(found[3:]) == {"mostly one value", "mostly missing", "constant"}
    assert "name" not in found


@pytest.mark.parametrize("is_class", [True, False])
def test_two_columns_that_tell_only_together_come_first(is_class):
    """Of an exclusive or, each column alone tells nothing."""
    random = np.random.default_rng(1)
    frame = pd.DataFrame(random.normal(size=(900, 5)), columns=list("abcde"))
    both = np.sign(frame["b"] * frame["e"])
    frame["y"] = np.where(both > 0, "same", "other") if is_class else both + random.normal(size=900)
    found = telling_pair(Dataset.from_frame(frame, "y"))
    assert set(found[:2]) == {"b", "e"}
    assert set(found) == set("abcde")


def test_a_category_may_be_one_of_the_two_but_not_one_of_many_values():
    random = np.random.default_rng(2)
    kind = random.choice(["u", "v", "w"], 900)
    frame = pd.DataFrame(
        {
            "id": [f"n{k}" for k in range(900)],
            "number": random.normal(size=900),
            "noise": random.normal(size=900),
            "kind": kind,
        }
    )
    frame["y"] = np.where((frame["number"] > 0) == (kind == "v"), "p", "q")
    assert set(telling_pair(Dataset.from_frame(frame, "y"))[:2]) == {"number", "kind"}
