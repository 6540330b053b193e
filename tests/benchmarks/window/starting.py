"""How soon the first window is painted, beside importing the libraries that it is made of."""

import os
import statistics
import subprocess
import sys
import tempfile

from tests.benchmarks.measuring import Options, print_table, print_target
from tests.benchmarks.window.window import environment

_IMPORTS = """
import time
began = time.perf_counter()
import PySide6.QtWidgets, pyqtgraph, numpy, pandas
print(time.perf_counter() - began)
"""
_WINDOW = """
import time
began = time.perf_counter()
import sys
from workbench.frame.app import make_application
from workbench.frame.window import MainWindow
application = make_application(["benchmark"])
window = MainWindow(application)
window.show()
application.processEvents()
window.repaint()
print(time.perf_counter() - began)
heavy = {"numba", "sklearn", "xgboost", "scipy"} & set(sys.modules)
assert not heavy, heavy
window.close()
"""


def run(options: Options) -> None:
    """Measure and print; by turns, so that both meet the same machine."""
    with tempfile.TemporaryDirectory() as folder:
        own = os.environ | environment(folder)
        spent = {"imports alone": [], "the window painted": []}
        for number in range(4 if options.quick else 12):
            for name, code in zip(spent, (_IMPORTS, _WINDOW), strict=True):
                command = [sys.executable, "-c", code]
                done = subprocess.run(command, env=own, check=True, capture_output=True, text=True)
                if number:  # the first of each fills the disk's cache
                    spent[name].append(float(done.stdout.split()[0]))
    print_table(
        ["seconds", "best", "median"],
        [
            [name, f"{min(times):.2f}", f"{statistics.median(times):.2f}"]
            for name, times in spent.items()
        ],
    )
    imports, window = (statistics.median(times) for times in spent.values())
    print_target("first window per imports", "at most 1.5x", f"{window / imports:.2f}x")
