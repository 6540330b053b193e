"""Why some rows are predicted as they are: `explain --row`."""

from collections.abc import Sequence

from core.base.errors import DataError
from core.base.lacking import Lacking
from core.data.dataset import Dataset
from core.judging.diagnosing.diagnosis import diagnosis
from core.judging.why.story import story_lines, story_of_line
from core.judging.why.words import class_number
from core.learning.ensemble import Ensemble


def why_rows(
    dataset: Dataset, settings: Ensemble, seed: int, lines: Sequence[int], about: str | None = None
) -> list[str]:
    """Train, and tell of every line what each column adds, and what would turn the prediction.

    `about` is the class that reasons speak for; without it, each row's predicted one.
    """
    from core.commands.commands import train_run

    dataset.rows_of(lines)  # a wrong line is said before the training
    chosen: int | None = None
    if about is not None:
        found = class_number(dataset.classes, about)
        if isinstance(found, Lacking):
            raise DataError(found.why)
        chosen = found
    run = train_run(dataset, settings, seed)
    told = [diagnosis(run)]
    for line in lines:
        row = int(dataset.rows_of([line])[0])
        seen = "a validation row" if dataset.validation[row] else "learned from"
        told += ["", f"Given: {dataset.label_text(row)} ({seen})."]
        told += story_lines(story_of_line(run.model, dataset, line), chosen)
    return told
