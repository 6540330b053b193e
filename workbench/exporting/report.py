"""The report on the current run: its views pose for pictures, then the page is written aside.

`ReportMaker` is what a window calls; `pictures_of` draws the same pictures without one.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core import Run
from core.judging.auditing.result import Audit
from core.judging.comparing import run_before
from resources import help_text
from workbench.exporting.figure_style import FigureStyle
from workbench.exporting.offscreen import offscreen
from workbench.exporting.rendering import picture, title_of
from workbench.exporting.view_pictures import Unfinished, taken
from workbench.jobs.registry import JobsAtOnce
from workbench.shell import theme
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.catalog import tabs, view_kind
from workbench.viewing.view import PlotView, View

if TYPE_CHECKING:
    from core.judging.cells.result import CellAudit
    from core.sharing.report.report import ReportPicture

FIGURE = FigureStyle(960, 540, scale=1.5)
_CONTROLS = re.compile(
    r"\b(?:click\w*|slider|drag\w*|hover\w*|press\w*|button\w*|selected?|key|menu|wheel|tip)\b",
    re.I,
)
"""Words for what a person does in the window, and cannot do on a page."""


class ReportMaker:
    """Reports on the run that is current now, with pictures of the views that are taken.

    After decisions the report proves what changed since an earlier run, if there is one.
    `export` writes off the GUI thread: it is given the path and the work.
    """

    def __init__(
        self, workspace: Workspace, export: Callable[[Path, Callable[[], None]], None]
    ) -> None:
        self._workspace = workspace
        self._export = export
        item = workspace.current
        self._run = item.run if item is not None else None
        self._before = (
            run_before(workspace.finished_runs, self._run) if self._run is not None else None
        )
        self._pictures: list[ReportPicture] = []
        self._shown = workspace.round

    def take(self, view: View) -> None:
        """Take a picture of a view that shows something."""
        if shows_something(view):
            self._pictures.append(picture_of(view))

    def write(self, path: Path, unfinished: Iterable[Unfinished]) -> None:
        """Write the page; it says which pictures there are not."""
        from core.judging.reviewing.certifying.certificate import Certificate
        from core.sharing.report.report import Report

        run, before, space = self._run, self._before, self._workspace
        if run is None:
            return
        decisions, audit = space.decisions, space.audit
        cells, is_same = space.inquiries.cells, is_of(audit, run)
        report = Report(
            run,
            audit if is_same else None,
            tuple(decisions.standing()) if decisions else (),
            decisions.notes() if decisions else {},
            causes=space.inquiries.causes(audit) if is_same else None,
            exam=space.inquiries.exam(audit) if is_same else None,
            cells=cells if is_of(cells, run) else None,
            certificate=Certificate.of(decisions) if decisions else None,
            pictures=tuple(self._pictures),
            unfinished=tuple(each.sentence for each in unfinished),
            shown=self._shown,
        )

        def work() -> None:
            from core.judging.reviewing.proof import proof

            judged = proof(before, run) if before is not None else None
            replace(report, proof=judged).write(path)

        self._export(path, work)


def is_of(found: "Audit | CellAudit | None", run: Run) -> bool:
    """Whether something was found in the file that a run learned from, decisions or not."""
    return found is not None and found.dataset.table.as_read is run.dataset.table.as_read


def report_views() -> list[str]:
    """The views of a report, by name; rows, say, are listed by the report itself."""
    return [name for name, tab in tabs().items() if tab.in_report]


def picture_of(view: View) -> "ReportPicture":
    """What a view shows, with words for those who cannot see it."""
    from core.sharing.report.report import ReportPicture

    said = summary_of(view)
    alt = f"{title_of(view)}. {said}"
    return ReportPicture(view.title, alt, ".png", picture(view, ".png", FIGURE), said)


def shows_something(view: View) -> bool:
    """Whether there is anything to take a picture of."""
    return view.has_content and (not tabs()[view.name].on_request or bool(view.numbers()))


def summary_of(view: View) -> str:
    """What a view is about: the first paragraph of its help text, else its axes."""
    for part in help_text("views", view.name).split("\n\n"):
        if part.strip() and not part.startswith("#"):
            return without_controls(" ".join(part.replace("*", "").split()))
    if isinstance(view, PlotView) and view.y_label:
        return f"{view.y_label.capitalize()} by {view.x_label}."
    return ""


def without_controls(text: str) -> str:
    """A text without the sentences that speak of what only the window has.

    >>> without_controls("Every row has a weight. Click one to select it. Dark is light.")
    'Every row has a weight. Dark is light.'
    """
    sentences = re.split(r"(?<=[.!?])\s+", text)
    return " ".join(each for each in sentences if not _CONTROLS.search(each))


@dataclass(frozen=True)
class DrawnPlots:
    """What was drawn of a run, and what could not be."""

    pictures: "tuple[ReportPicture, ...]" = ()
    unfinished: tuple[str, ...] = ()
    """A sentence for each view that there is no picture of."""


def pictures_of(run: Run, audit: Audit | None = None) -> DrawnPlots:
    """Pictures of all views of a run, without a window."""
    if run.rounds == 0:
        return DrawnPlots()
    with offscreen() as application:
        theme.apply(theme.LIGHT, application)
        return _pictures(run, audit)


def _pictures(run: Run, audit: Audit | None) -> DrawnPlots:
    workspace = Workspace(JobsAtOnce())
    workspace.set_dataset(run.dataset)
    if audit is not None:
        workspace.set_audit(audit)
    workspace.show_run(RunItem(1, run))
    names = [name for name in report_views() if not tabs()[name].on_request]
    views = [view_kind(name)(workspace) for name in names]
    found: list[ReportPicture] = []

    def take(view: View) -> None:
        if shows_something(view):
            found.append(picture_of(view))

    unfinished = taken(workspace, views, take)
    for view in views:
        view.deleteLater()
    return DrawnPlots(tuple(found), tuple(each.sentence for each in unfinished))
