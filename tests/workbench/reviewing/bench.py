"""A review without the window, and audits that are made up, so that nobody has to wait."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.jury import Opinion
from core.judging.auditing.result import Audit
from core.judging.auditing.twins import Twins
from core.judging.auditing.verdict import KINDS, SuspicionKind
from tests.workbench.driving import SECONDS
from tests.workbench.immediate import ImmediateUnlessLong
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.live_agenda import LiveAgenda
from workbench.reviewing.live_ranking import Suspects
from workbench.reviewing.page.page import ReviewPage
from workbench.state.workspace import RunItem, Workspace


class Bench:
    """What a review works with, and its page; everything is computed where it is asked for."""

    def __init__(self, qtbot, run, lines=None):
        self.workspace = Workspace(ImmediateUnlessLong())
        self.reviewer = Reviewer(self.workspace)
        self.project = self.undo = self.workspace.project
        self.suspects = Suspects(self.workspace, self.reviewer)
        self.agenda = LiveAgenda(self.workspace, self.reviewer, self.suspects)
        self.page = ReviewPage(self.workspace, self.reviewer, self.suspects, self.agenda)
        qtbot.addWidget(self.page)
        self.workspace.set_dataset(run.dataset)
        self.project.take_runs([RunItem(1, run)])
        self.workspace.show_run(self.workspace.runs[0])
        if lines is not None:
            self.flag(lines)
        self.page.resize(1280, 700)
        self.page.show()
        self.page.activateWindow()
        qtbot.waitUntil(self.page.isActiveWindow, timeout=SECONDS)
        self.page.start()

    @property
    def decisions(self):
        return self.workspace.decisions

    @property
    def line(self):
        """The line that is shown large."""
        return self.page.rows.current_line()

    def flag(self, lines, kind=SuspicionKind.LABEL):
        """An audit of the data as they are now that flags these lines."""
        dataset, current = self.workspace.dataset, self.workspace.current
        run = current.run if current.dataset is dataset else None
        self.workspace.set_audit(made_up_audit(dataset, lines, run, kind))

    def press(self, key):
        QTest.keyClick(self.page.rows.queue, key)

    def press_with_shift(self, key):
        QTest.keyClick(self.page.rows.queue, key, Qt.KeyboardModifier.ShiftModifier)

    def about(self, line):
        decision = self.decisions.about(line)
        return decision and (decision.verb, decision.label)

    def given(self, line):
        base = self.decisions.base
        return base.label_text(int(base.rows_of([line])[0]))


def made_up_audit(dataset, lines, run=None, kind=SuspicionKind.LABEL):
    """An audit that flags these lines, the first one most, and suggests another label for each."""
    rows = dataset.rows_of(lines)
    suspicion = np.linspace(0.1, 0.0, len(dataset))
    suspicion[rows] = np.linspace(1.0, 0.6, len(rows))
    wrong, kinds = np.zeros(len(dataset)), np.full(len(dataset), KINDS.index(SuspicionKind.FITS))
    wrong[rows], kinds[rows] = np.linspace(0.9, 0.7, len(rows)), KINDS.index(kind)
    suggested, probability = dataset.labels.copy(), np.full(len(dataset), 0.8)
    if dataset.classes:
        suggested[rows] = (suggested[rows] + 1) % len(dataset.classes)
    else:
        suggested[rows] += 10.0
        probability[:] = np.nan
    return Audit(
        dataset,
        suspicion,
        wrong,
        suggested,
        probability,
        kinds.astype(np.int64),
        Noise(0.05, 0.04, 0.07),
        len(rows),
        {},
        (made_up_opinion(dataset, rows),),
        Twins.of(dataset),
        run,
        0.1,
    )


def made_up_opinion(dataset, rows):
    """A judge who knows all labels but those of these rows."""
    nothing = np.empty(0)
    if not dataset.classes:
        return Opinion("judge", "the judge", dataset.labels.copy(), nothing, nothing)
    own = np.full(len(dataset), 0.9)
    own[rows] = 0.1
    other = (dataset.labels.astype(np.int64) + 1) % len(dataset.classes)
    return Opinion("judge", "the judge", own, other, 1 - own)


def open_review(qtbot, window, lines):
    """In the window, flag lines and open the review page; wait until it shows the first."""
    current = window.workspace.current
    audit = made_up_audit(window.workspace.dataset, lines, current.run)
    window.workspace.set_audit(audit)
    suspects, page = window.review.suspects, window.review.page
    qtbot.waitUntil(
        lambda: suspects.ranking is not None and suspects.ranking.audit is audit, timeout=SECONDS
    )
    window.activateWindow()
    window.actions_.review.trigger()
    qtbot.waitUntil(
        lambda: page.rows.facts is not None and page.rows.facts.line == lines[0], timeout=SECONDS
    )
    return page
