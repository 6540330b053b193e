"""The audit: which rows do not belong, why, and how many of them there are.

Every row is ranked by suspicion, higher is worse.
"""

from core.auditing.auditing import Auditing, Stage
from core.auditing.from_run import RunAudit, first_ranking
from core.auditing.noise import Noise
from core.auditing.reasons import Reasons
from core.auditing.result import Audit
from core.auditing.verdict import Kind
from core.data.dataset import Dataset
from core.ensembles import Ensemble

__all__ = [
    "Audit", "Auditing", "Kind", "Noise", "Reasons", "RunAudit", "Stage", "audit", "first_ranking",
]  # fmt: skip


def audit(
    data: Dataset,
    settings: Ensemble | None = None,
    *,
    seed: int = 0,
    training_only: bool = False,
) -> Audit:
    """Find the rows that do not belong.

    `settings` are those of the ensemble that is boosted to look at, AdaBoost unless told otherwise.
    With `training_only` the validation rows are judged, and teach nothing.
    """
    auditing = Auditing(data, settings, seed=seed, training_only=training_only)
    for _ in auditing:
        pass
    return auditing.audit()
