"""The real program in a real window on a virtual screen (Xvfb), driven by the keyboard."""

import contextlib
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import main
from core.base.journal import Journal

SIZE = (1280, 800)


def is_available() -> bool:
    """Whether what this needs is installed."""
    return all(shutil.which(name) for name in ("Xvfb", "xdotool"))


class RealProgram:
    """A running program; what it did is read from its journal."""

    def __init__(self, display: str, home: Path, file: Path) -> None:
        self._environment = os.environ | {
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "ENSEMBLE_WORKBENCH_HOME": str(home),
        }
        self._journal = Journal(home / "journal.jsonl")
        program = Path(main.__file__).resolve()
        self.process = subprocess.Popen(
            [sys.executable, str(program), str(file)], env=self._environment
        )

    def did(self) -> list[str]:
        """What the journal says, in order."""
        return [entry.what for entry in self._journal.entries()]

    def wait_until_did(self, what: str, seconds: float = 60) -> None:
        """Wait for an entry of the journal."""
        end = time.monotonic() + seconds
        while what not in self.did():
            if time.monotonic() > end:
                raise TimeoutError(f"the program did not say {what!r}, only {self.did()}")
            time.sleep(0.05)

    def press(self, key: str) -> None:
        """Press a key in the program's window."""
        search = ["search", "--sync", "--onlyvisible", "--name", "Ensemble Workbench"]
        window = self._xdotool(*search).split()[0]
        # Without a window manager nothing has the focus until it is given.
        self._xdotool("windowfocus", "--sync", window)
        self._xdotool("key", key)

    def use_the_file(self, seconds: float = 60) -> None:
        """Press Enter until the page that shows the file has come and gone."""
        end = time.monotonic() + seconds
        while "opened" not in self.did():
            if time.monotonic() > end:
                raise TimeoutError(f"the file was not opened: {self.did()}")
            self.press("Return")
            time.sleep(0.5)

    def grab(self, path: Path) -> None:
        """Save what the screen shows."""
        code = (
            "import sys\n"
            "from PySide6.QtGui import QGuiApplication\n"
            "application = QGuiApplication([])\n"
            "application.primaryScreen().grabWindow(0).save(sys.argv[1])\n"
        )
        subprocess.run(
            [sys.executable, "-c", code, str(path)], env=self._environment, check=True, timeout=60
        )

    def _xdotool(self, *words: str) -> str:
        return subprocess.run(
            ["xdotool", *words],
            env=self._environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout


@contextlib.contextmanager
def real_program(file: Path, home: Path) -> Iterator[RealProgram]:
    """Start the program with a file; end it if it has not ended by itself."""
    with virtual_screen() as display:
        program = RealProgram(display, home, file)
        try:
            yield program
        finally:
            program.process.kill()
            program.process.wait()


@contextlib.contextmanager
def virtual_screen() -> Iterator[str]:
    """Start Xvfb on a free display and give its name."""
    reading, writing = os.pipe()
    screen = f"{SIZE[0]}x{SIZE[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", screen, "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        ready, _, _ = select.select([reading], [], [], 20)
        if not ready:
            raise TimeoutError("Xvfb did not start")
        yield ":" + os.read(reading, 16).decode().strip()
    finally:
        os.close(reading)
        server.terminate()
        server.wait(20)
