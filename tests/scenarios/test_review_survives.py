"""A review survives a kill: what was told to be decided is decided when the file is opened again.

Fifteen times a program without widgets is killed, five times the whole window: starting it is
what takes the time, and both decide by the same reviewer, decisions and journal.
"""

import random
import subprocess
import sys
import time

import pytest
from PySide6.QtWidgets import QLabel

from core import read_csv
from tests.scenarios.deciding import TARGET
from tests.workbench.driving import flipped_csv
from workbench.session import Session
from workbench.welcome import Welcome

KILLS = {"light": 15, "window": 5}
LONGEST = 0.3
"""Seconds after its first decision at which a program is killed at the latest."""


def decided_until_killed(kind: str, path, seconds: float) -> list[list[str]]:
    """What a program said it had decided before it was killed."""
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.scenarios.deciding", kind, str(path)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert program.stdout is not None
    try:
        first = program.stdout.readline()
        time.sleep(seconds)
    finally:
        program.kill()
        rest, _ = program.communicate(timeout=60)
    # A line that the kill cut short was not told.
    told = [line for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]
    return [line.split() for line in told]


def standing(path) -> dict[str, str]:
    dataset = read_csv(path, target=TARGET)
    decisions = Session().decisions_on(dataset)
    assert decisions.left_out == 0
    return {str(each.line): each.verb.value for each in decisions.standing()}


@pytest.mark.timeout(300)
def test_no_decision_that_was_told_is_lost(qtbot, tmp_path):
    path = tmp_path / "orders.csv"
    flipped_csv(path, rows=8000)
    moment = random.Random(11)
    told: dict[str, str] = {}
    kinds = [kind for kind, times in KILLS.items() for _ in range(times)]
    for kind in kinds:
        said = decided_until_killed(kind, path, moment.uniform(0, LONGEST))
        assert said, f"the {kind} program decided nothing"
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
    assert welcome.links[0].toolTip() == str(path)
    assert any(note.endswith("go on") for note in notes)
