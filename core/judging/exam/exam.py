"""The exam: whether the audit can be trusted on these data.

Errors of the estimated kind and number are planted, the judges are taught again, and it is counted
how many of the planted errors come first in their ranking. What is believed of the labels as they
are is drawn anew for each planting, see `believed`: errors that are in the file already are put
right as often as they are likely wrong, and what is planted has their place.
"""

import functools
import os
import time
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.base.intervals import wilson
from core.base.progress import Progress, Watch, unwatched
from core.base.wording import count
from core.judging.auditing.auditing import Auditing
from core.judging.auditing.result import Audit
from core.judging.auditing.table import write_table
from core.judging.exam.believed import drawn_truth, seen_rates
from core.judging.exam.curve import FoundCurve, found_curve
from core.judging.exam.guess import ErrorGuess, flip_rates, planted
from core.learning.ensembles.adaboost import AdaBoost

PLANTINGS = 5
_LEAST_SHARE, _LEAST_ERRORS = 0.02, 20
"""Of a clean file at least so many labels are made wrong: of fewer nothing could be told."""
_LOOKS = 1.2
"""The sentence is about so many rows for every error."""
_LEAST_OF_CLASS = 15
"""Of a class with fewer planted errors, in all plantings, nothing is said."""
_WORTH_TELLING = 0.1
"""A class is named if so much less of its errors is found than of all."""
_PARTS = {"boosting": (0.0, 0.02), "first hearing": (0.02, 0.6), "second hearing": (0.6, 1.0)}
"""Which part of an audit's time its stages take."""


@dataclass(frozen=True)
class ClassExam:
    """How many errors of one class were found."""

    name: str
    planted: int
    """In all plantings together."""
    found: int
    """Among the rows that the exam's sentence is about."""

    @property
    def share(self) -> float:
        """The share found."""
        return self.found / self.planted


