"""Where earlier decisions come from: a session, a decisions CSV with its file, or one alone."""

from pathlib import Path

from core.base.progress import Watch, part, unwatched
from core.data.dataset import Dataset
from core.judging.reviewing.carrying.earlier import Earlier
from core.judging.reviewing.decision import batches_of
from core.judging.reviewing.decisions import Decisions
from core.judging.reviewing.table import listed_decisions
from core.project.earlier_files import earlier_by_marks
from core.project.sessions import project_of
from core.storage.session_file import load_session


def earlier_in_session(
    path: Path, data: Path | None = None, target: str = "", watch: Watch = unwatched
) -> Earlier:
    """What a session file holds; raise DataWantedError if it does not know its data any more.

    Of several targets the one that is asked for counts, else the one that was looked at last.
    """
    project = project_of(load_session(path, data=data, watch=part(watch, 0.0, 1.0)))
    own = [branch for branch in project.branches if branch.base.target == target]
    return Earlier.of((own[0] if own else project.open_branch).decisions)


def earlier_in_csv(path: Path, old: Dataset | None, target: str) -> Earlier:
    """What a decisions CSV tells; without the data that it is about, rows are known by marks."""
    if old is not None:
        decisions = Decisions(old)
        decisions.apply(decisions.taking_csv(path))
        return Earlier.of(decisions)
    return earlier_by_marks([batches_of(listed_decisions(path))], [], target, path.name)
