"""The bundled examples, each with a line of what it shows."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.data.dataset import Dataset
from core.data.reading import read_csv
from core.errors import DataError
from resources import dataset_path


@dataclass(frozen=True)
class Example:
    """A bundled file with its target."""

    name: str
    file: str
    target: str
    shows: str

    @property
    def path(self) -> Path:
        """Where the file is."""
        return dataset_path(self.file)


EXAMPLES = (
    Example("orders", "orders.csv", "returned",
            "3,000 made-up orders; 5 % of the labels were swapped on purpose"),
    Example("moons", "moons.csv", "side",
            "two interleaved half circles with 6 % of the labels swapped"),
    Example("ten points", "ten_points.csv", "label",
            "ten points in a plane: three stumps tell them apart"),
    Example("xor", "xor.csv", "label",
            "four points that no single question can separate"),
)  # fmt: skip


def example(name: str, **options: Any) -> Dataset:
    """A bundled example as a dataset; options as for `read_csv`.

    >>> len(example("ten points"))
    10
    """
    for known in EXAMPLES:
        if known.name == name:
            return read_csv(known.path, known.target, **options)
    names = ", ".join(known.name for known in EXAMPLES)
    raise DataError(f"There is no example {name!r}. The examples are: {names}.")
