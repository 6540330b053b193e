"""The script repeats a run bit for bit: compared array by array with the original model."""

import ast
import itertools
import zipfile

import pandas as pd
import pytest

import core
from core.base.errors import DataError
from core.judging.reviewing.decision import Decision, Verb
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.reading.tables import read_table
from core.sharing.report.fingerprint import data_checksum
from core.sharing.report.literals import comment, literal
from core.sharing.report.script import repeat_script
from core.sources.source import Source
from core.storage.model_file import save_model
from tests.core.sharing.report.made_up import awkward_csv, awkward_data
from tests.core.sharing.report.repeating import repeat_all, run_python

REASON = 'measured twice\nimport os; os.abort()  # """'


def revised(data):
    """Some rows excluded and some relabelled, training and validation rows alike."""
    other = {"yes": "no", "no": "yes"}
    lines = data.lines[::30].tolist()
    labels = {line: other[data.label_text(row)] for row, line in enumerate(data.lines[:4].tolist())}
    return data.relabelled(labels).excluding(lines[1:])


def stopped(data, settings, rounds, seed):
    """A run that was stopped by hand."""
    training = core.train(data, settings, seed=seed)
    for _ in itertools.islice(training, rounds):
        pass
    return training.run()


def runs_on(path):
    """Runs that differ in everything that a script must write down."""
    data = awkward_data(path, seed=3)
    tree = core.Tree(depth=4, leaf_rows=3, criterion="entropy")
    several = (core.Logistic(ridge=0.1), tree, core.NaiveBayes(), core.NearestNeighbours())
    half = core.fit(data, core.GradientBoosting(rounds=4, row_share=0.5), seed=7)
    numbers = awkward_data(path, "stars", validation_share=0, seed=1)
    numbers = core.Dataset.from_table(
        numbers.table, plan=numbers.plan.with_task(core.Task.REGRESSION), validation_share=0
    )
    sample = read_table(path, as_text=["stars"], sample=150, seed=4)
    sampled = core.Dataset.from_table(sample, "returned")
    packed = path.with_suffix(".parquet")
    pd.read_csv(path, sep=";", decimal=",").to_parquet(packed)
    return {
        "sampled": core.fit(sampled, core.AdaBoost(rounds=4)),
        "parquet": core.fit(core.read_csv(packed, "returned"), core.XGBoost(rounds=4)),
        "revised": core.fit(revised(data), core.AdaBoost(rounds=12)),
        "nested": core.fit(data, core.AdaBoost(rounds=5, base=tree, resampling=True), seed=11),
        "several": core.fit(
            data, core.Stacking(learners=several, combiner=core.Logistic(), folds=2)
        ),
        "continued": core.fit(
            data, core.GradientBoosting(rounds=9, row_share=0.5), seed=7, after=half
        ),
        "stopped": stopped(data, core.RandomForest(rounds=40, combined=2), 6, seed=2),
        "numbers": core.fit(numbers, core.L2Boost(rounds=10, shrinkage=0.3)),
        "by group": core.fit(
            awkward_data(path, group='co"lour', seed=2), core.Bagging(rounds=4), seed=5
        ),
        "tuned": core.tune(
            data,
            [
                core.Space.of(core.GradientBoosting(rounds=4)).only(
                    {"depth": "", "rounds": "2..8"}
                ),
                core.SingleLearner(learner=core.NaiveBayes()),
            ],
            steps=6,
            seed=3,
        ),
        "by time": core.fit(
            awkward_data(path, time="ordered", validation_share=0.3), core.AdaBoost(rounds=4)
        ),
    }


def contents(path):
    """Every part of a model file, as bytes."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def repeated(tmp_path_factory):
    """The folder in which every script was run, with the originals' models beside."""
    folder = tmp_path_factory.mktemp("repeated")
    path = awkward_csv(folder / "orders.csv")
    runs = runs_on(path)
    for name, run in runs.items():
        save_model(run.model, folder / f"{name}.original")
    for name, model in repeat_all(runs, folder).items():
        model.rename(folder / f"{name}.repeated")
    return folder


@pytest.mark.parametrize(
    "name",
    [
        "sampled",
        "parquet",
        "revised",
        "nested",
        "several",
        "continued",
        "stopped",
        "numbers",
        "tuned",
    ],
)
def test_the_script_gives_the_same_model_bit_for_bit(repeated, name):
    original, again = (contents(repeated / f"{name}.{end}") for end in ("original", "repeated"))
    assert any(part.endswith(".npy") for part in original)
    assert again == original


