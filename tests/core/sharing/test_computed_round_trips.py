"""Computed columns give the same values and decisions wherever a run is taken."""

import numpy as np
import onnxruntime
import pandas as pd
import pytest

import core
from core.base.errors import ExportError
from core.data.derived.computed_column import ComputedColumn, Input
from core.reading.tables import read_table
from core.sharing.predicting import predict_file
from core.storage.archive import write_archive
from core.storage.session_file import NamedRun, SavedSession, load_session, save_session
from tests.core.sharing.report.repeating import repeat_all

ROWS = 240
COLUMNS = {
    "each": "price / rooms",
    "more": "each * 2 - area",
    "kind": 'if(city = "Rome" and price > 200, "dear", "other")',
    "shape": "log(area) + sqrt(price) - abs(-area) + exp(-rooms) + log10(price)",
    "size": "bins(area, 20, 40.5, 60)",
    "odd": "price % 7 >= 3 or is_missing(area)",
    "rough": "round(area, 1) + round(price) + floor(area) + ceil(area) + (-price) % 3.5",
    "ends": "min(area, price, rooms) + max(area, 5) + coalesce(area, -1) ^ 2",
    "there": 'one_of(city, "Rome", "Paris") and not (odd = "yes")',
    "named": 'coalesce(city, "nowhere") != "Bonn"',
    "gap": "if(area > 50, missing, area)",
}
SLOW = {"month": "month(sold)", "start": "left(upper(city), 2)", "wait": "sold - bought"}


def frame():
    random = np.random.default_rng(4)
    price = random.integers(50, 500, ROWS).astype(float)
    rooms = random.integers(0, 6, ROWS)
    area = random.normal(45, 20, ROWS).round(2)
    area[::11] = np.nan
    city = random.choice(["Rome", "Bonn", "Ulm"], ROWS).astype(object)
    city[::17] = None
    days = pd.date_range("2023-01-05", periods=ROWS)
    label = np.where(price / np.maximum(rooms, 1) > 90, "hi", "lo")
    return pd.DataFrame(
        {
            "price": price,
            "rooms": rooms,
            "area": area,
            "city": city,
            "sold": days.strftime("%d.%m.%Y"),
            "bought": (days - pd.Timedelta(days=9)).strftime("%d.%m.%Y"),
            "y": label,
        }
    )


@pytest.fixture(scope="module")
def csv(tmp_path_factory):
    path = tmp_path_factory.mktemp("computed") / "homes.csv"
    frame().to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def slow_run(csv):
    """A run with everything that can be computed, on a revision."""
    data = core.read_csv(csv, "y", columns=COLUMNS | SLOW)
    revised = data.with_cells({"price": {2: "499"}}).excluding([9, 40])
    return core.fit(revised, core.AdaBoost(rounds=15, base=core.Tree(depth=3)))


@pytest.fixture(scope="module")
def plain_data(csv):
    """Data with nothing that ONNX cannot do."""
    data = core.read_csv(csv, "y", columns=COLUMNS)
    plan = data.plan
    for name in ("sold", "bought"):
        plan = plan.with_role(name, core.Role.IGNORED)
    return core.Dataset.from_table(data.table.as_read, plan=plan)


def test_the_model_file_predicts_the_raw_columns(slow_run, csv, tmp_path):
    core.save_model(slow_run.model, tmp_path / "m")
    again = core.load_model(tmp_path / "m")
    assert again.derivations == slow_run.model.derivations
    assert again.raw_names == ["price", "rooms", "area", "city", "sold", "bought"]
    raw = read_table(csv)
    expected = slow_run.model.probabilities(slow_run.dataset)
    rows = raw.rows_of(slow_run.dataset.lines)
    own = again.probabilities(raw)[rows]
    same = slow_run.dataset.lines != 2  # whose price was set
    np.testing.assert_array_equal(own[same], expected[same])
    told = predict_file(again, csv, tmp_path / "out.csv")
    assert told.rows == ROWS
    labels = pd.read_csv(tmp_path / "out.csv").label
    assert labels.tolist() == again.predict(raw).tolist()


