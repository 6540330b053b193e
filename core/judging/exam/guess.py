"""What kind of errors an exam plants: as the audit estimates them, or as a person guesses."""

import enum
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import SettingsError

MOST_FLIPPED = 0.45
"""Of no class more than this share is made wrong: most of its labels stay right."""


class ErrorKind(enum.Enum):
    """Which labels are mistaken for which."""

    ESTIMATED = "as the audit estimates"
    UNIFORM = "any label for any other"
    CLASS = "one class for any other"
    PAIR = "two classes for one another"


@dataclass(frozen=True)
class ErrorGuess:
    """The kind of errors, how many, and for some kinds which classes (by name) are mistaken."""

    kind: ErrorKind = ErrorKind.ESTIMATED
    share: float | None = None
    """The share of labels that are wrong; None for as many as the audit estimates."""
    first: str = ""
    second: str = ""

    def __post_init__(self) -> None:
        if self.share is not None and not 0 < self.share <= MOST_FLIPPED:
            raise SettingsError(
                f"A share of {self.share:g} cannot be planted. Choose one above 0 and up to "
                f"{MOST_FLIPPED:g}: most labels must stay right."
            )

    def checked(self, classes: tuple[str, ...]) -> "ErrorGuess":
        """The same; raise SettingsError for a class that there is not, or twice the same."""
        wanted = {ErrorKind.CLASS: [self.first], ErrorKind.PAIR: [self.first, self.second]}
        names = wanted.get(self.kind, [])
        for name in names:
            if name not in classes:
                raise SettingsError(
                    f"There is no class {name!r}. There are: {', '.join(classes[:12])}."
                )
        if len(set(names)) < len(names):
            raise SettingsError("A class cannot be mistaken for itself. Choose another one.")
        return self

    @property
    def words(self) -> str:
        """The kind in words, as it follows "wrong"."""
        if self.kind is ErrorKind.CLASS:
            return f"where {self.first!r} is taken for something else"
        if self.kind is ErrorKind.PAIR:
            return f"where {self.first!r} and {self.second!r} are taken for one another"
        return "at random" if self.kind is ErrorKind.UNIFORM else "in this way"


def flip_rates(guess: ErrorGuess, classes: tuple[str, ...], seen: Floats) -> Floats:
    """How often a row of each class (a row) is given each other label (a column), up to a factor.

    `seen` are the rates that the judges see; where there are none, or another kind is guessed, any
    label is taken for any other.

    >>> guess = ErrorGuess(ErrorKind.CLASS, first="b")
    >>> flip_rates(guess, ("a", "b", "c"), np.zeros((3, 3))).tolist()
    [[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    count = len(classes)
    even = np.ones((count, count)) - np.eye(count)
    place = {name: number for number, name in enumerate(classes)}
    if guess.kind is ErrorKind.ESTIMATED and seen.sum() > 0:
        return seen
    if guess.kind is ErrorKind.CLASS:
        first = place[guess.first]
        return np.where(np.arange(count)[:, None] == first, even, 0.0)
    if guess.kind is ErrorKind.PAIR:
        first, second = place[guess.first], place[guess.second]
        rates = np.zeros((count, count))
        rates[first, second] = rates[second, first] = 1.0
        return rates
    return even


def planted(truth: Integers, rates: Floats, wanted: int, random: np.random.Generator) -> Integers:
    """The labels with so many of them wrong, at rates by class; fewer where a class has no more.

    >>> truth = np.repeat([0, 1], 50)
    >>> made = planted(truth, np.array([[0.0, 1.0], [0.0, 0.0]]), 10, np.random.default_rng(0))
    >>> int((made != truth).sum()), bool((made[:50] == 0).all())
    (10, False)
    """
    sizes = np.bincount(truth, minlength=len(rates)).astype(np.float64)
    wrong = _sizes(rates.sum(axis=1) * sizes, sizes, wanted)
    made = truth.copy()
    for own in np.flatnonzero(wrong):
        rows = random.permutation(np.flatnonzero(truth == own))[: wrong[own]]
        made[rows] = random.choice(len(rates), len(rows), p=rates[own] / rates[own].sum())
    return made


def _sizes(parts: Floats, sizes: Floats, wanted: int) -> Integers:
    """How many of each class are made wrong: in parts, up to the most; the others make up."""
    most = np.floor(MOST_FLIPPED * sizes)
    rest, found = float(wanted), np.zeros(len(parts))
    for _ in range(len(parts) + 1):
        open_ = (parts > 0) & (found < most)
        if rest <= 0.5 or not open_.any():
            break
        more = np.where(open_, parts, 0.0) * rest / parts[open_].sum()
        before = found
        found = np.minimum(most, found + more)
        rest -= float((found - before).sum())
    whole = np.floor(found)
    left = round(float(found.sum())) - int(whole.sum())
    for place in np.argsort(whole - found, kind="stable")[:left]:
        whole[place] += 1
    return whole.astype(np.int64)
