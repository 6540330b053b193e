"""Comparisons: what a choice is held against. The words of a choice follow from facts.

least of WORDS = FACT | WORDS = FACT …    the words of the fact that is least
most of WORDS = FACT | WORDS = FACT …     of the one that is largest
change from FACT to FACT                  lower, the same, or higher
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.base.errors import DataError
from core.base.progress import Watch, unwatched
from core.teaching.facts import LessonFact
from core.teaching.values import Value

if TYPE_CHECKING:
    from core.project import Project

LOWER, SAME, HIGHER = "lower", "the same", "higher"
SAME_WITHIN = 0.005
"""Numbers that differ by less, half a point of an error, are told to be the same."""


@dataclass(frozen=True)
class Extreme:
    """The words of the least, or the largest, of some facts."""

    words: str
    is_least: bool
    named: tuple[tuple[str, LessonFact], ...]

    @property
    def answers(self) -> set[str]:
        """What can come out."""
        return {name for name, _ in self.named}

    def find(self, project: "Project", watch: Watch = unwatched) -> Value:
        """The words; raise DataError if a fact has no value."""
        found = {name: _number(fact, project, watch) for name, fact in self.named}
        pick = min if self.is_least else max
        return pick(found, key=lambda name: found[name])


@dataclass(frozen=True)
class FactChange:
    """How one fact lies to another one."""

    words: str
    before: LessonFact
    after: LessonFact

    @property
    def answers(self) -> set[str]:
        """What can come out."""
        return {LOWER, SAME, HIGHER}

    def find(self, project: "Project", watch: Watch = unwatched) -> Value:
        """In which direction it went; raise DataError if a fact has no value."""
        before = _number(self.before, project, watch)
        change = _number(self.after, project, watch) - before
        if abs(change) < SAME_WITHIN:
            return SAME
        return HIGHER if change > 0 else LOWER


LessonTruth = LessonFact | Extreme | FactChange
"""What a prediction is held against."""


def truth_from(words: str) -> LessonTruth:
    """The fact or comparison that words stand for; raise DataError if they are none.

    >>> truth = truth_from("least of one = majority of 1 at 0.3 | many = majority of 11 at 0.3")
    >>> sorted(truth.answers)
    ['many', 'one']
    >>> truth_from("weighted error of round 2").round
    2
    """
    words = words.strip()
    for start, is_least in (("least of ", True), ("most of ", False)):
        if words.startswith(start):
            return Extreme(words, is_least, _named(words.removeprefix(start)))
    if words.startswith("change from "):
        before, to, after = words.removeprefix("change from ").partition(" to ")
        if not to:
            raise DataError("A change is written as in: change from FACT to FACT.")
        return FactChange(words, LessonFact.of(before), LessonFact.of(after))
    return LessonFact.of(words)


def _named(text: str) -> tuple[tuple[str, LessonFact], ...]:
    named = []
    for part in text.split("|"):
        name, equals, fact = part.partition(" = ")
        if not (equals and name.strip()):
            raise DataError("Facts are compared as in: least of WORDS = FACT | WORDS = FACT.")
        named.append((name.strip(), LessonFact.of(fact)))
    if len({name for name, _ in named}) < max(2, len(named)):
        raise DataError("Two or more facts are compared, each by words of its own.")
    return tuple(named)


def _number(fact: LessonFact, project: "Project", watch: Watch) -> float:
    value = fact.find(project, watch)
    if not isinstance(value, float):
        raise DataError(f"{fact.words!r} is no number that could be compared.")
    return value
