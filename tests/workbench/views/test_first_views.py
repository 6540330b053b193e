"""What the views draw is what the run says, computed by another way."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from core import AdaBoost, Dataset, example, fit
from core.learning.run import Guess
from tests.workbench.views.showing import difference, shown
from workbench.exporting.rendering import picture
from workbench.shell import theme
from workbench.views.error_curves.view import ErrorCurves
from workbench.views.rows_table.view import RowsTable
from workbench.views.weight_heatmap.view import WeightHeatmap


@pytest.fixture(scope="module")
def run():
    return fit(example("orders"), AdaBoost(rounds=40))


def test_error_curves_are_the_errors_of_the_predictions(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    data = run.dataset
    given = np.array(data.classes, dtype=object)[data.labels]
    for number in (1, 7, 40):
        wrong = run.model.first(number).predict(data) != given
        for name, part in (
            ("training_error", ~data.validation),
            ("validation_error", data.validation),
        ):
            x, y = view.curves[name].getOriginalDataset()
            assert x[number - 1] == number
            assert y[number - 1] == pytest.approx(wrong[part].mean())
    no = np.mean(given[data.validation] != "no")
    assert view.guessing.line.value() == pytest.approx(no)
    assert Guess.of(data).label == "no"


def test_bound_and_weighted_error_follow_their_formula(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run, size=(640, 600))
    view.change_options(below=("weighted_error", "bound"))
    strips = {name: strip.lines[0].values for name, strip in view.strips.plots.items()}
    epsilon = strips["weighted_error"]
    np.testing.assert_allclose(strips["bound"], np.cumprod(2 * np.sqrt(epsilon * (1 - epsilon))))
    np.testing.assert_allclose(run.history.votes, 0.5 * np.log((1 - epsilon) / epsilon))


def test_round_line_can_be_dragged_and_follows(qtbot, workspace, run):
    view = shown(qtbot, ErrorCurves, workspace, run)
    assert view.round_line.value() == 40
    view.round_line.setValue(12.3)
    view.round_line.sigDragged.emit(view.round_line)
    assert workspace.round == 12
    workspace.go_to(5)
    assert view.round_line.value() == 5


def test_heatmap_holds_the_heaviest_row_of_each_pixel(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    shot = view.picture
    weights = np.column_stack([run.history.relative_weights(t) for t in range(41)])
    logs = np.log10(weights[shot.ranked[shot.top : shot.bottom]])
    rows = shot.pixel_rows(np.arange(shot.top, shot.bottom))
    columns = np.arange(41) * shot.image.shape[1] // 41
    expected = np.full(shot.image.shape, -np.inf)
    np.maximum.at(expected, (rows[:, None], columns[None, :]), logs)
    np.testing.assert_allclose(shot.image, expected, atol=1e-5)
    suspicion = run.history.suspicion()
    assert np.all(np.diff(suspicion[shot.ranked]) <= 0)


def test_heatmap_zoom_shows_single_rows(qtbot, workspace, run):
    view = shown(qtbot, WeightHeatmap, workspace, run)
    view._box.setYRange(100, 120, padding=0)
    view.draw_now()
    assert view.picture.bottom - view.picture.top <= 30
    assert len(view.picture.image) == view.picture.bottom - view.picture.top
    view._box.clicked.emit(110.5, False)
    assert list(workspace.selection) == [run.dataset.lines[view.picture.ranked[110]]]
    view._box.stretched.emit(112.1, 114.9, True)
    chosen = view.picture.ranked[[110, 112, 113, 114]]
    assert set(workspace.selection) == set(run.dataset.lines[chosen])


def test_table_shows_the_quantities_of_the_round(qtbot, workspace, run):
    view = shown(qtbot, RowsTable, workspace, run)
    workspace.go_to(11)
    model, history = view.model, run.history
    titles = [column.title for column in model.columns]
    first = int(model.order[0])
    cells = {title: model.data(model.index(0, place)) for place, title in enumerate(titles)}
    assert first == int(np.argmax(history.suspicion()))
    assert cells["line"] == f"{run.dataset.lines[first]:,}"
    assert float(cells["margin"]) == pytest.approx(history.margins(11)[first], abs=0.006)
    weight = history.relative_weights(11)[first]
    assert float(cells["weight"].rstrip("x")) == pytest.approx(weight, rel=0.06)
    predicted = run.model.first(11).predict(run.dataset)[first]
    assert cells["predicted (learned it)"] == predicted


def test_table_sorts_by_any_column(qtbot, workspace, run):
    view = shown(qtbot, RowsTable, workspace, run)
    titles = [column.title for column in view.model.columns]
    view.table.horizontalHeader().sectionClicked.emit(titles.index("price"))
    prices = next(c for c in run.dataset.features if c.name == "price").values
    assert np.all(np.diff(prices[view.model.order]) <= 0)
    view.table.horizontalHeader().sectionClicked.emit(titles.index("price"))
    assert np.all(np.diff(prices[view.model.order]) >= 0)


def test_sorting_keeps_the_selection(qtbot, workspace, run):
    view = shown(qtbot, RowsTable, workspace, run)
    workspace.select(run.dataset.lines[[5, 17, 300]])
    view.table.horizontalHeader().sectionClicked.emit(0)
    assert list(workspace.selection) == list(run.dataset.lines[[5, 17, 300]])
    picked = {view.model.order[index.row()] for index in view.table.selectionModel().selectedRows()}
    assert picked == {5, 17, 300}


def test_a_selection_of_every_other_row_is_shown_at_once(qtbot, workspace):
    import pandas as pd

    rows = 20_000
    frame = pd.DataFrame({"x": np.arange(rows) % 97, "y": np.arange(rows) % 2})
    run = fit(Dataset.from_frame(frame, "y"), AdaBoost(rounds=2))
    view = shown(qtbot, RowsTable, workspace, run)
    workspace.select(run.dataset.lines[::2])
    assert len(view.lines_selected()) == rows // 2
    place = int(np.flatnonzero(view.model.order == 0)[0])
    colour = view.model.data(view.model.index(place, 0), Qt.ItemDataRole.BackgroundRole)
    assert colour.name().upper() == theme.LIGHT.selection


def test_without_a_run_every_view_says_what_will_be_there(qtbot, workspace):
    for kind in (ErrorCurves, WeightHeatmap, RowsTable):
        view = kind(workspace)
        qtbot.addWidget(view)
        view.show()
        assert view._empty.isVisible()
        assert len(view._empty.text()) > 20


@pytest.mark.parametrize("kind", [ErrorCurves, WeightHeatmap])
def test_a_picture_shows_what_the_screen_shows(qtbot, workspace, run, kind, tmp_path):
    view = shown(qtbot, kind, workspace, run)
    view.apply_theme(theme.DARK)
    (tmp_path / "plot.png").write_bytes(picture(view, ".png"))
    assert view.theme is theme.DARK
    view.apply_theme(theme.LIGHT)
    qtbot.wait(50)
    screen = view.canvas.grab().toImage()
    exported = QImage(str(tmp_path / "plot.png"))
    # Two pixels make one; above the content stand a title and what the view says in words.
    assert exported.width() == 2 * screen.width()
    head = exported.height() - 2 * screen.height()
    assert head >= 64
    below_title = exported.copy(0, head, exported.width(), exported.height() - head)
    assert difference(screen, below_title) < 8


@pytest.mark.parametrize("kind", [ErrorCurves, WeightHeatmap])
def test_an_svg_looks_like_the_png(qtbot, workspace, run, kind):
    from PySide6.QtCore import QByteArray
    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgRenderer

    view = shown(qtbot, kind, workspace, run)
    png = QImage.fromData(picture(view, ".png"))
    renderer = QSvgRenderer(QByteArray(picture(view, ".svg")))
    assert renderer.isValid()
    drawn = QImage(png.size(), QImage.Format.Format_RGB32)
    drawn.fill(Qt.GlobalColor.white)
    painter = QPainter(drawn)
    renderer.render(painter)
    painter.end()
    assert difference(png, drawn) < 12
