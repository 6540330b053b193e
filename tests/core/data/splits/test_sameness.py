"""Rows are the same if all their values are."""

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from core.data.column import Column, Kind
from core.data.splits.sameness import first_rows, groups, row_hashes

ROWS = st.lists(
    st.tuples(
        st.sampled_from([np.nan, 0.0, -0.0, 1.0, -1.0, np.inf]),
        st.sampled_from([None, "a", "b", "c"]),
        st.integers(0, 2),
    ),
    min_size=1,
    max_size=30,
)


@given(ROWS)
def test_rows_are_grouped_by_their_values(rows):
    frame = pd.DataFrame(rows, columns=["number", "name", "start"])
    columns = [Column.from_series(name, frame[name]) for name in ("number", "name")]
    found = groups(row_hashes(columns, frame["start"].to_numpy()))
    texts = [f"{number + 0.0} {name} {start}" for number, name, start in rows]
    expected = pd.factorize(pd.Series(texts))[0]
    if found is None:
        assert len(set(expected)) == len(rows)
        return
    np.testing.assert_array_equal(found, expected)
    assert first_rows(found).tolist() == [list(found).index(group) for group in found]


def test_every_way_to_write_no_number_is_the_same():
    odd = np.array([0x7FF8000000000001, 0xFFF8000000000000, 0x7FF8000000000000], np.uint64)
    column = Column("x", Kind.NUMBER, odd.view(np.float64))
    assert groups(row_hashes([column], np.zeros(3, np.int64))).tolist() == [0, 0, 0]
