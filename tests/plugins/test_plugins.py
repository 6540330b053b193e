"""Plugins: one package that adds what there is to add, and broken ones that harm nothing."""

import importlib
import shutil
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from core import WorkbenchError, example, fit
from core.base import plugins
from core.commands import plugin_list
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from core.learning.predictors.predictor import Predictor
from core.storage.model_file import load_model, save_model
from main import main
from resources import help_text
from tests.workbench.driving import SECONDS, choose, flipped_csv, is_done, open_file
from workbench.viewing import catalog

EXAMPLE = Path(__file__).parent / "example"


def forget_all():
    plugins.forget()
    catalog.forget()
    registry._algorithms.cache_clear()
    getattr(Predictor.kinds, "cache_clear", lambda: None)()


@pytest.fixture
def installing(tmp_path, monkeypatch):
    """Installs packages as pip would: their files, and a .dist-info beside them."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    before = set(sys.modules)

    def install(project, files=None, folder=None):
        if folder is not None:
            shutil.copytree(folder, site / folder.name)
        for name, text in (files or {}).items():
            (site / name).parent.mkdir(parents=True, exist_ok=True)
            (site / name).write_text(text)
        info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        info.mkdir()
        head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        (info / "METADATA").write_text(head)
        lines = []
        for group, entries in project["entry-points"].items():
            lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
        (info / "entry_points.txt").write_text("\n".join(lines))
        importlib.invalidate_caches()
        forget_all()

    yield install
    for name in set(sys.modules) - before:
        if str(site) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
    monkeypatch.undo()
    forget_all()


@pytest.fixture
def installed(installing):
    """The example."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    installing(project, folder=EXAMPLE / "nearest_means")


def broken(installing, name, group, text, value="Thing"):
    """Install a package of one module; gives how it is listed."""
    project = {"name": name, "version": "1.0", "entry-points": {group: {name: f"{name}:{value}"}}}
    installing(project, {f"{name}.py": text})
    plugin_list.load_core()
    catalog.tabs()
    return next(each for each in plugins.listed() if each.package == name)


@pytest.mark.usefixtures("installed")
def test_an_ensemble_and_a_learner_of_a_plugin_are_trained_and_kept(tmp_path):
    kind = registry.member(Ensemble, "means_committee")
    learner = registry.member(Learner, "nearest_mean")
    data = example("moons")
    run = fit(data, kind(rounds=12, base=learner(shrunk=0.1)))
    assert run.rounds == 12
    assert run.history.error(12) < 0.25
    save_model(run.model, tmp_path / "means.ensemble")
    forget_all()  # as another program that opens the file
    again = load_model(tmp_path / "means.ensemble")
    np.testing.assert_array_equal(again.predict(data), run.model.predict(data))
    boosted = fit(data, registry.member(Ensemble, "adaboost")(rounds=5, base=learner()))
    assert boosted.history.error(5) < 0.25
    assert help_text("ensembles", "means_committee").startswith("# Committee of means")


def test_a_model_of_a_plugin_that_is_gone_is_a_sentence(installing, tmp_path, monkeypatch):
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    installing(project, folder=EXAMPLE / "nearest_means")
    run = fit(example("moons"), registry.member(Ensemble, "means_committee")(rounds=2))
    save_model(run.model, tmp_path / "means.ensemble")
    monkeypatch.setenv(plugins.SWITCH, "off")
    forget_all()
    assert "means_committee" not in [kind.name for kind in registry.members(Ensemble)]
    with pytest.raises(WorkbenchError, match="means.ensemble"):
        load_model(tmp_path / "means.ensemble")


