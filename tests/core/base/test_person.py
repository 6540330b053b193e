"""Names of people: one line that can be seen, whatever the system or a file says."""

import getpass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.person import MOST_LETTERS, system_name, tidy_name


@given(st.text())
def test_a_name_is_one_short_line_and_stays_as_it_is(text):
    name = tidy_name(text)
    assert len(name) <= MOST_LETTERS
    assert name.isprintable()
    assert tidy_name(name) == name


@pytest.mark.parametrize("error", [OSError("no user of that number"), KeyError(1000)])
def test_a_system_that_knows_no_name(monkeypatch, error):
    def refuse():
        raise error

    monkeypatch.setattr(getpass, "getuser", refuse)
    assert system_name() == ""


def test_the_systems_name(monkeypatch):
    monkeypatch.setattr(getpass, "getuser", lambda: "anna\n")
    assert system_name() == "anna"
