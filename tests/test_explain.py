"""`explain` and `train --verbose`: what a run did, in tables that a person reads."""

import numpy as np
import pandas as pd
import pytest

import core
import main
from core.judging.explaining import telling_rounds
from resources import dataset_path

ORDERS, MOONS, RENTS = (str(dataset_path(f"{name}.csv")) for name in ("orders", "moons", "rents"))


def printed(capsys, *arguments):
    assert main.main(list(arguments)) == 0
    return capsys.readouterr().out.splitlines()


def first_of(lines, start):
    return next(place for place, line in enumerate(lines) if line.startswith(start))


def test_verbose_training_prints_error_vote_and_errors_of_every_round(tmp_path, capsys):
    model = str(tmp_path / "m.ensemble")
    lines = printed(
        capsys,
        "train",
        MOONS,
        "--target",
        "side",
        "--set",
        "rounds=5",
        "--model",
        model,
        "--verbose",
    )
    run = core.fit(core.read_csv(MOONS, "side"), core.AdaBoost(rounds=5))
    lines = lines[first_of(lines, "round") :]
    head = lines[0].split("  ")
    assert [title.strip() for title in head if title.strip()] == [
        "round",
        "training error",
        "validation error",
        "weighted error ε",
        "vote α",
        "bound ∏Z",
    ]
    for number, line in enumerate(lines[1:6], 1):
        values = [float(cell) for cell in line.split()]
        assert values[0] == number
        assert values[1] == pytest.approx(run.history.error(number), abs=1e-4)
        assert values[2] == pytest.approx(run.history.validation_error(number), abs=1e-4)
        assert values[3] == pytest.approx(run.history.curve("weighted_error")[number - 1], abs=1e-4)
        assert values[4] == pytest.approx(run.history.votes[number - 1], abs=1e-4)
    assert lines[6].startswith(f"{100 * run.history.validation_error(5):.1f} %")


def test_an_ensemble_without_votes_prints_the_curves_that_it_has(tmp_path, capsys):
    lines = printed(
        capsys,
        "train",
        RENTS,
        "--target",
        "rent",
        "--algorithm",
        "gradient",
        "--set",
        "rounds=3",
        "--model",
        str(tmp_path / "m.ensemble"),
        "--verbose",
    )
    lines = lines[first_of(lines, "round") :]
    assert "vote" not in lines[0]
    assert "validation loss" in lines[0]
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]


def test_explain_tells_columns_bounds_and_one_small_tree(tmp_path, capsys):
    tree = tmp_path / "tree.ensemble"
    lines = printed(
        capsys,
        "explain",
        MOONS,
        "--target",
        "side",
        "--set",
        "rounds=30",
        "--depth",
        "2",
        "--model",
        str(tree),
    )
    text = "\n".join(lines)
    run = core.fit(core.read_csv(MOONS, "side"), core.AdaBoost(rounds=30))
    best = core.column_gains(run.dataset).iloc[0]
    shown = next(line.split() for line in lines if line.startswith(f"{best['column']} "))
    assert shown[-3:] == [f"{best[name]:.3f}" for name in ("gain", "left", "ratio")]
    promised = core.promised_rounds(
        run.history.training, 0.5 - run.history.curve("weighted_error").max()
    )
    assert f"is wrong after {promised:,} rounds" in text
    assert f"exponential loss is {core.exponential_loss(run):.4f}, which is ∏Z" in text
    found = core.surrogate(run, depth=2)
    assert f"{100 * found.validation_fidelity:.1f} % in validation" in text
    own = core.load_model(tree).predict(run.dataset)
    assert (own == found.model.predict(run.dataset)).all()


def test_explain_tells_of_members_support_vectors_and_numbers(capsys):
    forest = printed(
        capsys,
        "explain",
        ORDERS,
        "--target",
        "returned",
        "--algorithm",
        "bagging",
        "--set",
        "rounds=7",
    )
    assert any(line.startswith("A vote of 7, on the validation rows") for line in forest)
    assert any("κ = 0." in line for line in forest)
    machine = printed(
        capsys,
        "explain",
        MOONS,
        "--target",
        "side",
        "--algorithm",
        "single",
        "--set",
        "learner=svm",
    )
    assert any(line.startswith("Support vectors: ") for line in machine)
    numbers = printed(
        capsys,
        "explain",
        RENTS,
        "--target",
        "rent",
        "--algorithm",
        "gradient",
        "--set",
        "rounds=20",
    )
    assert any("of the variance of its answers in training" in line for line in numbers)


@pytest.mark.parametrize("depth", ["0", "x", "61"])
def test_a_depth_that_cannot_be_is_told_in_a_sentence(depth, capsys):
    with pytest.raises(SystemExit, match="2"):
        main.main(["explain", MOONS, "--target", "side", "--depth", depth])
    assert "whole number from 1 to 60" in capsys.readouterr().err


def test_telling_rounds_end_with_the_last():
    assert telling_rounds(0) == []
    assert telling_rounds(1) == [1]
    assert telling_rounds(1001) == [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 1001]


