"""Garbage is collected in the GUI thread alone.

Python looks for unreachable cycles in whichever thread happens to allocate. A widget among them
would be destroyed off the GUI thread, and Qt does not survive that: the program would crash, now
and then, while a thread trains.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_MILLISECONDS = 100


class GarbageCollector(QObject):
    """Takes over from Python: collects by its rules, but where widgets may be destroyed."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(_MILLISECONDS)
        self._timer.timeout.connect(collect_due)
        self._timer.start()


def collect_due() -> None:
    """Collect the oldest generation whose turn it is, as Python would have."""
    filled = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, most) in enumerate(filled) if count > most]
    if due:
        gc.collect(due[-1])
