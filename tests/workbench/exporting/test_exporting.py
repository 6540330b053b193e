"""What is exported is what was said: its files, its names, and pictures that are finished."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from core import AdaBoost, example, fit
from core.base.errors import DataError
from core.base.journal import Journal
from main import main
from tests.workbench.driving import SECONDS, finished_window, flipped_csv
from workbench.exporting import view_pictures as figures
from workbench.exporting.figure_dialog import Wish
from workbench.exporting.figure_style import FigureStyle
from workbench.exporting.headless import draw_plots
from workbench.exporting.report import pictures_of
from workbench.exporting.view_pictures import Figures, Unfinished, taken
from workbench.jobs.registry import JobsAtOnce
from workbench.state.workspace import RunItem, Workspace
from workbench.views.error_curves.view import ErrorCurves
from workbench.views.weight_paths.view import WeightPaths


@pytest.fixture(scope="module")
def run():
    return fit(example("moons"), AdaBoost(rounds=8))


def wait(qtbot, window):
    """Until nothing is drawn or written any more."""
    qtbot.waitUntil(lambda: not window.exports.figures.is_running, timeout=4 * SECONDS)
    qtbot.waitUntil(lambda: window.jobs.is_idle and window.jobs.is_free, timeout=SECONDS)


def exported(window):
    """What the journal says was exported."""
    entries = Journal(window.session.journal.path).entries()
    return [entry.facts for entry in entries if entry.what == "exported"]


class SavedAs:
    """Answers the dialog by its own suggestion, in a folder; knows what it was asked."""

    def __init__(self, folder):
        self.folder, self.asked = folder, []

    def __call__(self, title, suggestion, _kinds):
        self.asked.append((title, suggestion))
        return self.folder / suggestion


def export_numbers(qtbot, window, name, save):
    window.exports.ask_figure = lambda *_: Wish(".csv", FigureStyle())
    window.shell.ask.save = save
    window.exports.export_view(name)
    wait(qtbot, window)


def test_numbers_of_one_table_are_in_the_file_that_was_told(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=12)
    save = SavedAs(tmp_path)
    export_numbers(qtbot, window, "error_curves", save)
    path = tmp_path / "error_curves.csv"
    assert save.asked == [("Export the numbers: Error curves", path.name)]
    assert len(pd.read_csv(path)) == 12
    assert window.activity.text() == f"The numbers are in {path}."
    assert exported(window) == [{"kind": "numbers", "path": str(path)}]


@pytest.mark.parametrize(
    ("name", "title", "parts"),
    [
        ("weight_paths", "Weight paths", ["paths", "against"]),
        ("decision_boundary", "Decision boundary", ["surface", "rows"]),
    ],
)
def test_numbers_of_two_tables_are_asked_for_one_by_one(
    qtbot, window, tmp_path, name, title, parts
):
    finished_window(qtbot, window, tmp_path, rounds=12)
    out = tmp_path / "out"
    out.mkdir()
    save = SavedAs(out)
    export_numbers(qtbot, window, name, save)
    files = [f"{name}-{part}.csv" for part in parts]
    assert save.asked == [
        (f"Export the numbers: {title} ({part})", file)
        for part, file in zip(parts, files, strict=True)
    ]
    assert sorted(path.name for path in out.iterdir()) == sorted(files)
    told = [facts["path"] for facts in exported(window)]
    assert sorted(told) == sorted(str(out / file) for file in files)
    assert any(window.activity.text() == f"The numbers are in {out / file}." for file in files)


def test_a_part_that_nobody_wants_is_not_written(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=12)
    names = iter([None, tmp_path / "mine.csv"])
    export_numbers(qtbot, window, "weight_paths", lambda *_: next(names))
    assert [facts["path"] for facts in exported(window)] == [str(tmp_path / "mine.csv")]
    assert "round" in pd.read_csv(tmp_path / "mine.csv")


def test_a_view_without_numbers_is_a_sentence(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=12)
    export_numbers(qtbot, window, "bias_variance", lambda *_: pytest.fail("there is nothing"))
    sentence = "Bias and variance shows no numbers yet. Train first, then export them."
    assert window.strip.text.text() == sentence
    assert window.jobs.is_free


def export_all(qtbot, window, folder):
    window.shell.ask.folder = lambda *_: folder
    window.actions_.export_all.trigger()
    assert window.status.cancel.isVisible()
    wait(qtbot, window)


def test_all_views_are_written_and_nothing_is_replaced_unasked(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=12)
    out = tmp_path / "out"
    out.mkdir()
    mine = out / "error_curves.csv"
    mine.write_text("mine")
    asked = []
    window.shell.ask.replace = asked.append
    export_all(qtbot, window, out)
    assert asked == [[mine]]
    assert [path.name for path in out.iterdir()] == [mine.name]
    assert mine.read_text() == "mine"
    assert window.activity.text() == "Nothing was written."
    assert not exported(window)

    window.shell.ask.replace = lambda *_: True
    export_all(qtbot, window, out)
    names = {path.name for path in out.iterdir()}
    for stem in ("error_curves", "weight_heatmap", "rows_table"):
        assert {f"{stem}.png", f"{stem}.svg", f"{stem}.pdf", f"{stem}.csv"} <= names
    assert {"weight_paths-paths.csv", "weight_paths-against.csv"} <= names
    votes = window.workspace.current.history.curve("vote")
    np.testing.assert_allclose(pd.read_csv(mine)["vote"], votes, rtol=1e-15)
    assert QImage(str(out / "weight_heatmap.png")).width() == 1920
    assert not window.strip.isVisible()
    assert not window.status.cancel.isVisible()
    assert window.activity.text() == f"{len(names)} files of plots and numbers are in {out}."
    [facts] = exported(window)
    assert facts["path"] == str(out)
    assert set(facts["files"]) == names


def test_a_folder_that_cannot_be_written_to_is_a_sentence(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    export_all(qtbot, window, tmp_path / "no such folder")
    assert "could not be written" in window.strip.text.text()
    assert not exported(window)
    assert window.jobs.is_free


@pytest.mark.parametrize(
    "action", ["export_model", "export_onnx", "export_rows", "export_spreadsheet", "export_report"]
)
def test_an_export_that_fails_is_a_sentence_and_no_entry(qtbot, window, tmp_path, action):
    finished_window(qtbot, window, tmp_path, rounds=5)
    folder = tmp_path / "no such folder"
    window.shell.ask.save = lambda _title, suggestion, _kinds: folder / suggestion
    getattr(window.actions_, action).trigger()
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert "could not be written" in window.strip.text.text()
    assert window.jobs.is_free
    assert not exported(window)


# Pictures that take their time


class Time:
    """Whether the error curves have had the time that they take."""

    is_up = False


@pytest.fixture
def time(monkeypatch):
    """Lets the error curves take longer than anybody's patience, until their time is up."""
    given = Time()
    usual = ErrorCurves.is_ready

    def is_ready(view):
        return given.is_up and usual.fget(view)

    monkeypatch.setattr(ErrorCurves, "is_ready", property(is_ready))
    return given


