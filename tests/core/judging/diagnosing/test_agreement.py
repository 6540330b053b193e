"""No two things that are said about a run contradict each other, whatever was found."""

import itertools
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, RandomForest, Tree, audit, diagnosis, fit
from core.judging.auditing.auditing import Auditing
from core.judging.auditing.doubting.calibration import Noise
from core.judging.auditing.skill import can_tell_classes
from core.judging.diagnosing.evidence import RunEvidence
from core.judging.diagnosing.labels import AuditedLabels, Told
from core.sharing.report.rows_part import suspects_told
from tests.core.judging.diagnosing.situations import framed, named, nothing, numbers, steps, sums

CONTRADICTIONS = (
    ("nothing looks wrong", r"look wrong, by estimate"),
    ("nothing looks wrong", "cannot be told"),
    ("no better than guessing", r"look wrong, by estimate"),
    ("no better than guessing", "nothing looks wrong"),
    ("Wrong labels are part of that", "Hardly any label"),
    ("Wrong labels are part of that", "cannot be told"),
    ("labels look right", "look wrong, by estimate"),
    ("labels look right", "cannot be told"),
    ("review the labels", "Hardly any label"),
    ("review the labels", "cannot be told"),
    ("cannot be told", "right after all"),
    ("Training and validation rows agree", "Of the training rows only"),
    ("train more rounds", r"Use about [\d,]+ round"),
    ("fell on", r"Use about [\d,]+ round"),
    (r"at most 0\.0 %", ""),
    ("look noisy", ""),
    ("nan", ""),
)
"""Pairs that never stand in one text; beside an empty one, what never stands in any."""

SMALL = {
    "clean": (lambda: steps(3, rows=600), AdaBoost(rounds=30)),
    "noisy": (lambda: steps(3, rows=800, noise=0.2), AdaBoost(rounds=60, base=Tree(depth=3))),
    "overlapping": (lambda: sums(3, rows=800, overlap=1.5), RandomForest(rounds=30)),
    "past zero": (lambda: sums(3, rows=900, columns=10), AdaBoost(rounds=60, base=Tree(depth=4))),
    "nothing": (lambda: nothing(3, rows=600), AdaBoost(rounds=30)),
    "tiny": (lambda: sums(3, rows=40), AdaBoost(rounds=20)),
    "no validation rows": (lambda: sums(3, rows=400, share=0.0), AdaBoost(rounds=30)),
    "numbers": (lambda: numbers(3, rows=500), RandomForest(rounds=30)),
}
NOISES = {
    "none": (Noise(0.0, 0.0, 0.0), 0),
    "none, flagged": (Noise(0.0, 0.0, 0.0), 3),
    "hardly": (Noise(0.0002, 0.0, 0.0004), 0),
    "little": (Noise(0.018, 0.0, 0.027), 4),
    "some": (Noise(0.044, 0.03, 0.06), 20),
    "some, none flagged": (Noise(0.044, 0.03, 0.06), 0),
    "much": (Noise(0.34, 0.3, 0.38), 30),
    "all": (Noise(0.95, 0.9, 1.0), 0),
}


@pytest.fixture(scope="module")
def audited():
    """Every small case with a run and its audit."""
    found = {}
    for name, (made, settings) in SMALL.items():
        data = made()
        run = fit(data, settings)
        auditing = Auditing(data, run=run)
        for _ in auditing:
            pass
        found[name] = run, auditing.audit()
    return found


def assert_no_contradiction(text):
    for one, other in CONTRADICTIONS:
        both = re.search(one, text) and re.search(other, text)
        assert not both, f"{one!r} beside {other!r}: {text}"


@pytest.mark.parametrize(("case", "noise"), list(itertools.product(SMALL, NOISES)))
@pytest.mark.parametrize("is_known", [True, False])
def test_no_pair_of_phrases_contradicts(audited, case, noise, is_known):
    run, audit = audited[case]
    estimate, count = NOISES[noise]
    opinions = audit.opinions if is_known else ()
    if not audit.can_tell:  # then there is no estimate
        estimate = audit.noise
    audit = replace(audit, noise=estimate, count=count, opinions=opinions)
    text = diagnosis(run, audit)
    assert_no_contradiction(text)
    # The report says of the labels what the sentence says.
    labels = AuditedLabels.of(audit)
    assert labels.sentence in text
    assert labels.flagged in text
    assert labels.sentence in suspects_told(audit, 0).sentence
    if not is_known:
        assert labels.told is Told.NOTHING


def test_where_nothing_can_be_predicted_no_label_is_called_wrong(audited):
    run, audit = audited["nothing"]
    said = diagnosis(run, audit)
    assert "guessing" in said
    assert "Which labels are wrong cannot be told" in said
    assert "look wrong" not in said
    assert audit.count == 0
    assert audit.wrong.max() == 0


