"""Starting the window."""

import sys
import threading
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from workbench import logs
from workbench.window import MainWindow


class ErrorHook(QObject):
    """Brings errors that nobody caught, from any thread, into the window."""

    caught = Signal(object)

    def install(self) -> None:
        """Take over from Python, which would end the program or print a traceback."""
        sys.excepthook = self._hook
        threading.excepthook = lambda arguments: self.caught.emit(arguments.exc_value)

    def _hook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        self.caught.emit(error.with_traceback(trace))


def make_application(arguments: list[str]) -> QApplication:
    """The application object, with its name."""
    application = QApplication(arguments)
    application.setApplicationName("Ensemble Workbench")
    application.setApplicationDisplayName("Ensemble Workbench")
    # Kernels leave the GIL, Python does not: a shorter turn keeps the window lively.
    sys.setswitchinterval(0.0005)
    return application


def run_window(file: Path | None) -> int:
    """Open the window, with a file if one is given, and stay until it is closed."""
    application = make_application(sys.argv[:1])
    logs.start_logging()
    window = MainWindow(application)
    hook = ErrorHook()
    hook.caught.connect(window.show_error)
    hook.install()
    window.show()
    # Only once the window is painted does anything heavy begin.
    QTimer.singleShot(0, window.controller.prepare_engine)
    if file is not None:
        QTimer.singleShot(0, lambda: window.controller.open(file))
    return application.exec()
