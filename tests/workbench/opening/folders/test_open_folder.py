"""A folder of files in the window: dropped, chosen or given; looked at, and used as one table."""

import shutil

import pandas as pd
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.reading import memory
from tests.workbench.driving import SECONDS, drop, set_rounds, wait_until_done
from tests.workbench.opening.folders.making import (
    look_at_folder,
    open_folder,
    planted_folder,
    use_folder,
)


def test_a_dropped_folder_is_one_table_whose_rows_know_their_file(qtbot, window, tmp_path):
    planted_folder(tmp_path / "orders")
    look_at_folder(qtbot, window, tmp_path / "orders")
    page = window.desk.page
    assert page.heading.text() == "orders"
    assert page.facts.text().startswith("4 files, ")
    assert "4 columns" in page.facts.text()
    assert page.keeping.where.currentText() == "In memory"
    use_folder(qtbot, window)
    data = window.workspace.dataset
    assert (data.name, len(data), data.sample) == ("orders (4 files)", 480, None)
    assert data.table.titled(int(data.lines[121])) == "month 02.csv, line 3"
    assert data.table.where_short(int(data.lines[121])) == "month 02.csv:3"


def test_the_key_and_the_button_of_home_ask_for_a_folder(qtbot, window, tmp_path):
    planted_folder(tmp_path / "orders")
    asked = []
    window.shell.ask.folder = lambda title: (
        asked.append(title) or (tmp_path / "orders" if len(asked) == 2 else None)
    )
    window.welcome.open_folder.click()
    assert window.controller.opening.source is None
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(window, Qt.Key.Key_O, keys)
    qtbot.waitUntil(lambda: window.controller.opening.table is not None, timeout=SECONDS)
    assert asked == ["Open a folder", "Open a folder"]


def test_a_pattern_as_the_argument_takes_some_files_of_a_folder(qtbot, started, tmp_path):
    planted_folder(tmp_path / "orders")
    window = started(tmp_path / "orders" / "month 0[12].csv")
    qtbot.waitUntil(lambda: window.controller.opening.table is not None, timeout=SECONDS)
    use_folder(qtbot, window)
    assert window.workspace.dataset.table.files.names == ("month 01.csv", "month 02.csv")


def test_files_that_differ_are_listed_and_can_be_left_out(qtbot, window, tmp_path):
    folder = tmp_path / "orders"
    planted_folder(folder)
    (folder / "month 03.csv").write_text("a,b\n1,2\n")
    drop(window, folder)
    opening = window.controller.opening
    qtbot.waitUntil(lambda: opening.trouble is not None, timeout=SECONDS)
    page = window.desk.page
    assert page.differing.isVisible()
    assert page.differing.head.text() == "1 file of 4 cannot be read like the others."
    assert page.differing.leave_out.text() == "Leave this file out"
    lines = page.differing.files
    assert lines.height() <= 4 * lines.fontMetrics().lineSpacing()  # as high as one sentence
    assert page.differing.height() <= page.differing.sizeHint().height()
    assert page.facts.text() == ""
    assert not page.target_bar.isVisible()  # there is nothing to choose, and no row to see
    assert not page.preview.isVisible()
    assert "month 03.csv lacks 'x'" in page.differing.files.item(0).text()
    assert not page.use.isEnabled()
    page.differing.leave_out.click()
    qtbot.waitUntil(lambda: opening.table is not None, timeout=SECONDS)
    assert not page.differing.isVisible()
    assert page.target_bar.isVisible()
    assert page.preview.isVisible()
    use_folder(qtbot, window)
    assert len(window.workspace.dataset.table.files.names) == 3


def test_a_text_among_numbers_of_a_later_row_is_listed_after_use(qtbot, window, tmp_path):
    folder = tmp_path / "orders"
    planted_folder(folder)
    look_at_folder(qtbot, window, folder)
    last = folder / "month 04.csv"
    last.write_text(last.read_text() + "oops,1,a,yes\n")
    page, opening = window.desk.page, window.controller.opening
    page.use.click()
    qtbot.waitUntil(lambda: opening.trouble is not None, timeout=SECONDS)
    assert "'oops' in 'x' on line 122" in page.differing.files.item(0).text()
    assert window.workspace.dataset is None


def test_an_empty_folder_and_one_of_pictures_are_refused_in_a_sentence(qtbot, window, tmp_path):
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "one.png").write_bytes(b"\x89PNG")
    drop(window, tmp_path / "pictures")
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert "holds no file to read" in window.strip.text.text()
    assert window.controller.opening.source is None


