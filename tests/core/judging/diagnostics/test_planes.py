"""Densities, positions, components, planes and boundaries against plain numpy and the model."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.column import Column, Kind
from core.judging.diagnostics.boundary import borders, surface
from core.judging.diagnostics.density import Box, density, inside
from core.judging.diagnostics.planes import Plane, typical
from core.judging.diagnostics.positions import Positions
from core.judging.diagnostics.projection import projection


def mixed(rows=240, classes=3, seed=0, number_target=False):
    random = np.random.default_rng(seed)
    label = random.integers(0, classes, rows)
    frame = pd.DataFrame(
        {
            "a": label + random.normal(size=rows),
            "b": random.normal(size=rows) - label,
            "kind": random.choice(["x", "y", "z"], rows),
        }
    )
    frame.loc[::17, "a"] = np.nan
    frame.loc[::23, "kind"] = None
    frame["t"] = frame["b"] * 3 + random.normal(size=rows) if number_target else label.astype(str)
    return core.Dataset.from_frame(frame, "t")


def test_density_counts_as_numpy_does():
    random = np.random.default_rng(1)
    x, y = random.normal(size=2000), random.normal(size=2000)
    x[::50] = np.nan
    groups, vectors = random.integers(0, 3, 2000), random.random((3, 2))
    found = density(x, y, groups, vectors, Box(-2, -1, 4, 3), (6, 8))
    known = ~np.isnan(x)
    span = [[-1, 2], [-2, 2]]
    expected, _, _ = np.histogram2d(y[known], x[known], (6, 8), span)
    np.testing.assert_array_equal(found.counts, expected)
    for part in range(2):
        own = vectors[groups, part]
        sums, _, _ = np.histogram2d(y[known], x[known], (6, 8), span, weights=own[known])
        np.testing.assert_allclose(
            found.means[..., part], np.where(expected > 0, sums / np.maximum(expected, 1), 0)
        )


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 9))
def test_inside_a_convex_line_is_on_one_side_of_all_its_edges(seed, corners):
    random = np.random.default_rng(seed)
    angles = np.sort(random.uniform(0, 2 * np.pi, corners))
    line = np.column_stack([np.cos(angles), np.sin(angles)])
    x, y = random.uniform(-1.2, 1.2, (2, 200))
    after = np.roll(line, -1, axis=0)
    sides = (after[:, 0] - line[:, 0]) * (y[:, None] - line[:, 1]) - (after[:, 1] - line[:, 1]) * (
        x[:, None] - line[:, 0]
    )
    clear = (np.abs(sides) > 1e-9).all(axis=1)
    np.testing.assert_array_equal(inside(x, y, line)[clear], (sides > 0).all(axis=1)[clear])
    assert not inside(x, y, line[:2]).any()


def test_positions_of_odd_numbers_are_finite_and_in_order():
    values = np.array([3.0, np.nan, -np.inf, np.inf, 1.0])
    found = Positions.of(Column("n", Kind.NUMBER, values))
    assert np.isfinite(found.values).all()
    assert found.values[[0, 2, 3, 4]].tolist() == [3, 1, 3, 1]
    assert found.low <= found.values[1] < 1
    assert found.names[found.missing_place] == "missing"
    alone = Positions.of(Column("n", Kind.NUMBER, np.array([2.0, 2.0])))
    assert alone.low < 2 < alone.high
    nothing = Positions.of(Column("n", Kind.NUMBER, np.array([np.nan])))
    assert nothing.low < nothing.values[0] < nothing.high


def test_categories_stand_at_their_names_always_the_same():
    column = Column("c", Kind.CATEGORY, np.array([0, 1, -1, 1], np.int32), ("<b>", "u"))
    found = Positions.of(column)
    assert np.round(found.values).tolist() == [0, 1, 2, 1]
    assert [name for _, name in found.ticks] == ["<b>", "u", "missing"]
    np.testing.assert_array_equal(found.values, Positions.of(column).values)


def test_components_are_those_of_a_singular_value_decomposition():
    random = np.random.default_rng(2)
    frame = pd.DataFrame(random.normal(size=(150, 4)) @ random.normal(size=(4, 4)))
    frame["t"] = np.arange(150) % 2
    found = projection(core.Dataset.from_frame(frame, "t"))
    raw = frame.drop(columns="t").to_numpy()
    matrix = (raw - raw.mean(axis=0)) / raw.std(axis=0)
    _, values, right = np.linalg.svd(matrix, full_matrices=False)
    np.testing.assert_allclose(found.shares, (values**2 / (values**2).sum())[:2])
    for own, other in zip(found.loadings, right, strict=False):
        assert abs(own @ other) == pytest.approx(1)
    np.testing.assert_allclose(np.abs(found.places), np.abs(matrix @ right[:2].T), atol=1e-9)


def test_categories_have_as_much_variance_as_categories_less_one():
    frame = pd.DataFrame({"c": list("aabbbcccc") * 10, "t": np.arange(90) % 2})
    found = projection(core.Dataset.from_frame(frame, "t"))
    # Two directions tell three categories apart, and both have all the variance there is.
    np.testing.assert_allclose(found.shares, (0.5, 0.5))
    assert found.names == ("c = c", "c = b", "c = a")


def test_components_need_something_that_differs():
    frame = pd.DataFrame({"c": [1.0] * 8, "t": [0, 1] * 4})
    with pytest.raises(core.DataError, match="No column differs"):
        projection(core.Dataset.from_frame(frame, "t"))


def test_the_typical_row_has_medians_and_the_commonest_category():
    data = mixed()
    found = typical(data)
    a, b, kind = data.features
    assert found.middles[0] == np.nanmedian(a.values)
    assert found.middles[1] == np.median(b.values)
    counts = np.bincount(kind.values[kind.values >= 0])
    assert found.middles[2] == counts.argmax()


def frame_of(plane, data):
    """The cells as a person would write them into a file."""
    rows, across = plane.shape
    xs = plane.box.left + (np.arange(across) + 0.5) * plane.box.width / across
    ys = plane.box.bottom + (np.arange(rows) + 0.5) * plane.box.height / rows
    grid_x, grid_y = np.meshgrid(xs, ys)
    kind = data.features[2]
    return pd.DataFrame(
        {
            "a": grid_x.ravel(),
            "b": grid_y.ravel(),
            "kind": kind.categories[int(plane.fixed[2])],
        }
    )


@pytest.mark.parametrize(
    "how",
    [
        core.AdaBoost(rounds=6),
        core.AdaBoost(rounds=6, base=core.Tree(depth=2)),
        core.RandomForest(rounds=6),
        core.GradientBoosting(rounds=6),
        core.Bagging(rounds=4, base=core.NaiveBayes()),
    ],
    ids=lambda how: type(how).__name__ + type(getattr(how, "base", None)).__name__,
)
@pytest.mark.parametrize("classes", [2, 3])
def test_a_surface_is_what_the_model_predicts(how, classes):
    data = mixed(classes=classes)
    run = core.fit(data, how)
    a, b = (Positions.of(column) for column in data.features[:2])
    plane = Plane.of(data, a, b, Box(-1.5, -3, 4, 6), (9, 11), row=5)
    assert run.model.predictor.rounds == run.rounds
    for number in (1, 3, run.rounds):
        found = surface(run.model, plane, number)
        model = run.model.first(number)
        decided, outputs = model.predicted(frame_of(plane, data))
        np.testing.assert_array_equal(found.decided.ravel(), decided)
        assert found.lead.shape == plane.shape
        assert (found.lead >= 0).all()
        assert (found.lead <= 1 + 1e-12).all()
        if not isinstance(how, core.AdaBoost):
            ordered = np.sort(outputs, axis=1)
            np.testing.assert_allclose(found.lead.ravel(), ordered[:, -1] - ordered[:, -2])
    alone = run.model.first(1).predicted(frame_of(plane, data))[0].reshape(plane.shape)
    first = surface(run.model, plane, 1)
    # The first round alone is the ensemble: where its learner changes its mind, so does it.
    changes = alone[:, 1:] != alone[:, :-1]
    assert (first.pieces[:, 1:] != first.pieces[:, :-1])[changes].all()


def test_a_lead_is_the_margin_where_rounds_vote():
    data = mixed(classes=2)
    run = core.fit(data, core.AdaBoost(rounds=9))
    row = int(np.flatnonzero(~data.features[0].missing & ~data.features[2].missing)[3])
    a, b = (Positions.of(column) for column in data.features[:2])
    x, y = a.values[row], b.values[row]
    plane = Plane.of(data, a, b, Box(x - 1e-9, y - 1e-9, 2e-9, 2e-9), (1, 1), row)
    assert surface(run.model, plane, 9).lead[0, 0] == pytest.approx(
        abs(run.history.margins(9)[row]), rel=1e-6
    )


def test_a_surface_of_numbers_is_what_the_model_predicts():
    data = mixed(number_target=True)
    run = core.fit(data, core.GradientBoosting(rounds=8))
    a, b = (Positions.of(column) for column in data.features[:2])
    plane = Plane.of(data, a, b, Box(-1.5, -3, 4, 6), (9, 11))
    found = surface(run.model, plane, 5)
    assert found.lead is None
    expected = run.model.first(5).predict(frame_of(plane, data))
    np.testing.assert_allclose(found.decided.ravel(), expected)


def test_cells_beside_the_numbers_are_missing_values():
    data = mixed()
    a, b = (Positions.of(column) for column in data.features[:2])
    plane = Plane.of(data, a, b, Box(a.low, b.low, a.high - a.low, b.high - b.low), (2, 100))
    across = plane.columns[0].values.reshape(2, 100)[0]
    missing = np.isnan(across)
    assert 1 <= missing.sum() < 10
    assert not missing[missing.sum() :].any()
    kind = Positions.of(data.features[2])
    other = Plane.of(data, kind, b, Box(-0.5, b.low, 4, 1), (1, 4))
    assert other.columns[2].values.tolist() == [0, 1, 2, -1]


def test_the_nearest_rows_differ_least_in_the_other_columns():
    data = mixed()
    a, b, kind = (Positions.of(column) for column in data.features)
    plane = Plane.of(data, a, kind, Box(0, 0, 1, 1), (2, 2))
    near = plane.nearest(50)
    away = np.abs(data.features[1].values - typical(data).middles[1])
    assert away[near].max() <= np.sort(away)[49]
    assert len(plane.nearest(10_000)) == len(data)
    with pytest.raises(core.DataError, match="'t' is not"):
        Plane.of(data, a, Positions.of_values("t", np.zeros(3)), Box(0, 0, 1, 1), (2, 2))
    assert b.name == "b"


def test_borders_run_between_cells_that_differ():
    pieces = np.array([[0, 0, 1], [0, 0, 1], [2, 2, 1]])
    x, y = borders(pieces, np.arange(4.0), np.arange(4.0))
    lines = {tuple(zip(x[i : i + 2], y[i : i + 2], strict=True)) for i in range(0, len(x), 2)}
    assert lines == {((2, 0), (2, 3)), ((0, 2), (2, 2))}


def test_before_the_first_round_there_is_no_surface():
    data = mixed(classes=2)
    run = core.fit(data, core.AdaBoost(rounds=2))
    a, b = (Positions.of(column) for column in data.features[:2])
    with pytest.raises(ValueError, match="Before the first round"):
        surface(run.model, Plane.of(data, a, b, Box(0, 0, 1, 1), (2, 2)), 0)
