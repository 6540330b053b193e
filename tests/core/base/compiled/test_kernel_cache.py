"""The folder of compiled kernels, and whose turn it is to compile one."""

import threading

import pytest

from core.base.compiled import kernel_cache
from core.base.compiled.kernel_cache import CompilingTurn, is_worth_filling, note_all_compiled


def test_a_turn_is_waited_for_until_it_ends(tmp_path):
    first, second = CompilingTurn(tmp_path / "a.turn"), CompilingTurn(tmp_path / "a.turn")
    first.take()
    has_it = threading.Event()

    def wait():
        second.take()
        has_it.set()

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert not has_it.wait(0.2)
    first.end()
    waiting.join(20)
    assert has_it.is_set()
    second.end()


def test_another_kernel_is_not_waited_for_and_a_turn_is_taken_once(tmp_path):
    turns = [CompilingTurn(tmp_path / f"{name}.turn") for name in "ab"]
    for turn in (*turns, *turns):
        turn.take()
    for turn in (*turns, *turns):
        turn.end()
    again = CompilingTurn(tmp_path / "a.turn")
    again.take()
    again.end()


def test_nobody_waits_for_who_came_to_a_halt(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_cache, "_PATIENCE", 0.1)
    halted = CompilingTurn(tmp_path / "a.turn")
    halted.take()
    CompilingTurn(tmp_path / "a.turn").take()
    halted.end()


def test_where_nothing_can_be_locked_nobody_waits(tmp_path):
    (tmp_path / "file").touch()
    turn = CompilingTurn(tmp_path / "file" / "a.turn")
    turn.take()
    turn.end()


@pytest.mark.parametrize("has_folder", [True, False])
def test_a_folder_is_worth_filling_until_all_is_in_it(has_folder, tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_cache, "own_folder", lambda: tmp_path if has_folder else None)
    assert is_worth_filling() == has_folder
    note_all_compiled()
    assert not is_worth_filling()
