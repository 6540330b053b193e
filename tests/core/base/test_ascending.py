"""Numbers among others that ascend, against looking each one up."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.base.ascending import place_among, places_among

numbers = st.integers(-5, 30)


@given(st.sets(numbers), st.lists(numbers))
def test_every_number_is_found_where_it_stands_and_no_other(known, wanted):
    known = np.array(sorted(known), np.int64)
    places, is_there = places_among(known, np.array(wanted, np.int64))
    assert is_there.tolist() == [number in known for number in wanted]
    assert known[places[is_there]].tolist() == [number for number in wanted if number in known]
    for number in wanted:
        place = place_among(known, number)
        assert (place is None) == (number not in known)
        assert place is None or known[place] == number


@given(st.integers(-5, 5), st.integers(1, 9), st.lists(numbers))
def test_numbers_without_a_gap_are_found_by_a_difference(first, many, wanted):
    known = np.arange(first, first + many)
    places, is_there = places_among(known, np.array(wanted, np.int64))
    assert is_there.tolist() == [number in known for number in wanted]
    assert known[places[is_there]].tolist() == [number for number in wanted if number in known]
    assert ((places >= 0) & (places < many)).all()
