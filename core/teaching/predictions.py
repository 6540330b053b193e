"""The predictions of a person as a small file, and those of a class together.

The file is plain JSON: the lesson, who it was, and a guess a question. Whoever teaches collects
them and sees, question by question, where the class was before it saw the truth.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.errors import DataError
from core.base.files import written_whole
from core.teaching.script import LessonScript, LessonStep, StepKind
from core.teaching.values import Value

PREDICTIONS_SUFFIX = ".predictions.json"
_KIND = "ensemble-workbench predictions"
_MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class Predictions:
    """What somebody predicted in a lesson, and what came out, by the titles of the steps."""

    lesson: str
    by: str
    guesses: Mapping[str, Value]
    truths: Mapping[str, Value]

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        told = {
            "kind": _KIND,
            "version": 1,
            "lesson": self.lesson,
            "by": self.by,
            "guesses": dict(self.guesses),
            "truths": dict(self.truths),
        }
        with written_whole(path) as aside:
            aside.write_text(json.dumps(told, indent=1), encoding="utf-8")


def read_predictions(path: Path, script: LessonScript) -> Predictions:
    """The predictions of a file about a lesson; raise DataError if it has none."""
    told = _read(path)
    lesson = told.get("lesson")
    if lesson != script.name:
        raise DataError(f"{path.name} is about another lesson: {lesson!r}.")
    by = told.get("by")
    questions = {step.title: step for step in script.steps if step.kind is StepKind.PREDICT}
    return Predictions(
        script.name,
        by if isinstance(by, str) else "",
        _checked(told.get("guesses"), questions, path),
        _checked(told.get("truths"), questions, path, is_truth=True),
    )


def lesson_of(path: Path) -> str:
    """The lesson that a file of predictions is about."""
    return str(_read(path).get("lesson", ""))


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise DataError(f"{path.name} is too large to be predictions of a lesson.")
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path.name} cannot be read as predictions of a lesson.") from error
    if not isinstance(told, dict) or told.get("kind") != _KIND:
        raise DataError(f"{path.name} holds no predictions of a lesson.")
    return told


def _checked(
    told: object, questions: Mapping[str, LessonStep], path: Path, is_truth: bool = False
) -> dict[str, Value]:
    if not isinstance(told, dict):
        raise DataError(f"{path.name} is damaged: it has no guesses.")
    found: dict[str, Value] = {}
    for title, value in told.items():
        step = questions.get(title)
        if step is None or step.ask is None:
            continue  # of an earlier wording of the lesson
        try:
            found[title] = step.ask.check(value)
        except DataError:
            if not is_truth:  # a truth may lie beyond what can be guessed
                raise
    return found


@dataclass(frozen=True)
class ClassView:
    """The guesses of a class about one question, and the truth."""

    title: str
    guesses: tuple[Value, ...]
    truth: Value | None


def class_views(files: Sequence[Predictions], script: LessonScript) -> list[ClassView]:
    """Question by question, what everybody said."""
    views = []
    for step in script.steps:
        if step.kind is StepKind.PREDICT:
            said = tuple(own.guesses[step.title] for own in files if step.title in own.guesses)
            truths = [own.truths[step.title] for own in files if step.title in own.truths]
            views.append(ClassView(step.title, said, truths[-1] if truths else None))
    return views
