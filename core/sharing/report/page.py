"""Pages made of the templates in resources/report. Jinja2 is loaded when a page is first asked for.

Whatever is put into a template is escaped, so names and values from the data can be anything; they
are never read as a template themselves. A name that a template misspells is an error.

>>> rendered("proof.html.j2", told={"sentence": "1 < 2", "details": (), "settings": ()}).strip()
'<p class="lead">1 &lt; 2</p>'
"""

import functools
import re
from typing import TYPE_CHECKING

from core.base.wording import count, grouped, percent, shortened
from resources import report_text

if TYPE_CHECKING:
    from jinja2 import Environment

_UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that no page can hold."""


def rendered(template: str, **values: object) -> str:
    """A template with these values."""
    return _environment().get_template(template).render(values)


@functools.cache
def _environment() -> "Environment":
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    made = Environment(
        loader=FunctionLoader(report_text),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_showable,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters.update(counted=count, grouped=grouped, percent=percent, shortened=shortened)
    return made


def _showable(value: object) -> object:
    """What a template prints: nothing for None, and no character that a page cannot hold."""
    if value is None:
        return ""
    if not isinstance(value, str) or not _UNSHOWABLE.search(value):
        return value
    # Of the same class: markup stays markup, and is not escaped again.
    return type(value)(_UNSHOWABLE.sub("\ufffd", value))
