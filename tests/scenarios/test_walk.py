"""The walk of a file, from the drop on the window to the heatmap, is the one that is written."""

import re
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

import core
from tests.workbench.driving import (
    SECONDS,
    flipped_csv,
    let_draw,
    open_file,
    set_rounds,
    wait_until_done,
)
from workbench.jobs.task import JobTask

ROOT = Path(core.__file__).parents[1]
HOP = re.compile(r"^\d+\. (?:=> )?`([\w/]+\.py)` `(\w+)`", re.MULTILINE)
CARRIERS = "workbench/jobs/"
MOST_HOPS = 10


def written_hops():
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    return HOP.findall(page[page.index("## The walk of a file") : page.index("## Words")])


class Trace:
    """Every call of the functions that are looked for, with the file that the call came from."""

    def __init__(self, wanted):
        self.wanted = set(wanted)
        self.calls = []

    def __call__(self, frame, event, _):
        if event == "call":
            place = (self.file_of(frame), frame.f_code.co_name)
            if place in self.wanted:
                self.calls.append((*place, self.caller(frame, place[0])))

    @staticmethod
    def file_of(frame):
        name = frame.f_code.co_filename
        return name[len(str(ROOT)) + 1 :] if name.startswith(str(ROOT)) else ""

    def caller(self, frame, own):
        """The file that called into this one; empty if a job or the event loop carried the call."""
        while (frame := frame.f_back) is not None:
            file = self.file_of(frame)
            if file.startswith(CARRIERS):
                return ""
            if file.startswith(("core/", "workbench/")) and file != own:
                return file
        return ""


@pytest.fixture
def traced(monkeypatch):
    """What the GUI thread calls, and what jobs call on threads that may be there already."""
    trace = Trace(written_hops())
    do = JobTask.do

    def watched(task):
        sys.setprofile(trace)
        try:
            do(task)
        finally:
            sys.setprofile(None)

    monkeypatch.setattr(JobTask, "do", watched)
    sys.setprofile(trace)
    yield trace
    sys.setprofile(None)


def test_the_walk_is_short():
    assert 1 < len(written_hops()) <= MOST_HOPS + 1  # where it starts is no hop
    assert written_hops()[0] == ("workbench/frame/window.py", "dropEvent")
    assert written_hops()[-1][0] == "workbench/views/weight_heatmap/view.py"


def test_a_dropped_file_takes_the_walk_that_is_written(qtbot, window, tmp_path, traced):
    path = tmp_path / "orders.csv"
    flipped_csv(path)
    open_file(qtbot, window, path)
    let_draw(qtbot, window)
    set_rounds(window, 10)
    qtbot.mouseClick(window.algorithm_panel.train, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.workspace.rounds > 0, timeout=SECONDS)
    wait_until_done(qtbot, window)
    let_draw(qtbot, window)

    at, before = 0, [""]
    for file, function in written_hops():
        while at < len(traced.calls):
            found_file, found_function, caller = traced.calls[at]
            at += 1
            # Called from a file of the walk so far, or carried by a job or a person's click.
            if (found_file, found_function) == (file, function) and caller in before:
                break
        else:
            pytest.fail(f"{file} {function} was not reached after {before[-1]}")
        before.append(file)
