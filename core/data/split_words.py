"""How the rows are split, in a sentence."""

from core.base.wording import grouped
from core.data.dataset import Dataset
from core.data.roles import Task
from core.data.split import FILE_ORDER, Split


def short_split(split: Split) -> str:
    """A split in a few words, for a button.

    >>> short_split(Split()), short_split(Split(0.1, time="day", group="shop"))
    ('25 % by chance, seed 0', "latest 10 % by 'day', 'shop' together")
    >>> short_split(Split(0)), short_split(Split(column="part"))
    ('none', "as 'part' says")
    """
    share = f"{100 * split.share:.3g} %"
    if split.column is not None:
        how = f"as {split.column!r} says"
    elif split.share <= 0:
        how = "none"
    elif split.time is not None:
        how = (
            f"last {share} of the lines"
            if split.time == FILE_ORDER
            else f"latest {share} by {split.time!r}"
        )
    else:
        how = f"{share} by chance, seed {split.seed}"
    return how if split.group is None else f"{how}, {split.group!r} together"


def split_sentence(data: Dataset) -> str:
    """How many rows teach and judge, and how they were chosen.

    >>> import core
    >>> split_sentence(core.example("moons", validation_share=0))
    'Every row is trained on: errors are those of the training rows.'
    >>> print(split_sentence(core.example("moons", seed=3)))
    376 rows are trained on, and 124 are for validation: 25 % of every class, drawn by seed 3.
    """
    later = int(data.validation.sum())
    if not later:
        head = "Every row is trained on: errors are those of the training rows."
        return head + _together(data) + _past(data)
    count = f"{grouped(later)} are" if later != 1 else "1 is"
    head = f"{grouped(len(data) - later)} rows are trained on, and {count} for validation: "
    return head + _how(data) + _together(data) + _past(data)


def _how(data: Dataset) -> str:
    split = data.split
    share = f"{100 * split.share:.3g} %"
    if split.column is not None:
        return f"those that {split.column!r} names."
    if split.time == FILE_ORDER:
        return f"the last {share} of the lines."
    if split.time is not None:
        return f"the latest {share} by {split.time!r}."
    if split.is_by_place and split.group is None:
        return f"about {share}, each row by a hash of its file and line and the seed {split.seed}."
    if split.group is not None:
        return f"about {share}, whole groups drawn by seed {split.seed}."
    each = "every tenth of the numbers" if data.task is Task.REGRESSION else "every class"
    return f"{share} of {each}, drawn by seed {split.seed}."


def _past(data: Dataset) -> str:
    if not data.split.past_only:
        return ""
    by = "" if data.split.time == FILE_ORDER else f", by {data.split.time!r}"
    return f" The audit judges every row by earlier ones only{by}."


def _together(data: Dataset) -> str:
    group = data.split.group
    if group is None:
        return ""
    assert data.groups is not None
    count = len(set(data.groups.tolist()))
    where = "in every fold" if data.split.column is not None else "here and in every fold"
    return f" Rows of the same {group!r} stay together, {where}: {grouped(count)} groups."
