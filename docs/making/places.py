"""Where the parts of the site are made, all below one folder that git does not keep."""

from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
THEMES = ("light", "dark")


@dataclass(frozen=True)
class Build:
    """The folders of one build."""

    folder: Path = ROOT / "build" / "docs"

    @property
    def source(self) -> Path:
        """What Sphinx reads: pages that were written, and pages that were made."""
        return self.folder / "source"

    @property
    def pictures(self) -> Path:
        """Pictures and films, each in both themes."""
        return self.folder / "pictures"

    @property
    def facts(self) -> Path:
        """What the program said while the pictures were taken, by the name of the story."""
        return self.folder / "facts"

    @property
    def site(self) -> Path:
        """The finished pages."""
        return self.folder / "site"


def picture_file(name: str, theme: str) -> str:
    """The file of a picture in a theme.

    >>> picture_file("views/margins", "dark")
    'views/margins-dark.webp'
    """
    return f"{name}-{theme}.webp"
