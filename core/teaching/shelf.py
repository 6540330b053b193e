"""The shelf: which lessons there are, by their heads alone; quick, as nothing else is loaded."""

import re
from dataclasses import dataclass
from pathlib import Path

from resources import lesson_files

TOUR = "00_tour"


@dataclass(frozen=True)
class LessonHead:
    """What a list of lessons tells of one."""

    path: Path
    title: str
    about: str
    minutes: int

    @property
    def name(self) -> str:
        """That of its file."""
        return self.path.stem


def lesson_heads() -> list[LessonHead]:
    """All lessons in their order; a file that does not tell its head is named by its file.

    >>> lesson_heads()[0].title
    'A tour in two minutes'
    """
    return [_head(path) for path in lesson_files()]


def _head(path: Path) -> LessonHead:
    text = path.read_text(encoding="utf-8", errors="replace").partition("\n## ")[0]
    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    about = re.search(r"^about: (.+)$", text, re.MULTILINE)
    minutes = re.search(r"^minutes: (\d{1,2})$", text, re.MULTILINE)
    return LessonHead(
        path,
        title[1].strip() if title else path.stem,
        about[1].strip() if about else "",
        int(minutes[1]) if minutes else 0,
    )
