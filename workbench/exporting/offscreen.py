"""Drawing without a window: an application that shows nothing, for the command line."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

_made: list[QApplication] = []
"""Kept to the end of the program: nothing that is drawn may outlive its application."""


@contextmanager
def offscreen() -> Iterator[QApplication]:
    """An application to draw with: the one that there is, else one without a screen.

    What was drawn within is destroyed at the end. Plots hold one another in cycles; left to the
    end of the program, they would go after their application, and crash.
    """
    application = QApplication.instance()
    if application is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        application = QApplication(sys.argv[:1])
        _made.append(application)
    assert isinstance(application, QApplication)
    try:
        yield application
    finally:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
