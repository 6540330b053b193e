"""Examples, lessons, help texts and the report's templates, wherever the program is installed."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

_helpers: list[Traversable] = []
"""The folders of packages that bring help texts of their own."""


def dataset_path(name: str) -> Path:
    """The path of a bundled example file."""
    return Path(str(files("resources") / "datasets" / name))


def lesson_path(name: str) -> Path:
    """The path of a lesson, or of what one shows."""
    return Path(str(files("resources") / "lessons" / name))


def lesson_files() -> list[Path]:
    """The lessons, in the order of their names, which start with a number."""
    return sorted(lesson_path("").glob("[0-9]*.md"))


def icon_path(name: str) -> Path:
    """The path of a picture of ours."""
    return Path(str(files("resources") / "icons" / f"{name}.svg"))


def help_text(folder: str, name: str) -> str:
    """A help text in Markdown, ours before a plugin's; empty if there is none."""
    for place in (files("resources"), *_helpers):
        page = place / "help" / folder / f"{name}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return ""


def help_pages() -> list[tuple[str, str]]:
    """The folder and the name of every help text, folder by folder."""
    found: dict[tuple[str, str], None] = {}
    for place in (files("resources"), *_helpers):
        help_folder = place / "help"
        if not help_folder.is_dir():
            continue
        for folder in sorted(help_folder.iterdir(), key=lambda each: each.name):
            if folder.is_dir():
                names = sorted(page.name for page in folder.iterdir() if page.name.endswith(".md"))
                found |= {(folder.name, name.removesuffix(".md")): None for name in names}
    return list(found)


def add_help_of(package: str) -> None:
    """Take the help texts of a package too: a folder `help`, built as ours is."""
    place = files(package)
    if place not in _helpers:
        _helpers.append(place)


def report_text(name: str) -> str | None:
    """A template of the report, or its style; None if there is none of this name."""
    page = files("resources") / "report" / name
    return page.read_text(encoding="utf-8") if page.is_file() else None
