"""Compiling the kernels before they are needed: from the disk's cache under a second, else some."""

import numpy as np
import pandas as pd


def warm_up() -> None:
    """Call every kernel once on a tiny dataset, so that the first real call does not wait."""
    from core.audit import Audit
    from core.data.dataset import Dataset
    from core.ensembles.adaboost import AdaBoost
    from core.training import fit

    values = np.arange(12)
    frame = pd.DataFrame(
        {
            "number": values * 0.5,
            "name": list("abcabcabcabc"),
            "label": (values % 3 == 0).astype(int),
        }
    )
    run = fit(Dataset.from_frame(frame, "label"), AdaBoost(rounds=2))
    found = Audit(run)
    run.history.weight_image(found.ranked, run.rounds, 4, 4)
    run.model.probabilities(frame)
    found.frame()
