"""What limits a run: the surest thing that the evidence shows, in a sentence or two.

Nothing is said that the rows cannot show. Rounds are spoken of only where a person chooses how many
there are, and "fewer" only where the validation error rose beyond chance.
"""

from collections.abc import Callable

import numpy as np

from core.base.wording import count, fixed, grouped
from core.checks import group_checks, leakage
from core.judging.diagnosing.evidence import RunEvidence
from core.judging.diagnosing.labels import Told
from core.judging.diagnosing.limit_kinds import Limit, LimitKind
from core.judging.diagnosing.misses import ErrorChange
from core.judging.diagnosing.rounds import Rounds

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


def limit(known: RunEvidence) -> Limit:
    """What limits the run; the first that applies, the surest first."""
    for find in _FINDINGS:
        if (found := find(known)) is not None:
            return found
    return _agreement(known)


def _too_few(known: RunEvidence) -> Limit | None:
    groups = known.judging.group_count
    if groups is not None and groups < _FEW_GROUPS:
        what = "groups"
    elif len(known.judging) < _FEW_ROWS:
        what = "rows"
    else:
        return None
    return Limit(
        LimitKind.ROWS, f"too few {what} to say more", f"There are too few {what} to say more."
    )


def _no_better(known: RunEvidence) -> Limit | None:
    if known.against_guessing.fell:
        return None
    short, sentence = _not_told(known)
    return Limit(LimitKind.GUESSING, short, sentence)


def _not_told(known: RunEvidence) -> tuple[str, str]:
    """Why a run is not better than guessing, in a few words and in a sentence."""
    change = known.against_guessing
    ranks = known.ranks == known.ranks
    if change.rose:
        seen = "That is worse than guessing"
    elif ranks and change.after < change.before:
        seen = "By these rows that is not clearly better than guessing"
    else:
        seen = "That is no better than guessing, as far as these rows can tell"
    if known.judging.are_new and (better := _tried(known) or _judged(known)):
        return _BLAMED[_is_weak(known)], f"{seen}. {_blame(known)} for this target: {better}"
    if (rose := _rose(known)) and _was_good(known):
        return rose.short, f"{seen}. {rose.sentence}"
    if ranks and known.guess.error < _RARE and not known.run.settings.balanced:
        return "the rare class hardly counts", (
            f"{seen}, but it does rank the rare class higher ({fixed(known.ranks, 2)} of 1, "
            "where chance "
            "gets 0.50). Train it balanced, so that the rare class counts as much."
        )
    if ranks:
        return "the columns tell the classes apart a little", (
            f"{seen}, though it does rank the classes ({fixed(known.ranks, 2)} of 1, where "
            "chance gets "
            f"0.50). {_causes(known)}".strip()
        )
    return "the columns say little about the target", (
        f"{seen}: the columns say little about the target, or too few rows teach it."
    )


def _was_good(known: RunEvidence) -> bool:
    """Whether the best round was well below guessing; otherwise it was best by chance."""
    rounds = known.rounds
    return rounds is not None and rounds.since_best.before < _WELL_BELOW * known.guess.error


def _not_new(known: RunEvidence) -> Limit | None:
    if known.judging.are_new:
        return None
    return Limit(
        LimitKind.ROWS,
        "nothing is known of new rows",
        "Without validation rows nothing can be said about rows that are new.",
    )


def _given_away(known: RunEvidence) -> Limit | None:
    if known.error.share > _GIVEN_AWAY * known.guess.error:
        return None
    found = next(leakage.found(known.run.dataset.in_memory), None)
    if found is None:
        return None
    return Limit(
        LimitKind.LEAK,
        f"{found.columns[0]!r} alone predicts the target",
        f"{found.columns[0]!r} alone predicts the target. If it is known only after the outcome, "
        "or computed from it, leave it out: the error on really new rows will be another.",
    )


def _seen_before(known: RunEvidence) -> Limit | None:
    """Rows of one and the same thing learn and judge, for all that the columns' names tell."""
    if not known.judging.are_new:
        return None
    found = next(group_checks.found(known.run.dataset.in_memory), None)
    if found is None:
        return None
    return Limit(
        LimitKind.LEAK,
        f"rows of one {found.columns[0]!r} on both sides",
        f"Rows of one {found.columns[0]!r} stand on both sides of the split, so that the error on "
        "a new one may be higher: keep its rows together to see.",
    )


def _rose(known: RunEvidence) -> Limit | None:
    rounds, said = known.rounds, known.judging.said
    if rounds is None or not known.has_rounds or rounds.late.fell:
        return None
    change = rounds.since_best
    if rounds.best >= 0.9 * known.run.rounds or not change.rose:
        return None
    short = f"getting worse since round {grouped(rounds.best)}"
    text = (
        f"Since about round {grouped(rounds.best)} it has been getting worse on validation rows, "
        f"beyond chance: {said(change.before)} then, {said(change.after)} now. Use about "
        f"{count(rounds.best, 'round')}"
    )
    if known.labels is not None and known.labels.told is Told.NOISY:
        text += ", and review the labels: late rounds learn wrong ones by heart"
    return Limit(LimitKind.ROUNDS, short, f"{text}.")


def _past_zero(known: RunEvidence) -> Limit | None:
    rounds = known.rounds
    if rounds is None or rounds.zero_at is None or rounds.since_zero is None:
        return None
    kind, short, text = _after_zero(known, rounds, rounds.zero_at, rounds.since_zero)
    if known.has_gap:
        text = f"{text} {_causes(known)}".strip()
    return Limit(kind, short, text)


