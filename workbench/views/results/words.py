"""What is said above the results: how good it is, with intervals, and what guessing would get."""

import html

from core.base.intervals import Interval
from core.base.wording import fixed, grouped, percent, readable
from core.judging.diagnostics.number_scores import number_scores
from core.judging.diagnostics.verdicts import ErrorHeadline, JudgedRows, Verdicts, headline
from core.learning.deciding import DecisionRule
from workbench.plotting.axes.column_axis import short
from workbench.views.results.score_figures import ScoreTable

_MOST_LETTERS = 24


def sentence_of(verdicts: Verdicts, line: ErrorHeadline) -> str:
    """How good it is, and what guessing would have got, in rich text."""
    kind = "" if verdicts.which is JudgedRows.ALL else f"{verdicts.which.value} "
    unseen = ", by members that never saw them" if verdicts.is_unseen else ""
    guess = html.escape(short(line.guess, _MOST_LETTERS))
    if verdicts.classes:
        return (
            f"<b>{percent(line.error)} wrong</b> of {grouped(line.rows)} {kind}rows{unseen} "
            f"(95 % interval {fixed(100 * line.low, 1)} to {percent(line.high)}); "
            f"always guessing {guess}: {percent(line.guess_error)}."
        )
    explained = 1 - (line.error / line.guess_error) ** 2 if line.guess_error > 0 else 0.0
    return (
        f"<b>Off by {readable(line.error)}</b> on {grouped(line.rows)} {kind}rows{unseen}, "
        "root mean squared "
        f"(95 % interval {readable(line.low)} to {readable(line.high)}), R² {fixed(explained, 3)}; "
        f"always guessing {guess}: {readable(line.guess_error)}."
    )


def rule_words(rule: DecisionRule | None, usual: Verdicts) -> str:
    """By which rule the rows are decided about, if by one, and what the largest share would get."""
    if rule is None:
        return ""
    names = tuple(short(name, _MOST_LETTERS) for name in usual.classes)
    told = f"Decided {html.escape(rule.words(names))}"
    return f"{told}; by the largest share {percent(headline(usual).error)} wrong."


def more_about(verdicts: Verdicts, found: object) -> str:
    """What belongs to a figure: the balanced error to scores, to numbers what they are off by."""
    if isinstance(found, ScoreTable):
        own = found.scores.balanced_error
        ends = f"{fixed(100 * own.low, 1)} to {percent(own.high)}"
        return f"Balanced error {percent(own.share)} (95 % interval {ends})."
    if verdicts.classes:
        return ""
    scores = number_scores(verdicts)
    far, bias = scores.mean_absolute, scores.bias
    return f"Mean distance {readable(far.share)} {_ends(far)}; {_bias_words(bias)}."


def _bias_words(bias: Interval) -> str:
    """Whether predictions are too high or too low on average, as far as the rows can tell."""
    if bias.low <= 0 <= bias.high:
        return f"on average neither too high nor too low {_ends(bias)}"
    side = "high" if bias.share > 0 else "low"
    return f"on average {readable(abs(bias.share))} too {side} {_ends(bias)}"


def _ends(own: Interval) -> str:
    return f"({readable(own.low, 3)} to {readable(own.high, 3)})"
