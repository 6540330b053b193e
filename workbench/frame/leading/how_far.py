"""How far the work is: what the places of the rail ask to know."""

from workbench.frame.leading.places import Work
from workbench.frame.window_parts import WindowParts
from workbench.state.workspace import RunItem


def how_far(window: WindowParts) -> Work:
    """All of it, as it is now."""
    space = window.workspace
    return Work(
        has_data=space.dataset is not None,
        is_reread=window.desk.can_show_again,
        is_asking=window.desk.is_asking,
        runs=len(finished(window)),
        is_training=window.trainer.is_under_way,
        can_review=window.review.can_review,
        decisions=space.decisions.count if space.decisions is not None else 0,
    )


def finished(window: WindowParts) -> list[RunItem]:
    """The runs whose training has ended, in the order of the list."""
    return [item for item in window.workspace.runs if item.run is not None]
