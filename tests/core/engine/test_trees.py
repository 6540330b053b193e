"""The tree format: the compiled walk against a plain one, and what a check refuses."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.codes import BINS, MISSING, OTHER
from core.engine.trees import FittedStump, Trees, trees_of_stumps


def random_trees(seed, count=5, depth=4, features=3, outputs=1, values=None, has_subsets=True):
    """Trees of threshold and subset nodes, children behind their parents; `values` a leaf."""
    random = np.random.default_rng(seed)
    nodes, roots = [], []

    def grow(levels):
        place = len(nodes)
        nodes.append(None)
        is_leaf = levels == 0 or random.random() < 0.2
        left, right = (-1, -1) if is_leaf else (grow(levels - 1), grow(levels - 1))
        subset = random.integers(-1, 4) if has_subsets else -1
        nodes[place] = (
            random.integers(0, features),
            random.integers(0, 254),
            random.random() < 0.5,
            subset,
            left,
            right,
        )
        return place

    for _ in range(count):
        roots.append(len(nodes))
        grow(depth)
    feature, threshold, missing_left, subset, left, right = zip(*nodes, strict=True)
    return Trees(
        np.array(roots, np.int32),
        np.array(feature, np.int32),
        np.array(threshold, np.uint8),
        np.array(missing_left, bool),
        np.array(subset, np.int32),
        random.integers(0, 256, (4, BINS // 8)).astype(np.uint8),
        np.array(left, np.int32),
        np.array(right, np.int32),
        random.normal(size=(len(nodes), values or outputs)),
        random.random(len(nodes)),
        random.integers(0, 99, len(nodes)).astype(np.int32),
        random.normal(size=count),
        random.integers(0, outputs, count).astype(np.int32),
    )


def scores_of(trees, codes, outputs=1):
    """The sum of what the trees say about every row."""
    scores = np.zeros((codes.shape[1], outputs))
    trees.add_to(scores, codes)
    return scores


def walked(trees, codes, outputs=1):
    """The scores by a plain walk."""
    scores = np.zeros((codes.shape[1], outputs))
    for row in range(codes.shape[1]):
        for root, vote, output in zip(trees.roots, trees.votes, trees.output, strict=True):
            node = root
            while trees.left[node] >= 0:
                code = int(codes[trees.feature[node], row])
                if trees.subset[node] >= 0:
                    bits = np.unpackbits(trees.subsets[trees.subset[node]], bitorder="little")
                    goes_left = bits[code]
                elif code == MISSING:
                    goes_left = trees.missing_left[node]
                else:
                    goes_left = code <= trees.threshold[node]
                node = (trees.left if goes_left else trees.right)[node]
            if trees.values.shape[1] == 1:
                scores[row, output] += vote * trees.values[node, 0]
            else:
                scores[row] += vote * trees.values[node]
    return scores


CODES = np.random.default_rng(0).integers(0, BINS, (3, 300)).astype(np.uint8)
CODES[:, :3] = [MISSING, OTHER, 0]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("outputs", "values"), [(1, 1), (3, 3), (3, 1)])
def test_the_compiled_walk_equals_a_plain_one(seed, outputs, values):
    trees = random_trees(seed, outputs=outputs, values=values)
    trees.check(3)
    found = scores_of(trees, CODES, outputs)
    np.testing.assert_array_equal(found, walked(trees, CODES, outputs))
    # Some of the trees only, on top of what is there.
    trees.add_to(found, CODES, 1, 4)
    middle = replace(trees, roots=trees.roots[1:4], votes=trees.votes[1:4],
                     output=trees.output[1:4])  # fmt: skip
    expected = walked(trees, CODES, outputs) + walked(middle, CODES, outputs)
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("rows", [63, 64, 1100])
@pytest.mark.parametrize("depth", [1, 6, 13])
def test_nodes_asked_about_many_rows_at_once_equal_a_plain_walk(depth, rows):
    trees = random_trees(depth, count=3, depth=depth, has_subsets=False)
    codes = np.random.default_rng(rows).integers(0, BINS, (3, rows)).astype(np.uint8)
    codes[:, :4] = [[MISSING, 0, 253, OTHER]] * 3
    np.testing.assert_array_equal(scores_of(trees, codes), walked(trees, codes))


@pytest.mark.parametrize(("outputs", "values"), [(1, 1), (2, 2), (3, 3), (3, 1)])
@pytest.mark.parametrize("rows", [4096, 4997, 150_000])
def test_rows_parted_by_the_questions_of_tall_trees_get_what_a_plain_walk_gives(
    outputs, values, rows, monkeypatch
):
    trees = random_trees(1, count=3, depth=14, outputs=outputs, values=values)
    assert len(trees.left) > 3 * 256
    codes = np.random.default_rng(rows).integers(0, BINS, (3, rows)).astype(np.uint8)
    codes[:, :4] = [[MISSING, 0, 253, OTHER]] * 3
    found = scores_of(trees, codes, outputs)
    some = np.r_[:200, rows - 200 : rows]
    np.testing.assert_array_equal(found[some], walked(trees, codes[:, some], outputs))
    behind = np.zeros_like(found)
    trees.add_to(behind, codes, 1, 3, rows - 4096)
    assert not behind[: rows - 4096].any()
    monkeypatch.setattr("core.engine.trees._PARTED", rows + 1)
    np.testing.assert_array_equal(found, scores_of(trees, codes, outputs))
    alone = np.zeros_like(found)
    trees.add_to(alone, codes, 1, 3, rows - 4096)
    np.testing.assert_array_equal(behind, alone)


@pytest.mark.parametrize("depth", [3, 14])
@pytest.mark.parametrize(("outputs", "values"), [(2, 2), (3, 1)])
def test_what_stands_in_fresh_scores_counts_as_nothing(outputs, values, depth):
    trees = random_trees(1, count=3, depth=depth, outputs=outputs, values=values)
    codes = np.random.default_rng(0).integers(0, BINS, (3, 5000)).astype(np.uint8)
    found = np.full((5000, outputs), np.nan)
    trees.add_to(found, codes, is_fresh=True)
    np.testing.assert_array_equal(found, scores_of(trees, codes, outputs))


def test_what_tall_trees_say_of_some_rows_is_what_they_say_of_all():
    trees = random_trees(1, count=3, depth=14, outputs=2, values=2)
    codes = np.random.default_rng(0).integers(0, BINS, (3, 5000)).astype(np.uint8)
    says, whole = trees.saying(codes), scores_of(trees, codes, 2)
    assert says is not None
    for start, stop in ((0, 5000), (0, 1), (17, 4100), (4999, 5000)):
        np.testing.assert_array_equal(says(start, stop), whole[start:stop])
    assert trees.saying(codes[:, :4000]) is None
    assert random_trees(1, count=3, depth=3).saying(codes) is None


def test_trees_that_share_nodes_are_walked_as_they_are():
    """Several ways to a node would make as many of it: there is no room for these."""
    trees = random_trees(1, count=3, depth=14)
    twice = replace(trees, roots=trees.roots[[0, 1, 1]])
    codes = np.random.default_rng(0).integers(0, BINS, (3, 4200)).astype(np.uint8)
    expected = walked(twice, codes[:, :100])
    np.testing.assert_array_equal(scores_of(twice, codes)[:100], expected)
    inner = np.flatnonzero(trees.left >= 0)
    joined = replace(trees, left=trees.right.copy())  # both ways lead to the same child
    assert len(inner) > 256
    expected = walked(joined, codes[:, :100])
    np.testing.assert_array_equal(scores_of(joined, codes)[:100], expected)


def test_chained_trees_give_the_sum_of_the_scores():
    one, other, third = random_trees(1), random_trees(2, count=7), random_trees(3, count=1)
    all_ = Trees.chained([one, other, third])
    all_.check(3)
    assert len(all_) == 13
    parts = [scores_of(part, CODES) for part in (one, other, third)]
    assert scores_of(all_, CODES) == pytest.approx(sum(parts), abs=1e-12)
    np.testing.assert_array_equal(scores_of(all_.first(5), CODES), parts[0])
    for name in ("gains", "rows", "values"):
        expected = np.concatenate([getattr(part, name) for part in (one, other, third)])
        np.testing.assert_array_equal(getattr(all_, name), expected)


def test_chained_trees_keep_the_outputs_that_they_add_to():
    one, other = random_trees(1, outputs=3, values=1), random_trees(2, outputs=3, values=1)
    expected = scores_of(one, CODES, 3) + scores_of(other, CODES, 3)
    both = Trees.chained([one, other])
    assert scores_of(both, CODES, 3) == pytest.approx(expected, abs=1e-12)


def test_no_trees_give_the_score_zero():
    assert not scores_of(random_trees(1).first(0), CODES).any()


@st.composite
def stumps(draw):
    feature = draw(st.integers(0, 2))
    sign = draw(st.sampled_from([-1, 1]))
    if draw(st.booleans()):
        sides = draw(st.lists(st.sampled_from([-1, 1]), min_size=BINS, max_size=BINS))
        return FittedStump(feature, True, np.array(sides, np.int8))
    sides = np.where(np.arange(BINS) <= draw(st.integers(0, 253)), sign, -sign).astype(np.int8)
    sides[MISSING] = draw(st.sampled_from([-1, 1]))
    return FittedStump(feature, False, sides)


@settings(max_examples=40)
@given(st.lists(stumps(), min_size=1, max_size=4))
def test_a_stump_becomes_a_tree_that_votes_its_sides_and_can_be_read_back(found):
    trees = trees_of_stumps(found, np.arange(1.0, len(found) + 1))
    trees.check(3)
    for number, stump in enumerate(found):
        again = FittedStump.of(trees, number)
        assert (again.feature, again.is_category) == (stump.feature, stump.is_category)
        np.testing.assert_array_equal(again.sides, stump.sides)
    expected = sum(
        vote * stump.sides[CODES[stump.feature]].astype(float)
        for vote, stump in enumerate(found, 1)
    )
    np.testing.assert_array_equal(scores_of(trees, CODES)[:, 0], expected)


SOUND = random_trees(3)
INNER = int(np.flatnonzero(SOUND.left >= 0)[0])


@pytest.mark.parametrize(
    ("name", "place", "value"),
    [
        ("left", INNER, INNER),
        ("right", INNER, 0),
        ("left", INNER, 10_000),
        ("right", INNER, 10_000),
        ("left", INNER, -1),
        ("feature", INNER, 3),
        ("feature", INNER, -1),
        ("subset", INNER, 4),
        ("subset", INNER, -2),
        ("roots", 0, -1),
        ("roots", 0, 10_000),
        ("values", 0, np.nan),
        ("votes", 0, np.inf),
        ("gains", 0, np.nan),
    ],
)
def test_trees_that_could_loop_or_leave_their_arrays_are_refused(name, place, value):
    array = getattr(SOUND, name).copy()
    array[place] = value
    with pytest.raises(ValueError, match="do not fit together"):
        replace(SOUND, **{name: array}).check(3)


@pytest.mark.parametrize(
    "changed",
    [
        {"votes": np.ones(2)},
        {"values": np.ones((2, 1))},
        {"threshold": np.zeros(1000, np.uint8)},
        {"right": np.full(1000, -1, np.int32)},
        {"subsets": np.zeros((4, 7), np.uint8)},
        {"gains": np.zeros(3)},
        {"rows": np.zeros(3, np.int32)},
        {"output": np.zeros(2, np.int32)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_trees_with_arrays_of_different_lengths_are_refused(changed):
    with pytest.raises(ValueError, match="do not fit together"):
        replace(SOUND, **changed).check(3)
