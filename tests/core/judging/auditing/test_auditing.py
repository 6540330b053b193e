"""The audit from end to end: on data whose faults are known, and on data that holds nothing."""

import csv
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, DataError, Dataset, RandomForest, SettingsError, WriteError, audit, fit
from core.judging.auditing.auditing import Auditing
from core.judging.auditing.boosting_scores import SCORES, UNSEEN
from core.judging.auditing.verdict import SuspicionKind
from tests.core.helpers import dataset, noisy, noisy_frame
from tests.core.judging.auditing.made_up import clouds, line


@pytest.fixture(scope="module")
def audited():
    """Three clouds of which 12 rows have the label of the next one, and the stages gone through."""
    data, moved = clouds(validation_share=0.25)
    auditing = Auditing(data, AdaBoost(rounds=20))
    stages = list(auditing)
    return auditing.audit(), moved, stages


@pytest.fixture(scope="module")
def three(audited):
    """The audit and the moved rows."""
    return audited[:2]


@pytest.fixture
def few_votes(monkeypatch):
    """Small forests, where it does not matter how good they are."""
    monkeypatch.setattr("core.judging.auditing.default_judges._VOTES", 8)


def test_moved_labels_come_first_are_flagged_and_get_their_own_label_back(three):
    found, moved = three
    data = found.dataset
    assert set(found.ranked[:12]) == set(moved)
    assert set(np.flatnonzero(found.flagged)) <= set(moved)
    assert found.flagged.sum() >= 8  # the estimate is a little low, and flags follow it
    np.testing.assert_array_equal(found.suggested[moved], (data.labels[moved] - 1) % 3)
    assert found.probability[moved].min() > 0.5
    assert {found.kind(row) for row in moved} == {SuspicionKind.LABEL}
    # An interval of few rows: its end may miss the truth by a hair.
    assert found.noise.low <= 12 / 240 <= found.noise.high + 1e-3
    assert found.noise.estimate == pytest.approx(12 / 240, abs=0.02)


def test_false_discoveries_never_fall_as_more_rows_are_flagged(three):
    found, _ = three
    shares = [found.false_discovery(count) for count in range(241)]
    assert shares[0] == 0
    assert np.all(np.diff(shares) >= 0)
    assert shares[12] < 0.4
    assert shares[240] == pytest.approx(1 - found.wrong.mean())
    with pytest.raises(SettingsError, match="241 rows cannot be flagged: there are 240"):
        found.false_discovery(241)


def test_the_flags_can_be_moved_by_hand(three):
    found, _ = three
    assert found.flagging(5).flagged.sum() == 5
    assert found.flagging(0.25).flagged.sum() == 60
    assert found.flagging(0).flagged.sum() == 0
    np.testing.assert_array_equal(
        np.flatnonzero(found.flagging(3).flagged), np.sort(found.ranked[:3])
    )
    assert found.flagged.sum() == found.count >= 8  # itself unchanged
    for many in (-1, 241, 1.5):
        with pytest.raises(SettingsError, match="neither a share below 1 nor a number of rows"):
            found.flagging(many)


def test_scores_of_boosting_are_there_in_sample_and_unseen(three):
    found, moved = three
    others = np.setdiff1d(np.arange(240), moved)
    assert set(found.scores) == {*SCORES, *(f"{UNSEEN} {name}" for name in SCORES)}
    for name, values in found.scores.items():
        assert np.median(values[moved]) > np.median(values[others]), name
    np.testing.assert_array_equal(
        found.scores["last weight"], found.run.history.relative_weights(found.run.rounds)
    )


