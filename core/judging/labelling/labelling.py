"""The rows without a label in the order in which they teach the most."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers
from core.base.errors import DataError
from core.base.progress import Watch, part, unwatched
from core.data.dataset import Dataset
from core.judging.labelling.committee import CommitteeSays, ForestCommittee
from core.judging.labelling.spreading import places_of, spread_order

_MOST_JUDGED = 50_000
"""Of more rows without a label so many are drawn: looking at all of them is not what helps."""
_MOST_SPREAD = 2000
"""Among so many of the rows that the committee is most undecided about, copies are put apart."""
MOST_ORDERED = 200
"""So many rows are put into an order; before they are all labelled, it is made anew."""


@dataclass(frozen=True, eq=False)
class Labelling:
    """Rows without a label, the most informative first, and what is known of them.

    >>> import core, pandas as pd
    >>> labels = ["a"] * 5 + [None] * 30 + ["b"] * 5
    >>> frame = pd.DataFrame({"x": range(40), "y": labels})
    >>> data = core.Dataset.from_frame(frame, target="y", validation_share=0)
    >>> found = Labelling.of(data)
    >>> len(found.lines), found.why(20)[:25]
    (30, 'judges are undecided betw')
    """

    dataset: Dataset
    lines: Integers
    """The lines, the most informative first."""
    verdicts: CommitteeSays | None
    """What the committee says of these rows; None if none could be taught."""
    why_not: str = ""
    """Why no committee could be taught: then the rows differ from one another as much as can be."""

    @classmethod
    def of(
        cls,
        dataset: Dataset,
        without: Iterable[int] = (),
        *,
        many: int = MOST_ORDERED,
        seed: int = 0,
        watch: Watch = unwatched,
    ) -> "Labelling":
        """Put rows without a label into their order, but for those that are decided about."""
        lines = np.setdiff1d(dataset.unlabelled, np.array(sorted(without), np.int64))
        if len(lines) > _MOST_JUDGED:
            draw = np.random.default_rng(seed)
            lines = np.sort(draw.choice(lines, _MOST_JUDGED, replace=False))
        rows = dataset.table.rows_of(lines)
        try:
            committee = ForestCommittee.taught(dataset, seed, part(watch, 0.0, 0.8))
        except DataError as error:
            places = places_of(dataset.table.columns, rows[:_MOST_SPREAD])
            chosen = spread_order(np.ones(len(places)), places, many, seed)
            return cls(dataset, lines[chosen], None, str(error))
        verdicts = committee.judge(rows)
        first = np.argsort(-verdicts.doubt, kind="stable")[:_MOST_SPREAD]
        places = places_of(committee.inputs.columns, rows[first])
        chosen = first[spread_order(verdicts.doubt[first], places, many, seed)]
        told = CommitteeSays(
            verdicts.doubt[chosen], verdicts.suggested[chosen], verdicts.shares[chosen]
        )
        return cls(dataset, lines[chosen], told)

    def why(self, line: int) -> str:
        """Why a row comes now: what the committee is undecided between."""
        places = np.flatnonzero(self.lines == line)
        if self.verdicts is None or not len(places):
            return ""
        place = int(places[0])
        if not self.dataset.classes:
            number, spread = self.verdicts.suggested[place], self.verdicts.doubt[place]
            return f"judges say {number:.4g}, give or take {spread:.2g}"
        shares = self.verdicts.shares[place]
        one, other = np.argsort(-shares, kind="stable")[:2].tolist()
        names = self.dataset.classes
        return (
            f"judges are undecided between {names[one]} ({100 * shares[one]:.0f} %) and "
            f"{names[other]} ({100 * shares[other]:.0f} %)"
        )
