"""What limits a run: the surest thing that the evidence shows, in a sentence or two.

Nothing is said that the rows cannot show. Rounds are spoken of only where a person chooses how many
there are, and "fewer" only where the validation error rose beyond chance.
"""

from collections.abc import Callable

import numpy as np

from core.base.wording import count
from core.checks import group_checks, leakage
from core.judging.diagnosing.evidence import RunEvidence
from core.judging.diagnosing.labels import Told

_FEW_ROWS = 50
_FEW_GROUPS = 6
"""The signs of fewer groups are all the same too often by chance."""
_HIGH = 0.25
"""A training error from this share of what guessing gets on is high."""
_GIVEN_AWAY = 0.05
"""Only an error below this share of what guessing gets may be a column's gift."""
_WELL_BELOW = 0.85
_RARE = 0.1
_MOST_MOVED = 0.25
"""From this share of what is missed on, labels that a person changed are the cause."""
_MATTERS = 0.9
"""Judges who were taught with more rows must do this much better to be worth a word."""


def limit(known: RunEvidence) -> str:
    """What limits the run; the first that applies, the surest first."""
    for find in _FINDINGS:
        if said := find(known):
            return said
    return _agreement(known)


def _too_few(known: RunEvidence) -> str:
    groups = known.judging.group_count
    if groups is not None and groups < _FEW_GROUPS:
        return "There are too few groups to say more."
    return "There are too few rows to say more." if len(known.judging) < _FEW_ROWS else ""


def _no_better(known: RunEvidence) -> str:
    change = known.against_guessing
    if change.fell:
        return ""
    ranks = known.ranks == known.ranks
    if change.rose:
        seen = "That is worse than guessing"
    elif ranks and change.after < change.before:
        seen = "By these rows that is not clearly better than guessing"
    else:
        seen = "That is no better than guessing, as far as these rows can tell"
    if known.judging.are_new and (better := _tried(known) or _judged(known)):
        return f"{seen}. {_blame(known)} for this target: {better}"
    if (rose := _rose(known)) and _was_good(known):
        return f"{seen}. {rose}"
    if ranks and known.guess.error < _RARE and not known.run.settings.balanced:
        return (
            f"{seen}, but it does rank the rare class higher ({known.ranks:.2f} of 1, where chance "
            "gets 0.50). Train it balanced, so that the rare class counts as much."
        )
    if ranks:
        return (
            f"{seen}, though it does rank the classes ({known.ranks:.2f} of 1, where chance gets "
            f"0.50). {_causes(known)}".strip()
        )
    return f"{seen}: the columns say little about the target, or too few rows teach it."


def _was_good(known: RunEvidence) -> bool:
    """Whether the best round was well below guessing; otherwise it was best by chance."""
    rounds = known.rounds
    return rounds is not None and rounds.since_best.before < _WELL_BELOW * known.guess.error


def _not_new(known: RunEvidence) -> str:
    if known.judging.are_new:
        return ""
    return "Without validation rows nothing can be said about rows that are new."


def _given_away(known: RunEvidence) -> str:
    if known.error.share > _GIVEN_AWAY * known.guess.error:
        return ""
    found = next(leakage.found(known.run.dataset), None)
    if found is None:
        return ""
    return (
        f"{found.columns[0]!r} alone predicts the target. If it is known only after the outcome, "
        "or computed from it, leave it out: the error on really new rows will be another."
    )


def _seen_before(known: RunEvidence) -> str:
    """Rows of one and the same thing learn and judge, for all that the columns' names tell."""
    if not known.judging.are_new:
        return ""
    found = next(group_checks.found(known.run.dataset), None)
    if found is None:
        return ""
    return (
        f"Rows of one {found.columns[0]!r} stand on both sides of the split, so that the error on "
        "a new one may be higher: keep its rows together to see."
    )


