"""The review page: one row at a time, one key each, and what is said about the row."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, Dataset, GradientBoosting, audit, example, fit, read_csv
from core.base.person import system_name
from core.data.plan import Plan
from core.data.roles import Meaning
from core.judging.reviewing.decision import Verb
from core.reading.tables import read_table
from tests.workbench.driving import SECONDS, flipped_csv
from tests.workbench.immediate import ImmediateUnlessLong
from tests.workbench.reviewing.bench import Bench
from workbench.reviewing.controller import Reviewer
from workbench.shell import theme
from workbench.state.workspace import Workspace

LINES = [12, 30, 47, 101, 215]
Key = Qt.Key


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("review") / "flipped.csv"
    flipped_csv(path)
    return fit(read_csv(path, target="label"), AdaBoost(rounds=40))


@pytest.fixture
def bench(qtbot, run):
    """A review in which five rows are flagged."""
    return Bench(qtbot, run, LINES)


def test_rows_come_one_after_the_other_and_a_key_decides(bench):
    assert bench.line == 12
    bench.press(Key.Key_K)
    assert bench.about(12) == (Verb.KEEP, None)
    assert bench.line == 30
    bench.press(Key.Key_R)
    assert bench.about(30) == (Verb.RELABEL, "no" if bench.given(30) == "yes" else "yes")
    bench.press(Key.Key_X)
    assert bench.about(47) == (Verb.EXCLUDE, None)
    bench.press(Key.Key_S)
    assert bench.about(101) == (Verb.SKIP, None)
    assert bench.line == 215
    assert bench.page.rows.left.text() == "1 of 5 flagged rows left"
    assert bench.page.left_bar.value() == 4
    assert 47 not in bench.workspace.dataset.lines
    assert bench.decisions.about(30).reason.startswith("contradicting label; suggested")


def test_undo_brings_the_row_back_into_sight(bench):
    for key in (Key.Key_K, Key.Key_X):
        bench.press(key)
    bench.press(Key.Key_Z)
    assert (bench.line, bench.about(30)) == (30, None)
    assert 30 in bench.workspace.dataset.lines
    bench.undo.undo()
    assert (bench.line, bench.about(12)) == (12, None)
    bench.undo.redo()
    assert bench.about(12) == (Verb.KEEP, None)
    assert bench.workspace.dataset is bench.decisions.base


def test_arrows_go_through_the_queue_and_decide_nothing(bench):
    for key, line in ((Key.Key_Right, 30), (Key.Key_Right, 47), (Key.Key_Left, 30)):
        bench.press(key)
        assert bench.line == line
    bench.press(Key.Key_Down)
    assert bench.workspace.selection.tolist() == [47]
    assert not bench.project.done


def test_the_queue_of_another_file_starts_at_its_top(bench, run):
    queue = bench.page.rows.queue
    ranking = queue.queue.ranking
    queue.scrollToBottom()
    queue.show_ranking(replace(ranking), bench.decisions)
    assert queue.verticalScrollBar().value() > 0  # the same rows, in another order
    table = replace(run.dataset.table, name="another.csv")
    queue.show_ranking(replace(ranking, dataset=replace(run.dataset, table=table)), None)
    assert queue.verticalScrollBar().value() == 0


def test_when_all_are_looked_at_the_page_says_so(bench):
    for _ in LINES[:-1]:
        bench.press(Key.Key_X)
    bench.press(Key.Key_S)
    assert bench.line is None
    assert "All 5 flagged rows looked at: 4 excluded, 1 skipped." in bench.page.rows.empty.text()
    assert bench.page.train_again.isEnabled()
    assert bench.page.train_again.property("primary")
    bench.page.rows.again.click()
    assert bench.line == 215


def test_after_training_again_the_keys_go_on_with_what_another_audit_flags(bench):
    for _ in LINES:
        bench.press(Key.Key_X)
    assert bench.line is None
    bench.page.train_again.click()
    bench.flag([33, 34])
    assert bench.line == 33
    assert bench.page.rows.queue.hasFocus()


def test_a_selection_from_elsewhere_never_widens_a_decision(bench):
    """Seen: a cell of the confusion matrix was clicked, then Review and R: 51 labels changed."""
    page, others = bench.page, [12, 30, 40, 41, 47]
    bench.workspace.select(others)
    page.start()
    assert bench.line == 12
    assert page.rows.many.text() == "5 rows selected; the keys decide about line 12 alone."
    assert page.rows.many.isVisible()
    bench.press(Key.Key_R)
    assert bench.decisions.changes().labels.lines.tolist() == [12]
    assert bench.workspace.selection.tolist() == others[1:]
    bench.press(Key.Key_X)
    assert bench.decisions.changes().excluded.tolist() == [30]
    bench.press(Key.Key_Z)
    assert (bench.line, bench.about(30)) == (30, None)
    assert bench.workspace.selection.tolist() == others[1:]
    for _ in others[1:]:
        bench.press(Key.Key_K)
    assert bench.decisions.kept() == (30, 40, 41, 47)
    assert bench.line == 101


def test_several_rows_are_decided_about_after_a_choice_that_names_their_number(bench):
    page, bar = bench.page, bench.page.rows.bar
    bench.workspace.select([*LINES[1:4], 216])
    assert page.rows.all_of_them.text() == "Decide about all 4"
    page.rows.all_of_them.click()
    assert page.rows.many.text() == "4 rows selected; the keys decide about all of them."
    assert [button.accessibleName() for button in (bar.keep_button, bar.relabel_button)] == [
        "Keep 4",
        "Relabel 3 as suggested",
    ]
    bench.press(Key.Key_R)
    assert len(bench.project.done) == 1
    changes = bench.decisions.changes()
    assert (changes.excluded.tolist(), changes.labels.lines.tolist()) == ([], LINES[1:4])
    assert bench.line == 216
    bench.press(Key.Key_Z)
    assert bench.workspace.selection.tolist() == LINES[1:4]
    assert page.rows.chosen_lines().tolist() == [30]
    page.rows.only_this.click()
    assert bench.workspace.selection.tolist() == [30]
    assert bar.keep_button.accessibleName() == "Keep"


def test_the_choice_of_all_ends_with_the_selection(bench):
    page = bench.page
    bench.workspace.select(LINES[:2])
    page.rows.all_of_them.click()
    bench.workspace.select(LINES[1:4])
    assert page.rows.chosen_lines().tolist() == [30]
    assert not page.rows.all_of_them.isChecked()


def test_a_note_is_typed_and_kept(bench):
    note = bench.page.rows.note
    bench.press(Key.Key_N)
    assert note.hasFocus()
    QTest.keyClicks(note, "krx: a typing error")
    QTest.keyClick(note, Key.Key_Return)
    assert bench.decisions.notes() == {12: "krx: a typing error"}
    assert not bench.decisions.standing()
    assert bench.page.rows.queue.hasFocus()
    bench.press(Key.Key_K)
    assert bench.decisions.about(12).note == "krx: a typing error"
    bench.press(Key.Key_Left)
    assert note.text() == "krx: a typing error"
    QTest.keyClicks(note, " or not")
    QTest.keyClick(note, Key.Key_Escape)
    assert note.text() == "krx: a typing error"
    assert bench.page.isVisible()


def test_where_nothing_can_be_told_no_row_is_called_likely_wrong(bench):
    """Seen: "nothing says that these are wrong" above a row "over 99.9 % likely wrong"."""
    audit = bench.workspace.audit
    bench.workspace.set_audit(replace(audit, opinions=()))
    assert bench.page.rows.card.sure.text() == "80.0 % sure"
    bench.workspace.set_audit(audit)
    assert bench.page.rows.card.sure.text() == "80.0 % sure · 90.0 % likely wrong"


def test_the_row_is_told_in_words_values_and_neighbours(bench):
    card, ranking = bench.page.rows.card, bench.suspects.ranking
    row = ranking.row_of(12)
    reasons = bench.workspace.audit.reasons(row)
    assert card.title.text() == "Line 12"
    assert card.given.text.text() == reasons.label
    assert card.suggested.text.text() == reasons.suggested
    assert card.sure.text() == "80.0 % sure · 90.0 % likely wrong"
    assert card.kind.text() == "Contradicting label"
    other = reasons.suggested
    alone = f"No value alone speaks for {other!r}: the judges go by several together."
    is_told = any(value.speaks >= 1.15 for value in card.values.values.values)
    expected = [*reasons.brief_sentences, *([] if is_told else [alone])]
    *told, together = card.reasons.text().split("\n\n")
    assert told == expected
    assert together.startswith("A model taught without this row says ")
    asked = {text.split(" = ")[0] for text, _, _ in card.adds.bars}
    assert asked
    assert asked <= {column.name for column in ranking.dataset.features}
    values = card.values.values.values
    raw = ranking.dataset.table.raw_row(int(ranking.dataset.rows[row]))
    assert [value.text for value in values] == raw[:-1]
    unusual = {value.column for value in reasons.unusual}
    assert {value.column for value in values if value.is_unusual} == unusual
    assert all(value.usual for value in values)
    near = card.neighbours
    lines = [int(near.topLevelItem(i).text(1)) for i in range(near.topLevelItemCount())]
    assert lines == [each.line for each in (*reasons.like, *reasons.unlike)]
    near.itemClicked.emit(near.topLevelItem(0), 0)
    assert bench.workspace.selection.tolist() == [lines[0]]


def test_every_judge_has_a_bar_and_its_words(bench):
    judges, reasons = bench.page.rows.card.judges, bench.page.rows.facts.reasons
    together, one = judges.bars
    assert (together.says, one.says) == (
        f"{reasons.suggested} 80.0 %",
        f"{reasons.suggested} 90.0 %",
    )
    assert (one.given, one.other) == pytest.approx((0.1, 0.9))
    assert judges.accessibleDescription() == judges.words
    assert f"judge: {reasons.suggested} 90.0 %" in judges.words
    picture = judges.grab().toImage()
    line = judges.sizeHint().height() // 3
    colours = {picture.pixelColor(x, 2 * line + line // 2).name() for x in range(picture.width())}
    wanted = {each.lower() for each in theme.LIGHT.classes[:2]}
    assert wanted <= colours


def test_values_tell_which_label_they_speak_for(bench):
    values = bench.page.rows.card.values.values
    told = [(value.speaks, values.speaks(value)) for value in values.values]
    given, other = values.labels
    assert {given, other} == set(bench.workspace.dataset.classes)
    for times, words in told:
        if words:
            assert words.startswith(other if times > 1 else given)
        else:
            assert 1 / 1.15 < times < 1.15
    assert any(words for _, words in told)


def test_while_reasons_load_no_former_head_stands_there(bench):
    values = bench.page.rows.card.values
    assert values.values.titles[2].startswith("usual for ")
    values.show_facts(None)
    assert values.values.titles == ["column", "this row", "usual", "speaks for", "nearest"]


def test_what_the_audit_took_as_settled_is_said_and_that_it_is_undone_since(bench):
    """Seen: a decision undone after the next audit: "under 0.1 % likely wrong"."""
    bench.workspace.project.decide([12], Verb.KEEP)
    audit = bench.workspace.audit
    settled = np.zeros(len(audit.dataset), bool)
    settled[audit.dataset.rows_of([12])] = True
    bench.workspace.set_audit(replace(audit, settled=settled))
    bench.workspace.select([12])
    assert bench.page.rows.card.sure.text() == "80.0 % sure · taken as settled by the audit"
    bench.workspace.project.undo()
    undone = "its decision was undone: it awaits the next audit"
    assert bench.page.rows.card.sure.text() == undone
    bench.workspace.select([30])
    assert bench.page.rows.card.sure.text().endswith("likely wrong")


def test_the_path_is_that_of_the_run(bench, run):
    rounds, logs = bench.page.rows.card.path.row.getData()
    row = int(run.dataset.rows_of([12])[0])
    expected = [run.history.relative_weights(t)[row] for t in range(run.rounds + 1)]
    np.testing.assert_allclose(10**logs, expected, rtol=1e-6)
    assert rounds[-1] == run.rounds


def test_header_says_the_noise_and_flags_by_hand(qtbot, bench):
    header = bench.page.header
    assert header.noise.text() == (
        "About 5.0 % of the labels look wrong, by estimate (4.0 to 7.0 %)."
    )
    assert header.expected.text() == "about 20 % of their labels are expected to be right"
    assert not header.audit.isVisible()
    header.flagged.setValue(2)
    qtbot.waitUntil(lambda: bench.workspace.audit.count == 2, timeout=SECONDS)
    assert header.expected.text() == "about 12 % of their labels are expected to be right"
    assert bench.page.rows.left.text() == "2 of 2 flagged rows left"


def test_first_ranking_is_said_and_an_audit_offered(qtbot, run):
    bench, asked = Bench(qtbot, run), []
    header = bench.page.header
    end = run.history.suspicion()
    assert bench.line == run.dataset.lines[np.argmax(end)]
    by = "by mean weight within training and validation rows"
    assert header.status.text() == f"Preliminary ranking, by the run alone: {by}."
    assert header.audit.isVisible()
    assert not header.flagged.isEnabled()
    assert bench.page.rows.card.reasons.text().startswith("Boosting gets it wrong from round")
    assert bench.page.rows.card.sure.text() == ""
    bench.page.audit_asked.connect(lambda: asked.append("audit"))
    header.audit.click()
    assert asked == ["audit"]
    bench.reviewer.audit(run)
    assert header.cancel.isVisible()
    assert "the audit is running" in header.status.text()
    header.cancel.click()
    assert header.audit.isVisible()
    bench.workspace.jobs.close()
    assert bench.workspace.jobs.join(90)


def test_an_audit_is_taken_although_a_row_was_decided_while_it_ran(qtbot, run):
    """Seen: whoever decided at once lost the audit without a word."""
    bench = Bench(qtbot, run)
    bench.reviewer.audit(run)
    bench.press(Key.Key_X)
    assert bench.workspace.audit is None
    assert bench.workspace.dataset is not run.dataset
    qtbot.waitUntil(lambda: bench.workspace.audit is not None, timeout=SECONDS)
    assert bench.workspace.audit.about is run.dataset
    assert bench.page.header.status.text() == "The data have changed since."
    assert bench.workspace.jobs.join(90)


def test_numbers_with_a_word_among_them_read_as_what_is_usual_does(qtbot, tmp_path):
    """Seen: 34.850 of a German file beside 142,000."""
    path = tmp_path / "cars.csv"
    rows = [(f"{10 + row}.500", f"{row % 9},5", "no" if row < 40 else "yes") for row in range(80)]
    rows[7] = ("k.A.", *rows[7][1:])
    lines = [";".join(row) for row in [("km", "age", "sold"), *rows]]
    path.write_text("\n".join(lines), encoding="utf-8")
    table = read_table(path)
    plan = Plan.suggested(table, "sold").with_meaning("km", Meaning.NUMBER, missing=("k.A.",))
    data = Dataset.from_table(table, plan=plan)
    run = fit(data, AdaBoost(rounds=5))
    for line, read in ((4, "12,500"), (9, "k.A.")):
        shown = Bench(qtbot, run, [line]).page.rows.card.values.values.values
        assert [value.text for value in shown if value.column == "km"] == [read]


def test_an_audit_under_way_firms_the_order_up(qtbot, run):
    first = Bench(qtbot, run).suspects.ranking
    suspicion = np.zeros(len(first.dataset))
    suspicion[[7, 3]] = [2.0, 1.0]
    better = first.firmed_up(suspicion)
    assert better.is_firming
    assert not first.is_firming
    assert better.order[:2].tolist() == [7, 3]
    assert better.count == first.count
    assert better.places[better.order].tolist() == list(range(len(better.order)))
    assert better.places_of(better.dataset.lines[[3, 7]]).tolist() == [0, 1]


@pytest.fixture
def rents(qtbot):
    """A review of numbers, of which two are flagged."""
    run = fit(example("rents"), GradientBoosting(rounds=5))
    return Bench(qtbot, run, run.dataset.lines[[4, 9]].tolist())


def test_a_wrong_number_is_set_to_the_suggested_one(rents):
    line, card, bar = rents.line, rents.page.rows.card, rents.page.rows.bar
    given, suggested = float(rents.given(line)), float(rents.given(line)) + 10
    assert card.given.text.text() == f"{given:,.0f}"
    assert card.suggested.text.text() == f"{suggested:,.0f}"
    assert card.kind.text() == "Its values speak for another number"
    assert bar.relabel_button.accessibleName() == f"Set to {suggested:,.0f}"
    rents.press(Key.Key_R)
    data, other = rents.workspace.dataset, rents.line
    assert data.labels[data.rows_of([line])] == [suggested]
    assert rents.about(line) == (Verb.SET, None)
    assert other != line
    assert rents.page.rows.left.text() == "1 of 2 flagged rows left"
    assert rents.page.rows.queue.queue.index(0, 3).data() == f"→ {suggested:.0f}"
    rents.press(Key.Key_Z)
    assert (rents.line, rents.about(line)) == (line, None)


def test_numbers_of_a_row_and_of_those_beside_it_are_written_alike(qtbot, tmp_path):
    frame = pd.DataFrame({"x": np.arange(60) + 0.5, "y": 5_000 + 100 * np.arange(60)})
    frame.to_csv(tmp_path / "comma.csv", sep=";", decimal=",", index=False)
    run = fit(read_csv(tmp_path / "comma.csv", target="y"), GradientBoosting(rounds=3))
    page = Bench(qtbot, run, run.dataset.lines[[4]].tolist()).page
    listed = page.rows.card.neighbours
    qtbot.waitUntil(lambda: listed.topLevelItemCount() > 0, timeout=SECONDS)
    near = listed.topLevelItem(0)
    label = f"{5_000 + 100 * (int(near.text(1)) - int(run.dataset.lines[0])):,}"
    assert (near.text(2), len(near.text(3).partition(".")[2])) == (label, 3)
    values = page.rows.card.values.values
    assert values.titles[-1].endswith(f"({label})")
    assert (values.values[0].text, values.values[0].usual.partition(" ")[0]) == ("4.5", "30.5")


def test_a_wrong_number_is_set_to_one_that_is_typed(rents):
    line, bar, failed = rents.line, rents.page.rows.bar, []
    rents.reviewer.failed.connect(failed.append)
    rents.press_with_shift(Key.Key_R)
    assert bar.number.isVisible()
    QTest.keyClicks(bar.number, "high")
    QTest.keyClick(bar.number, Key.Key_Return)
    assert "'high' is no number" in str(failed[0])
    assert rents.line == line
    bar.choose_label()
    QTest.keyClicks(bar.number, "812.5")
    QTest.keyClick(bar.number, Key.Key_Return)
    data = rents.workspace.dataset
    assert data.labels[data.rows_of([line])] == [812.5]
    assert rents.line != line


def test_numbers_are_excluded_too_and_the_judges_are_drawn_on_a_scale(rents):
    line, judges = rents.line, rents.page.rows.card.judges
    assert judges.isVisible()
    assert judges.words.startswith(f"Given {float(rents.given(line)):,.0f}. together:")
    assert rents.page.rows.card.values.isColumnHidden(3)
    rents.press(Key.Key_X)
    assert rents.about(line) == (Verb.EXCLUDE, None)
    assert rents.page.header.noise.text().startswith("About 5.0 % of the numbers look wrong")
    rents.page.tabs.setCurrentWidget(rents.page.what_if)
    assert rents.page.what_if.verb.findData(Verb.RELABEL) == -1


def test_many_classes_are_chosen_from_a_menu(qtbot):
    run = fit(example("iris"), AdaBoost(rounds=5))
    line = int(run.dataset.lines[8])
    bench = Bench(qtbot, run, [line])
    names = [action.text() for action in bench.page.rows.bar.other_labels.actions()]
    assert names == list(run.dataset.classes)
    bench.page.rows.bar.other_labels.actions()[2].trigger()
    assert bench.about(line) == (Verb.RELABEL, names[2])


def test_another_revision_asks_for_another_audit(bench):
    bench.press(Key.Key_X)
    header = bench.page.header
    assert header.status.text() == "The data have changed since."
    assert header.audit.text() == "Audit again"
    assert header.audit.isVisible()


def test_an_excluded_row_is_brought_back_from_the_list(bench):
    bench.press(Key.Key_X)
    bench.flag(LINES[2:])
    page = bench.page
    page.tabs.setCurrentWidget(page.decisions)
    item = page.decisions.list.topLevelItem(0)
    assert [item.text(place) for place in (0, 1)] == ["12", "excluded"]
    page.decisions.list.itemClicked.emit(item, 0)
    assert "it was excluded before" in page.rows.empty.text()
    bench.press(Key.Key_K)
    assert bench.about(12) == (Verb.KEEP, None)
    assert 12 in bench.workspace.dataset.lines


def test_the_list_has_every_decision_and_undoes_them(bench):
    page = bench.page
    for key in (Key.Key_K, Key.Key_R):
        bench.press(key)
    page.tabs.setCurrentWidget(page.decisions)
    assert page.tabs.tabText(1) == "Decisions (2)"
    listed = page.decisions.list
    assert [listed.topLevelItem(i).text(1) for i in range(2)] == ["relabelled", "kept"]
    assert listed.topLevelItem(0).text(2) == bench.given(30)
    page.decisions.undo.click()
    assert listed.topLevelItemCount() == 1
    page.decisions.redo.click()
    assert listed.topLevelItemCount() == 2


def test_the_list_tells_who_decided_and_the_name_can_be_changed(bench):
    page, listed = bench.page, bench.page.decisions.list
    bench.press(Key.Key_K)
    page.tabs.setCurrentWidget(page.decisions)
    before = page.decisions.name.text()
    assert before == system_name()
    page.decisions.name.selectAll()
    QTest.keyClicks(page.decisions.name, "  Anna K ")
    QTest.keyClick(page.decisions.name, Key.Key_Return)
    page.tabs.setCurrentIndex(0)
    bench.press(Key.Key_X)
    page.tabs.setCurrentWidget(page.decisions)
    assert [listed.topLevelItem(i).text(6) for i in range(2)] == ["Anna K", before]
    assert page.decisions.name.text() == "Anna K"
    assert Reviewer(Workspace(ImmediateUnlessLong())).name == "Anna K"
    page.decisions.name.clear()
    QTest.keyClick(page.decisions.name, Key.Key_Return)
    assert bench.reviewer.name == system_name()


def test_empty_states_say_what_will_be_here(bench):
    page = bench.page
    page.tabs.setCurrentWidget(page.decisions)
    assert page.decisions._stack.currentIndex() == 0
    assert not page.decisions.give.isEnabled()
    bench.workspace.set_audit(bench.workspace.audit.flagging(0))
    bench.workspace.select([])
    page.tabs.setCurrentIndex(0)
    assert page.rows.empty.text().startswith("No row is flagged.")


def test_refused_decisions_stay_where_they_are(bench):
    failed = []
    bench.reviewer.failed.connect(failed.append)
    bench.workspace.select(bench.workspace.dataset.lines)
    bench.page.rows.all_of_them.click()
    bench.press(Key.Key_X)
    assert len(failed) == 1
    assert len(bench.workspace.selection) == len(bench.workspace.dataset)


def test_both_themes_colour_it_and_everything_has_a_name(bench):
    page = bench.page
    for each in (theme.LIGHT, theme.DARK):
        page.apply_theme(each)
        assert page.rows.card.path.row.opts["pen"].color().name().upper() == each.selection_mark
    for widget in (
        page.rows.queue,
        page.rows.card,
        page.rows.card.values,
        page.rows.card.neighbours,
        page.rows.card.path,
        page.rows.note,
        page.header.flagged,
        page.left_bar,
        page.rows.bar.keep_button,
        page.rows.bar.relabel_button,
        page.decisions.list,
        page.what_if.verb,
    ):
        assert widget.accessibleName()


def test_labels_of_the_queue_have_the_symbols_of_their_classes(bench):
    queue, decoration = bench.page.rows.queue.queue, Qt.ItemDataRole.DecorationRole
    icons = {
        queue.data(queue.index(0, column)): queue.data(queue.index(0, column), decoration)
        for column in (1, 2)
    }
    assert len(icons) == 2
    keys = {icon.cacheKey() for icon in icons.values()}
    assert len(keys) == 2
    bench.page.apply_theme(theme.DARK)
    assert {queue.data(queue.index(0, c), decoration).cacheKey() for c in (1, 2)} != keys


def test_an_audit_of_a_sample_says_so_and_offers_all_rows(qtbot):
    run = fit(example("moons"), AdaBoost(rounds=10))
    bench = Bench(qtbot, run)
    bench.workspace.set_audit(audit(run.dataset, AdaBoost(rounds=5), sample=60))
    header = bench.page.header
    qtbot.waitUntil(lambda: "A sample of 60 rows" in header.status.text(), timeout=SECONDS)
    assert header.audit.isVisible()
    assert header.audit.text() == "Audit all rows"
    assert not header.sample.isVisible()
