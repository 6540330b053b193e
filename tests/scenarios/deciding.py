"""Programs that decide about row after row and print each decision once it is made.

`python -m tests.scenarios.deciding` reads lines from its input, of words between tabs: `window`,
the folder for the journal and a file start a program with the whole window, `light` one without,
`carry` one that carries decisions over, `merge` one that takes a colleague's in, `label` one that
labels rows.
Each is a process of its own, made to be killed: it tells its number first, and once it is gone,
`gone` is told. They are forked, not started anew: loading everything takes longer than all else.
"""

import os
import sys
import time
from pathlib import Path

from core.judging.reviewing.decision import Verb

TARGET = "label"
PAUSE = 0.002
AT_ONCE = 5
"""So many decisions are carried over in one step."""
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
    tell(line, verb.value)


def light(path: Path) -> None:
    """All that the window does when a file is opened and decided about, without widgets."""
    reviewer, _session = opened(path)
    while True:
        decide_next(reviewer)
        time.sleep(PAUSE)


def opened(path: Path):
    """A reviewer without widgets, with what the journal knows of a file, and its session.

    Whoever lets the session go gives up the lock that tells others of this program.
    """
    from core import read_csv
    from tests.workbench.immediate import Immediate
    from workbench.reviewing.controller import Reviewer
    from workbench.sessions.journal_writer import Session
    from workbench.state.workspace import Workspace

    session, space = Session(), Workspace(Immediate())
    reviewer = Reviewer(space)
    session.started()
    space.project.take_over(session.project_on(read_csv(path, target=TARGET)))
    session.opened(space.project)
    return reviewer, session


def merge(path: Path) -> None:
    """Take in what a colleague decided, a few rows at a time, and settle every second conflict."""
    from core.judging.reviewing.taking_in import TakingIn
    from core.project.colleagues import read_colleague

    reviewer, _session = opened(path)
    project, colleagues = reviewer.workspace.project, reviewer.colleagues
    theirs = read_colleague(path.with_name("anna.csv"), project.decisions.base)
    for first in range(0, len(theirs), AT_ONCE):
        few = theirs[first : first + AT_ONCE]
        found = TakingIn.of(project.decisions, few, project.by, "Anna")
        if not found.is_empty:
            project.take(found.step(project.decisions))
            tell("took", *(each.line for each in few))
            time.sleep(PAUSE)
        for conflict in list(colleagues.conflicts):
            if conflict.line % 2:
                colleagues.settle([conflict.other])
                tell("settled", conflict.line)
                time.sleep(PAUSE)
    tell("all")
    time.sleep(60)


def label(path: Path) -> None:
    """Label row after row, the most informative first."""
    reviewer, _session = opened(path)
    labeller = reviewer.labeller
    labeller.start()
    while (line := labeller.line) is not None:
        labeller.label(labeller.classes[line % 2])
        tell(line, labeller.classes[line % 2])
        time.sleep(PAUSE)
    tell("all")
    time.sleep(60)


def carry(path: Path) -> None:
    """Carry over what was decided about the file as it was, a few decisions at a time."""
    from core import carry_over, read_csv
    from core.project.earlier_files import earlier_of_file
    from core.project.entries import WHATS
    from workbench.sessions.journal_writer import Session

    session = Session()
    session.started()
    project = session.project_on(read_csv(path, target=TARGET))
    session.opened(project)
    earlier, _ = earlier_of_file(session.journal.entries(WHATS), project.journal.identity, TARGET)
    while (found := carry_over(earlier, project.decisions)).usual.any():
        chosen = found.usual & (found.usual.cumsum() <= AT_ONCE)
        step = found.step(chosen)
        project.take(step)
        tell(*(int(line) for batch in step for line in batch.lines))
        time.sleep(PAUSE)
    tell("all")
    time.sleep(60)


def window(path: Path) -> None:
    """The program as a person has it, off the screen."""
    from PySide6.QtCore import QTimer

    from workbench.frame.app import make_application, show_window

    application = make_application(sys.argv[:1])
    shown = show_window(application, path)
    timer = QTimer(interval=int(1000 * PAUSE))

    def turn() -> None:
        if shown.workspace.decisions is not None:
            decide_next(shown.controller.reviewer)
        elif shown.controller.jobs.waited_for is not None:
            return  # a file that is being opened is not opened anew
        elif (page := shown.desk.made_page) is not None and page.use.isEnabled():
            page.use.click()

    timer.timeout.connect(turn)
    timer.start()
    application.exec()


def tell(*words: object) -> None:
    """A line, written in one go: a kill never leaves half of one."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def load() -> None:
    """Load what both need, the compiled readers too; no application is made before the fork."""
    import workbench.frame.app
    import workbench.frame.window  # noqa: F401
    from core import Source, read_csv

    read_csv(Source.from_bytes(b"x,label\n0.5,yes\n1.5,no\n"), target=TARGET)


_PROGRAMS = {"light": light, "window": window, "carry": carry, "merge": merge, "label": label}


def main() -> None:
    """Start what is asked for, one program after the other."""
    load()
    for line in sys.stdin:
        kind, home, path = line.rstrip("\n").split("\t")
        number = os.fork()
        if not number:
            os.environ["ENSEMBLE_WORKBENCH_HOME"] = home
            tell("process", os.getpid())
            _PROGRAMS[kind](Path(path))
            os._exit(1)
        os.waitpid(number, 0)
        tell("gone")


if __name__ == "__main__":
    main()
