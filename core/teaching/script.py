"""A lesson as it was read from its file: steps, and what each of them needs."""

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from core.teaching.asks import LessonAsk
from core.teaching.comparisons import LessonTruth
from core.teaching.deeds import Deed
from core.teaching.facts import LessonFact
from core.teaching.values import Value

LAST_TITLE = "Now with your file"
"""The title of the last step of every lesson."""


class StepKind(enum.Enum):
    """What a step is for."""

    READ = "Read"
    PREDICT = "Predict"
    DO = "Do"
    SEE = "See"
    CHECK = "Check"


@dataclass(frozen=True)
class ShownFact:
    """A fact that a step shows, and what the lesson's author saw there."""

    title: str
    fact: LessonFact
    expected: str

    def agrees(self, value: Value) -> bool:
        """Whether a value is what the author saw, to the digits that were written."""
        if not isinstance(value, float):
            return str(value) == self.expected
        digits = len(self.expected.partition(".")[2])
        return abs(value - float(self.expected)) <= 0.5 * float(10**-digits) + 1e-9

    @property
    def digits(self) -> int:
        """How many digits after the point are shown."""
        return len(self.expected.partition(".")[2])


@dataclass(frozen=True)
class LessonStep:
    """One step."""

    kind: StepKind
    title: str
    text: str
    """Markdown, without what only the player reads."""
    line: int
    prepare: tuple[Deed, ...] = ()
    """What the player does before the step is read."""
    deed: Deed | None = None
    """What a person does, in a step *Do*."""
    ask: LessonAsk | None = None
    truth: LessonTruth | None = None
    shows: tuple[ShownFact, ...] = ()
    figure: str = ""
    exercise: str = ""

    def deeds(self) -> Iterator[Deed]:
        """All that is done when the step is over."""
        yield from self.prepare
        if self.deed is not None:
            yield self.deed


@dataclass(frozen=True)
class LessonScript:
    """A whole lesson."""

    name: str
    """That of its file."""
    title: str
    about: str
    minutes: int
    steps: tuple[LessonStep, ...]

    def prediction_before(self, place: int) -> LessonStep | None:
        """The step whose guess is held against the truth in a step *See*."""
        for step in reversed(self.steps[:place]):
            if step.kind is StepKind.PREDICT:
                return step
            if step.kind is StepKind.SEE:
                return None
        return None

    def deeds_before(self, place: int) -> list[Deed]:
        """What is to be done to come to a step: from the last data that were opened on."""
        done = [deed for step in self.steps[:place] for deed in step.deeds()]
        done += self.steps[place].prepare
        renewed = [number for number, deed in enumerate(done) if deed.renews]
        return done[renewed[-1] :] if renewed else done
