"""One row's why as a whole: its reasons, and what would turn its prediction."""

from dataclasses import dataclass

from core.base.progress import Watch, part, unwatched
from core.data.dataset import Dataset
from core.data.table import Table
from core.judging.why.changes import NearestTurns, nearest_turns
from core.judging.why.explain import Explained, explain
from core.judging.why.few_rows import few_rows
from core.judging.why.words import RowWhy, row_why
from core.learning.model import Data, Model

_WIDEST = 24
"""So many signs the longest bar has."""


@dataclass(frozen=True, eq=False)
class Story:
    """What a model says of one row, what each column adds to it, and the nearest changes."""

    explained: Explained
    turns: NearestTurns

    @property
    def row(self) -> Table:
        """The row, in raw columns."""
        return self.explained.table

    def why(self, about: int | None = None, against: int | None = None) -> RowWhy:
        """Its reasons for a class: the predicted one unless told."""
        return row_why(self.explained, 0, about, against)


def story_of(
    model: Model,
    row: Table,
    data: Data,
    *,
    rounds: int | None = None,
    given: float | None = None,
    watch: Watch = unwatched,
) -> Story:
    """The story of a row in raw columns, with the data that the model was taught with.

    `given` is the number that the row has: changes are sought that bring the prediction there.

    >>> import core
    >>> import numpy as np
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> row = few_rows(run.model, run.dataset, np.array([4]))
    >>> story_of(run.model, row, run.dataset).why().predicted
    '+'
    """
    model = model if rounds is None else model.first(rounds)
    explained = explain(model, row, background=data, watch=part(watch, 0.0, 0.6))
    goal = given if given is not None else float(explained.base[0])
    turns = nearest_turns(model, row, data, goal=goal, watch=part(watch, 0.6, 1.0))
    return Story(explained, turns)


def story_of_line(
    model: Model,
    dataset: Dataset,
    line: int,
    *,
    rounds: int | None = None,
    watch: Watch = unwatched,
) -> Story:
    """The story of a row of a dataset; raise DataError if it has no such line."""
    place = dataset.rows_of([line])
    given = None if dataset.classes else float(dataset.labels[place[0]])
    row = few_rows(model, dataset, place)
    return story_of(model, row, dataset, rounds=rounds, given=given, watch=watch)


def bar_lines(why: RowWhy) -> list[str]:
    """The reasons as bars of signs, from the average to what is said, the largest first."""
    measure = why.measure
    rows: list[tuple[str, str, float]] = [("on average", measure.total(why.base), 0.0)]
    rows += [(reason.text, measure.added(reason.adds), reason.adds) for reason in why.reasons]
    subject = measure.subject(why.about, why.against).removeprefix("The ")
    rows.append((subject, measure.total(why.said), 0.0))
    largest = max((abs(adds) for _, _, adds in rows), default=0.0) or 1.0
    widths = [max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)]
    return [
        f"  {text:{widths[0]}}  {amount:>{widths[1]}}  {_bar(adds / largest)}".rstrip()
        for text, amount, adds in rows
    ]


def _bar(share: float) -> str:
    return ("█" if share > 0 else "░") * round(_WIDEST * abs(share))


def story_lines(story: Story, about: int | None = None) -> list[str]:
    """A story as the command line tells it."""
    why = story.why(about)
    first, *rest = why.sentences
    return [first, *bar_lines(why), *(rest[-1:] if why.orders else ()), *story.turns.sentences]
