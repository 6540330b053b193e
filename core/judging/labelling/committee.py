"""A committee of small forests, taught with the labelled rows: how undecided it is about others.

A row about which the committee is undecided teaches the most (query by committee: Seung, Opper &
Sompolinsky 1992). For classes that is told by the margin between the two likeliest (Scheffer,
Decomain & Wrobel 2001), for numbers by the spread of what the members say (Burbidge, Rowland &
King 2007).
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.progress import Progress, Watch, unwatched
from core.data.dataset import Dataset
from core.engine.inputs import Inputs
from core.learning.ensembles.forest import RandomForest
from core.learning.model import Model
from core.learning.training import fit

_MEMBERS = 8
_TREES = 10


@dataclass(frozen=True, eq=False)
class CommitteeSays:
    """What a committee says of some rows."""

    doubt: Floats
    """How undecided it is about each: 0 not at all; for classes at most 1."""
    suggested: Floats
    """The likeliest class, by its number, or the number, of each row."""
    shares: Floats
    """The classes' probabilities, a row each; without columns for numbers."""


class ForestCommittee:
    """Forests that differ by their seeds alone.

    >>> import core
    >>> data = core.example("moons", validation_share=0)
    >>> committee = ForestCommittee.taught(data, seed=0)
    >>> found = committee.judge(np.arange(5))
    >>> found.doubt.shape, bool((found.doubt >= 0).all()), bool((found.doubt <= 1).all())
    ((5,), True, True)
    """

    def __init__(self, dataset: Dataset, members: tuple[Model, ...]) -> None:
        self._dataset, self._members = dataset, members
        self.inputs: Inputs = members[0].inputs(dataset.table)
        """All rows of the table, as the members take them."""

    @classmethod
    def taught(cls, dataset: Dataset, seed: int, watch: Watch = unwatched) -> "ForestCommittee":
        """Teach a committee with the rows that have a label, and are not kept back."""
        members = []
        for number in range(_MEMBERS):
            watch(Progress(number, _MEMBERS))
            run = fit(dataset, RandomForest(rounds=_TREES), seed=seed + number)
            members.append(run.model)
        return cls(dataset, tuple(members))

    def judge(self, rows: Integers) -> CommitteeSays:
        """What the members say of rows of the table."""
        inputs = self.inputs.take(rows)
        said = np.stack([member.predictor.outputs(inputs) for member in self._members])
        if not self._dataset.classes:
            numbers = said[:, :, 0]
            return CommitteeSays(numbers.std(0), numbers.mean(0), np.empty((len(rows), 0)))
        shares = said.mean(0)
        best = np.sort(shares, axis=1)
        doubt = 1 - (best[:, -1] - best[:, -2])
        return CommitteeSays(doubt, shares.argmax(1).astype(np.float64), shares)
