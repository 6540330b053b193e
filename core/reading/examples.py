"""The bundled examples, each with a line of what it shows."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.errors import DataError
from resources import dataset_path

if TYPE_CHECKING:
    from core.data.dataset import Dataset
    from core.data.plan import Plan
    from core.data.table import Table


@dataclass(frozen=True)
class Example:
    """A bundled file with its target, and with the columns that nobody should learn from."""

    name: str
    file: str
    target: str
    shows: str
    ignored: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Where the file is."""
        return dataset_path(self.file)

    def plan(self, table: "Table") -> "Plan":
        """How its table is meant to be used."""
        from core.data.plan import Plan
        from core.data.roles import Role

        plan = Plan.suggested(table, self.target)
        for name in self.ignored:
            plan = plan.with_role(name, Role.IGNORED)
        return plan

    def dataset(self, **options: Any) -> "Dataset":
        """Its data; options as for `Dataset.from_table`."""
        from core.data.dataset import Dataset
        from core.reading.tables import read_table

        table = read_table(self.path)
        return Dataset.from_table(table, plan=self.plan(table), **options)


EXAMPLES = (
    Example(
        "orders",
        "orders.csv",
        "returned",
        "3,000 made-up orders; 5 % of the labels were swapped on purpose",
    ),
    Example(
        "moons", "moons.csv", "side", "two interleaved half circles with 6 % of the labels swapped"
    ),
    Example(
        "ten points",
        "ten_points.csv",
        "label",
        "ten points in a plane: three stumps tell them apart",
    ),
    Example("xor", "xor.csv", "label", "four points that no single question can separate"),
    Example(
        "mislabelled",
        "mislabelled.csv",
        "label",
        "three clouds of points; 8 % of the labels are wrong, and true_label knows which",
        ignored=("true_label",),
    ),
    Example(
        "restaurant",
        "restaurant.csv",
        "waits",
        "twelve evenings from the textbook: one question tells a lot, another nothing",
    ),
    Example(
        "spiral",
        "spiral.csv",
        "arm",
        "two spirals wound into one another: hard for stumps, easy for neighbours",
    ),
    Example(
        "rents",
        "rents.csv",
        "rent",
        "800 made-up flats: a number to predict, with a date among the columns",
    ),
    Example("iris", "iris.csv", "species", "150 flowers of three kinds, two of which overlap"),
    Example(
        "breast cancer",
        "breast_cancer.csv",
        "diagnosis",
        "569 breast masses, malignant or benign, by 30 measures of their cells",
    ),
)


def example(name: str, **options: Any) -> "Dataset":
    """A bundled example as a dataset; options as for `Dataset.from_table`.

    >>> len(example("ten points"))
    10
    """
    for known in EXAMPLES:
        if known.name == name:
            return known.dataset(**options)
    names = ", ".join(known.name for known in EXAMPLES)
    raise DataError(f"There is no example {name!r}. The examples are: {names}.")
