"""The project: the state of the work. Every change is a command that can be undone and repeated."""

from core.project.project import Project as Project