def test_a_folder_is_offered_again_and_opened_as_it_was(qtbot, started, tmp_path):
    planted_folder(tmp_path / "orders")
    window = started()
    open_folder(qtbot, window, tmp_path / "orders")
    window.controller.close_data()
    (known,) = window.session.recent()
    assert known.is_several
    assert known.path == tmp_path / "orders"
    window.open_recent(known)
    qtbot.waitUntil(lambda: window.workspace.dataset is not None, timeout=SECONDS)
    assert len(window.workspace.dataset) == 480


def test_a_changed_file_is_told_once_in_a_strip(qtbot, window, tmp_path):
    planted_folder(tmp_path / "orders")
    open_folder(qtbot, window, tmp_path / "orders")
    (tmp_path / "orders" / "month 02.csv").unlink()
    window.desk.watch.check()
    assert window.desk.strip.isVisible()
    assert "month 02.csv was changed, moved or deleted" in window.desk.strip.text.text()


def test_decisions_about_a_folder_are_found_again(qtbot, window, tmp_path):
    planted = planted_folder(tmp_path / "orders")
    open_folder(qtbot, window, tmp_path / "orders")
    data = window.workspace.dataset
    line = data.table.files.before[1] + planted["month 02.csv"][0]
    window.controller.reviewer.attempt(lambda: window.workspace.project.relabel({line: "no"}))
    window.controller.reviewer.attempt(lambda: window.workspace.project.decide([line], "exclude"))
    set_rounds(window, 5)
    window.trainer.train_chosen()
    wait_until_done(qtbot, window)
    assert len(window.workspace.dataset) == 479
    window.controller.close_data()
    open_folder(qtbot, window, tmp_path / "orders")
    assert len(window.workspace.dataset) == 479
    assert window.workspace.decisions.about(line) is not None


def test_a_file_too_large_for_memory_can_be_kept_on_the_disk(qtbot, window, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    planted_folder(tmp_path / "orders", files=1)
    path = tmp_path / "orders" / "month 01.csv"
    opening = window.controller.opening
    monkeypatch.setattr(memory, "free_memory", lambda: 1000)
    drop(window, path)
    qtbot.waitUntil(lambda: opening.is_too_large, timeout=SECONDS)
    window.desk.page.memory.disk.click()
    qtbot.waitUntil(lambda: opening.table is not None, timeout=SECONDS)
    use_folder(qtbot, window)
    data = window.workspace.dataset
    assert (data.name, data.sample is not None, len(data)) == ("month 01.csv", True, 120)


def test_reading_can_be_cancelled_and_begun_again(qtbot, window, tmp_path):
    planted_folder(tmp_path / "orders")
    drop(window, tmp_path / "orders")
    opening = window.controller.opening
    opening.cancel()
    assert not opening.is_looking
    look_at_folder(qtbot, window, tmp_path / "orders")
    page = window.desk.page
    page.use.click()
    page.stop.click()
    assert opening.progress is None
    assert not opening.is_wanted
    use_folder(qtbot, window)
    assert len(window.workspace.dataset) == 480


def test_a_second_folder_takes_the_place_of_the_first(qtbot, window, tmp_path):
    planted_folder(tmp_path / "first", files=2)
    planted_folder(tmp_path / "second" / "below", files=3)  # a folder of folders
    open_folder(qtbot, window, tmp_path / "first")
    open_folder(qtbot, window, tmp_path / "second")
    data = window.workspace.dataset
    assert data.table.files.names[0] == "below/month 01.csv"
    assert len(data) == 360


def test_csv_and_parquet_files_together_are_listed(qtbot, window, tmp_path):
    folder = tmp_path / "orders"
    planted_folder(folder, files=2)
    pd.read_csv(folder / "month 02.csv").to_parquet(folder / "month 03.parquet")
    drop(window, folder)
    qtbot.waitUntil(lambda: window.controller.opening.trouble is not None, timeout=SECONDS)
    told = window.desk.page.differing.files.item(0).text()
    assert told.startswith("month 03.parquet is a Parquet file, and the first file is a text.")


def test_too_little_room_on_the_disk_is_told_before_the_files_are_read(
    qtbot, window, tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    planted_folder(tmp_path / "orders")
    look_at_folder(qtbot, window, tmp_path / "orders")
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: usage._replace(free=100))
    page, opening = window.desk.page, window.controller.opening
    page.keeping.where.setCurrentIndex(1)
    page.keeping.where.activated.emit(1)
    page.use.click()
    qtbot.waitUntil(lambda: opening.trouble is not None, timeout=SECONDS)
    assert "Make room there" in page.trouble.text()
    assert window.workspace.dataset is None
