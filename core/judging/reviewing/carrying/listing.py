"""What becomes of earlier decisions, as a CSV file: those that a person should look at."""

import csv
import os
from collections.abc import Iterable

from core.base.files import written_whole
from core.judging.reviewing.carrying.carrying import CarriedItem, Carrying

COLUMNS = ("what", "line before", "line now", "decided", "before", "now", "changed", "by")


def conflicts(carrying: Carrying) -> Iterable[CarriedItem]:
    """Every decision that a person should look at, group by group."""
    for fate in carrying.groups:
        if fate.kind.is_conflict:
            yield from (carrying.describe(int(item)) for item in carrying.items(fate))


def write_conflicts(path: str | os.PathLike[str], carrying: Carrying) -> int:
    """Write the conflicts, whole or not at all; gives how many there are.

    Rows that are new and not yet judged are listed behind them, where they are known.
    """
    many = 0
    with (
        written_whole(path) as aside,
        aside.open("w", encoding="utf-8", errors="surrogatepass", newline="") as file,
    ):
        writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
        writer.writerow(COLUMNS)
        for each in conflicts(carrying):
            writer.writerow(_texts(each))
            many += 1
        if carrying.earlier.is_whole:
            for line in carrying.matching.new.lines[carrying.matching.appeared].tolist():
                writer.writerow(["New, not yet judged", "", line, "", "", "", "", ""])
    return many


def changes_text(each: CarriedItem) -> str:
    """The cells that changed, in a line: "age: 31 → 32; city: Bonn → Berlin".

    >>> from core.judging.reviewing.carrying.fates import Fate
    >>> one = CarriedItem(Fate.CHANGED, 2, 2, "kept", "a", "a", (("age", "31", ""),), "", 0.0)
    >>> changes_text(one)
    'age: 31 → nothing'
    """
    return "; ".join(
        f"{name}: {before or 'nothing'} → {now or 'nothing'}" for name, before, now in each.changes
    )


def _texts(each: CarriedItem) -> list[object]:
    lines = ["" if line is None else line for line in (each.old_line, each.new_line)]
    told = each.fate.kind.title
    return [told, *lines, each.decided, each.before, each.now, changes_text(each), each.by]
