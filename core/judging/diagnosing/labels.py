"""What an audit says of the labels, in words that hold."""

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.base.wording import count

if TYPE_CHECKING:
    from core.judging.auditing.result import Audit

_HARDLY = 0.005
"""Below this share of wrong labels, nobody would call the labels noisy."""
_MUCH = 0.25
"""Judges cannot tell so much noise from classes of which no column says more."""


class Told(enum.Enum):
    """What can be told of the labels."""

    NOTHING = "nothing"
    """There was nobody to judge, or the judges are no better than guessing."""
    GOOD = "good"
    """Hardly any looks wrong."""
    FEW = "few"
    """Some look wrong, and there may be hardly any: that explains nothing else."""
    NOISY = "noisy"
    """Some look wrong, surely so many that it matters."""


@dataclass(frozen=True)
class AuditedLabels:
    """The labels of a dataset, as its audit sees them."""

    told: Told
    sentence: str
    """How many look wrong, or why that cannot be told."""
    flagged: str
    """How many rows are flagged, what that is worth, and how many nobody judged."""

    @classmethod
    def of(cls, audit: "Audit") -> "AuditedLabels":
        """What an audit says."""
        what = "label" if audit.dataset.classes else "number"
        if why := _why_nothing(audit):
            told = f"Which {what}s are wrong cannot be told: {why}."
            return cls(Told.NOTHING, told, _flagged(audit, Told.NOTHING))
        noise = audit.noise
        if noise.estimate < _HARDLY:
            limit = max(noise.high, 0.001)
            told = f"Hardly any {what} looks wrong: at most {_percent(limit)} %, by estimate."
            return cls(Told.GOOD, told, _flagged(audit, Told.GOOD))
        digits = 1 if noise.estimate < 0.095 else 0
        told = (
            f"About {_percent(noise.estimate, digits)} % of the {what}s look wrong, by estimate "
            f"({_percent(noise.low, digits)} to {_percent(noise.high, digits)} %)"
        )
        told += _overlap(audit)
        much = Told.FEW if noise.low < _HARDLY else Told.NOISY
        return cls(much, told, _flagged(audit, much))


def _overlap(audit: "Audit") -> str:
    """How the sentence ends: where judges cannot tell errors from classes that overlap, with it."""
    noise = audit.noise
    if audit.dataset.classes and noise.low < _HARDLY and noise.high > _MUCH:
        return "; the classes overlap, so that errors and chance can hardly be told apart."
    if audit.dataset.classes and noise.estimate > _MUCH:
        return "; so many may as well be classes that overlap."
    return "."


def _flagged(audit: "Audit", told: Told) -> str:
    """How many rows are flagged, and how many of them are right after all."""
    return _worth(audit, told) + _not_judged(audit)


def _not_judged(audit: "Audit") -> str:
    """How many rows nobody judged; empty if there are none."""
    many = 0 if audit.judged is None else int((~audit.judged).sum())
    if not many:
        return ""
    return (
        f" {count(many, 'row is', 'rows are')} not judged, and last in the order: no judge knew "
        "enough earlier rows."
    )


def _worth(audit: "Audit", told: Told) -> str:
    flagged = audit.count
    if flagged == 0:
        return "No single row is flagged."
    rows = count(flagged, "row is", "rows are")
    they = "it is" if flagged == 1 else "they are"
    if told is Told.NOTHING:
        return f"{rows} flagged for a look, and nothing says that {they} wrong."
    right = audit.false_discovery(flagged)
    if right >= 0.995:
        return f"{rows} flagged for a look; {they} most likely right."
    if flagged == 1:
        return f"{rows} flagged; at {100 * right:.0f} % it is right after all, by estimate."
    return f"{rows} flagged; about {100 * right:.0f} % of these are right after all, by estimate."


def _why_nothing(audit: "Audit") -> str:
    """Why nothing can be told of the labels; empty if something can."""
    if not audit.opinions:
        return "there is too little to learn from"
    if not audit.can_tell:
        return "judges that never saw a row are hardly better than guessing"
    return ""


def _percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}"
