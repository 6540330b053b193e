"""The selection panel: one row in full, many in a summary, the same buttons for both."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from core import AdaBoost, example, fit, read_csv
from core.base.wording import readable, times_average
from core.judging.reviewing.decision import Verb
from tests.workbench.driving import SECONDS
from tests.workbench.reviewing.bench import Bench
from workbench.reviewing.selection_panel import SelectionPanel, hard_since


@pytest.fixture(scope="module")
def run():
    return fit(example("moons"), AdaBoost(rounds=30))


@pytest.fixture
def panel(qtbot, run):
    """The panel, with two flagged rows."""
    bench = Bench(qtbot, run, [12, 30])
    made = SelectionPanel(bench.workspace, bench.reviewer, bench.suspects)
    made.bench = bench
    qtbot.addWidget(made)
    made.show()
    return made


def facts(panel):
    rows = range(panel.facts.rowCount())
    roles = (panel.facts.ItemRole.LabelRole, panel.facts.ItemRole.FieldRole)
    pairs = [[panel.facts.itemAt(row, role).widget().text() for role in roles] for row in rows]
    return dict(pairs)


def test_one_row_is_told_in_full(panel, run):
    history, dataset = run.history, run.dataset
    row = int(np.argmax(history.relative_weights(history.rounds)))
    line = int(dataset.lines[row])
    panel.workspace.select([line])
    told = facts(panel)
    assert panel.title.text() == f"Line {line:,}"
    assert told["given"] == dataset.label_text(row)
    assert told["judges say"] == f"{panel.suspects.ranking.suggestion(row)} 80.0 %"
    assert told["suspicion"] == f"{panel.workspace.audit.suspicion[row]:.2f}"
    assert told["mean weight"] == times_average(history.suspicion()[row])
    assert told["weight"] == times_average(history.relative_weights(history.rounds)[row])
    since = hard_since(history, row, history.rounds)
    assert told["hard since"] == (f"round {since:,}" if since else "the start")
    assert float(told["margin"]) == pytest.approx(history.margins(history.rounds)[row], rel=1e-2)


def test_hard_since_is_the_start_of_the_last_heavy_stretch(run):
    history = run.history
    weights = np.stack([history.relative_weights(t) for t in range(history.rounds + 1)])
    for row in range(0, len(history), 7):
        heavy = weights[:, row] > 1 + 1e-9
        since = hard_since(history, row, history.rounds)
        if heavy[-1]:
            assert heavy[since:].all()
            assert since == 0 or not heavy[since - 1]
        else:
            assert since == -1


def test_buttons_decide_about_the_row_and_the_note_is_kept(panel):
    space = panel.workspace
    space.select([12])
    panel.bar.relabel_button.click()
    assert space.decisions.about(12).verb is Verb.RELABEL
    assert facts(panel)["decision"] == f"relabelled to {space.decisions.about(12).label}"
    panel.note.setText("asked the shop")
    panel.note.editingFinished.emit()
    assert space.decisions.note_on(12) == "asked the shop"


def test_many_rows_are_summed_up_and_decided_about_at_once(panel):
    space = panel.workspace
    space.select(space.dataset.lines[:30])
    told, labels = facts(panel), space.dataset.labels[:30]
    names = {name: int((labels == place).sum()) for place, name in enumerate(space.dataset.classes)}
    assert told["flagged"] == "2 of 30"
    assert dict(pair.rsplit(" ", 1) for pair in told["given"].split(", ")) == {
        name: str(many) for name, many in names.items()
    }
    mean = np.mean(space.snapshot.weights[:30])
    assert told["average weight"] == times_average(mean)
    panel.bar.exclude_button.click()
    assert len(space.dataset) == len(space.decisions.base) - 30
    space.select(space.decisions.base.lines[:30])
    assert facts(panel)["decided"] == "30 excluded"
    assert not panel.note.isVisible()


def test_without_a_selection_it_says_what_will_be_here(panel):
    panel.workspace.select([12])
    assert panel._stack.currentIndex() == 1
    panel.workspace.select([])
    assert panel._stack.currentIndex() == 0


def shown_values(panel):
    model = panel.values.values
    return {
        model.index(row, 0).data(): model.index(row, 1).data() for row in range(model.rowCount())
    }


def test_the_values_of_the_row_are_listed_and_of_several_what_is_usual(panel):
    space = panel.workspace
    x, y = (column.values for column in space.dataset.features)
    names = [column.name for column in space.dataset.features]
    space.select([12])
    row = int(space.dataset.rows_of([12])[0])
    assert {name: float(text) for name, text in shown_values(panel).items()} == {
        names[0]: x[row],
        names[1]: y[row],
    }
    space.select([12, 13, 30])
    rows = space.dataset.rows_of([12, 13, 30])
    numbers = [readable(float(f(x[rows]))) for f in (np.median, np.min, np.max)]
    assert shown_values(panel)[names[0]] == "{} ({} to {})".format(*numbers)


def test_a_value_that_was_set_is_shown_as_it_stands(panel):
    space = panel.workspace
    space.select([12])
    name = space.dataset.features[0].name
    space.project.set_cells([12], name, "7.5")
    assert shown_values(panel)[name] == "7.5"


def test_nothing_is_cut_at_the_natural_width(qtbot, tmp_path):
    long = "sensor_reading_of_the_third_pump_before_maintenance_in_millivolts"
    rows = [
        f"{place % 7},{'a very long text indeed ' * 3}{place % 3},{place % 2}"
        for place in range(60)
    ]
    path = tmp_path / "long.csv"
    path.write_text("\n".join([f"{long},remark,{long}_failed", *rows]))
    run = fit(read_csv(path, target=f"{long}_failed"), AdaBoost(rounds=3))
    bench = Bench(qtbot, run, [5, 9])
    panel = SelectionPanel(bench.workspace, bench.reviewer, bench.suspects)
    qtbot.addWidget(panel)
    assert panel.sizeHint().width() == 300
    panel.resize(300, 700)
    panel.show()
    bench.workspace.select([5, 6, 9])
    bench.workspace.select([5])
    qtbot.waitUntil(lambda: panel.values.values.rowCount() == 2, timeout=SECONDS)
    assert panel.width() == 300
    for label in panel.findChildren(QLabel):
        if label.isVisible():
            assert label.heightForWidth(label.width()) <= label.height() + 1
            widest = max(label.text().split(), key=len, default="")
            assert label.fontMetrics().horizontalAdvance(widest) <= label.width()
    for button in (panel.bar.keep_button, panel.bar.exclude_button, panel.bar.relabel_button):
        assert button.fontMetrics().horizontalAdvance(button.text()) < button.width()
    table = panel.values
    assert table.columnWidth(0) + table.columnWidth(1) <= table.viewport().width()
    assert table.rowHeight(1) > 2 * table.fontMetrics().height()
    assert long in table.values.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_several_rows_are_named_by_their_number_on_the_buttons(panel):
    panel.workspace.select([12, 13, 30])
    bar = panel.bar
    texts = [each.text() for each in (bar.keep_button, bar.exclude_button, bar.relabel_button)]
    assert texts == ["Keep 3", "Exclude 3", "Relabel 2 as suggested"]
