"""What the pages may use beyond Markdown: a picture in both themes, and formulas as MathML."""

from pathlib import Path
from typing import ClassVar

import latex2mathml.converter
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from docs.making.places import THEMES, picture_file

FOLDER = "pictures"


class Picture(SphinxDirective):
    """A picture or film by its name; the words below it are the caption, and what is read out.

    Whoever reads in the dark sees the dark one: the theme of the page hides the other.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"alt": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Two images, of which one is shown, each leading to itself in full size."""
        name = self.arguments[0]
        caption = " ".join(self.content)
        figure = nodes.figure(classes=["picture"])
        for theme in THEMES:
            uri = f"/{FOLDER}/{picture_file(name, theme)}"
            if not (Path(self.env.srcdir) / uri.lstrip("/")).is_file():
                raise self.error(f"there is no picture {name!r} in the theme {theme!r}")
            alt = self.options.get("alt") or caption
            figure += nodes.image(uri=uri, alt=alt, classes=[f"only-{theme}"], loading="lazy")
        if caption:
            words, messages = self.parse_inline(caption)
            figure += nodes.caption(caption, "", *words)
            return [figure, *messages]
        return [figure]


def inline_math(self: HTML5Translator, node: nodes.math) -> None:
    """A formula within a line."""
    self.body.append(latex2mathml.converter.convert(node.astext()))
    raise nodes.SkipNode


def block_math(self: HTML5Translator, node: nodes.math_block) -> None:
    """A formula on a line of its own."""
    self.body.append(latex2mathml.converter.convert(node.astext(), display="block"))
    raise nodes.SkipNode


def setup(app: Sphinx) -> ExtensionMetadata:
    """Tell Sphinx of them."""
    app.add_directive("picture", Picture)
    app.add_html_math_renderer("mathml", (inline_math, None), (block_math, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
