"""The compare page says what the proof and the differences say, and draws both runs."""

import numpy as np
import pytest

from core import AdaBoost, RandomForest, example, fit
from core.judging.comparing import differences
from core.judging.reviewing.proof import proof
from tests.workbench.immediate import Immediate
from workbench.comparing.page import ComparePage
from workbench.shell import theme
from workbench.state.workspace import RunItem


@pytest.fixture(scope="module")
def runs():
    data = example("moons")
    return [fit(data, AdaBoost(rounds=30)), fit(data, RandomForest(rounds=10))]


@pytest.fixture
def page(qtbot, runs):
    page = ComparePage(Immediate())
    qtbot.addWidget(page)
    page.compare(RunItem(1, runs[0]), RunItem(2, runs[1], name="<i>wood</i>"))
    return page


def test_it_says_what_differs_and_what_that_means(page, runs):
    assert page.verdict.text() == proof(*runs).sentence
    lines = [page.table.topLevelItem(i) for i in range(page.table.topLevelItemCount())]
    shown = [tuple(line.text(column) for column in range(3)) for line in lines]
    assert shown == [(d.title, d.first or "–", d.second or "–") for d in differences(*runs)]
    assert page.legend.texts[1] == "<i>wood</i>"


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
    page.compare(RunItem(1, runs[0]), RunItem(2, runs[0]))
    assert page.table.topLevelItem(0).text(0) == "nothing differs"
    assert "the same" in page.verdict.text()


def test_runs_on_other_data_are_refused_in_a_sentence(page, runs):
    other = fit(example("orders"), AdaBoost(rounds=3))
    page.compare(RunItem(1, runs[0]), RunItem(2, other))
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
    page.compare(RunItem(1, before), RunItem(2, after))
    assert page.shown.proof.improved == page.shown.proof.worsened == 0
    for first, second in (page.shown.errors, page.shown.margins):
        np.testing.assert_allclose(first, second, atol=1e-12)
    assert "relabelled validation rows count with the label of the file" in page.details.text()
    assert "1 excluded one is left out." in page.details.text()