def test_the_table_holds_every_row_most_suspicious_first(three, tmp_path):
    found, _ = three
    frame, data = found.frame(), found.dataset
    assert list(frame.columns) == [
        "line",
        "suspicion",
        "given",
        "suggested",
        "flagged",
        "kind",
        "wrong",
        "probability",
        "weight",
        "part",
    ]
    assert sorted(frame["line"]) == list(data.lines)
    assert frame["suspicion"].is_monotonic_decreasing
    rows = data.rows_of(frame["line"])
    for name, values in [
        ("suspicion", found.suspicion),
        ("wrong", found.wrong),
        ("given", np.array(data.classes)[data.labels]),
        ("suggested", np.array(data.classes)[found.suggested]),
        ("part", np.where(data.validation, "validation", "training")),
        ("weight", found.weight),
    ]:
        np.testing.assert_array_equal(frame[name], values[rows], err_msg=name)
    found.write_csv(tmp_path / "audit.csv")
    with (tmp_path / "audit.csv").open(newline="") as file:
        read = list(csv.DictReader(file))
    assert [float(row["suspicion"]) for row in read] == frame["suspicion"].tolist()
    assert [row["kind"] for row in read] == frame["kind"].tolist()
    with pytest.raises(WriteError, match=r"audit.csv could not be written"):
        found.write_csv(tmp_path / "nowhere" / "audit.csv")


@pytest.mark.usefixtures("few_votes")
def test_the_same_seed_gives_the_same_bits_however_many_threads(set_threads):
    data = noisy(90)
    found = []
    for threads in (1, 2):
        set_threads(threads)
        found.append(audit(data, AdaBoost(rounds=5), seed=3))
    np.testing.assert_array_equal(found[0].suspicion, found[1].suspicion)
    np.testing.assert_array_equal(found[0].wrong, found[1].wrong)
    assert found[0].noise == found[1].noise


def test_stages_tell_how_far_it_is_and_the_ranking_firms_up():
    data, moved = clouds(120, wrong=30)
    auditing = Auditing(data, AdaBoost(rounds=10))
    names, ranks = [], []
    before = auditing.audit()
    assert (before.count, before.opinions) == (0, ())
    for stage in auditing:
        assert 0 < stage.done <= stage.total
        if stage.done == stage.total:
            names.append(stage.words)
            suspicion = auditing.suspicion
            ranks.append(np.mean([(suspicion > suspicion[row]).sum() for row in moved]))
    assert names == ["boosting", "first hearing", "second hearing"]
    assert ranks[-1] <= ranks[1]
    assert ranks[-1] < 16.5  # 14.5 if they have the first 30 places
    found = auditing.audit()
    # So few rows tell little of how many are wrong: the surest ones are flagged, all of them wrong.
    assert found.count >= 10
    assert set(np.flatnonzero(found.flagged)) <= set(moved)
    # Who is not heard again keeps what it said in the first hearing.
    assert [opinion.name for opinion in found.opinions] == [
        "forest",
        "random",
        "oblique",
        "logistic",
        "kernel",
        "boosted",
    ]


def test_where_no_label_is_contradicted_nobody_is_heard_twice():
    data, _ = clouds(120, wrong=0)
    stages = {stage.words for stage in Auditing(data, AdaBoost(rounds=10))}
    assert stages == {"boosting", "first hearing"}


def test_in_the_second_hearing_suspicious_rows_teach_less_and_none_nothing(monkeypatch):
    data, moved = clouds(120, wrong=12)
    heard = []

    def noting(self, name, weights, judges):
        heard.append((name, weights.copy(), [judge.name for judge in judges]))
        return hear(self, name, weights, judges)

    hear = Auditing._hear
    monkeypatch.setattr(Auditing, "_hear", noting)
    auditing = Auditing(data, AdaBoost(rounds=10))
    for _ in auditing:
        pass
    (_, first, everybody), (name, second, again) = heard
    assert name == "second hearing"
    assert set(again) < set(everybody)
    assert np.all((second > 0) & (second < first))
    is_moved = np.isin(auditing._problem.data.order, moved)
    assert second[is_moved].max() < second[~is_moved].min()


