"""A predicted file holds what the model says, and tells how the rows differ from training's."""

import dataclasses
import io
import json
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import (
    AdaBoost,
    DataError,
    Dataset,
    GradientBoosting,
    ModelFileError,
    RandomForest,
    fit,
    load_model,
    read_csv,
    read_table,
    save_model,
)
from core.base.intervals import wilson
from core.base.progress import Cancelled, Progress
from core.commands import commands
from core.data.plan import Plan
from core.data.roles import Meaning, Role
from core.data.table import Table
from core.sharing.predicting import MARGIN, predict_file
from tests.core.helpers import dataset, noisy, noisy_frame, run_of


@pytest.fixture(scope="module")
def model():
    return run_of(noisy(400), 30).model


def predicted(model, source, **options):
    """What is written, read again, and the differences."""
    file = io.BytesIO()
    told = predict_file(model, source, file, **options)
    return pd.read_csv(io.BytesIO(file.getvalue()), keep_default_na=False), told


def test_a_row_is_predicted_as_it_is_whatever_rows_are_beside_it(tmp_path):
    rows = 90 * ["1st,yes,1 seat", "2nd,no,2 seats", "3rd,no,no seat"]
    path, few = tmp_path / "all.csv", tmp_path / "few.csv"
    path.write_text("\n".join(["class,y,told", *rows]))
    plan = Plan.suggested(read_table(path), "y").with_meaning("told", Meaning.TEXT)
    for feature, other in (("class", "told"), ("told", "class")):
        own = plan.with_role(feature, Role.FEATURE).with_role(other, Role.IGNORED)
        model = fit(read_csv(path, plan=own), AdaBoost(rounds=3)).model
        everything, _ = predicted(model, path)
        few.write_text("class,told\n1st,1 seat\n1st,1 seat\n")
        found, told = predicted(model, few)
        assert told.unlike == 0
        assert found["probability_yes"].tolist() == everything["probability_yes"][[0, 0]].tolist()


def test_words_for_missing_values_leave_few_numbers_numbers(tmp_path):
    path, few = tmp_path / "all.csv", tmp_path / "few.csv"
    rows = [f"${price},{'high' if price > 400 else 'low'}" for price in range(200, 600, 3)]
    path.write_text("\n".join(["price,y", *rows, *["unknown,low"] * 5]))
    plan = Plan.suggested(read_table(path), "y")
    plan = plan.with_meaning("price", Meaning.NUMBER, missing=["unknown"])
    model = fit(read_csv(path, plan=plan), AdaBoost(rounds=3)).model
    few.write_text("price\nunknown\n$205\n$590\n")
    found, told = predicted(model, few)
    assert found["label"].tolist()[1:] == ["low", "high"]
    assert found["unlike_training"].tolist() == [True, False, False]
    assert told.extra == ()


def test_spellings_that_were_merged_are_known_to_the_model_and_its_file(tmp_path):
    """The file that a model was taught with had unknown classes, and unseen towns."""
    path, kept = tmp_path / "all.csv", tmp_path / "model.ensemble"
    rows = [f"{'Ulm' if row % 2 else 'Bonn'},{'ja' if row % 2 else 'nein'}" for row in range(60)]
    path.write_text("\n".join(["town,y", *rows, "ULM,ja", "ulm ,Ja", "Bonn,Nein"]))
    plan = Plan.suggested(read_table(path), "y").merging("town", ["ULM", "ulm"], "Ulm")
    plan = plan.merging("y", ["Ja"], "ja").merging("y", ["Nein"], "nein")
    model = fit(read_csv(path, plan=plan), AdaBoost(rounds=3)).model
    save_model(model, kept)
    for known in (model, load_model(kept)):
        found, told = predicted(known, path)
        assert found["label"].tolist()[-3:] == ["ja", "ja", "nein"]
        assert found["town"].tolist()[-3] == "ULM"
        assert not found["unlike_training"].any()
        assert (told.score.error.share, told.score.unknown) == (0.0, {})


