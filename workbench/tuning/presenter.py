"""The place of the tune page in the window; the page is made when it is first asked for."""

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.base.errors import WorkbenchError
from workbench.shell.shell import Shell
from workbench.state.workspace import Workspace
from workbench.tuning.controller import TuningController

if TYPE_CHECKING:
    from core import Dataset, Space
    from core.learning.ensemble import Ensemble
    from workbench.tuning.page import TunePage


class TuneDesk(QObject):
    """Shows the page, and starts what is ticked on it."""

    run_asked = Signal()
    """The tuned run is to be shown in the plots."""

    def __init__(
        self, shell: Shell, workspace: Workspace, tuner: TuningController, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._shell, self._workspace, self._tuner = shell, workspace, tuner
        self._offered: tuple[Dataset, Ensemble] | None = None
        """What the page offers is about these."""

    @functools.cached_property
    def page(self) -> "TunePage":
        """The page, made now if nobody has seen it yet."""
        from workbench.tuning.page import TunePage

        page = TunePage(self._tuner)
        page.start_asked.connect(self._start)
        page.usual_asked.connect(self._tick_usual)
        page.run_asked.connect(self.run_asked)
        self._shell.add_page(page)
        return page

    @property
    def can_tune(self) -> bool:
        """Whether there are data to tune on."""
        return self._workspace.dataset is not None

    def may_leave(self) -> bool:
        """Whether a tuning under way may end, as other data come; a person is asked."""
        return not self._tuner.is_running or self._shell.ask.sure(
            "End the tuning?", "A tuning is under way, and would end without a result.", "End it"
        )

    def show(self) -> None:
        """Show the page, with what is chosen in the algorithm panel ticked."""
        dataset, choice = self._workspace.dataset, self._workspace.choice
        if dataset is None or choice is None:
            return
        if not self._tuner.is_running and self._offered != (dataset, choice.settings):
            self._offered = dataset, choice.settings
            self.page.tree.offer(offered(dataset, choice.settings), 1)
        self._shell.show_page(self.page)

    def _tick_usual(self) -> None:
        from core import usual_spaces
        from core.judging.tuning.words import kind_title

        if (dataset := self._workspace.dataset) is not None:
            usual = usual_spaces(dataset)
            self.page.tree.tick([kind_title(space.settings) for space in usual])

    def _start(self) -> None:
        choice = self._workspace.choice
        self._shell.clear_error()
        try:
            spaces = self.page.tree.spaces()
        except WorkbenchError as error:
            self._shell.show_error(error)
            return
        self._tuner.start(spaces, self.page.minutes.value(), choice.seed if choice else None)
        self.page.follow_keys()


def offered(dataset: "Dataset", chosen: "Ensemble") -> "list[Space]":
    """What can be tuned on these data: what is chosen first, then the usual, then all others."""
    from dataclasses import replace

    from core import Space, usual_spaces
    from core.judging.tuning.words import kind_title
    from core.learning import registry
    from core.learning.ensemble import Ensemble

    others = [space.settings for space in usual_spaces(dataset)]
    others += [kind() for kind in registry.members(Ensemble)]
    found = {kind_title(chosen): Space.of(chosen).fitting(dataset)}
    for settings in others:
        own = replace(settings, balanced=chosen.balanced)
        if kind_title(own) not in found and not own.blinded().why_not(dataset):
            found[kind_title(own)] = Space.of(own).fitting(dataset)
    return [space for space in found.values() if space.dimensions or space.settings is chosen]
