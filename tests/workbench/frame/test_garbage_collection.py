"""Widgets that nobody reaches any more are destroyed in the GUI thread, whoever allocates."""

import gc
import subprocess
import sys
import threading
import weakref

import pytest

from workbench.frame.garbage_collection import collect_due


class Thing:
    """Something in a cycle, that notes which thread destroys it."""

    def __init__(self, destroyed_in):
        self.itself = self
        weakref.finalize(self, lambda: destroyed_in.append(threading.current_thread()))


@pytest.fixture
def thresholds():
    kept = gc.get_threshold()
    yield
    gc.set_threshold(*kept)


def test_only_what_is_due_is_collected(thresholds):
    gc.collect()
    destroyed_in = []
    Thing(destroyed_in)
    gc.set_threshold(1_000_000, 10, 10)
    collect_due()
    assert destroyed_in == []
    gc.set_threshold(1, 10, 10)
    collect_due()
    assert destroyed_in == [threading.main_thread()]


_PROGRAM = """
import gc, threading
from PySide6.QtCore import QTimer
from tests.workbench.frame.test_garbage_collection import Thing
from workbench.frame.app import make_application

application = make_application(["test"])
assert not gc.isenabled()
destroyed_in = []
made = threading.Event()

def allocate():
    for _ in range(300):
        Thing(destroyed_in)
        [[] for _ in range(1_000)]
    made.set()

threading.Thread(target=allocate).start()
timer = QTimer(interval=20)
timer.timeout.connect(lambda: made.is_set() and len(destroyed_in) > 200 and application.quit())
timer.start()
QTimer.singleShot(30_000, application.quit)
application.exec()
print(len(destroyed_in) > 200, {thread.name for thread in destroyed_in})
"""


def test_in_the_program_a_thread_that_allocates_destroys_nothing():
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "True {'MainThread'}"