def test_what_is_written_is_what_the_model_says_to_the_last_bit(model, tmp_path):
    frame = noisy_frame(300, seed=7)
    frame.to_csv(tmp_path / "new.csv", index=False)
    predict_file(model, tmp_path / "new.csv", tmp_path / "out.csv")
    found = pd.read_csv(tmp_path / "out.csv")
    assert list(found.columns) == [
        "line",
        "label",
        "probability_no",
        "probability_yes",
        "unlike_training",
        *frame.columns,
    ]
    np.testing.assert_array_equal(found["line"], np.arange(2, 302))
    np.testing.assert_array_equal(found["label"], model.predict(frame))
    shares = found[["probability_no", "probability_yes"]].to_numpy()
    np.testing.assert_array_equal(shares, model.probabilities(frame))
    assert found["unlike_training"].dtype == bool


NAMES = st.sampled_from([None, "Bonn", "Oslo", "Nowhere", 'a "quoted", name'])
NUMBERS = st.sampled_from([np.nan, -np.inf, np.inf, 0.0, 1.5, -1e300, 1e-300])


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS, NAMES), min_size=1, max_size=20))
def test_any_table_is_predicted_as_its_frame(model, rows):
    frame = pd.DataFrame(rows, columns=["plain", "gaps", "few", "city"])
    frame = frame.astype({"plain": float, "gaps": float, "few": float, "city": object})
    found, told = predicted(model, Table.from_frame(frame))
    np.testing.assert_array_equal(found["label"], model.predict(frame))
    shares = found[["probability_no", "probability_yes"]].to_numpy()
    np.testing.assert_array_equal(shares, model.probabilities(frame))
    assert told.rows == len(frame)
    assert told.unlike == found["unlike_training"].sum()


def test_many_parts_are_as_one(monkeypatch):
    frame = noisy_frame(1000, seed=2)
    frame.loc[700, "city"] = "Nowhere"
    model = fit(noisy(400), RandomForest(rounds=10)).model
    whole, one = predicted(model, Table.from_frame(frame))
    monkeypatch.setattr("core.sharing.rows_read.PART", 137)
    seen = []
    parts, many = predicted(model, Table.from_frame(frame), watch=seen.append)
    pd.testing.assert_frame_equal(parts, whole)
    assert many == one
    assert seen == [Progress(min(137 * part, 1000), 1000) for part in range(1, 9)]


def test_a_number_is_written_with_all_its_digits():
    data = dataset({"x": np.arange(200.0)}, np.sin(np.arange(200) / 20) / 3)
    model = fit(data, GradientBoosting(rounds=20)).model
    found, _ = predicted(model, data.table)
    assert list(found.columns) == ["line", "predicted", "unlike_training", "x", "y"]
    np.testing.assert_array_equal(found["predicted"], model.predict(data))


def test_names_of_classes_may_hold_separators_and_quotes():
    names = ['a "b", c', "line\nbreak", "é"]
    data = dataset({"x": np.arange(300.0)}, np.repeat(np.array(names, object), 100))
    model = fit(data, RandomForest(rounds=5)).model
    found, _ = predicted(model, data.table)
    assert [name for name in found.columns if name.startswith("probability")] == [
        f"probability_{name}" for name in model.classes
    ]
    np.testing.assert_array_equal(found["label"], model.predict(data))


def test_stopping_leaves_what_was_there(model, tmp_path, monkeypatch):
    monkeypatch.setattr("core.sharing.rows_read.PART", 50)
    path = tmp_path / "out.csv"
    path.write_text("before")

    def stop(progress):
        if progress.done >= 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        predict_file(model, Table.from_frame(noisy_frame(300)), path, stop)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_columns_are_matched_by_name_and_those_left_over_are_told(model):
    frame = noisy_frame(50)
    changed = frame[list(frame.columns[::-1])].assign(more=1)
    found, told = predicted(model, Table.from_frame(changed))
    np.testing.assert_array_equal(found["label"], model.predict(frame))
    assert told.extra == ("more",)
    assert told.sentences() == ["The model does not use 'more'."]
    with pytest.raises(DataError, match="lacks 2 of the 4 columns that the model needs: few, city"):
        predicted(model, Table.from_frame(frame.drop(columns=["city", "few"])))


