"""The page of what was measured: it quotes docs/validation.json, which `make bench` writes."""

import json
import re
from typing import Any

from docs.making.places import DOCS

FILE = DOCS / "validation.json"
_INTRODUCTION = """# Validation

What the program computes is held against other programs, against numbers worked out by hand, and
against itself. Targets are ratios, not seconds: a machine that is busy is slow for everybody. The
figures below were measured, not promised; the file they come from is written by

```
make bench ARGS="--json docs/validation.json"
```
"""


def page() -> str:
    """All subjects with their tables, each with when and where it was measured."""
    told = json.loads(FILE.read_text(encoding="utf-8"))
    left_out = ", ".join(told["left_out"]) or "none"
    parts = [_INTRODUCTION, f"Not measured for this page: {left_out}."]
    for subject in told["subjects"]:
        parts += [f"## {subject['title']}", _where(subject)]
        if subject["targets"]:
            parts.append(_targets(subject["targets"]))
        parts.append(f"```text\n{subject['printed'].strip()}\n```")
    return "\n\n".join(parts) + "\n"


def _where(subject: dict[str, Any]) -> str:
    how = (
        "a quick run, of fewer repetitions and smaller data" if subject["quick"] else "a whole run"
    )
    libraries = ", ".join(f"{name} {version}" for name, version in subject["libraries"].items())
    when = f"on {subject['date']} in {subject['seconds']:.0f} s"
    return (
        f"`{subject['name']}`, measured {when}, {how}.\n"
        f"Machine: {subject['machine']}. Libraries: {libraries}."
    )


def _targets(targets: list[dict[str, str]]) -> str:
    lines = ["| what | target | measured |", "|---|---|---|"]
    for each in targets:
        cells = (_cell(each[name]) for name in ("what", "target", "measured"))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(text: str) -> str:
    """Words in a table, in which no sign means anything."""
    return re.sub(r"([|*_<$\[])", r"\\\1", text).strip()
