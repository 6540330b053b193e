"""What the view says in words. No widgets here."""

import html

import numpy as np

from core.base.arrays import Integers
from core.base.wording import between, fixed, grouped, percent, readable
from core.judging.deciding.rare import RareClass
from core.learning.deciding import DecisionRule
from workbench.plotting.axes.column_axis import short
from workbench.views.threshold.judged_rows import DecidedRows

_MOST_LETTERS = 24


def headline(rows: DecidedRows, rule: DecisionRule, used: DecisionRule | None) -> str:
    """How it would be decided, what that gives on these rows, and whether the run does so."""
    names = tuple(short(name, _MOST_LETTERS) for name in rows.classes)
    bag = ", judged unseen," if rows.verdicts.is_unseen else ""
    said = rule.decided(rows.shares)
    wrong = float(np.average(said != rows.verdicts.given, weights=rows.weights))
    told = [f"<b>{html.escape(_begun(rule.words(names)))}</b>:"]
    if rows.counts is not None and rule.threshold is not None:
        found = rows.counts.confusion(rule.threshold)
        told.append(f"recall {_share(found[1, 1], found[1].sum())}, precision")
        told.append(f"{_share(found[1, 1], found[:, 1].sum())},")
    told.append(f"{percent(wrong)} of {grouped(len(rows.lines))} rows{bag} wrong.")
    if not rule.has_equal_costs:
        cost, usual = rows.cost(rule, said), rows.cost(rule, rows.verdicts.said)
        ends = f"{readable(cost.low, 3)} to {readable(cost.high, 3)}"
        told.append(
            f"<b>A row costs {readable(cost.share, 3)}</b> ({ends}), by the largest share "
            f"{readable(usual.share, 3)}."
        )
    return " ".join([*told, *_found(rule), _use(rule, used, names)])


def _use(rule: DecisionRule, used: DecisionRule | None, names: tuple[str, ...]) -> str:
    if used is not None and same_deciding(used, rule):
        return "<b>In use.</b>"
    if used is None:
        return "This is how the run decides." if rule.is_usual else "Not in use."
    return f"Not in use: the run decides {html.escape(used.words(names))}."


def same_deciding(one: DecisionRule, other: DecisionRule) -> bool:
    """Whether two rules decide, and cost, the same."""
    return (one.deciding, one.costs, one.first, one.power) == (
        other.deciding,
        other.costs,
        other.first,
        other.power,
    )


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def _share(part: float, whole: float) -> str:
    return percent(part / whole) if whole else "–"


def _found(rule: DecisionRule) -> list[str]:
    """What the search on training rows came to, short; the whole of it is one hover away."""
    known = rule.evidence
    if known is None:
        return []
    told = "Best on training folds"
    if known.threshold is not None:
        low, high = threshold_text(known.threshold.low), threshold_text(known.threshold.high)
        told += f": {between(low, high)}" if low != high else ""
    return [f"{told}." if known.cost.share < known.usual.share else f"{told}, but saves nothing."]


def threshold_text(threshold: float) -> str:
    """A threshold in percent, with as many digits as tell it."""
    return f"{readable(100 * threshold, 3)} %"


def rare_words(found: RareClass) -> tuple[str, str]:
    """Recall at the precision, and lift of the top rows, each with its interval."""
    recall = "never reached"
    if found.threshold is not None:
        ends = between(percent(found.recall.low), percent(found.recall.high))
        recall = (
            f"{percent(found.recall.share)} ({ends}), named from {threshold_text(found.threshold)}"
        )
    lift = found.lift
    return recall, (
        f"{fixed(lift.share, 1)}x ({fixed(lift.low, 1)} to {fixed(lift.high, 1)}), "
        f"{percent(found.found)} of all"
    )


def confusion_words(names: tuple[str, ...], counts: Integers) -> str:
    """Of two classes all four cells, of many the worst."""
    if len(names) == 2:
        cells = [
            f"{grouped(int(counts[given, said]))} given {names[given]} named {names[said]}"
            for given in (1, 0)
            for said in (1, 0)
        ]
        return f"Rows: {'; '.join(cells)}."
    errors = counts.copy()
    np.fill_diagonal(errors, 0)
    given, said = divmod(int(np.argmax(errors)), len(names))
    if not errors[given, said]:
        return "No row is wrong."
    many = grouped(int(errors[given, said]))
    return f"Most errors: {many} rows given {names[given]} named {names[said]}."
