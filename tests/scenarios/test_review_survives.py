"""A review survives a kill: what was told to be decided is decided when the file is opened again.

Fifteen times a program without widgets is killed, five times the whole window: both decide by the
same reviewer, decisions and journal.
"""

import os
import random
import signal
import subprocess
import sys
import time

import pytest
from PySide6.QtWidgets import QLabel

from core import read_csv
from tests.scenarios.deciding import TARGET
from tests.workbench.driving import flipped_csv
from workbench.opening.welcome import Welcome
from workbench.sessions.journal_writer import Session
from workbench.shell.tips import plain

KILLS = {"light": 15, "window": 5}
LONGEST = 0.3
"""Seconds after its first decision at which a program is killed at the latest."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="programs are forked, then killed")


class Programs:
    """Programs that decide, one after the other."""

    def __init__(self) -> None:
        self._maker = subprocess.Popen(
            [sys.executable, "-m", "tests.scenarios.deciding"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._number = 0

    def start(self, kind: str, path) -> list[str]:
        """Start one, and give its first decision."""
        home = os.environ["ENSEMBLE_WORKBENCH_HOME"]
        print(kind, home, path, sep="\t", file=self._maker.stdin, flush=True)
        word, number = self._line()
        assert word == "process"
        self._number = int(number)
        return self._line()

    def kill(self) -> list[list[str]]:
        """Kill it, and give what else it said that it had decided."""
        os.kill(self._number, signal.SIGKILL)
        self._number = 0
        return list(iter(self._line, ["gone"]))

    def close(self) -> None:
        """Kill what still runs, and start no more."""
        if self._number:
            self.kill()
        self._maker.stdin.close()
        self._maker.wait(timeout=60)
        self._maker.stdout.close()

    def _line(self) -> list[str]:
        line = self._maker.stdout.readline()
        assert line, "the programs ended"
        return line.split()


@pytest.fixture(scope="module")
def programs():
    made = Programs()
    yield made
    made.close()


def standing(path) -> dict[str, str]:
    dataset = read_csv(path, target=TARGET)
    project = Session().project_on(dataset)
    assert project.left_out == 0
    return {str(each.line): each.verb.value for each in project.decisions.standing()}


@pytest.mark.long
@pytest.mark.timeout(300)
def test_no_decision_that_was_told_is_lost(qtbot, programs, tmp_path):
    path = tmp_path / "orders.csv"
    flipped_csv(path, rows=8000)
    moment = random.Random(11)
    told: dict[str, str] = {}
    kinds = [kind for kind, times in KILLS.items() for _ in range(times)]
    for kind in kinds:
        said = [programs.start(kind, path)]
        time.sleep(moment.uniform(0, LONGEST))
        said += programs.kill()
        told |= dict(said)
        found = standing(path)
        assert told.items() <= found.items()
        assert len(found) - len(told) <= 1  # decided, and killed before it was told
        recent = Session().recent()[0]
        assert recent.path == path
        assert recent.is_unfinished
        told = found

    welcome = Welcome(Session().recent())
    qtbot.addWidget(welcome)
    notes = [label.text() for label in welcome.findChildren(QLabel)]
    assert welcome.links[0].toolTip() == plain(str(path))
    assert any(note.endswith("go on") for note in notes)


def test_what_another_program_does_just_now_is_offered_only_once_it_is_gone(programs, tmp_path):
    path = tmp_path / "orders.csv"
    flipped_csv(path, rows=2000)
    programs.start("light", path)
    assert Session().recovery() is None
    assert not Session().recent()[0].is_unfinished
    decided = 1 + len(programs.kill())
    found = Session().recovery()
    assert found.name == "orders.csv"
    assert found.decided in (decided, decided + 1)
    assert Session().recent()[0].is_unfinished
