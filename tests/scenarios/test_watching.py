"""A person watches runs: compares two, plays one back, and follows rows through the views."""

import numpy as np
from PySide6.QtCore import Qt

from core.judging.reviewing.proof import proof
from tests.workbench.driving import (
    SECONDS,
    finished_window,
    let_draw,
    open_by_dialog,
    set_rounds,
    train,
)
from workbench.viewing.catalog import view_kinds


def ready(qtbot, window, *names):
    """Bring views to the front and wait until they show what they have to."""
    for name in names:
        window.docks.bring(name)
    space = window.workspace

    def is_ready():
        has_rows = space.snapshot is not None and space.snapshot.round == space.round
        return has_rows and all(window.docks.view(name).is_ready for name in names)

    qtbot.waitUntil(is_ready, timeout=SECONDS)
    return [window.docks.view(name) for name in names]


def test_two_runs_are_compared(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    train(qtbot, window, rounds=80)
    first, second = window.workspace.runs
    for item in (first, second):
        window.runs_panel._take_edit(item, item.name, True)
    window.runs_panel.compare.click()
    page = window.comparing.page
    assert page.isVisible()
    qtbot.waitUntil(lambda: page.shown is not None, timeout=SECONDS)
    told = proof(first.run, second.run).sentence
    assert "no difference that these rows can show" in told
    assert page.verdict.text() == "No difference that these rows can show."
    assert page.details.text().split(" No difference")[0] in told
    assert page.table.topLevelItem(0).text(0) == "Rounds"
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert window.docks.isVisible()
    let_draw(qtbot, window)
    assert set(window.docks.view("error_curves").others) == {first}


def test_a_run_is_played_back_in_every_view(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=30)
    seen = []
    window.workspace.round_changed.connect(lambda: seen.append(window.workspace.round))
    window.round_bar.speed.setCurrentText("64x")
    window.actions_.play.trigger()
    qtbot.waitUntil(lambda: not window.round_bar.is_playing, timeout=SECONDS)
    assert window.workspace.round == 30
    assert seen == sorted(seen)
    window.workspace.go_to(11)
    curves, margins = ready(qtbot, window, "error_curves", "margins")
    assert curves.round_line.value() == 11
    values = np.sort(window.workspace.current.history.margins(11))
    drawn = next(iter(margins.numbers().values()))
    now = drawn[drawn["round"] == 11]["margin"]
    assert now.min() == values[0]
    assert now.max() == values[-1]


def test_a_region_of_margins_is_found_in_every_view(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=30)
    (margins,) = ready(qtbot, window, "margins")
    margins._brush(-1.0, -0.05)
    margins.select_region()
    space, history = window.workspace, window.workspace.current.history
    values = history.margins(30)
    expected = space.shown_dataset.lines[(values >= -1.0) & (values <= -0.05)]
    assert len(expected) > 3
    np.testing.assert_array_equal(space.selection, expected)
    let_draw(qtbot, window)
    table = window.docks.view("rows_table")
    assert table.lines_selected() == expected.tolist()
    scatter, _ = ready(qtbot, window, "data_scatter", "rows_table")
    points = scatter.picture.points
    marked = space.shown_dataset.lines[points.rows[points.is_selected]]
    assert sorted(marked) == expected.tolist()
    (heatmap,) = ready(qtbot, window, "weight_heatmap")
    picture = heatmap.picture
    pixels = {int(p) for p in picture.pixel_rows(picture.place[space.selected_rows()])}
    tinted = set(np.flatnonzero(heatmap.marks.is_marked))
    assert tinted == pixels
    (paths,) = ready(qtbot, window, "weight_paths")
    assert paths.has_content


def test_every_view_follows_rounds_and_selection_and_survives_other_data(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=12)
    for kind in view_kinds():
        window.docks.bring(kind.name)
        window.workspace.go_to(3)
        window.workspace.select(window.workspace.shown_dataset.lines[:7])
        ready(qtbot, window, kind.name)
        window.workspace.go_to(12)
        window.workspace.select([])
        ready(qtbot, window, kind.name)
    assert not window.strip.isVisible(), window.strip.details.toPlainText()
    other = tmp_path / "other.csv"
    other.write_text("a,b,label\n" + "".join(f"{i},{i % 5},{i * 0.7}\n" for i in range(90)))
    open_by_dialog(qtbot, window, other)
    let_draw(qtbot, window)
    qtbot.waitUntil(lambda: window.jobs.is_idle, timeout=SECONDS)
    assert not window.strip.isVisible(), window.strip.details.toPlainText()
    assert window.docks.view("rows_table").model.dataset is window.workspace.dataset


def test_going_back_while_training_keeps_every_visible_view_there(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=12)
    set_rounds(window, 100_000)
    window.actions_.train.trigger()
    space = window.workspace
    qtbot.waitUntil(lambda: len(space.runs) == 2 and space.rounds > 30, timeout=SECONDS)
    space.go_to(4)
    before = space.rounds
    qtbot.waitUntil(lambda: space.rounds > before + 20, timeout=SECONDS)
    let_draw(qtbot, window)
    curves, heatmap = (window.docks.view(name) for name in ("error_curves", "weight_heatmap"))
    assert curves.round_line.value() == heatmap.round_line.value() == 4
    window.actions_.stop.trigger()
    qtbot.waitUntil(lambda: space.current.run is not None, timeout=SECONDS)
