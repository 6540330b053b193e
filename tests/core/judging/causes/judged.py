"""Audits of rows whose judges are made up: they know how likely each class is, and no more."""

import numpy as np
import pandas as pd

from core import Dataset
from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.doubting.noise import NO_NOISE
from core.judging.auditing.jury import Opinion, own_and_other, suspicion_of
from core.judging.auditing.result import Audit
from core.judging.auditing.skill import can_tell_classes
from core.judging.auditing.twins import Twins
from core.judging.auditing.verdict import KINDS, SuspicionKind

ROWS = 600


def judged(frame, labels, shares):
    """The audit of a table with these labels by a judge who gives the classes these shares."""
    classes = tuple("abcdefgh"[: shares.shape[1]])
    data = Dataset.from_frame(
        frame.assign(label=np.array(classes, object)[labels]), "label", validation_share=0
    )
    own, other, share = own_and_other(shares, data.labels.astype(np.int64))
    wrong = share > own
    kinds = np.where(wrong, KINDS.index(SuspicionKind.LABEL), KINDS.index(SuspicionKind.FITS))
    return Audit(
        data,
        suspicion_of(own, share),
        np.where(wrong, share, 0.0),
        np.where(wrong, other, data.labels),
        np.maximum(own, share),
        kinds.astype(np.int64),
        Noise(0.05, 0.02, 0.1) if can_tell_classes(shares, labels) else NO_NOISE,
        int(wrong.sum()),
        {},
        (Opinion("judge", "the judge", own, other, share),),
        Twins.of(data),
        None,
        0.1,
    )


def measured(frame, numbers, said):
    """The audit of a table with these numbers by two judges who say others, nearly the same."""
    data = Dataset.from_frame(frame.assign(number=numbers), "number", validation_share=0)
    far = np.abs(numbers - said) / np.median(np.abs(numbers - said))
    wrong = np.where(far > 6, 0.9, 0.01)
    none = np.empty(0)
    return Audit(
        data,
        far,
        wrong,
        said,
        np.full(len(said), np.nan),
        np.full(len(said), KINDS.index(SuspicionKind.LABEL)),
        Noise(0.05, 0.02, 0.1),
        int((wrong > 0.5).sum()),
        {},
        tuple(
            Opinion(name, name, said + more, none, none) for name, more in (("a", 0), ("b", 0.1))
        ),
        Twins.of(data),
        None,
        0.1,
    )


def two_classes(random, spread, rows=ROWS):
    """Columns, the likeliest shares of two classes, and labels drawn by them."""
    x = random.normal(size=(rows, 3))
    share = 1 / (1 + np.exp(-(x[:, 0] + x[:, 1]) * spread))
    shares = np.column_stack([1 - share, share])
    frame = pd.DataFrame(x, columns=["u", "v", "w"]).assign(
        operator=random.integers(1, 9, rows),
        site=random.choice(["north", "south", "east"], rows),
        day=(np.datetime64("2024-01-01") + random.integers(0, 120, rows)).astype(str),
        id=[f"{'AB'[i % 2]}-{i:05}" for i in range(rows)],
    )
    return frame, shares, (random.random(rows) < share).astype(np.int64)