def _rose(known: RunEvidence) -> str:
    rounds, said = known.rounds, known.judging.said
    if rounds is None or not known.has_rounds or rounds.late.fell:
        return ""
    change = rounds.since_best
    if rounds.best >= 0.9 * known.run.rounds or not change.rose:
        return ""
    text = (
        f"Since about round {rounds.best:,} it has been getting worse on validation rows, beyond "
        f"chance: {said(change.before)} then, {said(change.after)} now. Use about "
        f"{count(rounds.best, 'round')}"
    )
    if known.labels is not None and known.labels.told is Told.NOISY:
        return f"{text}, and review the labels: late rounds learn wrong ones by heart."
    return f"{text}."


def _past_zero(known: RunEvidence) -> str:
    rounds, said = known.rounds, known.judging.said
    if rounds is None or rounds.zero_at is None or rounds.since_zero is None:
        return ""
    change = rounds.since_zero
    seen = f"No training row is wrong since round {rounds.zero_at:,}"
    best = rounds.since_best
    if best.rose and rounds.best < rounds.zero_at:
        text = (
            f"{seen}; the validation error was lower before that, around round {rounds.best:,} "
            f"({said(best.before)} then, {said(best.after)} now)."
        )
    elif change.fell:
        on = " as the margins grew" if rounds.margins_grew else ""
        text = (
            f"{seen}, and the validation error fell on{on}, from {said(change.before)} to "
            f"{said(change.after)}: rounds past that point help."
        )
    elif change.rose:
        text = (
            f"{seen}, and the validation error rose after it, from {said(change.before)} to "
            f"{said(change.after)}. Use about {count(rounds.zero_at, 'round')}."
        )
    else:
        grown = ", while margins still grow" if rounds.margins_grow else ""
        text = (
            f"{seen}; the validation error has stood since, as far as these rows can tell"
            f"{grown} ({said(change.before)} then, {said(change.after)} now)."
        )
    return f"{text} {_causes(known)}".strip() if known.has_gap else text


def _still_falling(known: RunEvidence) -> str:
    rounds = known.rounds
    if rounds is None or not known.can_train_on or 3 * rounds.best <= 2 * known.run.rounds:
        return ""  # what was better before may have fallen since, and by chance
    if rounds.late.fell:
        return "The validation error is still falling: train more rounds."
    is_learning = rounds.long.fell and rounds.late.after <= rounds.late.before
    if is_learning and not known.is_training_flat:
        return (
            "The training error is still falling, and the validation error has not risen: train "
            "more rounds."
        )
    return ""


def _too_weak(known: RunEvidence) -> str:
    """A training error that is high and flat, and something at hand that does better."""
    if known.training_error < _HIGH * known.guess.error:
        return ""
    seen = (
        f"it gets {known.judging.said(known.training_error)} of the training rows wrong too"
        if known.run.dataset.classes
        else f"it is off by {known.judging.said(known.training_error)} on training rows too"
    )
    if (better := _tried(known)) and known.stronger is not None and known.stronger.is_stronger:
        return f"The learner is too weak: {seen}, while {better}"
    if better := better or _judged(known):
        return f"Another kind of learner does better: {better}"
    return ""


def _blame(known: RunEvidence) -> str:
    """Whether the learner is too weak, or of a kind that does not fit."""
    tried = known.stronger
    is_weak = tried is not None and tried.change.fell and tried.is_stronger
    return "The learner is too weak" if is_weak else "Another kind of learner is better"


def _tried(known: RunEvidence) -> str:
    """The stronger learner that does better on the same rows, beyond chance; empty if none does."""
    tried = known.stronger
    if tried is None or not tried.change.fell:
        return ""
    return f"{tried.name} {_missing(known, tried.change.after, tried.is_many)}. {tried.advice}"


def _judged(known: RunEvidence) -> str:
    """The same of the audit's judges, who never saw these rows."""
    judges = known.against_judges
    if judges is None or not judges.fell or judges.after > _MATTERS * judges.before:
        return ""
    return f"the audit's judges {_missing(known, judges.after, True)}. Try another ensemble."


