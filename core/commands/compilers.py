"""Two programs that compile beside this one at a first start: numba compiles one kernel at a time.

This program reads files meanwhile. It waits for the others before it asks numba for a kernel: who
waits within numba keeps every other thread from its kernels.
"""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from core.base.compiled.kernel_cache import is_worth_filling

_ROOT = Path(__file__).parents[2]
_BETWEEN_LOOKS = 0.1
SHARES = {
    "first": (
        "boosted stumps",
        "rankings and pictures",
        "larger tables",
        "numbers to predict",
    ),
    "trees": (
        "trees",
        "the usual ensembles",
        "other learners, and reasons",
        "the judges of an audit",
    ),
}
"""The stages of each program, in the order in which people need them."""


class Compilers:
    """The programs, each with stages of what `warmup` has; they end with this one.

    Where all is compiled, or no program can be started, nothing is waited for.
    """

    def __init__(self) -> None:
        self._ahead: set[str] = set()
        """The stages that some program has not done yet."""
        self._changed = threading.Condition()
        self._programs: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Start them, unless every kernel is kept already."""
        if not is_worth_filling():
            return
        for name, stages in SHARES.items():
            with contextlib.suppress(OSError):
                program = _started(name)
                self._programs.append(program)
                self._ahead.update(stages)
                threading.Thread(target=self._listen, args=(program, stages), daemon=True).start()

    def wait_for(self, stage: str, look: Callable[[], object]) -> None:
        """Wait until a stage is done that is some program's; `look` is called meanwhile."""
        with self._changed:
            while stage in self._ahead:
                look()
                self._changed.wait(_BETWEEN_LOOKS)

    def _listen(self, program: "subprocess.Popen[bytes]", stages: Iterable[str]) -> None:
        """Take in what a program has done; with its end nothing more comes."""
        with program:
            assert program.stdout is not None
            for line in program.stdout:
                self._take_off([line.decode().strip()])
        self._take_off(stages)

    def _take_off(self, stages: Iterable[str]) -> None:
        with self._changed:
            self._ahead.difference_update(stages)
            self._changed.notify_all()


def _started(share: str) -> "subprocess.Popen[bytes]":
    """A program that compiles its share; it ends when its input does."""
    paths = [str(_ROOT), *(path for path in sys.path if path)]
    return subprocess.Popen(
        [sys.executable, "-m", "core.commands.warmup", share],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
