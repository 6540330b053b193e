"""The public face, and what a single run says about the rows of its dataset."""

import csv

import numpy as np
import pytest

from core import AdaBoost, Audit, RandomForest, Stacking, WriteError, audit, fit
from core.judging.auditing.doubting.reviewed import Reviewed
from core.judging.auditing.first_ranking import RunAudit, first_ranking
from core.learning.histories.history import FLAG_FROM, flagged_by_weight
from core.learning.snapshot import Snapshot
from tests.core.helpers import dataset, noisy, run_of

LEARNED = "suggested by the model that learned it"


@pytest.fixture(scope="module")
def found():
    return first_ranking(run_of(noisy(300), 60))


def mislabelled(rows=400, wrong=12):
    """Two clouds far apart, with some labels swapped; gives the data and the swapped rows."""
    random = np.random.default_rng(7)
    is_up = np.arange(rows) % 2 == 1
    a, b = random.normal(size=(2, rows)) + 5 * is_up
    swapped = random.permutation(rows)[:wrong]
    labels = np.where(is_up ^ np.isin(np.arange(rows), swapped), "up", "down")
    return dataset({"a": a, "b": b}, labels, 0.25), swapped


def test_suspicion_is_the_mean_relative_weight_over_all_rounds(found):
    history, training = found.run.history, ~found.dataset.validation
    expected = np.mean([history.relative_weights(t) for t in range(61)], axis=0)
    assert found.suspicion[training] == pytest.approx(expected[training], rel=1e-9)
    assert found.suspicion[training].mean() == pytest.approx(1)
    assert found.weight == pytest.approx(history.relative_weights(60))


def test_swapped_labels_are_the_most_suspicious_rows_by_either_way():
    data, swapped = mislabelled()
    first, found = first_ranking(run_of(data, 50)), audit(data, AdaBoost(rounds=50))
    for part in (data.validation, ~data.validation):  # a run ranks each part within itself
        own = swapped[part[swapped]]
        assert set(first.ranked[part[first.ranked]][: len(own)]) == set(own)
    assert set(np.flatnonzero(first.flagged)) <= set(swapped)
    assert set(found.ranked[: len(swapped)]) == set(swapped)
    assert set(np.flatnonzero(found.flagged)) == set(swapped)
    other = [data.classes[1 - data.labels[row]] for row in swapped]
    for ranking in (first, found):
        assert [data.classes[ranking.suggested[row]] for row in swapped] == other
    assert isinstance(found, Audit)


def test_the_ranking_is_by_suspicion_and_then_by_the_file(monkeypatch):
    history = run_of(dataset({"x": range(5)}, "ababa"), 2).history
    monkeypatch.setattr(history, "_doubts", lambda: np.array([1.0, 3.0, 1.0, 3.0, 2.0]))
    assert Snapshot.of(history, 2).ranked.tolist() == [1, 3, 4, 0, 2]


def test_a_row_is_flagged_if_it_is_suspicious_and_contradicted():
    suspicion = np.array([FLAG_FROM, FLAG_FROM, FLAG_FROM - 0.01, 9.0])
    flags = flagged_by_weight(suspicion, np.array([-0.1, 0.1, -0.1, 0.0]))
    assert flags.tolist() == [True] + [False] * 3


def test_the_table_holds_every_row_most_suspicious_first(found):
    frame, data = found.frame(), found.dataset
    assert list(frame.columns) == [
        "line",
        "mean weight",
        "given",
        LEARNED,
        "flagged",
        "weight",
        "margin",
        "part",
    ]
    rows = data.rows_of(frame["line"])
    assert sorted(rows) == list(range(len(data)))
    assert frame["mean weight"].is_monotonic_decreasing
    for name, values in [
        ("mean weight", found.suspicion),
        ("weight", found.run.history.relative_weights(60)),
        ("margin", found.run.history.margins(60)),
        ("given", np.array([data.label_text(row) for row in range(len(data))])),
        (LEARNED, found.run.model.predict(data)),
        ("part", np.where(data.validation, "validation", "training")),
        ("flagged", np.where(found.flagged, "yes", "no")),
    ]:
        np.testing.assert_array_equal(frame[name], values[rows], err_msg=name)


def test_the_csv_is_exact(found, tmp_path):
    found.write_csv(tmp_path / "audit.csv")
    with (tmp_path / "audit.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    frame = found.frame()
    for name in frame.columns:
        read = type(frame[name].tolist()[0])
        assert [read(row[name]) for row in rows] == frame[name].tolist()


def test_a_csv_that_cannot_be_written_is_told_in_a_sentence(found, tmp_path):
    with pytest.raises(WriteError, match=r"audit.csv could not be written"):
        found.write_csv(tmp_path / "nowhere" / "audit.csv")


def test_lines_in_the_table_are_those_of_the_file_after_an_exclusion():
    data = noisy(100).excluding([2, 50])
    frame = RunAudit(run_of(data, 5)).frame()
    assert sorted(frame["line"]) == sorted(set(range(2, 102)) - {2, 50})


@pytest.mark.parametrize(
    "data",
    [
        dataset({"x": [1, 2, 3]}, "aaa"),
        dataset({"x": [1, 1, 1]}, "aab"),
        dataset({"x": [1, 1, 2, 2]}, "abab"),
        dataset({"x": [1, 1, 2, 2]}, "aabb"),
    ],
    ids=["one class", "no feature", "chance", "perfect"],
)
def test_a_run_that_ended_at_once_suspects_nobody(data):
    found = first_ranking(run_of(data, 200))
    assert found.suspicion == pytest.approx(np.ones(len(data)))
    assert not found.flagged.any()
    assert len(found.frame()) == len(data)


def test_who_suggests_is_said_where_they_learned_the_row():
    data = noisy(200)
    assert LEARNED in first_ranking(fit(data, AdaBoost(rounds=5))).frame()
    assert "suggested" in first_ranking(fit(data, RandomForest(rounds=5))).frame()
    assert "suggested" in first_ranking(fit(data, Stacking())).frame()  # by learners of other folds
    assert "suggested" in audit(data, AdaBoost(rounds=5)).frame()


def test_rows_that_somebody_decided_about_come_last_and_are_not_flagged_again():
    data = noisy(200)
    found = audit(data, AdaBoost(rounds=20))
    lines = data.lines[found.ranked]
    kept, relabelled = [int(lines[0]), int(lines[-1])], int(lines[1])
    other = data.classes[int(found.suggested[found.ranked[1]])]
    revision = data.relabelled({relabelled: other})
    again = audit(revision, AdaBoost(rounds=20), kept=kept)
    settled = revision.rows_of([*kept, relabelled])
    assert set(again.ranked[-3:]) == set(settled)
    assert not again.flagged[settled].any()
    assert not again.wrong[settled].any()
    assert again.flagged.sum() == again.count
    assert again.count >= found.count - 4  # the others are judged as before


def test_classes_that_were_merged_as_a_whole_settle_no_row():
    data = noisy(200)
    names = data.classes
    of_last = {int(line): names[0] for line in data.lines[data.labels == len(names) - 1]}
    assert not Reviewed.of(data.relabelled(of_last)).settled.any()
