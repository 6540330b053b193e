"""A view whose picture takes longer than a round to make."""

from typing import ClassVar

from PySide6.QtCore import QElapsedTimer, QTimer
from PySide6.QtWidgets import QWidget

from workbench.state.workspace import Workspace
from workbench.viewing.view import PlotView


class PictureView(PlotView):
    """A plot of such a picture: it is asked for, and drawn soon."""

    pause_milliseconds: ClassVar[int] = 40
    """So long after the one before; what is asked meanwhile is drawn with it."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self._is_owed = False
        """Whether a picture was asked for while nobody looked."""
        self._since = QElapsedTimer()
        """Since the last picture was begun."""
        self._later = QTimer(self, singleShot=True)
        for step in (self._since.start, self.make_picture, self.tell):
            self._later.timeout.connect(step)

    def make_picture(self) -> None:
        """Make the picture of what there is now, and show it."""

    def pause(self) -> int:
        """How many milliseconds to wait before the next picture."""
        return self.pause_milliseconds

    def ask(self) -> None:
        """Draw soon, or once somebody looks."""
        if not self.is_watched:
            self._is_owed = True
            return
        # Who asks for the first time in a while has it at once; only what follows soon waits.
        since = self._since.elapsed() if self._since.isValid() else self.pause()
        pause = max(0, self.pause() - since)
        # A long pause, while training for instance, gives way to a shorter one.
        if not self._later.isActive() or self._later.remainingTime() > pause:
            self._later.start(pause)

    def draw_now(self) -> None:
        """Draw without waiting."""
        self._later.stop()
        self._is_owed = False
        self._since.start()
        self.make_picture()
        self.tell()

    def look_again(self) -> None:
        """A picture that was asked for while nobody looked is drawn soon, and none meanwhile."""
        super().look_again()
        if not self.is_watched:
            self._is_owed |= self._later.isActive()
            self._later.stop()
        elif self._is_owed:
            self._is_owed = False
            self.ask()
