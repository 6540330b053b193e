"""Layouts by name: ready-made, kept by a person, on a smaller screen, and damaged."""

import json

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QTabBar

from tests.workbench.driving import SECONDS, end, finished_window, let_draw
from workbench.frame.docking.layouts import Layouts
from workbench.frame.window import MainWindow
from workbench.shell.user_folders import preferences


@pytest.fixture
def shown(qtbot, window, tmp_path):
    window.resize(1280, 720)
    finished_window(qtbot, window, tmp_path, rounds=5)
    return window


def choose(qtbot, window, name):
    """Take an entry of View > Layouts."""
    entry = next(each for each in window.layout_menu.actions() if each.text() == name)
    entry.trigger()
    QApplication.processEvents()
    let_draw(qtbot, window)
    QApplication.processEvents()


def area(window, name):
    dock = window.docks.docks.get(name) or window.docks.panels[name]
    return dock.width() * dock.height() if window.docks.is_seen(name) else 0


def open_docks(window):
    return {dock.objectName() for dock in window.docks.all_docks() if not dock.isHidden()}


def test_each_ready_made_layout_makes_its_own_large(qtbot, shown):
    usual = {name: area(shown, name) for name in ("error_curves", "weight_heatmap", "rows_table")}
    everything = open_docks(shown)
    choose(qtbot, shown, "Watch")
    assert area(shown, "error_curves") > 1.2 * usual["error_curves"]
    assert area(shown, "weight_heatmap") > 1.2 * usual["weight_heatmap"]
    assert open_docks(shown) == everything
    choose(qtbot, shown, "Clean")
    assert shown.docks.is_seen("selection_panel")
    assert shown.docks.is_seen("data_scatter")
    assert shown.docks.is_seen("rows_table")
    assert area(shown, "data_scatter") > usual["error_curves"]
    assert open_docks(shown) == everything
    choose(qtbot, shown, "Teach")
    assert area(shown, "error_curves") > 2 * usual["error_curves"]
    assert shown.docks.is_seen("algorithm_panel")
    assert not open_docks(shown) & {"data_panel", "runs_panel", "selection_panel", "rows_table"}
    assert shown.round_bar.is_large
    shown.actions_.default_layout.trigger()
    QApplication.processEvents()
    assert open_docks(shown) == everything
    assert not shown.round_bar.is_large


def test_every_group_of_views_has_its_tabs_in_sight(qtbot, shown):
    for name in ("Teach", "Watch", "Clean", "Teach", "Clean", "Teach"):
        choose(qtbot, shown, name)
        docks = [dock for dock in shown.docks.all_docks() if not dock.isHidden()]
        tabbed = {
            dock.windowTitle()
            for dock in docks
            if any(not each.isHidden() for each in shown.docks.tabifiedDockWidgets(dock))
        }
        bars = [bar for bar in shown.docks.findChildren(QTabBar) if bar.isVisible()]
        told = {bar.tabText(place) for bar in bars for place in range(bar.count())}
        assert tabbed <= told, name


def test_one_action_at_a_time_is_prominent(qtbot, shown):
    assert shown.verdict.step is not None
    for name in ("Watch", "Clean", "Teach"):
        choose(qtbot, shown, name)
        prominent = [
            button
            for button in shown.findChildren(QAbstractButton)
            if button.property("primary") and button.isVisible() and button.isEnabled()
        ]
        assert prominent == [shown.verdict.button], name


def test_a_layout_is_kept_named_taken_and_deleted(qtbot, shown, qapp):
    shown.docks.panels["data_panel"].hide()
    shown.docks.bring("margins")
    told = shown.docks.layout_data()
    shown.layout_menu.ask_name = lambda _parent: "  Mine & theirs "
    choose(qtbot, shown, "&Save this layout…")
    shown.actions_.default_layout.trigger()
    QApplication.processEvents()
    assert not shown.docks.panels["data_panel"].isHidden()
    again = Layouts(shown.docks, shown)  # as the next start finds it
    assert again.kept == ["Mine & theirs"]
    choose(qtbot, shown, "Mine && theirs")
    assert shown.docks.panels["data_panel"].isHidden()
    assert shown.docks.is_seen("margins")
    assert shown.docks.layout_data()["areas"].keys() == told["areas"].keys()
    shown.layout_menu.removal.actions()[0].trigger()
    assert "Mine && theirs" not in [each.text() for each in shown.layout_menu.actions()]
    assert not shown.layout_menu.removal.isEnabled()
    assert Layouts(shown.docks, shown).kept == []


def test_nobody_changes_a_ready_made_layout(shown):
    layouts = shown.layouts
    for name in ("Watch", "", "   "):
        layouts.keep(name)
    assert layouts.kept == []


@pytest.mark.parametrize("name", ["Watch", "Clean", "Teach", "Large"])
def test_on_a_smaller_screen_nothing_is_hidden(name, qtbot, shown):
    shown.resize(2560, 1440)
    QApplication.processEvents()
    shown.docks.docks["margins"].setFloating(True)
    shown.docks.docks["margins"].setGeometry(2000, 1200, 500, 400)
    shown.layouts.keep("Large")
    shown.resize(1280, 720)
    qtbot.waitUntil(lambda: shown.docks.width() < 1280, timeout=SECONDS)
    choose(qtbot, shown, name)
    inside = shown.docks.rect()
    for dock in shown.docks.all_docks():
        if dock.isFloating():
            assert dock.screen().availableGeometry().intersects(dock.geometry())
        elif shown.docks.is_seen(dock.objectName()):
            assert inside.contains(dock.geometry()), dock.objectName()
            assert dock.height() > 60, dock.objectName()
    assert shown.height() == 720
    assert shown.status.geometry().bottom() <= 720


def test_from_another_place_a_layout_leads_to_its_place(qtbot, shown):
    shown.navigator.go("export")
    choose(qtbot, shown, "Clean")
    assert shown.navigator.place == "train"


GOOD = {"version": 1, "size": [800, 600], "floating": {}, "closed": []} | {
    "areas": {"left": {"extent": 200, "holds": {"tabs": ["data_panel"], "front": "data_panel"}}}
}
DAMAGED = {
    "no text": 7,
    "no JSON": "{",
    "a list": "[1, 2]",
    "deep": "[" * 100_000,
    "no layouts": json.dumps({"a": None, "b": 3, "c": {"version": 1}, "d": {"version": 99}}),
    "of unknown docks": json.dumps({"e": GOOD | {"areas": {"left": {"extent": 2, "holds": {
        "tabs": ["no such dock"], "front": "no such dock"}}}}}),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED)
def test_damaged_layouts_are_passed_over(damage, window, qapp):
    window.close()
    preferences().setValue("layouts", DAMAGED[damage])
    again = MainWindow(qapp)
    assert again.layouts.kept == []
    again.layouts.keep("mine")
    assert Layouts(again.docks, again).kept == ["mine"]
    end(again)


def test_a_good_layout_among_damaged_ones_is_found(window, qapp):
    window.close()
    preferences().setValue("layouts", json.dumps({"bad": 1, "good": GOOD}))
    again = MainWindow(qapp)
    assert again.layouts.kept == ["good"]
    again.layouts.show("good")
    assert not any(dock.isHidden() for dock in again.docks.all_docks())
    end(again)
