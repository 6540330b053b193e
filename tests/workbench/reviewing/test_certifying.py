"""When to stop: a sample is mixed in once a person agrees, and checks never become decisions."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core import AdaBoost, fit, read_csv
from core.judging.reviewing.decision import Verb
from tests.workbench.driving import flipped_csv
from tests.workbench.reviewing.bench import Bench
from workbench.shell import theme

LINES = [12, 30, 47, 101, 215, 220, 230, 240]
Key = Qt.Key


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("review") / "flipped.csv"
    flipped_csv(path)
    return fit(read_csv(path, target="label"), AdaBoost(rounds=5))


@pytest.fixture
def bench(qtbot, run, monkeypatch):
    monkeypatch.setattr("secrets.randbits", lambda _bits: 11)
    return Bench(qtbot, run, LINES)


def agree(bench, checks=False):
    panel = opened(bench)
    panel.checks.setChecked(checks)
    panel.agree.click()


def opened(bench):
    """The tab, in sight."""
    bench.page.tabs.setCurrentWidget(bench.page.stopping)
    return bench.page.stopping


def sample(bench):
    return bench.decisions.sample


def test_nothing_is_drawn_before_a_person_agrees(bench):
    for _ in LINES:
        bench.press(Key.Key_K)
    assert bench.line is None
    assert sample(bench).consent is None
    panel = opened(bench)
    assert not panel.sentence.isVisibleTo(panel)
    assert not panel.checks.isChecked()


def test_one_row_in_three_is_sampled_and_then_all_are(bench):
    agree(bench)
    assert bench.page.tabs.currentWidget() is bench.page.rows
    seen = []
    for _ in range(8):
        seen.append(bench.line)
        bench.press(Key.Key_K)
    drawn = [draw.line for draw in sample(bench).draws]
    assert [line in drawn for line in seen] == [False, True, *([False, False, True] * 2)]
    assert [line for line in seen if line in LINES][:3] == [12, 30, 47]
    for _ in range(12):
        bench.press(Key.Key_K)
    assert all(bench.decisions.about(line) for line in LINES)
    assert bench.line == sample(bench).draws[-1].line


def test_the_panel_tells_the_bound(bench):
    agree(bench)
    for _ in range(40):
        bench.press(Key.Key_K)
    panel = opened(bench)
    certificate = bench.reviewer.certifier.certificate
    assert panel.sentence.text() == certificate.sentence
    assert f"{certificate.looked} sampled rows looked at, 0 of them wrong" in panel.about.text()
    assert "more sampled rows: down to" in panel.next_step.text()
    assert len(panel.plot.so_far.getData()[0]) > 10
    title = bench.page.tabs.tabText(bench.page.tabs.indexOf(panel))
    assert title == f"When to stop (≤ {100 * certificate.share:.1f} %)"
    for look in (theme.DARK, theme.LIGHT):
        bench.page.apply_theme(look)
    panel.end.click()
    assert not sample(bench).is_on
    assert "No more rows are drawn" in panel.next_step.text()
    panel.anew.click()
    assert panel.agree.isVisibleTo(panel)


def test_a_drawn_row_that_is_skipped_or_undone_waits(bench):
    agree(bench)
    bench.press(Key.Key_K)
    drawn = bench.line
    assert sample(bench).draws[-1].line == drawn
    bench.press(Key.Key_S)
    assert bench.line == 30
    panel = opened(bench)
    assert "1 drawn row left for later: counted as wrong" in panel.about.text()
    assert panel.undecided.isVisibleTo(panel)
    panel.undecided.click()
    assert bench.line == drawn
    bench.press(Key.Key_K)
    assert bench.reviewer.certifier.certificate.looked == 1
    bench.press(Key.Key_Z)
    bench.press(Key.Key_Z)
    assert bench.line == drawn
    assert bench.about(drawn) is None
    assert len(sample(bench).draws) == 1


@pytest.fixture
def checked(bench):
    """A review in which the next row is a blind check."""
    agree(bench, checks=True)
    for _ in range(4):
        bench.press(Key.Key_K)
    assert bench.reviewer.certifier.is_check([bench.line])
    return bench


def shown_label(bench):
    return bench.page.rows.card.given.text.text()


def test_a_check_shows_a_wrong_label_in_the_review_alone(checked):
    line = checked.line
    assert shown_label(checked) != checked.given(line)
    assert checked.page.rows.card.suggested.text.text() == checked.given(line)
    queue = checked.page.rows.queue.queue
    place = queue.ranking.place_of(line)
    assert place < queue.ranking.count
    assert queue.index(place, 1).data() == shown_label(checked)
    assert queue.index(place, 2).data() == checked.given(line)
    assert checked.given(line) in checked.page.rows.bar.relabel_button.text()
    row = int(checked.workspace.dataset.rows_of([line])[0])
    assert checked.workspace.dataset.label_text(row) == checked.given(line)
    assert checked.suspects.ranking.dataset.label_text(row) == checked.given(line)
    assert checked.page.rows.facts.reasons.label == shown_label(checked)
    judges = checked.page.rows.card.judges
    assert judges.words.startswith(f"Given {shown_label(checked)}. together:")
    assert "; judge:" in judges.words


@pytest.mark.parametrize(
    ("key", "checks", "hits"),
    [(Key.Key_R, 1, 1), (Key.Key_X, 1, 1), (Key.Key_K, 1, 0), (Key.Key_S, 0, 0)],
)
def test_what_is_pressed_about_a_check_is_no_decision(checked, key, checks, hits):
    line, before = checked.line, checked.decisions.standing()
    done = [each.words for each in checked.project.done]
    checked.press(key)
    assert checked.about(line) is None
    assert checked.decisions.standing() == before
    assert [each.words for each in checked.project.done] == done
    found = sample(checked).checks
    assert [each.line for each in found] == [line] * checks
    assert sum(each.found for each in found) == hits
    if checks:
        assert checked.line != line
        assert checked.page.rows.queue.queue.ranking is checked.suspects.ranking


def test_a_note_on_a_check_is_not_written_down(checked):
    line, note = checked.line, checked.page.rows.note
    note.setFocus()
    QTest.keyClicks(note, "odd")
    QTest.keyClick(note, Key.Key_Return)
    assert checked.decisions.note_on(line) == ""


def test_how_many_were_noticed_is_told_later(checked):
    keys = 0
    assert "is told after 5" in opened(checked).checked.text()
    checked.page.tabs.setCurrentWidget(checked.page.rows)
    while len(sample(checked).checks) < 5:
        is_check = checked.reviewer.certifier.is_check([checked.line])
        checked.press(Key.Key_R if is_check and len(sample(checked).checks) != 2 else Key.Key_K)
        keys += 1
        assert keys < 80
    told = opened(checked).checked.text()
    assert told.startswith("You found 4 of 5 planted errors: you may miss up to")
    assert all(decision.verb is Verb.KEEP for decision in checked.decisions.standing())
