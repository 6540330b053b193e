"""The columns that are drawn first are those that tell most about the target."""

import numpy as np
import pandas as pd
import pytest

from core import Dataset
from workbench.plotting.two_columns import telling_columns


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
