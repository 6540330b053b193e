"""Markup escapes whatever is none, and nothing twice."""

import html
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.reporting.markup import Markup, escaped, facts, joined, listed, name, table, tag


class Reader(HTMLParser):
    """Collects the elements and the text of a page."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.elements, self.text = [], ""
        self.feed(page)
        self.close()

    def handle_starttag(self, kind, attributes):
        self.elements.append((kind, dict(attributes)))

    def handle_data(self, data):
        self.text += data


@given(st.text(), st.text())
def test_any_text_stays_text_in_elements_and_attributes(text, attribute):
    read = Reader(tag("p", name(text), title=attribute))
    assert [kind for kind, _ in read.elements] == ["p", "bdi"]
    shown = str(escaped(text)).replace("\r", "\n")
    assert read.text.replace("\r", "\n") == html.unescape(shown)
    assert "<" not in escaped(text)
    assert '"' not in escaped(text)
    assert set(read.elements[0][1]) == {"title"}


@pytest.mark.parametrize("text", ["\x00", "\x1b", "\ud800", "\uffff"])
def test_what_no_page_can_hold_is_replaced(text):
    assert escaped(f"a{text}b") == "a\ufffdb"


def test_markup_is_not_escaped_again():
    inner = tag("b", "&")
    assert tag("p", inner, " < ") == "<p><b>&amp;</b> &lt; </p>"
    assert joined([inner, "&"], "<") == "<b>&amp;</b>&lt;&amp;"
    assert isinstance(joined([]), Markup)


def test_lists_and_facts_name_their_parts():
    assert listed([]) == ""
    assert listed(["a", tag("i", "b")]) == "<ul><li>a</li><li><i>b</i></li></ul>"
    assert facts([("Seed", "<3>")]) == "<dl><div><dt>Seed</dt><dd>&lt;3&gt;</dd></div></dl>"


def test_a_table_has_a_caption_heads_and_a_name_for_each_row():
    read = Reader(table("T & Co", ["a", "b"], [["1", "<2>"], ["3", None]], numbers=(1,)))
    kinds = [kind for kind, _ in read.elements]
    assert kinds.count("tr") == 3
    assert [a.get("scope") for kind, a in read.elements if kind == "th"] == ["col"] * 2 + [
        "row"
    ] * 2
    assert read.elements[0][1]["aria-label"] == "T & Co"
    assert "T & Co" in read.text
    assert "<2>" in read.text


def test_a_row_that_does_not_fit_its_heads_is_refused():
    with pytest.raises(ValueError, match="zip"):
        table("t", ["a", "b"], [["1"]])
