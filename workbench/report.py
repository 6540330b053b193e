"""The report on the current run: its views pose for pictures, then the page is written aside.

`ReportMaker` is what a window calls; `pictures_of` draws the same pictures without one.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QObject

from core import Run
from core.auditing import Audit
from core.comparing import run_before
from resources import help_text
from workbench import theme
from workbench.background import Immediate
from workbench.catalog import TABS, view_kind
from workbench.figures import Figures
from workbench.offscreen import offscreen
from workbench.pictures import Figure, picture, title_of
from workbench.views.view import PlotView, View
from workbench.workspace import RunItem, Workspace

if TYPE_CHECKING:
    from core.reporting.report import Picture

FIGURE = Figure(960, 540, scale=1.5)
PLOTS = tuple(name for name in TABS if name != "rows_table")
"""The views of a report, by name; rows are listed by the report itself."""
_ON_REQUEST = "bias_variance"
"""Takes long, so it is drawn where somebody asked for it only."""


class ReportMaker(QObject):
    """Reports on the current run: the views pose one after the other, then the page is written.

    `export` writes off the GUI thread: it is given the path and the work.
    """

    def __init__(
        self,
        workspace: Workspace,
        export: Callable[[Path, Callable[[], None]], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._export = export
        self._figures = Figures(workspace, self)
        self._figures.finished.connect(self._write)
        self._path = Path()
        self._run: Run | None = None
        self._before: Run | None = None
        self._pictures: list[Picture] = []

    @property
    def is_posing(self) -> bool:
        """Whether views still pose."""
        return self._figures.is_running

    def make(self, path: Path, views: Iterable[View]) -> None:
        """Report on the current run, with pictures of these views as far as they show something.

        After decisions the report proves what changed since an earlier run, if there is one.
        """
        item = self._workspace.current
        if item is None or item.run is None:
            return
        self._path, self._run, self._pictures = path, item.run, []
        self._before = run_before(self._workspace.finished_runs, item.run)
        self._figures.of(views, self._take)

    def stop(self) -> None:
        """Let no view pose any more; nothing is written."""
        self._figures.stop()

    def _take(self, view: View) -> None:
        item = self._workspace.current
        # Whoever looks at another run meanwhile gets a report with fewer pictures, none of them
        # of the wrong run.
        if shows_something(view) and item is not None and item.run is self._run:
            self._pictures.append(picture_of(view))

    def _write(self) -> None:
        from core.reporting.report import Report

        run, before, path, space = self._run, self._before, self._path, self._workspace
        assert run is not None
        decisions, audit = space.decisions, space.audit
        is_same = audit is not None and audit.dataset.table is run.dataset.table
        report = Report(
            run,
            audit if is_same else None,
            tuple(decisions.standing()) if decisions else (),
            decisions.notes() if decisions else {},
            pictures=tuple(self._pictures),
        )

        def work() -> None:
            from core.reviewing.proof import proof

            judged = proof(before, run) if before is not None else None
            replace(report, proof=judged).write(path)

        self._export(path, work)


def picture_of(view: View) -> "Picture":
    """What a view shows, with words for those who cannot see it."""
    from core.reporting.report import Picture

    said = summary_of(view)
    alt = f"{title_of(view)}. {said}"
    return Picture(view.title, alt, ".png", picture(view, ".png", FIGURE), said)


def shows_something(view: View) -> bool:
    """Whether there is anything to take a picture of."""
    return view.has_content and (view.name != _ON_REQUEST or bool(view.numbers()))


def summary_of(view: View) -> str:
    """What a view is about: the first paragraph of its help text, else its axes."""
    for part in help_text("views", view.name).split("\n\n"):
        if part.strip() and not part.startswith("#"):
            return " ".join(part.replace("*", "").split())
    if isinstance(view, PlotView) and view.y_label:
        return f"{view.y_label.capitalize()} by {view.x_label}."
    return ""


def pictures_of(run: Run, audit: Audit | None = None) -> "tuple[Picture, ...]":
    """Pictures of all views of a run, without a window."""
    if run.rounds == 0:
        return ()
    with offscreen() as application:
        theme.apply(theme.LIGHT, application)
        return _pictures(run, audit)


def _pictures(run: Run, audit: Audit | None) -> "tuple[Picture, ...]":
    workspace = Workspace(Immediate())
    workspace.set_dataset(run.dataset)
    if audit is not None:
        workspace.set_audit(audit)
    workspace.show_run(RunItem(1, run))
    views = [view_kind(name)(workspace) for name in PLOTS if name != _ON_REQUEST]
    found: list[Picture] = []

    def take(view: View) -> None:
        if shows_something(view):
            found.append(picture_of(view))

    figures, loop = Figures(workspace), QEventLoop()
    figures.finished.connect(loop.quit)
    figures.of(views, take)
    loop.exec()
    for view in views:
        view.deleteLater()
    return tuple(found)
