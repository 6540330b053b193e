"""Lessons are rehearsed without a window: every number comes out as it is told."""

import pytest

from core.teaching.rehearsal import rehearse
from core.teaching.script_file import lesson_scripts
from core.teaching.shelf import TOUR

LESSONS = [script for script in lesson_scripts() if script.name != TOUR]


@pytest.mark.parametrize("script", LESSONS, ids=lambda script: script.name)
def test_every_number_comes_out(script):
    found = list(rehearse(script))
    assert found
    assert [
        (own.shown.title, own.shown.expected, own.value) for own in found if not own.agrees
    ] == []
