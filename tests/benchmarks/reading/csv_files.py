"""CSV files to read: wide, with texts in quotes, narrow, and with most values missing."""

from collections.abc import Callable
from pathlib import Path

import numpy as np


def _wide(path: Path, megabytes: float) -> Path:
    """A hundred columns of numbers: with six decimals, whole, and small ones."""
    rng = np.random.default_rng(0)

    def block(rows: int) -> dict[str, np.ndarray]:
        makers: tuple[Callable[[], np.ndarray], ...] = (
            lambda: rng.normal(0, 10, rows).round(6),
            lambda: rng.integers(0, 10**6, rows),
            lambda: rng.uniform(0, 1, rows).round(3),
        )
        return {f"n{place}": makers[place % 3]() for place in range(100)}

    return _written(path, megabytes, block, 20_000)


def _texts(path: Path, megabytes: float) -> Path:
    """Reviews in quotes, with commas, doubled quotes and line breaks, beside some categories."""
    rng = np.random.default_rng(1)
    words = np.array(
        ["good", "bad", 'so-called "new"', "large, blue", "line\nbreak", "price", "naïve", "day"]
    )

    def block(rows: int) -> dict[str, np.ndarray]:
        chosen = words[rng.integers(0, len(words), (rows, 12))]
        return {
            "id": rng.integers(0, 10**9, rows),
            "review": np.array([" ".join(row) for row in chosen.tolist()], object),
            "shop": np.array([f"shop {n}" for n in rng.integers(0, 300, rows)], object),
            "stars": rng.integers(1, 6, rows),
        }

    return _written(path, megabytes, block, 50_000)


def _narrow(path: Path, megabytes: float) -> Path:
    """Many short rows: two numbers and a class."""
    rng = np.random.default_rng(2)

    def block(rows: int) -> dict[str, np.ndarray]:
        return {
            "x": rng.normal(0, 1, rows).round(3),
            "k": rng.integers(0, 50, rows),
            "y": np.array(["yes", "no"], object)[rng.integers(0, 2, rows)],
        }

    return _written(path, megabytes, block, 500_000)


def _missing(path: Path, megabytes: float) -> Path:
    """Thirty columns of numbers and texts, three values in five missing: empty, NA or ?."""
    rng = np.random.default_rng(3)

    def block(rows: int) -> dict[str, np.ndarray]:
        columns = {}
        for place in range(30):
            values = (
                np.array([f"kind {n}" for n in rng.integers(0, 40, rows)], object)
                if place % 5 == 4
                else rng.normal(0, 100, rows).round(4).astype(str).astype(object)
            )
            gone = rng.uniform(size=rows)
            values[gone < 0.6] = ""
            values[gone < 0.15] = "NA"
            values[gone < 0.05] = "?"
            columns[f"c{place}"] = values
        return columns

    return _written(path, megabytes, block, 30_000)


def _written(
    path: Path, megabytes: float, block: Callable[[int], dict[str, np.ndarray]], rows: int
) -> Path:
    """Blocks of rows, until the file is as large as wanted."""
    import pandas as pd

    with path.open("w", newline="", encoding="utf-8") as file:
        is_first = True
        while is_first or file.buffer.tell() < 1e6 * megabytes:
            pd.DataFrame(block(rows)).to_csv(
                file, index=False, header=is_first, lineterminator="\n"
            )
            is_first = False
    return path


FILES = (
    ("wide_numbers", _wide, 200.0),
    ("texts_in_quotes", _texts, 100.0),
    ("narrow", _narrow, 100.0),
    ("missing", _missing, 100.0),
)