def test_a_view_is_waited_for_however_long_it_takes(qtbot, window, tmp_path, time):
    finished_window(qtbot, window, tmp_path, rounds=12)
    window.exports.ask_figure = lambda *_: Wish(".png", FigureStyle(600, 400))
    window.shell.ask.save = lambda *_: tmp_path / "curves.png"
    window.exports.figures._timer.setInterval(1)
    window.exports.export_view("error_curves")
    assert window.activity.text() == "Drawing Error curves…"
    qtbot.wait(900)  # far more than 400 looks
    assert window.exports.figures.is_running
    assert window.status.cancel.isVisible()
    assert not (tmp_path / "curves.png").exists()
    time.is_up = True
    wait(qtbot, window)
    assert not QImage(str(tmp_path / "curves.png")).isNull()
    assert window.activity.text() == f"The plot is in {tmp_path / 'curves.png'}."
    assert not window.status.cancel.isVisible()


@pytest.mark.parametrize("what", ["view", "all", "report"])
def test_waiting_can_be_called_off(qtbot, window, tmp_path, time, what):
    finished_window(qtbot, window, tmp_path, rounds=12)
    out = tmp_path / "out"
    out.mkdir()
    window.exports.ask_figure = lambda *_: Wish(".png", FigureStyle(600, 400))
    window.shell.ask.save = lambda _title, suggestion, _kinds: out / suggestion
    window.shell.ask.folder = lambda *_: out
    if what == "view":
        window.exports.export_view("error_curves")
    else:
        getattr(window.actions_, {"all": "export_all", "report": "export_report"}[what]).trigger()
    qtbot.waitUntil(lambda: "Error curves" in window.activity.text(), timeout=SECONDS)
    qtbot.wait(100)
    qtbot.mouseClick(window.status.cancel, Qt.MouseButton.LeftButton)
    assert not window.exports.figures.is_running
    assert window.activity.text() == "Nothing was written."
    assert not window.status.cancel.isVisible()
    assert window.jobs.is_free
    assert not list(out.iterdir())


def test_another_export_waits_its_turn(qtbot, window, tmp_path, time):
    finished_window(qtbot, window, tmp_path, rounds=12)
    window.exports.ask_figure = lambda *_: Wish(".png", FigureStyle(600, 400))
    window.shell.ask.save = lambda *_: tmp_path / "curves.png"
    window.exports.export_view("error_curves")
    window.actions_.export_report.trigger()
    assert window.strip.text.text() == (
        "Nothing can be exported while something else is under way (Drawing Error curves). "
        "Wait for it, or cancel it."
    )
    time.is_up = True
    wait(qtbot, window)
    assert (tmp_path / "curves.png").exists()


