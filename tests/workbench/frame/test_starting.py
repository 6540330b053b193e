"""The first window does without what nobody has asked for, and nothing is missed by that."""

import subprocess
import sys

from core.judging.reviewing.decision import Verb
from tests.workbench.driving import (
    SECONDS,
    end,
    finished_window,
    flipped_csv,
    let_draw,
    open_file,
    wait_until_done,
)
from workbench.frame.window import MainWindow

_START = """
import sys
from workbench.frame.app import make_application
from workbench.frame.window import MainWindow
window = MainWindow(make_application(["start"]))
window.show()
slow = {"numba", "sklearn", "scipy", "xgboost", "pandas", "pyqtgraph", "qtpy"}
slow |= {"core.learning.ensembles", "core.judging.auditing"}
print(sorted(slow & set(sys.modules)))
window.close()
"""


def test_the_first_window_loads_nothing_slow():
    done = subprocess.run(
        [sys.executable, "-c", _START], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_panels_and_pages_are_made_when_they_are_first_seen(qtbot, window, tmp_path):
    panels = window.docks.panels
    assert [name for name, dock in panels.items() if dock.panel] == []
    assert window.desk.made_page is None
    path = tmp_path / "flipped.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    assert panels["data_panel"].panel is window.data_panel
    assert panels["algorithm_panel"].panel is window.algorithm_panel
    assert panels["runs_panel"].panel is window.runs_panel
    assert panels["selection_panel"].panel is None
    window.docks.bring("selection_panel")
    qtbot.waitUntil(lambda: panels["selection_panel"].panel is not None)


def test_a_panel_that_is_made_late_knows_what_was_decided(qtbot, qapp, window, tmp_path):
    window.docks.panels["data_panel"].hide()
    # An example is open at once: there is no page in whose sight panels are made.
    next(link for link in window.welcome.links if link.text() == "mislabelled").click()
    qtbot.waitUntil(lambda: window.workspace.dataset is not None, timeout=SECONDS)
    let_draw(qtbot, window)
    window.controller.reviewer.decide([2, 3, 4], Verb.EXCLUDE)
    assert window.docks.panels["data_panel"].panel is None
    window.docks.bring("data_panel")
    let_draw(qtbot, window)
    assert window.data_panel.file.text() == "mislabelled.csv"
    assert window.data_panel.revision.text() == "revision 1: 3 excluded"
    assert window.data_panel.isVisibleTo(window)


def test_a_review_that_is_made_late_tells_before_and_after(qtbot, window, tmp_path):
    lines = finished_window(qtbot, window, tmp_path)
    window.controller.reviewer.decide(lines, Verb.EXCLUDE)
    window.actions_.rerun.trigger()
    qtbot.waitUntil(lambda: len(window.workspace.runs) == 2)
    wait_until_done(qtbot, window)
    told = window.review.page.before_after.text
    qtbot.waitUntil(lambda: told.text().startswith("Trained again."), timeout=30_000)


def test_a_theme_reaches_what_is_made_later(qtbot, qapp):
    window = MainWindow(qapp)
    dark = next(a for a in window.actions_.themes.actions() if a.data() == "dark")
    dark.trigger()
    assert window.data_panel.balance.theme.name == "dark"
    assert window.desk.page.theme.name == "dark"
    next(a for a in window.actions_.themes.actions() if a.data() == "light").trigger()
    assert window.data_panel.balance.theme.name == "light"
    end(window)
