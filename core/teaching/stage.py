"""The stage: what a lesson may do to, and ask of, the window it is played in."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from core.data.dataset import Dataset
    from core.learning.ensemble import Ensemble
    from core.project import Project


class LessonStage(Protocol):
    """A window, as a lesson knows it; what takes long is started here, and ends later."""

    @property
    def project(self) -> "Project":
        """The state of the work."""

    @property
    def place(self) -> str:
        """The place of the rail that is shown, by its name."""

    @property
    def exported(self) -> int:
        """How many files were taken away so far."""

    def open(self, words: str, make: "Callable[[], Dataset]") -> None:
        """Make data and open them."""

    def choose(self, settings: "Ensemble") -> None:
        """Put settings into the form."""

    def has_chosen(self, settings: "Ensemble") -> bool:
        """Whether the form has these settings."""

    def train(self, settings: "Ensemble") -> None:
        """Train an ensemble on the data that are open."""

    def go_to(self, number: int) -> None:
        """Show a round."""

    def show_view(self, name: str) -> None:
        """Bring a view into sight."""

    def sees(self, name: str) -> bool:
        """Whether a view is in sight."""

    def go(self, place: str) -> None:
        """Go to a place of the rail."""

    def select(self, lines: Sequence[int]) -> None:
        """Select the rows of these lines."""

    def audit(self) -> None:
        """Let judges that never saw a row judge it."""

    def export(self) -> None:
        """Take the cleaned file away, to a folder that is thrown away with the window."""
