"""A program that is killed at any moment loses no decision that it has told to be done."""

import os
import subprocess
import sys

import pytest

CODE = """
import os, random, select, signal, sys
import numpy as np, pandas as pd
from core.data.dataset import Dataset
from core.base.journal import Journal
from core.judging.reviewing.decision import Verb
from core.project import Project
from core.project.command_journal import CommandJournal

frame = pd.DataFrame({"x": np.arange(2000), "y": ["a", "b"] * 1000})
base = Dataset.from_frame(frame, "y", validation_share=0)
journal = Journal(sys.argv[1])

def work(pipe, seed):
    # A row, or many, so that there are long lines to be cut; each step has its number.
    project = Project.of(base, CommandJournal(journal, {"path": str(seed)}))
    chance, number = random.Random(seed), 0
    while True:
        lines = chance.sample(range(2, 2002), chance.choice([1, 3, 1500]))
        project.decide(lines, Verb.SKIP, reason=str(number))
        os.write(pipe, f"{number} ".encode())
        number += 1

for seed in range(20):
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            work(write, seed)
        finally:
            os._exit(1)
    os.close(write)
    select.select([read], [], [], 30)
    select.select([], [], [], random.Random(seed).uniform(0, 0.05))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    told = b""
    while part := os.read(read, 1 << 16):
        told += part
    os.close(read)
    done = Project.of(base, CommandJournal(journal, {"path": str(seed)})).done
    kept = [int(each.command.step[0].reason) for each in done]
    print(len(told.split()), len(kept), kept == list(range(len(kept))))
"""


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks, to be killed quickly and often")
def test_no_decision_that_was_told_is_lost(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path / "journal.jsonl")],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    kills = [line.split() for line in done.stdout.splitlines()]
    assert len(kills) == 20
    for told, kept, in_order in kills:
        assert int(told) >= 1
        # The step under way may have reached the disk before it could be told.
        assert int(kept) - int(told) in (0, 1)
        assert in_order == "True"
