"""The audit: which rows do not belong, why, and how many of them there are.

Every row is ranked by suspicion, higher is worse.
"""

from collections.abc import Iterable

from core.data.dataset import Dataset
from core.judging.auditing.auditing import Auditing
from core.judging.auditing.result import Audit
from core.learning.ensemble import Ensemble


def audit(
    data: Dataset,
    settings: Ensemble | None = None,
    *,
    seed: int = 0,
    training_only: bool = False,
    kept: Iterable[int] = (),
    sample: int | None = None,
) -> Audit:
    """Find the rows that do not belong.

    `settings` are those of the ensemble that is boosted to look at, AdaBoost unless told otherwise.
    With `training_only` the validation rows are judged, and teach nothing. Rows of the lines that
    somebody kept, and rows that were relabelled, come last and are not flagged again. With a
    `sample`, so many rows are audited, and the others are not judged.
    """
    auditing = Auditing(
        data, settings, seed=seed, training_only=training_only, kept=kept, sample=sample
    )
    for _ in auditing:
        pass
    return auditing.audit()
