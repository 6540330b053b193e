"""Plots without a window, for the command line: the same views, drawn off the screen."""

from dataclasses import dataclass
from pathlib import Path

from core import Run
from core.base.files import written_whole
from workbench.exporting.figure_style import FigureStyle
from workbench.exporting.offscreen import offscreen
from workbench.exporting.rendering import KINDS, picture
from workbench.exporting.view_pictures import taken
from workbench.jobs.registry import JobsAtOnce
from workbench.shell import theme
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.catalog import tabs, view_kind
from workbench.viewing.view import View

_FIGURE = FigureStyle(960, 540)


@dataclass(frozen=True)
class Plots:
    """The files that were drawn, and what could not be."""

    paths: tuple[Path, ...] = ()
    unfinished: tuple[str, ...] = ()
    """A sentence for each plot that there is no file of."""


def draw_plots(run: Run, folder: Path) -> Plots:
    """Draw the plots that belong to an audit into a folder."""
    if run.rounds == 0:
        return Plots()
    with offscreen() as application:
        theme.apply(theme.LIGHT, application)
        return _drawn(run, folder)


def _drawn(run: Run, folder: Path) -> Plots:
    workspace = Workspace(JobsAtOnce())
    workspace.set_dataset(run.dataset)
    workspace.show_run(RunItem(1, run))
    names = [name for name, tab in tabs().items() if tab.in_audit]
    views = [view_kind(name)(workspace) for name in names]
    drawn: dict[Path, bytes] = {}

    def take(view: View) -> None:
        for kind in KINDS:
            drawn[folder / f"{view.name}{kind}"] = picture(view, kind, _FIGURE)

    unfinished = taken(workspace, views, take)
    for view in views:
        view.deleteLater()
    for path, data in drawn.items():
        with written_whole(path) as aside:
            aside.write_bytes(data)
    return Plots(tuple(drawn), tuple(each.sentence for each in unfinished))
