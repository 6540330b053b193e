import numpy as np
import pytest

from core.data.column import Column
from core.judging.theory.entropy import conditional_entropy, entropy

# The twelve guests of Russell & Norvig, "Artificial Intelligence", chapter on learning.
PATRONS = list("SFSFFSNSFFNF")  # some, full, none
KIND = list("FTBTFIBTBITB")  # French, Thai, burger, Italian
WAITS = [1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1]


def test_the_restaurant():
    assert entropy(WAITS) == pytest.approx(1.0)
    assert conditional_entropy(PATRONS, WAITS) == pytest.approx(0.459, abs=5e-4)
    assert conditional_entropy(KIND, WAITS) == pytest.approx(1.0)


def test_a_column_that_tells_everything_and_one_that_tells_nothing():
    assert conditional_entropy(["x", "y", "x"], ["b", "a", "b"]) == 0.0
    assert conditional_entropy([1, 1, 1, 1], [0, 1, 2, 3]) == pytest.approx(2.0)


def test_weights_count_as_repeated_rows():
    random = np.random.default_rng(0)
    x, y, w = random.integers(0, 4, 50), random.integers(0, 3, 50), random.integers(0, 5, 50)
    again = conditional_entropy(x.repeat(w), y.repeat(w))
    assert conditional_entropy(x, y, w) == pytest.approx(again, abs=1e-12)
    assert entropy(y, w) == pytest.approx(entropy(y.repeat(w)), abs=1e-12)


def test_missing_values_are_one_value():
    import pandas as pd

    given = [0, 1, 0, 1]
    assert conditional_entropy([np.nan, np.nan, 1.0, 2.0], given) == pytest.approx(0.5)
    column = Column.from_series("x", pd.Series(["a", None, "b", None]))
    assert conditional_entropy(column, [0, 1, 0, 1]) == 0.0


def test_it_is_the_best_multiway_split_that_scikit_learn_measures():
    from sklearn.feature_selection import mutual_info_classif
    from sklearn.metrics import mutual_info_score

    random = np.random.default_rng(1)
    x, y = random.integers(0, 5, 200), random.integers(0, 3, 200)
    gain = entropy(y) - conditional_entropy(x, y)
    assert gain * np.log(2) == pytest.approx(mutual_info_score(x, y))
    found = mutual_info_classif(x[:, None], y, discrete_features=True)
    assert gain * np.log(2) == pytest.approx(found[0])


def test_what_cannot_be():
    with pytest.raises(ValueError, match="2 rows, and there are 3 labels"):
        conditional_entropy([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="weights"):
        entropy([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="no rows"):
        entropy([])
