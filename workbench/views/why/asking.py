"""What the view asks the core: the story of a row, and a summary over many. No Qt here."""

from collections.abc import Sequence
from dataclasses import dataclass

from core import Dataset, Model
from core.base.arrays import Integers
from core.base.progress import Watch
from core.base.wording import as_read
from core.judging.why.explain import Explained
from core.judging.why.few_rows import few_rows
from core.judging.why.story import Story, story_of
from core.judging.why.summary import explain_many
from core.judging.why.words import RowWhy
from workbench.state.tried_row import TriedRow

PREDICTED, AGAINST_GIVEN, CLASS = "", "given", "class:"
"""What reasons speak for: the predicted class, it against the given one, or a class by its name."""


@dataclass(frozen=True, eq=False)
class RowAnswer:
    """The story of a row, with the values that are tried in it, and as it is."""

    line: int
    tried: TriedRow | None
    story: Story
    before: Story
    given: str
    is_learned: bool
    """Whether the model learned from the row."""

    def why(self, about: str) -> RowWhy:
        """The reasons for what is asked about."""
        classes = self.story.explained.model.classes
        chosen, against = places(about, classes)
        if about == AGAINST_GIVEN and self.given in classes:
            against = classes.index(self.given)
        return self.story.why(chosen, against)

    @property
    def turned(self) -> bool:
        """Whether the values that are tried turn the prediction."""
        return self.story.why().predicted != self.before.why().predicted


@dataclass(frozen=True, eq=False)
class ManyAnswer:
    """What the columns add in some rows of the data."""

    explained: Explained
    rows: Integers
    dataset: Dataset


def places(about: str, classes: Sequence[str]) -> tuple[int | None, int | None]:
    """The class asked about by its number, if one is named."""
    name = about.removeprefix(CLASS)
    is_named = about.startswith(CLASS) and name in classes
    return (list(classes).index(name) if is_named else None), None


def row_answer(
    model: Model, dataset: Dataset, line: int, tried: TriedRow | None, rounds: int, watch: Watch
) -> RowAnswer:
    """Why the row of a line is predicted as it is after so many rounds."""
    place = dataset.rows_of([line])
    row, shown = few_rows(model, dataset, place), model.first(rounds)
    given = None if dataset.classes else float(dataset.labels[place[0]])
    before = story_of(shown, row, dataset, given=given, watch=watch)
    story = before
    if tried is not None and tried.values:
        story = story_of(shown, tried.of(row), dataset, given=given, watch=watch)
    learned = not bool(dataset.validation[place[0]])
    told = dataset.label_text(int(place[0]))
    told = told if dataset.classes else as_read(told)  # as the prediction beside it
    return RowAnswer(line, tried, story, before, told, learned)


def many_answer(model: Model, dataset: Dataset, rounds: int, watch: Watch) -> ManyAnswer:
    """What the columns add in as many rows as take some seconds."""
    explained, rows = explain_many(model, dataset, rounds=rounds, watch=watch)
    return ManyAnswer(explained, rows, dataset)
