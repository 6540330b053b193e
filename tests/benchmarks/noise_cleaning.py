"""What the audit's flags and suggestions are worth: few on clean data, and a better model."""

import numpy as np

from tests.benchmarks.measuring import print_table, print_target
from tests.benchmarks.noise_data import UNIFORM, Case, flipped

CLEAN = ("wine", "breast_w", "digits", "segment")
"""Data sets whose labels hold next to no error."""
_TEST_SHARE = 0.3


def flags_without_noise(known: list[Case], seeds) -> None:
    """The share of rows flagged on labels as they are, and what flags are worth at 10 % noise."""
    from core import audit

    print("\nflags: on labels as they are, and with 10 % flipped")
    rows, is_kept = [], []
    for case in known:
        before = np.mean([audit(case.dataset(case.labels), seed=s).flagged.mean() for s in seeds])
        precision, recall, noise = [], [], []
        for seed in seeds:
            labels = flipped(case.labels, len(case.classes), 0.1, UNIFORM, seed)
            found = audit(case.dataset(labels), seed=seed)
            hits = (found.flagged & (labels != case.labels)).sum()
            precision.append(hits / max(1, found.count))
            recall.append(hits / (labels != case.labels).sum())
            noise.append(found.noise.estimate)
        p, r = np.mean(precision), np.mean(recall)
        if case.name in CLEAN:
            is_kept.append((before <= 0.05, p >= 0.7 and r >= 0.7))
        rows.append([case.name, f"{100 * before:.1f} %", f"{p:.2f}", f"{r:.2f}",
                     f"{100 * np.mean(noise):.1f} %"])  # fmt: skip
    print_table(["", "flagged, clean", "precision", "recall", "noise, estimated"], rows)
    if is_kept:
        quiet, good = np.sum(is_kept, axis=0)
        print_target("clean sets with at most 5 % flagged", f"{len(is_kept)}", f"{quiet}")
        print_target("clean sets with precision and recall of 0.7", f"{len(is_kept)}", f"{good}")


def cleaned_errors(known: list[Case], seeds) -> None:
    """The error on clean test rows before and after accepting the suggestions, at 20 % noise."""
    from core import AdaBoost, RandomForest

    print("\nerror on clean test rows at 20 % noise, before and after accepting the suggestions")
    models = {"AdaBoost": AdaBoost(), "forest": RandomForest()}
    rows, better = [], dict.fromkeys(models, 0)
    for case in known:
        cells = [case.name]
        for name, settings in models.items():
            pairs = np.array([_before_and_after(case, settings, seed) for seed in seeds])
            before, after = pairs.mean(axis=0)
            better[name] += bool(after < before)
            cells += [f"{100 * before:.1f} %", f"{100 * after:.1f} %"]
        rows.append(cells)
    print_table(["", *(f"{name} {when}" for name in models for when in ("before", "after"))], rows)
    for name, count in better.items():
        print_target(f"{name}: data sets with a lower error", "9 of 12", f"{count} of {len(known)}")


def _before_and_after(case: Case, settings, seed: int) -> tuple[float, float]:
    """Accepting means: a suggested label is taken, and an outlier is left out."""
    from core import audit, fit
    from core.auditing import Kind

    random = np.random.default_rng([seed, 7])
    order = random.permutation(len(case.labels))
    cut = round(_TEST_SHARE * len(order))
    test, own = case.take(order[:cut]), case.take(order[cut:])
    labels = flipped(own.labels, len(case.classes), 0.2, UNIFORM, seed)
    data = own.dataset(labels)
    found = audit(data, seed=seed)
    flagged = np.flatnonzero(found.flagged)
    outliers = [row for row in flagged if found.kind(row) is Kind.OUTLIER]
    moved = {
        int(data.lines[row]): data.classes[found.suggested[row]]
        for row in flagged
        if row not in outliers
    }
    cleaned = data.relabelled(moved)
    if outliers:
        cleaned = cleaned.excluding(data.lines[outliers])
    truth = np.array(case.classes, dtype=object)[test.labels]
    before, after = (
        float(np.mean(fit(revision, settings, seed=seed).model.predict(test.features) != truth))
        for revision in (data, cleaned)
    )
    return before, after
