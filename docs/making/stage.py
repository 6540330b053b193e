"""A stage: the program's own window, driven as a person drives it, and photographed."""

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from core.learning.ensemble import Ensemble
from core.reading.examples import EXAMPLES
from docs.making import film
from docs.making.places import picture_file
from tests.workbench import driving
from workbench.frame.app import show_window
from workbench.frame.window import MainWindow
from workbench.shell.theme import THEMES

SIZE = (1280, 800)
_SECONDS = 600
"""After which nothing is waited for any more: far beyond what a busy machine takes."""
_LEFT = Qt.MouseButton.LeftButton


def let_work(seconds: float) -> None:
    """Let the window and its threads work; Qt's own way to wait would keep Python to itself."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)


class Patience:
    """What the tests' ways of driving a window ask of pytest-qt: to wait, and to click."""

    @staticmethod
    def waitUntil(is_true: Callable[[], bool], timeout: int = 0) -> None:  # noqa: N802 - pytest-qt's
        """Let the window work until something is true."""
        end = time.monotonic() + max(timeout / 1000, _SECONDS)
        while not is_true():
            if time.monotonic() > end:
                raise TimeoutError("the window did not come to what was waited for")
            let_work(0.02)

    @staticmethod
    def mouseClick(widget: QWidget, button: Qt.MouseButton) -> None:  # noqa: N802
        """Click into the middle of a widget."""
        QTest.mouseClick(widget, button)


class Stage:
    """One window in one theme; whoever plays on it takes pictures and a film."""

    def __init__(self, application: QApplication, theme: str, out: Path, folder: Path) -> None:
        self.folder, self._out, self._theme = folder, out, theme
        self.patience = Patience()
        self.frames: list[film.Frame] = []
        self.window: MainWindow = show_window(application, None)
        self.window.apply_theme(THEMES[theme])
        self.window.controller.reviewer.follows_up = False  # who wants an audit asks for it
        self.window.controller.trainer.prepare_engine()
        self.until(lambda: self.window.controller.trainer.is_engine_ready)
        self.window.resize(*SIZE)  # it had been made to fit a screen that nobody sees

    # What a person does

    def until(self, is_true: Callable[[], bool]) -> None:
        """Wait until something is true."""
        self.patience.waitUntil(is_true)

    def click(self, widget: QWidget) -> None:
        """Click a button."""
        QTest.mouseClick(widget, _LEFT)

    def look_at(self, path: Path) -> None:
        """Drop a file on the window, and wait for the page that shows how it was understood."""
        driving.drop(self.window, path)
        opening = self.window.controller.opening
        self.until(
            lambda: (
                opening.source is not None
                and opening.source.path == path
                and opening.table is not None
                and self.window.desk.page.isVisible()
                and self.window.desk.page.use.isEnabled()
            )
        )
        self.rest()

    def use(self, path: Path, target: str) -> None:
        """Take the file as it is understood, with a target."""
        driving.use_file(self.patience, self.window, path, target)
        self.rest()

    def open(self, path: Path, target: str) -> None:
        """Open a file."""
        self.look_at(path)
        self.use(path, target)

    def open_example(self, name: str) -> None:
        """Open a bundled example, as a click on its name does."""
        known = next(each for each in EXAMPLES if each.name == name)
        self.window.controller.open_example(known)
        self.until(
            lambda: (
                self.window.workspace.dataset is not None
                and self.window.workspace.dataset.table.path == known.path
                and self.window.jobs.is_free
            )
        )
        self.rest()

    def train(self, settings: Ensemble | None = None) -> None:
        """Train what the form says, or other settings, to the end."""
        if settings is not None:
            self.window.algorithm_panel.show_settings(settings)
        runs = len(self.window.workspace.runs)
        self.window.actions_.train.trigger()
        self.until(lambda: len(self.window.workspace.runs) > runs and driving.is_done(self.window))
        self.rest()

    def audit(self) -> None:
        """Audit the rows, and wait for what follows by itself."""
        self.window.review.audit()
        space = self.window.workspace
        self.until(lambda: space.audit is not None and space.audit.dataset is space.dataset)
        self.rest()

    def go(self, place: str) -> None:
        """Go to a place of the rail."""
        self.window.actions_.places[place].trigger()
        self.rest()

    def press(self, key: Qt.Key) -> None:
        """Press a key in the queue of the review."""
        self.window.activateWindow()  # keys go to an active window alone
        self.until(self.window.isActiveWindow)
        QTest.keyClick(self.window.review.page.rows.queue, key)

    def rest(self) -> None:
        """Wait until everything is computed, drawn and laid out."""
        window = self.window

        def is_quiet() -> bool:
            return (
                window.workspace.turns.is_idle
                and window.jobs.is_free
                and all(view.is_ready for view in window.docks.made_views())
            )

        for _ in range(2):  # what is shown at last may have something to compute
            let_work(0.06)
            self.until(is_quiet)

    # What is taken of it

    def shoot(self, name: str, widget: QWidget | None = None) -> None:
        """Save a picture of the window, or of a part of it."""
        self.rest()
        path = self._out / picture_file(name, self._theme)
        film.save_picture(_png(self._grabbed(widget)), path)

    def frame(self, seconds: float = 1.0) -> None:
        """Add what the window shows now to the film."""
        self.rest()
        self.frames.append(film.Frame(_png(self._grabbed(None)), seconds))

    def save_film(self, name: str) -> None:
        """Write the film of what was framed since the last one."""
        film.save_film(self.frames, self._out / picture_file(name, self._theme))
        self.frames = []

    def _grabbed(self, widget: QWidget | None) -> QPixmap:
        # The mouse is nowhere, and nothing blinks.
        # Qt lays out what is hidden, too: docks of the size that they never had would stay narrow.
        self.window.work_place.resize(self.window.shell.pages.size())
        return (widget or self.window).grab()

    def close(self) -> None:
        """Close the window."""
        driving.end(self.window)


def _png(pixmap: QPixmap) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pixmap.save(buffer, "PNG")
    return bytes(buffer.data().data())
