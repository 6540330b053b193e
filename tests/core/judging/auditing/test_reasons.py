"""Reasons: on made data, where every one of them is known."""

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, audit
from core.data.column import Column
from core.judging.auditing.reasons import unusual_value
from core.judging.auditing.verdict import SuspicionKind


@pytest.fixture(scope="module")
def found():
    """Cats are small and dogs are large; line 12 is a large cat, and line 3 an old dog."""
    random = np.random.default_rng(0)
    is_dog = np.arange(100) % 2 == 1
    frame = pd.DataFrame(
        {
            "height": np.where(is_dog, 60.0, 20.0) + random.normal(0, 2, 100),
            "age": random.uniform(1, 10, 100),
            "eats": np.where(is_dog, "bones", "fish"),
            "kind": np.where(is_dog, "dog", "cat"),
        }
    )
    frame.loc[10, ["height", "eats"]] = [60.5, "bones"]
    frame.loc[1, "age"] = 30.0
    return audit(Dataset.from_frame(frame, "kind", validation_share=0), AdaBoost(rounds=4))


def test_the_judges_disagree_and_say_which_label_they_are_sure_of(found):
    reasons = found.reasons(10)
    assert (reasons.line, reasons.label, reasons.suggested) == (12, "cat", "dog")
    assert reasons.kind is SuspicionKind.LABEL
    assert len(reasons.judges) == len(found.opinions) > 3
    for judge in reasons.judges:
        assert judge.disagrees
        assert judge.other == "dog"
        assert judge.other_share > 0.5 > judge.share
    assert reasons.probability > 0.8


def test_since_when_boosting_gets_it_wrong(found):
    reasons, history = found.reasons(10), found.run.history
    assert reasons.rounds == history.rounds
    since = reasons.wrong_since
    assert all(history.wrong(t)[10] for t in range(since, history.rounds + 1))
    assert since == 1 or not history.wrong(since - 1)[10]
    assert found.reasons(0).wrong_since is None


def test_the_nearest_rows_of_either_label(found):
    reasons = found.reasons(10)
    assert {row.label for row in reasons.like} == {"cat"}
    assert {row.label for row in reasons.unlike} == {"dog"}
    assert reasons.unlike[0].distance < reasons.like[0].distance
    assert np.all(np.diff([row.distance for row in reasons.like]) >= 0)
    assert 12 not in {row.line for row in (*reasons.like, *reasons.unlike)}


def test_which_values_are_unusual_for_the_class(found):
    assert {value.column for value in found.reasons(10).unusual} == {"height", "eats"}
    assert [value.column for value in found.reasons(1).unusual] == ["age"]
    (age,) = found.reasons(1).unusual
    assert (age.value, age.share) == ("30", 0.0)


def test_plain_sentences(found):
    said = found.reasons(10).sentences
    count = len(found.opinions)
    start = f"{count} of {count} judges, who never saw it, disagree: the random forest says 'dog'"
    assert said[0].startswith(start)
    assert any(f"from round {found.reasons(10).wrong_since} of" in one for one in said)
    assert any(one.startswith("The nearest row, line") and "'dog'" in one for one in said)
    assert any(
        one.startswith("height is 60.5: none of the other rows that are 'cat'") for one in said
    )
    assert found.reasons(0).sentences[0] == f"All {count} judges agree that it is 'cat'."


def test_a_row_that_is_not_there(found):
    with pytest.raises(IndexError, match="row 100 is not among the 100 rows"):
        found.reasons(100)


def column(values):
    return Column.from_series("c", pd.Series(values))


def test_unusual_values_by_hand():
    numbers = column([99.0, *range(100)])
    others = np.arange(1, 101)
    assert unusual_value(numbers, 0, others).share == pytest.approx(0.02)  # both tails of 1 in 100
    assert unusual_value(column([50.0, *range(100)]), 0, others) is None
    names = column(["odd"] + ["usual"] * 99 + ["odd"])
    assert unusual_value(names, 0, others).share == pytest.approx(0.01)
    assert unusual_value(names, 0, others).usual == "usual"
    gap = column([np.nan, *range(100)])
    assert (unusual_value(gap, 0, others).value, unusual_value(gap, 0, others).share) == (
        "missing",
        0,
    )
    assert unusual_value(column([1.0] + [np.nan] * 100), 0, others) is None


def test_a_category_that_is_as_rare_as_most_is_no_reason():
    """Of 51 states each has about 2 % of the rows; one that hardly any row has is a reason."""
    states = [f"S{place % 51:02}" for place in range(1020)]
    states[51::51] = ["S00"] * 18 + ["S51"]
    names = column(states)
    others = np.arange(1, 1020)
    assert unusual_value(names, 1, np.delete(np.arange(1020), 1)) is None
    odd = states.index("S51")
    found = unusual_value(names, odd, np.delete(np.arange(1020), odd))
    assert (found.share, found.value) == (0.0, "S51")
    ids = column([f"id {place}" for place in range(1020)])
    assert unusual_value(ids, 0, others) is None


def test_every_judge_says_how_much_it_counts(found):
    weights = [judge.weight for judge in found.reasons(10).judges]
    assert sum(weights) == pytest.approx(1)
    assert min(weights) > 0


def test_beside_judges_and_values_the_rest_is_told_briefly(found):
    reasons = found.reasons(10)
    *others, unusual = reasons.brief_sentences
    assert tuple(others) == reasons.sentences[1 : len(others) + 1]
    names = ", ".join(value.column for value in reasons.unusual)
    assert unusual == f"Unusual for 'cat': {names}."


def test_a_confusion_that_is_common_in_the_file_is_named():
    """Of four kinds only crows are often called ravens; one robin is called a wren."""
    random = np.random.default_rng(0)
    kinds = np.array(["crow", "raven", "robin", "wren"])
    place = np.arange(240) % 4
    frame = pd.DataFrame(
        {
            "length": 20.0 * place + random.normal(0, 2, 240),
            "weight": 10.0 * place + random.normal(0, 2, 240),
            "kind": kinds[place],
        }
    )
    called = np.flatnonzero(place == 0)[:15]
    frame.loc[called, "kind"] = "raven"
    frame.loc[2, "kind"] = "wren"
    found = audit(Dataset.from_frame(frame, "kind", validation_share=0), AdaBoost(rounds=4))
    reasons = found.reasons(int(called[0]))
    assert 8 <= reasons.often <= 22
    told = f"'raven' is often given for 'crow' in this file: in about {reasons.often} rows."
    assert told in reasons.sentences
    for row in (2, 3):
        assert found.reasons(row).often == 0
        assert "often given" not in " ".join(found.reasons(row).sentences)
