"""A review that learns, through the window: ten decisions by keys, undone, and switched off."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.workbench.driving import flipped_csv, train, use_file
from tests.workbench.reviewing.bench import open_review

Key = Qt.Key


def test_learn_from_ten_decisions_take_them_back_and_switch_it_off(qtbot, started, tmp_path):
    path = tmp_path / "flipped.csv"
    flipped_csv(path)
    window = started(path)
    use_file(qtbot, window, path)
    train(qtbot, window)
    lines = list(range(2, 42))
    page = open_review(qtbot, window, lines)
    rows, live, base = page.rows, window.review.agenda, window.workspace.decisions.base
    given = {line: base.label_text(int(base.rows_of([line])[0])) for line in lines}

    def decide(times):
        for _ in range(times):
            is_yes = given[rows.current_line()] == "yes"
            QTest.keyClick(rows.queue, Key.Key_R if is_yes else Key.Key_K)

    assert live.agenda.coming(40) == lines
    decide(10)
    learned = live.agenda.coming(40)
    assert learned != [line for line in lines if line in learned]
    assert "'yes' that look like 'no': " in rows.learning.words.text()
    assert "moved up." in rows.learning.words.text()
    assert [given[line] for line in learned[-3:]] == ["no"] * 3
    rows.learning.learns.click()
    assert live.agenda.coming(40) == [line for line in lines if line in learned]
    rows.learning.learns.click()
    assert live.agenda.coming(40) == learned
    for _ in range(10):
        QTest.keyClick(rows.queue, Key.Key_Z)
    assert live.agenda.coming(40) == lines
    assert rows.current_line() == lines[0]
    assert window.workspace.dataset is base
