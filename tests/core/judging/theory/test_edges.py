"""Edges and what they promise: by hand, on runs, and as bounds that hold."""

import math

import numpy as np
import pytest

import core
from core.base.lacking import Lacking
from core.judging.theory.edges import has_own_votes

TEN = np.array([3 / 10, 3 / 14, 3 / 22])


def test_the_bounds_of_a_round_stand_above_one_another():
    random = np.random.default_rng(0)
    for _ in range(50):
        errors = random.uniform(0.05, 0.49, 20)
        product = core.product_of_z(errors)
        assert (product <= core.edge_bound(errors)).all()
        assert core.small_margin_bound(errors, 0.0) == pytest.approx(product)
        assert (core.small_margin_bound(errors, 0.2) >= product).all()


def test_constant_errors_in_closed_form():
    # √(1-2γ)^(1-θ) (1+2γ)^(1+θ), as Schapire and others write it.
    edge, theta, rounds = 0.2, 0.1, 30
    closed = math.sqrt((1 - 2 * edge) ** (1 - theta) * (1 + 2 * edge) ** (1 + theta)) ** rounds
    assert core.small_margin_bound([0.3] * rounds, theta)[-1] == pytest.approx(closed)
    assert core.edge_bound([0.3] * rounds)[-1] == pytest.approx(math.exp(-2 * edge**2 * rounds))


@pytest.mark.parametrize("rows", [2, 10, 7337])
@pytest.mark.parametrize("edge", [0.01, 0.2, 0.5])
def test_after_the_promised_rounds_less_than_one_row_may_be_wrong(rows, edge):
    rounds = core.promised_rounds(rows, edge)
    bound = (1 - 4 * edge**2) ** (rounds / 2)  # ∏ 2√(ε(1-ε))
    assert rows * bound < 1
    assert rounds - 1 < math.log(rows) / (2 * edge**2) <= rounds


@pytest.mark.parametrize("name", ["moons", "breast cancer", "xor"])
@pytest.mark.parametrize("base", [core.Stump(), core.Tree(depth=2)])
def test_every_bound_on_training_rows_holds(name, base):
    run = core.fit(core.example(name, validation_share=0), core.AdaBoost(base=base, rounds=40))
    if not run.rounds or not has_own_votes(run.history):
        pytest.skip("nothing to boost")
    for margin in (0.01, 0.05, 0.3):
        found = core.bounds_by_round(run, margin=margin)
        assert (found["training"] <= found["product"] + 1e-12).all()
        assert (found["product"] <= found["exponential"] + 1e-12).all()
        assert (found["small_margins"] <= found["small_margins_bound"] + 1e-12).all()
    assert core.exponential_loss(run) == pytest.approx(found["product"].iloc[-1], rel=1e-9)


def test_bounds_on_new_rows_are_there_where_the_dimension_is_known():
    run = core.fit(core.example("moons"), core.AdaBoost(rounds=20))
    found = core.bounds_by_round(run, [1, 20])
    rows = run.history.training
    dimension = core.vote_dimension(core.stump_dimension(2), 20)
    expected = core.vc_bound(run.history.error(20), rows, dimension)
    assert found.loc[20, "vc_bound"] == pytest.approx(expected)
    assert found.loc[20, "margin_bound"] == pytest.approx(
        core.margin_bound_of(run, 0.1, dimension=3)
    )
    trees = core.fit(run.dataset, core.AdaBoost(base=core.Tree(depth=2), rounds=5))
    assert "vc_bound" not in core.bounds_by_round(trees)
    assert "vc_bound" in core.bounds_by_round(trees, dimension=5)


def test_votes_that_are_shrunk_promise_less():
    run = core.fit(core.example("moons"), core.AdaBoost(rounds=20, shrinkage=0.1))
    found = core.bounds_by_round(run)
    assert not {"small_margins_bound", "exponential"} & set(found.columns)
    assert (found["training"] <= found["product"] + 1e-12).all()


def test_what_cannot_be():
    forest = core.fit(core.example("moons"), core.RandomForest(rounds=3))
    assert "∏Z" in str(core.bounds_by_round(forest))
    many = core.fit(core.example("iris"), core.AdaBoost(rounds=3))
    assert isinstance(core.bounds_by_round(many), Lacking)
    with pytest.raises(ValueError, match="above 0"):
        core.promised_rounds(10, 0.0)
    with pytest.raises(ValueError, match="at least one"):
        core.promised_rounds(0, 0.1)
    with pytest.raises(ValueError, match="between 0 and 1"):
        core.edges([0.2, 1.2])
    with pytest.raises(ValueError, match="margin is 2"):
        core.small_margin_bound(TEN, 2)
