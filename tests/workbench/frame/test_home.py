"""Home and the File menu: sessions, recent files and examples, by mouse and keys."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.reading.examples import EXAMPLES
from tests.workbench.driving import SECONDS, end, finished_window, flipped_csv, open_file
from workbench.frame.window import MainWindow
from workbench.opening.welcome import Welcome
from workbench.sessions.recent import Recent


def texts(menu):
    return [action.text() for action in menu.actions()]


def test_enter_on_a_link_does_what_space_does(qtbot, window):
    for key, name in ((Qt.Key.Key_Return, "xor"), (Qt.Key.Key_Space, "iris")):
        window.navigator.go("home")
        link = next(link for link in window.welcome.links if link.text() == name)
        link.setFocus()
        QTest.keyClick(link, key)
        qtbot.waitUntil(
            lambda name=name: (
                window.workspace.dataset is not None
                and window.workspace.dataset.name == f"{name}.csv"
            ),
            timeout=SECONDS,
        )


def test_sessions_stand_apart_from_files(qtbot, tmp_path):
    table, work = tmp_path / "a.csv", tmp_path / "work.workbench"
    for path in (table, work):
        path.write_text("x,y\n1,2\n")
    welcome = Welcome([Recent(table, "y"), Recent(work, "")])
    qtbot.addWidget(welcome)
    chosen = []
    welcome.recent_chosen.connect(chosen.append)
    assert [link.text() for link in welcome.links[:2]] == ["work.workbench", "a.csv"]
    welcome.links[0].click()
    assert chosen[0].path == work
    assert len(welcome.links) == 2 + len(EXAMPLES)
    welcome.show_recent([])
    assert [link.text() for link in welcome.links] == [example.name for example in EXAMPLES]


def test_columns_stand_below_each_other_where_room_is_short(qtbot):
    welcome = Welcome([])
    qtbot.addWidget(welcome)
    welcome.resize(1200, 700)
    welcome.show()
    link = welcome.links[0]

    def places():
        return [link.mapTo(welcome, link.pos()), welcome.open.mapTo(welcome, welcome.open.pos())]

    example, start = places()
    assert example.x() > start.x() + 300
    welcome.resize(700, 700)
    qtbot.waitUntil(lambda: places()[0].y() > places()[1].y() + 20)


def test_what_was_opened_is_recent_at_once(qtbot, window, tmp_path):
    assert not window.menus.recent.isEnabled()
    path = tmp_path / "a & b.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    qtbot.waitUntil(lambda: texts(window.menus.recent) == ["&1 a && b.csv"], timeout=SECONDS)
    assert window.welcome.links[0].text() == "a & b.csv"
    window.actions_.close.trigger()
    assert window.workspace.dataset is None
    window.menus.recent.actions()[0].trigger()
    qtbot.waitUntil(lambda: window.workspace.dataset is not None, timeout=SECONDS)
    assert window.workspace.dataset.target == "label"


def test_examples_are_in_the_menu(qtbot, window):
    assert texts(window.menus.examples) == [example.name for example in EXAMPLES]
    window.menus.examples.actions()[0].trigger()
    qtbot.waitUntil(lambda: window.workspace.dataset is not None, timeout=SECONDS)
    assert window.workspace.dataset.name == "orders.csv"


def test_runs_that_were_closed_are_offered_at_the_next_start(qtbot, qapp, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    window.actions_.close.trigger()
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    window.close()
    window.jobs.finish()
    again = MainWindow(qapp)
    again.show()
    assert again.welcome.offered.isVisible()
    assert "1 run" in again.welcome.offer_text.text()
    again.welcome.restore.click()
    qtbot.waitUntil(lambda: len(again.workspace.runs) == 1, timeout=SECONDS)
    end(again)
