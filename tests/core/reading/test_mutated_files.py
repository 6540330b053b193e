"""Thousands of tables as no one should write them: each is used to the end, or refused.

A file is named by its number: `tests.core.mutating.mutated(number)` gives its bytes anywhere, and
`python -m tests.core.using NUMBER` does with it what is done here.
"""

import pytest

from tests.core.mutating import mutated
from tests.core.using import refused

FEW, MANY, AT_ONCE = 60, 10_000, 50


def work_through(numbers, folder):
    """Use files one after the other; gives how many were used to the end."""
    path = folder / "table.csv"
    used = 0
    for number in numbers:
        path.write_bytes(mutated(number))
        try:
            sentence = refused(path, number)
        except Exception as error:
            raise AssertionError(f"file {number}: {type(error).__name__}: {error}") from error
        if sentence:
            assert sentence.endswith((".", "?")), f"file {number}: {sentence}"
            assert "Traceback" not in sentence
        used += not sentence
    return used


def test_a_file_is_the_same_everywhere():
    assert mutated(3) == mutated(3)
    assert len({mutated(number) for number in range(50)}) == 50


def test_some_mutated_files_are_used_or_refused(small_panel, tmp_path):
    assert work_through(range(FEW), tmp_path) > FEW / 3


@pytest.mark.long
@pytest.mark.parametrize("first", range(FEW, MANY, AT_ONCE))
def test_many_mutated_files_are_used_or_refused(small_panel, tmp_path, first):
    assert work_through(range(first, min(first + AT_ONCE, MANY)), tmp_path) > AT_ONCE / 4
