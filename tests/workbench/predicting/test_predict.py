"""The predict page: a model and a file, what differs, and the predictions as a file."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from core import AdaBoost, example, fit, save_model
from core.base.errors import ModelFileError
from resources import dataset_path
from tests.workbench.driving import choose, finished_window
from workbench.jobs.registry import Jobs
from workbench.predicting.page import PredictPage


@pytest.fixture(scope="module")
def model():
    return fit(example("orders"), AdaBoost(rounds=20)).model


@pytest.fixture
def page(qtbot):
    jobs = Jobs()
    page = PredictPage(jobs)
    qtbot.addWidget(page)
    page.show()
    yield page
    jobs.close()
    assert jobs.join(90)


@pytest.fixture
def new_orders(tmp_path):
    frame = pd.DataFrame(
        {
            "category": ["shoes", "hats"],
            "price": [20.0, 30.0],
            "discount": [0, 5],
            "payment": ["card", None],
            "delivery_days": [2, 3],
            "sizes_ordered": [1, 2],
            "customer_age": [40, 400],
            "colour": ["red", "blue"],
        }
    )
    path = tmp_path / "new.csv"
    frame.to_csv(path, index=False)
    return path, frame


def drop(page, *paths):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    page.dropEvent(event)


def test_the_sheet_of_a_book_is_chosen(qtbot, page, model, new_orders, tmp_path):
    _path, frame = new_orders
    book = tmp_path / "new.xlsx"
    with pd.ExcelWriter(book) as writer:
        pd.DataFrame({"note": ["ask Ms Weber", "twice"]}).to_excel(
            writer, sheet_name="About", index=False
        )
        frame.to_excel(writer, sheet_name="May", index=False)
        pd.concat([frame, frame]).to_excel(writer, sheet_name="June", index=False)
    failed = []
    page.failed.connect(failed.append)
    page.use_model(model, "run 1")
    drop(page, book)
    qtbot.waitUntil(lambda: not page.is_running, timeout=90_000)
    assert "lacks 7 of the 7 columns" in str(failed[0])
    assert "Choose another sheet" in page.told.text()
    assert page.parts.isVisible()
    assert [page.parts.itemText(place) for place in range(3)] == [
        "About   3 × 1",
        "May   3 × 8",
        "June   5 × 8",
    ]
    for name, rows in (("May", 2), ("June", 4)):
        choose(page.parts, next(t for t in texts(page.parts) if t.startswith(name)))
        qtbot.waitUntil(lambda: not page.is_running, timeout=90_000)
        assert page.differences.rows == rows
    page.start(tmp_path / "out.csv")
    qtbot.waitUntil(lambda: not page.is_running, timeout=90_000)
    assert len(pd.read_csv(tmp_path / "out.csv")) == 4
    drop(page, dataset_path("orders.csv"))
    qtbot.waitUntil(lambda: page.differences is not None, timeout=90_000)
    assert not page.parts.isVisible()


def texts(box):
    return [box.itemText(place) for place in range(box.count())]


def test_a_dropped_file_is_predicted_and_its_differences_are_told(
    qtbot, page, model, new_orders, tmp_path
):
    path, frame = new_orders
    assert not page.predict.isEnabled()
    page.use_model(model, "run 1")
    drop(page, path)
    assert page.predict.isEnabled()
    with qtbot.waitSignal(page.written, timeout=20_000):
        page.start(tmp_path / "out.csv")
    out = pd.read_csv(tmp_path / "out.csv")
    assert out["label"].tolist() == model.predict(frame).tolist()
    np.testing.assert_allclose(out["probability_yes"], model.probabilities(frame)[:, 1], rtol=1e-15)
    text = page.told.text()
    assert "'colour'" in text
    assert "'category' (1 row)" in text
    assert "'customer_age' (1 row)" in text
    assert page.predict.isEnabled()


def test_a_dropped_model_file_is_the_model(qtbot, page, model, tmp_path):
    path = tmp_path / "m.ensemble"
    save_model(model, path)
    drop(page, path)
    qtbot.waitUntil(lambda: page.model is not None, timeout=10_000)
    assert page.model_text.text().startswith("m.ensemble: AdaBoost for 'returned'")


def test_a_file_that_does_not_fit_is_a_sentence(qtbot, page, model, tmp_path):
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n")
    page.use_model(model, "run 1")
    page.use_file(path)
    with qtbot.waitSignal(page.failed, timeout=20_000) as caught:
        page.start(tmp_path / "out.csv")
    assert "lacks" in str(caught.args[0])
    assert not (tmp_path / "out.csv").exists()


def test_what_is_no_model_is_a_sentence(qtbot, page, tmp_path):
    path = tmp_path / "m.ensemble"
    path.write_bytes(b"not a zip")
    with qtbot.waitSignal(page.failed, timeout=10_000) as caught:
        page.take(path)
    assert isinstance(caught.args[0], ModelFileError)


def test_a_model_dropped_on_the_window_opens_the_page_with_it(qtbot, window, model, tmp_path):
    path = tmp_path / "m.ensemble"
    save_model(model, path)
    drop(window, path)
    qtbot.waitUntil(lambda: window.predictions.page.model is not None, timeout=10_000)
    assert window.predictions.page.isVisible()
    assert window.predictions.page.model.target == "returned"
    assert window.workspace.dataset is None


def cells(page):
    """What the table shows, by row."""
    model = page.preview.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def headings(page):
    model = page.preview.model()
    across = Qt.Orientation.Horizontal
    return [model.headerData(place, across) for place in range(model.columnCount())]


def test_the_first_rows_are_seen_before_anything_is_written(qtbot, page, model, new_orders):
    path, frame = new_orders
    page.use_model(model, "run 1")
    assert not page.preview.isVisible()
    page.use_file(path)
    qtbot.waitUntil(page.preview.isVisible, timeout=20_000)
    assert headings(page)[:4] == ["line", "label", "probability", "unlike training"]
    assert headings(page)[4:] == list(frame.columns)
    rows = cells(page)
    assert [row[1] for row in rows] == model.predict(frame).tolist()
    assert [row[4] for row in rows] == ["shoes", "hats"]
    # Hats were never seen, and nobody is 400 years old.
    assert [row[3] for row in rows] == ["", "yes"]
    index = page.preview.model().index(1, 0)
    assert "Unlike the training data" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert page.told.text().startswith("2 rows predicted, not saved yet.")


def test_the_target_in_the_file_is_scored_on_the_page(qtbot, page, model, tmp_path):
    page.use_model(model, "run 1")
    page.use_file(dataset_path("orders.csv"))
    qtbot.waitUntil(page.preview.isVisible, timeout=20_000)
    text = page.told.text()
    assert "'returned' is in the file: " in text
    assert "95 % interval" in text
    assert "guessing 'no' always would be wrong in" in text
    assert "taught with" in text
    assert "The first 200 rows:" in text
    assert len(cells(page)) == 200
    with qtbot.waitSignal(page.written, timeout=20_000):
        page.start(tmp_path / "out.csv")
    out, given = pd.read_csv(tmp_path / "out.csv"), pd.read_csv(dataset_path("orders.csv"))
    pd.testing.assert_frame_equal(out[list(given.columns)], given, check_dtype=False)
    share = 100 * (out["label"] != out["returned"]).mean()
    assert f"{share:.1f} % of 3,000 rows are predicted wrong" in text


def test_the_page_is_there_at_any_time_and_takes_the_round_shown(qtbot, window, tmp_path, model):
    window.predictions.show()
    page = window.predictions.page
    assert page.isVisible()
    assert page.model_text.text() == "none yet: train one, or open a model file"
    assert not page.predict.isEnabled()
    finished_window(qtbot, window, tmp_path, rounds=20)
    window.workspace.go_to(8)
    window.predictions.show()
    assert page.model.rounds == 8
    assert "it has the first 8 of 20 rounds." in page.model_text.text()
    # A model that was opened stays until the run is asked for again.
    path = tmp_path / "m.ensemble"
    save_model(model, path)
    window.shell.ask.open = lambda *_: path
    qtbot.mouseClick(page.choose_model, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.model.target == "returned", timeout=10_000)
    window.predictions.show()
    assert page.model.target == "returned"
    assert page.use_run.isVisible()
    qtbot.mouseClick(page.use_run, Qt.MouseButton.LeftButton)
    assert page.model.rounds == 8
    assert not page.use_run.isVisible()
