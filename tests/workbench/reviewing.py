"""Audits that are made up, so that a test of the review need not wait for one."""

import numpy as np

from core.audit import Audit, Kind, Noise
from core.auditing.twins import Twins
from core.auditing.verdict import KINDS
from tests.workbench.driving import SECONDS


def made_up_audit(dataset, lines, run=None, kind=Kind.LABEL):
    """An audit that flags these lines, the first one most, and suggests another label for each."""
    rows = dataset.rows_of(lines)
    suspicion = np.linspace(0.1, 0.0, len(dataset))
    suspicion[rows] = np.linspace(1.0, 0.6, len(rows))
    wrong, kinds = np.zeros(len(dataset)), np.full(len(dataset), KINDS.index(Kind.FITS))
    wrong[rows], kinds[rows] = np.linspace(0.9, 0.7, len(rows)), KINDS.index(kind)
    suggested, probability = dataset.labels.copy(), np.full(len(dataset), 0.8)
    if dataset.classes:
        suggested[rows] = (suggested[rows] + 1) % len(dataset.classes)
    else:
        suggested[rows] += 10.0
        probability[:] = np.nan
    return Audit(
        dataset, suspicion, wrong, suggested, probability, kinds.astype(np.int64),
        Noise(0.05, 0.04, 0.07), len(rows), {}, (), Twins.of(dataset), run, 0.1,
    )  # fmt: skip


def open_review(qtbot, window, lines=None):
    """Open the review page and wait until it shows a row; with an audit that flags lines."""
    if lines is not None:
        current = window.workspace.current
        audit = made_up_audit(window.workspace.dataset, lines, current.run if current else None)
        window.workspace.set_audit(audit)
    qtbot.waitUntil(lambda: is_ranked(window), timeout=SECONDS)
    window.activateWindow()
    window.actions_.review.trigger()
    page = window.review.page
    qtbot.waitUntil(lambda: page.isVisible() and is_settled(window), timeout=SECONDS)
    return page


def is_ranked(window):
    """Whether the ranking is the newest."""
    ranking = window.review.suspects.ranking
    return ranking is not None and ranking.audit is window.workspace.audit


def is_settled(window):
    """Whether the ranking and the row's reasons are there."""
    page = window.review.page
    line = page._current_line()
    return (
        is_ranked(window)
        and not window.background.is_busy
        and (line is None or (page.facts is not None and page.facts.line == line))
    )
