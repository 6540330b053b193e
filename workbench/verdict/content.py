"""What the card says in each state of the work. No widgets here."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.base.intervals import Interval
from core.base.wording import count, error_text, grouped, percent
from core.judging.diagnosing.ground import About, VerdictGround, label_grounds
from core.judging.diagnosing.labels import AuditedLabels
from core.judging.diagnosing.limit_kinds import LimitKind

if TYPE_CHECKING:
    from core.judging.diagnosing.diagnosis import Diagnosis
    from core.judging.diagnosing.headline import RunHeadline
    from core.judging.diagnosing.judged_rule import JudgedRule


@dataclass(frozen=True)
class TrainingNow:
    """A training under way, as far as it is."""

    round: int
    rounds: int
    error: float
    """NaN before there is one."""
    is_share: bool
    are_new: bool
    """Whether the error is that of validation rows."""


@dataclass(frozen=True)
class CardFacts:
    """All that the card is made of."""

    validation_rows: int = 0
    training: TrainingNow | None = None
    has_run: bool = False
    diagnosis: "Diagnosis | None" = None
    """What the run shown means; None before it is known."""
    is_stale: bool = False
    """Whether the data changed since the run that is shown."""
    labels: AuditedLabels | None = None
    """What the latest audit says, which may be of the data before the latest decisions."""
    open_rows: int = 0
    """How many flagged rows nobody has decided about."""
    audit_share: float | None = None
    """How far the audit under way is; None if there is none."""
    flagged_by_run: int | None = None
    """How many rows the run alone flags; None if that is not known."""


@dataclass(frozen=True)
class CardLine:
    """A line of a block; about something, it is a link to where more of that can be seen."""

    text: str
    about: About | None = None


@dataclass(frozen=True)
class Block:
    """A title, what there is to say, and a detail of it."""

    title: str
    main: CardLine
    detail: CardLine = field(default_factory=lambda: CardLine(""))


@dataclass(frozen=True)
class ErrorSpan:
    """The error as a picture: an interval, a point in it, and where guessing is."""

    error: Interval
    guess: float | None
    is_share: bool

    @property
    def words(self) -> str:
        """The same in words, for those who do not see the picture."""
        said = [error_text(value, self.is_share) for value in (self.error.low, self.error.high)]
        text = f"Error {error_text(self.error.share, self.is_share)}"
        if self.error.low < self.error.high:
            text += f", 95 % interval {said[0]} to {said[1]}"
        if self.guess is not None:
            text += f"; guessing {error_text(self.guess, self.is_share)}"
        return f"{text}."


@dataclass(frozen=True)
class Content:
    """What the card shows."""

    error: Block
    scale: ErrorSpan | None
    labels: Block
    columns: Block
    grounds: tuple[VerdictGround, ...] = ()
    text: str = ""
    """All that is said, as sentences."""


def content(facts: CardFacts) -> Content:
    """What the card says about the work as it stands."""
    if facts.training is not None:
        return _while_training(facts, facts.training)
    if not facts.has_run:
        return _before_training(facts)
    found = facts.diagnosis
    if found is None:
        waiting = CardLine("finding out what it means…")
        return Content(
            Block("Error", waiting), None, _labels(facts), Block("Columns", CardLine("–"))
        )
    if found.headline is None:
        return Content(
            Block("Error", CardLine("nothing was learned")),
            None,
            _labels(facts),
            Block("Columns", CardLine("nothing to learn from", About.COLUMNS)),
            text=found.text,
        )
    headline = found.headline
    own = () if facts.labels is None else label_grounds(facts.labels)
    return Content(
        _error(headline, facts.is_stale, found.rule),
        ErrorSpan(headline.error, headline.guess.error, headline.is_share),
        _labels(facts),
        _columns(found, headline),
        (*found.grounds, *own),
        _text(facts, found),
    )


def _before_training(facts: CardFacts) -> Content:
    kept = (
        f"{count(facts.validation_rows, 'row')} kept back to judge"
        if facts.validation_rows
        else "no rows are kept back to judge"
    )
    return Content(
        Block("Error", CardLine("nothing is trained yet"), CardLine(kept)),
        None,
        Block("Labels", CardLine("audited after training")),
        Block("Columns", CardLine("told after training")),
    )


def _while_training(facts: CardFacts, now: TrainingNow) -> Content:
    which = "validation" if now.are_new else "training"
    done = f"round {grouped(now.round)} of {grouped(now.rounds)}"
    main = f"{error_text(now.error, now.is_share)}{' wrong' if now.is_share else ' off'}"
    is_known = now.error == now.error
    point = Interval(now.error, now.error, now.error)
    return Content(
        Block(
            f"Error on {which} rows",
            CardLine(main if is_known else "–", About.ROUNDS),
            CardLine(done),
        ),
        ErrorSpan(point, None, now.is_share) if is_known else None,
        Block("Labels", CardLine("audited after training")),
        Block("Columns", CardLine("told after training")),
    )


def _error(headline: "RunHeadline", is_stale: bool, rule: "JudgedRule | None") -> Block:
    which = "new" if headline.are_new else "training"
    said = headline.said(headline.error.share)
    main = f"{said} wrong" if headline.is_share else f"off by {said}"
    title = f"Error on {count(headline.rows, f'{which} row')}"
    by_rule = f", by its rule {percent(rule.error.share)}" if rule is not None else ""
    return Block(
        "Error before your decisions" if is_stale else title,
        CardLine(main, About.ERROR),
        CardLine(f"guessing {headline.said(headline.guess.error)}{by_rule}", About.GUESS),
    )


def _labels(facts: CardFacts) -> Block:
    labels = facts.labels
    title = "Labels" if labels is None else labels.what.capitalize()
    if labels is not None:
        bounds = f" ({labels.bounds})" if labels.bounds else ""
        main = CardLine(f"{labels.short}{bounds}", About.LABELS)
        return Block(title, main, CardLine(_flagged(facts, labels), About.FLAGGED))
    alone = CardLine("")
    if facts.flagged_by_run is not None:
        alone = CardLine(f"{grouped(facts.flagged_by_run)} flagged by the run alone", About.FLAGGED)
    if facts.audit_share is not None:
        done = f" {percent(facts.audit_share, 0)}" if facts.audit_share < 1 else ""
        return Block(title, CardLine(f"being audited…{done}"), alone)
    return Block(title, CardLine("not audited yet"), alone)


def _flagged(facts: CardFacts, labels: AuditedLabels) -> str:
    if not labels.count:
        return "no row flagged"
    if facts.open_rows == labels.count:
        return f"{count(labels.count, 'row')} flagged"
    return f"{grouped(facts.open_rows)} of {count(labels.count, 'flagged row')} left"


def _columns(found: "Diagnosis", headline: "RunHeadline") -> Block:
    """What the columns can tell, and what is in the way of more."""
    limit = found.limit
    assert limit is not None
    told = CardLine(_told(headline), About.COLUMNS)
    doubts = len(found.columns)
    if doubts and limit.kind is not LimitKind.LEAK:
        which = "one" if doubts == 1 else f"{doubts}"
        return Block(
            "Columns", told, CardLine(f"{which} to think about · {limit.short}", About.COLUMNS)
        )
    return Block("Columns", told, CardLine(limit.short, _SHOWN.get(limit.kind, About.ROUNDS)))


def _told(headline: "RunHeadline") -> str:
    if not headline.is_better:
        return "tell nothing that is sure"
    if not headline.is_share:
        return f"explain {percent(headline.explained, 0)} of the spread"
    spared = 1 - headline.error.share / headline.guess.error
    return f"tell about {percent(spared, 0)} of what guessing misses"


_SHOWN = {
    LimitKind.GUESSING: About.COLUMNS,
    LimitKind.LEAK: About.COLUMNS,
    LimitKind.GAP: About.COLUMNS,
    LimitKind.LEARNER: About.LEARNER,
}


def _text(facts: CardFacts, found: "Diagnosis") -> str:
    """The sentences about the run, and those about the labels: the audit's, if there is one."""
    if facts.labels is not None:
        return " ".join([found.about_run, facts.labels.sentence, facts.labels.flagged])
    if facts.flagged_by_run is None:
        return found.about_run
    alone = count(facts.flagged_by_run, "row")
    return f"{found.about_run} {alone} flagged by the run alone, before an audit."
