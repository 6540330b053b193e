"""Opens one view alone, on an example, for development: `python -m workbench.views.rows_table`."""

import sys

from PySide6.QtWidgets import QApplication

from core import AdaBoost, example, train
from workbench.jobs.registry import Jobs
from workbench.shell import theme
from workbench.state.workspace import Workspace
from workbench.viewing.view import View


def preview(kind: type[View]) -> None:
    """Show a view of a finished run."""
    application = QApplication(sys.argv)
    theme.apply(theme.LIGHT, application)
    jobs = Jobs()
    workspace = Workspace(jobs)
    view = kind(workspace)
    view.apply_theme(theme.LIGHT)
    view.resize(900, 500)
    view.show()
    dataset = example("orders")
    training = train(dataset, AdaBoost())
    workspace.set_dataset(dataset)
    item = workspace.add_run(training)
    for _ in training:
        pass
    workspace.finish_run(item, training.run())
    application.exec()
    jobs.close()