def test_an_error_below_guessing_is_never_called_no_better_beside_labels_that_look_wrong():
    """Seen: "no better than guessing" below a curve that lay under the line of guessing."""
    random = np.random.default_rng(5)
    x = random.normal(size=(4, 400))
    data = framed([*x], named(x[0] + 2.2 * random.normal(size=400) > 0.6))
    run = fit(data, AdaBoost(rounds=10))
    known = RunEvidence.of(run, None, None)
    assert known.error.share < known.guess.error
    assert not known.against_guessing.fell
    said = diagnosis(run)
    assert "not clearly better than guessing, though it does rank the classes" in said
    assert "no better than guessing" not in said


def test_rows_of_one_thing_on_both_sides_are_told_where_all_else_looks_well():
    """Seen: "nothing looks wrong" of an error of 0 % that came from knowing the patients."""
    random = np.random.default_rng(0)
    patient = np.repeat(np.arange(60), 5)
    values = random.normal(size=(60, 6))[patient] + 0.1 * random.normal(size=(300, 6))
    frame = pd.DataFrame(values, columns=list("abcdef"))
    frame["y"] = named(random.integers(0, 2, 60)[patient] == 1)
    frame["patient"] = [f"P{number:03}" for number in patient]
    said = diagnosis(fit(Dataset.from_frame(frame, "y"), AdaBoost(rounds=20)))
    assert "Rows of one 'patient' stand on both sides of the split" in said
    together = Dataset.from_frame(frame, "y", group="patient")
    assert "both sides" not in diagnosis(fit(together, AdaBoost(rounds=20)))


def test_one_flagged_row_is_spoken_of_as_one(audited):
    _, audit = audited["noisy"]
    assert "right after all" in AuditedLabels.of(replace(audit, count=20)).flagged
    assert "of these" not in AuditedLabels.of(replace(audit, count=1)).flagged


def test_an_audit_of_other_data_says_nothing_about_a_run(audited):
    run, _ = audited["clean"]
    _, other = audited["noisy"]
    assert diagnosis(run, other) == diagnosis(run)


def test_a_share_below_what_is_shown_is_never_shown_as_nothing():
    run = fit(steps(3, rows=400), AdaBoost(rounds=5))
    auditing = Auditing(run.dataset, run=run)
    for _ in auditing:
        pass
    audit = replace(auditing.audit(), noise=Noise(0.0, 0.0, 0.0004), count=0)
    assert (
        AuditedLabels.of(audit).sentence
        == "Hardly any label looks wrong: at most 0.1 %, by estimate."
    )


def test_judges_are_held_against_the_shares_of_the_classes_not_against_predictions():
    """A rare class may never be predicted, and still be told apart."""
    run = fit(steps(3, rows=400), AdaBoost(rounds=5))
    auditing = Auditing(run.dataset, run=run)
    for _ in auditing:
        pass
    labels = run.dataset.labels.astype(int)
    usual = np.bincount(labels) / len(labels)
    assert not can_tell_classes(np.tile(usual, (len(labels), 1)), labels)
    assert can_tell_classes(auditing.shares, labels)
    assert AuditedLabels.of(auditing.audit()).told is not Told.NOTHING


def test_rows_that_were_relabelled_explain_the_error_by_the_file():
    """The labels look right by now, and the error is of those that the file has."""
    data, truth = steps(3, rows=800, noise=0.15), steps(3, rows=800)
    is_wrong = truth.labels != data.labels
    names = {int(data.lines[row]): truth.label_text(row) for row in np.flatnonzero(is_wrong)}
    revised = data.relabelled(names)
    said = diagnosis(fit(revised, AdaBoost(rounds=60, base=Tree(depth=3))), audit(revised))
    found = re.search(r"Of the (\d+) wrong rows (\d+) were relabelled since and count as", said)
    assert found is not None
    assert int(found[2]) >= 0.8 * (is_wrong & revised.validation).sum()
    assert "labels look right" not in said


def test_what_may_be_hardly_any_wrong_label_explains_nothing(audited):
    run, audit = audited["past zero"]
    few, many = (Noise(0.008, low, 0.014) for low in (0.0, 0.006))
    told = [AuditedLabels.of(replace(audit, noise=noise, count=1)).told for noise in (few, many)]
    assert told == [Told.FEW, Told.NOISY]
    said = [diagnosis(run, replace(audit, noise=noise, count=1)) for noise in (few, many)]
    assert ["Wrong labels are part of that" in text for text in said] == [False, True]


def test_where_classes_overlap_the_sentence_says_why_so_little_is_known(audited):
    _, audit = audited["noisy"]
    wide = AuditedLabels.of(replace(audit, noise=Noise(0.06, 0.0, 0.3)))
    narrow = AuditedLabels.of(replace(audit, noise=Noise(0.06, 0.03, 0.1)))
    assert wide.told is Told.FEW
    assert (
        "the classes overlap, so that errors and chance can hardly be told apart" in wide.sentence
    )
    assert "overlap" not in narrow.sentence
