"""Small parts of an HTML page. Whatever is not markup already is escaped, so names can be anything.

>>> tag("td", "<b>", class_="name")
'<td class="name">&lt;b&gt;</td>'
"""

import html
import re
from collections.abc import Iterable, Sequence

_UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_VOID = ("br", "img", "meta", "link")


class Markup(str):
    """A text that is HTML, and not to be escaped again."""

    __slots__ = ()


Part = str | None
"""Markup, or plain text that is escaped; None is nothing."""


def escaped(text: Part) -> Markup:
    """A text as markup; characters that no page can hold are replaced."""
    if text is None:
        return Markup("")
    if isinstance(text, Markup):
        return text
    return Markup(html.escape(_UNSHOWABLE.sub("\ufffd", text)))


def joined(parts: Iterable[Part], between: str = "") -> Markup:
    """Parts one behind the other."""
    return Markup(escaped(between).join(escaped(part) for part in parts))


def tag(kind: str, *parts: Part, **attributes: str) -> Markup:
    """An element; `class_` is the attribute class, and `data_x` is data-x."""
    told = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(value)}"'
        for name, value in attributes.items()
    )
    if kind in _VOID:
        return Markup(f"<{kind}{told}>")
    return Markup(f"<{kind}{told}>{joined(parts)}</{kind}>")


def name(text: str) -> Markup:
    """A name or a value from the data: its direction of writing does not turn what follows."""
    return tag("bdi", text)


def paragraph(*parts: Part, **attributes: str) -> Markup:
    """A paragraph."""
    return tag("p", *parts, **attributes)


def listed(parts: Sequence[Part], kind: str = "ul") -> Markup:
    """A list; nothing if it has no parts."""
    return tag(kind, *(tag("li", part) for part in parts)) if parts else Markup("")


def facts(pairs: Iterable[tuple[str, Part]]) -> Markup:
    """Terms, each with what holds for it."""
    return tag("dl", *(tag("div", tag("dt", term), tag("dd", told)) for term, told in pairs))


def table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Part]],
    numbers: Sequence[int] = (),
    texts: Sequence[int] = (),
) -> Markup:
    """A table in a box that scrolls if it is too wide. The first cell of a row names it.

    The columns `numbers` are aligned to the right, `texts` have room for sentences.
    """
    kinds = dict.fromkeys(numbers, "number") | dict.fromkeys(texts, "text")
    aligned = [{"class_": kinds[place]} if place in kinds else {} for place in range(len(heads))]
    head = joined(
        tag("th", text, scope="col", **how) for text, how in zip(heads, aligned, strict=True)
    )
    body = (
        tag(
            "tr",
            tag("th", row[0], scope="row", **aligned[0]),
            *(tag("td", cell, **how) for cell, how in zip(row[1:], aligned[1:], strict=True)),
        )
        for row in rows
    )
    inner = tag(
        "table", tag("caption", caption), tag("thead", tag("tr", head)), tag("tbody", *body)
    )
    # With a tab stop, so that it can be scrolled by the keyboard.
    return tag("div", inner, class_="scroll", tabindex="0", role="region", aria_label=caption)


def section(identity: str, title: str, *parts: Part) -> Markup:
    """A section with its heading."""
    return tag("section", tag("h2", title), *parts, id=identity)
