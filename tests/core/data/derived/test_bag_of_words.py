"""Words: those that tell most about the target, learned from training rows only."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Dataset, Role
from core.data.column import Column
from core.data.derived.bag_of_words import LEAST_ROWS, MOST_WORDS, Words, words_of
from core.data.plan import Plan
from core.data.roles import Meaning
from core.data.table import Table


def column(texts):
    return Column.from_series("message", pd.Series(texts, dtype=object))


def most_telling(texts, labels, classes=2):
    rows = np.arange(len(texts))
    return Words.most_telling(column(texts), rows, np.asarray(labels), classes).words


def answers(words, texts):
    return [
        [derived.text(row) for row in range(len(texts))]
        for derived in Words("message", words).columns(column(texts))
    ]


def test_a_word_is_found_whatever_its_case_and_what_stands_around_it():
    texts = ["FREE entry!", "(free)", "freedom", "toll-free", None, ""]
    assert answers(("free",), texts) == [["yes", "yes", "no", "no", "", "no"]]
    assert Words("message", ("free", "toll-free")).names == (
        "message: contains 'free'",
        "message: contains 'toll-free'",
    )


def test_the_word_that_tells_the_classes_apart_comes_first():
    texts = ["win money now", "see you now"] * 10 + ["win", "see"] * 3
    assert most_telling(texts, [1, 0] * 13)[:4] == ("see", "win", "money", "you")


def test_the_ranking_is_scipys_chi_square():
    from scipy.stats import chi2_contingency

    random = np.random.default_rng(0)
    labels = random.integers(0, 3, 300)
    chance = random.random((8, 3))
    has = [random.random(300) < chance[word][labels] for word in range(8)]
    texts = [" ".join(f"w{word}" for word in range(8) if has[word][row]) for row in range(300)]
    statistic = {
        f"w{word}": chi2_contingency(pd.crosstab(has[word], labels), correction=False).statistic
        for word in range(8)
    }
    expected = tuple(sorted(statistic, key=statistic.get, reverse=True))
    assert most_telling(texts, labels, 3) == expected


def test_for_numbers_the_ranking_is_the_correlation():
    random = np.random.default_rng(1)
    has = random.random((6, 200)) < 0.4
    labels = np.arange(6) @ has + random.normal(size=200)
    texts = [" ".join(f"w{word}" for word in range(6) if has[word, row]) for row in range(200)]
    strength = {f"w{word}": np.corrcoef(has[word], labels)[0, 1] ** 2 for word in range(6)}
    expected = tuple(sorted(strength, key=strength.get, reverse=True))
    assert most_telling(texts, labels, classes=0) == expected


def test_a_word_needs_rows_with_it_and_rows_without_it():
    texts = ["all rare"] * (LEAST_ROWS - 1) + ["all some"] * LEAST_ROWS + ["all"] * 20
    assert most_telling(texts, [1, 0] * 14 + [1]) == ("some",)


def test_there_are_not_too_many_words():
    texts = [" ".join(f"w{(row + word) % 97}" for word in range(40)) for row in range(200)]
    assert len(most_telling(texts, [0, 1] * 100)) == MOST_WORDS


WORDS = ["ash", "birch", "cedar", "elm", "fir", "oak", "pine", "yew"]


@given(st.integers(0, 10**6), st.sampled_from(WORDS))
def test_validation_rows_have_no_say(seed, telling):
    """Texts of validation rows that give their labels away change nothing."""
    random = np.random.default_rng(seed)
    labels = random.integers(0, 2, 120)
    texts = [f"{row} " + " ".join(random.choice(WORDS, 3)) for row in range(120)]

    def made(texts):
        table = Table.from_frame(pd.DataFrame({"message": texts, "y": labels}))
        plan = Plan.suggested(table, "y").with_meaning("message", Meaning.TEXT)
        return Dataset.from_table(table, plan=plan.with_role("message", Role.FEATURE), seed=seed)

    honest = made(texts)
    for row in np.flatnonzero(honest.validation):
        texts[row] = f"{row} {telling if labels[row] else 'new word'}"
    tempted = made(texts)
    np.testing.assert_array_equal(honest.validation, tempted.validation)
    assert honest.derivations == tempted.derivations


@pytest.mark.parametrize(
    "words", [(), ("a", "a"), ("Upper",), ("two words",), ("",), tuple(f"w{i}" for i in range(51))]
)
def test_words_that_are_none_are_refused(words):
    with pytest.raises(ValueError, match="words that are none"):
        Words("message", words).check()


@given(st.text())
def test_every_word_of_a_text_can_be_kept(text):
    for word in words_of(text):
        Words("message", (word,)).check()
