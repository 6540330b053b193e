"""Weak learners: one file and one settings dataclass each."""

from dataclasses import dataclass
from typing import ClassVar

from core.data.dataset import Task
from core.members import ALL_TASKS, Member

__all__ = ["ALL_TASKS", "Learner"]


@dataclass(frozen=True)
class Learner(Member):
    """The family of weak learners: what is trained in one go."""

    tasks: ClassVar[tuple[Task, ...]] = ALL_TASKS
