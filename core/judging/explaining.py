"""A run explained in tables of text: columns, rounds and bounds, members, one readable tree."""

import math
from collections.abc import Iterator, Sequence

import pandas as pd

from core.base.lacking import Lacking, present
from core.base.wording import fixed, grouped, readable
from core.data.dataset import Task
from core.judging.diagnostics.reading import learned
from core.judging.diagnostics.tree_text import tree_lines
from core.judging.theory.edges import bounds_by_round, promise_of
from core.judging.theory.gains import column_gains, gains_at
from core.judging.theory.losses import exponential_loss, logistic_loss
from core.judging.theory.majority import majority
from core.judging.theory.support import support_vectors
from core.judging.theory.surrogate import surrogate
from core.learning.run import Run

MOST_COLUMNS, MOST_VECTORS = 20, 10
"""How many columns, and how many support vectors, are listed."""
MOST_QUESTIONS = 30
"""How many questions of a tree are told with their gains."""
MARGIN = 0.1
"""θ, where a margin counts as small."""


def round_lines(run: Run) -> list[str]:
    r"""Every round with the curves that the ensemble has: ε, α and the errors in boosting.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> print("\n".join(round_lines(run)))
    round  training error  weighted error ε  vote α  bound ∏Z
        1          0.3000            0.3000  0.4236    0.9165
        2          0.3000            0.2143  0.6496    0.7521
        3          0.0000            0.1364  0.9229    0.5162
    """
    history = run.history
    told = [
        (curve.title, values)
        for curve in history.curves
        if not pd.isna(values := history.curve(curve.name)).all()
    ]
    rows = [
        [str(number + 1), *(_number(float(values[number])) for _, values in told)]
        for number in range(history.rounds)
    ]
    return _columns(["round", *(title for title, _ in told)], rows)


def explanation(run: Run, depth: int = 3, nodes: bool = False) -> list[str]:
    """All that can be told of a run in words and small tables, part by part.

    With `nodes`, what the columns tell at every question of the first round's tree.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> [line for line in explanation(run) if line.endswith(":")]  # doctest: +NORMALIZE_WHITESPACE
    ['What each column tells about +/-, at the root of a tree (of 1.000 bits):',
     'What theory promises, round by round:', 'One tree that says nearly what the ensemble says:']
    """
    columns = list(_node_gains(run) if nodes else ()) or _gains(run)
    parts = (columns, _bounds(run), _vote(run), _support(run), _readable_tree(run, depth))
    lines: list[str] = []
    for part in parts:
        told = list(part)
        lines += ["", *told] if lines and told else told
    return lines


def _gains(run: Run) -> Iterator[str]:
    if run.dataset.task is Task.REGRESSION or not run.dataset.features:
        return
    table = column_gains(run.dataset)
    names = "/".join(run.dataset.classes) if len(run.dataset.classes) < 4 else run.dataset.target
    yield (
        f"What each column tells about {names}, at the root of a tree "
        f"(of {table['entropy'].iloc[0]:.3f} bits):"
    )
    yield from _gain_lines(table)


def _gain_lines(table: pd.DataFrame) -> Iterator[str]:
    rows = [
        [*map(str, told[["column", "question"]]), *_numbers(told[["gain", "left", "ratio"]])]
        for _, told in table.head(MOST_COLUMNS).iterrows()
    ]
    yield from _columns(["column", "question", "gain", "left", "gain ratio"], rows, texts=2)
    if len(table) > MOST_COLUMNS:
        yield f"… and {grouped(len(table) - MOST_COLUMNS)} columns that tell less."


def _node_gains(run: Run) -> Iterator[str]:
    """The questions of the first round's tree, from the root down, each with its table."""
    has_nodes = not isinstance(run.model.predictor.tree_of(1), Lacking)
    tree = learned(run.model, 1).tree if run.rounds and has_nodes else None
    if run.dataset.task is Task.REGRESSION or tree is None:
        return
    yield (
        "The first tree, question by question, and what every column tells there in bits. The "
        "tree itself may go by the Gini index, and ask at another threshold:"
    )
    waiting, shown = [(tree.root, "at the root")], 0
    while waiting and shown < MOST_QUESTIONS:
        number, where = waiting.pop(0)
        node = tree.node(number)
        if not node.branches:
            continue
        shown += 1
        table = present(gains_at(run, number))
        yield f"{node.question}   ({where}, {table['entropy'].iloc[0]:.3f} bits)"
        yield from (f"    {line}" for line in _gain_lines(table))
        waiting += [(own.node, f"{node.question} {own.answer}") for own in node.branches]
    if any(tree.node(number).branches for number, _ in waiting):
        yield f"… and the questions after the first {MOST_QUESTIONS}."


