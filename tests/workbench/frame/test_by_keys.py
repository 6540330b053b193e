"""The window by keys alone: Tab goes as one reads, Enter presses, letters lead somewhere."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea

from tests.workbench.driving import SECONDS, drop, flipped_csv, let_draw, open_file
from tests.workbench.sweeping import clashing_letters, nameless
from workbench.shell.keys.tab_order import stops

MESSY = "town;hours;answer\n" + "".join(
    f"{town};{row};{answer}\n"
    for row in range(40)
    for town, answer in (("Ulm", "ja"), ("ULM", "nein"), ("Jena", "Ja"), ("Gera", "nein"))
)


@pytest.fixture
def importing(qtbot, window, tmp_path):
    """The import page of a file with spellings to be merged."""
    path = tmp_path / "messy.csv"
    path.write_text(MESSY, encoding="utf-8")
    drop(window, path)
    page = window.desk.page
    qtbot.waitUntil(lambda: page.opening.study is not None and page.opening.study.is_done)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    return page


def tab(window):
    """Press Tab, and tell where it led."""
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
    return QApplication.focusWidget()


def test_tab_leads_from_the_findings_to_their_remedies(qtbot, window, importing):
    """Seen: they came behind the toolbar, since they were made last."""
    importing.tabs.setCurrentIndex(1)
    let_draw(qtbot, window)
    importing.tabs.tabBar().setFocus()
    remedy = tab(window)
    while remedy is importing.compute:
        remedy = tab(window)
    assert remedy.text().startswith("Merge")
    assert importing.findings.isAncestorOf(remedy)


def test_tab_leads_through_the_settings_before_the_button_that_trains(qtbot, window, tmp_path):
    flipped_csv(tmp_path / "flipped.csv")
    open_file(qtbot, window, tmp_path / "flipped.csv")
    let_draw(qtbot, window)
    panel = window.algorithm_panel
    order = stops(panel)
    assert order[:2] == [panel.algorithm, panel.help]
    assert order[-3:] == [panel.seed, panel.tune, panel.train]
    assert len(order) > 6


def test_tab_leads_from_the_rail_to_the_tools_and_then_to_the_page(window):
    order = stops(window)
    first = [order.index(stops(part)[0]) for part in (window.rail, window.toolbar, window.welcome)]
    assert first == sorted(first)


def test_what_scrolls_is_no_stop_of_its_own_and_shows_what_tab_comes_to(qtbot, window):
    window.resize(1280, 480)
    let_draw(qtbot, window)
    area = window.welcome.findChild(QScrollArea)
    assert area not in stops(window)
    last = stops(window.welcome)[-1]
    assert last.visibleRegion().isEmpty()
    stops(window.welcome)[-2].setFocus()
    assert tab(window) is last
    assert not last.visibleRegion().isEmpty()


def test_enter_presses_the_button_that_has_the_focus(qtbot, window, tmp_path):
    """Seen: on Train it did nothing, only Space did."""
    flipped_csv(tmp_path / "flipped.csv")
    open_file(qtbot, window, tmp_path / "flipped.csv")
    window.algorithm_panel.train.setFocus()
    QTest.keyClick(window.algorithm_panel.train, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(window.workspace.runs) == 1, timeout=SECONDS)


def test_no_letter_of_the_import_page_leads_to_two_things(qtbot, window, importing):
    """Seen: Alt+R of the target opened the menu Run, Alt+D of the decimal mark Data."""
    for number in range(importing.tabs.count()):
        importing.tabs.setCurrentIndex(number)
        let_draw(qtbot, window)
        assert clashing_letters(window) == []


def test_the_import_page_has_a_name_for_everything(importing):
    assert nameless(importing) == []
