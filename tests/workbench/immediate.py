"""Jobs that are done where they are asked for, as tests want them."""

from workbench.jobs.job import Job
from workbench.jobs.registry import Jobs, JobsAtOnce


class Immediate(JobsAtOnce):
    """An error is raised to whoever asked: no test overlooks one."""

    def _ended(self, job: Job) -> None:
        if job.task.error is not None:
            del self._alive[job]
            job.cancel()
            raise job.task.error
        super()._ended(job)


class ImmediateUnlessLong(Jobs):
    """What tells how far it is takes long, and goes to a thread; all else is done at once."""

    def _run(self, job: Job) -> None:
        is_long = job.owner is not None and job.owner.progressed is not None
        (Jobs if is_long else Immediate)._run(self, job)
