"""A model: from raw columns to labels and probabilities, with nothing else needed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Union

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.base.errors import DataError, SettingsError
from core.data.column import Column
from core.data.dataset import Dataset
from core.data.derived.derivation import Derivation, raw_sources
from core.data.features import first_text
from core.data.table import Table
from core.engine.binning import Encoder
from core.engine.inputs import Inputs
from core.learning.deciding import DecisionRule
from core.learning.predictors.predictor import Predictor
from core.learning.predictors.winners import winners

if TYPE_CHECKING:
    import pandas as pd

    from core.learning.ensemble import Ensemble

Data = Union[Table, Dataset, "pd.DataFrame"]


@dataclass(frozen=True, eq=False)
class Model:
    """What was trained, and the way from raw columns to it.

    Without a rule, of classes with equal shares the commonest training class is predicted, else
    the first.

    >>> import core
    >>> import pandas as pd
    >>> data = core.example("ten points", validation_share=0)
    >>> model = core.fit(data, core.AdaBoost(rounds=3)).model
    >>> model.predict(pd.DataFrame({"x1": [1.0], "x2": [4.0]}))
    array(['+'], dtype=object)
    """

    settings: "Ensemble"
    target: str
    classes: tuple[str, ...]
    """Empty if the target is a number."""
    encoder: Encoder
    predictor: Predictor
    commonest: int
    """The number of the class that most training rows have."""
    derivations: tuple[Derivation, ...] = ()
    """How columns are computed, and how dates and texts become features, in this order."""
    missing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By raw column, words that stand for a missing value."""
    spellings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By raw column, the target too, texts that are taken for another one."""
    rule: DecisionRule | None = None
    """What decides between the classes; None if the largest share wins."""
    target_from: tuple[Derivation, ...] = ()
    """How the target is computed, if it is: only to score predictions of rows that have it."""

    def __post_init__(self) -> None:
        """Raise SettingsError if the rule is about other classes."""
        if self.rule is not None and len(self.rule) != len(self.classes):
            raise SettingsError(
                f"The rule decides between {len(self.rule)} classes, and {self.target!r} has "
                f"{len(self.classes) or 'none'}. Make one for these classes."
            )

    def first(self, rounds: int) -> "Model":
        """The ensemble of the first rounds only; all of it if there are no more."""
        if rounds >= self.predictor.rounds:
            return self
        return replace(self, predictor=self.predictor.first(rounds))

    @property
    def rounds(self) -> int:
        """How many rounds it has: fewer than were trained, if it was taken at an earlier one."""
        return self.predictor.rounds

    def probabilities(self, data: Data) -> Floats:
        """A column per class, in the order of `classes`."""
        if not self.classes:
            raise DataError(f"{self.target!r} is a number, so there are no probabilities.")
        return self.predictor.outputs(self.inputs(data))

    def predict(self, data: Data) -> npt.NDArray[Any]:
        """The predicted class, or number, of every row."""
        decided, _ = self.predicted(data)
        return np.array(self.classes, dtype=object)[decided] if self.classes else decided

    def predicted(self, data: Data) -> tuple[npt.NDArray[Any], Floats]:
        """Both at once: the numbers of the predicted classes, or the numbers, and the outputs."""
        return self.judged(self.inputs(data))

    def judged(self, inputs: Inputs) -> tuple[npt.NDArray[Any], Floats]:
        """What `predicted` gives, of rows as the predictor takes them."""
        scores, outputs = self.predictor.judged(inputs)
        if not self.classes:
            return outputs[:, 0], outputs
        if self.rule is not None:
            return self.rule.decided(outputs), outputs
        return winners(scores, self.commonest), outputs

    def inputs(self, data: Data) -> Inputs:
        """The rows as the predictor takes them; raise DataError where columns do not fit."""
        if not isinstance(data, Table | Dataset):
            data = Table.from_frame(data)
        columns = self.raw_columns(data)
        for derivation in self.derivations:
            for column in derivation.made(columns):
                columns[column.name] = self._as_taught(column)
        kinds = tuple(
            _as_kind(columns[feature.name], feature.is_category, data.lines)
            for feature in self.encoder.features
        )
        return Inputs(self.encoder, kinds, np.arange(len(data)))

    def truth(self, table: Table) -> Column | None:
        """The target of these rows, as the file has it or computed from it; None without it."""
        if self.target in table.names:
            return table.column(self.target)
        needed = raw_sources([self.target], self.target_from)
        if not self.target_from or not set(needed) <= set(table.names):
            return None
        columns = {name: self._as_taught(table.column(name)) for name in needed}
        for derivation in self.target_from:
            columns |= {column.name: column for column in derivation.made(columns)}
        return columns[self.target]

    def raw_columns(self, data: Table | Dataset) -> dict[str, Column]:
        """The columns of a file that it needs, as it was taught with them, by name."""
        # Of a dataset any column will do, whatever its role there.
        table = data.table if isinstance(data, Dataset) else data
        there = {column.name: column for column in table.columns}
        needed = self.raw_names
        absent = [name for name in needed if name not in there]
        if absent:
            raise DataError(
                f"{data.name} lacks {len(absent)} of the {len(needed)} columns that "
                f"the model needs: {', '.join(absent[:8])}. "
                f"Add {'it, by this name' if len(absent) == 1 else 'them, by these names'}."
            )
        columns = {name: self._as_taught(there[name]) for name in needed}
        if isinstance(data, Dataset):
            columns = {name: column.take(data.rows) for name, column in columns.items()}
        return columns

    def _as_taught(self, column: Column) -> Column:
        """A raw column with its spellings merged, and without the words for missing values."""
        merged = column.respelled(self.spellings.get(column.name, {}))
        return merged.without(self.missing.get(column.name, ()))

    @property
    def raw_names(self) -> list[str]:
        """The columns that a file needs to have, derived ones named by what they come from."""
        return raw_sources((feature.name for feature in self.encoder.features), self.derivations)


def _as_kind(column: Column, is_category: bool, lines: Integers) -> Column:
    if is_category:
        return column.as_categories()
    try:
        return column.as_numbers()
    except ValueError:
        row = first_text(column)
        raise DataError(
            f"The model needs numbers in {column.name!r}, and line {lines[row]} has "
            f"{column.text(row)!r}. Correct it, or leave it empty."
        ) from None
