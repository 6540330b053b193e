"""Reads lessons. A lesson is one Markdown file that anybody can read as it is.

    # Title
    ```player
    about: one line
    minutes: 6
    ```
    ## Read: a title
    Text.
    ## Predict: a title
    Text.
    ```player
    ask: number from 0 to 0.5 by 0.01
    truth: weighted error of round 2
    ```

The blocks `player` hold the words of `WORDS`; nothing else in a file means anything to the player.
A file that is broken is refused with a sentence that names the line.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from core.base.errors import DataError
from core.teaching.asks import ChoiceAsk, ask_from
from core.teaching.comparisons import Extreme, FactChange, truth_from
from core.teaching.deeds import deed_from
from core.teaching.exercises import EXERCISES
from core.teaching.facts import LessonFact
from core.teaching.figures import FIGURES
from core.teaching.script import LAST_TITLE, LessonScript, LessonStep, ShownFact, StepKind
from resources import lesson_files

Kind = TypeVar("Kind")

_FENCE = "```"
_BLOCK = "```player"
_MOST_CHARACTERS = 200_000
_KINDS = {kind.value: kind for kind in StepKind}

WORDS = {
    "prepare": "a deed of the player's, before the step is read; may stand there several times",
    "do": "a deed of the person's: the step waits for it (Do)",
    "ask": "what is to be predicted (Predict)",
    "truth": "the fact that it is held against (Predict)",
    "show": "TITLE = VALUE: FACT, a number that came out; may stand there several times",
    "figure": "a small figure beside the text",
    "exercise": "a question with new data each time (Check)",
}
"""The words of a step; those of the whole lesson are `about` and `minutes`."""
_HEAD = ("about", "minutes")
_SEVERAL = ("prepare", "show")
_NEEDED = {
    StepKind.DO: ("do",),
    StepKind.PREDICT: ("ask", "truth"),
    StepKind.CHECK: ("exercise",),
}


@dataclass
class _Part:
    """What stands under one heading."""

    heading: str
    line: int
    text: list[str] = field(default_factory=list)
    said: list[tuple[str, str, int]] = field(default_factory=list)
    """The words of its blocks, each with its line."""


def lesson_scripts() -> list[LessonScript]:
    """All lessons of the program, in their order.

    >>> [script.name for script in lesson_scripts()][1]
    '01_three_stumps'
    """
    return [read_lesson(path) for path in lesson_files()]


def read_lesson(path: Path) -> LessonScript:
    """The lesson of a file; raise DataError with the line that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise DataError(
            f"There is no lesson {path.stem}. The command lesson without a name lists them."
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"The lesson {path.name} cannot be read. It must be a text file in UTF-8."
        ) from error
    return lesson_from(text, path.stem)


def lesson_from(text: str, name: str) -> LessonScript:
    """The lesson that a text tells; raise DataError with the line that is wrong."""
    if len(text) > _MOST_CHARACTERS:
        raise DataError(f"The lesson {name} is longer than {_MOST_CHARACTERS:,} characters.")
    head, *parts = _parts(text, name)
    told = {word: (value, line) for word, value, line in head.said}
    for word, _, line in head.said:
        if word not in _HEAD:
            raise _wrong(name, line, f"{word!r} says nothing about a lesson: {', '.join(_HEAD)} do")
    for word in ("about", "minutes"):
        if word not in told:
            raise _wrong(name, head.line, f"the lesson does not tell its {word!r}")
    minutes, line = told["minutes"]
    if not re.fullmatch(r"[1-9]\d?", minutes):
        raise _wrong(name, line, f"{minutes!r} is no number of minutes")
    steps = tuple(_step(part, name) for part in parts)
    _check_order(steps, name)
    return LessonScript(name, head.heading, told["about"][0], int(minutes), steps)


def _parts(text: str, name: str) -> list[_Part]:
    parts: list[_Part] = []
    fence = ""
    for number, line in enumerate(text.splitlines(), 1):
        if fence:
            if fence != _BLOCK:
                parts[-1].text.append(line)
            elif line.strip() != _FENCE:
                _say(parts, line, number, name)
            if line.strip() == _FENCE:
                fence = ""
            continue
        if line.startswith(_FENCE):
            if not parts:
                raise _wrong(name, number, "a lesson starts with its title: # Title")
            fence = _BLOCK if line.strip() == _BLOCK else line
            if fence != _BLOCK:
                parts[-1].text.append(line)
        elif line.startswith("# ") and not parts:
            parts.append(_Part(line[2:].strip(), number))
        elif line.startswith("## ") and parts:
            parts.append(_Part(line[3:].strip(), number))
        elif parts:
            parts[-1].text.append(line)
        elif line.strip():
            raise _wrong(name, number, "a lesson starts with its title: # Title")
    if fence:
        raise _wrong(name, text.count("\n") + 1, "a block that was opened by ``` is never closed")
    if len(parts) < 2:
        raise _wrong(name, 1, "a lesson has a title and steps: # Title, then ## Read: ...")
    return parts


