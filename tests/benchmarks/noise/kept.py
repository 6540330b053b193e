"""Cells of the noise benchmark that were measured before, a small file each.

All cells take hours: so they can be measured in several sittings. What is kept holds for the
version that measured it; another version needs another folder.
"""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.benchmarks.noise.grid import Cell, Measured


def is_kept(folder: Path | None, cell: Cell) -> bool:
    """Whether a cell was measured before."""
    return folder is not None and _path(folder, cell).exists()


def kept(folder: Path | None, cell: Cell, measure: Callable[[], Measured]) -> Measured:
    """What is known of a cell, or what is measured now, and kept if there is a folder."""
    if folder is None:
        return measure()
    path = _path(folder, cell)
    if path.exists():
        plain = json.loads(path.read_text())
        return Measured(plain["figures"], np.array(plain["choices"]))
    found = measure()
    folder.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(".part")
    aside.write_text(json.dumps({"figures": found.figures, "choices": found.choices.tolist()}))
    aside.rename(path)
    return found


def _path(folder: Path, cell: Cell) -> Path:
    return folder / f"{cell.family}~{cell.name}~{cell.kind}~{cell.rate}~{cell.seed}.json"
