"""Guesses are checked, and the gap to the truth is said in words."""

import pytest

from core.base.errors import DataError
from core.teaching.asks import CurveAsk, NumberAsk, RowsAsk, ask_from


def test_the_gap_of_a_number_has_its_direction_and_size():
    ask = NumberAsk(0, 0.5, 0.01)
    assert ask.gap(0.1, 0.2143).words == "You said 0.10; it is 0.214: 0.11 too low."
    assert ask.gap(0.21, 0.2143).words == "You said 0.21, and it is 0.214."
    share = NumberAsk(0, 1, 0.01, is_percent=True)
    assert share.gap(0.5, 0.25).words == "You said 50.0 %; it is 25.0 %: 25.0 points too high."


def test_the_gap_of_rows_counts_those_that_are_right():
    ask = RowsAsk(3)
    assert ask.gap((7, 8, 9), (7, 8, 9)).words == "All 3 rows right: lines 7, 8, 9."
    assert ask.gap((2, 8, 9), (7, 8, 9)).words == (
        "You had 2 of 3 rows right. They are lines 7, 8, 9."
    )


def test_a_curve_goes_through_what_was_typed():
    ask = CurveAsk(5, 0.5)
    assert ask.through((0.4, 0.2, 0.0)) == pytest.approx((0.4, 0.3, 0.2, 0.1, 0.0))
    assert ask.gap((0.4,) * 5, (0.3,) * 5).words.startswith("Your curve is 10.0 points off")


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("number from 0 to 1", 2),
        ("number from 0 to 1", "0.5"),
        ("number from 0 to 1", True),
        ("one of a | b", "c"),
        ("rows 2", [1, "2"]),
        ("rows 2", 5),
        ("curve to round 3 up to 0.5", [0.1, 0.2]),
        ("curve to round 3 up to 0.5", [0.1, 0.2, 7]),
    ],
)
def test_what_is_no_guess_is_refused(words, value):
    with pytest.raises(DataError):
        ask_from(words).check(value)