def _say(parts: list[_Part], line: str, number: int, name: str) -> None:
    if not line.strip():
        return
    word, colon, value = line.partition(":")
    if not colon or not value.strip():
        raise _wrong(name, number, f"{line.strip()!r} is not of the form word: value")
    parts[-1].said.append((word.strip(), value.strip(), number))


def _step(part: _Part, name: str) -> LessonStep:
    kind_word, colon, title = part.heading.partition(":")
    if not colon or kind_word not in _KINDS or not title.strip():
        known = ", ".join(_KINDS)
        raise _wrong(name, part.line, f"a step is headed as in ## Read: a title, by one of {known}")
    kind = _KINDS[kind_word]
    found: dict[str, list[tuple[str, int]]] = {}
    for word, value, line in part.said:
        if word not in WORDS:
            raise _wrong(name, line, f"{word!r} is no word of a step. Words: {', '.join(WORDS)}")
        if word in found and word not in _SEVERAL:
            raise _wrong(name, line, f"{word!r} stands in this step twice")
        found.setdefault(word, []).append((value, line))
    for word in _NEEDED.get(kind, ()):
        if word not in found:
            raise _wrong(name, part.line, f"a step {kind.value} needs {word!r}")
    for other, words in _NEEDED.items():
        for word in words:
            if other is not kind and word in found:
                line = found[word][0][1]
                raise _wrong(name, line, f"{word!r} belongs into a step {other.value}")

    def read(word: str, by: Callable[[str], Kind]) -> tuple[Kind, ...]:
        made = []
        for value, line in found.get(word, []):
            try:
                made.append(by(value))
            except DataError as error:
                raise _wrong(name, line, str(error).rstrip(".")) from error
        return tuple(made)

    def one(word: str, by: Callable[[str], Kind]) -> Kind | None:
        return next(iter(read(word, by)), None)

    ask, truth = one("ask", ask_from), one("truth", truth_from)
    if isinstance(truth, Extreme | FactChange) and (
        not isinstance(ask, ChoiceAsk) or not truth.answers <= set(ask.words)
    ):
        wanted = " | ".join(sorted(truth.answers))
        raise _wrong(name, found["truth"][0][1], f"what is asked must be a choice of {wanted}")
    return LessonStep(
        kind,
        title.strip(),
        "\n".join(part.text).strip(),
        part.line,
        read("prepare", deed_from),
        one("do", deed_from),
        ask,
        truth,
        read("show", _shown),
        one("figure", _known_in(tuple(FIGURES), "figure")) or "",
        one("exercise", _known_in(tuple(EXERCISES), "exercise")) or "",
    )


def _shown(words: str) -> ShownFact:
    shown, colon, fact = words.partition(": ")
    title, equals, value = shown.rpartition(" = ")
    if not (colon and equals and title.strip() and value.strip()):
        raise DataError("a number is shown as in: show: error in round 2 = 0.21: weighted error…")
    return ShownFact(title.strip(), LessonFact.of(fact), value.strip())


def _known_in(names: tuple[str, ...], noun: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        if value not in names:
            raise DataError(f"There is no {noun} {value!r}. There are: {', '.join(names)}")
        return value

    return check


def _check_order(steps: tuple[LessonStep, ...], name: str) -> None:
    """Who predicts sees the truth before the next prediction; the last step is about one's own."""
    waiting: LessonStep | None = None
    for step in steps:
        if step.kind is StepKind.PREDICT:
            if waiting is not None:
                raise _wrong(name, step.line, f"nothing was seen since {waiting.title!r}")
            waiting = step
        elif step.kind is StepKind.SEE:
            waiting = None
    if waiting is not None:
        raise _wrong(name, waiting.line, f"no step See follows {waiting.title!r}")
    last = steps[-1]
    if (last.kind, last.title) != (StepKind.READ, LAST_TITLE):
        raise _wrong(name, last.line, f"the last step is headed ## Read: {LAST_TITLE}")


def _wrong(name: str, line: int, what: str) -> DataError:
    return DataError(f"The lesson {name} cannot be played: in line {line}, {what}.")