def test_the_data_have_derived_columns_and_every_meaning(repeated):
    data = awkward_data(repeated / "orders.csv")
    names = [column.name for column in data.features]
    assert any("contains 'broken'" in name for name in names)
    assert any(name.startswith("ordered") for name in names)
    assert data.weights.max() > 1
    assert 9 not in data.lines


def test_another_file_is_refused_by_its_checksum(tmp_path):
    path = awkward_csv(tmp_path / "orders.csv")
    run = core.fit(awkward_data(path), core.AdaBoost(rounds=2))
    (tmp_path / "repeat.py").write_text(repeat_script(run), encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace("red", "rot"), encoding="utf-8")
    ran = run_python("repeat.py", folder=tmp_path)
    assert ran.returncode == 1
    assert "is not the file that the run was trained on" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not (tmp_path / "repeated.ensemble").exists()


def test_reasons_are_comments_and_nothing_else(tmp_path):
    data = awkward_data(awkward_csv(tmp_path / "orders.csv"))
    lines = data.lines[:3].tolist()
    run = core.fit(data.excluding(lines), core.AdaBoost(rounds=2))
    decisions = [Decision(line, Verb.EXCLUDE, reason=REASON) for line in lines]
    script = repeat_script(run, decisions)
    plain, told = (ast.dump(ast.parse(text)) for text in (repeat_script(run), script))
    assert told == plain
    assert script.count("# measured twice import os; os.abort()") == 3


def test_data_of_no_file_cannot_be_read_again():
    frame = pd.DataFrame({"x": [1, 2, 3, 4] * 5, "y": ["a", "b"] * 10})
    run = core.fit(core.Dataset.from_frame(frame, "y"), core.AdaBoost(rounds=2))
    with pytest.raises(DataError, match="was not read from a file"):
        repeat_script(run)
    pasted = core.read_csv(Source.from_bytes(b"x,y\n1,a\n2,b\n3,a\n4,b\n"), "y")
    with pytest.raises(DataError, match="was not read from a file"):
        repeat_script(core.fit(pasted, core.AdaBoost(rounds=2)))


def test_a_file_that_changed_is_not_written_down_as_the_one_that_was_read(tmp_path):
    path = awkward_csv(tmp_path / "orders.csv")
    run = core.fit(awkward_data(path), core.AdaBoost(rounds=2))
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(DataError, match="changed since it was read"):
        repeat_script(run)


@pytest.mark.parametrize("family", [Ensemble, Learner])
def test_the_source_of_any_settings_is_the_settings(family):
    for kind in registry.members(family):
        settings = kind()
        named = {each.__name__: each for each in registry.members(core.learning.settings.Settings)}
        assert eval(literal(settings), {"__builtins__": {}}, named) == settings


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1, 2], 'q"': {"b": None}},
        (),
        (1,),
        [],
        {},
        list(range(100)),
        ("x" * 100,),
        {"long": {"x" * 60: "y" * 60, "<script>": "\u202e\ud800\n"}},
    ],
)
def test_the_source_of_plain_data_is_the_data(value):
    source = literal(value)
    assert ast.literal_eval(source) == value
    assert all(len(line) < 140 for line in source.splitlines())
    source.encode("utf-8")


def test_a_comment_cannot_end():
    assert comment("a\r\nb\u2028c\x0cd\u202e") == "# a b c d"


def test_the_checksum_tells_every_part_of_the_data(tmp_path):
    data = awkward_data(awkward_csv(tmp_path / "orders.csv"))
    line = int(data.lines[0])
    other = "no" if data.label_text(0) == "yes" else "yes"
    unweighted = core.Dataset.from_table(data.table, plan=data.plan.with_weight(None))
    found = [
        data_checksum(each)
        for each in (
            data,
            data.excluding([line]),
            data.relabelled({line: other}),
            data.with_target("stars"),
            awkward_data(tmp_path / "orders.csv", seed=1),
            unweighted,
        )
    ]
    assert len(set(found)) == len(found)
    assert data_checksum(awkward_data(tmp_path / "orders.csv")) == found[0]
