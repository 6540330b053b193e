"""Variations of data sets: one data set is never worth more than a few per cent of a score.

A set and all its variations are one family, and leave together when constants are chosen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from tests.benchmarks.noise.data import Case, cases

_LEAST_OF_CLASS = 8
"""Classes with fewer rows are dropped from a variation."""


@dataclass(frozen=True, eq=False)
class Variation:
    """A case, and the family that it leaves with."""

    family: str
    name: str
    case: Case


def variations(folder: Path | None, most_rows: int) -> Iterator[Variation]:
    """The sets of a folder and generated tables, as they are first, then varied."""
    known = [(case.name, case) for case in cases(folder, most_rows)]
    made = list(GENERATED.items())
    for family, case in known:
        yield Variation(family, "whole", case)
    for family, make in made:
        yield Variation(family, "first", _generated(family, make, 0))
    for number, vary in enumerate((_half_the_columns, _few_rows, _merged)):
        for family, case in known:
            varied = vary(case, np.random.default_rng([number, len(case.labels)]))
            if varied is not None:
                yield Variation(family, vary.__name__.strip("_").replace("_", " "), varied)
        for family, make in made:
            yield Variation(family, f"draw {number + 1}", _generated(family, make, number + 1))


def drawn_tables(draws: int, most_rows: int) -> Iterator[Variation]:
    """Generated tables alone, each drawn so many times."""
    for draw in range(draws):
        for family, make in GENERATED.items():
            case = _generated(family, make, draw)
            some = case.take(np.arange(min(most_rows, len(case.labels))))
            yield Variation(family, f"draw {draw}", without_rare(some) or some)


def _half_the_columns(case: Case, random: np.random.Generator) -> Case | None:
    names = np.array(case.features.columns, dtype=object)
    if len(names) < 4:
        return None
    kept = np.sort(random.permutation(len(names))[: -(-len(names) // 2)])
    return Case(case.name, case.features[names[kept].tolist()], case.labels, case.classes)


def _few_rows(case: Case, random: np.random.Generator) -> Case | None:
    rows = np.sort(random.permutation(len(case.labels))[: int(random.integers(150, 350))])
    return without_rare(case.take(rows))


def _merged(case: Case, random: np.random.Generator) -> Case | None:
    """Classes put together two by two, or of very many classes some alone."""
    count = len(case.classes)
    if count < 4:
        return None
    if count > 12:
        some = np.isin(case.labels, random.permutation(count)[:8])
        return without_rare(case.take(np.flatnonzero(some)))
    group = np.empty(count, np.int64)
    group[random.permutation(count)] = np.arange(count) // 2
    names = tuple(str(number) for number in range(int(group.max()) + 1))
    return Case(case.name, case.features, group[case.labels], names)


def without_rare(case: Case) -> Case | None:
    """Without classes of very few rows; None if fewer than two are left."""
    counts = np.bincount(case.labels, minlength=len(case.classes))
    kept = np.flatnonzero(counts >= _LEAST_OF_CLASS)
    if len(kept) < 2:
        return None
    some = case.take(np.flatnonzero(np.isin(case.labels, kept)))
    names = tuple(case.classes[label] for label in kept)
    return Case(case.name, some.features, np.searchsorted(kept, some.labels), names)


# -- generated tables ----------------------------------------------------------------------


def _rules(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A list of rules of two conditions each: the first that holds names the class."""
    values = random.normal(size=(600, 8))
    labels = np.full(600, -1)
    for number in range(9):
        first, second = random.permutation(8)[:2]
        holds = (values[:, first] > random.normal() * 0.6) & (
            values[:, second] < random.normal() * 0.6
        )
        labels[holds & (labels < 0)] = number % 4
    labels[labels < 0] = 3
    return values, labels


def _interactions(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Signs of products: no column tells anything alone."""
    values = random.uniform(-1, 1, size=(700, 7))
    first = values[:, 0] * values[:, 1] > 0
    second = values[:, 2] * values[:, 3] > 0
    return values, first.astype(int) + (2 * second if random.random() < 0.5 else 0)


def _near_duplicates(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Six classes, of which two and two can hardly be told apart."""
    labels = random.integers(0, 6, 600)
    middles = 2.2 * random.normal(size=(3, 6))
    apart = random.uniform(0.3, 1.0) * random.normal(size=(6, 6))
    return middles[labels // 2] + apart[labels] + random.normal(size=(600, 6)), labels


def _many_classes(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Fifteen clouds of unlike sizes."""
    sizes = random.dirichlet(np.full(15, 4.0))
    labels = random.choice(15, 700, p=sizes)
    middles = 1.8 * random.normal(size=(15, 8))
    return middles[labels] + random.normal(size=(700, 8)), labels


def _curved(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Rings around an ellipse, with columns of nothing beside."""
    values = random.normal(size=(500, 5))
    radius = np.sqrt(values[:, 0] ** 2 + 1.5 * values[:, 1] ** 2 + 0.5 * values[:, 2] ** 2)
    return values, np.digitize(radius, np.quantile(radius, [0.4, 0.75]))


def _overlapping(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Four classes by a linear score with chance: nobody can know all labels."""
    values = random.normal(size=(600, 6))
    scores = values @ random.normal(size=(6, 4)) * 1.2 + random.gumbel(size=(600, 4))
    return values, scores.argmax(axis=1)


def _rare(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Two classes, one in twelve rows positive, by a threshold on a smooth score."""
    values = random.normal(size=(800, 6))
    score = values[:, 0] + values[:, 1] * values[:, 2] + 0.3 * random.normal(size=800)
    return values, (score > np.quantile(score, 0.92)).astype(int)


GENERATED: dict[str, Callable[[np.random.Generator], tuple[np.ndarray, np.ndarray]]] = {
    "rules": _rules,
    "interactions": _interactions,
    "near-duplicates": _near_duplicates,
    "many classes": _many_classes,
    "curved": _curved,
    "overlapping": _overlapping,
    "rare class": _rare,
}


def _generated(name: str, make, draw: int) -> Case:
    random = np.random.default_rng([draw, *name.encode()])
    values, labels = make(random)
    present, labels = np.unique(labels, return_inverse=True)
    frame = pd.DataFrame(values.round(4), columns=[f"x{k + 1}" for k in range(values.shape[1])])
    case = Case(name, frame, labels, tuple(f"class {number}" for number in present))
    return without_rare(case) or case
