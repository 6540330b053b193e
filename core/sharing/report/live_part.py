"""The report's live part: what a browser needs to show the run at any round, in one small block.

Weights are told in logs, so that the block is off by the same share everywhere; margins, or
residuals, as they are. How all rows are spread at a round is told apart: only some are carried.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.wording import count, grouped, readable
from core.judging.auditing.result import Audit
from core.judging.cells.result import CellAudit
from core.judging.reviewing.decision import Decision
from core.learning.histories.history import History
from core.learning.histories.quantities import Quantity
from core.learning.rounds import in_group
from core.learning.run import Run
from core.learning.snapshot import Snapshot
from core.sharing.report.carried import carried_rounds, carried_rows
from core.sharing.report.live_rows import LiveRows
from core.sharing.report.packing import MOST_STEPS, packed

VERSION = 1
LOG_WEIGHT_STEP = 0.01
"""Half of it is half a percent; a number shown with three digits is off by as much again."""
MARGIN_STEP = 0.005
_RESIDUAL_STEPS = 1000
"""So many steps are in the spread of the residuals at the start."""
_SHARE_STEP = 1 / MOST_STEPS
_WEIGHT_EDGES = np.linspace(-2, 2, 41)
"""Of the log10 of weights; what lies beyond is counted at the ends."""
_MARGIN_BINS = 40


@dataclass(frozen=True)
class LiveTold:
    """The block, and what is said about it."""

    block: Mapping[str, Any]
    sentences: tuple[str, ...]
    """What is carried, and how exact it is."""


def live_told(
    run: Run,
    audit: Audit | None,
    decisions: Sequence[Decision],
    notes: Mapping[int, str],
    cells: CellAudit | None = None,
) -> LiveTold:
    """A run at its rounds, with the rows that are carried."""
    carried = carried_rows(run, audit, [each.line for each in decisions])
    rows = LiveRows(run, audit, carried, decisions, notes, cells)
    rounds, history = carried_rounds(run.rounds), run.history
    tables = _Tables(history, _flagged(run, audit), rows.in_run)
    for t in rounds.tolist():
        tables.add(t)
    has_weights = history.has(Quantity.WEIGHTS)
    lacking = history.lacks(Quantity.WEIGHTS)
    block = {
        "version": VERSION,
        "rounds": rounds.tolist(),
        "curves": _curves(run, rounds),
        "weights": tables.weights() if has_weights else None,
        "why_no_weights": lacking.why if lacking else "",
        "margins": tables.margins(),
        "margin_name": _margin_name(run),
        "classes": list(run.dataset.classes),
        "rows": rows.columns(),
        "told": rows.told(),
    }
    said = _sentences(run, carried.sentence, tables.step, audit is not None)
    return LiveTold(block, tuple(said))


def _sentences(run: Run, which: str, step: float, is_audited: bool) -> Iterator[str]:
    """Which rows and rounds there are, in which order, and how exact the numbers are."""
    yield which
    many = len(carried_rounds(run.rounds)) - 1
    if many < run.rounds:
        yield f"Of {count(run.rounds, 'round')}, {grouped(many)} can be chosen, evenly apart."
    margin = _margin_name(run)
    has_weights = run.history.has(Quantity.WEIGHTS)
    if is_audited:
        yield (
            "Unless another order is chosen, they are in the order of the audit at the last round, "
            f"and by their {'weight' if has_weights else margin} at those before it."
        )
    yield f"Shown are {'weights to 1 %, ' if has_weights else ''}{margin}s to {readable(step, 2)}."


def _margin_name(run: Run) -> str:
    return "margin" if run.dataset.classes else "residual"


def _curves(run: Run, rounds: Integers) -> list[dict[str, Any]]:
    """The curves of every group; the start has none."""
    history, is_class = run.history, bool(run.dataset.classes)
    groups = {curve.group.name: curve.group for curve in history.shown_curves}
    found = []
    for group in groups.values():
        for curve in in_group(history.shown_curves, group):
            values = history.curve(curve.name)
            if np.isnan(values).all():
                continue
            told = [None, *(_number(values[t - 1]) for t in rounds[1:].tolist())]
            found.append(
                {
                    "group": group.title,
                    "axis": group.axis if is_class else group.number_axis or group.axis,
                    "title": curve.title,
                    "role": curve.role.name.lower(),
                    "share": curve.is_share and is_class,
                    "values": told,
                }
            )
    return found


def _number(value: float) -> float | None:
    return float(f"{value:.5g}") if np.isfinite(value) else None


def _rounded_up(value: float) -> float:
    """A number of two digits that is not below another.

    >>> _rounded_up(0.7312), _rounded_up(1850.0)
    (0.74, 1900.0)
    """
    power = np.floor(np.log10(value)) - 1
    return float(f"{np.ceil(value / 10.0**power) * 10.0**power:.6g}")


def _flagged(run: Run, audit: Audit | None) -> Mask:
    """Which rows of the run are flagged, by the audit or else by the run alone."""
    if audit is None:
        return Snapshot.of(run.history, run.rounds).flagged
    return np.isin(run.dataset.lines, audit.dataset.lines[audit.flagged])


class _Tables:
    """Weights and margins round by round: of the carried rows, and how all rows are spread."""

    def __init__(self, history: History, flagged: Mask, rows: Integers) -> None:
        self._history, self._flagged, self._rows = history, flagged, rows
        self._weights: list[Floats] = []
        self._margins: list[Floats] = []
        self._spread_weights: list[Floats] = []
        self._spread_margins: list[Floats] = []
        self._edges = np.linspace(-1, 1, _MARGIN_BINS + 1)
        self.step = MARGIN_STEP
        """By how much margins, or residuals, are off at most where they are shown."""
        if history.problem.is_regression:
            start = np.abs(history.margins(0))
            most = float(np.quantile(start, 0.99)) or 1.0
            self._edges *= most
            self.step = _rounded_up(most / _RESIDUAL_STEPS)

    def add(self, t: int) -> None:
        """One more round."""
        here = self._history.at(t)
        if here.weights is not None:
            with np.errstate(divide="ignore"):  # a row of weight 0
                logs = np.log(here.weights)
            self._weights.append(logs[self._rows])
            self._spread_weights.append(self._spread(logs / np.log(10), _WEIGHT_EDGES))
        self._margins.append(here.margins[self._rows])
        self._spread_margins.append(self._spread(here.margins, self._edges))

    def _spread(self, values: Floats, edges: Floats) -> Floats:
        """Which share of the unflagged, then of the flagged rows, is in each bin."""
        within = np.clip(values, edges[0], edges[-1])
        shares = []
        for part in (~self._flagged, self._flagged):
            counts, _ = np.histogram(within[part], len(edges) - 1, (edges[0], edges[-1]))
            shares.append(counts / max(1, int(part.sum())))
        return np.concatenate(shares)

    def weights(self) -> dict[str, Any]:
        """The logs of the relative weights, and their spread."""
        spread = packed(np.array(self._spread_weights), _SHARE_STEP)
        edges = {"from": float(_WEIGHT_EDGES[0]), "to": float(_WEIGHT_EDGES[-1])}
        return {**packed(np.array(self._weights), LOG_WEIGHT_STEP), "spread": {**spread, **edges}}

    def margins(self) -> dict[str, Any]:
        """The margins, or residuals, and their spread."""
        values = np.array(self._margins)
        furthest = float(np.abs(values).max(initial=0.0))
        if furthest > self.step * MOST_STEPS:
            self.step = _rounded_up(furthest / MOST_STEPS)
        spread = packed(np.array(self._spread_margins), _SHARE_STEP)
        edges = {"from": float(self._edges[0]), "to": float(self._edges[-1])}
        return {**packed(values, self.step), "spread": {**spread, **edges}}
