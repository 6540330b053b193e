"""The predict page: a model and a file, what differs, and the predictions as a file."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from core import AdaBoost, example, fit, save_model
from core.base.errors import ModelFileError
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
