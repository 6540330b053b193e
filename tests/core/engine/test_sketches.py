"""Sketches do not depend on how rows are cut into pieces, nor on the order of these."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.data.column import Column, Kind
from core.data.files import place_hashes
from core.engine.sketches import CategorySketch, LowestRows, NumberSketch

VALUES = st.lists(
    st.one_of(st.floats(-4, 4).map(lambda x: round(x, 1)), st.just(np.nan)), min_size=1
)


def cuttings(draw, rows):
    """The rows in pieces, in some order."""
    bounds = sorted(draw(st.lists(st.integers(0, rows), max_size=6)))
    pieces = [np.arange(a, b) for a, b in zip([0, *bounds], [*bounds, rows], strict=True)]
    return draw(st.permutations(pieces))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_cutting_and_any_order_give_the_same(data):
    numbers = np.array(data.draw(VALUES))
    rows = len(numbers)
    names = ("a", "b", "c")
    codes = np.array(
        data.draw(st.lists(st.integers(-1, 2), min_size=rows, max_size=rows)), np.int32
    )
    columns = (Column("x", Kind.NUMBER, numbers), Column("t", Kind.CATEGORY, codes, names))
    lines = np.arange(rows) + 2
    hashes, places = place_hashes("f.csv", lines, (1,)), np.stack([lines * 0, lines], 1)

    def sketched(pieces, joined):
        kinds = [(NumberSketch(5), CategorySketch("t"), LowestRows(4)) for _ in pieces]
        for piece, (number, category, lowest) in zip(pieces, kinds, strict=True):
            number.add(columns[0], piece)
            category.add(columns[1], piece)
            lowest.add(hashes[piece], places[piece], columns, piece)
        first, *others = kinds
        for other in others:
            for mine, yours in zip(first, other, strict=True):
                mine.merge(yours)
        joined.append(first)

    found = []
    sketched([np.arange(rows)], found)
    sketched(cuttings(data.draw, rows), found)
    (number, category, lowest), (other_number, other_category, other_lowest) = found
    known = np.unique(numbers[~np.isnan(numbers)] + 0.0)
    if len(known) <= 5:
        assert np.array_equal(number.distinct, known)
        assert np.array_equal(other_number.distinct, known)
    else:
        assert number.distinct is None
        assert other_number.distinct is None
    assert (number.low, number.high) == (other_number.low, other_number.high)
    assert category.counts == other_category.counts
    (at, held), (other_at, other_held) = lowest.rows(), other_lowest.rows()
    assert np.array_equal(at, other_at)
    assert np.sort(at[:, 1]).tolist() == sorted((lines[np.argsort(hashes)[:4]]).tolist())
    for one, other in zip(held, other_held, strict=True):
        assert [one.text(row) for row in range(len(one))] == [
            other.text(row) for row in range(len(other))
        ]


def test_hashes_spread_files_and_lines_evenly():
    """A share of every file is drawn, whichever lines it has."""
    for name in ("jan.csv", "feb.csv"):
        drawn = place_hashes(name, np.arange(100_000), (0,)) / 2.0**64
        assert abs((drawn < 0.25).mean() - 0.25) < 0.01
    one, other = (place_hashes(name, np.arange(1000), (0,)) for name in ("a", "b"))
    assert not (one == other).any()
