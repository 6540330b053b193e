"""The tab of wrong values: looked for, listed, put right and taken back."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from core import AdaBoost, Dataset, RandomForest, fit
from tests.core.judging.cells.made_up import WRONG, dataset, lines_of, people
from tests.workbench.driving import SECONDS
from tests.workbench.reviewing.bench import Bench
from workbench.reviewing.cells import controller


@pytest.fixture(scope="module")
def run():
    frame = people()
    frame.loc[WRONG, "weight"] = (frame.loc[WRONG, "weight"] * 2.2046226218).round(1)
    return fit(dataset(frame), AdaBoost(rounds=5))


@pytest.fixture
def bench(qtbot, run):
    made = Bench(qtbot, run, [13, 39, 60])
    made.page.tabs.setCurrentWidget(made.page.cells)
    return made


def look(qtbot, bench):
    panel = bench.page.cells
    qtbot.mouseClick(panel.look, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not bench.reviewer.cells.is_searching, timeout=SECONDS)
    return panel


def test_before_anybody_asked_a_sentence_says_what_will_be_there(bench):
    panel = bench.page.cells
    assert "Press Look for wrong values" in panel._stack.currentWidget().text()
    assert panel.look.isEnabled()
    assert not panel.progress.isVisible()


def test_a_finding_selects_its_rows_and_its_remedy_is_one_step(qtbot, bench):
    panel = look(qtbot, bench)
    assert panel.findings.topLevelItemCount() == 1
    assert "'weight' were in lb rather than kg" in panel.findings.topLevelItem(0).text(1)
    assert not panel.apply.isEnabled()
    panel.findings.setCurrentItem(panel.findings.topLevelItem(0))
    assert bench.workspace.selection.tolist() == lines_of(WRONG)
    assert panel.remedy.text() == "Set 12 cells to what would be right."
    before = bench.workspace.dataset
    qtbot.mouseClick(panel.apply, Qt.MouseButton.LeftButton)
    now = bench.workspace.dataset.table.column("weight").values[WRONG]
    np.testing.assert_allclose(now, people()["weight"].to_numpy()[WRONG], atol=0.1)
    assert len(bench.project.done) == 1
    assert "before the last change" in panel.summary.text()
    assert not panel.apply.isEnabled()
    bench.page.tabs.setCurrentWidget(bench.page.decisions)
    listed = bench.page.decisions.list
    assert listed.topLevelItemCount() == 12
    texts = {listed.topLevelItem(place).text(1) for place in range(12)}
    assert texts == {"weight set"}
    changes = {int(listed.topLevelItem(k).text(0)): listed.topLevelItem(k) for k in range(12)}
    right = people()["weight"][11]
    assert float(changes[13].text(2)) == pytest.approx(right * 2.2046226218, abs=0.06)
    assert float(changes[13].text(3)) == pytest.approx(right, abs=0.06)
    bench.page.tabs.setCurrentWidget(panel)
    qtbot.mouseClick(panel.undo, Qt.MouseButton.LeftButton)
    assert bench.workspace.dataset is before
    assert panel.apply.isEnabled()
    assert "before the last change" not in panel.summary.text()


def test_a_cell_selects_its_row_and_a_double_click_shows_it(qtbot, bench):
    panel = look(qtbot, bench)
    first = panel.cells.topLevelItem(0)
    assert first.text(1) == "weight"
    assert first.text(4) == "lb for kg"
    panel.cells.setCurrentItem(first)
    line = int(first.text(0))
    assert bench.workspace.selection.tolist() == [line]
    panel.cells.itemActivated.emit(first, 0)
    assert bench.page.tabs.currentIndex() == 0
    assert bench.line == line


def test_the_card_says_which_cell_does_not_fit_and_what_would(qtbot, bench):
    look(qtbot, bench)
    bench.page._go_to_line(13)
    qtbot.waitUntil(lambda: "would fit (lb for kg)" in bench.page.rows.card.reasons.text())
    values = bench.page.rows.card.values.values
    names = [value.column for value in values.values]
    shown = values.index(names.index("weight"), 2).data()
    assert shown.endswith("would fit")
    bench.page._go_to_line(14)
    assert "would fit" not in bench.page.rows.card.reasons.text()


def test_other_data_forget_what_was_found(qtbot, bench):
    panel = look(qtbot, bench)
    bench.workspace.set_dataset(dataset(people()))
    assert bench.reviewer.cells.found is None
    assert panel.findings.topLevelItemCount() == 0


def test_a_search_can_be_called_off_and_asked_for_again(qtbot, bench):
    panel = bench.page.cells
    qtbot.mouseClick(panel.look, Qt.MouseButton.LeftButton)
    assert bench.reviewer.cells.is_searching
    assert panel.progress.isVisible()
    assert panel.cancel.hasFocus()
    qtbot.mouseClick(panel.cancel, Qt.MouseButton.LeftButton)
    assert not bench.reviewer.cells.is_searching
    assert panel.look.isVisible()
    assert panel.look.hasFocus()
    assert bench.reviewer.cells.found is None
    assert look(qtbot, bench).findings.topLevelItemCount() == 1


def test_a_small_table_is_looked_at_after_an_audit_and_a_large_one_when_asked(
    qtbot, bench, monkeypatch
):
    finder = bench.reviewer.cells
    monkeypatch.setattr(controller, "MOST_CELLS_UNASKED", 10)
    finder.follow_up()
    assert not finder.is_searching
    monkeypatch.undo()
    finder.follow_up()
    assert finder.is_searching
    qtbot.waitUntil(lambda: finder.found is not None, timeout=SECONDS)
    finder.follow_up()
    assert not finder.is_searching  # it is known already


def test_single_cells_are_set_to_what_would_fit_in_one_step(qtbot, bench):
    panel = look(qtbot, bench)
    assert not panel.fit.isEnabled()
    assert panel.fitting.text() == "Choose a cell, or several, to set them."
    first, second = (bench.reviewer.cells.found.doubts[place] for place in (0, 1))
    panel.cells.setCurrentItem(panel.cells.topLevelItem(0))
    assert bench.workspace.selection.tolist() == [first.line]
    assert f"line {first.line:,}: {first.value} becomes {first.fitting}" in panel.fitting.text()
    panel.cells.topLevelItem(1).setSelected(True)
    assert panel.fitting.text().startswith("2 cells")
    before = bench.workspace.dataset
    qtbot.mouseClick(panel.fit, Qt.MouseButton.LeftButton)
    table = bench.workspace.dataset.table
    for doubt in (first, second):
        row = int(table.rows_of(np.array([doubt.line]))[0])
        assert table.column(doubt.column).values[row] == pytest.approx(float(doubt.fitting))
    assert len(bench.project.done) == 1
    assert not panel.fit.isEnabled()
    qtbot.mouseClick(panel.undo, Qt.MouseButton.LeftButton)
    assert bench.workspace.dataset is before
    assert panel.fit.isEnabled()


def test_review_and_values_suggest_the_same_number_for_the_same_reason(qtbot):
    frame = people().drop(columns=["group", "ordered", "paid"])
    frame["weight"] = frame["weight"].astype(float)
    right = frame["weight"].to_numpy()[WRONG]
    frame.loc[WRONG, "weight"] = (10 * frame.loc[WRONG, "weight"]).round(1)
    data = Dataset.from_frame(frame, "weight", validation_share=0, name="people")
    line, other = lines_of(WRONG)[0], 14
    bench = Bench(qtbot, fit(data, RandomForest(rounds=5)), [line, other])
    of_judges = bench.suspects.ranking.suggestion(data.rows_of([line])[0])
    look(qtbot, bench)
    doubt = next(d for d in bench.reviewer.cells.doubts(line, data) if d.column == "weight")
    assert doubt.hypothesis == "decimal point lost"
    ranking, row = bench.suspects.ranking, int(data.rows_of([line])[0])
    assert float(ranking.suggestion(row)) == pytest.approx(float(doubt.fitting)) == right[0]
    assert ranking.judgement(row) == of_judges != ranking.suggestion(row)
    bench.page.tabs.setCurrentWidget(bench.page.rows)
    bench.page._go_to_line(line)
    card = bench.page.rows.card
    assert card.suggested.text.text() == ranking.suggestion(row)
    assert card.sure.text().startswith("decimal point lost")
    qtbot.waitUntil(lambda: "(decimal point lost)" in card.reasons.text(), timeout=SECONDS)
    bench.press(Qt.Key.Key_R)
    assert bench.workspace.dataset.label_text(row) == doubt.fitting
    # The next rows are told so, too, although something was decided since.
    bench.page._go_to_line(lines_of(WRONG)[1])
    qtbot.waitUntil(lambda: "(decimal point lost)" in card.reasons.text(), timeout=SECONDS)
    # Of a row that Values has nothing against, the judges' number stays.
    judged = bench.suspects.ranking
    own = int(data.rows_of([other])[0])
    assert own not in judged.mistakes
    assert judged.suggestion(own) == judged.judgement(own)
