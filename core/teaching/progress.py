"""How far a person got in each lesson: one small file that outlives every practice window."""

import json
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import WriteError
from core.base.files import written_whole

_MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class HowFar:
    """The step that was reached, of how many, and whether the last one ever was."""

    step: int = 0
    steps: int = 0
    is_done: bool = False

    @property
    def words(self) -> str:
        """For a list of lessons.

        >>> HowFar(3, 9).words, HowFar(9, 9, True).words, HowFar().words
        ('step 3 of 9', 'done', '')
        """
        if self.is_done:
            return "done"
        return f"step {self.step} of {self.steps}" if self.step else ""


def read_progress(path: Path) -> dict[str, HowFar]:
    """How far one got, by the lessons' names; a file that is damaged tells nothing."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            return {}
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    found = {}
    for name, own in told.items() if isinstance(told, dict) else ():
        if isinstance(own, list) and len(own) == 3 and all(type(each) is int for each in own[:2]):
            found[name] = HowFar(own[0], own[1], own[2] is True)
    return found


def write_progress(path: Path, name: str, step: int, steps: int) -> None:
    """Remember a step that was reached; a file that cannot be written is no reason to stop."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        known = read_progress(path)
        was = known.get(name, HowFar())
        known[name] = HowFar(step, steps, was.is_done or step == steps)
        plain = {each: [own.step, own.steps, own.is_done] for each, own in known.items()}
        with written_whole(path) as aside:
            aside.write_text(json.dumps(plain), encoding="utf-8")
    except (OSError, WriteError):
        return
