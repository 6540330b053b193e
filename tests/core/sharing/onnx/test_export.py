"""The file: what it is called and takes, what cannot be written, and what a wrong one meets."""

import dataclasses

import numpy as np
import onnx
import pandas as pd
import pytest

import core.sharing.onnx
import main
from core import AdaBoost, Dataset, GradientBoosting, Model, SingleLearner, Tree, fit
from core.base.errors import ExportError
from core.data.derived.bag_of_words import Words
from core.data.derived.dates import DateParts
from core.engine.binning import Encoder
from core.sharing.onnx.checking import probes
from core.sharing.onnx.export import export_onnx, onnx_bytes
from resources import dataset_path
from tests.core.helpers import dataset, noisy, noisy_frame
from tests.core.sharing.onnx.runtime import answers, assert_predicts_the_same, session


@pytest.fixture(scope="module")
def data():
    return noisy(600)


@pytest.fixture(scope="module")
def model(data) -> Model:
    return fit(data, AdaBoost(rounds=25, base=Tree(depth=2))).model


def test_the_file_takes_raw_columns_by_name_and_gives_labels_and_probabilities(
    model, data, tmp_path
):
    path = tmp_path / "model.onnx"
    export_onnx(model, path, data)
    ready = session(path)
    assert {put.name: put.type for put in ready.get_inputs()} == {
        "plain": "tensor(double)",
        "gaps": "tensor(double)",
        "few": "tensor(double)",
        "city": "tensor(string)",
    }
    assert all(put.shape == ["rows", 1] for put in ready.get_inputs())
    found = {put.name: (put.type, put.shape) for put in ready.get_outputs()}
    assert found == {
        "label": ("tensor(string)", ["rows"]),
        "probabilities": ("tensor(double)", ["rows", 2]),
    }
    read = onnx.load(path)
    assert read.producer_name == "Ensemble Workbench"
    assert {prop.key: prop.value for prop in read.metadata_props} == {
        "target": "y",
        "rounds": "25",
    }


def test_the_same_model_gives_the_same_bytes(model):
    assert onnx_bytes(model) == onnx_bytes(model)


def test_no_rows_and_one_row_are_predicted(model):
    ready, frame = session(onnx_bytes(model)), noisy_frame(3)
    assert answers(ready, frame[:0])["probabilities"].shape == (0, 2)
    assert answers(ready, frame[:1])["label"].shape == (1,)


def test_names_of_columns_may_be_anything(tmp_path):
    names = ["label", "probabilities", "label_", "constant 1", "Preis in €", "a/b:c", " "]
    random = np.random.default_rng(0)
    columns = {name: random.normal(size=200) for name in names}
    data = dataset(columns, np.where(sum(columns.values()) > 0, "a", "b"))
    model = fit(data, AdaBoost(rounds=10)).model
    export_onnx(model, tmp_path / "m.onnx", data)
    found = answers(session(tmp_path / "m.onnx"), pd.DataFrame(columns))
    assert list(found) == ["label__", "probabilities_"]
    np.testing.assert_array_equal(found["label__"], model.predict(pd.DataFrame(columns)))


def test_classes_that_training_rows_did_not_have_get_nothing():
    frame = noisy_frame(300).drop(columns="y")
    labels = np.array(list("abc"), object)[np.argsort(frame["plain"]) % 3]
    labels[frame["few"] == 4] = "never trained"
    weights = (labels != "never trained").astype(float)
    data = Dataset.from_frame(frame.assign(y=labels, w=weights), "y", weight="w")
    for settings in (
        SingleLearner(learner=core.Logistic()),
        SingleLearner(learner=core.NaiveBayes()),
        SingleLearner(learner=core.SupportVectors()),
    ):
        model = fit(data, settings).model
        assert "never trained" in model.classes
        assert_predicts_the_same(model, frame)


def test_an_empty_text_that_is_a_category_is_refused(tmp_path):
    data = dataset({"c": ["", "x", "y"] * 20}, ["a", "b", "a"] * 20)
    model = fit(data, AdaBoost(rounds=3)).model
    with pytest.raises(ExportError, match="In 'c' an empty text is a category"):
        export_onnx(model, tmp_path / "m.onnx", data)
    assert list(tmp_path.iterdir()) == []


def test_a_column_without_a_name_and_a_model_without_columns_are_refused(model, data):
    features = model.encoder.features
    nameless = Encoder((dataclasses.replace(features[0], name=""), *features[1:]))
    with pytest.raises(ExportError, match="A column has no name"):
        onnx_bytes(dataclasses.replace(model, encoder=nameless))
    with pytest.raises(ExportError, match="no column at all"):
        onnx_bytes(dataclasses.replace(model, encoder=Encoder(())))


def test_dates_and_texts_that_are_taken_apart_are_refused_by_their_names(model):
    parts = (DateParts("day", "year-month-day", ("month",)), Words("note", ("free",)))
    with pytest.raises(ExportError, match=r"takes dates or texts apart \('day', 'note'\)"):
        onnx_bytes(dataclasses.replace(model, derivations=parts))


def test_too_many_trees_are_refused_with_the_number(model, monkeypatch):
    monkeypatch.setattr("core.sharing.onnx.graph.MOST_QUESTIONS", 20)
    with pytest.raises(ExportError, match="more than 20 questions"):
        onnx_bytes(model)


def of_trees(**changes):
    return lambda model: dataclasses.replace(
        model,
        predictor=dataclasses.replace(
            model.predictor,
            trees=dataclasses.replace(
                model.predictor.trees,
                **{name: change(model.predictor.trees) for name, change in changes.items()},
            ),
        ),
    )


