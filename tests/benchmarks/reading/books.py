"""Reading a workbook of 300,000 rows beside pandas' own reading by calamine, in one run.

Ours hands the same table over from another process, with each row's number, percents and errors
as a person sees them, and texts that are numbers as numbers.
"""

import datetime
import random
import tempfile
from functools import partial
from pathlib import Path

import pandas as pd

from tests.benchmarks.measuring import Options, interleaved, print_target, print_times

ROWS, QUICK_ROWS = 300_000, 30_000
MOST_TIMES = 3.0


def run(options: Options) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        path = _book(Path(folder) / "orders.xlsx", QUICK_ROWS if options.quick else ROWS)
        megabytes = path.stat().st_size / 1e6
        print(f"{path.name}: {megabytes:.1f} MB, 10 columns", flush=True)
        times = interleaved(
            {"ours": lambda: partial(_ours, path), "pandas": lambda: partial(_pandas, path)},
            2 if options.quick else 3,
        )
        print_times(times, "pandas")
        best, _ = times["ours"].per(times["pandas"])
        print_target("reading a workbook", f"at most {MOST_TIMES:g} times pandas", f"{best:.2f}")


def _ours(path: Path) -> None:
    from core.reading.foreign.handing import forget
    from core.reading.tables import read_table

    forget()
    read_table(path)


def _pandas(path: Path) -> None:
    pd.read_excel(path, engine="calamine")


def _book(path: Path, rows: int) -> Path:
    import xlsxwriter

    draw = random.Random(0)
    with xlsxwriter.Workbook(str(path), {"constant_memory": True}) as book:
        page, day = book.add_worksheet("Orders"), book.add_format({"num_format": "yyyy-mm-dd"})
        page.write_row(0, 0, [f"column {place}" for place in range(10)])
        for row in range(1, rows + 1):
            for place in range(6):
                page.write_number(row, place, draw.random() * 1000)
            page.write_string(row, 6, draw.choice(["red", "green", "blue"]))
            page.write_string(row, 7, f"name {row % 5000}")
            when = datetime.datetime(2020, 1, 1) + datetime.timedelta(days=row % 1000)
            page.write_datetime(row, 8, when, day)
            page.write_number(row, 9, row)
    return path
