"""Where the figures of the verdict lead to, and what its button does."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from core.judging.diagnosing.ground import About
from core.project.next_step import NextDeed, NextStep
from workbench.frame.actions import Actions
from workbench.frame.docking.docks import Docks
from workbench.state.workspace import RunItem, Workspace

if TYPE_CHECKING:
    from workbench.comparing.presenter import CompareDesk

_VIEWS = {
    About.ERROR: "results",
    About.GUESS: "data_panel",
    About.ROUNDS: "error_curves",
    About.MARGINS: "margins",
    About.LEARNER: "algorithm_panel",
    About.COLUMNS: "features",
}


class Leading:
    """Turns what the card asks for into what the window can do."""

    def __init__(
        self, workspace: Workspace, docks: Docks, do: Actions, comparing: "CompareDesk"
    ) -> None:
        self._workspace, self._docks, self._do, self._comparing = workspace, docks, do, comparing
        self._deeds: Mapping[NextDeed, Callable[[], None]] = {
            NextDeed.TRAIN: do.train.trigger,
            NextDeed.TRAIN_ON: do.train_on.trigger,
            NextDeed.TRAIN_AGAIN: do.rerun.trigger,
            NextDeed.AUDIT: do.audit.trigger,
            NextDeed.REVIEW: do.review.trigger,
            NextDeed.EXPORT_CLEANED: do.export_cleaned.trigger,
            NextDeed.EXPORT_MODEL: do.export_model.trigger,
            NextDeed.LOOK_AT_DATA: do.how_read.trigger,
        }

    def show(self, about: About) -> None:
        """Show more of what a figure is about."""
        if about is About.LABELS:
            self._do.review.trigger()
        elif about is About.FLAGGED:
            self._list_flagged()
        else:
            self._docks.bring(_VIEWS[about])

    def step(self, step: NextStep) -> None:
        """Do what comes next."""
        current: RunItem | None = self._workspace.current
        if step.deed is NextDeed.COMPARE:
            if current is not None and step.before is not None:
                self._comparing.compare(step.before, current)
        else:
            self._deeds[step.deed]()

    def _list_flagged(self) -> None:
        from workbench.views.rows_table.view import FLAGGED, RowsOptions

        options = self._workspace.options_of("rows_table", RowsOptions)
        self._workspace.set_options("rows_table", replace(options, part=FLAGGED, query=""))
        self._docks.bring("rows_table")
