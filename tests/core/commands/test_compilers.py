"""Programs that compile beside the one with the window."""

import subprocess
import sys

import pytest

from core.base.progress import Cancelled
from core.commands import compilers, warmup
from core.commands.compilers import SHARES, Compilers


def _program(code):
    return subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


@pytest.fixture
def made(monkeypatch):
    """Compilers of which each program runs this code."""

    def make(code, worth=True):
        monkeypatch.setattr(compilers, "is_worth_filling", lambda: worth)
        monkeypatch.setattr(compilers, "_started", lambda _share: _program(code))
        return Compilers()

    return make


def _nothing():
    pass


def test_each_stage_but_the_first_is_of_one_program():
    stages = [stage.what for stage in (*warmup._FIRST, *warmup._REST)]
    assert sorted(stages[1:]) == sorted(what for share in SHARES.values() for what in share)


def test_where_all_is_compiled_no_program_is_started(made):
    started = made("raise SystemExit", worth=False)
    started.start()
    assert not started._programs
    started.wait_for("trees", _nothing)


def test_a_stage_is_waited_for_until_it_is_told(made):
    code = "import sys; print('trees', flush=True); sys.stdin.read()"
    started = made(code)
    started.start()
    started.wait_for("trees", _nothing)
    looks = []

    def look():
        looks.append(1)
        if len(looks) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        started.wait_for("larger tables", look)
    for program in started._programs:
        program.stdin.close()
    started.wait_for("larger tables", _nothing)


def test_a_program_that_breaks_off_keeps_nobody_waiting(made):
    started = made("raise SystemExit(1)")
    started.start()
    for share in SHARES.values():
        for stage in share:
            started.wait_for(stage, _nothing)


def test_a_program_ends_when_nobody_listens_any_more():
    with compilers._started("trees") as program:
        program.stdin.close()
        program.wait(60)
