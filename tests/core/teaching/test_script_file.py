"""Lessons are read from Markdown; what is wrong in a file is told by its line."""

import re

import pytest

from core.base.errors import DataError
from core.teaching.asks import ASKS, ChoiceAsk
from core.teaching.comparisons import Extreme, FactChange
from core.teaching.deeds import DEEDS
from core.teaching.exercises import EXERCISES
from core.teaching.facts import QUANTITIES
from core.teaching.figures import FIGURES
from core.teaching.script import LAST_TITLE, StepKind
from core.teaching.script_file import WORDS, lesson_from, lesson_scripts, read_lesson
from core.teaching.shelf import lesson_heads
from resources import lesson_path

GOOD = """# A title
```player
about: one line
minutes: 3
```
## Read: First
Some *text*.
```python
this = "is shown"
```
```player
prepare: open four rows, no validation
```
## Predict: A number
```player
ask: number from 0 to 1 by 0.1
truth: weighted error of round 1
```
## Do: Train
```player
do: train adaboost rounds=1
```
## See: It
```player
show: error = 0.25: weighted error of round 1
```
## Read: Now with your file
Look.
"""


def test_a_lesson_has_its_steps_and_the_text_without_what_the_player_reads():
    script = lesson_from(GOOD, "x")
    assert (script.title, script.about, script.minutes) == ("A title", "one line", 3)
    assert [step.kind for step in script.steps] == [
        StepKind.READ,
        StepKind.PREDICT,
        StepKind.DO,
        StepKind.SEE,
        StepKind.READ,
    ]
    assert script.steps[0].text == 'Some *text*.\n```python\nthis = "is shown"\n```'
    assert script.prediction_before(3) is script.steps[1]
    assert len(script.deeds_before(3)) == 2  # from the data on


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ("# A title", "Hello", 1, "starts with its title"),
        ("about: one line", "colour: red", 3, "'colour'"),
        ("minutes: 3", "minutes: many", 4, "no number of minutes"),
        ("## Read: First", "## Dance: First", 6, "headed as in"),
        ("prepare: open four rows", "prepare: open everything", 12, "no data 'everything'"),
        ("prepare: open", "prepare: dance", 12, "no deed"),
        ("prepare: open", "prepared open", 12, "not of the form"),
        ("ask: number from 0 to 1", "ask: number from 1 to 0", 16, "upwards"),
        ("truth: weighted", "truth: heavy", 17, "is no fact"),
        ("truth: weighted error of round 1\n", "", 14, "needs 'truth'"),
        ("rounds=1", "rounds=x", 21, "Rounds"),
        ("train adaboost", "train nobody", 21, "no 'nobody'"),
        ("do: train", "exercise: depth\ndo: train", 21, "belongs into a step Check"),
        ("show: error = 0.25", "show: error", 25, "shown as in"),
        ("## See: It", "## Read: It", 14, "no step See follows"),
        (LAST_TITLE, "Bye", 27, LAST_TITLE),
        ("ask: number", "ask: number from 0 to 2\nask: number", 17, "twice"),
        ("ask: number from 0 to 1 by 0.1", "ask: __import__('os')", 16, "cannot be asked for"),
        ("truth: weighted", "truth: change from vote to vote and weighted", 17, "lower | the same"),
        ("truth: weighted error", "truth: least of a = vote | a = vote", 17, "words of its own"),
    ],
)
def test_a_broken_file_is_told_by_its_line(old, new, line, word):
    assert old in GOOD
    with pytest.raises(DataError) as told:
        lesson_from(GOOD.replace(old, new, 1), "mine")
    assert f"lesson mine cannot be played: in line {line}," in str(told.value)
    assert word in str(told.value)


def test_a_block_that_is_never_closed_is_told():
    with pytest.raises(DataError, match="never closed"):
        lesson_from(GOOD + "```player\nabout: x\n", "mine")


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path):
    with pytest.raises(DataError, match="There is no lesson nothing"):
        read_lesson(tmp_path / "nothing.md")
    (tmp_path / "bytes.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="UTF-8"):
        read_lesson(tmp_path / "bytes.md")


def test_there_are_ten_lessons_and_a_tour_each_short():
    scripts = lesson_scripts()
    assert len(scripts) >= 11
    assert all(2 <= script.minutes <= 8 for script in scripts)
    for script in scripts[1:]:
        kinds = [step.kind for step in script.steps]
        assert {StepKind.PREDICT, StepKind.SEE, StepKind.CHECK} <= set(kinds)
    heads = [(head.name, head.title, head.minutes) for head in lesson_heads()]
    assert heads == [(script.name, script.title, script.minutes) for script in scripts]


def test_every_word_is_documented():
    page = lesson_path("README.md").read_text(encoding="utf-8")
    words = [*WORDS, *DEEDS, *ASKS, *QUANTITIES, *FIGURES, *EXERCISES]
    assert [word for word in words if f"`{word}" not in page] == []


def test_no_truth_of_a_choice_is_written_into_a_lesson():
    for script in lesson_scripts():
        for step in script.steps:
            if isinstance(step.ask, ChoiceAsk):
                computed = ("column of most gain", "answer for")
                assert isinstance(step.truth, Extreme | FactChange) or (
                    step.truth.quantity in computed
                ), (script.name, step.title)


def test_numbers_of_the_text_are_numbers_that_are_checked():
    """A text with a number that no test checks could tell a lie after a change of the program."""
    for script in lesson_scripts():
        checked = {own.expected for step in script.steps for own in step.shows}
        for step in script.steps:
            if step.kind is StepKind.SEE:
                said = re.findall(r"(?<![\w./])(\d+\.\d+)( %)?", _without_literature(step.text))
                for number, is_percent in said:
                    assert _is_checked(number, bool(is_percent), checked), (step.title, number)


def _without_literature(text):
    """Published figures, and the known value of 1/e, are nobody's result here."""
    text = re.sub(r"\(Freund and Schapire published.*?\)", "", text, flags=re.DOTALL)
    return re.sub(r"1/e\s*=\s*36\.8 %", "", text)


def _is_checked(number, is_percent, checked):
    """Whether a number of a text, also of a list of percents, is one of those, as it is rounded."""
    digits = len(number.partition(".")[2])
    for own in checked:
        if re.fullmatch(r"-?\d+(\.\d+)?", own):
            for scaled in (float(own) * 100, float(own)) if not is_percent else (float(own) * 100,):
                if abs(scaled - float(number)) <= 0.5 * 10**-digits + 1e-9:
                    return True
    return False
