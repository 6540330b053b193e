"""What a review has learned, in words and counts."""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers, Mask
from core.base.wording import count, grouped
from core.judging.agenda.course import EVERY, LearnedOrder
from core.judging.agenda.traits import Trait
from core.judging.ranking import Ranking

_LEAST_LOOKED_AT = 3
"""Of fewer rows nothing is said, although a little is learned."""
_MOST_LESSONS = 3


@dataclass(frozen=True)
class ReviewLesson:
    """What was learned of rows that are alike.

    >>> ReviewLesson("'yes' that look like 'no'", 9, 10, 31).sentence
    "'yes' that look like 'no': 9 of 10 confirmed, 31 rows moved up."
    """

    rows: str
    confirmed: int
    looked_at: int
    moved: int
    """How many rows come earlier than the judges say, or, below 0, later."""

    @property
    def sentence(self) -> str:
        """In words."""
        where = "up" if self.moved > 0 else "down"
        return (
            f"{self.rows}: {grouped(self.confirmed)} of {grouped(self.looked_at)} confirmed, "
            f"{count(abs(self.moved), 'row')} moved {where}."
        )


def lessons(ranking: Ranking, learned: LearnedOrder) -> tuple[ReviewLesson, ...]:
    """What moved the most rows of an audit's ranking first; nothing before the first decisions."""
    if learned.traits is None:
        return ()
    moves = _Moves(ranking, learned)
    told = (trait for trait in learned.traits.all if trait.is_told)
    found = [lesson for trait in told for lesson in _lessons(trait, learned, moves)]
    return tuple(sorted(found, key=lambda lesson: -abs(lesson.moved))[:_MOST_LESSONS])


def what_was_learned(ranking: Ranking, learned: LearnedOrder) -> str:
    """A sentence for each lesson, or how many decisions it takes to learn something."""
    many = int(learned.taught.teaches.sum())
    if learned.traits is None:
        return f"The order of what is left is made anew after every {EVERY} decisions."
    found = lessons(ranking, learned)
    after = f"After {count(many, 'decision')}"
    if not found:
        return f"{after}: what you decide agrees with the order so far."
    return "\n".join([f"{after}:", *(lesson.sentence for lesson in found)])


class _Moves:
    """How far rows that nothing is decided about are from where the judges put them."""

    def __init__(self, ranking: Ranking, learned: LearnedOrder) -> None:
        is_left = np.ones(len(ranking.order), bool)
        is_left[learned.taught.rows] = False
        self.by_judges, self.now = _ranks(ranking.order, is_left), _ranks(learned.order, is_left)
        reach = int(is_left[learned.order[: ranking.count]].sum())
        self.is_near: Mask = is_left & (np.minimum(self.by_judges, self.now) < reach)
        """Only what is to be looked at, or was, is worth a word."""


def _ranks(order: Integers, is_left: Mask) -> Integers:
    """The place of each row among those that are left."""
    left = order[is_left[order]]
    ranks = np.zeros(len(order), np.int64)
    ranks[left] = np.arange(len(left))
    return ranks


def _lessons(trait: Trait, learned: LearnedOrder, moves: _Moves) -> list[ReviewLesson]:
    rows, wrong = learned.taught.lessons
    found = []
    for code in np.unique(trait.codes[rows][trait.codes[rows] >= 0]).tolist():
        own = trait.codes[rows] == code
        if own.sum() < _LEAST_LOOKED_AT:
            continue
        alike = moves.is_near & (trait.codes == code)
        steps = moves.by_judges[alike] - moves.now[alike]
        up, down = int((steps > 0).sum()), int((steps < 0).sum())
        if up or down:
            moved = up if up >= down else -down
            found.append(
                ReviewLesson(trait.words(code), int(wrong[own].sum()), int(own.sum()), moved)
            )
    return found
