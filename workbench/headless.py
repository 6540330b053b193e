"""Plots without a window, for the command line: the same views, drawn off the screen."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from core import Run
from workbench import theme
from workbench.background import Immediate
from workbench.offscreen import offscreen
from workbench.pictures import KINDS, save_picture
from workbench.views.error_curves import ErrorCurves
from workbench.views.view import PlotView
from workbench.views.weight_heatmap import WeightHeatmap
from workbench.workspace import RunItem, Workspace


def draw_plots(run: Run, folder: Path) -> list[Path]:
    """Draw every plot of a run into a folder; gives the files."""
    if run.rounds == 0:
        return []
    with offscreen() as application:
        return _drawn(run, folder, application)


def _drawn(run: Run, folder: Path, application: QApplication) -> list[Path]:
    theme.apply(theme.LIGHT, application)
    workspace = Workspace(Immediate())
    views: list[PlotView] = [ErrorCurves(workspace), WeightHeatmap(workspace)]
    for view in views:
        view.resize(960, 540)
        view.apply_theme(theme.LIGHT)
        view.show()
    application.processEvents()  # once, for the layout
    workspace.show_run(RunItem(1, run))
    paths = []
    for view in views:
        view.draw_now()
        for kind in KINDS:
            paths.append(folder / f"{view.name}{kind}")
            save_picture(view, paths[-1])
        view.close()
        view.deleteLater()
    return paths
