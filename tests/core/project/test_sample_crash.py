"""A program that is killed at any moment loses no draw that it has shown, and draws none twice."""

import os
import subprocess
import sys

import pytest

CODE = """
import os, random, select, signal, sys
import numpy as np, pandas as pd
from core.data.dataset import Dataset
from core.base.journal import Journal
from core.judging.reviewing.certifying.sampling import checked, consent, next_draw
from core.judging.reviewing.certifying.certificate import Certificate
from core.project import Project
from core.project.command_journal import CommandJournal

frame = pd.DataFrame({"x": np.arange(3000), "y": ["a", "b"] * 1500})
base = Dataset.from_frame(frame, "y", validation_share=0)
journal = Journal(sys.argv[1])

def opened():
    return Project.of(base, CommandJournal(journal, {"path": "a"}))

def work(pipe):
    project = opened()
    if project.decisions.sample.consent is None:
        project.record(consent(project.decisions, checks=True, seed=1))
    while True:
        draw = next_draw(project.decisions, base.lines, np.linspace(0, 1, 3000))
        project.record(draw)
        os.write(pipe, f"{draw.line} ".encode())  # it is shown
        if draw.number % 3:
            project.decide(draw.line, "keep")
        if draw.number % 5 == 0:
            project.record(checked(project.decisions, draw.line, "b", found=True))

told = []
for seed in range(20):
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            work(write)
        finally:
            os._exit(1)
    os.close(write)
    select.select([read], [], [], 30)
    select.select([], [], [], random.Random(seed).uniform(0, 0.05))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    said = b""
    while part := os.read(read, 1 << 16):
        said += part
    os.close(read)
    told += [int(line) for line in said.split()]
    decisions = opened().decisions
    kept = [draw.line for draw in decisions.sample.draws]
    is_fit = len(kept) - len(told) in (0, 1) and kept[: len(told)] == told
    told = kept  # drawn, and killed before it was shown
    print(is_fit, len(set(kept)) == len(kept), Certificate.of(decisions).bound)
"""


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks, to be killed quickly and often")
def test_no_draw_that_was_shown_is_lost(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path / "journal.jsonl")],
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    kills = [line.split() for line in done.stdout.splitlines()]
    assert len(kills) == 20
    assert {word for each in kills for word in each[:2]} == {"True"}
    assert int(kills[-1][2]) < 3000
