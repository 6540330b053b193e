"""Rows of a new export: how many are found, how many are mistaken, and how long it takes.

Each table is exported anew: rows in another order, one in twenty gone, one in ten changed in one or
two cells, one in twenty put together of the values of others. A row that is matched with another
than itself, and is no copy of it, is wrong.
"""

import time
from pathlib import Path

import numpy as np
import pandas as pd

from tests.benchmarks.measuring import Options, print_table

_GONE, _CHANGED, _STRANGE = 0.05, 0.1, 0.05
_MOST_ROWS = 30_000


def run(options: Options) -> None:
    """Match the tables of the program, those of a folder if one is given, and a large one."""
    from resources import dataset_path

    folder = options.data or dataset_path("")
    names = sorted(path for path in folder.glob("*.csv") if path.stem != "index")
    print_table(
        ["table", "rows", "columns", "key", "still there", "found", "ambiguous", "wrong"],
        [row for path in names if (row := _matched(path)) is not None],
    )
    _large(100_000 if options.quick else 1_000_000)


def _matched(path: Path) -> list[str] | None:
    from core.data.plan import Plan
    from core.data.table import Table
    from core.judging.reviewing.carrying.matching import How, match_rows
    from core.reading.tables import read_table

    table = read_table(path)
    if len(table) > _MOST_ROWS:
        return None
    old = pd.DataFrame(
        {
            own.name: own.values if own.is_number else [own.text(row) for row in range(len(own))]
            for own in table.columns
        }
    )
    new, entities = _exported(old)
    target = Plan.suggested(table).target or ""
    found = match_rows(Table.from_frame(old), Table.from_frame(new), target=target)
    place = np.full(len(old), -1)
    place[entities[entities >= 0]] = np.flatnonzero(entities >= 0)
    rows = np.flatnonzero((found.rows >= 0) & (found.rows != place))
    wrong = sum(not old.iloc[row].equals(new.iloc[found.rows[row]]) for row in rows)
    return [
        path.stem,
        f"{len(old):,}",
        str(old.shape[1]),
        " and ".join(name for name, _ in found.key) or "content",
        f"{np.count_nonzero(place >= 0):,}",
        f"{np.count_nonzero((found.rows >= 0) & (place >= 0)):,}",
        f"{found.counted(How.AMBIGUOUS):,}",
        str(wrong),
    ]


def _exported(old: pd.DataFrame) -> tuple[pd.DataFrame, np.ndarray]:
    """Another export of a table, and by row of it the row of the old one; -1 for a stranger."""
    draw = np.random.default_rng(1)
    rows, columns = old.shape
    new = {name: old[name].to_numpy(copy=True) for name in old.columns}
    for row in np.flatnonzero(draw.random(rows) < _CHANGED):
        for place in draw.choice(columns, min(columns, int(draw.integers(1, 3))), replace=False):
            name = old.columns[place]
            new[name][row] = old[name].iat[int(draw.integers(rows))]
    strange = int(_STRANGE * rows)
    mixed = {name: old[name].to_numpy()[draw.integers(0, rows, strange)] for name in old.columns}
    made = pd.concat([pd.DataFrame(new), pd.DataFrame(mixed)], ignore_index=True)
    entities = np.concatenate([np.arange(rows), np.full(strange, -1)])
    kept = draw.permutation(np.flatnonzero((entities < 0) | (draw.random(len(made)) >= _GONE)))
    return made.iloc[kept].reset_index(drop=True), entities[kept]


def _large(rows: int) -> None:
    from core.data.table import Table
    from core.judging.reviewing.carrying.matching import match_rows

    draw = np.random.default_rng(0)
    numbers = {f"x{place}": draw.normal(size=rows).round(3) for place in range(12)}
    texts = {f"c{place}": draw.integers(0, 20, rows).astype(str) for place in range(5)}
    named = {"id": [f"A{row:07d}" for row in range(rows)]}
    old = pd.DataFrame(named | numbers | texts | {"y": draw.choice(["a", "b", "c"], rows)})
    new = old.iloc[draw.permutation(rows)[: rows - rows // 100]].reset_index(drop=True)
    new.loc[::50, "x3"] = 9.99
    print(f"\n{rows:,} rows of 19 columns, one in fifty changed, one in a hundred gone")
    figures = []
    for words, without in (("by a key", []), ("by content", ["id"])):
        tables = [Table.from_frame(frame.drop(columns=without)) for frame in (old, new)]
        started, worked = time.perf_counter(), time.process_time()
        found = match_rows(*tables, target="y")
        took = f"{time.perf_counter() - started:.1f}", f"{time.process_time() - worked:.1f}"
        figures.append([words, f"{np.count_nonzero(found.rows >= 0):,}", *took])
    print_table(["", "found", "seconds", "of a processor"], figures)
