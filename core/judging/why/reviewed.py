"""What the values of a row say together about its label, for somebody who reviews it."""

from dataclasses import dataclass

from core.base.progress import Watch, unwatched
from core.base.wording import as_read, percent
from core.data.dataset import Dataset
from core.judging.why.story import story_of_line
from core.judging.why.unseen import UnseenModels
from core.judging.why.words import RowWhy


@dataclass(frozen=True)
class ReviewedRow:
    """What the values of a row say together about its label."""

    line: int
    sentences: tuple[str, ...]
    why: RowWhy
    """For the given label, or of the number."""


def reviewed(
    models: UnseenModels, dataset: Dataset, line: int, watch: Watch = unwatched
) -> ReviewedRow:
    """What is said of the row, what would turn it, and what each value adds for the given label.

    By a model that never saw the row, if there is one.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> print(reviewed(UnseenModels(run), run.dataset, 6).sentences[0])
    A model taught without this row says + (77.3 %), as is given.
    """
    judging = models.of_line(line, watch)
    story = story_of_line(judging.model, dataset, line)
    given = dataset.label_text(int(dataset.rows_of([line])[0]))
    about = dataset.classes.index(given) if dataset.classes else None
    why = story.why(about)
    who = "A model taught without this row" if judging.is_unseen else "The model, which learned it,"
    said = given if dataset.classes else as_read(given)  # with separators, as the prediction
    share = f" ({percent(why.share)})" if dataset.classes else ""
    same = ", as is given" if why.predicted == given else f"; given is {said}"
    told = [f"{who} says {why.predicted}{share}{same}."]
    if why.predicted != given and story.turns.found:
        told.append(story.turns.found[0].sentence)
    return ReviewedRow(line, tuple(told), why)