@dataclass(frozen=True, eq=False)
class Exam:
    """What the audit would have found, had labels been wrong in a certain way."""

    guess: ErrorGuess
    rows: int
    errors: int
    """How many labels were made wrong in each planting."""
    plantings: int
    places: tuple[Integers, ...]
    """Where the planted errors came in the ranking, planting by planting; the first place is 0."""
    classes: tuple[ClassExam, ...]
    """By the class that the rows really are."""
    rates: Floats
    """How often each class (a row) was given each other label (a column), up to a factor."""
    seconds: float

    @functools.cached_property
    def curve(self) -> FoundCurve:
        """The share of planted errors found, by how many rows one looks at."""
        return found_curve(self.places, self.rows)

    @property
    def looked(self) -> int:
        """How many rows the sentence is about."""
        return min(self.rows, round(_LOOKS * self.errors))

    @functools.cached_property
    def worst(self) -> ClassExam | None:
        """The class whose errors are found least, where that is no chance and tells; else None."""
        overall = self.curve.at(self.looked)[0]
        hard = [
            each
            for each in self.classes
            if each.planted >= _LEAST_OF_CLASS
            and wilson(each.share, each.planted).high < overall
            and each.share < overall - _WORTH_TELLING
        ]
        return min(hard, key=lambda each: each.share) if hard else None

    @property
    def sentence(self) -> str:
        """What would have been found."""
        found, low, high = (self.errors * share for share in self.curve.at(self.looked))
        told = (
            f"Had {count(self.errors, 'label')} been wrong {self.guess.words}, the first "
            f"{count(self.looked, 'row')} would hold {found:.0f} of them ({low:.0f} to {high:.0f})"
        )
        worst = self.worst
        if worst is None:
            return f"{told}."
        return f"{told}; of class {worst.name!r} only {10 * worst.share:.0f} in 10."

    @property
    def how(self) -> str:
        """How that was found out."""
        return (
            f"Errors were planted {count(self.plantings, 'time')} among "
            f"{count(self.rows, 'row')} and the judges taught again each time. Labels that look "
            "wrong already count as wrong as often as that is likely. The band holds nine of ten "
            "such files."
        )

    def frame(self) -> pd.DataFrame:
        """The curve as a table: all classes, then each class at the sentence's number of rows."""
        curve = self.curve
        whole = pd.DataFrame(
            {
                "class": "",
                "looked": curve.looked,
                "found": curve.found,
                "low": curve.low,
                "high": curve.high,
                "errors": self.errors,
            }
        )
        known = [each for each in self.classes if each.planted]
        bounds = [wilson(each.share, each.planted) for each in known]
        parts = pd.DataFrame(
            {
                "class": [each.name for each in known],
                "looked": self.looked,
                "found": [each.share for each in known],
                "low": [bound.low for bound in bounds],
                "high": [bound.high for bound in bounds],
                "errors": [each.planted / self.plantings for each in known],
            }
        )
        return pd.concat([whole, parts], ignore_index=True)

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the curve as a CSV file, whole or not at all."""
        write_table(self.frame(), path)


def exam(
    audit: Audit,
    guess: ErrorGuess | None = None,
    *,
    plantings: int = PLANTINGS,
    seed: int = 0,
    watch: Watch = unwatched,
) -> Exam:
    """Plant errors, teach the judges again, and see how many they find; takes a few audits."""
    started = time.perf_counter()
    data, guess = audit.dataset, guess or ErrorGuess()
    if not data.classes:
        raise DataError(
            "The exam plants wrong labels, and these data have numbers to predict. It is for "
            "classes only."
        )
    if not audit.opinions:
        raise DataError("There is nothing to examine: no judge could learn from these data.")
    if not audit.can_tell:
        raise DataError(
            "There is nothing to examine: the judges know too little of the labels to tell a wrong "
            "one. More rows, or other columns, may help."
        )
    guess.checked(data.classes)
    stages = _Stages(plantings, watch)
    rates = flip_rates(guess, data.classes, seen_rates(audit))
    errors, places, tallies = 0, [], np.zeros((2, len(data.classes)), np.int64)
    for number in range(plantings):
        random = np.random.default_rng([seed, number])
        truth = drawn_truth(audit, random)
        given = planted(truth, rates, _wanted(audit, guess), random)
        wrong = np.flatnonzero(given != truth)
        if len(wrong) == 0:
            raise DataError(
                "No label of this kind can be made wrong. Choose another kind of error."
            )
        again = _audited(audit, given, seed + number, stages)
        place = np.argsort(again.ranked)[wrong]
        places.append(place)
        errors += len(wrong)
        tallies[0] += np.bincount(truth[wrong], minlength=len(data.classes))
        is_found = place < round(_LOOKS * len(wrong))
        tallies[1] += np.bincount(truth[wrong[is_found]], minlength=len(data.classes))
    by_class = tuple(
        ClassExam(name, int(all_), int(found))
        for name, all_, found in zip(data.classes, *tallies, strict=True)
    )
    return Exam(
        guess,
        len(data),
        round(errors / plantings),
        plantings,
        tuple(places),
        by_class,
        rates,
        time.perf_counter() - started,
    )


class _Stages:
    """How far the exam is, over all its audits."""

    def __init__(self, audits: int, watch: Watch) -> None:
        self._audits, self._watch, self._done = audits, watch, 0

    def tell(self, stage: Progress) -> None:
        """How far the audit under way is."""
        start, end = _PARTS.get(stage.words, (0.6, 1.0))
        share = start + (end - start) * stage.share
        words = f"teaching the judges again, {self._done + 1} of {self._audits}"
        self._watch(Progress((self._done + share) / self._audits, 1.0, words))

    def next(self) -> None:
        """An audit is done."""
        self._done += 1


def _wanted(audit: Audit, guess: ErrorGuess) -> int:
    """How many labels are made wrong."""
    rows = len(audit.dataset)
    if guess.share is not None:
        return max(1, round(guess.share * rows))
    least = max(round(_LEAST_SHARE * rows), min(_LEAST_ERRORS, rows // 10), 1)
    return max(least, round(audit.noise.estimate * rows))


def _audited(audit: Audit, given: Integers, seed: int, stages: _Stages) -> Audit:
    """The audit of the same rows with planted labels."""
    data = replace(audit.dataset, labels=given, first_labels=None)
    auditing = Auditing(data, AdaBoost(rounds=1), seed=seed)
    for stage in auditing:
        stages.tell(stage)
    stages.next()
    return auditing.audit()
