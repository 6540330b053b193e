"""What a review that learns is worth: wrong labels found in as many looks as there are.

Simulated reviewers go through tables whose labels were made wrong, and err themselves in 0, 10 or
20 % of their decisions. Beside the learned order: the audit's, which stays; b / (a + b) alone; and
Bayes' rule with the true flips, which nobody knows. The spreads of what is learned are chosen
twice: on all tables, and for each table on all others. The latter counts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from core.judging.agenda.traits import USUAL, Spreads
from core.judging.auditing.confusion import suspected
from tests.benchmarks.measuring import print_table, print_target
from tests.benchmarks.noise.choice import best_elsewhere
from tests.benchmarks.noise.data import BY_CLASS, CAUSE, KINDS, LOPSIDED, UNIFORM
from tests.benchmarks.review.cells import RATES, ReviewCell, ranking_of

SLIPS = (0.0, 0.1, 0.2)
_REPEATS = 2
"""Reviewers who err are simulated so often."""
CHOICES = (Spreads(0.35, 0.25, 0.5), USUAL, Spreads(1.4, 1.0, 2.0))
STAYS, PLAIN, TRUE_FLIPS = "the order that stays", "b / (a + b)", "the true flips"
_CHOSEN_BY = 0.1
"""The spreads are chosen by reviewers who err so often."""


@dataclass(frozen=True, eq=False)
class Reviewed:
    """What was found of one cell's errors."""

    cell: ReviewCell
    fixed: dict[str, float]
    learned: np.ndarray
    """A row a choice of spreads, a column a share of slips."""
    caused: np.ndarray
    """The same by a person who had asked for causes."""


def main(known: Iterable[ReviewCell]) -> None:
    """Measure every cell, and print the tables; Ctrl+C ends it early."""
    found: list[Reviewed] = []
    try:
        for cell in known:
            if cell.looks:
                found.append(reviewed(cell))
                _print_cell(found[-1])
    except KeyboardInterrupt:
        print("\nstopped: what follows is of the cells so far")
    if found:
        print_learning(found)


def reviewed(cell: ReviewCell) -> Reviewed:
    """Everything about one cell."""
    ranking = ranking_of(cell)
    learned = np.array([[_hits_of(cell, ranking, how, slip) for slip in SLIPS] for how in CHOICES])
    caused = learned
    if cell.cause.any():
        causes = _causes(cell, ranking)
        caused = np.array(
            [[_hits_of(cell, ranking, how, slip, causes) for slip in SLIPS] for how in CHOICES]
        )
    return Reviewed(cell, _fixed(cell), learned, caused)


def _fixed(cell: ReviewCell) -> dict[str, float]:
    classes = cell.shares.shape[1]
    shares = cell.shares.astype(np.float64)
    orders = {
        STAYS: cell.suspicion,
        PLAIN: suspected(shares, cell.given, np.ones((classes, classes))).suspicion,
        TRUE_FLIPS: suspected(shares, cell.given, _true_flips(cell)).suspicion,
    }
    looks = cell.looks
    return {
        name: float(cell.is_wrong[np.argsort(-order, kind="stable")[:looks]].mean())
        for name, order in orders.items()
    }


def _true_flips(cell: ReviewCell) -> np.ndarray:
    """How often a row of each class has each label, over how often that label is right."""
    classes = cell.shares.shape[1]
    flips = np.full((classes, classes), 1e-9)
    np.add.at(flips, (cell.true, cell.given), 1.0)
    flips /= flips.sum(axis=1, keepdims=True)
    common = flips / np.maximum(np.diag(flips), 1e-6)
    np.fill_diagonal(common, 1.0)
    return common


def _hits_of(cell: ReviewCell, ranking, how: Spreads, slips: float, causes=None) -> float:
    repeats = _REPEATS if slips else 1
    return float(np.mean([_hits(cell, ranking, how, slips, n, causes) for n in range(repeats)]))


def _hits(cell: ReviewCell, ranking, how: Spreads, slips: float, seed: int, causes) -> float:
    """The share of wrong labels among the rows that a reviewer looks at, one after the other."""
    from core.judging.agenda.course import EVERY, Course

    random = np.random.default_rng([seed, round(1000 * slips)])
    said = cell.is_wrong ^ (random.random(len(cell.given)) < slips)
    course = Course(ranking, causes, spreads=how)
    rows: list[int] = []
    is_seen = np.zeros(len(cell.given), bool)
    while len(rows) < cell.looks:
        order = course.after(_looks(ranking, rows, said)).order
        some = order[~is_seen[order]][: min(EVERY, cell.looks - len(rows))]
        is_seen[some] = True
        rows += some.tolist()
    return float(cell.is_wrong[rows].mean())


def _looks(ranking, rows: list[int], said: np.ndarray):
    """What a reviewer has said of some rows, one after the other."""
    from core.judging.reviewing.kinds import Verb
    from core.judging.reviewing.standing import Looks

    verbs = tuple(Verb)
    wrong, right = verbs.index(Verb.EXCLUDE), verbs.index(Verb.KEEP)
    return Looks(
        ranking.dataset.lines[rows],
        np.where(said[rows], wrong, right),
        np.ones(len(rows), bool),
        np.arange(len(rows), dtype=np.float64),
    )


