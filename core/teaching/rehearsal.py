"""Rehearses a lesson without a window: does what it says, and checks every number that it shows.

Whoever writes a lesson learns so whether it can be played; so do the tests.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.judging.auditing.audit import audit
from core.learning.training import Training
from core.project import Project
from core.teaching.script import LessonScript, LessonStep, ShownFact
from core.teaching.values import Value

if TYPE_CHECKING:
    from core.data.dataset import Dataset
    from core.learning.ensemble import Ensemble


class PaperStage:
    """A stage without a window: everything is done at once."""

    def __init__(self) -> None:
        self.project = Project()
        self.place = "home"
        self.exported = 0
        self._view = ""
        self._chosen: Ensemble | None = None

    def open(self, words: str, make: "Callable[[], Dataset]") -> None:
        """Open data."""
        del words
        self.project.take_over(Project.of(make()))

    def choose(self, settings: "Ensemble") -> None:
        """Note the settings."""
        self._chosen = settings

    def has_chosen(self, settings: "Ensemble") -> bool:
        """Whether they are noted."""
        return self._chosen == settings

    def train(self, settings: "Ensemble") -> None:
        """Train to the end."""
        data = self.project.dataset
        assert data is not None
        training = Training(data, settings, data.seed)
        item = self.project.add_run(training)
        for _ in training:
            pass
        self.project.finish_run(item, training.run())

    def go_to(self, number: int) -> None:
        """Show a round."""
        self.project.go_to(number)

    def show_view(self, name: str) -> None:
        """Note the view."""
        self._view = name

    def sees(self, name: str) -> bool:
        """Whether it is the last one."""
        return self._view == name

    def go(self, place: str) -> None:
        """Note the place."""
        self.place = place

    def select(self, lines: Sequence[int]) -> None:
        """Select rows."""
        self.project.select(lines)

    def audit(self) -> None:
        """Judge the rows."""
        data = self.project.dataset
        assert data is not None
        self.project.set_audit(audit(data))

    def export(self) -> None:
        """Count it: nothing is written."""
        self.exported += 1


@dataclass(frozen=True)
class Rehearsed:
    """A number that a step shows, and what came out."""

    step: LessonStep
    shown: ShownFact
    value: Value

    @property
    def agrees(self) -> bool:
        """Whether it is what the lesson says."""
        return self.shown.agrees(self.value)


def rehearse(script: LessonScript) -> Iterator[Rehearsed]:
    """Play a lesson to its end; raise DataError if a step cannot be done.

    >>> from core.teaching.script_file import read_lesson
    >>> from resources import lesson_path
    >>> script = read_lesson(lesson_path("01_three_stumps.md"))
    >>> all(found.agrees for found in rehearse(script))
    True
    """
    stage = PaperStage()
    for place, step in enumerate(script.steps):
        for deed in step.deeds():
            deed.perform(stage)
        asked = script.prediction_before(place)
        if step.kind.value == "See" and asked is not None and asked.truth is not None:
            truth = asked.truth.find(stage.project)
            assert asked.ask is not None
            asked.ask.said(truth)
        for shown in step.shows:
            yield Rehearsed(step, shown, shown.fact.find(stage.project))
