"""Decisions about rows on the disk: by file and line, another revision, and a cleaned copy."""

import numpy as np
import pandas as pd
import pytest

import core
from core.base.errors import DataError, WriteError
from core.base.progress import Cancelled
from core.commands.cleaning import clean, decided
from core.data.changes import Changes
from core.engine.binning import binned
from core.judging.auditing.parts.on_disk import audit_on_disk
from core.judging.reviewing.decisions import Decisions
from core.learning.problem import Problem
from core.parts import summing
from core.parts.opening import look_of, open_in_memory, open_on_disk
from core.parts.rewriting import write_changed_parts
from core.project import Project
from tests.core.parts.conftest import cut, planned
from tests.core.parts.test_same_bits import same_run


@pytest.fixture
def both(frame, opened):
    """The same files on the disk and in memory."""
    look = opened(cut(frame, 3))
    plan = planned(look)
    return open_on_disk(look, plan), open_in_memory(look, plan)


def test_new_labels_give_the_same_bits_as_in_memory(both):
    on_disk, in_memory = both
    rows = np.arange(5, len(on_disk), 90)
    other = {name: on_disk.classes[1 - place] for place, name in enumerate(on_disk.classes)}
    new = {int(on_disk.lines[row]): other[on_disk.label_text(row)] for row in rows}
    made, same = on_disk.relabelled(new), in_memory.relabelled(new)
    assert made.revision == 1
    assert binned(made) is binned(on_disk)  # no value differs, and no code
    assert np.array_equal(made.labels, same.labels)
    assert np.array_equal(made.judging_labels, same.judging_labels)
    same_run(made, same, core.AdaBoost(rounds=5))
    shown = made.sample
    assert np.array_equal(shown.labels, made.labels[made.rows_of(shown.lines)])
    assert Changes.between(on_disk, made).labels.as_dict() == new


def test_rows_that_are_left_out_are_learned_from_no_more(both):
    on_disk, _ = both
    gone = on_disk.lines[::7]
    made = on_disk.excluding(gone)
    assert len(made) == len(on_disk) - len(gone)
    whole, left = binned(on_disk), binned(made)
    place = np.empty(len(on_disk), np.int64)
    place[whole.order] = np.arange(len(on_disk))
    rows = on_disk.rows_of(made.lines[left.order])
    assert np.array_equal(left.codes, whole.codes[:, place[rows]])
    assert not made.validation[left.order[: left.training]].any()
    assert left.counts.sum() == left.training * len(left.codes)
    assert not set(made.sample.lines.tolist()) & set(gone.tolist())
    assert len(Problem.of(made)) == len(made)
    assert core.fit(made, core.AdaBoost(rounds=3)).rounds == 3
    assert look_of(made) is look_of(on_disk)
    assert np.array_equal(Changes.between(on_disk, made).excluded, gone)


def test_decisions_are_by_file_and_line(both, frame, tmp_path):
    on_disk, in_memory = both
    rows = [3, 1500, len(on_disk) - 1]
    lines = [int(on_disk.lines[row]) for row in rows]
    other = {"yes": "no", "no": "yes"}[on_disk.label_text(rows[1])]
    project = Project.of(on_disk)
    project.decide([lines[0]], "exclude", reason="measured twice")
    project.relabel({lines[1]: other})
    project.decide([lines[2]], "keep")
    assert len(project.dataset) == len(on_disk) - 1
    path = tmp_path / "decisions.csv"
    project.decisions.write_csv(path)
    told = pd.read_csv(path)
    bounds = np.cumsum([0, *map(len, cut(frame, 3))])
    row = bounds[told["file"].str[5:8].astype(int)] + told["line"] - 2
    assert row.tolist() == rows
    for data in (on_disk, in_memory):
        found = decided(data, path)
        assert found.changes().excluded.tolist() == lines[:1]
        assert found.changes().labels.as_dict() == {lines[1]: other}
        assert found.kept() == (lines[2],)
    path.write_text(path.read_text().replace("part-001", "part-111"))
    with pytest.raises(DataError, match=r"part-111.csv, which is none of the files"):
        decided(on_disk, path)


def test_values_on_the_disk_cannot_be_set(both):
    on_disk, _ = both
    with pytest.raises(DataError, match="Correct them in the files"):
        Decisions(on_disk).setting([int(on_disk.lines[0])], "p", "3")
    with pytest.raises(DataError, match="is no class of 'y'"):
        Decisions(on_disk).relabelling({int(on_disk.lines[0]): "perhaps"})


def test_a_copy_is_cleaned_by_command_part_by_part(both, tmp_path):
    on_disk, _ = both
    line = int(on_disk.lines[2])
    decisions = Decisions(on_disk)
    decisions.apply(decisions.excluding([line]))
    decisions.write_csv(tmp_path / "decisions.csv")
    out = tmp_path / "cleaned"
    assert clean(on_disk, tmp_path / "decisions.csv", out)[0] == "Excluded 1 row."
    names = look_of(on_disk).parts.names
    before, after = (
        [(folder / name).read_bytes().splitlines() for name in names]
        for folder in (tmp_path / "orders", out)
    )
    assert after == [before[0][:3] + before[0][4:], *before[1:]]
    with pytest.raises(DataError, match="not empty"):
        clean(on_disk, tmp_path / "decisions.csv", out)


def test_a_copy_that_is_cancelled_leaves_nothing_behind(both, tmp_path):
    on_disk, _ = both

    def cancel(progress):
        if progress.done:
            raise Cancelled

    with pytest.raises(Cancelled):
        write_changed_parts(
            look_of(on_disk), on_disk.table, tmp_path / "out" / "here", target="y", watch=cancel
        )
    assert list((tmp_path / "out").iterdir()) == []


def test_a_copy_needs_room_and_is_refused_beforehand(both, tmp_path, monkeypatch):
    on_disk, _ = both
    monkeypatch.setattr("shutil.disk_usage", lambda _path: type("", (), {"free": 1000}))
    with pytest.raises(WriteError, match="Make room there, or choose another place"):
        write_changed_parts(look_of(on_disk), on_disk.table, tmp_path / "out", target="y")
    assert not (tmp_path / "out").exists()


def test_spellings_that_are_one_are_written_so(frame, opened, tmp_path):
    odd = frame.assign(town=frame["town"].mask(np.arange(len(frame)) % 50 == 0, "d"))
    look = opened(cut(odd, 2))
    data = open_on_disk(look, planned(look))
    write_changed_parts(
        look, data.table, tmp_path / "out", target="y", spellings={"town": {"d": "D"}}
    )
    made = pd.concat([pd.read_csv(tmp_path / "out" / name) for name in look.parts.names])
    assert made["town"].fillna("").tolist() == odd["town"].replace("d", "D").fillna("").tolist()


def test_rows_that_somebody_looked_at_are_suspects_no_more(frame, opened, monkeypatch):
    monkeypatch.setattr(summing, "SHOWN", 800)
    look = opened(cut(frame, 3))
    data = open_on_disk(look, planned(look))
    first = audit_on_disk(data)
    top = first.ranked[:20]
    other = {"yes": "no", "no": "yes"}
    new = {int(data.lines[row]): other[data.label_text(row)] for row in top[:10]}
    kept = data.lines[top[10:]].tolist()
    again = audit_on_disk(data.relabelled(new), kept=kept)
    assert not set(again.ranked.tolist()) & set(top.tolist())
    assert again.judged.sum() == len(data)
