"""Consent, draws and checks: each a record that is written down before anything comes of it."""

import secrets
import time

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.judging.reviewing.certifying.certificate import ALPHA
from core.judging.reviewing.certifying.drawing import drawn, probabilities
from core.judging.reviewing.certifying.knowing import Knowing, labels_of, likely_of
from core.judging.reviewing.certifying.records import Check, Consent, Draw, End
from core.judging.reviewing.decisions import Decisions


def consent(decisions: Decisions, *, checks: bool = False, seed: int | None = None) -> Consent:
    """The start of a sample of the rows that nobody has looked at; raise DataError without any."""
    base = decisions.base
    lines = np.setdiff1d(base.lines, decisions.changes().excluded, assume_unique=True)
    rows = base.table.as_read.rows_of(lines)
    lines = lines[~decisions.stands.decided_alone(rows, base.target)]
    if not len(lines):
        raise DataError("Every row was looked at: there is nothing to draw from.")
    now = labels_of(decisions.changes(), base.target)
    is_own = np.isin(now.lines, lines, assume_unique=True)
    given: dict[str, Integers] = {}
    for text in dict.fromkeys(now.texts):
        codes = [code for code, known in enumerate(now.texts) if known == text]
        own = now.lines[is_own & np.isin(now.codes, codes)]
        if len(own):
            given[text] = own
    number = decisions.sample.next_sample
    return Consent(
        number, secrets.randbits(62) if seed is None else seed, lines, given, checks, _now()
    )


def next_draw(decisions: Decisions, known: Integers, likely: Floats) -> Draw | None:
    """The next row to look at; None if there is no consent, or nothing left to draw.

    `likely` says how likely the labels of the lines `known` are wrong. The probability, and the
    bet, go by what is known now, before the row is drawn.
    """
    log = decisions.sample
    if log.consent is None or not log.is_on:
        return None
    now = Knowing.of(log, decisions)
    places = np.flatnonzero(~now.out)
    if not len(places):
        return None
    lines = log.consent.lines
    chances = probabilities(likely_of(lines[places], known, likely))
    number = len(log.draws) + 1
    place = drawn(chances, log.consent.seed, number)
    least, game = float(chances.min()), now.game(log.consent, log.draws)
    bound = game.bound(now.least, now.most, ALPHA) - now.least
    return Draw(
        log.consent.number,
        number,
        int(lines[places[place]]),
        float(chances[place]),
        least,
        game.bet(log.least, bound * least),
        lines[now.out & ~log.out],
        lines[~now.out & log.out],
        _now(),
    )


def checked(decisions: Decisions, line: int, label: str, found: bool) -> Check | None:
    """The record of a blind check; None if none was agreed to."""
    log = decisions.sample
    if log.consent is None or not (log.is_on and log.consent.checks):
        return None
    return Check(log.consent.number, len(log.checks) + 1, line, label, found, _now())


def ended(decisions: Decisions) -> End | None:
    """The end of the drawing; None if there is none."""
    log = decisions.sample
    return End(log.consent.number, _now()) if log.consent is not None and log.is_on else None


def _now() -> float:
    return round(time.time(), 6)
