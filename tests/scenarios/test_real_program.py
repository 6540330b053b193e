"""A smoke test of the real program in a real window."""

import pytest

from tests.real_program import is_available, real_program
from tests.workbench.driving import flipped_csv


@pytest.mark.long
@pytest.mark.skipif(not is_available(), reason="Xvfb or xdotool is not installed")
def test_program_opens_a_file_trains_by_key_and_closes(tmp_path):
    path = tmp_path / "orders.csv"
    flipped_csv(path)
    with real_program(path, tmp_path / "home") as program:
        program.use_the_file()
        program.press("F5")
        program.wait_until_did("trained")
        program.press("ctrl+q")
        assert program.process.wait(30) == 0
        assert program.did() == ["started", "opened", "training", "trained", "closed"]
