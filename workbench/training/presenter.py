"""Training in the window: the verbs that need the form of the settings, or the bar of rounds."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.jobs.training_driver import State
from workbench.shell.shell import Shell
from workbench.training.controller import TrainingController
from workbench.training.round_bar import RoundBar

if TYPE_CHECKING:
    from workbench.training.algorithm_panel import AlgorithmPanel

MORE_ROUNDS = 100


class TrainingDesk(QObject):
    """Trains with what the form says, and plays the rounds back."""

    def __init__(
        self,
        shell: Shell,
        trainer: TrainingController,
        panel: "Callable[[], AlgorithmPanel]",
        bar: RoundBar,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._shell, self._trainer, self._panel, self._bar = shell, trainer, panel, bar

    def train(self) -> None:
        """Train with the settings of the form."""
        self._shell.clear_error()
        panel = self._panel()
        self._trainer.train(panel.settings, panel.seed.value())

    def step(self) -> None:
        """Do one round."""
        panel = self._panel()
        self._trainer.step(panel.settings, panel.seed.value())

    def train_on(self) -> None:
        """Train some more rounds."""
        self._trainer.train_on(MORE_ROUNDS)

    def play_or_halt(self) -> None:
        """Play the rounds back, or halt; while training, pause it or go on."""
        if self._trainer.driver.state is not State.IDLE:
            self._trainer.pause_or_resume()
        elif self._bar.is_playing:
            self._bar.halt()
        else:
            self._bar.play()
