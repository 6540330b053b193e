"""A committee of a given size: once its members are trained, there is nothing to add."""

from collections.abc import Generator

from core.base.wording import grouped
from core.learning.rounds import Ending, Outcome, Round
from core.learning.trainers.committee import CommitteeTrainer


class FixedCommittee(CommitteeTrainer):
    """A committee that no further rounds can follow."""

    def rounds(self) -> Generator[Round, None, Outcome]:
        """Train the members one by one."""
        outcome = yield from super().rounds()
        if outcome.ending is not Ending.ALL_ROUNDS:
            return outcome
        return Outcome(Ending.COMPLETE, f"All {grouped(self.history.rounds)} members are trained.")
