"""The audit of data on the disk: planted errors are found, by judges that never saw their rows."""

import numpy as np
import pandas as pd
import pytest

import core
from core.base.errors import DataError
from core.base.progress import Cancelled
from core.commands import auditing_on_disk
from core.commands.auditing_on_disk import audit_parts
from core.data.plan import Plan
from core.judging.auditing.parts import on_disk
from core.judging.auditing.parts.on_disk import FOLDS, audit_on_disk
from core.judging.auditing.parts.part_tally import PartTally
from core.parts import summing
from core.parts.opening import look_of, open_parts
from core.parts.picking import picked
from tests.core.parts.conftest import cut, planned


@pytest.fixture
def planted():
    """Rows of two classes that are easy to tell, of which 60 have the other label."""
    random = np.random.default_rng(2)
    rows = 2000
    made = pd.DataFrame(random.normal(size=(rows, 3)).round(3), columns=list("pqr"))
    made["who"] = [f"P{number:03}" for number in random.integers(0, 400, rows)]
    right = np.where(made.p + made.q > 0, "yes", "no")
    wrong = np.zeros(rows, bool)
    wrong[random.choice(rows, 60, replace=False)] = True
    made["y"] = np.where(wrong, np.where(right == "yes", "no", "yes"), right)
    return made, wrong


def test_planted_errors_come_first_with_their_files_and_lines(planted, opened, monkeypatch):
    frame, wrong = planted
    frame = frame.rename(columns={"r": "part"})
    monkeypatch.setattr(summing, "SHOWN", 1200)  # judges learn from a part of the rows
    monkeypatch.setattr(on_disk, "LEAST_LISTED", 100)
    look = opened(cut(frame, 4))
    plan = planned(look, left_out=("who",))
    data = open_parts(look, plan, is_on_disk=True)
    found = audit_on_disk(data)
    assert found.taught == len(data.sample) == 1200
    assert wrong[found.ranked[:40]].mean() > 0.9
    assert found.noise.low <= 0.03 <= found.noise.high
    assert 30 <= found.count <= 90
    table = picked(look_of(data), data.table, data.lines[found.ranked])
    listed = found.frame(table)
    bounds = np.cumsum([0, *map(len, cut(frame, 4))])
    row = bounds[listed["file"].str[5:8].astype(int)] + listed["line"] - 2
    assert row.tolist() == found.ranked.tolist()
    assert np.allclose(listed["p"], frame["p"].to_numpy()[found.ranked])
    assert np.allclose(listed["part_in_file"], frame["part"].to_numpy()[found.ranked])
    assert set(listed["part"]) == {"training", "validation"}
    assert (listed["given"].to_numpy() == frame["y"].to_numpy()[found.ranked]).all()


def test_nobody_judges_a_group_that_it_learned_from(planted, opened, monkeypatch):
    frame, _ = planted
    monkeypatch.setattr(summing, "SHOWN", 1000)
    look = opened(cut(frame, 3))
    data = open_parts(look, planned(look, left_out=(), group="who"), is_on_disk=True)
    taught, heard, judged = [], {}, set()
    teach, say = on_disk.PartsAuditing._teach, on_disk._Bench.said

    def remember(self, learned, number):
        taught.append(set(self._problem.groups[learned].tolist()))
        yield from teach(self, learned, number)
        heard[id(self._benches[-1])] = number

    def check(self, problem, places):
        assert not taught[heard[id(self)]] & set(problem.groups[places].tolist())
        judged.update(places.tolist())
        return say(self, problem, places)

    monkeypatch.setattr(on_disk.PartsAuditing, "_teach", remember)
    monkeypatch.setattr(on_disk._Bench, "said", check)
    audit_on_disk(data)
    assert len(taught) == FOLDS
    assert len(judged) == len(data)


def test_a_folder_that_fits_is_audited_with_files_and_lines(planted, opened, tmp_path):
    frame, wrong = planted
    look = opened(cut(frame.iloc[:400], 2))
    data = open_parts(look, Plan.suggested(look.table, "y").keeping(["p", "q", "r"]))
    assert data.sample is None
    core.audit(data, core.AdaBoost(rounds=5)).write_csv(tmp_path / "suspects.csv")
    told = pd.read_csv(tmp_path / "suspects.csv")
    bounds = np.cumsum([0, *map(len, cut(frame.iloc[:400], 2))])
    row = (bounds[told["file"].str[5:8].astype(int)] + told["line"] - 2).to_numpy()
    assert wrong[row[:8]].mean() > 0.8
    assert np.allclose(told["p"], frame["p"].to_numpy()[row])
    with pytest.raises(DataError, match="in memory"):
        audit_on_disk(data)


@pytest.fixture
def audited(planted, opened, monkeypatch):
    """A run on the disk, all errors of which come from one place."""
    frame, wrong = planted
    made = frame.assign(place=np.where(wrong, "north", "south"))
    monkeypatch.setattr(summing, "SHOWN", 1500)
    look = opened(cut(made, 3))
    data = open_parts(look, planned(look, left_out=("who", "place")), is_on_disk=True)
    return core.fit(data, core.AdaBoost(rounds=5))


def test_causes_and_values_are_looked_for_in_the_sample(audited, tmp_path):
    lines = audit_parts(audited, tmp_path, "csv")
    assert "Of the sample of 1,500 rows:" in lines
    assert any("north" in line for line in lines)
    for name in ("suspects", "causes", "cells"):
        assert (tmp_path / f"{name}.csv").stat().st_size > 50
    assert set(pd.read_csv(tmp_path / "suspects.csv")["file"]) <= {
        f"part-00{number}.csv" for number in range(3)
    }


@pytest.mark.long
def test_the_exam_is_taken_by_a_part_of_the_sample(audited, tmp_path, monkeypatch):
    monkeypatch.setattr(auditing_on_disk, "EXAMINED", 400)
    lines = audit_parts(audited, tmp_path, "csv", with_cells=False, with_exam=True)
    assert "Of 400 rows of the sample, by judges taught with them:" in lines
    assert len(pd.read_csv(tmp_path / "exam.csv")) > 5


def test_an_audit_is_cancelled_at_any_step(audited):
    steps = []
    audit_on_disk(audited.dataset, watch=steps.append)
    shares = [step.share for step in steps]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len({step.words for step in steps}) == 2
    for last in (0, 40, len(steps) - 1):
        seen = []

        def cancel(step, seen=seen, last=last):
            seen.append(step)
            if len(seen) > last:
                raise Cancelled

        with pytest.raises(Cancelled):
            audit_on_disk(audited.dataset, watch=cancel)


def test_what_parts_give_back_does_not_depend_on_the_cutting():
    random = np.random.default_rng(3)
    suspicion = random.integers(0, 50, 4000).astype(np.float32) / 50
    labels, settled = random.integers(0, 3, 4000), random.random(4000) < 0.1
    rows = np.arange(4000)

    def tally(parts, most):
        found = PartTally.none(3)
        for own in parts:
            part = PartTally.of(
                suspicion[own], rows[own], own, labels[own], settled[own], np.float32(0.9), 3, most
            )
            found = found.with_others(part, most)
        return found.most(most)

    whole = tally([rows], 300)
    for parts in (7, 40):
        cutting = tally(np.array_split(random.permutation(4000), parts), 300)
        assert np.array_equal(cutting.rows, whole.rows)
        assert np.array_equal(cutting.judged, np.bincount(labels))
        assert np.array_equal(cutting.flagged, whole.flagged)
    best = np.lexsort((rows, -np.where(settled, -1, suspicion)))[:300]
    assert np.array_equal(whole.rows, best)