@pytest.mark.parametrize("algorithm", [core.AdaBoost(rounds=10), core.RandomForest(rounds=10)])
def test_the_onnx_file_decides_the_same(plain_data, tmp_path, algorithm):
    model = core.fit(plain_data, algorithm).model
    core.export_onnx(model, tmp_path / "m.onnx", plain_data)  # it checks a thousand rows itself
    session = onnxruntime.InferenceSession(tmp_path / "m.onnx")
    assert [given.name for given in session.get_inputs()] == ["price", "rooms", "area", "city"]
    own = frame()
    fed = {name: own[name].to_numpy(float)[:, None] for name in ("price", "rooms", "area")}
    fed["city"] = own.city.fillna("").to_numpy(object)[:, None]
    labels, shares = session.run(None, fed)
    np.testing.assert_allclose(shares, model.probabilities(own), atol=1e-9)
    assert labels.tolist() == model.predict(own).tolist()


@pytest.mark.parametrize("name", SLOW)
def test_what_onnx_cannot_do_is_named(csv, tmp_path, name):
    data = core.read_csv(csv, "y", columns={name: SLOW[name]})
    plan = data.plan
    for other in ("sold", "bought"):
        plan = plan.with_role(other, core.Role.IGNORED)
    data = core.Dataset.from_table(data.table.as_read, plan=plan)
    model = core.fit(data, core.AdaBoost(rounds=2)).model
    with pytest.raises(ExportError, match=f"'{name}'.*ONNX cannot"):
        core.export_onnx(model, tmp_path / "m.onnx", data)
    assert not (tmp_path / "m.onnx").exists()


def test_the_script_gives_the_same_model(slow_run, tmp_path):
    models = repeat_all({"run": slow_run}, tmp_path)
    again = core.load_model(models["run"])
    assert again.derivations == slow_run.model.derivations
    np.testing.assert_array_equal(
        again.probabilities(slow_run.dataset), slow_run.model.probabilities(slow_run.dataset)
    )


@pytest.mark.parametrize("with_data", [True, False])
def test_the_session_opens_with_the_same_columns(slow_run, csv, tmp_path, with_data):
    base = core.read_csv(csv, "y", columns=COLUMNS | SLOW)
    run = core.fit(base.with_cells({"price": {2: "499"}}), core.AdaBoost(rounds=5))
    named = NamedRun(1, "run", run)
    session = SavedSession(base, (), (named,), 1, (), 2, np.array([2]), {})
    save_session(session, tmp_path / "s.session", with_data=with_data)
    found = load_session(tmp_path / "s.session")
    assert found.base.plan == base.plan
    (again,) = found.runs
    for mine, theirs in zip(
        run.dataset.table.columns, again.run.dataset.table.columns, strict=True
    ):
        np.testing.assert_array_equal(mine.values, theirs.values)
    own = again.run.model.probabilities(again.run.dataset)
    np.testing.assert_array_equal(own, run.model.probabilities(run.dataset))


@pytest.mark.parametrize(
    "wrong",
    [
        ComputedColumn("each", "price / each", (Input("price", "number"), Input("each", "number"))),
        ComputedColumn("each", "price / rooms", (Input("price", "number"),)),
        ComputedColumn("each", "month(price)", (Input("price", "number"),)),
        ComputedColumn("each", "month(price)", (Input("price", "date", "sometime"),)),
        ComputedColumn("each", "price", (Input("price", "colour"),)),
        ComputedColumn("each", "1 + 1", ()),
        ComputedColumn("each", "__import__(price)", (Input("price", "number"),)),
    ],
)
def test_a_derivation_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        wrong.check()


def test_a_model_file_with_a_hostile_expression_is_refused(csv, tmp_path, monkeypatch):
    data = core.read_csv(csv, "y", columns={"each": "price / rooms"})
    model = core.fit(data, core.AdaBoost(rounds=2)).model

    def spoiled(path, name, facts, arrays):
        facts["derivations"][0]["expression"] = "price / rooms / each"
        write_archive(path, name, facts, arrays)

    monkeypatch.setattr("core.storage.model_file.write_archive", spoiled)
    core.save_model(model, tmp_path / "m")
    with pytest.raises(core.ModelFileError):
        core.load_model(tmp_path / "m")
