"""Preferences: seen at once, kept by OK, taken back by Cancel."""

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox

from core import AdaBoost
from core.base import cache_folder, pool
from core.base.numerals import write_numbers
from core.base.wording import count, percent, readable
from tests.workbench.driving import SECONDS, finished_window
from workbench.frame.preferring import dialog as preferences_dialog
from workbench.shell.choices import Choices, read_choices
from workbench.shell.number_locale import locale_of
from workbench.shell.text_size import apply_text_size
from workbench.views.rows_table.finding import matching


@pytest.fixture
def window(started, tmp_path, monkeypatch, qapp):
    monkeypatch.setenv("ENSEMBLE_WORKBENCH_HOME", str(tmp_path / "home"))
    threads = pool.threads()
    yield started()
    apply_text_size(100, qapp)
    write_numbers(".", ",")
    QLocale.setDefault(locale_of(".", ","))
    pool.set_threads(threads)


@pytest.fixture
def dialog(window, monkeypatch, tmp_path):
    monkeypatch.setattr(preferences_dialog, "caches_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(preferences_dialog, "parts_folder", lambda: tmp_path / "parts")
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    found = window.preferring.dialog
    assert found.isVisible()
    return found


def press(dialog, which):
    button = dialog.buttons.button(getattr(QDialogButtonBox.StandardButton, which))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_theme_is_seen_at_once_and_taken_back(window, dialog):
    before = window.theme
    dialog.theme.setCurrentIndex(dialog.theme.findData("dark"))
    assert window.theme.name == "dark"
    press(dialog, "Cancel")
    assert window.theme is before
    assert read_choices() == Choices()


def test_all_text_follows_its_size_headings_in_their_relation(qapp, window, dialog):
    label, heading = window.status.activity, window.review.page.heading
    before, large = label.font().pointSizeF(), heading.font().pointSizeF()
    dialog.text_size.setValue(16)
    assert label.font().pointSizeF() == pytest.approx(1.6 * before)
    assert heading.font().pointSizeF() == pytest.approx(1.6 * large)
    assert dialog.percent.text() == "160 %"
    dialog.text_size.setValue(8)
    assert label.font().pointSizeF() == pytest.approx(0.8 * before)
    press(dialog, "Ok")
    assert read_choices().text_size == 80
    assert not dialog.isVisible()


def test_numbers_are_written_as_the_reader_writes_them(qtbot, window, dialog, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    dialog.numbers.setCurrentIndex(dialog.numbers.findText("1.234,5"))
    assert dialog.example.text() == "1.234.567,5"
    assert (percent(0.125), count(1204, "row"), readable(12.5)) == ("12,5 %", "1.204 rows", "12,5")
    error = window.workspace.current.run.history.validation_error(5)
    said = f"{100 * error:.1f} % wrong".replace(".", ",")
    qtbot.waitUntil(lambda: window.verdict.error.main.text() == said, timeout=SECONDS)
    press(dialog, "Cancel")
    assert percent(0.125) == "12.5 %"


def test_fields_and_searches_take_numbers_as_the_reader_writes_them(
    qtbot, window, dialog, tmp_path
):
    finished_window(qtbot, window, tmp_path, rounds=5)
    window.algorithm_panel.show_settings(AdaBoost(rounds=12_000))
    rounds = window.algorithm_panel.form.fields["rounds"].control
    assert rounds.text() == "12,000"
    dialog.numbers.setCurrentIndex(dialog.numbers.findText("1.234,5"))
    assert rounds.text() == "12.000"
    assert rounds.value() == 12_000
    number = window.round_bar.number
    assert number.locale().toString(1234.5, "f", 1) == "1.234,5"
    dataset = window.workspace.dataset
    name = dataset.features[0].name
    with_comma, with_point = (matching(dataset, f"{name} > {own}") for own in ("0,25", "0.25"))
    assert 0 < with_comma.fits.sum() < len(dataset)
    assert (with_comma.fits == with_point.fits).all()
    press(dialog, "Cancel")
    assert rounds.text() == "12,000"
    assert "is no number" in matching(dataset, f"{name} > 0,25").problem


def test_threads_reach_the_pool(window, dialog):
    dialog.threads.setValue(1)
    assert pool.threads() == 1
    press(dialog, "RestoreDefaults")
    assert pool.threads() >= 1
    assert dialog.threads.value() == 0


def test_a_start_folder_is_kept(window, dialog, tmp_path):
    dialog.folder.setText(str(tmp_path))
    press(dialog, "Ok")
    assert read_choices().start_folder == str(tmp_path)


def test_the_cache_is_measured_and_cleared(qtbot, window, dialog, tmp_path):
    folder = tmp_path / "cache" / "abc"
    folder.mkdir(parents=True)
    (folder / "kernel.nbc").write_bytes(b"x" * 2000)
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "codes.npy").write_bytes(b"x" * 1000)
    dialog._measure()
    qtbot.waitUntil(lambda: dialog.room.text() == "3.0 kB", timeout=SECONDS)
    QTest.mouseClick(dialog.clear, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.room.text() == "empty", timeout=SECONDS)
    assert cache_folder.cache_size(tmp_path / "cache") == 0
    assert cache_folder.cache_size(tmp_path / "parts") == 0
    assert folder.is_dir(), "a program that runs writes there"


def test_every_control_has_a_name(window, dialog):
    for control in (dialog.theme, dialog.text_size, dialog.numbers, dialog.folder, dialog.threads):
        assert control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus
