"""Running the scripts that repeat runs: without anything of this process, and as any person may."""

import os
import subprocess
import sys
from pathlib import Path

import core
from core.sharing.report.script import repeat_script

ROOT = Path(core.__file__).parent.parent
# Several in one process: starting one takes longer than most of the runs. One that fails is told,
# and leaves no model behind.
RUNNER = """
import runpy, sys, traceback
for script, file, model in zip(*[iter(sys.argv[1:])] * 3):
    sys.argv = [script, file, model]
    try:
        runpy.run_path(script, run_name="__main__")
    except (Exception, SystemExit):
        print(script, file=sys.stderr)
        traceback.print_exc()
"""


def run_python(*arguments, folder):
    """An interpreter of its own, from start to end."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        check=False,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
    )


def repeat_all(runs, folder):
    """Write a script for every run, run them all, and give the files of their models by name."""
    arguments, models = [], {}
    for place, (name, run) in enumerate(runs.items()):
        script, models[name] = folder / f"repeat_{place}.py", folder / f"{place}.repeated"
        script.write_text(repeat_script(run), encoding="utf-8")
        arguments += [script, run.dataset.table.path, models[name]]
    ran = run_python("-c", RUNNER, *arguments, folder=folder)
    assert ran.returncode == 0, ran.stderr
    print(ran.stderr, file=sys.stderr)  # told beside the test that misses its model
    return models
