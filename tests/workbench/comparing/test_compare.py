"""The compare page says what the proof and the differences say, and draws both runs."""

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, Dataset, RandomForest, example, fit
from core.base.wording import percent
from core.judging.comparing import differences
from core.judging.reviewing.proof import ProofVerdict, p_text, proof
from tests.workbench.immediate import Immediate
from tests.workbench.plotting.drawn import drawn_texts
from workbench.comparing.page import ComparePage
from workbench.shell import theme
from workbench.shell.fitting.breaking import unparted
from workbench.state.workspace import RunItem


@pytest.fixture(scope="module")
def runs():
    data = example("moons")
    return [fit(data, AdaBoost(rounds=30)), fit(data, RandomForest(rounds=10))]


@pytest.fixture
def page(qtbot, runs):
    page = ComparePage(Immediate())
    qtbot.addWidget(page)
    page.show_runs(RunItem(1, runs[0]), RunItem(2, runs[1], name="<i>wood</i>"))
    return page


def test_it_says_what_differs_and_what_that_means(page, runs):
    found = proof(*runs)
    assert found.verdict is ProofVerdict.NO_DIFFERENCE
    assert page.verdict.text() == "No difference that these rows can show."
    low, high = (f"{'−' if end < 0 else '+'}{abs(100 * end):.1f}" for end in ends(found))
    for told in (
        f"on the same {found.rows} validation rows",
        f"1 AdaBoost: {percent(found.before.error.share)}",
        f"<i>wood</i>: {percent(found.after.error.share)}",
        f"(95 % interval {low} to {high})",
        f"{p_text(found.p)} by McNemar's test.",
    ):
        assert unparted(told) in page.figures.text()
    assert all(unparted(warning) in page.details.text() for warning in found.warnings)
    lines = [page.table.topLevelItem(i) for i in range(page.table.topLevelItemCount())]
    shown = [tuple(line.text(column) for column in range(3)) for line in lines]
    assert shown == [(d.title, d.first or "–", d.second or "–") for d in differences(*runs)]
    assert page.legend.texts[1] == "<i>wood</i>"


def ends(found):
    return found.difference.low, found.difference.high


def test_the_better_run_is_named(qtbot, page, runs):
    weak = fit(runs[0].dataset, AdaBoost(rounds=1))
    page.show_runs(RunItem(1, weak, name="one stump"), RunItem(2, runs[0], name="thirty"))
    assert proof(weak, runs[0]).verdict is ProofVerdict.BETTER
    assert page.verdict.text() == "thirty errs less than one stump, beyond chance."
    page.show_runs(RunItem(2, runs[0], name="thirty"), RunItem(1, weak, name="one stump"))
    assert page.verdict.text() == "thirty errs less than one stump, beyond chance."
    assert "+" in page.figures.text().partition("Difference ")[2][:2]


def test_cells_count_right_and_wrong_and_select_their_rows(qtbot, page, runs):
    data = runs[0].dataset
    rows = np.flatnonzero(data.validation)
    right = [~run.history.wrong(run.rounds)[rows] for run in runs]
    page.resize(1100, 700)
    page.show()
    for (row, column), cell in page.cells.cells.items():
        own = data.lines[rows[(right[0] == (row == 0)) & (right[1] == (column == 0))]]
        assert cell.text().splitlines()[0] == f"{len(own):,}"
        if len(own) == 0:
            assert not cell.isEnabled()
            continue
        with qtbot.waitSignal(page.rows_chosen) as chosen:
            QTest.keyClick(cell, Qt.Key.Key_Space)
        assert np.array_equal(chosen.args[0], own)
        assert cell.isChecked()
        marked = [own for own in page.cells.cells.values() if own.text().startswith("✓ ")]
        assert marked == [cell]
    found = proof(*runs)
    assert page.cells.cells[1, 0].text().lstrip("✓ ").startswith(f"{found.improved:,}\n")
    assert page.cells.cells[0, 1].text().lstrip("✓ ").startswith(f"{found.worsened:,}\n")
    names = [cell.accessibleName() for cell in page.cells.cells.values()]
    assert names[1].startswith("1 AdaBoost right, <i>wood</i> wrong: ")


def test_numbers_are_compared_by_which_run_is_nearer(qtbot):
    rng = np.random.default_rng(2)
    x = rng.random(300)
    frame = pd.DataFrame({"x": x, "y": np.sin(6 * x) + 0.1 * rng.standard_normal(300)})
    data = Dataset.from_frame(frame, "y")
    runs = [fit(data, RandomForest(rounds=rounds)) for rounds in (1, 20)]
    page = ComparePage(Immediate())
    qtbot.addWidget(page)
    page.show_runs(RunItem(1, runs[0], name="one"), RunItem(2, runs[1], name="twenty"))
    assert page.verdict.text() == "twenty errs less than one, beyond chance."
    assert "Root mean squared error" in page.figures.text()
    found = proof(*runs)
    shown = [cell.text().splitlines()[0] for cell in page.cells.cells.values()]
    assert shown == [f"{found.worsened:,}", f"{found.improved:,}"]


