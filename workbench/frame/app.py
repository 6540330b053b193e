"""Starting the window."""

import gc
import logging
import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from core.base.pool import give_way
from core.base.progress import Cancelled, Watch
from core.commands.compilers import Compilers
from workbench.frame.garbage_collection import GarbageCollector
from workbench.frame.window import MainWindow
from workbench.shell import log as logs
from workbench.shell.keys.focus_keeper import keep_focus
from workbench.shell.keys.focus_ring import follow_focus


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
    give_way()
    GarbageCollector(application)
    return application


def show_window(
    application: QApplication, file: Path | None, kind: type[MainWindow] = MainWindow
) -> MainWindow:
    """The window, which opens a file once it is painted, if one is given."""
    follow_focus(application)
    keep_focus(application)
    window = kind(application)
    window.show()
    if file is not None:
        QTimer.singleShot(0, window, lambda: window.show_file(file))
    return window


def run_window(file: Path | None) -> int:
    """Open the window, with a file if one is given, and stay until it is closed."""
    compilers = Compilers()
    compilers.start()
    application = make_application(sys.argv[:1])
    logs.start_logging()
    return stay(application, show_window(application, file), compilers)


def stay(
    application: QApplication,
    window: MainWindow,
    compilers: Compilers,
    last: Callable[[], object] = lambda: None,
) -> int:
    """Be there until the window is closed; what is heavy begins once it is painted.

    `last` is done before a program is left whose threads nobody waits for.
    """
    hook = ErrorHook()
    hook.caught.connect(window.shell.show_error)
    hook.install()
    trainer = window.controller.trainer
    trainer.prepared.connect(lambda: trainer.prepare_rest(partial(prepare_rest, compilers)))
    trainer.prepared.connect(window.desk.prepare)
    # What is loaded by now stays: looking through it for garbage would stall the window.
    trainer.prepared.connect(gc.freeze)
    QTimer.singleShot(0, lambda: trainer.prepare_engine(compilers))
    code = application.exec()
    window.jobs.finish()
    if not window.jobs.join(0):
        # Everything is saved; nobody waits for a compiler or a fit that cannot be interrupted.
        logging.shutdown()
        last()
        os._exit(code)
    return code


def prepare_rest(compilers: Compilers, watch: Watch) -> None:
    """Load what the first training does not need; an error shows when it is needed."""
    from core.commands.warmup import warm_up_rest

    try:
        warm_up_rest(watch, compilers.wait_for)
    except Cancelled:
        raise
    except Exception:
        logs.logger.exception("the kernels of trees and judges could not be prepared")
