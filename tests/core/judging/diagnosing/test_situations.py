"""The sentence about a run on made situations whose answer is known.

The first seed is the one that the situations were made with; the others were never looked at while
the sentence was written.
"""

import re

import pytest

from core import diagnosis, fit, learning_curve
from core.judging.auditing.auditing import Auditing
from tests.core.judging.diagnosing.situations import SITUATIONS


def said_about(situation, seed):
    data = situation.made(seed)
    run = fit(data, situation.settings)
    found = None
    if situation.audited:
        auditing = Auditing(data, run=run)
        for _ in auditing:
            pass
        found = auditing.audit()
    curve = learning_curve(data, situation.settings) if situation.curved else None
    return diagnosis(run, found, curve)


def assert_right(situation, seed):
    said = said_about(situation, seed)
    assert any(re.search(part, said) for part in situation.says), said
    assert not [part for part in situation.never if re.search(part, said)], said
    assert "nan" not in said
    assert "  " not in said


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_the_sentence_is_right(situation):
    assert_right(situation, 0)


@pytest.mark.long
@pytest.mark.parametrize("seed", [301, 302, 303])
def test_the_sentence_is_right_on_data_it_was_not_written_with(seed):
    """In 45 situations, each judged at 5 %, a few are thinner than on the first seed."""
    missed = []
    for situation in SITUATIONS:
        try:
            assert_right(situation, seed)
        except AssertionError:
            missed.append(situation.name)
    assert len(missed) <= 3, missed


def test_there_are_situations_enough():
    assert len({situation.name for situation in SITUATIONS}) == len(SITUATIONS) >= 30
