"""What else would explain it: the errors that are expected by what other columns say of a row.

Judges know some corners of a table less well than others, and right labels look wrong there. Any
column that has to do with such a corner looks like a cause. A cause proper stays one among rows in
which, by all other columns, equally many errors are to be expected (Rosenbaum & Rubin 1983 on
comparing within strata of what is predicted).
"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from core.base.arrays import Integers
from core.base.progress import Progress, Watch, unwatched
from core.data.dataset import Dataset, Task
from core.judging.auditing.judges import BagJudge, Court
from core.judging.causes.evidence import WrongRows
from core.judging.causes.strata import strata
from core.learning.problem import Problem

_FOREST = BagJudge("expected", "a random forest", 25, leaf_rows=5)
_LEAST_ROWS = 40


def explained(
    data: Dataset,
    places: Integers,
    evidence: WrongRows,
    without: Collection[str] = (),
    seed: int = 0,
    watch: Watch = unwatched,
) -> WrongRows:
    """The same errors; alike are rows of which as many are expected by their other columns.

    `places` are the rows of the data that the evidence is about, `without` the columns that have no
    say. What a forest adds to what was expected before is said by trees that never saw the row.
    """
    more = replace(
        data,
        task=Task.REGRESSION,
        classes=(),
        rows=data.rows[places],
        labels=evidence.wrong - evidence.expected,
        validation=np.zeros(len(places), bool),
        first_labels=None,
    )
    problem = Problem.of(more)
    derived = {name: one.source for one in data.derivations for name in one.names}
    names = [derived.get(column.name, column.name) for column in more.features]
    features = np.flatnonzero([name not in without for name in names] & problem.data.usable)
    if len(places) < _LEAST_ROWS or not len(features):
        return evidence
    court = Court(
        problem.seeing(features), np.ones(len(places)), np.zeros(len(places), np.int64), seed
    )
    sums, counts, pieces = np.zeros(len(places)), np.zeros(len(places)), _FOREST.pieces(court)
    for piece in range(pieces):
        watch(Progress(piece, pieces, "looking what other columns explain"))
        said = _FOREST.say(court, piece)
        sums[said.places] += said.sums[:, 0]
        counts[said.places] += said.counts
    expected = evidence.expected.copy()
    expected[problem.data.order] += sums / np.maximum(counts, 1)
    return WrongRows(evidence.wrong, strata(np.zeros(len(places), np.int64), expected))
