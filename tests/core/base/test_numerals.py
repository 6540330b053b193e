"""Numbers as the reader writes them, and back: what is read here may be set in the data."""

import pytest

from core import RandomForest, fit
from core.base.numerals import plain_number, without_thousands, write_numbers
from core.base.wording import count, fixed, grouped, percent, readable, short_number, size_text
from core.judging.ranking import Ranking
from tests.core.judging.diagnosing.situations import numbers

MARKS = [(".", ","), (",", "."), (",", " "), (".", "’"), (".", ""), (",", "")]


@pytest.fixture(params=MARKS, ids=repr)
def marks(request):
    write_numbers(*request.param)
    yield request.param
    write_numbers(".", ",")


@pytest.mark.parametrize("value", [0.5, 12.25, 1234.5, -1234567.25, 999999.0, 0.0])
def test_what_is_written_is_read_back_as_it_was(marks, value):
    decimal, thousands = marks
    text = fixed(value, 2)
    assert float(plain_number(text)) == value
    assert text.count(decimal) == 1
    if thousands and abs(value) >= 1000:
        assert thousands in text
        assert thousands not in without_thousands(text)


def test_all_words_with_numbers_have_the_marks(marks):
    decimal, thousands = marks
    assert grouped(12040) == f"12{thousands}040"
    assert count(1204, "row") == f"1{thousands}204 rows"
    assert percent(0.125) == f"12{decimal}5 %"
    assert readable(1234.5, 5) == f"1{thousands}234{decimal}5"
    assert short_number(1.26) == f"1{decimal}3"
    assert size_text(3_200_000_000) == f"3{decimal}2 GB"


def test_a_suggested_number_is_set_as_it_is_meant_whatever_the_marks(marks):
    """Else 653.515 would be set where 653515 is meant."""
    data = numbers(3, rows=200, blurred=0.1)
    ranking = Ranking.of_run(fit(data, RandomForest(rounds=10)))
    for row in range(10):
        said = ranking.suggestion(row)
        assert float(ranking.as_written(said)) == pytest.approx(float(plain_number(said)))
    assert float(ranking.as_written(fixed(653515.25, 2))) == 653515.25
