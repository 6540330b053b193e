"""The exam's promise: near what is found, within its band, told in words and in a table."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import core
from core.base.errors import DataError
from core.base.progress import Cancelled
from core.judging.exam.believed import drawn_truth, judged_labels, seen_rates, sharpened
from core.judging.exam.curve import found_curve
from core.judging.exam.exam import ClassExam, exam
from core.judging.exam.guess import ErrorGuess, ErrorKind
from tests.core.judging.auditing.made_up import clouds, line
from tests.core.judging.causes.judged import judged, two_classes

LOOKED = np.array([0.5, 1.0, 1.25, 2.0])


@pytest.fixture(scope="module")
def taken():
    """The exam of three clouds far apart, some labels of which are wrong."""
    data, moved = clouds(rows=150, wrong=9)
    audit = core.audit(data)
    return audit, moved, exam(audit, plantings=2)


def test_errors_in_clouds_far_apart_are_promised_to_be_found(taken):
    audit, moved, found = taken
    share, low, high = found.curve.at(found.looked)
    places = np.argsort(audit.ranked)[moved]
    assert low <= (places < round(1.2 * len(moved))).mean() <= high
    assert share > 0.9
    assert found.sentence.startswith(f"Had {found.errors} labels been wrong in this way, the first")
    assert found.worst is None


def test_the_table_has_the_curve_and_the_classes(taken, tmp_path):
    _, _, found = taken
    found.write_csv(tmp_path / "exam.csv")
    table = pd.read_csv(tmp_path / "exam.csv", keep_default_na=False)
    assert table.columns.tolist() == ["class", "looked", "found", "low", "high", "errors"]
    curve = table[table["class"] == ""]
    assert curve.looked.is_monotonic_increasing
    assert curve.found.is_monotonic_increasing
    assert ((curve.low <= curve.found + 1e-9) & (curve.found <= curve.high + 1e-9)).all()
    assert set(table["class"]) == {"", "c0", "c1", "c2"}


def test_numbers_are_refused_in_a_sentence():
    data, _ = line(rows=60)
    with pytest.raises(DataError, match="for classes only"):
        exam(core.audit(data))


def test_judges_who_know_nothing_are_not_examined():
    random = np.random.default_rng(4)
    frame, shares, labels = two_classes(random, spread=0.05)
    with pytest.raises(DataError, match="know too little"):
        exam(judged(frame, labels, shares))


def test_an_exam_tells_how_far_it_is_and_can_be_called_off(taken):
    audit, _, _ = taken
    told = []

    def some(progress):
        told.append(progress)
        if progress.share > 0.1:
            raise Cancelled

    with pytest.raises(Cancelled):
        exam(audit, watch=some)
    shares = [progress.share for progress in told]
    assert shares == sorted(shares)
    assert told[0].words == "teaching the judges again, 1 of 5"


def test_a_class_whose_errors_are_not_found_is_named(taken):
    _, _, found = taken
    hard = ClassExam("c1", 40, 12)
    told = replace(found, classes=(ClassExam("c0", 40, 39), hard, ClassExam("c2", 3, 0)))
    assert told.worst is hard
    assert told.sentence.endswith("; of class 'c1' only 3 in 10.")


def test_a_class_whose_errors_are_found_nearly_as_often_is_not_called_hard(taken):
    """Beyond chance, and yet "only 10 in 10" would tell nothing."""
    _, _, found = taken
    all_found = tuple(np.arange(9) for _ in range(2))
    classes = (ClassExam("c0", 4000, 4000), ClassExam("c1", 1000, 960))
    told = replace(found, places=all_found, errors=9, classes=classes)
    assert told.curve.at(told.looked)[0] == 1
    assert told.worst is None


def test_truth_is_drawn_where_labels_are_doubted():
    random = np.random.default_rng(3)
    frame, shares, labels = two_classes(random, 4.0)
    flipped = random.random(len(labels)) < 0.1
    audit = judged(frame, np.where(flipped, 1 - labels, labels), shares)
    truth = drawn_truth(audit, np.random.default_rng(0))
    changed = truth != audit.dataset.labels
    assert changed.sum() == pytest.approx(audit.wrong.sum(), abs=20)
    assert (truth[changed] == judged_labels(audit)[changed]).all()
    # More often in rows that are likelier wrong.
    assert audit.wrong[changed].mean() > 3 * audit.wrong.mean()
    rates = seen_rates(audit)
    expected = (rates * audit.dataset.class_counts[:, None]).sum()
    assert expected == pytest.approx(audit.wrong.sum())
    flips = np.array([[0.9, 0.1], [0.2, 0.8]])
    assert seen_rates(replace(audit, flips=flips)).tolist() == [[0.0, 0.1], [0.2, 0.0]]


@given(arrays(np.float64, 30, elements=st.floats(0.001, 0.99)))
def test_sharpened_likelihoods_keep_their_mean_and_order_and_are_surer(wrong):
    found = sharpened(wrong)
    assert found.mean() == pytest.approx(wrong.mean(), abs=1e-6)
    assert np.all(np.diff(found[np.argsort(wrong)]) >= 0)
    assert (found * (1 - found)).sum() <= (wrong * (1 - wrong)).sum() + 1e-6


def test_a_label_that_is_settled_is_never_drawn_wrong():
    assert sharpened(np.array([0.0, 0.4, 0.9]))[0] == 0


@pytest.mark.parametrize(("errors", "apart"), [(40, 1.5), (40, 2.5), (100, 2.5)])
def test_the_band_holds_one_more_planting_in_nine_of_ten_wherever_one_looks(errors, apart):
    """Rankings by scores that are drawn alike: five to promise and one to hold it against."""
    random = np.random.default_rng(5)

    def places():
        scores = np.append(random.normal(apart, 1, errors), random.normal(0, 1, 1000 - errors))
        return np.sort(np.argsort(np.argsort(-scores))[:errors])

    held = []
    for _ in range(250):
        curve, again = found_curve([places() for _ in range(5)], 1000, unknown=0.0), places()
        found = np.searchsorted(again, LOOKED * errors) / errors
        bounds = [curve.at(round(looked * errors)) for looked in LOOKED]
        held.append([low <= one <= high for one, (_, low, high) in zip(found, bounds, strict=True)])
    assert np.all(np.mean(held, axis=0) > 0.86)
    assert np.mean(held) < 0.97


def test_where_nearly_all_rows_are_errors_chance_has_little_room():
    """A binomial share would allow for .13 to either side, halfway to forty errors."""
    places = [np.append(np.arange(38), [60, 90])] * 5
    _, low, high = found_curve(places, 1000, unknown=0.0).at(20)
    assert low < 0.5 <= high
    assert high - low < 0.06


def test_what_is_not_known_of_the_labels_widens_the_band():
    places = [np.arange(0, 80, 2)] * 3
    widths = [found_curve(places, 400, unknown).at(40)[2] for unknown in (0.0, 0.05, 0.1)]
    assert widths == sorted(set(widths))


def test_a_guess_in_words():
    assert ErrorGuess(ErrorKind.PAIR, first="a", second="b").words == (
        "where 'a' and 'b' are taken for one another"
    )
    assert ErrorGuess(ErrorKind.UNIFORM, 0.1).words == "at random"