def test_the_gains_of_every_question_of_a_tree(capsys):
    restaurant = str(dataset_path("restaurant.csv"))
    lines = printed(
        capsys,
        "explain",
        restaurant,
        "--target",
        "waits",
        "--validation-share",
        "0",
        "--nodes",
        "--algorithm",
        "single",
        "--set",
        "learner=c45",
        "--set",
        "learner.criterion=gain",
        "--set",
        "learner.leaf_rows=1",
    )
    start = first_of(lines, "The first tree, question by question")
    asked = [line for line in lines[start + 1 :] if line.endswith("bits)")]
    assert [line.split()[0].rstrip("?") for line in asked] == [
        "patrons",
        "hungry",
        "kitchen",
        "friday",
    ]
    assert "0.918 bits" in asked[1]  # two of six wait where the place is full
    # Under each question stand all columns, the one that it asks about first.
    for line in asked:
        below = lines[lines.index(line) + 2]
        assert below.split()[0] == line.split()[0].rstrip("?")


DEGENERATE = {
    "one class": pd.DataFrame({"x": range(20), "y": ["a"] * 20}),
    "no column that varies": pd.DataFrame({"x": [1] * 20, "y": list("ab") * 10}),
    "one number": pd.DataFrame({"x": range(20), "y": [1.5] * 20}),
    "gaps": pd.DataFrame(
        {"x": [np.nan] * 10 + list(range(10)), "c": ["u", None] * 10, "y": list("ab") * 10}
    ),
    "one question": pd.DataFrame({"x": range(20), "y": ["a"] * 10 + ["b"] * 10}),
    "many classes": pd.DataFrame({"x": range(30), "y": list("abc") * 10}),
}


@pytest.mark.parametrize("name", DEGENERATE)
@pytest.mark.parametrize(
    "settings",
    [
        core.AdaBoost(rounds=3),
        core.RandomForest(rounds=2),
        core.SingleLearner(),
        core.SingleLearner(learner=core.SupportVectors()),
        core.Stacking(folds=2),
        core.EarlyRejectCascade(rounds=2),
        core.GradientBoosting(rounds=2, leaf_rows=1),
    ],
    ids=["adaboost", "forest", "tree", "svm", "stacking", "cascade", "gradient"],
)
def test_whatever_was_trained_can_be_explained(settings, name):
    data = core.Dataset.from_frame(DEGENERATE[name], "y", validation_share=0)
    if settings.why_not(data):
        pytest.skip("not for this data")
    run = core.fit(data, settings)
    for nodes in (False, True):
        lines = core.explanation(run, nodes=nodes)
        assert any(line.startswith("Fidelity: ") for line in lines)
    assert len(core.round_lines(run)) == run.rounds + 1


def test_a_row_is_explained_by_its_line_with_bars_and_the_nearest_change(capsys):
    lines = printed(
        capsys, "explain", ORDERS, "--target", "returned", "--set", "rounds=30", "--row", "40"
    )
    run = core.fit(core.read_csv(ORDERS, "returned"), core.AdaBoost(rounds=30))
    start = first_of(lines, "Line 40 is predicted")
    predicted = run.model.predict(run.dataset)[run.dataset.rows_of([40])[0]]
    assert f"predicted {predicted} (" in lines[start]
    bars = lines[start + 1 : start + 3 + len(run.dataset.features)]
    assert bars[0].split()[:2] == ["on", "average"]
    assert bars[-1].strip().startswith(f"vote for {predicted}")
    assert any("█" in bar for bar in bars)
    assert any(line.startswith("Had ") for line in lines)


def test_a_row_may_be_explained_for_another_class(capsys):
    lines = printed(
        capsys,
        *("explain", ORDERS, "--target", "returned", "--set", "rounds=5"),
        *("--row", "2", "--row", "3", "--about", "no"),
    )
    assert sum(line.strip().startswith("vote for no") for line in lines) == 2


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--row", "99999"], "of orders.csv is not in this data"),
        (["--row", "2", "--about", "maybe"], "There is no class 'maybe'"),
        (["--row", "two"], "'two' is not a line"),
    ],
)
def test_a_row_that_cannot_be_explained_is_said_before_training(capsys, options, told):
    try:
        code = main.main(["explain", ORDERS, "--target", "returned", *options])
    except SystemExit as left:
        code = left.code
    assert code == main.BAD_INPUT
    assert told in capsys.readouterr().err


def test_predictions_are_written_with_their_reasons(tmp_path, capsys):
    model, out = tmp_path / "m.ensemble", tmp_path / "out.csv"
    run = core.fit(core.read_csv(ORDERS, "returned"), core.RandomForest(rounds=5))
    core.save_model(run.model, model)
    printed(capsys, "predict", str(model), ORDERS, "--out", str(out), "--why", "2")
    frame = pd.read_csv(out)
    names = list(frame.columns)
    place = names.index("why_1")
    assert names[place : place + 4] == ["why_1", "why_1_adds", "why_2", "why_2_adds"]
    assert set(frame["why_1"]) <= set(run.model.raw_names)
    assert np.all(frame["why_1_adds"].abs() >= frame["why_2_adds"].abs())
    with_none = tmp_path / "plain.csv"
    printed(capsys, "predict", str(model), ORDERS, "--out", str(with_none))
    assert "why_1" not in pd.read_csv(with_none).columns
