"""The places of the window, declared once: their names, keys, tools, and what each still needs.

A place is one step of the work. Each can be reached at any time; where there is nothing to show
yet, it says what is missing and names the one action that gets it. No Qt here.
"""

from collections.abc import Callable
from dataclasses import dataclass

from core.base.wording import count

ROUNDS = "rounds"
"""Among the tools of a place: the bar of the rounds."""


@dataclass(frozen=True)
class Work:
    """How far the work is: all that a place asks to know."""

    has_data: bool = False
    is_reread: bool = False
    """Whether the open data can tell how they were read."""
    is_asking: bool = False
    """Whether a file waits for somebody to say how it is meant."""
    runs: int = 0
    """Those that are finished."""
    is_training: bool = False
    can_review: bool = False
    decisions: int = 0


@dataclass(frozen=True)
class Missing:
    """Why there is nothing in a place yet."""

    sentence: str
    action: str = ""
    """The action that gets it, by its name; none where waiting does."""


@dataclass(frozen=True)
class Mark:
    """How far one is in a place: a few letters to see, and words for whoever cannot."""

    short: str
    words: str


TICK = "✓"


def _nothing(_work: Work) -> None:
    return None


@dataclass(frozen=True)
class RailPlace:
    """One place of the rail."""

    name: str
    title: str
    icon: str
    about: str
    """What one finds there."""
    tools: tuple[str, ...] = ()
    """The actions of the toolbar there, by their names."""
    missing: Callable[[Work], Missing | None] = _nothing
    mark: Callable[[Work], Mark | None] = _nothing


_OPEN_FIRST = "Open a file, paste rows from a spreadsheet, or take an example."


def _no_data(work: Work) -> Missing | None:
    if work.is_asking or work.is_reread:
        return None
    if work.has_data:
        return Missing("These data came with a session, which does not tell how they were read.")
    return Missing(f"No data are open, so there is nothing to look at yet. {_OPEN_FIRST}", "open")


def _no_work(work: Work) -> Missing | None:
    if work.has_data:
        return None
    return Missing(f"An ensemble learns from data, and none are open. {_OPEN_FIRST}", "open")


def _no_review(work: Work) -> Missing | None:
    if work.can_review:
        return None
    if not work.has_data:
        return Missing(f"The rows that do not belong will be here. {_OPEN_FIRST}", "open")
    if work.is_training:
        return Missing("The rows that do not belong will be here once the training has ended.")
    return Missing(
        "The rows that an ensemble cannot explain will be here, one after the other, "
        "for you to keep, relabel or exclude.",
        "train",
    )


def _no_two_runs(work: Work) -> Missing | None:
    if work.runs > 1:
        return None
    if not work.has_data:
        return Missing(f"Two runs on the same data are compared here. {_OPEN_FIRST}", "open")
    if work.is_training:
        return Missing("Two runs are compared here. The training has to end first.")
    so_far = "There is one so far" if work.runs else "There is none so far"
    return Missing(
        f"Two runs are compared here: which one errs less, and whether that is chance. {so_far}. "
        "Train with other settings, or let the usual five families have a try.",
        "usual_five",
    )


def _open_data(work: Work) -> Mark | None:
    return Mark(TICK, "data are open") if work.has_data else None


def _runs(work: Work) -> Mark | None:
    return Mark(_short(work.runs), count(work.runs, "run")) if work.runs else None


def _decisions(work: Work) -> Mark | None:
    made = work.decisions
    return Mark(_short(made), count(made, "decision")) if made else None


def _short(number: int) -> str:
    """A number in the little room of a mark.

    >>> _short(12), _short(1234)
    ('12', '999+')
    """
    return f"{number}" if number <= 999 else "999+"


PLACES = (
    RailPlace(
        "home",
        "Home",
        "home-outline",
        "Recent files, sessions and examples",
        ("open", "open_folder", "open_session"),
    ),
    RailPlace(
        "data",
        "Data",
        "table",
        "How the file was read, and what is odd about it",
        ("open", "paste"),
        _no_data,
        _open_data,
    ),
    RailPlace(
        "train",
        "Train",
        "chart-line",
        "Train an ensemble and watch it learn",
        ("train", "pause", "step", "stop", "train_on", ROUNDS, "play"),
        _no_work,
        _runs,
    ),
    RailPlace(
        "review",
        "Review",
        "magnify-scan",
        "Decide about the rows that do not belong",
        ("undo", "redo", "deeds"),
        _no_review,
        _decisions,
    ),
    RailPlace(
        "compare",
        "Compare",
        "compare-horizontal",
        "Two runs side by side",
        ("usual_five",),
        _no_two_runs,
    ),
    RailPlace(
        "predict",
        "Predict",
        "crystal-ball",
        "Label the rows of a new file by a model",
    ),
    RailPlace(
        "export",
        "Export",
        "tray-arrow-down",
        "Everything that can be taken away",
        ("save_session",),
    ),
    RailPlace(
        "learn",
        "Learn",
        "school-outline",
        "Lessons of a few minutes, and examples",
    ),
)
PLACE = {place.name: place for place in PLACES}