def _bounds(run: Run) -> Iterator[str]:
    if run.dataset.task is Task.REGRESSION:
        return
    table = bounds_by_round(run, telling_rounds(run.rounds), margin=MARGIN)
    if isinstance(table, Lacking) or table.empty:
        return
    yield "What theory promises, round by round:"
    heads = {
        "error": "ε",
        "edge": "γ",
        "vote": "α",
        "training": "training",
        "product": "∏Z",
        "exponential": "exp(−2Σγ²)",
        "small_margins": f"margin ≤ {MARGIN}",
        "small_margins_bound": "its bound",
        "vc_bound": "new rows: VC",
        "margin_bound": "margins",
    }
    rows = [[str(number), *_numbers(told)] for number, told in table.iterrows()]
    yield from _columns(["round", *(heads[name] for name in table.columns)], rows)
    if "vc_bound" in table:
        yield (
            "The last two bound the error on new rows, with probability .95; above 1 they say "
            "nothing."
        )
    else:
        yield (
            "Bounds on new rows need the learners' VC dimension, which is known here for stumps on "
            "columns of numbers alone."
        )
    promise = promise_of(run)
    if not isinstance(promise, Lacking):
        yield (
            f"The smallest edge is γ = {fixed(promise.edge, 3)}: with it no training row of "
            f"{grouped(promise.rows)} is wrong after {grouped(promise.round)} rounds, ln N / (2γ²)."
        )
    exponential, product = present(exponential_loss(run)), float(table["product"].iloc[-1])
    same = ", which is ∏Z" if math.isclose(exponential, product, rel_tol=1e-6) else ""
    yield (
        f"Over the training rows the exponential loss is {_number(exponential)}{same}, the "
        f"logistic loss {_number(present(logistic_loss(run)))}."
    )


def _vote(run: Run) -> Iterator[str]:
    found = majority(run)
    if isinstance(found, Lacking):
        return
    rows = "validation rows" if found.is_new else "training rows"
    yield f"A vote of {grouped(found.members)}, on the {rows}:"
    yield f"members alone {fixed(found.error, 3)}, together {fixed(found.seen, 3)}"
    yield (
        f"if they erred apart from one another {fixed(found.independent, 3)} (Hoeffding's bound: "
        f"{fixed(found.hoeffding, 3)}); they do not, κ = {fixed(found.kappa, 2)}"
    )


def _support(run: Run) -> Iterator[str]:
    found = support_vectors(run)
    if isinstance(found, Lacking):
        return
    rows = len(found.scores)
    yield (
        f"Support vectors: {grouped(len(found))} of {grouped(rows)} training rows. Those of "
        "the largest slack:"
    )
    shown = [
        [*map(str, told[["line", "label", "machine"]]), *_numbers(told[["score", "slack"]])]
        for _, told in found.table.head(MOST_VECTORS).iterrows()
    ]
    yield from _columns(["line", "label", "tells apart", "score", "slack ξ"], shown)


def _readable_tree(run: Run, depth: int) -> Iterator[str]:
    found = surrogate(run, depth)
    tree = found.read().tree
    assert tree is not None
    yield "One tree that says nearly what the ensemble says:"
    yield from tree_lines(tree)
    same = "of the variance of its answers" if not run.dataset.classes else "of the rows"
    fidelity = f"{fixed(100 * found.training_fidelity, 1)} % {same} in training"
    if math.isfinite(found.validation_fidelity):
        fidelity += f", {fixed(100 * found.validation_fidelity, 1)} % in validation"
    yield f"Fidelity: {fidelity}."
    if math.isfinite(found.validation_error):
        own, whole = found.validation_error, run.history.validation_error(run.rounds)
        yield (
            f"Its own error on validation rows is {_error(run, own)}, the ensemble's "
            f"{_error(run, whole)}."
        )


def telling_rounds(rounds: int) -> list[int]:
    """1, 2, 3, 5, 10, 20, 50 and so on, and the last.

    >>> telling_rounds(30)
    [1, 2, 3, 5, 10, 20, 30]
    """
    steps = {3, rounds, *(first * 10**power for first in (1, 2, 5) for power in range(9))}
    return sorted(step for step in steps if 1 <= step <= rounds)


def _error(run: Run, value: float) -> str:
    return f"{fixed(100 * value, 1)} %" if run.dataset.classes else readable(value)


def _numbers(told: pd.Series) -> list[str]:
    return [_number(float(value), 3) for value in told]


def _number(value: float, digits: int = 4) -> str:
    if math.isnan(value):
        return "–"
    return f"{value:.{digits}f}" if abs(value) < 10_000 else f"{value:.3g}"


def _columns(heads: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 0) -> list[str]:
    """A table: the first so many columns are texts, the others numbers under one another."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place < texts else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (heads, *rows)
    ]
