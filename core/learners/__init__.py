"""Weak learners: one file and one settings dataclass each."""

from dataclasses import dataclass

from core.settings import Settings


@dataclass(frozen=True)
class Learner(Settings):
    """The family of weak learners: what an ensemble combines."""