@pytest.mark.usefixtures("installed")
def test_a_plugin_is_trained_and_shown_in_the_window(qtbot, started, tmp_path):
    window = started()
    path = tmp_path / "flipped.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    choose(window.algorithm_panel.algorithm, "Committee of means")
    assert "Breiman 1996" in window.algorithm_panel.summary.text()
    window.actions_.train.trigger()
    qtbot.waitUntil(lambda: is_done(window), timeout=SECONDS)
    assert window.workspace.current.run.settings.name == "means_committee"
    dock = window.docks.docks["class_counts"]
    assert dock in window.docks.tabifiedDockWidgets(window.docks.docks["error_curves"])
    assert "Classes" in [action.text() for action in window.menus.views.actions()]
    assert "View: Classes…" in [action.text() for action in window.menus.export.actions()]
    window.docks.bring("class_counts")
    qtbot.waitUntil(lambda: dock.made is not None and dock.made.has_content, timeout=SECONDS)
    assert dock.made.numbers()["counts"]["rows"].sum() == 400
    window.actions_.plugins.trigger()
    page = window.plugins_page
    assert page.isVisible()
    table = [
        [page.table.item(row, column).text() for column in range(5)]
        for row in range(page.table.rowCount())
    ]
    assert ["nearest-means", "0.3.1", "view", "class_counts", "in use"] in table
    assert [row[2] for row in table] == ["ensemble", "learner", "predictor", "view"]
    qtbot.mouseClick(page.back, Qt.MouseButton.LeftButton)
    assert not page.isVisible()


ADDS = """
from dataclasses import dataclass
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
{body}
"""
BROKEN = {
    "fails_to_import": (plugins.ENSEMBLES, "import no_such_module", "no_such_module"),
    "leaves": (plugins.LEARNERS, "import sys\nsys.exit(3)", "SystemExit: 3"),
    "no_class": (plugins.ENSEMBLES, "Thing = 5", "5 is not derived from"),
    "wrong_base": (
        plugins.ENSEMBLES,
        ADDS.format(body="class Thing(Learner):\n    name = 'thing'"),
        "is not derived from core.learning.ensemble.Ensemble",
    ),
    "abstract": (
        plugins.LEARNERS,
        ADDS.format(body="class Thing(Learner):\n    name = title = summary = 'thing'"),
        "Thing does not say how to fit.",
    ),
    "raises": (
        plugins.LEARNERS,
        ADDS.format(body="class Thing(Learner):\n    name = 1 / 0"),
        "ZeroDivisionError",
    ),
    "clashes": (
        plugins.LEARNERS,
        ADDS.format(
            body="class Thing(Learner):\n    name = title = summary = 'stump'\n"
            "    def fit(self, problem, weights, seed): ..."
        ),
        "There is an algorithm called 'stump' already",
    ),
    "no_tab": (plugins.VIEWS, "Thing = None", "no package with a TAB"),
    "no_predictor": (plugins.PREDICTORS, "class Thing: pass", "is not derived from"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_listed_with_its_traceback_and_harms_nothing(name, installing, capsys):
    own = [kind.name for kind in registry.members(registry.Settings)]
    group, text, why = BROKEN[name]
    found = broken(installing, name, group, text)
    assert "Traceback" in found.error
    assert why in found.error
    assert [kind.name for kind in registry.members(registry.Settings)] == own
    assert registry.member(Learner, "stump").__module__.startswith("core.")
    assert list(catalog.tabs()) == list(catalog.own_tabs())
    assert main(["plugins"]) == 0
    told = capsys.readouterr().out
    assert f"{name} 1.0: {found.adds} {name} (broken)" in told
    assert why in told


def test_a_view_that_cannot_be_made_is_told_in_its_place(qtbot, installing, started):
    project = {
        "name": "sad",
        "version": "1.0",
        "entry-points": {plugins.VIEWS: {"sad_view": "sad_view"}},
    }
    tab = "from workbench.viewing.tab import Side, Tab\nTAB = Tab('Sad', Side.RIGHT, 90)\n"
    view = (
        "from workbench.viewing.view import View\n"
        "class SadView(View):\n"
        "    name = title = 'sad_view'\n"
        "    def __init__(self, workspace):\n        raise OSError('no luck')\n"
    )
    installing(project, {"sad_view/__init__.py": tab, "sad_view/view.py": view})
    window = started()
    made = window.docks.view("sad_view")
    assert not made.has_content
    assert "could not be made" in made._empty.text()
    window.actions_.plugins.trigger()
    page = window.plugins_page
    assert page.table.item(0, 4).text() == "broken"
    assert "no luck" in page.error.toPlainText()


def test_without_plugins_there_is_a_sentence(capsys):
    forget_all()
    assert main(["plugins"]) == 0
    assert capsys.readouterr().out.startswith("No plugin is installed.")
