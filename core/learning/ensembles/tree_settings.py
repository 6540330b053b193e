"""The settings that ensembles of boosted trees have in common, each declared once."""

from typing import Any

from core.learning.settings import setting


def rounds_of_trees(default: int) -> Any:
    """How many rounds to train."""
    return setting(
        default,
        "How many rounds to train; a round has a tree, or one a class with many classes.",
        low=1,
        high=100_000,
        unit="rounds",
        tuned=(10, 3 * default),
        is_log=True,
    )


def tree_depth(default: int) -> Any:
    """How deep a tree may be."""
    stump = "; 1 is a stump" if default == 1 else ""
    text = f"How many questions may follow one another in a tree{stump}."
    return setting(default, text, low=1, high=30, tuned=(1, 8))


def least_leaf_rows(default: int) -> Any:
    """How small a leaf may be."""
    return setting(
        default,
        "How many rows a leaf has at least.",
        low=1,
        high=1_000_000,
        tuned=(1, 100),
        is_log=True,
    )


def tree_shrinkage(default: float) -> Any:
    """How slowly to learn; where that is not usual, under More."""
    return setting(
        default,
        "What a tree adds is multiplied by this: below 1 learns more slowly.",
        low=0.001,
        high=1.0,
        advanced=default == 1.0,
        tuned=(0.01, max(0.5, default)),
        is_log=True,
    )


def loss_patience() -> Any:
    """When to end early."""
    return setting(
        0,
        "End when the validation loss has not fallen for this many rounds; 0 never does. "
        "Without validation rows it is not watched.",
        low=0,
        high=100_000,
        unit="rounds",
        advanced=True,
        zero="never",
        blind=0,
    )
