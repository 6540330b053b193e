"""How a run compares with guessing: the error with its interval, and what guessing gets."""

from dataclasses import dataclass

from core.base.intervals import Interval
from core.base.wording import between, error_text, grouped, percent
from core.judging.diagnosing.evidence import RunEvidence
from core.learning.run import Guess


@dataclass(frozen=True)
class RunHeadline:
    """The error of a run beside that of guessing."""

    error: Interval
    """With its 95 % interval."""
    guess: Guess
    rows: int
    """How many rows judge."""
    are_new: bool
    """Whether these are rows that were not learned from."""
    is_share: bool
    """Whether the error is a share of wrong rows; of numbers it is how far off they are."""
    is_better: bool
    """Whether it is better than guessing, beyond chance."""
    explained: float
    """The share of the variance that is explained, of numbers; 0 of classes, or if none is."""
    sentence: str

    @classmethod
    def of(cls, known: RunEvidence) -> "RunHeadline":
        """That of what is known about a run."""
        error, guess = known.error.share, known.guess.error
        is_share = bool(known.run.dataset.classes)
        explained = 0.0 if is_share or guess <= 0 else max(0.0, 1 - (error / guess) ** 2)
        return cls(
            known.error,
            known.guess,
            len(known.judging),
            known.judging.are_new,
            is_share,
            known.against_guessing.fell,
            explained,
            _of_classes(known) if is_share else _of_numbers(known, explained),
        )

    @property
    def kind(self) -> str:
        """Which rows judge."""
        return "validation" if self.are_new else "training"

    def said(self, error: float) -> str:
        """An error as a person reads it."""
        return error_text(error, self.is_share)


def _of_classes(known: RunEvidence) -> str:
    found, guess = known.error, known.guess
    bounds = between(percent(found.low), percent(found.high))
    return (
        f"{percent(found.share)} of {_rows(known)} wrong{_weighed(known)} (95 % interval "
        f"{bounds}); always guessing {guess.label!r} gets {percent(guess.error)} wrong."
    )


def _of_numbers(known: RunEvidence, explained: float) -> str:
    """For a regression: the error in the target's unit, and the variance explained."""
    guess, said = known.guess, known.judging.said
    text = (
        f"Off by {said(known.error.share)} on {_rows(known)} (root mean squared error); always "
        f"guessing the mean, {guess.label}, is off by {said(guess.error)}."
    )
    return f"{text} {percent(explained)} of the variance is explained." if explained else text


def _rows(known: RunEvidence) -> str:
    """So many rows of their kind, in so many groups."""
    kind = "validation" if known.judging.are_new else "training"
    text = f"{grouped(len(known.judging))} {kind} rows"
    groups = known.judging.group_count
    if groups is None:
        return text
    return f"{text} of one group" if groups == 1 else f"{text} in {grouped(groups)} groups"


def _weighed(known: RunEvidence) -> str:
    if not known.judging.are_weighed:
        return ""
    return ", every class counting the same" if known.run.settings.balanced else ", by weight"
