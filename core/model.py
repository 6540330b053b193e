"""A model: from raw columns to labels and probabilities, with nothing else needed."""

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from core.arrays import Floats, Integers
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.table import Table
from core.engine.binning import Encoder
from core.engine.trees import Trees
from core.errors import DataError

if TYPE_CHECKING:
    from core.ensembles import Ensemble


@dataclass(frozen=True, eq=False)
class Model:
    """A two-class ensemble: F(x) = offset + Σ vote · tree(x), positive for the second class.

    P(second class) = 1 / (1 + exp(−2F)) (Friedman, Hastie & Tibshirani 2000). Where F is exactly
    0, the commonest class of the training rows is predicted.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> model = core.fit(data, core.AdaBoost(rounds=3)).model
    >>> model.predict(pd.DataFrame({"x1": [1.0], "x2": [4.0]}))
    array(['+'], dtype=object)
    """

    settings: "Ensemble"
    target: str
    classes: tuple[str, ...]
    encoder: Encoder
    trees: Trees
    offset: float
    tie: int

    def first(self, rounds: int) -> "Model":
        """The ensemble of the first rounds only."""
        return replace(self, trees=self.trees.first(rounds))

    def scores(self, data: Table | Dataset | pd.DataFrame) -> Floats:
        """F(x) of every row."""
        columns = self._columns(data)
        rows = np.arange(len(columns[0]) if columns else len(data))
        return np.asarray(self.trees.scores(self.encoder.encode(columns, rows))[:, 0] + self.offset)

    def probabilities(self, data: Table | Dataset | pd.DataFrame) -> Floats:
        """A column per class, in the order of `classes`."""
        return self._shares(self.scores(data))

    def predict(
        self, data: Table | Dataset | pd.DataFrame
    ) -> "np.ndarray[tuple[int], np.dtype[np.object_]]":
        """The predicted class of every row."""
        return np.array(self.classes, dtype=object)[self._winners(self.scores(data))]

    def predicted(self, data: Table | Dataset | pd.DataFrame) -> tuple[Integers, Floats]:
        """Both at once: the number of the predicted class, and the probabilities."""
        scores = self.scores(data)
        return self._winners(scores), self._shares(scores)

    def _winners(self, scores: Floats) -> Integers:
        if len(self.classes) == 1:
            return np.zeros(len(scores), np.int64)
        return np.asarray((scores > 0) | ((scores == 0) & (self.tie > 0)), np.int64)

    def _shares(self, scores: Floats) -> Floats:
        if len(self.classes) == 1:
            return np.ones((len(scores), 1))
        # Both by their own formula: 1 - p would lose the digits of a small share.
        with np.errstate(over="ignore"):
            return np.column_stack([1 / (1 + np.exp(2 * scores)), 1 / (1 + np.exp(-2 * scores))])

    def _columns(self, data: Table | Dataset | pd.DataFrame) -> tuple[Column, ...]:
        if isinstance(data, pd.DataFrame):
            data = Table.from_frame(data)
        # Of a dataset any column will do, whatever its role there.
        table = data.table if isinstance(data, Dataset) else data
        there = {column.name: column for column in table.columns}
        features = self.encoder.features
        absent = [feature.name for feature in features if feature.name not in there]
        if absent:
            raise DataError(
                f"{data.name} lacks {len(absent)} of the {len(features)} columns that "
                f"the model needs: {', '.join(absent[:8])}. Add them, by these names."
            )
        columns = [there[feature.name] for feature in features]
        if isinstance(data, Dataset):
            columns = [column.take(data.rows) for column in columns]
        return tuple(
            _as_kind(column, feature.is_category, data.lines)
            for column, feature in zip(columns, features, strict=True)
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model file; see core.model_file."""
        from core.model_file import save_model

        save_model(self, path)


def _as_kind(column: Column, is_category: bool, lines: Integers) -> Column:
    if is_category:
        return column.as_categories()
    try:
        return column.as_numbers()
    except ValueError:
        row = next(row for row in range(len(column)) if _is_text(column.text(row)))
        raise DataError(
            f"The model needs numbers in {column.name!r}, and line {lines[row]} has "
            f"{column.text(row)!r}. Correct it, or leave it empty."
        ) from None


def _is_text(text: str) -> bool:
    try:
        float(text or "nan")
    except ValueError:
        return True
    return False