def with_edges_moved(model):
    """The edges of the numbers as they are in 32 bits."""
    features = tuple(
        dataclasses.replace(feature, edges=feature.edges.astype(np.float32).astype(float))
        for feature in model.encoder.features
    )
    return dataclasses.replace(model, encoder=Encoder(features))


SABOTAGE = {
    "a missing value goes the other way": of_trees(missing_left=lambda trees: ~trees.missing_left),
    "thresholds are one too low": of_trees(
        threshold=lambda trees: np.maximum(trees.threshold, 1) - np.uint8(1)
    ),
    "edges have 32 bits": with_edges_moved,
    "subsets are turned round": of_trees(subsets=lambda trees: ~trees.subsets),
    "a vote is a little larger": of_trees(votes=lambda trees: trees.votes * (1 + 1e-4)),
    "the classes are swapped": lambda model: dataclasses.replace(
        model, classes=model.classes[::-1]
    ),
    "unseen categories count as the first": lambda model: dataclasses.replace(
        model,
        encoder=Encoder(
            tuple(
                dataclasses.replace(feature, categories=feature.categories[1:])
                for feature in model.encoder.features
            )
        ),
    ),
}


@pytest.mark.parametrize("name", SABOTAGE)
def test_a_wrong_graph_is_noticed_and_nothing_is_written(name, model, data, tmp_path, monkeypatch):
    path = tmp_path / "model.onnx"
    path.write_text("what was there before")
    wrong = onnx_bytes(SABOTAGE[name](model))
    monkeypatch.setattr("core.sharing.onnx.export.onnx_bytes", lambda _: wrong)
    with pytest.raises(ExportError, match=r"predicts .* of 1,200 rows otherwise than the model"):
        export_onnx(model, path, data)
    assert path.read_text() == "what was there before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_number_that_is_off_by_little_is_noticed(monkeypatch, tmp_path):
    data = dataset({"x": np.arange(400.0)}, 1e6 * np.sin(np.arange(400) / 40))
    model = fit(data, GradientBoosting(rounds=10)).model
    votes = model.predictor.trees.votes * (1 + 1e-5)
    trees = dataclasses.replace(model.predictor.trees, votes=votes)
    predictor = dataclasses.replace(model.predictor, trees=trees)
    wrong = onnx_bytes(dataclasses.replace(model, predictor=predictor))
    monkeypatch.setattr("core.sharing.onnx.export.onnx_bytes", lambda _: wrong)
    with pytest.raises(ExportError, match="otherwise than the model"):
        export_onnx(model, tmp_path / "m.onnx", data)
    monkeypatch.undo()
    export_onnx(model, tmp_path / "m.onnx", data)


def test_the_check_asks_about_missing_and_unseen_values_and_edges(model, data):
    rows = probes(model, data)
    assert len(rows["plain"]) == 1200
    assert np.isnan(rows["plain"]).any()
    assert np.isinf(rows["plain"]).any()
    edges = model.encoder.features[0].edges
    assert np.isin(rows["plain"], edges).any()
    assert np.isin(rows["plain"], np.nextafter(edges, np.inf)).any()
    cities = set(rows["city"])
    assert None in cities
    assert any(str(name).startswith("unseen") for name in cities)


def test_a_large_file_is_checked_on_a_thousand_of_its_rows(model):
    assert len(probes(model, noisy(5000))["plain"]) == 2000


def test_the_commands_write_the_file_while_training_and_from_a_model(tmp_path, capsys):
    moons = str(dataset_path("moons.csv"))
    made, first, second = (str(tmp_path / name) for name in ("m.ensemble", "1.onnx", "2.onnx"))
    train = ["train", moons, "--target", "side", "--set", "rounds=9", "--model", made]
    assert main.main([*train, "--onnx", first]) == 0
    assert main.main(["export", made, moons, "--onnx", second]) == 0
    assert "checked by onnxruntime" in capsys.readouterr().out
    assert (tmp_path / "1.onnx").read_bytes() == (tmp_path / "2.onnx").read_bytes()
    frame = pd.read_csv(moons)
    found = answers(session(first), frame)
    np.testing.assert_array_equal(found["label"], core.load_model(made).predict(frame))


def test_the_command_says_why_a_model_cannot_be_written(tmp_path, capsys):
    moons = str(dataset_path("moons.csv"))
    made, path = str(tmp_path / "m.ensemble"), tmp_path / "m.onnx"
    options = ["--algorithm", "single", "--set", "learner=neighbours", "--model", made]
    assert main.main(["train", moons, "--target", "side", *options]) == 0
    assert main.main(["export", made, moons, "--onnx", str(path)]) == 2
    assert "ONNX has no search" in capsys.readouterr().err
    assert not path.exists()


def test_merged_spellings_and_words_for_missing_values_are_known_to_the_graph():
    frame = noisy_frame(400)
    known = sorted(frame["city"].dropna().unique())
    data = noisy(400)
    model = fit(data, AdaBoost(rounds=25, base=Tree(depth=2))).model
    taught = dataclasses.replace(
        model,
        spellings={"city": {"Slip": known[0], known[1]: known[2], "Nobody": "nowhere"}},
        missing={"city": ("n/a",)},
    )
    asked = frame.head(60).copy()
    asked["city"] = np.resize(["Slip", "n/a", "Nobody", "never seen", None, *known], len(asked))
    assert_predicts_the_same(taught, asked)
    as_meant = asked.assign(city=asked["city"].replace({"Slip": known[0], known[1]: known[2]}))
    assert (answers(session(onnx_bytes(taught)), asked)["label"] == taught.predict(as_meant)).all()
