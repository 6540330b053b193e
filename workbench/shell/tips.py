"""Texts of tooltips: names of columns and classes may look like markup, and are none."""

import html


def plain(text: str) -> str:
    """A text as a tooltip shows it letter by letter.

    >>> plain("a < b"), plain("")
    ('<qt>a &lt; b</qt>', '')
    """
    return f"<qt>{html.escape(text).replace(chr(10), '<br>')}</qt>" if text else ""
