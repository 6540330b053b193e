"""What the audit's flags and suggestions are worth: few on clean data, and a better model."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from core import AdaBoost, RandomForest, audit, fit
from core.judging.auditing.verdict import SuspicionKind
from core.judging.reviewing.proof import Proof, ProofVerdict, proof
from core.judging.reviewing.what_if import WhatIf
from core.learning.ensemble import Ensemble
from core.learning.run import Run
from tests.benchmarks.measuring import print_table, print_target
from tests.benchmarks.noise.data import UNIFORM, Case, flipped

CLEAN = ("wine", "breast_w", "digits", "segment")
"""Data sets whose labels hold next to no error."""
_TEST_SHARE, _VALIDATION_SHARE = 0.3, 0.25
_WHEN = ("before", "after")


def flags(known: list[Case], found: list[tuple[tuple, dict[str, float]]], seeds) -> None:
    """The share of rows flagged on labels as they are, and what flags are worth at 10 % noise.

    The latter has been measured: `found` holds the audit's figures of cases.
    """
    print("\nflags: on labels as they are, and with 10 % flipped")
    rows, is_kept = [], []
    for case in known:
        measured = [one for key, one in found if key[:3] == (case.name, UNIFORM, 0.1)]
        if not measured:
            continue
        clean = [audit(case.dataset(case.labels), seed=seed).flagged.mean() for seed in seeds]
        before = np.mean(clean)
        p, r, noise = (
            np.nanmean([one[key] for one in measured]) for key in ("precision", "recall", "noise")
        )
        if case.name in CLEAN:
            is_kept.append((before <= 0.05, p >= 0.7 and r >= 0.7))
        rows.append(
            [case.name, f"{100 * before:.1f} %", f"{p:.2f}", f"{r:.2f}", f"{100 * noise:.1f} %"]
        )
    print_table(["", "flagged, clean", "precision", "recall", "noise, estimated"], rows)
    if is_kept:
        quiet, good = np.sum(is_kept, axis=0)
        print_target("clean sets with at most 5 % flagged", f"{len(is_kept)}", f"{quiet}")
        print_target("clean sets with precision and recall of 0.7", f"{len(is_kept)}", f"{good}")


@dataclass(frozen=True)
class Trial:
    """Errors before and after accepting the suggestions, and what the question had foretold."""

    before: float
    after: float
    """The shares of clean test rows that are wrong."""
    foretold: Proof

    @property
    def is_foretold(self) -> bool:
        """Whether validation rows, whose labels are noisy, point where clean test rows do."""
        return bool(np.sign(self.foretold.difference.share) == np.sign(self.after - self.before))

    @property
    def is_misled(self) -> bool:
        """Whether the question claimed, in words, the opposite of what came."""
        wrong = {
            ProofVerdict.BETTER: self.after > self.before,
            ProofVerdict.WORSE: self.after < self.before,
        }
        return wrong.get(self.foretold.verdict, False)


def cleaned_errors(known: list[Case], seeds) -> None:
    """The error on clean test rows before and after accepting the suggestions, at 20 % noise."""
    models = {"AdaBoost": AdaBoost(), "forest": RandomForest()}
    found: dict[str, dict[str, list[Trial]]] = {name: {} for name in models}
    for case in known:
        trials = [_trials(case, tuple(models.values()), seed) for seed in seeds]
        for name, own in zip(models, zip(*trials, strict=True), strict=True):
            found[name][case.name] = list(own)
            before, after = (np.mean([getattr(one, when) for one in own]) for when in _WHEN)
            print(
                f"{case.name:15} {name:9} {100 * before:5.1f} % to {100 * after:5.1f} %", flush=True
            )
    for name, sets in found.items():
        _print_trials(name, sets)


def _print_trials(name: str, sets: dict[str, list[Trial]]) -> None:
    print(
        f"\n{name}, error on clean test rows at 20 % noise, before and after accepting the "
        "suggestions;\nand what the question 'what if' said before, from noisy validation rows"
    )
    rows, better, agree = [], 0, 0
    for case, trials in sets.items():
        before, after = (np.mean([getattr(one, when) for one in trials]) for when in _WHEN)
        foretold = np.mean([one.foretold.difference.share for one in trials])
        better += bool(after < before)
        agree += bool(np.sign(foretold) == np.sign(after - before))
        verdicts = Counter(one.foretold.verdict for one in trials)
        rows.append(
            [
                case,
                f"{100 * before:.1f} %",
                f"{100 * after:.1f} %",
                f"{100 * (after - before):+.1f}",
                f"{100 * foretold:+.1f}",
                *(str(verdicts[each]) for each in (ProofVerdict.BETTER, ProofVerdict.WORSE)),
            ]
        )
    print_table(["", *_WHEN, "change", "foretold", "said better", "said worse"], rows)
    every = [one for trials in sets.values() for one in trials]
    print_target(f"{name}: data sets with a lower error", "9 of 12", f"{better} of {len(sets)}")
    print_target(
        f"{name}: foretold changes that point the right way",
        "most",
        f"{agree} of {len(sets)} data sets, {sum(one.is_foretold for one in every)} of "
        f"{len(every)} trials; {sum(one.is_misled for one in every)} verdicts said the opposite",
    )


def _trials(case: Case, models: tuple[Ensemble, ...], seed: int) -> list[Trial]:
    """Accepting means: a suggested label is taken, and an outlier is left out."""
    random = np.random.default_rng([seed, 7])
    order = random.permutation(len(case.labels))
    cut = round(_TEST_SHARE * len(order))
    test, own = case.take(order[:cut]), case.take(order[cut:])
    labels = flipped(own.labels, len(case.classes), 0.2, UNIFORM, seed)
    data = own.dataset(labels, _VALIDATION_SHARE, seed)
    found = audit(data, seed=seed, training_only=True)
    flagged = np.flatnonzero(found.flagged)
    is_outlier = np.array([found.kind(row) is SuspicionKind.OUTLIER for row in flagged], bool)
    exclude = data.lines[flagged[is_outlier]].tolist()
    relabel = {
        int(data.lines[row]): data.classes[found.suggested[row]] for row in flagged[~is_outlier]
    }
    truth = np.array(case.classes, dtype=object)[test.labels]
    trials = []
    for settings in models:
        runs = _runs(data, settings, exclude, relabel, seed)
        before, after = (float(np.mean(run.model.predict(test.features) != truth)) for run in runs)
        trials.append(Trial(before, after, proof(*runs)))
    return trials


def _runs(data, settings: Ensemble, exclude, relabel, seed: int) -> tuple[Run, Run]:
    """On the data as they are and as they would be."""
    if not exclude and not relabel:
        return (fit(data, settings, seed=seed),) * 2
    question = WhatIf(data, settings, exclude, relabel, seed=seed)
    for _ in question:
        pass
    return question.before, question.after
