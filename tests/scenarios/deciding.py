"""A program that decides about row after row and prints each decision once it is made.

`python -m tests.scenarios.deciding window FILE` with the whole window, `... light FILE` without.
It is made to be killed.
"""

import sys
import time
from pathlib import Path

from core.reviewing.decision import Verb

TARGET = "label"
PAUSE = 0.002
VERBS = (Verb.KEEP, Verb.EXCLUDE, Verb.SKIP, Verb.RELABEL)


def decide_next(reviewer) -> None:
    """Decide about the first row that nothing was decided about, then say so."""
    decisions = reviewer.workspace.decisions
    base = decisions.base
    row = next(row for row, line in enumerate(base.lines) if decisions.about(int(line)) is None)
    line = int(base.lines[row])
    verb = VERBS[row % len(VERBS)]
    if verb is Verb.RELABEL:
        label = next(name for name in base.classes if name != base.label_text(row))
        reviewer.relabel({line: label}, reason="killed")
    else:
        reviewer.decide([line], verb, reason="killed")
    print(line, verb.value, flush=True)


def light(path: Path) -> None:
    """All that the window does when a file is opened and decided about, without widgets."""
    from core import read_csv
    from workbench.background import Immediate
    from workbench.reviewer import Reviewer
    from workbench.session import Session
    from workbench.undo import Undo
    from workbench.workspace import Workspace

    session, space = Session(), Workspace(Immediate())
    reviewer = Reviewer(space, session, Undo())
    session.started()
    dataset = read_csv(path, target=TARGET)
    space.set_dataset(dataset)
    reviewer.take_up(session.decisions_on(dataset))
    session.opened(path, dataset)
    while True:
        decide_next(reviewer)
        time.sleep(PAUSE)


def window(path: Path) -> None:
    """The program as a person has it, off the screen."""
    from PySide6.QtCore import QTimer

    from workbench.app import make_application
    from workbench.window import MainWindow

    application = make_application(sys.argv[:1])
    shown = MainWindow(application)
    shown.show()
    shown.controller.open(path, TARGET)
    timer = QTimer(interval=int(1000 * PAUSE))

    def turn() -> None:
        if shown.workspace.decisions is not None:
            decide_next(shown.controller.reviewer)

    timer.timeout.connect(turn)
    timer.start()
    application.exec()


if __name__ == "__main__":
    {"light": light, "window": window}[sys.argv[1]](Path(sys.argv[2]))