def test_a_text_among_numbers_is_named_with_its_line(model, monkeypatch):
    monkeypatch.setattr("core.sharing.rows_read.PART", 20)
    frame = noisy_frame(50)
    frame["plain"] = frame["plain"].astype(object)
    frame.loc[33, "plain"] = "many"
    with pytest.raises(DataError, match="needs numbers in 'plain', and line 35 has 'many'"):
        predicted(model, Table.from_frame(frame))


def small_model(**columns):
    labels = ["a", "b"] * (len(next(iter(columns.values()))) // 2)
    return fit(dataset(columns, labels), AdaBoost(rounds=3)).model


@pytest.mark.parametrize(
    ("value", "is_outside", "is_unlike"),
    [
        (0.0, False, False),
        (10.0, False, False),
        (10.5, True, False),
        (-0.999, True, False),
        (10 * (1 + MARGIN) + 0.001, True, True),
        (-1.001, True, True),
        (np.inf, True, True),
        (np.nan, False, False),
    ],
)
def test_a_number_is_unlike_if_it_is_a_tenth_of_the_range_away(value, is_outside, is_unlike):
    model = small_model(x=np.arange(0, 11).repeat(2), y2=np.tile([1.0, 2.0], 11))
    frame = pd.DataFrame({"x": [value], "y2": [1.0]})
    found, told = predicted(model, Table.from_frame(frame))
    assert told.outside == ({"x": 1} if is_outside else {})
    assert list(found["unlike_training"]) == [is_unlike]


def test_a_category_that_was_never_seen_is_unlike_and_a_missing_one_is_not():
    model = small_model(c=list("ppqr") * 5, x=np.arange(20.0))
    frame = pd.DataFrame({"c": ["p", "new", None, "newer"], "x": [1.0, 2.0, 3.0, np.nan]})
    found, told = predicted(model, Table.from_frame(frame))
    assert told.unseen == {"c": 2}
    assert list(found["unlike_training"]) == [False, True, False, True]
    assert told.sentences() == [
        "Categories that were never seen in training: 'c' (2 rows).",
        "2 of 4 rows look unlike the training data. They are marked; trust their predictions less.",
    ]


def test_a_row_without_any_value_is_unlike():
    model = small_model(c=list("ppqr") * 5, x=np.arange(20.0))
    frame = pd.DataFrame({"c": [None, "p"], "x": [np.nan, np.nan]})
    found, _ = predicted(model, Table.from_frame(frame))
    assert list(found["unlike_training"]) == [True, False]


def test_rare_categories_of_training_are_not_called_unseen():
    names = [f"name {number}" for number in range(400)]
    model = small_model(c=names, x=np.arange(400.0))
    _, told = predicted(model, Table.from_frame(pd.DataFrame({"c": names, "x": 1.0})))
    assert told.unseen == {}


def test_training_rows_are_never_unlike():
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"x": random.lognormal(0, 3, 2000), "c": random.choice(list("abc"), 2000)})
    data = Dataset.from_frame(frame.assign(y=np.tile(["a", "b"], 1000)), "y", validation_share=0)
    model = fit(data, AdaBoost(rounds=3)).model
    _, told = predicted(model, data.table)
    assert (told.unlike, told.outside, told.unseen) == (0, {}, {})


def test_the_range_is_kept_in_the_model_file_and_unknown_in_files_without_it(tmp_path):
    model = small_model(x=np.arange(0, 11).repeat(2), wide=np.tile([1e-300, np.inf], 11))
    save_model(model, tmp_path / "m.ensemble")
    ranges = [(f.low, f.high) for f in load_model(tmp_path / "m.ensemble").encoder.features]
    assert ranges == [(0.0, 10.0), (1e-300, np.inf)]
    features = tuple(
        dataclasses.replace(feature, low=-np.inf, high=np.inf) for feature in model.encoder.features
    )
    blind = dataclasses.replace(
        model, encoder=dataclasses.replace(model.encoder, features=features)
    )
    _, told = predicted(blind, Table.from_frame(pd.DataFrame({"x": [1e9], "wide": [-1e9]})))
    assert told.unlike == 0


