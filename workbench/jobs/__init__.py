"""Work off the GUI thread: one kind of job, and one registry that knows all of them."""

from workbench.jobs.job import Job
from workbench.jobs.jobs import Jobs, JobsAtOnce
from workbench.jobs.lane import Lane

__all__ = ["Job", "Jobs", "JobsAtOnce", "Lane"]
