"""Tables for the benchmark of cells, and the ways in which their values are made wrong."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from tests.benchmarks.noise.data import cases

_TARGET = "label of the case"
_LEAST_VALUES = 20
_DATES = ("ordered", "paid")


@dataclass(frozen=True, eq=False)
class CellCase:
    """A table whose values count as right; it has at least three columns of many numbers."""

    name: str
    frame: pd.DataFrame
    target: str
    numbers: tuple[str, ...]

    def dataset(self, frame: pd.DataFrame | None = None):
        """The table, or one with other values, as core takes it."""
        from core import Dataset

        own = self.frame if frame is None else frame
        return Dataset.from_frame(own, self.target, validation_share=0, name=self.name)


@dataclass(frozen=True, eq=False)
class Planted:
    """A table with wrong values: which cells, and which columns a finding must name."""

    frame: pd.DataFrame
    wrong: pd.DataFrame
    """True where a cell was made wrong."""
    columns: frozenset[str]


def cell_cases(folder: Path | None, most_rows: int) -> Iterator[CellCase]:
    """The shared tables or the bundled ones, with further ones that are made."""
    for case in cases(folder, most_rows):
        frame = case.features.assign(**{_TARGET: np.array(case.classes, object)[case.labels]})
        numbers = _numbers(frame)
        if len(numbers) >= 3 and len(frame) >= 100:
            yield CellCase(case.name, frame, _TARGET, numbers)
    yield from _made(most_rows)


def _numbers(frame: pd.DataFrame) -> tuple[str, ...]:
    return tuple(
        name
        for name in frame.columns
        if pd.api.types.is_numeric_dtype(frame[name])
        and frame[name].nunique() >= _LEAST_VALUES
        and (frame[name] == 0).mean() < 0.2
    )


def _made(rows: int) -> Iterator[CellCase]:
    """People, parcels and weather: numbers with units, and with relations that people know."""
    random = np.random.default_rng(7)
    rows = min(rows, 600)
    height = random.normal(171, 9, rows)
    weight = height**2 / 1e4 * random.normal(24, 3, rows)
    people = pd.DataFrame(
        {
            "height": height.round(1),
            "weight": weight.round(1),
            "waist": (0.5 * height + 0.4 * weight - 30 + random.normal(0, 4, rows)).round(1),
            "age": random.integers(18, 80, rows),
            "income": np.exp(random.normal(10.2, 0.5, rows)).round(0),
            "group": np.where(weight > 72, "a", "b"),
        }
    )
    yield CellCase("people", people, "group", _numbers(people))
    day = random.integers(0, 365, rows)
    warm = 12 - 10 * np.cos(day / 58.1) + random.normal(0, 3, rows)
    weather = pd.DataFrame(
        {
            "noon": warm.round(1),
            "night": (warm - random.gamma(4, 1.5, rows)).round(1),
            "pressure": random.normal(1013, 8, rows).round(1),
            "wind": random.gamma(3, 4, rows).round(1),
            "daylight": (12 - 4 * np.cos(day / 58.1)).round(2),
            "season": np.where(warm > 12, "summer", "winter"),
        }
    )
    yield CellCase("weather", weather, "season", _numbers(weather))


Plant = Callable[[CellCase, np.random.Generator, int], Planted | None]


def _one_column(
    change: Callable[[np.ndarray], np.ndarray], fits: Callable[[pd.Series], bool] | None = None
) -> Plant:
    """Some values of one column are changed."""

    def plant(case: CellCase, random: np.random.Generator, many: int) -> Planted | None:
        names = [name for name in case.numbers if fits is None or fits(case.frame[name])]
        if not names:
            return None
        name = str(random.choice(names))
        known = np.flatnonzero(case.frame[name].notna() & (case.frame[name] != 0))
        rows = random.choice(known, min(many, len(known)), replace=False)
        frame, wrong = _copies(case)
        frame[name] = frame[name].astype(float)
        values = frame[name].to_numpy().copy()
        values[rows] = change(values[rows])
        frame[name] = values
        wrong.iloc[rows, wrong.columns.get_loc(name)] = True
        return Planted(frame, wrong, frozenset({name}))

    return plant


def _swapped(case: CellCase, random: np.random.Generator, many: int) -> Planted | None:
    one, other = map(str, random.choice(case.numbers, 2, replace=False))
    known = np.flatnonzero(case.frame[[one, other]].notna().all(axis=1))
    rows = random.choice(known, min(many, len(known)), replace=False)
    frame, wrong = _copies(case)
    frame[[one, other]] = frame[[one, other]].astype(float)
    values = frame[[one, other]].to_numpy()
    values[rows] = values[rows][:, ::-1]
    frame[[one, other]] = values
    for name in (one, other):
        wrong.iloc[rows, wrong.columns.get_loc(name)] = True
    return Planted(frame, wrong, frozenset({one, other}))


def _row_shifted(case: CellCase, random: np.random.Generator, many: int) -> Planted | None:
    name = str(random.choice(case.numbers))
    many = max(many, 12)
    start = int(random.integers(0, len(case.frame) - many - 1))
    frame, wrong = _copies(case)
    values = frame[name].astype(float).to_numpy().copy()
    values[start + 1 : start + many] = values[start : start + many - 1]
    frame[name] = values
    wrong.iloc[start + 1 : start + many, wrong.columns.get_loc(name)] = True
    return Planted(frame, wrong, frozenset({name}))


def _column_shifted(case: CellCase, random: np.random.Generator, many: int) -> Planted | None:
    """In some rows a run of neighbouring number columns slips to the right."""
    names = list(case.frame.columns)
    runs = [
        names[start : start + 5]
        for start in range(len(names) - 4)
        if all(name in case.numbers for name in names[start : start + 5])
    ]
    if not runs:
        return None
    run = runs[int(random.integers(0, len(runs)))]
    known = np.flatnonzero(case.frame[run].notna().all(axis=1))
    rows = random.choice(known, min(many, len(known)), replace=False)
    frame, wrong = _copies(case)
    frame[run] = frame[run].astype(float)
    values = frame[run].to_numpy().copy()
    values[rows, 1:] = values[rows, :-1]
    values[rows, 0] = np.nan
    frame[run] = values
    for name in run[1:]:
        wrong.iloc[rows, wrong.columns.get_loc(name)] = True
    return Planted(frame, wrong, frozenset(run))


def _default(value: float) -> Plant:
    def fits(column: pd.Series) -> bool:
        low, high = column.quantile([0.02, 0.98])
        return not low - 0.5 * (high - low) < value < high + 0.5 * (high - low)

    return _one_column(lambda values: np.full(len(values), value), fits)


def _swapped_days(case: CellCase, random: np.random.Generator, many: int) -> Planted | None:
    """Two dates are added, the later within three weeks of the first; in some the day is first."""
    rows = len(case.frame)
    first = pd.Timestamp("2023-01-01") + pd.to_timedelta(
        np.sort(random.integers(0, 700, rows)), "D"
    )
    second = first + pd.to_timedelta(random.integers(0, 21, rows), "D")
    frame = case.frame.assign(
        **{
            name: dates.strftime("%d/%m/%Y")
            for name, dates in zip(_DATES, (first, second), strict=True)
        }
    )
    can_be = np.flatnonzero((second.day <= 12) & (second.day != second.month))
    chosen = random.choice(can_be, min(many, len(can_be)), replace=False)
    texts = frame["paid"].to_numpy(object).copy()
    texts[chosen] = second[chosen].strftime("%m/%d/%Y")
    frame["paid"] = texts
    wrong = pd.DataFrame(False, frame.index, frame.columns)
    wrong.iloc[chosen, wrong.columns.get_loc("paid")] = True
    return Planted(frame, wrong, frozenset({"paid"}))


def _copies(case: CellCase) -> tuple[pd.DataFrame, pd.DataFrame]:
    return case.frame.copy(), pd.DataFrame(False, case.frame.index, case.frame.columns)


def _are_degrees(column: pd.Series) -> bool:
    return bool(column.quantile(0.05) >= -60 and column.quantile(0.95) <= 60)


def _has_decimals(column: pd.Series) -> bool:
    known = column.dropna()
    return bool((known != known.round()).mean() > 0.6)


def _without_point(values: np.ndarray) -> np.ndarray:
    return np.array(
        [float(repr(float(value)).replace(".", "").rstrip("0") or 0) for value in values]
    )


KINDS: dict[str, tuple[Plant, frozenset[str]]] = {
    "10 times": (
        _one_column(lambda v: 10 * v),
        frozenset({"10 times too large", "decimal point lost"}),
    ),
    "a tenth": (_one_column(lambda v: v / 10), frozenset({"10 times too small"})),
    "1,000 times": (_one_column(lambda v: 1000 * v), frozenset({"1,000 times too large"})),
    "lb for kg": (_one_column(lambda v: 2.2046 * v), frozenset({"lb for kg"})),
    "inches for cm": (_one_column(lambda v: v / 2.54), frozenset({"inches for cm"})),
    "°F for °C": (_one_column(lambda v: 1.8 * v + 32, _are_degrees), frozenset({"°F for °C"})),
    "point lost": (
        _one_column(_without_point, _has_decimals),
        frozenset(
            {
                "decimal point lost",
                "10 times too large",
                "100 times too large",
                "1,000 times too large",
            }
        ),
    ),
    "sign": (
        _one_column(lambda v: -v, lambda c: bool((c > 0).mean() > 0.95)),
        frozenset({"wrong sign"}),
    ),
    "0 for missing": (_default(0.0), frozenset({"default value"})),
    "999 for missing": (_default(999.0), frozenset({"default value"})),
    "day and month": (_swapped_days, frozenset({"day and month swapped"})),
    "two columns": (_swapped, frozenset({"two columns swapped"})),
    "one row on": (_row_shifted, frozenset({"shifted by one row"})),
    "one column on": (_column_shifted, frozenset({"shifted by one column"})),
}
"""Each kind of mistake: how it is made, and what a finding that names it is called."""