def test_an_audit_that_is_stopped_early_tells_what_it_knows():
    data, moved = clouds(120, wrong=8)
    auditing = Auditing(data, AdaBoost(rounds=10))
    for stage in auditing:
        if stage.words == "first hearing" and auditing.audit().opinions:
            break
    found = auditing.audit()
    assert 1 <= len(found.opinions) < 4
    assert set(moved) & set(found.ranked[:12])


@pytest.mark.usefixtures("few_votes")
@pytest.mark.parametrize("is_number", [False, True])
def test_validation_rows_teach_nothing_if_only_training_rows_shall(is_number):
    """Whatever label a validation row has, nothing changes for all other rows, to the last bit."""
    frame = noisy_frame(100, noise=0.2)
    if is_number:
        frame["y"] = frame["plain"] + frame["few"]
    else:
        frame.loc[::6, "y"] = frame["y"][::6].map({"yes": "no", "no": "yes"})
    # Of two rows with the same values the one in training must not hear of the other's label.
    frame = pd.concat([frame, frame[:5]], ignore_index=True)
    data = Dataset.from_frame(frame, "y")
    row = int(np.flatnonzero(data.validation)[0])
    labels = data.labels.copy()
    labels[row] = 1 - labels[row]
    before, after = (
        audit(revision, AdaBoost(rounds=5) if data.classes else None, training_only=True)
        for revision in (data, replace(data, labels=labels))
    )
    others = np.arange(len(data)) != row
    for name in ("suspicion", "wrong", "suggested", "probability", "kinds"):
        first, second = getattr(before, name), getattr(after, name)
        np.testing.assert_array_equal(first[others], second[others], err_msg=name)
    assert before.noise == after.noise
    assert before.suspicion[row] != after.suspicion[row]


@pytest.mark.usefixtures("few_votes")
def test_a_given_run_is_not_trained_again():
    data = noisy(80)
    run = fit(data, RandomForest(rounds=5))
    auditing = Auditing(data, run=run)
    assert next(auditing).words == "first hearing"
    for _ in auditing:
        pass
    found = auditing.audit()
    assert found.run is run
    assert found.weight is None
    assert found.frame()["weight"].isna().all()
    with pytest.raises(DataError, match="its own data"):
        Auditing(noisy(80), run=run)


def test_twins_come_first_and_the_one_that_the_judges_believe_does_not():
    data, _ = clouds(120, classes=2, wrong=0)
    frame = pd.DataFrame({column.name: column.values for column in data.features})
    frame["y"] = [data.label_text(row) for row in range(120)]
    twin = frame.iloc[[7]].assign(y=frame["y"].iloc[8])  # rows 7 and 8 are of different clouds
    both = pd.concat([frame, twin], ignore_index=True)
    found = audit(Dataset.from_frame(both, "y", validation_share=0), AdaBoost(rounds=5))
    assert found.ranked[0] == 120
    assert found.suspicion[120] > 1
    assert found.kind(120) is SuspicionKind.TWIN
    assert found.suspicion[7] < 0.5
    assert found.flagged[120]
    assert not found.flagged[7]
    assert found.reasons(120).twins[0].line == 9


def test_a_row_far_from_everything_is_an_outlier_and_flagged():
    data, _ = clouds(120, classes=2, wrong=0)
    frame = pd.DataFrame({column.name: column.values for column in data.features})
    frame["y"] = [data.label_text(row) for row in range(120)]
    frame.loc[5, ["x", "y"]] = [500.0, frame.loc[5, "y"]]
    found = audit(Dataset.from_frame(frame, "y", validation_share=0), AdaBoost(rounds=5))
    assert found.kind(5) is SuspicionKind.OUTLIER
    assert found.flagged[5]


def test_numbers_whose_residual_nobody_can_explain():
    data, moved = line()
    found = audit(data)
    assert set(found.ranked[:8]) == set(moved)
    assert set(moved) <= set(np.flatnonzero(found.flagged))
    assert found.flagged.sum() <= 12
    truth = data.labels - np.sign(data.labels - found.suggested) * 6
    assert np.abs(found.suggested[moved] - truth[moved]).max() < 3
    assert np.isnan(found.probability).all()
    assert 0 < found.noise.low <= 0.04 <= found.noise.high + 0.02
    reasons = found.reasons(int(moved[0]))
    assert len(reasons.judges) == len(found.opinions) > 3
    assert any("never saw it" in sentence for sentence in reasons.sentences)


