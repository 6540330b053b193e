"""What the program itself is called, and which version of it this is."""

import re
from importlib import metadata
from pathlib import Path

PROGRAM = "ensemble-workbench"


def version() -> str:
    """The program's version, also of a copy that is not installed.

    >>> version().count(".")
    2
    """
    try:
        return metadata.version(PROGRAM)
    except metadata.PackageNotFoundError:
        project = Path(__file__).parents[2] / "pyproject.toml"
        told = project.read_text(encoding="utf-8") if project.is_file() else ""
        found = re.search(r'^version = "([^"]+)"', told, re.MULTILINE)
        return found[1] if found else "of unknown version"
