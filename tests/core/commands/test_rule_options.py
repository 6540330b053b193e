"""Thresholds and costs on the command line: trained, predicted, reported, and told wrong."""

import html
import re

import numpy as np
import pandas as pd
import pytest

import core
import main
from core.base.errors import DataError, SettingsError
from core.commands.rule_options import RuleOptions, costs_in, costs_of, threshold_rule

COLOURS = ("a:b", "b", "c=d")


@pytest.fixture(scope="module")
def fraud(tmp_path_factory):
    """A file in which one row of twenty is a fraud."""
    random = np.random.default_rng(4)
    frame = pd.DataFrame(random.normal(size=(600, 3)).round(3), columns=["u", "v", "w"])
    chance = 1 / (1 + np.exp(4 - 2.5 * frame["u"]))
    frame["status"] = np.where(random.random(600) < chance, "fraud", "fine")
    path = tmp_path_factory.mktemp("data") / "fraud.csv"
    frame.to_csv(path, index=False)
    return path


def run(*arguments):
    return main.main([str(argument) for argument in arguments])


def train(path, model, *more):
    few = ("--algorithm", "adaboost", "--set", "rounds=10", "--model", model)
    return run("train", path, "--target", "status", *few, *more)


def test_a_trained_threshold_decides_in_predict(fraud, tmp_path, capsys):
    model, out = tmp_path / "model.ensemble", tmp_path / "out.csv"
    onnx = tmp_path / "model.onnx"
    assert train(fraud, model, "--threshold", "0.15", "--onnx", onnx) == 0
    told = capsys.readouterr().out
    assert "'fraud' is named from a probability of 15 % on" in told
    assert "by the largest share" in told
    assert "(lift, 95 % interval" in told
    assert run("predict", model, fraud, "--out", out) == 0
    found = pd.read_csv(out)
    expected = np.where(found["probability_fraud"] >= 0.15, "fraud", "fine")
    assert list(found["label"]) == list(expected)
    assert (
        "Decided by a rule: 'fraud' is named from a probability of 15 %" in capsys.readouterr().out
    )


def test_predict_takes_another_threshold(fraud, tmp_path, capsys):
    model, out = tmp_path / "model.ensemble", tmp_path / "out.csv"
    train(fraud, model, "--cost", "fraud:fine=7")
    assert run("predict", model, fraud, "--out", out, "--threshold", "fine=0.99") == 0
    found = pd.read_csv(out)
    assert list(found["label"] == "fine") == list(found["probability_fine"] >= 0.99)
    told = capsys.readouterr().out
    assert "'fine' is named from a probability of 99 % on; missing 'fraud' costs 7" in told
    wrong = found["label"] != found["status"]
    cost = np.where(found["status"] == "fraud", 7, 1)[wrong].sum() / len(found)
    assert float(re.search(r"A row costs ([\d.]+)", told.split("Decided")[1])[1]) == pytest.approx(
        cost, rel=0.01
    )


def test_the_best_is_found_on_the_training_rows(fraud, tmp_path, capsys):
    model = tmp_path / "model.ensemble"
    assert train(fraud, model, "--cost", "fraud=20", "--find-rule") == 0
    told = capsys.readouterr().out
    assert "Found on 450 training rows, each judged by models of 5 folds" in told
    rule = core.load_model(model).rule
    assert rule.costs == ((0.0, 1.0), (20.0, 0.0))
    assert rule.evidence.rows == 450
    assert rule.threshold < 0.5


def test_the_report_and_the_script_tell_the_rule(fraud, tmp_path):
    page, script = tmp_path / "report.html", tmp_path / "repeat.py"
    few = ("--set", "rounds=5", "--no-cells", "--threshold", "0.1", "--cost", "fraud=9")
    assert run("report", fraud, "--target", "status", "--out", page, "--script", script, *few) == 0
    text = html.unescape(page.read_text(encoding="utf-8"))
    for part in (
        "'fraud' is named from a probability of 10 % on; missing 'fraud' costs 9",
        "Validation rows wrong by the rule",
        "A row costs by the largest share",
        "What thresholds for fraud give",
        "At a precision of 90 %",
    ):
        assert part in text, part
    assert "RULE = DecisionRule.from_plain(" in script.read_text(encoding="utf-8")


def test_costs_of_a_file(tmp_path):
    path = tmp_path / "costs.csv"
    path.write_text("given,c=d,a:b,b\nb,1,2,\na:b,3,0,4\nc=d,0,5,6\n")
    assert costs_in(path, COLOURS) == ((0, 4, 3), (2, 0, 1), (5, 6, 0))


def test_names_with_colons_and_equal_signs():
    options = RuleOptions(costs=("a:b:c=d=5", "c=d:b=2", "b=7"))
    assert costs_of(options, COLOURS) == ((0, 1, 5), (7, 0, 7), (1, 2, 0))


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (RuleOptions(costs=("a:b:b",)), "not understood"),
        (RuleOptions(costs=("x:b=1",)), "'x', which is no class here. The classes are 'a:b'"),
        (RuleOptions(costs=("b:y=1",)), "'y', which is no class"),
        (RuleOptions(costs=("b:b=1",)), "not understood"),
        (RuleOptions(costs=("b:c=d=much",)), "not understood"),
        (RuleOptions(costs=("b:c=d=inf",)), "not understood"),
    ],
)
def test_costs_that_are_told_wrong(options, why):
    with pytest.raises(SettingsError, match=why):
        costs_of(options, COLOURS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("given,a:b,b\na:b,0,1\nb,1,0\n", "The lines of costs.csv are 'a:b', 'b', and the classes"),
        ("given,a:b,b,c\na:b,0,1,1\nb,1,0,1\nc=d,1,1,0\n", "The columns of costs.csv"),
    ],
)
def test_a_file_of_other_classes_is_refused(text, why, tmp_path):
    path = tmp_path / "costs.csv"
    path.write_text(text)
    with pytest.raises(DataError, match=re.escape(why)):
        costs_in(path, COLOURS)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--threshold", "0.2", "--find-rule"], "either given or found"),
        (["--threshold", "2"], "from 0 to 1"),
        (["--threshold", "much"], "not understood"),
        (["--threshold", "blue=0.2"], "'blue', which is no class here"),
        (["--cost", "fraud:fine=-1"], "0 or more"),
        (["--cost", "fraud=0", "--cost", "fine=0"], "has to cost something"),
        (["--costs", "nowhere.csv"], "nowhere.csv"),
        (["--cost", "fraud=2", "--costs", "nowhere.csv"], "Leave one of the two out"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(fraud, tmp_path, arguments, part, capsys):
    assert train(fraud, tmp_path / "model", *arguments) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert part in told[-1]
    assert not (tmp_path / "model").exists()


def test_a_threshold_for_many_classes_or_numbers_is_refused(tmp_path, capsys):
    with pytest.raises(SettingsError, match="there are 3 here. Give costs instead"):
        threshold_rule("0.2", COLOURS)
    path = tmp_path / "numbers.csv"
    pd.DataFrame({"x": np.arange(60.0), "y": np.arange(60.0) * 1.37}).to_csv(path, index=False)
    told = ("train", path, "--target", "y", "--algorithm", "forest", "--set", "rounds=2")
    assert run(*told, "--model", tmp_path / "m", "--threshold", "0.2") == 2
    assert "'y' is a number" in capsys.readouterr().err
