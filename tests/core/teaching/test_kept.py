"""Predictions and progress are small files that may be damaged, and never harm."""

import json

import pytest

from core.base.errors import DataError
from core.teaching.predictions import Predictions, class_views, read_predictions
from core.teaching.progress import HowFar, read_progress, write_progress
from core.teaching.script_file import read_lesson
from resources import lesson_path

TITLE = "The error of round 2"


@pytest.fixture(scope="module")
def script():
    return read_lesson(lesson_path("01_three_stumps.md"))


def test_predictions_come_back_as_they_were_saved(tmp_path, script):
    own = Predictions(
        script.name,
        "Ada",
        {
            TITLE: 0.3,
            "Which rows will be wrong?": (7, 8),
            "The error of all together": (0.3, 0.2, 0.1),
        },
        {TITLE: 3 / 14},
    )
    own.save(tmp_path / "ada.predictions.json")
    assert read_predictions(tmp_path / "ada.predictions.json", script) == own


def test_a_class_is_seen_question_by_question(script):
    files = [Predictions(script.name, "", {TITLE: value}, {TITLE: 3 / 14}) for value in (0.1, 0.3)]
    views = {view.title: view for view in class_views(files, script)}
    assert views[TITLE].guesses == (0.1, 0.3)
    assert views[TITLE].truth == 3 / 14
    assert views["How heavy are they now?"].guesses == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"kind": "other"}',
        "[" * 100_000,
        json.dumps({"kind": "ensemble-workbench predictions", "lesson": "01_three_stumps"}),
        json.dumps(
            {
                "kind": "ensemble-workbench predictions",
                "lesson": "01_three_stumps",
                "guesses": {TITLE: "much"},
                "truths": {},
            }
        ),
    ],
)
def test_a_damaged_file_is_refused_with_a_sentence(tmp_path, script, text):
    path = tmp_path / "x.predictions.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError):
        read_predictions(path, script)


def test_how_far_one_got_is_kept_and_done_stays_done(tmp_path):
    path = tmp_path / "new" / "lessons.json"
    write_progress(path, "a", 3, 9)
    write_progress(path, "b", 9, 9)
    write_progress(path, "b", 1, 9)
    assert read_progress(path) == {"a": HowFar(3, 9), "b": HowFar(1, 9, True)}
    path.write_text('{"a": 7, "b": [1], "c": ["x", 2, true]}', encoding="utf-8")
    assert read_progress(path) == {}
