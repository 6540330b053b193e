"""The same rows, of which others judge: for folds, not for a person's own split."""

from dataclasses import replace

from core.base.arrays import Mask
from core.data.dataset import Dataset
from core.data.features import derivations_of
from core.data.labels import Labels


def judged_on(dataset: Dataset, validation: Mask) -> Dataset:
    """The same rows with these for validation.

    What is made of dates and texts is learned anew from the others: words that were chosen by the
    labels of a row must not judge it.

    >>> import core
    >>> data = core.example("moons", validation_share=0)
    >>> first = data.lines < 102
    >>> int(judged_on(data, first).validation.sum())
    100
    """
    made = replace(dataset, validation=validation)
    if not dataset.derivations or dataset.plan is None:
        return made
    labels = Labels(dataset.task, dataset.classes, dataset.labels)
    table, plan = dataset.table, dataset.plan
    derivations = derivations_of(table, plan, dataset.rows, validation, labels)
    derived = tuple(c for d in derivations for c in d.columns(table.column(d.source)))
    return replace(made, derivations=derivations, derived=derived)
