"""Lessons that are quick are rehearsed without a window: every number comes out as it is told."""

import pytest

from core.teaching.rehearsal import rehearse
from core.teaching.script_file import read_lesson
from resources import lesson_path

QUICK = ("01_three_stumps", "02_the_teacher", "03_which_question_first", "06_past_zero")


@pytest.mark.parametrize("name", [*QUICK, "04_what_no_question_can_tell", "10_who_may_judge"])
def test_every_number_comes_out(name):
    found = list(rehearse(read_lesson(lesson_path(f"{name}.md"))))
    assert found
    assert [
        (own.shown.title, own.shown.expected, own.value) for own in found if not own.agrees
    ] == []
