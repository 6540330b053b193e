"""The grounds on which something is said of a run."""

import math

from core.base.wording import between, fixed_apart, grouped, percent
from core.judging.diagnosing.evidence import RunEvidence
from core.judging.diagnosing.ground import About, VerdictGround
from core.judging.diagnosing.headline import RunHeadline
from core.judging.diagnosing.misses import ErrorChange


def grounds(known: RunEvidence, headline: RunHeadline) -> tuple[VerdictGround, ...]:
    """What is known of a run, the plainest first. Nothing is tried for it that was not needed."""
    found = [_error(headline), _guess(known, headline), _learned(known, headline)]
    found += [_rounds(known), _margins(known), _tried(known), _judges(known), _curve(known)]
    found.append(_tuned(known, headline))
    return tuple(ground for ground in found if ground is not None)


def _error(headline: RunHeadline) -> VerdictGround:
    error = headline.error
    bounds = between(headline.said(error.low), headline.said(error.high))
    figure = f"{headline.said(error.share)} ({bounds})"
    title = "error on new rows" if headline.are_new else "error on training rows"
    return VerdictGround(About.ERROR, title, figure, headline.sentence)


def _guess(known: RunEvidence, headline: RunHeadline) -> VerdictGround:
    change = known.against_guessing
    said = "better" if change.fell else "worse" if change.rose else "no different, for all one sees"
    return VerdictGround(
        About.GUESS,
        "guessing",
        headline.said(headline.guess.error),
        f"Row by row, the run is {said}{_by_chance(change)}.",
    )


def _learned(known: RunEvidence, headline: RunHeadline) -> VerdictGround | None:
    if not headline.are_new:
        return None
    said = (
        "New rows are missed more often than those it learned from."
        if known.has_gap
        else "New rows are missed about as often as those it learned from."
    )
    return VerdictGround(
        About.ROUNDS, "error on training rows", headline.said(known.training_error), said
    )


def _rounds(known: RunEvidence) -> VerdictGround | None:
    rounds, said = known.rounds, known.judging.said
    if rounds is None or not known.has_rounds:
        return None
    late, since = rounds.late, rounds.since_best
    if since.rose and not late.fell:
        told = f"It has risen since, beyond chance{_by_chance(since)}."
    elif late.fell:
        told = f"Over the last third of the rounds it fell, beyond chance{_by_chance(late)}."
    else:
        told = "Over the last third of the rounds it stood, as far as these rows can tell."
    figure = f"{said(rounds.best_error)} at round {grouped(rounds.best)}"
    return VerdictGround(About.ROUNDS, "lowest validation error", figure, told)


def _margins(known: RunEvidence) -> VerdictGround | None:
    if known.rounds is None or known.rounds.low_margins is None:
        return None
    before, after = fixed_apart(*known.rounds.low_margins, 2)
    verb = "still grow" if known.rounds.margins_grow else "stand still"
    return VerdictGround(
        About.MARGINS,
        "low margins",
        after,
        f"The lowest tenth of the training rows' margins {verb}: {before} two thirds on, "
        f"{after} now.",
    )


def _tried(known: RunEvidence) -> VerdictGround | None:
    """The stronger learner, if it had to be tried."""
    tried = known.__dict__.get("stronger")
    if tried is None:
        return None
    told = "better" if tried.change.fell else "worse" if tried.change.rose else "no better"
    return VerdictGround(
        About.LEARNER,
        tried.name,
        known.judging.said(tried.change.after),
        f"Tried on the same rows, to see whether the learner is to blame: {told}"
        f"{_by_chance(tried.change)}.",
    )


def _judges(known: RunEvidence) -> VerdictGround | None:
    judges = known.against_judges
    if judges is None:
        return None
    told = "better" if judges.fell else "worse" if judges.rose else "no better"
    return VerdictGround(
        About.LEARNER,
        "the audit's judges",
        known.judging.said(judges.after),
        f"They never saw the rows that judge, and are {told}{_by_chance(judges)}.",
    )


def _curve(known: RunEvidence) -> VerdictGround | None:
    if known.curve is None or not known.judging.are_new:
        return None
    last = known.curve.points[-1]
    return VerdictGround(
        About.LEARNER,
        "learning curve",
        known.judging.said(last.error.share),
        known.curve.sentence(known.judging),
    )


def _tuned(known: RunEvidence, headline: RunHeadline) -> VerdictGround | None:
    """What tuning brought over the settings that it started from."""
    tuned = known.run.tuned
    if tuned is None:
        return None
    start = tuned.judged.start.share
    figure = headline.said(start) if math.isfinite(start) else "not judged"
    return VerdictGround(About.LEARNER, f"before tuning, {tuned.start}", figure, tuned.sentence)


def _by_chance(change: ErrorChange) -> str:
    """How often chance alone would do as much."""
    often = "less than 0.1 %" if change.p < 0.001 else percent(change.p)
    return f" (by chance alone: {often})"
