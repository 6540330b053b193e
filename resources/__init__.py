"""Example datasets, help texts and the report's templates, wherever the program is installed."""

from importlib.resources import files
from pathlib import Path


def dataset_path(name: str) -> Path:
    """The path of a bundled example file."""
    return Path(str(files("resources") / "datasets" / name))


def help_text(folder: str, name: str) -> str:
    """A help text in Markdown; empty if there is none."""
    page = files("resources") / "help" / folder / f"{name}.md"
    return page.read_text(encoding="utf-8") if page.is_file() else ""


def report_text(name: str) -> str | None:
    """A template of the report, or its style; None if there is none of this name."""
    page = files("resources") / "report" / name
    return page.read_text(encoding="utf-8") if page.is_file() else None
