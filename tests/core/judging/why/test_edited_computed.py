"""A row with another value has other computed columns, too."""

import numpy as np
import pandas as pd

from core import Dataset
from core.judging.why.edited import features_with


def test_what_is_computed_follows_the_value_that_is_tried():
    frame = pd.DataFrame(
        {
            "price": np.arange(10.0, 50.0),
            "rooms": np.arange(40) % 3 + 1,
            "day": pd.date_range("2024-01-01", periods=40).strftime("%Y-%m-%d"),
            "y": ["no", "yes"] * 20,
        }
    )
    columns = {
        "each": "price / rooms",
        "big": "each > 20",
        "due": 'max(day, date("2024-01-05"))',
    }
    data = Dataset.from_frame(frame, "y", validation_share=0, columns=columns)
    values = {"price": "99", "rooms": "2", "day": "2024-02-09"}
    found = dict(zip([c.name for c in data.features], features_with(data, 3, values), strict=True))
    assert (found["price"], found["each"], found["big"]) == (99, 49.5, 1)
    assert found["day: month"] == found["due: month"] == 2
    same = features_with(data, 3, {})
    own = [float(column.values[3]) for column in data.features]
    np.testing.assert_array_equal(same, own)