def _missing(known: RunEvidence, error: float, is_many: bool) -> str:
    if known.run.dataset.classes:
        verb = "get" if is_many else "gets"
        return f"{verb} {known.judging.said(error)} of the same validation rows wrong"
    return f"{'are' if is_many else 'is'} off by {known.judging.said(error)} on the same rows"


def _gap(known: RunEvidence) -> str:
    if not known.has_gap:
        return ""
    said = known.judging.said
    seen = (
        f"of the training rows only {said(known.training_error)} are wrong"
        if known.run.dataset.classes
        else f"on training rows it is off by {said(known.training_error)} only"
    )
    if not known.run.history.builds_up and (better := _tried(known) or _judged(known)):
        return f"It knows its training rows by heart: {seen}, and {better}"
    return f"{seen[0].upper()}{seen[1:]}. {_causes(known)}".strip()


def _causes(known: RunEvidence) -> str:
    """Why new rows are missed more often, as far as that can be told."""
    what = "labels" if known.run.dataset.classes else "numbers"
    overlap = "classes that overlap" if known.run.dataset.classes else "what no column tells"
    told = known.labels.told if known.labels is not None else None
    if moved := _moved(known):
        return moved
    if told is Told.NOISY:
        return f"Wrong {what} are part of that: review the flagged rows."
    if known.curve is not None and (not known.curve.stands or told is None):
        return ""  # the curve's own sentence says it
    if told is Told.GOOD and known.curve is not None:
        return f"The {what} look right, so it is {overlap}: other columns would help."
    if told is Told.GOOD:
        return f"The {what} look right: too few rows, or {overlap}. A learning curve tells which."
    audit = "an audit or " if told is None else ""
    return (
        f"New rows may be missed because of wrong {what}, too few rows or {overlap}: {audit}a "
        "learning curve can tell."
    )


def _moved(known: RunEvidence) -> str:
    """What is missed because it counts with a label that a person changed since."""
    wrong = int((known.misses * known.judging.moved > 0).sum())
    every = int((known.misses > 0).sum())
    if not known.run.dataset.classes or wrong < _MOST_MOVED * every or wrong == 0:
        return ""
    were = "was" if wrong == 1 else "were"
    counts = "counts as the file has it" if wrong == 1 else "count as the file has them"
    return f"Of the {every:,} wrong rows {wrong:,} {were} relabelled since and {counts}."


def _agreement(known: RunEvidence) -> str:
    told = known.labels.told if known.labels is not None else None
    seen = "Training and validation rows agree"
    tried = known.stronger if known.training_error >= _HIGH * known.guess.error else None
    if tried is not None:
        return f"{seen}, and {tried.name} would do no better, as far as these rows can tell."
    if told is Told.GOOD:
        return f"{seen}: nothing looks wrong."
    return f"{seen}: nothing speaks against the learner or its rounds."


def rare_class(known: RunEvidence) -> str:
    """How many rows of a rare class are found, where the run finds fewer than half of them."""
    data, rows = known.run.dataset, known.judging.rows
    if len(data.classes) != 2 or known.run.settings.balanced or len(rows) < _FEW_ROWS:
        return ""
    labels = data.judging_labels[rows].astype(np.int64)
    counts = np.bincount(labels, minlength=2)
    rare = int(np.argmin(counts))
    found = int((known.misses[labels == rare] == 0).sum())
    if counts[rare] == 0 or counts[rare] >= _RARE * len(rows) or found >= counts[rare] / 2:
        return ""
    return (
        f"Of the {counts[rare]:,} rows of {data.classes[rare]!r} among them it finds {found:,}: "
        "train it balanced if these matter."
    )


_FINDINGS: tuple[Callable[[RunEvidence], str], ...] = (
    _too_few,
    _no_better,
    _not_new,
    _given_away,
    _rose,
    _past_zero,
    _still_falling,
    _too_weak,
    _gap,
    _seen_before,
)
