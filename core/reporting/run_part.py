"""The report about the run: every setting with its meaning, how it ended, and its curves."""

import math
from collections.abc import Iterator

import numpy as np

from core.comparing import place_of
from core.reporting.markup import Markup, Part, facts, joined, listed, name, paragraph, table, tag
from core.reporting.wordings import counted, error_text, percent
from core.reviewing.proof import Proof
from core.rounds import OUT_OF_BAG_ERROR, TRAINING_ERROR, VALIDATION_ERROR, Curve
from core.run import Guess, Run
from core.settings import Setting, Settings
from core.wording import readable

_OF_NUMBERS = {
    TRAINING_ERROR: "Root mean squared error on the training rows.",
    VALIDATION_ERROR: "Root mean squared error on the validation rows, never trained on.",
    OUT_OF_BAG_ERROR: "Root mean squared error on the training rows, each judged only by members "
    "that never saw it (Breiman 1996).",
}
"""What the errors are where a number is predicted."""


def key_figures(run: Run) -> Markup:
    """The few numbers that one looks at first, guessing among them."""
    data, guess = run.dataset, Guess.of(run.dataset, run.settings.balanced)
    pairs: list[tuple[str, Part]] = []
    if run.rounds:
        place = place_of(run)
        off = "wrong" if data.classes else "off by"
        if data.has_validation:
            pairs.append((f"Validation rows {off}", error_text(data, place.error)))
        pairs.append((f"Training rows {off}", error_text(data, place.training_error)))
    guessed = "Always guessing" if data.classes else "Always guessing the mean,"
    pairs.append((f"{guessed} {guess.label}", error_text(data, guess.error)))
    pairs.append(("Rounds", f"{run.rounds:,}"))
    pairs.append(("Rows", f"{len(data):,}"))
    return tag("div", facts(pairs), class_="figures")


def run_part(run: Run) -> Markup:
    """The algorithm, its settings and its end."""
    settings = run.settings
    source = f" ({settings.source})" if settings.source else ""
    return joined(
        [
            paragraph(tag("strong", settings.title), f": {settings.summary}{source}"),
            paragraph(run.outcome.sentence),
            facts(
                [
                    ("Rounds done", f"{run.rounds:,}"),
                    ("Ended", run.outcome.ending.value),
                    ("Seed", str(run.seed)),
                    ("Training took", f"{readable(run.seconds, 2)} seconds"),
                ]
            ),
            table(
                "Every setting; what differs from its default is marked",
                ["Setting", "Value", "Default", "What it does", "Allowed"],
                _settings(settings),
                texts=(3, 4),
            ),
        ]
    )


def curves_part(run: Run) -> Markup:
    """The curves in numbers."""
    if not run.rounds:
        return Markup("")
    rows = [row for curve in run.history.curves if (row := _curve(run, curve)) is not None]
    heads = ["Curve", "First round", "Last round", "Least", "In round", "What it is"]
    return table("The curves in numbers", heads, rows, numbers=(1, 2, 3, 4), texts=(5,))


def proof_part(proof: Proof) -> Markup:
    """Before and after, in sentences and side by side."""
    changes = f"{counted(proof.excluded, 'training row')} excluded, {proof.relabelled:,} relabelled"
    differing = [[each.title, name(each.first), name(each.second)] for each in proof.settings]
    parts = [
        paragraph(proof.sentence, class_="lead"),
        listed([*proof.details, f"What changed: {changes}."]),
    ]
    if differing:
        heads = ["Setting", "Before", "After"]
        parts.append(table("Settings that differ too", heads, differing))
    return joined(parts)


def _settings(settings: Settings, within: tuple[str, ...] = ()) -> Iterator[list[Part]]:
    """Every setting; those of nested settings below the choice they belong to."""
    for declared in settings.declared():
        value = getattr(settings, declared.name)
        inner = value if isinstance(value, tuple) else (value,)
        title = joined([*(f"{each} › " for each in within), declared.title])
        shown = tag("span", title, class_="inner") if within else title
        changed = value != declared.default
        text, usual = (value_text(each) or declared.zero for each in (value, declared.default))
        said = tag("span", text, class_="changed") if changed else text
        yield [
            shown, joined([said, _unit(declared)]), usual, declared.help,
            declared.range,
        ]  # fmt: skip
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
    return f"{value:,}" if isinstance(value, int) else f"{value}"


def _unit(declared: Setting) -> str:
    return f" {declared.unit}" if declared.unit else ""


def _curve(run: Run, curve: Curve) -> list[Part] | None:
    values = run.history.curve(curve.name)
    if np.isnan(values).all():
        return None
    least = int(np.nanargmin(values))
    first, last, lowest = (_number(run, curve, float(values[at])) for at in (0, -1, least))
    said = curve.explanation if run.dataset.classes else _OF_NUMBERS.get(curve, curve.explanation)
    return [curve.title, first, last, lowest, f"{least + 1:,}", said]


def _number(run: Run, curve: Curve, value: float) -> str:
    # For numbers, what is a share of wrong rows elsewhere is an error in the target's unit.
    is_share = curve.is_share and bool(run.dataset.classes)
    if is_share:
        return percent(value)
    return readable(value) if math.isfinite(value) else "–"
