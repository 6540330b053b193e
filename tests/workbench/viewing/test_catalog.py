"""Every folder of the views is one, with its tab; adding a view is adding a folder."""

import subprocess
import sys

import pandas as pd
import pytest
from PySide6.QtGui import QImage

from core import AdaBoost, example, fit
from tests.workbench.driving import SECONDS, finished_window
from workbench import views
from workbench.exporting.headless import draw_plots
from workbench.exporting.report import pictures_of
from workbench.viewing import catalog
from workbench.viewing.tab import Side

_TAB = '''"""How many rounds there are."""

from workbench.viewing.tab import Side, Tab

TAB = Tab("Counter", Side.RIGHT, order=15, in_audit=True)
'''
_VIEW = '''"""Draws the number of rounds as a line."""

import pandas as pd

from workbench.viewing.view import PlotView


class RoundCounter(PlotView):
    """The rounds so far."""

    name = "round_counter"
    title = "Round counter"
    empty_text = "Train to count."
    x_label = "round"
    y_label = "rounds so far"

    def restart(self):
        """Another run."""
        self.show_body(self.workspace.rounds > 0)
        self.plot.clear()

    def show_round(self):
        """More rounds."""
        self.show_body(self.workspace.rounds > 0)
        self.plot.clear()
        self.plot.plot([0, self.workspace.rounds], [0, self.workspace.rounds])

    def numbers(self):
        """The rounds."""
        return {"rounds": pd.DataFrame({"round": range(1, self.workspace.rounds + 1)})}
'''


@pytest.fixture
def new_folder(tmp_path, monkeypatch):
    """A folder of one more view, beside those of the program."""
    folder = tmp_path / "more" / "round_counter"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(_TAB)
    (folder / "view.py").write_text(_VIEW)
    monkeypatch.setattr(views, "__path__", [*views.__path__, str(folder.parent)])
    catalog.forget()
    yield
    catalog.forget()
    for name in [name for name in sys.modules if name.startswith("workbench.views.round_counter")]:
        del sys.modules[name]
    vars(views).pop("round_counter", None)


def test_the_groups_are_in_the_order_that_the_folders_say():
    assert catalog.names_on(Side.LEFT)[0] == "error_curves"
    assert catalog.names_on(Side.RIGHT)[0] == "weight_heatmap"
    assert catalog.names_on(Side.BELOW) == ["rows_table"]
    assert catalog.first_views() == ["rows_table", "error_curves", "weight_heatmap"]


@pytest.mark.parametrize("name", catalog.tabs())
def test_the_class_of_a_view_has_the_name_of_its_folder(name):
    assert catalog.view_kind(name).name == name


def test_reading_the_tabs_loads_no_view_and_no_plots():
    code = (
        "import sys; from workbench.viewing.catalog import tabs; print(len(tabs()));"
        "print([name for name in sys.modules if name.split('.')[0] in ('pyqtgraph', 'PySide6')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == [str(len(catalog.tabs())), "[]"]


@pytest.mark.usefixtures("new_folder")
def test_a_new_folder_is_a_view_in_the_window_its_menus_and_exports(qtbot, started, tmp_path):
    window = started()
    finished_window(qtbot, window, tmp_path, rounds=12)
    dock = window.docks.docks["round_counter"]
    assert dock.windowTitle() == "Counter"
    beside = window.docks.tabifiedDockWidgets(window.docks.docks["weight_heatmap"])
    assert dock in beside
    shown = [action.text() for action in window.menus.views.actions()]
    assert "Counter" in shown
    assert shown.index("Weights") < shown.index("Counter") < shown.index("Scatter")
    window.docks.bring("round_counter")
    qtbot.waitUntil(lambda: dock.made is not None and dock.made.has_content, timeout=SECONDS)
    assert "View: Counter…" in [action.text() for action in window.menus.export.actions()]
    out = tmp_path / "out"
    out.mkdir()
    window.shell.ask.folder = lambda *_: out
    window.actions_.export_all.trigger()
    qtbot.waitUntil((out / "round_counter.csv").exists, timeout=4 * SECONDS)
    assert list(pd.read_csv(out / "round_counter.csv")["round"]) == list(range(1, 13))
    assert QImage(str(out / "round_counter.png")).width() == 1920


@pytest.mark.usefixtures("new_folder", "qapp")
def test_a_new_folder_is_in_the_report_and_beside_an_audit_without_a_window(tmp_path):
    run = fit(example("moons"), AdaBoost(rounds=4))
    assert "Round counter" in [picture.title for picture in pictures_of(run).pictures]
    names = {path.name for path in draw_plots(run, tmp_path).paths}
    assert {"round_counter.png", "error_curves.png", "weight_heatmap.png"} <= names
    assert "results.png" not in names