def broken(*_arguments):
    raise DataError("There is no such quantile.")


def test_a_picture_that_cannot_be_computed_is_left_out_and_told(
    qtbot, window, tmp_path, monkeypatch
):
    finished_window(qtbot, window, tmp_path, rounds=12)
    monkeypatch.setattr("workbench.views.weight_paths.path_computer.PathComputer.paths", broken)
    why = "Weight paths could not be finished: There is no such quantile."
    window.exports.ask_figure = lambda *_: Wish(".png", FigureStyle(600, 400))
    window.shell.ask.save = SavedAs(tmp_path)
    window.exports.export_view("weight_paths")
    wait(qtbot, window)
    assert window.strip.text.text() == f"{why} Nothing was written."
    assert not (tmp_path / "weight_paths.png").exists()

    window.actions_.export_report.trigger()
    wait(qtbot, window)
    assert window.strip.text.text() == f"{why} It is not in the report."
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert why in page
    assert 'alt="Weight paths' not in page
    assert 'alt="Error curves' in page

    out = tmp_path / "out"
    out.mkdir()
    export_all(qtbot, window, out)
    assert window.strip.text.text() == f"{why} It is not in {out}."
    assert not list(out.glob("weight_paths*"))
    assert (out / "error_curves.png").exists()


def test_no_picture_is_of_another_run_than_was_asked_for(qtbot, window, tmp_path, time):
    finished_window(qtbot, window, tmp_path, rounds=12)
    window.controller.remove_run(window.workspace.current)  # to be put back
    window.actions_.undo.trigger()
    window.exports.ask_figure = lambda *_: Wish(".png", FigureStyle(600, 400))
    window.shell.ask.save = SavedAs(tmp_path)
    window.exports.export_view("error_curves")
    window.actions_.remove_run.trigger()
    time.is_up = True
    wait(qtbot, window)
    assert window.strip.text.text() == (
        "Error curves could not be finished: another run was shown meanwhile. Nothing was written."
    )


def test_without_a_window_what_cannot_be_drawn_is_told(qapp, run, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("workbench.views.weight_paths.path_computer.PathComputer.paths", broken)
    drawn = pictures_of(run)
    why = "Weight paths could not be finished: There is no such quantile."
    assert drawn.unfinished == (why,)
    assert "Error curves" in [picture.title for picture in drawn.pictures]
    path = tmp_path / "flipped.csv"
    flipped_csv(path, rows=200, flipped=8)
    page = tmp_path / "report.html"
    arguments = ["report", path, "--target", "label", "--set", "rounds=5", "--out", page]
    assert main([str(argument) for argument in arguments]) == 0
    assert why in capsys.readouterr().out
    assert why in page.read_text(encoding="utf-8")


def test_without_a_window_nobody_is_waited_for_for_ever(qapp, run, monkeypatch, tmp_path, time):
    monkeypatch.setattr(figures, "_PATIENCE_SECONDS", 0.2)
    drawn = draw_plots(run, tmp_path)
    assert drawn.unfinished == (
        "Error curves could not be finished: it was not ready after 0.2 s.",
    )
    assert {path.name for path in drawn.paths} == {
        "weight_heatmap.png",
        "weight_heatmap.svg",
        "weight_heatmap.pdf",
    }
    assert {path.name for path in tmp_path.glob("weight_heatmap.*")} == {
        path.name for path in drawn.paths
    }


def test_an_error_while_it_is_drawn_leaves_one_out_and_goes_on(qtbot, run):
    space = Workspace(JobsAtOnce())
    space.set_dataset(run.dataset)
    space.show_run(RunItem(1, run))
    views = [WeightPaths(space), ErrorCurves(space)]
    for view in views:
        qtbot.addWidget(view)
    seen = []

    def take(view):
        if not seen:
            seen.append(view.title)
            raise MemoryError
        seen.append(view.title)

    unfinished = taken(space, views, take)
    assert seen == ["Weight paths", "Error curves"]
    assert unfinished == (Unfinished("Weight paths", "there is not enough memory for it"),)


def test_figures_that_are_stopped_leave_no_view_posing(qtbot, run, time):
    space = Workspace(JobsAtOnce())
    space.set_dataset(run.dataset)
    space.show_run(RunItem(1, run))
    view = ErrorCurves(space)
    qtbot.addWidget(view)
    taking = Figures(space)
    with qtbot.waitSignal(taking.stopped):
        taking.of([view], pytest.fail)
        assert view.is_watched
        taking.stop()
    assert not view.is_watched
    assert not taking.is_running