def test_many_classes_categories_gaps_imbalance_and_weights():
    frame = noisy_frame(300, noise=0.1)
    random = np.random.default_rng(0)
    rare = frame["plain"] > 1.3
    frame["y"] = np.where(rare, "rare", frame["y"])
    frame["w"] = random.choice([0.0, 0.5, 1.0, 2.0], 300)
    clean = frame["y"].copy()
    moved = random.permutation(300)[:20]
    frame.loc[moved, "y"] = clean[moved].map({"yes": "no", "no": "rare", "rare": "yes"})
    data = Dataset.from_frame(frame, "y", weight="w")
    found = audit(data, AdaBoost(rounds=10))
    assert np.isfinite(found.suspicion).all()
    assert np.isin(moved, found.ranked[:40]).mean() > 0.6
    right = found.suspicion[np.setdiff1d(np.arange(300), moved)]
    assert np.median(found.suspicion[moved]) > np.quantile(right, 0.9)


@pytest.mark.parametrize(
    "data",
    [
        dataset({"x": [1, 2, 3]}, "aaa"),
        dataset({"x": [1, 1, 1]}, "aab"),
        dataset({"x": [1, 1, 2, 2]}, "aabb"),
        dataset({"x": range(40)}, ["a"] * 40),
        dataset({"x": [1] * 40}, "ab" * 20),
    ],
    ids=["one class", "no feature", "few rows", "many of one class", "many alike"],
)
def test_where_there_is_nothing_to_learn_nobody_is_suspected(data):
    found = audit(data)
    assert not found.flagged.any()
    assert found.noise.estimate == 0
    assert len(found.frame()) == len(data)
    assert found.reasons(0).judges == ()


def test_of_labels_that_nobody_can_predict_none_is_called_wrong():
    random = np.random.default_rng(4)
    labels = random.choice(["a", "b"], 400)
    table = {name: random.normal(size=400) for name in "xyz"}
    found = audit(dataset(table, labels))
    assert not found.can_tell
    assert (found.count, found.noise.high, found.wrong.max()) == (0, 0.0, 0.0)
    assert found.frame()["wrong"].isna().all()  # nothing is known, which is not "0 % wrong"
    assert found.suspicion.max() > 0.5  # they are ranked all the same


def test_twins_are_flagged_even_where_no_label_can_be_predicted():
    random = np.random.default_rng(4)
    labels = random.choice(["a", "b"], 400)
    table = {name: random.normal(size=400) for name in "xyz"}
    for values in table.values():
        values[-2:] = values[0]
    labels[-2:], labels[0] = "a", "b"
    found = audit(dataset(table, labels))
    assert not found.can_tell
    assert np.flatnonzero(found.flagged).tolist() == [0]
    assert found.frame()["wrong"].dropna().tolist() == [0.5]


def test_where_no_label_is_doubted_the_outlier_is_flagged_and_not_its_equal():
    random = np.random.default_rng(4)
    labels = random.choice(["a", "b"], 300)
    table = {name: random.normal(size=300) for name in "xyz"}
    for values in table.values():
        values[-1] = 1e4
    found = audit(dataset(table, labels))
    assert found.kind(299) is SuspicionKind.OUTLIER
    assert np.flatnonzero(found.flagged).tolist() == [299]


@pytest.mark.parametrize("seed", range(8))
def test_being_sure_of_the_commonest_class_is_no_knowledge(seed):
    random = np.random.default_rng(500 + seed)
    labels = random.choice(["a", "b"], 200, p=[0.3, 0.7])
    table = {name: random.normal(size=200) for name in "xyz"}
    assert not audit(dataset(table, labels)).can_tell
