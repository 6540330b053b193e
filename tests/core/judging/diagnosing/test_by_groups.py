"""Rows of one group tell one thing: what is beyond chance is told by groups, not by rows."""

import re

import numpy as np
import pandas as pd

import core
from core.data.dataset import Dataset
from core.judging.diagnosing.misses import Judging
from core.judging.diagnostics.verdicts import JudgedRows, Verdicts, headline
from core.judging.reviewing.proof import ProofVerdict, proof

CLAIMS = ("too weak", "getting worse", "Another kind", "does better", "rank the classes")


def nothing_to_learn(seed, patients=60, copies=10):
    """Each patient has a label by the toss of a coin, and is measured several times."""
    random = np.random.default_rng([23, seed])
    who = np.repeat(np.arange(patients), copies)
    points = random.normal(size=(patients, 4))[who] + 0.02 * random.normal(size=(len(who), 4))
    label = random.permutation(np.resize(["ill", "well"], patients))[who]
    frame = pd.DataFrame(points, columns=list("abcd")).assign(patient=who, y=label)
    return Dataset.from_frame(frame, "y", group="patient", seed=seed)


def interval(sentence):
    low, high = re.search(r"interval ([\d.]+) to ([\d.]+) %", sentence).groups()
    return float(low), float(high)


def test_copies_of_a_patient_are_no_evidence():
    claimed, covered = 0, 0
    for seed in range(20):
        said = core.diagnosis(core.fit(nothing_to_learn(seed), core.AdaBoost(rounds=30)))
        claimed += any(claim in said for claim in CLAIMS)
        low, high = interval(said)
        covered += low <= 50 <= high
        assert re.match(r"[\d.]+ % of 1\d\d validation rows in 1\d groups wrong \(", said)
    assert claimed <= 2
    assert covered >= 17


def test_two_runs_that_know_nothing_differ_by_chance():
    verdicts = []
    for seed in range(20):
        data = nothing_to_learn(seed)
        stumps, trees = (
            core.fit(data, settings)
            for settings in (core.AdaBoost(rounds=10), core.RandomForest(rounds=10))
        )
        verdicts.append(proof(stumps, trees).verdict)
    assert sum(verdict in (ProofVerdict.BETTER, ProofVerdict.WORSE) for verdict in verdicts) <= 3


def test_an_audit_that_knows_nothing_accuses_no_label():
    told = [core.diagnosis(core.fit(data, core.AdaBoost(rounds=5)), core.audit(data))
            for data in map(nothing_to_learn, range(3))]  # fmt: skip
    assert sum("cannot be told" in said for said in told) >= 2


def test_every_view_has_the_interval_of_the_sentence():
    run = core.fit(nothing_to_learn(1), core.AdaBoost(rounds=5))
    judging = Judging.of(run)
    said = judging.interval(judging.misses(5))
    view = headline(Verdicts.of(run.history, run.history.suggested(5), JudgedRows.VALIDATION))
    shown = proof(run, run).after.error
    assert np.allclose([view.low, view.high], [said.low, said.high])
    assert np.allclose([shown.low, shown.high], [said.low, said.high])


def test_few_groups_are_too_few():
    said = core.diagnosis(core.fit(nothing_to_learn(0, 12, 40), core.AdaBoost(rounds=5)))
    assert said.endswith("There are too few groups to say more.")


def test_a_patient_has_one_number_in_every_revision():
    data = nothing_to_learn(0)
    fewer = data.excluding(data.lines[:15].tolist())
    assert np.array_equal(fewer.groups, data.groups[15:])


def test_four_rows_of_a_rare_class_are_few_when_classes_count_the_same():
    random = np.random.default_rng(1)
    values = random.normal(size=(2000, 3))
    label = np.where(values[:, 0] + 0.3 * values[:, 1] > 2.4, "fraud", "ok")
    data = Dataset.from_frame(pd.DataFrame(values, columns=list("abc")).assign(y=label), "y")
    said = core.diagnosis(core.fit(data, core.AdaBoost(balanced=True)))
    assert "rows wrong, every class counting the same (95 %" in said
    low, high = interval(said)
    assert high - low > 20
