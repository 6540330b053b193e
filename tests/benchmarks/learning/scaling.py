"""Training cost against rows (50,000 to 6,400,000) and columns (5 to 5,000).

Time a round, a row and a column; and how it grew, held against growing in proportion: 1.00 is
linear, below 1 is better.
"""

from collections.abc import Callable

from tests.benchmarks.measuring import (
    Options,
    additive_data,
    as_frame,
    interleaved,
    milliseconds,
    print_table,
    print_target,
    ready,
)

Size = tuple[int, int]
_ROWS, _COLUMNS, _FEW_ROWS = 100_000, 20, 10_000
_MANY = (50_000, 100_000, 400_000, 1_600_000, 6_400_000)


def run(options: Options) -> None:
    """Measure and print."""
    rounds, repeats = (20, 2) if options.quick else (50, 5)
    by_rows = [(rows, _COLUMNS) for rows in _MANY]
    by_columns = [(_ROWS, columns) for columns in (5, 10, 20, 40, 80)]
    wide = [(_FEW_ROWS, columns) for columns in (50, 500, 5000)]
    for what, sizes in (("rows", by_rows), ("columns", by_columns), ("many columns", wide)):
        _compare(what, sizes[:3] if options.quick else sizes, rounds, repeats)


def _compare(what: str, sizes: list[Size], rounds: int, repeats: int) -> None:
    times = interleaved({str(size): ready(_fit(size, rounds)) for size in sizes}, repeats)
    first = sizes[0]
    lines, growths = [], []
    for size in sizes:
        spent = times[str(size)]
        cells = size[0] * size[1]
        growth = spent.per(times[str(first)])[0] / (cells / (first[0] * first[1]))
        growths.append(growth)
        lines.append(
            [
                f"{size[0]:,} x {size[1]}",
                milliseconds(spent.best / rounds),
                milliseconds(spent.median / rounds),
                f"{1e9 * spent.best / rounds / cells:.3f}",
                f"{growth:.2f}",
            ]
        )
    header = ["rows x columns", "best ms a round", "median", "ns a cell", "to proportional"]
    print_table(header, lines)
    text = f"{growths[-1]:.2f} of it from the smallest to the largest"
    limit = "memory, from some 400,000 rows on: they no longer fit the cache from round to round"
    print_target(f"growth with {what}", "at most 1.1 times proportional", text, limit)


def _fit(size: Size, rounds: int) -> Callable[[], object]:
    from core import AdaBoost, Dataset, fit
    from core.base import pool

    pool.set_threads(2)
    frame = as_frame(*additive_data(*size))
    dataset = Dataset.from_frame(frame, "label", validation_share=0)
    return lambda: fit(dataset, AdaBoost(rounds=rounds))
