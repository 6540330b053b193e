"""The family of weak learners. Each is one file in `learners`."""

from dataclasses import dataclass
from typing import ClassVar

from core.data.dataset import Task
from core.learning.members import ALL_TASKS, Member


@dataclass(frozen=True)
class Learner(Member):
    """The family of weak learners: what is trained in one go."""

    tasks: ClassVar[tuple[Task, ...]] = ALL_TASKS
