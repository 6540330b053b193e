"""How long an audit will take, by what audits of tables of several sizes took.

Seconds of one core, measured at 20,000 to 300,000 rows of 5 and 20 columns and two classes: judges
learn from 20,000 rows at most, more rows are then only judged, boosted, and compared. Machines are
faster or slower, so it is an estimate, and said as one.
"""

from core.base import pool
from core.base.wording import grouped, roughly
from core.data.dataset import Dataset

_TEACHING, _TAUGHT_ROWS = 11.0, 20_000
_ROW, _CELL = 1.6e-4, 2e-6
_TOGETHER = 0.8
"""What threads get done side by side: some of it only one can do."""
WORTH_SAYING = 60.0
"""An audit that takes so many seconds is announced, and a sample offered."""
USUAL_SAMPLE = 100_000


def expected_seconds(data: Dataset, rows: int | None = None) -> float:
    """How long an audit of all rows, or of a sample of so many, takes on this machine."""
    rows = len(data) if rows is None else min(rows, len(data))
    outputs = max(1.0, len(data.classes) / 2)
    taught = _TEACHING * min(1.0, rows / _TAUGHT_ROWS)
    judged = rows * outputs * (_ROW + _CELL * len(data.features))
    return (taught * outputs + judged) / max(1.0, _TOGETHER * pool.threads())


def announced(data: Dataset) -> str:
    """How long an audit takes, and what a sample would; empty if it is soon over."""
    seconds = expected_seconds(data)
    if seconds < WORTH_SAYING:
        return ""
    told = f"An audit of all {grouped(len(data))} rows takes about {roughly(seconds)}"
    if not can_be_sampled(data):
        return f"{told}."
    sample = roughly(expected_seconds(data, USUAL_SAMPLE))
    return f"{told}; of a sample of {grouped(USUAL_SAMPLE)}, about {sample}."


def can_be_sampled(data: Dataset) -> bool:
    """Whether a sample would be less, and can be drawn."""
    return len(data) > USUAL_SAMPLE and not data.split.past_only
