"""Pages of templates: whatever is put into one stays text, and what is misspelled is an error."""

import html
import json
import re
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.sharing.report.page import rendered
from core.sharing.report.report import Report, ReportPicture
from resources import report_text
from tests.core.sharing.report.reading import Reader

TEMPLATES = sorted(
    each.name for each in (files("resources") / "report").iterdir() if each.name.endswith(".j2")
)
HOSTILE = (
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "{% for each in range(9) %}ha{% endfor %}",
    "{{ told.__class__.__mro__ }}",
    "{# gone #}",
    "{% endraw %}",
    "</style></title></code><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "'; alert(1); '",
    "${7*7}",
)


def figure(alt, title):
    """A figure with these words in an attribute and in an element."""
    told = {"pictures": [ReportPicture(title, alt, ".png", b"")], "unfinished": [], "curves": []}
    return rendered("plots.html.j2", told=told)


def as_shown(text):
    """A text as a reader of the page gets it."""
    unshowable = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"
    return re.sub(unshowable, "\ufffd", text).replace("\r", "\n")


@given(st.text(), st.text())
def test_any_text_stays_text_in_elements_and_attributes(alt, title):
    read, empty = Reader(figure(alt, title)), Reader(figure("", ""))
    assert [kind for kind, _ in read.elements] == [kind for kind, _ in empty.elements]
    assert [set(own) for _, own in read.elements] == [set(own) for _, own in empty.elements]
    (image,) = (own for kind, own in read.elements if kind == "img")
    assert image["alt"].replace("\r", "\n") == as_shown(alt)
    assert as_shown(title) in read.text.replace("\r", "\n")


@pytest.mark.parametrize("text", ["\x00", "\x1b", "\ud800", "\uffff"])
def test_what_no_page_can_hold_is_replaced(text):
    page = figure(f"a{text}b", f"c{text}d")
    assert 'alt="a\ufffdb"' in page
    assert "<strong>c\ufffdd</strong>" in page
    page.encode()


def test_nothing_is_escaped_twice():
    told = {"sentence": "1 < 2 & 3", "details": [], "settings": []}
    assert rendered("proof.html.j2", told=told) == '<p class="lead">1 &lt; 2 &amp; 3</p>\n'
    differing = told | {"settings": [{"title": "a", "first": "<", "second": None}]}
    assert "<bdi>&lt;</bdi></td><td><bdi></bdi>" in rendered("proof.html.j2", told=differing)


def test_a_table_has_a_caption_heads_and_a_name_for_each_row():
    told = {"summary": "0 decisions.", "decisions": [], "notes": [(1204, "<2>"), (3, "")]}
    read = Reader(rendered("decisions.html.j2", told=told))
    captions = [own["aria-label"] for kind, own in read.elements if kind == "div"]
    assert captions == ["Notes on other rows"]
    scopes = [own.get("scope") for kind, own in read.elements if kind == "th"]
    assert scopes == ["col"] * 2 + ["row"] * 2
    assert all(caption in read.text for caption in captions)
    assert "1,204<2>" in read.text


def test_a_name_that_is_misspelled_is_an_error():
    with pytest.raises(jinja2.UndefinedError, match="sentence"):
        rendered("proof.html.j2", told={"details": [], "settings": []})
    with pytest.raises(jinja2.UndefinedError, match="told"):
        rendered("proof.html.j2")
    with pytest.raises(jinja2.TemplateNotFound, match="prof"):
        rendered("prof.html.j2", told={})


def test_only_the_style_and_the_script_of_our_own_are_taken_as_they_are():
    assert {"page.html.j2", "parts.html.j2", "rows.html.j2", "data.html.j2"} <= set(TEMPLATES)
    source = "".join(
        (files("resources") / "report" / each).read_text("utf-8") for each in TEMPLATES
    )
    taken = re.findall(r"{{[^}]*\|\s*safe.*?}}", source)
    assert taken == ["{{ style|safe -}}", "{{ script|safe }}"]
    blocks = re.findall(r"<script[^>]*>.*</script>", source)
    assert blocks == [
        '<script type="application/json" id="block">{{ live.block|tojson }}</script>',
        '<script type="module">{{ script|safe }}</script>',
    ]
    assert source.count("<script") == len(blocks)
    assert "autoescape" not in source
    assert "Markup" not in source


def test_names_in_a_hostile_file_are_shown_and_never_followed(tmp_path):
    path = tmp_path / "hostile {{ 7 * 7 }}.csv"
    quoted = [f'"{text.replace(chr(34), chr(34) * 2)}"' for text in HOSTILE]
    lines = [",".join([*quoted, '"{{ target }}"'])]
    for row in range(60):
        values = [f"{(row * 7 + place * 3) % 11}" for place in range(len(HOSTILE) - 1)]
        lines.append(",".join([quoted[row % len(quoted)], *values, f'"{{% {row % 2} %}}<b>"']))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    data = core.read_csv(path, "{{ target }}")
    page = Report(core.fit(data, core.AdaBoost(rounds=3)), core.audit(data)).html()
    read = Reader(page)
    for text in HOSTILE:
        assert text in read.text
        assert text not in page or html.escape(text) == text
    assert "hahaha" not in page
    kinds = {kind for kind, _ in read.elements}
    assert not kinds & {"b", "img", "iframe"}
    assert [own for kind, own in read.elements if kind == "script"] == [
        {"type": "application/json", "id": "block"},
        {"type": "module"},
    ]
    assert not any(key.startswith("on") for _, own in read.elements for key in own)
    assert "{% 1 %}<b>" in read.text
    assert "{{ target }}" in read.text


@pytest.mark.parametrize("module", ["core", "core.commands.commands", "core.sharing.report.report"])
def test_templates_are_loaded_when_a_page_is_asked_for(module):
    code = f"import {module}, json, sys; print(json.dumps('jinja2' in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=100
    )
    assert json.loads(done.stdout) is False


def test_the_templates_and_the_style_are_installed_with_the_program():
    project = Path(core.__file__).parent.parent / "pyproject.toml"
    patterns = tomllib.loads(project.read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    endings = {Path(pattern).suffix for pattern in patterns["resources"]}
    assert {Path(each).suffix for each in TEMPLATES} | {".css", ".js"} <= endings
    assert report_text("report.css")
    assert report_text("another.css") is None
