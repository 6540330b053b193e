"""Every algorithm has a help page that names all its settings and its source."""

import re

import pytest

from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.learner import Learner
from resources import help_text
from workbench.viewing.catalog import tabs

PAGES = [("ensembles", kind) for kind in registry.members(Ensemble)] + [
    ("learners", kind) for kind in registry.members(Learner)
]
named = pytest.mark.parametrize(("folder", "kind"), PAGES, ids=[kind.name for _, kind in PAGES])


def page_of(folder, kind):
    return " ".join(help_text(folder, kind.name).split())


@named
def test_the_page_is_there_and_starts_with_its_title_and_plain_words(folder, kind):
    lines = help_text(folder, kind.name).splitlines()
    assert lines[0] == f"# {kind.title}"
    first = lines[2]
    assert first
    assert not set("=Σ∏²√") & set(first)


@named
def test_the_page_names_every_setting_by_its_title_and_no_other(folder, kind):
    listed = re.findall(r"- \*\*(.+?)\*\*:", page_of(folder, kind))
    assert listed == [declared.title for declared in kind.declared()]


@named
def test_the_page_names_every_choice_of_a_setting(folder, kind):
    page = page_of(folder, kind)
    for declared in kind.declared():
        for choice in declared.choices:
            assert f"*{choice.replace('_', ' ')}*" in page


@named
def test_the_page_has_its_parts_and_its_source(folder, kind):
    page = page_of(folder, kind)
    for part in ("Formula", "Settings", "When to choose it", "Source"):
        assert f"**{part}.**" in page
    assert kind.source in page[page.index("**Source.**") :]


@named
def test_the_page_fits_a_small_window(folder, kind):
    text = help_text(folder, kind.name)
    assert len(text.split()) < 420
    assert max(map(len, text.splitlines())) <= 112


@pytest.mark.parametrize("name", tabs())
def test_every_view_has_a_page_with_its_source(name):
    text = help_text("views", name)
    assert text.startswith("# ")
    assert re.search(r"\b(18|19|20)\d\d\b", text), "no source"
    assert "click" in text.lower()
    assert 60 <= len(text.split()) <= 360
