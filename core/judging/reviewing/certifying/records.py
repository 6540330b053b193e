"""What is written down of a sample: the consent, every draw before it is shown, every check."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.base.arrays import Integers
from core.base.ascending import places_among
from core.judging.reviewing.packing import packed, unpacked

_NO_RECORD = "This is no record of a sample."


@dataclass(frozen=True, eq=False)
class Consent:
    """A person lets a sample be mixed into the review: from here on errors are counted."""

    number: int
    """Samples of the same data are counted from 1; a later one takes the place of the former."""
    seed: int
    lines: Integers
    """The rows that nobody has looked at, ascending: those that errors are counted in."""
    given: Mapping[str, Integers]
    """The labels of those rows that are not the file's, with their lines."""
    checks: bool = False
    """Whether blind checks are mixed in too."""
    when: float = 0.0

    def places_of(self, lines: Integers) -> Integers:
        """The places of lines among its own; those that are none of them are left out."""
        places, is_there = places_among(self.lines, lines)
        return places[is_there]


@dataclass(frozen=True, eq=False)
class Draw:
    """A row was drawn, with a probability that was fixed before anybody saw it."""

    sample: int
    number: int
    line: int
    probability: float
    least: float
    """The least probability of any row in this draw."""
    bet: float
    """The share of the highest stake, which is `least`."""
    left: Integers
    """The lines that could be drawn before and no longer can: looked at, or excluded."""
    back: Integers
    """The lines that can be drawn again, as what was decided about them was undone."""
    when: float = 0.0


@dataclass(frozen=True, eq=False)
class Check:
    """A row was shown with a wrong label, and the person noticed it or not."""

    sample: int
    number: int
    line: int
    label: str
    """The wrong label that was shown; the data never had it."""
    found: bool
    when: float = 0.0


@dataclass(frozen=True, eq=False)
class End:
    """No further rows are drawn; what was found stays."""

    sample: int
    when: float = 0.0


Record = Consent | Draw | Check | End
_KINDS: dict[str, type[Record]] = {"consent": Consent, "draw": Draw, "check": Check, "end": End}


def record_plain(record: Record) -> dict[str, Any]:
    """A record as plain data, ready for JSON.

    >>> record_from(record_plain(Check(1, 1, 7, "yes", True))).label
    'yes'
    """
    kind = next(name for name, known in _KINDS.items() if type(record) is known)
    facts: dict[str, Any] = {"record": kind}
    for name, value in vars(record).items():
        if isinstance(value, np.ndarray):
            facts[name] = packed(value)
        elif isinstance(value, Mapping):
            facts[name] = {label: packed(lines) for label, lines in value.items()}
        else:
            facts[name] = value
    return facts


def record_from(plain: Any) -> Record:
    """Take a record back from plain data; raise ValueError for anything that is none."""
    facts = plain if isinstance(plain, Mapping) else {}
    kind = facts.get("record")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise ValueError(_NO_RECORD)
    when = _number(facts, "when")
    if kind == "consent":
        given = facts.get("given")
        if not isinstance(given, Mapping) or not all(isinstance(label, str) for label in given):
            raise ValueError(_NO_RECORD)
        return Consent(
            _whole(facts, "number"),
            _whole(facts, "seed"),
            _lines(facts.get("lines")),
            {label: _lines(lines) for label, lines in given.items()},
            _is(facts, "checks"),
            when,
        )
    sample = _whole(facts, "sample")
    if kind == "end":
        return End(sample, when)
    number, line = _whole(facts, "number"), _whole(facts, "line")
    if kind == "check":
        label = facts.get("label")
        if not isinstance(label, str):
            raise ValueError(_NO_RECORD)
        return Check(sample, number, line, label, _is(facts, "found"), when)
    chance, least, bet = (_number(facts, name) for name in ("probability", "least", "bet"))
    if not (0 < least <= chance <= 1 and 0 <= bet <= 1):
        raise ValueError(_NO_RECORD)
    left, back = _lines(facts.get("left")), _lines(facts.get("back"))
    return Draw(sample, number, line, chance, least, bet, left, back, when)


def _whole(facts: Mapping[str, Any], name: str) -> int:
    value = facts.get(name)
    if type(value) is not int or not 0 <= value < 2**63:
        raise ValueError(_NO_RECORD)
    return value


def _number(facts: Mapping[str, Any], name: str) -> float:
    value = facts.get(name)
    if type(value) not in (int, float) or not math.isfinite(float(value or 0)):
        raise ValueError(_NO_RECORD)
    return float(value or 0)


def _is(facts: Mapping[str, Any], name: str) -> bool:
    value = facts.get(name)
    if type(value) is not bool:
        raise ValueError(_NO_RECORD)
    return value


def _lines(plain: Any) -> Integers:
    lines: Integers = unpacked(plain, np.dtype(np.int64))
    if not (lines[:-1] < lines[1:]).all():
        raise ValueError(_NO_RECORD)
    return lines
