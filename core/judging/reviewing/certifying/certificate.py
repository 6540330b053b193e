"""The certificate: how many labels can still be wrong, as told by the sample so far."""

import functools
from dataclasses import dataclass, field

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.wording import count, grouped, percent
from core.data.changes import Changes
from core.judging.reviewing.certifying.betting import Game
from core.judging.reviewing.certifying.knowing import Knowing, labels_of
from core.judging.reviewing.certifying.misses import miss_bound, widened
from core.judging.reviewing.certifying.records import Consent, Draw
from core.judging.reviewing.decisions import Decisions

ALPHA = 0.05
"""One minus the confidence."""
SAMPLE_ALPHA, MISS_ALPHA, CHANCE_ALPHA = 0.6 * ALPHA, 0.3 * ALPHA, 0.1 * ALPHA
"""With blind checks: the parts for the sample, the miss rate, and the luck of misses."""
LEAST_CHECKS = 5
"""How many were noticed is told from so many on: sooner, a person would know which ones."""
_MOST_POINTS = 60
_MOST_MORE = 50
"""So many more looks are foreseen."""


@dataclass(frozen=True, eq=False)
class Outlook:
    """The bound by the number of sampled rows looked at: so far, and if one went on."""

    looked: Integers
    share: Floats
    """The bound by so many sampled rows, as a share of the labels."""
    more: Integers
    if_right: Floats
    """The bound after more looks, if every label they meet is right."""
    if_alike: Floats
    """The bound after more looks, if they meet errors as often as those so far."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """What a sample of the rows says about all of them, if decisions are right.

    >>> import core
    >>> from core.judging.reviewing.certifying.sampling import consent, next_draw
    >>> decisions = core.Decisions(core.example("moons"))
    >>> decisions.sample.take(consent(decisions, seed=1))
    True
    >>> for _ in range(100):
    ...     draw = next_draw(decisions, decisions.base.lines, np.zeros(500))
    ...     _ = decisions.sample.take(draw)
    ...     _ = decisions.apply(decisions.deciding(draw.line, core.Verb.KEEP))
    >>> print(Certificate.of(decisions).sentence)
    With 95 % confidence at most 2.8 % of the labels are still wrong (14 of 500).
    """

    rows: int
    """How many labels there are."""
    looked: int
    """How many sampled rows were looked at."""
    found: int
    """How many of them were wrong."""
    waiting: Integers
    """The lines of rows that were drawn and left for later: they count as wrong."""
    unseen: int
    """How many labels were changed for many rows at once: they count as wrong until looked at."""
    bound: int
    """The most labels that are still wrong, if decisions are right."""
    hits: int
    """How many of the blind checks were noticed, of `checks`."""
    checks: int
    with_checks: bool
    right: int
    """How many errors were put right by somebody who looked at them."""
    knowing: Knowing = field(repr=False)
    game: Game = field(repr=False)
    consent: Consent = field(repr=False)
    draws: tuple[Draw, ...] = field(repr=False)

    @classmethod
    def of(cls, decisions: Decisions) -> "Certificate | None":
        """What the sample says now; None if there is none."""
        log = decisions.sample
        if log.consent is None:
            return None
        now = Knowing.of(log, decisions)
        consent, draws, changes = log.consent, tuple(log.draws), decisions.changes()
        game = now.game(consent, draws)
        is_looked = now.drawn & now.looked
        return cls(
            len(decisions.base) - len(changes.excluded),
            int(is_looked.sum()),
            int((is_looked & (now.changed | now.excluded)).sum()),
            consent.lines[now.waiting & ~now.pending],
            int(now.unseen.sum()),
            game.bound(now.least, now.most, ALPHA),
            sum(check.found for check in log.checks),
            len(log.checks),
            consent.checks,
            now.right + _right_before(decisions, changes, consent),
            now,
            game,
            consent,
            draws,
        )

    @property
    def share(self) -> float:
        """The bound as a share of the labels, if decisions are right."""
        return self.bound / self.rows if self.rows else 0.0

    @functools.cached_property
    def miss_rate(self) -> float:
        """The highest share of errors that the reviewer may miss, by the blind checks."""
        return miss_bound(self.hits, self.checks - self.hits, MISS_ALPHA)

    @functools.cached_property
    def widened_bound(self) -> int:
        """The most labels that are still wrong, with those that the reviewer may have missed.

        It takes for granted that errors are missed as often as planted ones, each by itself.
        """
        by_sample = self.game.bound(self.knowing.least, self.knowing.most, SAMPLE_ALPHA)
        noticed = by_sample + self.right
        ever = widened(noticed, self.rows + self.right, self.miss_rate, CHANCE_ALPHA)
        return min(self.rows, ever - self.right)

    @functools.cached_property
    def outlook(self) -> Outlook:
        """The bound by the number of draws, and what up to 50 more looks would bring."""
        return _outlook(self)

    # In words

    @property
    def sentence(self) -> str:
        """The bound, in a sentence."""
        if not self.looked:
            return "No sampled row was looked at yet."
        said = _sentence(self.bound, self.rows)
        if not self.tells_checks:
            return said
        return f"If your decisions are right, {said[0].lower()}{said[1:]}"

    @property
    def tells_checks(self) -> bool:
        """Whether enough blind checks were answered to tell what came of them."""
        return self.with_checks and self.checks >= LEAST_CHECKS

    @property
    def told_share(self) -> float:
        """The bound that a person is told first: with what may have been missed, if it is known."""
        return self.widened_bound / self.rows if self.tells_checks and self.rows else self.share

    @property
    def about_sample(self) -> str:
        """What it rests on."""
        said = (
            f"{count(self.looked, 'sampled row')} looked at, {grouped(self.found)} of them wrong."
        )
        if len(self.waiting):
            said += f" {count(len(self.waiting), 'drawn row')} left for later: counted as wrong."
        if self.unseen:
            said += (
                f" {count(self.unseen, 'label')} changed for many rows at once, without a look: "
                "counted as wrong."
            )
        return said

    @property
    def about_checks(self) -> str:
        """How well the reviewer sees errors, and what that makes of the bound."""
        if not self.with_checks:
            return ""
        if not self.tells_checks:
            return (
                f"How many planted errors you noticed is told after {LEAST_CHECKS} of them; the "
                "bound is widened by it then."
            )
        own = _sentence(self.widened_bound, self.rows)
        return (
            f"You found {grouped(self.hits)} of {count(self.checks, 'planted error')}: you "
            "may miss up to "
            f"{percent(self.miss_rate)} of all errors. With these, {own[0].lower()}{own[1:]}"
        )


def _sentence(bound: int, rows: int) -> str:
    sure = f"With {100 * (1 - ALPHA):.0f} % confidence"
    if not bound:
        return f"{sure} no label is wrong any more."
    share = percent(bound / rows)
    return (
        f"{sure} at most {share} of the labels are still wrong ({grouped(bound)} of "
        f"{grouped(rows)})."
    )


def _right_before(decisions: Decisions, changes: Changes, consent: Consent) -> int:
    """How many errors were put right by a look before the sample began."""
    target = decisions.base.target
    changed = np.union1d(labels_of(changes, target).lines, changes.excluded)
    is_other = np.ones(len(changed), bool)
    is_other[np.searchsorted(changed, consent.lines[consent.places_of(changed)])] = False
    rows = decisions.base.table.as_read.rows_of(changed[is_other])
    return int(decisions.stands.decided_alone(rows, target).sum())


def _outlook(certificate: Certificate) -> Outlook:
    now, game, rows = certificate.knowing, certificate.game, max(1, certificate.rows)
    draws, chances = len(game), np.array([draw.least for draw in certificate.draws])
    marks = np.unique(np.linspace(0, draws, min(draws, _MOST_POINTS) + 1).astype(np.int64))
    past = [game.first(int(many)).bound(now.least, now.most, ALPHA) for many in marks]
    left = int(np.count_nonzero(~now.out))
    more = np.unique(np.linspace(0, min(_MOST_MORE, left), 11).astype(np.int64))
    # Rows that wait are looked at first, and are taken to be right here.
    then = now.answered
    further = then.game(certificate.consent, certificate.draws)
    least = float(chances[-1]) if draws else 1 / max(1, left)
    stake = further.bet(chances, (past[-1] - now.least) * least) * least
    known = np.full(_MOST_MORE, further.known[-1] if draws else 0.0)
    curves = []
    for seen in (np.zeros(_MOST_MORE), _as_before(further)):
        bounds = [
            further.going_on(stake, known[:many], seen[:many]).bound(then.least, then.most, ALPHA)
            for many in more[1:].tolist()
        ]
        curves.append(np.minimum(past[-1], [past[-1], *bounds]) / rows)
    looked = np.maximum(marks - int(now.waiting.sum()), 0)
    return Outlook(looked, np.array(past) / rows, more, curves[0], curves[1])


def _as_before(game: Game) -> Floats:
    """What further draws would bring if errors came as often, and as heavy, as before."""
    wrong = game.seen[game.seen > 0]
    found = np.zeros(_MOST_MORE)
    if len(wrong):
        met = np.floor(np.arange(_MOST_MORE + 1) * len(wrong) / len(game) + 0.5)
        found[np.diff(met) > 0] = wrong.mean()
    return found