def _after_zero(
    known: RunEvidence, rounds: Rounds, zero_at: int, change: ErrorChange
) -> tuple[LimitKind, str, str]:
    """What the rounds did after the last training row was learned."""
    said = known.judging.said
    seen = f"No training row is wrong since round {grouped(zero_at)}"
    best = rounds.since_best
    if best.rose and rounds.best < zero_at:
        return (
            LimitKind.ROUNDS,
            f"better at round {grouped(rounds.best)}",
            f"{seen}; the validation error was lower before that, around round "
            f"{grouped(rounds.best)} ({said(best.before)} then, {said(best.after)} now).",
        )
    if change.fell:
        on = " as the margins grew" if rounds.margins_grew else ""
        return (
            LimitKind.NONE,
            "rounds past a training error of 0 help",
            f"{seen}, and the validation error fell on{on}, from {said(change.before)} to "
            f"{said(change.after)}: rounds past that point help.",
        )
    if change.rose:
        return (
            LimitKind.ROUNDS,
            f"getting worse since round {grouped(zero_at)}",
            f"{seen}, and the validation error rose after it, from {said(change.before)} to "
            f"{said(change.after)}. Use about {count(zero_at, 'round')}.",
        )
    grown = ", while margins still grow" if rounds.margins_grow else ""
    return (
        LimitKind.GAP if known.has_gap else LimitKind.NONE,
        f"more rounds change nothing since {grouped(zero_at)}",
        f"{seen}; the validation error has stood since, as far as these rows can tell"
        f"{grown} ({said(change.before)} then, {said(change.after)} now).",
    )


def _still_falling(known: RunEvidence) -> Limit | None:
    rounds = known.rounds
    if rounds is None or not known.can_train_on or 3 * rounds.best <= 2 * known.run.rounds:
        return None  # what was better before may have fallen since, and by chance
    is_learning = rounds.long.fell and rounds.late.after <= rounds.late.before
    if rounds.late.fell:
        sentence = "The validation error is still falling: train more rounds."
    elif is_learning and not known.is_training_flat:
        sentence = (
            "The training error is still falling, and the validation error has not risen: train "
            "more rounds."
        )
    else:
        return None
    return Limit(LimitKind.MORE_ROUNDS, "still getting better", sentence)


def _too_weak(known: RunEvidence) -> Limit | None:
    """A training error that is high and flat, and something at hand that does better."""
    if known.training_error < _HIGH * known.guess.error:
        return None
    seen = (
        f"it gets {known.judging.said(known.training_error)} of the training rows wrong too"
        if known.run.dataset.classes
        else f"it is off by {known.judging.said(known.training_error)} on training rows too"
    )
    better = _tried(known)
    if better and _is_weak(known):
        sentence = f"The learner is too weak: {seen}, while {better}"
        return Limit(LimitKind.LEARNER, _BLAMED[True], sentence)
    if better := better or _judged(known):
        sentence = f"Another kind of learner does better: {better}"
        return Limit(LimitKind.LEARNER, _BLAMED[False], sentence)
    return None


_BLAMED = {True: "the learner is too weak", False: "another kind of learner does better"}


def _is_weak(known: RunEvidence) -> bool:
    """Whether what does better can do all that the run's learner can, and more."""
    tried = known.stronger
    return tried is not None and tried.change.fell and tried.is_stronger


def _blame(known: RunEvidence) -> str:
    """Whether the learner is too weak, or of a kind that does not fit."""
    return "The learner is too weak" if _is_weak(known) else "Another kind of learner is better"


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


def _gap(known: RunEvidence) -> Limit | None:
    if not known.has_gap:
        return None
    said = known.judging.said
    seen = (
        f"of the training rows only {said(known.training_error)} are wrong"
        if known.run.dataset.classes
        else f"on training rows it is off by {said(known.training_error)} only"
    )
    if not known.run.history.builds_up and (better := _tried(known) or _judged(known)):
        sentence = f"It knows its training rows by heart: {seen}, and {better}"
        return Limit(LimitKind.LEARNER, "its training rows are known by heart", sentence)
    sentence = f"{seen[0].upper()}{seen[1:]}. {_causes(known)}".strip()
    return Limit(LimitKind.GAP, "new rows are missed more often", sentence)


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
    return (
        f"Of the {grouped(every)} wrong rows {grouped(wrong)} {were} relabelled since and {counts}."
    )


def _agreement(known: RunEvidence) -> Limit:
    told = known.labels.told if known.labels is not None else None
    seen = "Training and validation rows agree"
    tried = known.stronger if known.training_error >= _HIGH * known.guess.error else None
    if tried is not None:
        return Limit(
            LimitKind.NONE,
            "another learner would do no better",
            f"{seen}, and {tried.name} would do no better, as far as these rows can tell.",
        )
    if told is Told.GOOD:
        return Limit(LimitKind.NONE, "nothing looks wrong", f"{seen}: nothing looks wrong.")
    return Limit(
        LimitKind.NONE,
        "nothing speaks against the learner",
        f"{seen}: nothing speaks against the learner or its rounds.",
    )


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
        f"Of the {grouped(int(counts[rare]))} rows of {data.classes[rare]!r} among them it finds "
        f"{grouped(found)}: "
        "set a threshold, or train it balanced, if these matter."
    )


_FINDINGS: tuple[Callable[[RunEvidence], Limit | None], ...] = (
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
