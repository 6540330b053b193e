"""A run in the list of a project: under way, or finished."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.data.dataset import Dataset
    from core.learning.ensemble import Ensemble
    from core.learning.histories.history import History
    from core.learning.model import Model
    from core.learning.run import Run
    from core.learning.training import Training


@dataclass(eq=False)
class RunItem:
    """A run in the list: under way, or finished."""

    number: int
    source: "Training | Run"
    name: str = ""
    """What the person calls it; at first its number and algorithm."""
    early_model: "Model | None" = None
    """While it is under way, the model of some of the rounds done so far."""
    kept: str = ""
    """The file of the home folder that it is kept in; empty if it is in none."""
    branch: int = 1
    """The number of the branch whose data it was trained on."""

    def __post_init__(self) -> None:
        self.name = self.name or self._first_name

    @property
    def _first_name(self) -> str:
        return f"{self.number} {self.source.settings.title}"

    @property
    def is_named(self) -> bool:
        """Whether a person gave it a name."""
        return self.name != self._first_name

    @property
    def run(self) -> "Run | None":
        """The finished run, or None while it is under way."""
        from core.learning.run import Run

        return self.source if isinstance(self.source, Run) else None

    @property
    def model(self) -> "Model | None":
        """The model; while the run is under way, a recent one of fewer rounds, if any."""
        return self.run.model if self.run is not None else self.early_model

    @property
    def history(self) -> "History":
        """The rounds done so far."""
        return self.source.history

    @property
    def dataset(self) -> "Dataset":
        """What it was trained on."""
        return self.source.dataset

    @property
    def settings(self) -> "Ensemble":
        """How it was trained."""
        return self.source.settings
