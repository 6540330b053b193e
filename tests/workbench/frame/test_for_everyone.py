"""Everybody can use the window: nothing is cut, everything has a name, keys reach all of it."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem, QWidget

from tests.workbench.driving import SECONDS, let_draw, open_file, train
from tests.workbench.sweeping import clashing_letters, cut_texts, nameless, silent_plots, unreached
from workbench.frame.leading.places import PLACES
from workbench.viewing.catalog import own_tabs

SMALL = (1280, 720)


def long_named_csv(path, rows=240, seed=5):
    """Columns whose names have 60 characters and differ in two of them."""
    rng = np.random.default_rng(seed)
    names = [
        f"sensor_reading_averaged_over_ten_minutes_{place:02d}_in_millivolts"[:60].ljust(60, "_")
        for place in range(14)
    ]
    values = rng.normal(size=(rows, len(names)))
    frame = pd.DataFrame(values.round(3), columns=names)
    kinds = np.array(["the pump runs as it should", "the pump runs dry", "the inlet is blocked"])
    frame["condition_of_the_pump_as_the_operator_wrote_it_down_at_noon"] = rng.choice(kinds, rows)
    frame["label"] = kinds[np.digitize(values[:, 3] + 0.3 * values[:, 7], [-0.4, 0.4])]
    frame.to_csv(path, index=False)


@pytest.fixture
def trained(qtbot, window, tmp_path):
    """A window of a small laptop in which long names were trained on."""
    window.resize(*SMALL)
    path = tmp_path / "pumps.csv"
    long_named_csv(path)
    open_file(qtbot, window, path)
    train(qtbot, window, 20)
    window.workspace.select(window.workspace.dataset.lines[:2])
    let_draw(qtbot, window)
    return window


def test_no_view_cuts_a_text_and_everything_in_it_has_a_name(qtbot, trained):
    found = {}
    for name in own_tabs():
        trained.docks.bring(name)
        view = trained.docks.view(name)
        rest(qtbot, trained)
        found[name] = [*cut_texts(view), *nameless(view), *silent_plots(view)]
    assert trained.size().toTuple() == SMALL
    assert found == {name: [] for name in own_tabs()}


def test_large_text_cuts_no_control_above_a_plot_and_widens_no_window(qtbot, trained):
    usual = trained.preferring.choices
    trained.preferring.choose(replace(usual, text_size=160))
    try:
        found = {}
        for name in own_tabs():
            trained.docks.bring(name)
            rest(qtbot, trained)
            controls = trained.docks.view(name).findChild(QWidget, "controls")
            found[name] = cut_texts(controls)
        for place in PLACES:
            go(qtbot, trained, place.name)
            found[place.name] = [] if trained.size().toTuple() == SMALL else [trained.size()]
    finally:
        trained.preferring.choose(usual)
    assert {name: cut for name, cut in found.items() if cut} == {}


def test_no_place_cuts_a_text_and_everything_in_it_has_a_name(qtbot, trained):
    found = {}
    for place in PLACES:
        go(qtbot, trained, place.name)
        assert trained.navigator.place == place.name
        found[place.name] = [
            *cut_texts(trained),
            *nameless(trained),
            *silent_plots(trained),
            *clashing_letters(trained),
        ]
    assert trained.size().toTuple() == SMALL
    assert found == {place.name: [] for place in PLACES}


def test_the_reasons_of_the_verdict_make_no_window_higher_than_its_screen(qtbot, trained):
    """Seen: with every view made, unfolding them made a window of 720 pixels one of 789."""
    for name in own_tabs():
        trained.docks.bring(name)
    go(qtbot, trained, "train")
    qtbot.mouseClick(trained.verdict.why, Qt.MouseButton.LeftButton)
    rest(qtbot, trained)
    assert trained.verdict.grounds.isVisible()
    assert trained.size().toTuple() == SMALL
    assert trained.minimumSizeHint().height() <= SMALL[1]


def test_a_row_in_review_names_its_columns_so_that_they_can_be_told_apart(qtbot, trained):
    """Seen: five questions of a survey all read "Wie zufried…bis 7 sehr)"."""
    go(qtbot, trained, "review")
    table = trained.review.page.rows.card.values
    qtbot.waitUntil(lambda: table.model().rowCount() > 0, timeout=SECONDS)
    rest(qtbot, trained)
    read = [drawn_text(table, row) for row in range(14)]
    assert len(set(read)) == 14
    assert all("…" in text for text in read)


def drawn_text(table, row):
    """What is drawn in the first cell of a row."""
    index, option = table.model().index(row, 0), QStyleOptionViewItem()
    table.initViewItemOption(option)
    option.rect = table.visualRect(index)
    table.itemDelegateForColumn(0).initStyleOption(option, index)
    return option.text


def test_a_queue_of_long_names_has_more_room_until_a_person_drags_it(qtbot, trained):
    trained.resize(1600, 720)
    go(qtbot, trained, "review")
    rows = trained.review.page.rows
    assert 400 < rows.queue.width() < rows.splitter.width() / 3
    rows.splitter.splitterMoved.emit(200, 1)
    rows.splitter.setSizes([240, rows.splitter.width() - 240])
    trained.resize(1400, 720)
    rest(qtbot, trained)
    assert rows.queue.width() < 300


@pytest.mark.parametrize("name", [place.name for place in PLACES])
def test_every_control_of_a_place_is_reached_by_tab(qtbot, trained, name):
    go(qtbot, trained, name)
    trained.activateWindow()
    qtbot.waitUntil(trained.isActiveWindow, timeout=SECONDS)
    assert unreached(trained) == []


def test_tab_goes_through_all_places_of_one_window_in_one_go(qtbot, trained):
    """Seen: a button of Review was a window of its own for a moment, and took the focus along."""
    found = {}
    trained.activateWindow()
    qtbot.waitUntil(trained.isActiveWindow, timeout=SECONDS)
    for place in PLACES:
        go(qtbot, trained, place.name)
        assert trained.isActiveWindow(), place.name
        found[place.name] = unreached(trained)
    assert found == {place.name: [] for place in PLACES}


def go(qtbot, window, name):
    """Press the place in the rail, and wait until it is drawn."""
    window.actions_.places[name].trigger()
    rest(qtbot, window)


def rest(qtbot, window):
    """Wait until everything is computed, drawn and laid out."""
    let_draw(qtbot, window)
    seen = window.docks.made_views()
    # Idle, not only free: what nobody waits for, as reading a file, writes to labels, too.
    qtbot.waitUntil(
        lambda: window.jobs.is_idle and all(view.is_ready for view in seen), timeout=SECONDS
    )
    let_draw(qtbot, window)
    QApplication.processEvents()  # what was shown last is laid out
