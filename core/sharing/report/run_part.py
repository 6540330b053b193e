"""The report about the run: every setting with its meaning, how it ended, and its curves."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.base.wording import count, error_text, grouped, percent, readable
from core.judging.comparing import Difference, place_of
from core.judging.reviewing.proof import Proof
from core.learning.rounds import OUT_OF_BAG_ERROR, TRAINING_ERROR, VALIDATION_ERROR, Curve
from core.learning.run import Guess, Run
from core.learning.settings import Settings

_OF_NUMBERS = {
    TRAINING_ERROR: "Root mean squared error on the training rows.",
    VALIDATION_ERROR: "Root mean squared error on the validation rows, never trained on.",
    OUT_OF_BAG_ERROR: "Root mean squared error on the training rows, each judged only by members "
    "that never saw it (Breiman 1996).",
}
"""What the errors are where a number is predicted."""


@dataclass(frozen=True)
class SettingTold:
    """A setting with its value and its meaning."""

    title: str
    """Below the settings that it belongs to: "Weak learner › Depth"."""
    is_inner: bool
    value: str
    is_changed: bool
    unit: str
    default: str
    help: str
    allowed: str


@dataclass(frozen=True)
class RunTold:
    """The algorithm, its settings and its end."""

    algorithm: Settings
    outcome: str
    facts: tuple[tuple[str, str], ...]
    settings: tuple[SettingTold, ...]


@dataclass(frozen=True)
class CurveTold:
    """A curve in numbers."""

    title: str
    first: str
    last: str
    least: str
    least_round: int
    meaning: str


@dataclass(frozen=True)
class ProofTold:
    """Before and after."""

    sentence: str
    details: tuple[str, ...]
    settings: tuple[Difference, ...]


def key_figures(run: Run) -> list[tuple[str, str]]:
    """The few numbers that one looks at first, guessing among them."""
    data, guess = run.dataset, Guess.of(run.dataset, run.settings.balanced)
    is_share = bool(data.classes)
    pairs = []
    if run.rounds:
        place = place_of(run)
        off = "wrong" if data.classes else "off by"
        if data.has_validation:
            pairs.append((f"Validation rows {off}", error_text(place.error, is_share)))
        pairs.append((f"Training rows {off}", error_text(place.training_error, is_share)))
    guessed = "Always guessing" if data.classes else "Always guessing the mean,"
    pairs.append((f"{guessed} {guess.label}", error_text(guess.error, is_share)))
    pairs.append(("Rounds", grouped(run.rounds)))
    pairs.append(("Rows", grouped(len(data))))
    return pairs


def run_told(run: Run) -> RunTold:
    """The algorithm, its settings and its end."""
    facts = (
        ("Rounds done", grouped(run.rounds)),
        ("Ended", run.outcome.ending.value),
        ("Seed", str(run.seed)),
        ("Training took", f"{readable(run.seconds, 2)} seconds"),
    )
    return RunTold(run.settings, run.outcome.sentence, facts, tuple(_settings(run.settings)))


def curves_told(run: Run) -> tuple[CurveTold, ...]:
    """The curves in numbers, without those that have none."""
    told = (_curve(run, curve) for curve in run.history.curves)
    return tuple(each for each in told if each is not None)


def proof_told(proof: Proof) -> ProofTold:
    """Before and after, in sentences and side by side."""
    changes = (
        f"{count(proof.excluded, 'training row')} excluded, {grouped(proof.relabelled)} relabelled"
    )
    details = (*proof.details, f"What changed: {changes}.")
    return ProofTold(proof.sentence, details, tuple(proof.settings))


def _settings(settings: Settings, within: tuple[str, ...] = ()) -> Iterator[SettingTold]:
    """Every setting; those of nested settings below the choice they belong to."""
    for declared in settings.declared():
        value = getattr(settings, declared.name)
        text, usual = (value_text(each) or declared.zero for each in (value, declared.default))
        yield SettingTold(
            " › ".join((*within, declared.title)),
            bool(within),
            text,
            value != declared.default,
            f" {declared.unit}" if declared.unit else "",
            usual,
            declared.help,
            declared.range,
        )
        inner = value if isinstance(value, tuple) else (value,)
        for number, each in enumerate(inner, 1):
            if isinstance(each, Settings):
                place = f" {number}" if len(inner) > 1 else ""
                yield from _settings(each, (*within, f"{declared.title}{place}"))


def value_text(value: object) -> str:
    """A setting's value as a person reads it.

    >>> value_text(True), value_text(20000), value_text(0.5)
    ('yes', '20,000', '0.5')
    """
    if isinstance(value, Settings):
        return value.title
    if isinstance(value, tuple):
        return ", ".join(value_text(each) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return grouped(value) if isinstance(value, int) else f"{value}"


def _curve(run: Run, curve: Curve) -> CurveTold | None:
    values = run.history.curve(curve.name)
    if np.isnan(values).all():
        return None
    least = int(np.nanargmin(values))
    first, last, lowest = (_number(run, curve, float(values[at])) for at in (0, -1, least))
    said = curve.explanation if run.dataset.classes else _OF_NUMBERS.get(curve, curve.explanation)
    return CurveTold(curve.title, first, last, lowest, least + 1, said)


def _number(run: Run, curve: Curve, value: float) -> str:
    # For numbers, what is a share of wrong rows elsewhere is an error in the target's unit.
    is_share = curve.is_share and bool(run.dataset.classes)
    if is_share:
        return percent(value)
    return readable(value) if math.isfinite(value) else "–"
