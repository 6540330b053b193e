"""The import page: what it shows of a file, and what a person can change there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from core.base.errors import DataError
from core.data.roles import Meaning, Role
from core.reading import first_look
from core.reading.memory import Need
from core.sources.source import Source
from tests.core.reading import torture
from tests.workbench.driving import SECONDS, choose, drop, end, flipped_csv, open_file, train
from workbench.frame.window import MainWindow
from workbench.jobs.registry import Jobs
from workbench.opening.controller import Opening
from workbench.opening.importing.colours import tint_of
from workbench.opening.importing.columns_table import CellPart
from workbench.opening.importing.page import ImportPage
from workbench.sessions.recent import FileState
from workbench.shell.theme import DARK, LIGHT


@pytest.fixture
def window(qtbot, qapp):
    """The main window; opening a file needs no engine."""
    window = MainWindow(qapp)
    window.show()
    yield window
    end(window)


def wait_for_page(qtbot, window):
    qtbot.waitUntil(window.desk.page.isVisible, timeout=SECONDS)
    return window.desk.page


def wait_for_study(qtbot, window):
    opening = window.controller.opening
    qtbot.waitUntil(lambda: opening.study is not None and opening.study.is_done, timeout=SECONDS)


def wait_for_data(qtbot, window):
    qtbot.waitUntil(lambda: window.workspace.dataset is not None, timeout=SECONDS)
    return window.workspace.dataset


def shown(qtbot, window, tmp_path, content, name="a.csv"):
    path = tmp_path / name
    path.write_text(content) if isinstance(content, str) else path.write_bytes(content)
    drop(window, path)
    page = wait_for_page(qtbot, window)
    wait_for_study(qtbot, window)
    return page


ROWS = "".join(f"{i};{i % 7},50;{'ab'[i % 2]}\n" for i in range(60))
TABLE = "id;price;kind\n" + ROWS


def test_a_clean_file_needs_the_target_and_enter(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    drop(window, path)
    page = wait_for_page(qtbot, window)
    assert page.target_bar.target.hasFocus()
    assert page.target_bar.target.currentText() == "label"
    qtbot.keyClick(page.target_bar.target, Qt.Key.Key_Return)
    data = wait_for_data(qtbot, window)
    assert (data.name, data.target, len(data)) == ("a.csv", "label", 400)
    assert not page.isVisible()


def test_the_columns_are_drawn_in_a_turn_after_the_first_rows(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,y,label\n" + "1,2,a\n3,4,b\n" * 50)
    drop(window, path)
    page = wait_for_page(qtbot, window)
    assert not page.columns.updatesEnabled()
    qtbot.waitUntil(page.columns.updatesEnabled, timeout=SECONDS)


def test_every_part_has_its_reason(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    form = page.form
    assert form.choices["separator"].currentData() == ";"
    assert form.choices["decimal"].currentData() == ","
    reasons = {part: label.text() for part, label in form.rows.reasons.items()}
    assert reasons["separator"] == "semicolon, 2 times on every line"
    assert "as in" in reasons["decimal mark"]
    assert all(reasons.values())
    assert not form.back.isVisible()


def test_overruling_a_part_changes_the_rows_at_once_and_can_be_taken_back(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    model = page.preview.rows
    assert model.columnCount() == 3
    choice = page.form.choices["separator"]
    choice.setCurrentIndex(choice.findData("|"))
    choice.activated.emit(choice.currentIndex())
    qtbot.waitUntil(lambda: model.columnCount() == 1, timeout=SECONDS)
    assert page.form.rows.reasons["separator"].text() == "as you said"
    page.form.back.click()
    qtbot.waitUntil(lambda: model.columnCount() == 3, timeout=SECONDS)
    page.form.header.click()
    qtbot.waitUntil(lambda: model.rowCount() == 61, timeout=SECONDS)
    assert model.data(model.index(0, 0)) == "id"


def test_a_separator_of_ones_own(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, "x~y\n1~a\n2~b\n3~a\n")
    choice = page.form.choices["separator"]
    choice.setCurrentIndex(choice.count() - 1)
    choice.activated.emit(choice.currentIndex())
    assert page.form.other.isVisible()
    qtbot.keyClicks(page.form.other, "~")
    qtbot.waitUntil(lambda: page.preview.rows.columnCount() == 2, timeout=SECONDS)


def test_what_cannot_be_is_said_beside_the_form(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    choice = page.form.choices["thousands"]
    choice.setCurrentIndex(choice.findData(","))
    choice.activated.emit(choice.currentIndex())
    assert "are the same" in page.form.problem.text()
    assert page.preview.rows.columnCount() == 3


def test_the_rows_are_as_written_and_coloured_by_meaning(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    model = page.preview.rows
    assert model.data(model.index(1, 1)) == "1,50"
    for theme in (LIGHT, DARK):
        window.apply_theme(theme)
        ground = model.data(model.index(0, 1), Qt.ItemDataRole.BackgroundRole)
        assert ground == tint_of(Meaning.NUMBER, theme)
        assert all(contrast(QColor(theme.text), tint_of(m, theme)) > 7 for m in Meaning)
        assert all(contrast(QColor(theme.quiet_text), tint_of(m, theme)) > 4.5 for m in Meaning)
    window.apply_theme(LIGHT)


def contrast(one, other):
    """The ratio of WCAG 2."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
             for part in colour.getRgbF()[:3]]  # fmt: skip
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_meanings_and_roles_are_chosen_in_the_table(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    model = page.columns.columns
    assert model.data(model.index(1, CellPart.MEANING)) == "number"
    assert model.data(model.index(1, CellPart.DISTINCT)) == "7"
    model.setData(model.index(0, CellPart.ROLE), "ignored")
    model.setData(model.index(1, CellPart.ROLE), "target")
    plan = window.controller.opening.plan
    assert plan.target == page.target_bar.target.currentText() == "price"
    assert plan.roles["id"] is Role.IGNORED
    assert model.data(model.index(2, CellPart.ROLE)) == "feature"
    page.use.click()
    assert wait_for_data(qtbot, window).target == "price"


def test_a_chooser_opens_by_the_keyboard(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    page.columns.setFocus()
    page.columns.setCurrentIndex(page.columns.columns.index(1, CellPart.MEANING))
    qtbot.keyClick(page.columns, Qt.Key.Key_Space)
    box = page.columns.findChild(QComboBox)
    qtbot.waitUntil(lambda: box.view().isVisible(), timeout=SECONDS)
    qtbot.keyClick(box.view(), Qt.Key.Key_Down)
    qtbot.keyClick(box.view(), Qt.Key.Key_Return)
    plan = window.controller.opening.plan
    assert plan["price"].meaning is Meaning.CATEGORY
    assert page.isVisible()  # that Enter chose, and did not use the data


def test_the_positive_class_and_the_task_can_be_overruled(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    bar = page.target_bar
    assert bar.task.currentText().startswith("two classes")
    assert bar.positive.currentText() == "b"
    bar.positive_chosen.emit("a")
    wait_for_study(qtbot, window)
    page.use.click()
    assert wait_for_data(qtbot, window).classes == ("b", "a")


def test_a_finding_is_remedied_and_undone_by_a_click(qtbot, window, tmp_path):
    rows = "".join(f"1,{i},{'ab'[i % 2]}\n" for i in range(40))
    page = shown(qtbot, window, tmp_path, "same,x,kind\n" + rows)
    assert page.tabs.tabText(1).startswith("Findings (")
    button = next(b for b in page.findings.buttons if "'same'" in b.accessibleName())
    button.click()
    plan = window.controller.opening.plan
    assert plan.roles["same"] is Role.IGNORED
    wait_for_study(qtbot, window)
    assert page.findings.buttons[0].text() == "Undo"
    assert not any("'same'" in b.accessibleName() for b in page.findings.buttons[1:])
    page.findings.buttons[0].click()
    assert window.controller.opening.plan.roles["same"] is Role.FEATURE


def test_after_a_remedy_the_keys_go_on_in_the_list_and_nothing_contradicts_it(
    qtbot, window, tmp_path
):
    """Seen: the focus went to Home, and a column read as numbers was still called a text."""
    rows = "".join(f"{'k.A.' if i % 20 == 3 else i * 1.5},1,{'ab'[i % 2]}\n" for i in range(200))
    page = shown(qtbot, window, tmp_path, "amount,same,kind\n" + rows)
    page.tabs.setCurrentIndex(1)
    button = next(b for b in page.findings.buttons if "'k.A.'" in b.text())
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: page.findings.buttons[0].text() == "Undo", timeout=SECONDS)
    wait_for_study(qtbot, window)
    assert QApplication.focusWidget() in page.findings.buttons
    assert QApplication.focusWidget().text() != "Undo"

    def told():
        return [label.text() for label in page.findings.findChildren(QLabel) if label.isVisible()]

    qtbot.waitUntil(lambda: any(text.startswith("Done: ") for text in told()), timeout=SECONDS)
    assert not any("is read as text" in text for text in told())


def test_enter_presses_the_button_that_has_the_focus_and_the_code_is_missing(
    qtbot, window, tmp_path
):
    """Seen: Enter on "Count 999 as missing" used the data instead, with 999 among the ages."""
    rows = "".join(f"{999 if i % 20 == 3 else 20 + i % 60},{'ab'[i % 2]}\n" for i in range(200))
    page = shown(qtbot, window, tmp_path, "age,kind\n" + rows)
    wait_for_study(qtbot, window)
    page.tabs.setCurrentIndex(1)
    button = next(b for b in page.findings.buttons if b.text() == "Count 999 as missing")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.findings.buttons[0].text() == "Undo", timeout=SECONDS)
    assert page.isVisible()
    model = page.preview.model()
    ink = [
        model.index(row, 0).data(Qt.ItemDataRole.ForegroundRole)
        for row in (3, 4)  # 999, and a usual age
    ]
    assert ink == [QColor(page.preview.model().theme.quiet_text), None]
    page.target_bar.target.setFocus()
    QTest.keyClick(page.target_bar.target, Qt.Key.Key_Return)
    data = wait_for_data(qtbot, window)
    assert int(data.features[0].missing.sum()) == 10
    shown_missing = window.data_panel.columns.topLevelItem(0).text(2)
    assert shown_missing == "10"


def test_rows_that_do_not_fit_are_listed_by_line(qtbot, window, tmp_path):
    content = "x,y\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(30)) + "7\n8,a,extra\n"
    page = shown(qtbot, window, tmp_path, content)
    texts = [
        label.text() for label in page.findings.findChildren(QWidget) if hasattr(label, "text")
    ]
    assert any(text.startswith("Line 32: 1 value for 2 columns") for text in texts)
    assert any(text.startswith("Line 33: 3 values for 2 columns") for text in texts)


def test_a_file_too_large_offers_a_sample_that_fits(qtbot, window, tmp_path, monkeypatch):
    monkeypatch.setattr(first_look, "needed", lambda *_: Need(9 << 30, 1 << 30, False, 25))
    path = tmp_path / "a.csv"
    path.write_text(TABLE)
    drop(window, path)
    page = wait_for_page(qtbot, window)
    assert page.memory.isVisible()
    assert "9.7 GB" in page.memory.text.text()
    assert "1.1 GB" in page.memory.text.text()
    assert page.memory.rows.value() == 25
    assert not page.use.isEnabled()
    page.memory.take.click()
    wait_for_study(qtbot, window)
    assert not page.memory.isVisible()
    page.use.click()
    assert len(wait_for_data(qtbot, window)) == 25


def test_going_back_leaves_everything_as_it_was(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert window.welcome.isVisible()
    assert window.workspace.dataset is None
    first = tmp_path / "first.csv"
    flipped_csv(first)
    open_file(qtbot, window, first)
    before = window.workspace.dataset
    shown(qtbot, window, tmp_path, TABLE)
    page.back.click()
    assert window.docks.isVisible()
    assert window.workspace.dataset is before


def test_how_a_file_was_read_can_be_changed_later(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    window.controller.opening.change(lambda plan: plan.with_role("id", Role.IGNORED))
    page.use.click()
    wait_for_data(qtbot, window)
    window.controller.reviewer.follows_up = False
    window.controller.trainer.prepare_engine()
    train(qtbot, window, 5)
    window.actions_.how_read.trigger()
    wait_for_page(qtbot, window)
    assert window.controller.opening.plan.roles["id"] is Role.IGNORED
    assert page.consequence.text() == "1 run on it stays in the list."
    wait_for_study(qtbot, window)
    window.controller.opening.change(lambda plan: plan.with_target("price"))
    page.use.click()
    qtbot.waitUntil(lambda: window.workspace.dataset.target == "price", timeout=SECONDS)
    assert window.workspace.current is None
    assert [item.branch for item in window.workspace.runs] == [1]  # on the data as they were


def test_rows_are_pasted_from_a_spreadsheet(qtbot, window):
    text = "x\tkind\n" + "".join(f"{i},5\t{'ab'[i % 2]}\n" for i in range(30))
    QGuiApplication.clipboard().setText(text)
    window.actions_.paste.trigger()
    page = wait_for_page(qtbot, window)
    assert page.form.choices["separator"].currentData() == "\t"
    wait_for_study(qtbot, window)
    page.use.click()
    data = wait_for_data(qtbot, window)
    assert data.table.path is None
    assert data.features[0].values[1] == 1.5
    assert window.session.recent() == []


def test_an_empty_clipboard_is_said(qtbot, window):
    window.controller.trainer.is_engine_ready = True
    QGuiApplication.clipboard().clear()
    window.actions_.paste.trigger()
    assert "holds no rows" in window.activity.text()


def test_a_recent_file_is_opened_as_it_was_read(qtbot, window, qapp, tmp_path):
    path = tmp_path / "a.csv"
    page = shown(qtbot, window, tmp_path, TABLE)
    window.controller.opening.change(lambda plan: plan.with_meaning("price", Meaning.CATEGORY))
    window.controller.opening.change(lambda plan: plan.with_role("id", Role.IGNORED))
    page.use.click()
    first = wait_for_data(qtbot, window)
    window.close()
    again = MainWindow(qapp)
    again.show()
    assert again.welcome.links[0].text() == "a.csv"
    again.welcome.links[0].click()
    data = wait_for_data(qtbot, again)
    assert data.plan == first.plan
    assert data.table.column("price").text(1) == "1,50"
    assert not again.desk.page.isVisible()
    end(again)
    path.write_text(TABLE + "60;1,5;b\n")
    third = MainWindow(qapp)
    third.show()
    known = third.session.recent()[0]
    assert known.state is FileState.CHANGED
    third.welcome.links[0].click()
    page = wait_for_page(qtbot, third)
    assert "has changed since" in page.trouble.text()
    end(third)
    path.unlink()
    fourth = MainWindow(qapp)
    assert fourth.session.recent()[0].state is FileState.GONE
    assert not fourth.welcome.links[0].isEnabled()
    end(fourth)


def test_examples_open_at_once_as_they_are_meant(qtbot, window):
    link = next(link for link in window.welcome.links if link.text() == "mislabelled")
    link.click()
    data = wait_for_data(qtbot, window)
    assert data.target == "label"
    assert data.roles["true_label"] is Role.IGNORED


def test_a_file_that_changes_is_asked_about_and_never_reloaded_by_itself(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    before = window.workspace.dataset
    window.desk.watch.check()
    assert not window.desk.strip.isVisible()
    flipped_csv(path, rows=300)
    window.desk.watch.check()
    assert window.desk.strip.isVisible()
    assert window.workspace.dataset is before
    window.desk.strip.no.click()
    window.desk.watch.check()
    assert not window.desk.strip.isVisible()
    flipped_csv(path, rows=350)
    window.desk.watch.check()
    window.desk.strip.yes.click()
    page = wait_for_page(qtbot, window)
    wait_for_study(qtbot, window)
    page.use.click()
    qtbot.waitUntil(lambda: len(window.workspace.dataset) == 350, timeout=SECONDS)
    path.unlink()
    window.desk.watch.check()
    assert window.desk.strip.isVisible()
    assert not window.desk.strip.yes.isVisible()


def test_the_system_tells_of_a_change(qtbot, window, tmp_path):
    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    flipped_csv(path, rows=300)
    qtbot.waitUntil(window.desk.strip.isVisible, timeout=SECONDS)


def test_decisions_stay_with_the_data_they_were_made_on(qtbot, window, tmp_path):
    from core.judging.reviewing.decision import Verb

    path = tmp_path / "a.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    window.controller.reviewer.decide([5], Verb.EXCLUDE)
    original = path.read_bytes()
    flipped_csv(path, rows=300)
    open_again(qtbot, window, path, rows=300)
    assert window.workspace.project.done == []
    path.write_bytes(original)
    open_again(qtbot, window, path, rows=399)
    assert len(window.workspace.project.done) == 1


def open_again(qtbot, window, path, rows):
    before = window.workspace.dataset
    drop(window, path)
    qtbot.waitUntil(lambda: window.controller.opening.table is not None, timeout=SECONDS)
    window.desk.page.use.click()
    qtbot.waitUntil(lambda: window.workspace.dataset is not before, timeout=SECONDS)
    assert len(window.workspace.dataset) == rows


def test_every_control_has_a_name(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    kinds = (QAbstractButton, QComboBox, QLineEdit, QSpinBox)
    nameless = [
        control
        for control in page.findChildren(QWidget)
        if isinstance(control, kinds)
        and control.isVisibleTo(page)
        and not control.objectName().startswith("qt_")
        and not (control.accessibleName() or getattr(control, "text", str)())
    ]
    assert not nameless


@pytest.mark.parametrize("name", ["picture.csv", "empty.csv"])
def test_what_cannot_be_opened_is_said_in_the_window(qtbot, window, tmp_path, name):
    drop(window, torture.make(name, tmp_path))
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert window.strip.text.text().startswith(name)
    assert not window.desk.page.isVisible()


@pytest.fixture(scope="module")
def lone_page(qapp):
    """A page that meets one bad file after the other, without a window around it."""
    jobs = Jobs()
    opening = Opening(jobs)
    page = ImportPage(opening)
    page.show()
    yield page
    jobs.close()
    assert jobs.join(90)
    page.close()
    page.deleteLater()


@pytest.mark.parametrize("name", torture.names())
def test_any_file_gives_the_page_or_a_sentence(qtbot, lone_page, tmp_path, name):
    opening = lone_page.opening
    used, refused = [], []
    opening.used.connect(used.append)
    opening.refused.connect(refused.append)

    def is_ended():
        is_studied = opening.study is not None and opening.study.is_done
        return bool(refused) or opening.trouble is not None or is_studied

    opening.open(Source.from_path(torture.make(name, tmp_path)))
    qtbot.waitUntil(is_ended, timeout=4 * SECONDS)  # 5,000 columns are many on a busy machine
    if not refused and opening.trouble is None:
        lone_page.use.click()
        qtbot.waitUntil(lambda: bool(used) or opening.trouble is not None, timeout=4 * SECONDS)
    problem = refused[0] if refused else opening.trouble
    if problem is not None:
        assert isinstance(problem, DataError)
        assert str(problem).endswith(".")
        assert refused or lone_page.trouble.text() == str(problem)
    opening.used.disconnect(used.append)
    opening.refused.disconnect(refused.append)
    opening.cancel()


def is_called(opening, name):
    """Whether the first column of the table that was read has this name."""
    return lambda: opening.table is not None and opening.table.names[0] == name


def is_studied(opening):
    return lambda: opening.study is not None and opening.study.is_done


def test_blanks_escapes_and_a_second_header_can_be_told(qtbot, lone_page):
    opening, form = lone_page.opening, lone_page.form
    text = 'a, b, y\nkg, m, \n1, 2, "x\\"z"\n3, 4, "w"\n5, 6, "v"\n'
    opening.open(Source.from_bytes(text.encode()))
    qtbot.waitUntil(lambda: opening.table is not None, timeout=SECONDS)
    assert form.trims.isChecked()
    assert form.second_header.isChecked()
    assert form.choices["escape"].currentData() == "\\"
    assert opening.table.names == ["a kg", "b m", "y"]
    form.second_header.click()
    qtbot.waitUntil(is_called(opening, "a"), timeout=SECONDS)
    assert form.rows.reasons["header"].text() == "as you said"
    form.header.click()
    qtbot.waitUntil(is_called(opening, "column 1"), timeout=SECONDS)
    assert not form.second_header.isEnabled()
    opening.cancel()


def test_a_separator_that_cannot_be_typed_is_kept(qtbot, lone_page):
    opening, form = lone_page.opening, lone_page.form
    opening.open(Source.from_bytes(b"a\x01b\n1\x01x\n2\x01y\n3\x01x\n"))
    qtbot.waitUntil(lambda: opening.table is not None, timeout=SECONDS)
    assert form.choices["separator"].currentText() == repr("\x01")
    assert not form.other.isVisible()
    form.header.click()
    qtbot.waitUntil(is_called(opening, "column 1"), timeout=SECONDS)
    assert opening.manner.separator == "\x01"
    opening.cancel()


def test_a_word_among_numbers_is_told_once_and_counts_as_missing_by_a_click(qtbot, lone_page):
    opening = lone_page.opening
    words = [*(f"1.{200 + n},5" for n in range(20)), "n.v."]
    text = "a;y\n" + "".join(f"{word};{'pq'[n % 2]}\n" for n, word in enumerate(words))
    opening.open(Source.from_bytes(text.encode()))
    qtbot.waitUntil(is_studied(opening), timeout=SECONDS)
    findings = lone_page.findings
    labels = [label for label in findings.findChildren(QLabel) if label.isVisibleTo(findings)]
    assert sum("'n.v.'" in label.text() for label in labels) == 1
    (button,) = (b for b in lone_page.findings.buttons if "as missing" in b.text())
    button.click()
    qtbot.waitUntil(is_studied(opening), timeout=SECONDS)
    (feature,) = opening.study.dataset.features
    assert feature.is_number
    assert feature.missing.sum() == 1
    opening.cancel()


# Spellings, and the guess of the target


def spelled_file(path):
    """A file whose target is spelt in several ways, and one town with a slip."""
    said = ["ja", "nein", "ja", "nein", "Ja", "JA", "ja", "nein"]
    towns = ["Berlin", "Hamburg", "Bremen"]
    rows = [
        f"{(i * 37) % 101};{'Berln' if i == 41 else towns[i % 3]};{said[i % 8]}" for i in range(160)
    ]
    path.write_text("\n".join(["betrag;stadt;bezahlt", *rows]) + "\n")
    return path


def test_spellings_of_the_target_are_merged_by_a_click_beside_it(qtbot, window, tmp_path):
    """A target spelt ja, Ja and JA had to be written alike in the file by hand."""
    drop(window, spelled_file(tmp_path / "a.csv"))
    page = wait_for_page(qtbot, window)
    wait_for_study(qtbot, window)
    note = page.target_note
    assert note.odd.isVisible()
    assert note.odd.text() == "The classes 'ja', 'JA' and 'Ja' may mean the same."
    assert note.remedy.text() == "Merge into 'ja'"
    note.remedy.setFocus()
    qtbot.mouseClick(note.remedy, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not note.odd.isVisible(), timeout=SECONDS)
    wait_for_study(qtbot, window)
    assert page.focusWidget() is page.use  # and not the form beside it, with a ring around it
    assert page.target_bar.task.itemText(0).startswith("two classes")
    page.tabs.setCurrentWidget(page.findings)
    offers = [button.text() for button in page.findings.buttons]
    assert offers == ["Undo", "Merge into 'Berlin'"]
    # It can be taken back there, and done again.
    qtbot.mouseClick(page.findings.buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(note.odd.isVisible, timeout=SECONDS)
    qtbot.mouseClick(note.remedy, Qt.MouseButton.LeftButton)
    wait_for_study(qtbot, window)
    qtbot.mouseClick(page.use, Qt.MouseButton.LeftButton)
    data = wait_for_data(qtbot, window)
    assert data.classes == ("nein", "ja")
    assert any("'JA' and 'Ja' as 'ja'" in note for note in data.notes)


def test_a_second_press_while_all_rows_are_looked_at_neither_undoes_nor_uses(
    qtbot, window, tmp_path
):
    """Seen: Space twice used the data with YES beside yes; in the list it undid what was done."""
    rows = "".join(
        f"{number},{'Bonn' if number % 9 else 'BONN'},{word}\n"
        for number, word in enumerate(["ja", "ja", "Ja", "nein", "nein", "NEIN"] * 20)
    )
    page = shown(qtbot, window, tmp_path, f"amount,town,paid\n{rows}")
    wait_for_study(qtbot, window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    note, opening = page.target_note, window.controller.opening
    note.remedy.setFocus()
    for done in (1, 2):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
        wait_for_study(qtbot, window)
        assert page.isVisible()
        assert not opening.is_wanted
        assert len(opening.remedies) == done
        assert QApplication.focusWidget() is (note.remedy if done == 1 else page.use)
    assert not note.waiting.isVisible()
    page.tabs.setCurrentWidget(page.findings)
    page.findings.buttons[2].setFocus()  # after the two that can be undone
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    wait_for_study(qtbot, window)
    assert len(opening.remedies) == 3


def test_spellings_of_open_data_are_merged_undone_and_written(qtbot, window, tmp_path):
    path = spelled_file(tmp_path / "a.csv")
    open_file(qtbot, window, path, "bezahlt")
    offer = window.data_panel.spellings
    qtbot.waitUntil(offer.isVisible, timeout=SECONDS)
    assert offer.text.text().startswith("The classes 'ja', 'JA' and 'Ja' may mean the same.")
    for expected in ("Merge into 'ja'", "Merge into 'Berlin'"):
        qtbot.waitUntil(lambda text=expected: offer.merge.text() == text, timeout=SECONDS)
        qtbot.mouseClick(offer.merge, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(window.workspace.project.done) == 2, timeout=SECONDS)
    qtbot.waitUntil(lambda: window.jobs.is_free and not offer.isVisible(), timeout=SECONDS)
    assert window.workspace.dataset.classes == ("nein", "ja")
    said = []
    exporter = window.controller.exporter
    exporter.said.connect(said.append)
    exporter.cleaned(tmp_path / "clean.csv")
    qtbot.waitUntil(lambda: bool(said), timeout=SECONDS)
    assert "Spellings of 'bezahlt' are merged, 40 rows: 'JA' and 'Ja' as 'ja'." in said[0]
    assert "Spellings of 'stadt' are merged, 1 row: 'Berln' as 'Berlin'." in said[0]
    wanted = path.read_text().replace(";Ja\n", ";ja\n").replace(";JA\n", ";ja\n")
    assert (tmp_path / "clean.csv").read_text() == wanted.replace("Berln", "Berlin")
    # One step each, by the keys for Undo.
    window.actions_.undo.trigger()
    qtbot.waitUntil(lambda: "Berln" in window.workspace.dataset.table.column("stadt").categories)
    window.actions_.undo.trigger()
    assert len(window.workspace.dataset.classes) == 4


def test_spellings_that_differ_are_not_offered_again(qtbot, window, tmp_path):
    open_file(qtbot, window, spelled_file(tmp_path / "a.csv"), "bezahlt")
    offer = window.data_panel.spellings
    qtbot.waitUntil(offer.isVisible, timeout=SECONDS)
    qtbot.mouseClick(offer.leave, Qt.MouseButton.LeftButton)
    assert offer.merge.text() == "Merge into 'Berlin'"
    qtbot.mouseClick(offer.leave, Qt.MouseButton.LeftButton)
    assert not offer.isVisible()
    assert window.workspace.project.done == []


def test_the_reason_of_the_guess_is_read_until_a_person_chooses(qtbot, window, tmp_path):
    page = shown(qtbot, window, tmp_path, TABLE)
    assert page.target_note.why.isVisible()
    assert page.target_note.why.text() == "Target guessed: the last column, with 2 values."
    choose(page.target_bar.target, "price")
    assert not page.target_note.why.isVisible()


def test_a_constant_target_is_one_class(qtbot, window, tmp_path):
    rows = "".join(f"{i % 9},a,{'yn'[i % 2]}\n" for i in range(60))
    page = shown(qtbot, window, tmp_path, "x,kind,paid\n" + rows)
    choose(page.target_bar.target, "kind")
    bar = page.target_bar
    qtbot.waitUntil(lambda: bar.task.itemText(0).startswith("one class"), timeout=SECONDS)
    assert "nothing to tell apart" in page.target_note.odd.text()
    assert not page.target_note.remedy.isVisible()


def test_long_names_that_differ_late_are_told_apart_above_the_preview(qtbot, window, tmp_path):
    names = [f"bearing_temperature_ten_minute_maximum_drive_end_{k:02}_celsius" for k in range(8)]
    rows = "".join(",".join(str(k * i) for k in range(8)) + f",{'ab'[i % 2]}\n" for i in range(40))
    page = shown(qtbot, window, tmp_path, ",".join([*names, "kind"]) + "\n" + rows)
    header = page.preview.horizontalHeader()
    short = [header.short(name, 150, header.fontMetrics()) for name in names]
    assert len(set(short)) == len(names)
    assert all(header.fontMetrics().horizontalAdvance(text) <= 150 for text in short)
