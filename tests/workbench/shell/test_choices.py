"""What a person prefers is kept, and what is damaged falls back to what is usual."""

import pytest

from workbench.shell.choices import Choices, keep_choices, read_choices
from workbench.shell.user_folders import preferences


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("ENSEMBLE_WORKBENCH_HOME", str(tmp_path))


def test_without_a_file_everything_is_usual():
    assert read_choices() == Choices()


def test_what_is_kept_is_read_again(tmp_path):
    chosen = Choices("dark", 130, str(tmp_path), ",", ".", 2)
    keep_choices(chosen)
    assert read_choices() == chosen


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "pink"),
        ("theme", ["dark"]),
        ("text_size", "large"),
        ("text_size", 7),
        ("text_size", 100000),
        ("decimal", "x"),
        ("thousands", "!!"),
        ("threads", -3),
        ("threads", 10**9),
        ("threads", "many"),
        ("threads", b"\x00\xff"),
    ],
)
def test_a_damaged_value_falls_back_and_the_others_stay(name, value):
    keep_choices(Choices(start_folder="kept"))
    preferences().setValue(name, value)
    assert read_choices() == Choices(start_folder="kept")


def test_one_mark_for_both_would_be_read_as_either():
    assert Choices(decimal=",", thousands=",").sound() == Choices()


def test_a_file_that_is_no_file_of_preferences(tmp_path):
    (tmp_path / "preferences.ini").write_bytes(b"\x00\x01garbage[[[\ntheme=\xff")
    assert read_choices() == Choices()
