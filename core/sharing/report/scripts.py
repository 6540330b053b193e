"""The page's own script, and what a browser may do with the page: run this one and nothing else."""

import base64
import hashlib

from resources import report_text

_FILES = ("unpacking.js", "drawing.js", "plots.js", "rows.js", "live.js")
_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'"
)


def live_script() -> str:
    """What makes the rounds move: our own files, one after the other."""
    return "".join(report_text(name) or "" for name in _FILES)


def policy(script: str) -> str:
    """The content security policy of a page with this script, or with none if it is empty.

    >>> policy("")[:28], policy("let a = 1")[-64:-48]
    ("default-src 'none'; img-src ", "script-src 'sha2")
    """
    if not script:
        return _POLICY
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    return f"{_POLICY}; script-src 'sha256-{digest}'"