def test_lines_that_are_set_aside_are_told(model, tmp_path):
    path = tmp_path / "rows.csv"
    noisy_frame(30).to_csv(path, index=False)
    lines = path.read_text().splitlines()
    lines[9] += ",too,many"
    path.write_text("\n".join(lines) + "\n")
    found, told = predicted(model, path)
    assert list(found["line"]) == [line for line in range(2, 32) if line != 10]
    assert "1 row has too many values" in told.sentences()[0]
    assert told.sentences()[1].startswith("Line 10 of rows.csv: ")


def test_reading_can_be_stopped_too(model, tmp_path):
    noisy_frame(300).to_csv(tmp_path / "rows.csv", index=False)
    seen = []

    def stop(progress):
        seen.append(progress)
        raise Cancelled

    with pytest.raises(Cancelled):
        predict_file(model, tmp_path / "rows.csv", tmp_path / "out.csv", stop)
    assert seen == [Progress(0, 0, "reading, 0 rows")]
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("bad", [[1], "x", [None, "1"], [True, None], [float("nan"), 1.0]])
def test_a_range_that_is_none_is_no_model_file(bad, tmp_path):
    path, other = tmp_path / "m.ensemble", tmp_path / "other.ensemble"
    save_model(small_model(x=np.arange(20.0)), path)
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(other, "w") as changed:
        for entry in archive.namelist():
            content = archive.read(entry)
            if entry == "model.json":
                facts = json.loads(content)
                facts["features"][0]["range"] = bad
                content = json.dumps(facts).encode()
            changed.writestr(entry, content)
    with pytest.raises(ModelFileError):
        load_model(other)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_command_shows_rows_on_a_terminal_and_cleans_up(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("core.sharing.rows_read.PART", 100)
    monkeypatch.setattr("sys.stderr", Terminal())
    model, rows, out = (tmp_path / name for name in ("m.ensemble", "rows.csv", "out.csv"))
    save_model(run_of(noisy(300), 5).model, model)
    noisy_frame(250).assign(city="Nowhere").to_csv(rows, index=False)
    lines = commands.predict(model, rows, out)
    shown = sys.stderr.getvalue()
    assert "100 of 250 rows" in shown
    assert "200 of 250 rows" in shown
    assert shown.endswith("\r\x1b[K")
    assert lines[0] == "Categories that were never seen in training: 'city' (250 rows)."
    assert lines[-1] == f"predictions: {out}"
    assert len(pd.read_csv(out)) == 250


def test_the_command_without_a_file_prints_rows_and_tells_differences_apart(tmp_path, capsys):
    model, rows = tmp_path / "m.ensemble", tmp_path / "rows.csv"
    save_model(run_of(noisy(300), 5).model, model)
    noisy_frame(20).assign(city="Nowhere").to_csv(rows, index=False)
    assert commands.predict(model, rows, None) == []
    printed = capsys.readouterr()
    assert len(pd.read_csv(io.StringIO(printed.out))) == 20
    assert "20 of 20 rows look unlike the training data" in printed.err


# The file's own columns, and the score


def test_the_columns_of_the_file_are_written_as_they_are(model, tmp_path):
    frame = noisy_frame(40, seed=3).assign(label="mine", note=['a "b", c'] * 39 + [None])
    frame["when"] = np.arange(40) + 0.5
    frame.to_csv(tmp_path / "new.csv", index=False)
    predict_file(model, tmp_path / "new.csv", tmp_path / "out.csv")
    found = pd.read_csv(tmp_path / "out.csv").rename(columns={"label_in_file": "kept"})
    given = pd.read_csv(tmp_path / "new.csv").rename(columns={"label": "kept"})
    pd.testing.assert_frame_equal(found[list(given.columns)], given, check_dtype=False)
    np.testing.assert_array_equal(found["label"], model.predict(frame))


def test_a_target_in_the_file_is_scored(model):
    frame = noisy_frame(400, seed=11)
    _, told = predicted(model, Table.from_frame(frame))
    wrong = model.predict(frame) != frame["y"]
    guess = model.classes[model.commonest]
    score = told.score
    assert score.rows == 400
    assert score.error == wilson(wrong.mean(), 400)
    assert (score.guess, score.guess_error) == (guess, (frame["y"] != guess).mean())
    assert score.sentences()[0] == (
        f"'y' is in the file: {100 * wrong.mean():.1f} % of 400 rows are predicted wrong (95 % "
        f"interval {100 * score.error.low:.1f} % to {100 * score.error.high:.1f} %); guessing "
        f"{guess!r} always would be wrong in {100 * score.guess_error:.1f} %."
    )
    shown = told.preview
    assert shown.names[:4] == ("line", "label", "probability", "unlike training")
    assert len(shown.rows) == 200
    np.testing.assert_array_equal(shown.wrong, wrong[:200])


def test_rows_without_the_target_are_not_scored_and_unknown_classes_are_told(model):
    frame = noisy_frame(100, seed=11)
    frame.loc[:9, "y"] = None
    frame.loc[10:12, "y"] = "YES"
    _, told = predicted(model, Table.from_frame(frame))
    rest = frame.iloc[10:]
    assert told.score.rows == 90
    assert told.score.error.share == (model.predict(rest) != rest["y"]).mean()
    assert "3 rows of them have classes that the model does not know, such as 'YES'." in (
        told.score.sentences()
    )
    _, untold = predicted(model, Table.from_frame(frame.drop(columns="y")))
    assert untold.score is None


def test_numbers_are_scored_by_how_far_off_they_are():
    x = np.arange(200.0)
    data = dataset({"x": x}, np.sin(x / 20) / 3)
    model = fit(data, GradientBoosting(rounds=20)).model
    _, told = predicted(model, data.table)
    off = model.predict(data) - data.labels
    score = told.score
    np.testing.assert_allclose(score.error.share, np.sqrt((off**2).mean()))
    spread = 1.959964 * np.std(off**2, ddof=1) / np.sqrt(200)
    np.testing.assert_allclose(score.error.high**2, (off**2).mean() + spread, rtol=1e-6)
    np.testing.assert_allclose(score.guess_error, data.labels.std())
    assert "are off by" in score.sentences()[0]


def test_a_computed_target_is_scored_where_the_file_has_what_it_is_made_of(tmp_path):
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"area": random.uniform(40, 90, 80).round(1), "year": range(1930, 2010)})
    frame["price"] = (frame["area"] * (frame["year"] - 1900)).round()
    path, model_path = tmp_path / "flats.csv", tmp_path / "m.ensemble"
    frame.to_csv(path, index=False)
    table = read_table(path)
    plan = Plan.suggested(table, "each", {"each": "price / area"})
    save_model(fit(Dataset.from_table(table, plan=plan), RandomForest(rounds=5)).model, model_path)
    model = load_model(model_path)
    score = predict_file(model, path, None).score
    each = frame["price"] / frame["area"]
    off = float(np.sqrt(((each - model.predict(frame)) ** 2).mean()))
    assert score.error.share == pytest.approx(off)
    assert "'each' is computed from the file" in score.sentences()[0]
    # Without the price, or with one that is none, rows are predicted and not scored.
    assert predict_file(model, Table.from_frame(frame[["area", "year"]]), None).score is None
    odd = Table.from_frame(frame.assign(price=["dear", *frame["price"].astype(str)[1:]]))
    told = predict_file(model, odd, None)
    assert told.score is None
    assert "The predictions are not scored. 'price' is computed with" in told.sentences()[0]


def test_nothing_is_written_without_a_place(model):
    told = predict_file(model, Table.from_frame(noisy_frame(30)), None)
    assert (told.rows, len(told.preview.rows)) == (30, 30)