def _causes(cell: ReviewCell, ranking):
    from core.judging.causes.result import Cause, Causes

    lines = ranking.dataset.lines
    own = [lines[cell.cause == number] for number in range(1, int(cell.cause.max()) + 1)]
    return Causes(tuple(Cause(("",), (), "", one, one, 0.0, 0.0, 0.0, 0.0) for one in own), 1)


# -- tables --------------------------------------------------------------------------------


def _print_cell(one: Reviewed) -> None:
    cell = one.cell
    slips = SLIPS.index(_CHOSEN_BY)
    told = "  ".join(f"{name} {value:.3f}" for name, value in one.fixed.items())
    print(
        f"{cell.family:16} {cell.kind:9} {100 * cell.rate:3.0f} %  {told}  "
        f"learns {one.learned[CHOICES.index(USUAL), slips]:.3f}",
        flush=True,
    )


def print_learning(found: list[Reviewed]) -> None:
    """By kind of noise, by rate, and the goals."""
    families = [one.cell.family for one in found]
    slips = SLIPS.index(_CHOSEN_BY)
    best, elsewhere = best_elsewhere(families, np.array([one.learned[:, slips] for one in found]))
    print(f"\nHits among as many looks as there are errors; chosen on all: {CHOICES[best]}")
    kinds = [kind for kind in KINDS if any(one.cell.kind == kind for one in found)]
    rows = [[name, *_by_kind(found, kinds, [one.fixed[name] for one in found])] for name in _FIXED]
    for name, picks in _picks(best, elsewhere, len(found)):
        for place, slip in enumerate(SLIPS):
            own = [one.learned[pick, place] for one, pick in zip(found, picks, strict=True)]
            rows.append([f"learns, {100 * slip:.0f} % slips, {name}", *_by_kind(found, kinds, own)])
    caused = [one.caused[pick, slips] for one, pick in zip(found, elsewhere, strict=True)]
    rows.append(["learns, 10 % slips, left out, causes", *_by_kind(found, kinds, caused)])
    print_table(["order", *kinds], rows)
    _print_by_rate(found, elsewhere)
    _print_goals(found, elsewhere, kinds)


_FIXED = (STAYS, PLAIN, TRUE_FLIPS)


def _picks(best: int, elsewhere: np.ndarray, many: int) -> Iterator[tuple[str, np.ndarray]]:
    yield "as it is", np.full(many, CHOICES.index(USUAL))
    yield "chosen here", np.full(many, best)
    yield "left out", elsewhere


def _by_kind(found: list[Reviewed], kinds: list[str], values: list[float]) -> list[str]:
    return [f"{_mean(found, values, kind):.3f}" for kind in kinds]


def _mean(
    found: list[Reviewed], values: list[float], kind: str, rate: float | None = None
) -> float:
    own = [
        value
        for one, value in zip(found, values, strict=True)
        if one.cell.kind == kind and rate in (None, one.cell.rate)
    ]
    return float(np.mean(own)) if own else float("nan")


def _picked(found: list[Reviewed], elsewhere: np.ndarray) -> list[float]:
    """With the spreads that others chose, by reviewers who err in 10 %."""
    slips = SLIPS.index(_CHOSEN_BY)
    return [float(one.learned[pick, slips]) for one, pick in zip(found, elsewhere, strict=True)]


def _print_by_rate(found: list[Reviewed], elsewhere: np.ndarray) -> None:
    print("\nThe same by the share of wrong labels; reviewers err in 10 %, spreads left out")
    values = {name: [one.fixed[name] for one in found] for name in _FIXED}
    values["learns"] = _picked(found, elsewhere)
    rows = [
        [
            f"{kind}, {100 * rate:.0f} %",
            *(f"{_mean(found, own, kind, rate):.3f}" for own in columns),
        ]
        for columns in (list(values.values()),)
        for kind in (UNIFORM, BY_CLASS, LOPSIDED)
        for rate in RATES
    ]
    print_table(["noise", *values], [row for row in rows if "nan" not in row])


def _print_goals(found: list[Reviewed], elsewhere: np.ndarray, kinds: list[str]) -> None:
    own = _picked(found, elsewhere)
    fixed = {name: [one.fixed[name] for one in found] for name in _FIXED}
    for kind in (BY_CLASS, LOPSIDED):
        if kind in kinds:
            stays, plain, true = (_mean(found, fixed[name], kind) for name in _FIXED)
            learned = _mean(found, own, kind)
            way = (learned - stays) / (true - stays) if true > stays else float("nan")
            print_target(f"{kind}: way to the true flips", "at least 50 %", f"{100 * way:.0f} %")
            print_target(f"{kind}: above b / (a + b)", "at least .050", f"{learned - plain:+.3f}")
    for kind in kinds:
        gain = _mean(found, own, kind) - _mean(found, fixed[STAYS], kind)
        print_target(f"{kind}: above the order that stays", "never below", f"{gain:+.3f}")
    if CAUSE in kinds:
        slips = SLIPS.index(_CHOSEN_BY)
        caused = [one.caused[pick, slips] for one, pick in zip(found, elsewhere, strict=True)]
        gain = _mean(found, caused, CAUSE) - _mean(found, fixed[STAYS], CAUSE)
        print_target(f"{CAUSE}, asked for causes", "never below", f"{gain:+.3f}")
