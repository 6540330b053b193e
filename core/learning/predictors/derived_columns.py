"""A problem whose columns are numbers that earlier learners gave: the second level of a stack."""

from dataclasses import replace

import numpy as np

from core.base.arrays import Floats
from core.data.column import Column, Kind
from core.data.dataset import Dataset, Role
from core.data.table import Table
from core.learning.problem import Problem

_TARGET, _WEIGHT = "target", "weight"


def derived_problem(problem: Problem, numbers: Floats) -> Problem:
    """The same rows, labels and weights in training order, with these numbers as columns."""
    columns = number_columns(numbers)
    given = problem.targets if problem.is_regression else problem.labels
    extra = (
        Column(_TARGET, Kind.NUMBER, np.asarray(given, np.float64)),
        Column(_WEIGHT, Kind.NUMBER, np.ascontiguousarray(problem.row_weights)),
    )
    rows = np.arange(len(problem))
    roles = {column.name: Role.FEATURE for column in columns}
    source = problem.dataset
    made = Problem.of(
        Dataset(
            Table(source.name, (*columns, *extra), problem.dataset.lines[problem.data.order]),
            roles | {_TARGET: Role.TARGET, _WEIGHT: Role.WEIGHT},
            source.task,
            source.classes,
            rows,
            given,
            rows >= problem.training,
        )
    )
    return replace(made, groups=problem.groups)


def number_columns(numbers: Floats) -> tuple[Column, ...]:
    """A column of numbers for every column of a matrix."""
    return tuple(
        Column(f"output {place}", Kind.NUMBER, np.ascontiguousarray(values))
        for place, values in enumerate(np.asarray(numbers, np.float64).T)
    )
