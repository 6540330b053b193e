"""Help: the manual, the shortcuts, what the program is, and where the log is."""

import gc
from importlib import metadata

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItemIterator

from resources import help_pages
from workbench.frame.help.about import about_text, libraries
from workbench.frame.help.manual import Manual, manual_pages
from workbench.frame.help.shortcuts import shortcuts
from workbench.shell.log import log_path


@pytest.fixture
def window(started):
    return started(trains=False)


def press(window, key, modifier=Qt.KeyboardModifier.NoModifier):
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    QTest.keyClick(window, key, modifier)


def test_the_manual_has_every_help_text_once(qtbot):
    pages = manual_pages()
    assert sorted((page.folder, page.name) for page in pages) == sorted(help_pages())
    assert len(pages) >= 40
    assert all(page.title and not page.title.startswith("#") for page in pages)


def test_f1_opens_the_manual_and_a_search_finds_what_a_page_says(qtbot, window):
    press(window, Qt.Key.Key_F1)
    manual = window.help.manual
    assert manual.isVisible()
    qtbot.waitUntil(manual.search.hasFocus)
    assert manual.shown() is not None
    assert manual.browser.toPlainText()
    QTest.keyClicks(manual.search, "margins")
    assert manual.shown().name == "margins"
    assert manual.browser.toPlainText().startswith("Margins")
    listed = [item.text(0) for item in manual._items() if item.parent() is not None]
    assert 0 < len(listed) < len(manual.pages)
    QTest.keyClicks(manual.search, " zzzz")
    assert manual.none.isVisible()
    assert "'zzzz'" in manual.none.text()
    QTest.keyClick(manual, Qt.Key.Key_Escape)
    assert not manual.isVisible()


def test_the_manual_opens_at_a_page(qtbot, window):
    manual = Manual(window)
    manual.start("views", "results")
    assert (manual.shown().folder, manual.shown().name) == ("views", "results")


def test_the_pages_of_the_manual_stand_at_one_distance(qtbot, window):
    press(window, Qt.Key.Key_F1)
    pages = window.help.manual.list
    qtbot.waitUntil(pages.isVisible)
    QTest.qWait(50)  # what is beyond the first rows is measured then
    items = QTreeWidgetItemIterator(pages)
    heights = set()
    while item := items.value():
        heights.add(pages.visualItemRect(item).height())
        items += 1
    assert len(heights) == 1


def test_the_shortcuts_are_those_of_the_actions_and_of_the_review(qtbot, window):
    press(window, Qt.Key.Key_Question, Qt.KeyboardModifier.ControlModifier)
    page = window.help.shortcuts
    qtbot.waitUntil(page.isVisible)
    listed = {(each.group, each.words): each.keys for each in page.listed}
    native = QKeySequence.SequenceFormat.NativeText
    for action in vars(window.actions_).values():
        keys = getattr(action, "shortcut", None)
        if keys is None or keys().isEmpty():
            continue
        assert keys().toString(native) in listed.values(), action.text()
    assert listed["Run", "Train"] == "F5"
    review = {keys for (group, _), keys in listed.items() if group == "Review"}
    assert {"K", "R", "X", "S", "Z"} <= review
    assert list(listed.values()).count("Esc") == 1
    before = len(page.listed)
    window.actions_.train.setShortcut(QKeySequence("Ctrl+Alt+T"))
    found = shortcuts(window.menuBar(), window)
    assert [each.keys for each in found if (each.group, each.words) == ("Run", "Train")] == [
        "Ctrl+Alt+T"
    ]
    assert len(page.listed) == before


def test_the_window_goes_on_after_a_look_at_the_shortcuts(qtbot, window):
    window.actions_.shortcuts.trigger()
    assert window.help.shortcuts.isVisible()
    gc.collect()
    window.redraw()  # asks the menus that were looked through
    assert not window.menus.export.isEnabled()


def test_about_names_the_version_the_licence_the_libraries_and_the_files(qtbot, window):
    window.actions_.about.trigger()
    about = window.help.about
    assert about.isVisible()
    assert about.windowTitle() == "About Ensemble Workbench"
    found = libraries()
    assert found["numpy"] == metadata.version("numpy")
    assert "pytest" not in found
    assert str(log_path()) in about.facts.text()
    assert f"numba {found['numba']}" in about.facts.text()
    about.copy.click()
    assert QGuiApplication.clipboard().text() == about_text()
    assert "MIT" in about_text()


def test_the_log_folder_is_opened_and_named(qtbot, window, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    window.actions_.show_log.trigger()
    assert opened == [str(log_path().parent)]
    assert str(log_path()) in window.activity.text()
