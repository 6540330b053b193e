"""What a window makes of itself only when it is first seen: panels, pages and a list of deeds."""

import functools
from typing import TYPE_CHECKING

from workbench.carrying.presenter import CarryDesk
from workbench.comparing.presenter import CompareDesk
from workbench.exporting.presenter import ExportDesk
from workbench.frame.actions import Actions
from workbench.frame.controller import Controller
from workbench.frame.leading.learning import LearnDesk
from workbench.frame.window_shell import WindowShell
from workbench.opening.data_choices import DataChoices
from workbench.opening.presenter import OpeningDesk
from workbench.predicting.presenter import PredictDesk
from workbench.reviewing.presenter import ReviewDesk
from workbench.sessions.presenter import SessionDesk
from workbench.shell.keys.keyed_window import KeyedWindow
from workbench.shell.theme import Theme
from workbench.state.workspace import Workspace
from workbench.training.controller import TrainingController
from workbench.tuning.presenter import TuneDesk
from workbench.viewing.catalog import tabs

if TYPE_CHECKING:
    from workbench.comparing.runs_panel import RunsPanel
    from workbench.exporting.page import ExportPage
    from workbench.frame.deeds import DeedsDialog
    from workbench.frame.help.plugins_page import PluginsPage
    from workbench.frame.leading.learn_page import LearnPage
    from workbench.opening.data_panel import DataPanel
    from workbench.training.algorithm_panel import AlgorithmPanel


class WindowParts(KeyedWindow):
    """A window whose features are there, and whose parts wait until somebody looks at them."""

    actions_: Actions
    carrying: CarryDesk
    choices: DataChoices
    comparing: CompareDesk
    controller: Controller
    desk: OpeningDesk
    exports: ExportDesk
    learning: LearnDesk
    predictions: PredictDesk
    review: ReviewDesk
    sessions: SessionDesk
    shell: WindowShell
    theme: Theme
    trainer: TrainingController
    tuning: TuneDesk
    workspace: Workspace

    def redraw(self) -> None:
        """Derive every control from what happens now."""
        raise NotImplementedError

    # Panels, made when they are first seen

    @functools.cached_property
    def data_panel(self) -> "DataPanel":
        """What is open."""
        from workbench.opening.data_panel import DataPanel

        panel = DataPanel(self.workspace)
        panel.apply_theme(self.theme)
        panel.reading_asked.connect(self.desk.show_again)
        panel.target_chosen.connect(self.choices.choose_target)
        panel.weight_chosen.connect(self.choices.choose_weight)
        panel.split_asked.connect(self.choices.ask_for_split)
        panel.merge_asked.connect(self.choices.merge_spellings)
        panel.column_asked.connect(self.choices.ask_for_column)
        self.controller.choice_refused.connect(panel.show_choices)
        return panel

    @functools.cached_property
    def algorithm_panel(self) -> "AlgorithmPanel":
        """What is trained."""
        from workbench.training.algorithm_panel import AlgorithmPanel

        panel = AlgorithmPanel(self.workspace)
        panel.train.setEnabled(self.trainer.can_train and not panel.why_not.text())
        panel.train.clicked.connect(self.trainer.train_chosen)
        panel.tune.clicked.connect(self.tuning.show)
        panel.changed.connect(self.redraw)
        return panel

    @functools.cached_property
    def runs_panel(self) -> "RunsPanel":
        """What was trained."""
        from workbench.comparing.runs_panel import RunsPanel

        panel = RunsPanel(self.workspace)
        panel.compare_asked.connect(self.comparing.compare)
        panel.rerun_asked.connect(self.trainer.train_again)
        panel.removal_asked.connect(self.controller.remove_run)
        panel.settings_asked.connect(lambda item: self.algorithm_panel.show_settings(item.settings))
        return panel

    # Pages of places, made when they are first seen

    @functools.cached_property
    def export_page(self) -> "ExportPage":
        """Everything that can be taken away."""
        from workbench.exporting.page import ExportPage
        from workbench.frame.leading.takeaways import takeaways

        page = ExportPage(takeaways(self.actions_), self.exports.view_actions(tabs()))
        self.shell.add_page(page)
        return page

    @functools.cached_property
    def learn_page(self) -> "LearnPage":
        """The lessons and the examples."""
        from workbench.frame.leading.learn_page import LearnPage

        page = LearnPage()
        page.example_chosen.connect(self.controller.open_example)
        self.learning.serve(page)
        self.shell.add_page(page)
        return page

    @functools.cached_property
    def plugins_page(self) -> "PluginsPage":
        """The page, made now if nobody has seen it yet."""
        from workbench.frame.help.plugins_page import PluginsPage

        page = PluginsPage()
        self.shell.add_page(page)
        return page

    @functools.cached_property
    def deeds(self) -> "DeedsDialog":
        """The list of what was done, made now if nobody has seen it yet."""
        from workbench.frame.deeds import DeedsDialog

        return DeedsDialog(self.controller.reviewer, self)
