"""The report about deciding: by which rule, what it costs, and how well a class is found."""

from dataclasses import dataclass

import numpy as np

from core.base.lacking import Lacking
from core.base.wording import between, grouped, percent, readable
from core.judging.deciding.threshold_counts import ThresholdCounts, has_both
from core.judging.diagnosing.judged_rule import JudgedRule, rare_class
from core.judging.diagnosing.misses import Judging
from core.judging.diagnostics.verdicts import class_shares
from core.learning.deciding import Matrix, equal_costs
from core.learning.run import Run

_THRESHOLDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)


@dataclass(frozen=True)
class ThresholdTold:
    """What a threshold gives."""

    threshold: str
    is_own: bool
    """Whether it is that of the rule."""
    called: str
    recall: str
    precision: str
    cost: str


@dataclass(frozen=True)
class DecidingTold:
    """What there is to tell about deciding between the classes."""

    rule: str
    """How it decides, and what errors cost."""
    found: str
    """How the rule was found; empty if a person chose it."""
    facts: tuple[tuple[str, str], ...]
    classes: tuple[str, ...]
    confusion: tuple[tuple[str, tuple[str, ...]], ...]
    """Each given class with the rows that the rule names each class; none without a rule."""
    costs: tuple[tuple[str, tuple[str, ...]], ...]
    """Each given class with what it costs to name each class; none where all cost the same."""
    positive: str
    thresholds: tuple[ThresholdTold, ...]
    rare: tuple[str, ...]


def deciding_told(run: Run) -> DecidingTold | None:
    """What there is to tell of a run; None if it decides as usual, and there are many classes."""
    data, rule = run.dataset, run.rule
    if not run.rounds or not data.classes or (rule is None and len(data.classes) != 2):
        return None
    judged = JudgedRule.of(run)
    usual = "The class of the largest share is named; every error counts the same."
    return DecidingTold(
        rule.sentence(data.classes) if rule else usual,
        rule.found(data.classes) if rule else "",
        _facts(judged),
        data.classes,
        _table(data.classes, judged.confusion.tolist()) if judged else (),
        _costs(data.classes, rule.costs) if rule and not rule.has_equal_costs else (),
        data.classes[1] if len(data.classes) == 2 else "",
        tuple(_thresholds(run)),
        tuple(rare.sentences) if (rare := rare_class(run)) else (),
    )


def _facts(judged: JudgedRule | None) -> tuple[tuple[str, str], ...]:
    if judged is None:
        return ()
    error, cost, usual = judged.error, judged.cost, judged.usual_cost
    kind = "Validation" if judged.are_new else "Training"
    ends = between(percent(error.low), percent(error.high))
    told = [
        (f"{kind} rows wrong by the rule", f"{percent(error.share)} ({ends})"),
        (f"{kind} rows wrong by the largest share", percent(judged.usual_error)),
    ]
    if not judged.rule.has_equal_costs:
        for name, own in (("the rule", cost), ("the largest share", usual)):
            said = f"{readable(own.low, 3)} to {readable(own.high, 3)}"
            told.append((f"A row costs by {name}", f"{readable(own.share, 3)} ({said})"))
    return tuple(told)


def _thresholds(run: Run) -> list[ThresholdTold]:
    """What some thresholds, that of the rule among them, give on the rows that judge."""
    judging = Judging.of(run)
    if len(run.dataset.classes) != 2 or not len(judging):
        return []
    shares = class_shares(run, run.rounds, judging.rows)
    positive = run.dataset.judging_labels[judging.rows].astype(np.int64) == 1
    weights = run.dataset.weights[judging.rows]
    if isinstance(shares, Lacking) or not has_both(positive, weights):
        return []
    counts = ThresholdCounts.of(shares[:, 1], positive, weights)
    costs = run.rule.costs if run.rule else equal_costs(2)
    own = run.rule.threshold if run.rule else None
    wanted = sorted({*_THRESHOLDS, *([] if own is None else [own])})
    return [_threshold(counts, costs, each, each == own) for each in wanted]


def _threshold(
    counts: ThresholdCounts, costs: Matrix, threshold: float, is_own: bool
) -> ThresholdTold:
    found = counts.confusion(threshold)
    called = float(found[:, 1].sum())
    return ThresholdTold(
        f"{readable(100 * threshold, 3)} %",
        is_own,
        percent(called / counts.total),
        percent(float(found[1, 1]) / counts.positives),
        percent(float(found[1, 1]) / called) if called else "–",
        readable(counts.cost(costs, threshold), 3),
    )


def _table(
    classes: tuple[str, ...], rows: list[list[int]]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    pairs = zip(classes, rows, strict=True)
    return tuple((name, tuple(grouped(cell) for cell in row)) for name, row in pairs)


def _costs(classes: tuple[str, ...], costs: Matrix) -> tuple[tuple[str, tuple[str, ...]], ...]:
    pairs = zip(classes, costs, strict=True)
    return tuple((name, tuple(readable(cell) for cell in row)) for name, row in pairs)