def test_only_runs_that_can_be_compared_are_offered(qtbot, page, runs):
    items = [RunItem(n, run, name=f"run {n}") for n, run in enumerate(runs, 1)]
    items.append(RunItem(3, fit(example("orders"), AdaBoost(rounds=2)), name="orders"))
    page.offer({item: item.name for item in items})
    page.show_runs(items[0], items[1])
    first, second = page.boxes
    assert [first.itemText(n) for n in range(first.count())] == ["run 1", "run 2", "orders"]
    assert [second.itemText(n) for n in range(second.count())] == ["run 2"]
    page.show()
    QTest.keyClicks(first, "run 2")
    first.activated.emit(first.currentIndex())
    assert page.pair == (items[1], items[0])
    first.setCurrentIndex(2)
    first.activated.emit(2)
    assert page.pair is None
    assert page.verdict.text().startswith("Train a second run on the same data to compare it with")
    assert not page.body.isVisible()
    assert first.isVisible()


def test_without_runs_it_says_what_to_do(qtbot):
    page = ComparePage(Immediate())
    qtbot.addWidget(page)
    page.show()
    assert page.verdict.text().startswith("Train two runs")
    assert not page.boxes[0].isVisible()


def test_the_curves_are_told_in_words(page, runs):
    told = page.canvas.accessibleDescription()
    for run in runs:
        errors = run.history.curve("validation_error")
        assert f"error {percent(errors[-1])} after {run.rounds} rounds" in told
        assert f"least {percent(errors.min())} at round {int(errors.argmin()) + 1};" in told


@pytest.mark.parametrize("size", [(1280, 640), (900, 500)])
def test_no_tick_is_written_over_another_and_no_name_is_cut_at_its_end(qtbot, page, runs, size):
    names = [f"a very long name that a person gave to this run, number {n}" for n in (1, 2)]
    items = [RunItem(n, run, name) for n, run, name in zip((1, 2), runs, names, strict=True)]
    page.offer(dict(zip(items, names, strict=True)))
    page.resize(*size)
    page.show()
    page.show_runs(*items)
    page.grab()
    for plot in (page.curves, page.margins):
        for side in ("left", "bottom"):
            texts = [rect for rect, _, _ in drawn_texts(plot.getAxis(side))]
            assert texts
            assert not any(a.intersects(b) for n, a in enumerate(texts) for b in texts[:n])
    shown = [box.shown_text() for box in page.boxes]
    assert shown[0][-1] == "1"
    assert shown[1][-1] == "2"
    assert all(head.width() >= 96 for head in page.cells._heads)


def test_it_draws_the_errors_and_the_margins_of_validation_rows(page, runs):
    for place, run in enumerate(runs):
        x, y = page._lines[0][place].getData()
        assert list(x) == list(range(1, run.rounds + 1))
        np.testing.assert_array_equal(y, run.history.curve("validation_error"))
        margins, shares = page._lines[1][place].getData()
        own = run.history.margins(run.rounds)[run.dataset.validation]
        for margin, share in zip(margins[::7], shares[::7], strict=True):
            assert share <= np.mean(own <= margin) <= 1
        assert shares[-1] == 1


def test_the_same_run_twice_differs_in_nothing(qtbot, page, runs):
    page.show_runs(RunItem(1, runs[0]), RunItem(2, runs[0]))
    assert page.table.topLevelItem(0).text(0) == "nothing differs"
    assert "Training data and settings are the same." in page.details.text()


def test_runs_on_other_data_are_refused_in_a_sentence(page, runs):
    other = fit(example("orders"), AdaBoost(rounds=3))
    page.show_runs(RunItem(1, runs[0]), RunItem(2, other))
    assert page.verdict.text().endswith(".")
    assert page.shown.proof is None


def test_both_themes_colour_both_runs(page):
    for each in (theme.LIGHT, theme.DARK):
        page.apply_theme(each)
        pens = [line.opts["pen"].color().name().upper() for line in page._lines[0]]
        assert pens == [each.training.upper(), each.validation.upper()]


def test_curves_and_verdict_are_of_the_same_rows(qtbot):
    """No new label and no exclusion of a validation row moves a curve away from the verdict."""
    data = example("moons")
    late = data.lines[data.validation]
    before = fit(data, AdaBoost(rounds=20))
    contradicted = before.history.wrong(20)[data.rows_of(late)]
    lines = late[contradicted].tolist()
    other = {"upper": "lower", "lower": "upper"}
    given = {line: data.label_text(row) for row, line in enumerate(data.lines.tolist())}
    revised = data.relabelled({line: other[given[line]] for line in lines[1:]}).excluding(lines[:1])
    after = fit(revised, AdaBoost(rounds=20))
    page = ComparePage(Immediate())
    qtbot.addWidget(page)
    page.show_runs(RunItem(1, before), RunItem(2, after))
    assert page.shown.proof.improved == page.shown.proof.worsened == 0
    for first, second in (page.shown.errors, page.shown.margins):
        np.testing.assert_allclose(first, second, atol=1e-12)
    assert "relabelled validation rows count with the label of the file" in page.details.text()
    assert "1 excluded one is left out." in page.details.text()
