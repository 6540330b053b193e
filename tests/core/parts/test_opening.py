"""Opening files in parts: what disagrees is listed, nothing is left behind, all is found again."""

import os
import threading
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import core
from core.base.errors import DataError, WriteError
from core.base.progress import Cancelled, unwatched
from core.base.stopping import stoppable
from core.data.plan import Plan
from core.parts import cache as kept
from core.parts.disagreement import DisagreementError
from core.parts.looking import FilesLook
from core.parts.opening import open_in_memory, open_on_disk
from core.reading import parsing
from core.reading.parsing import NUMBERS, TEXTS, Parser
from core.reading.pieces import pieces
from core.sources.dialect import Dialect
from core.sources.layout import read_layout
from core.sources.parts import Parts
from core.sources.source import Source
from tests.core.parts.conftest import cut, planned


def entries(folder):
    """What lies in the cache."""
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def test_one_broken_file_of_200_is_named_before_anything_is_kept(frame, opened, tmp_path, cache):
    look = opened(cut(frame, 200))
    broken = tmp_path / "orders" / "part-137.csv"
    text = broken.read_text().splitlines()
    broken.write_text("\n".join([*text, text[1].replace(text[1].split(",")[0], "oops", 1)]))
    for way in (open_on_disk, open_in_memory):
        with pytest.raises(DisagreementError) as found:
            way(look, planned(look))
        assert len(found.value.told) == 1
        line = len(text) + 1
        assert f"part-137.csv has 'oops' in 'p' on line {line}" in str(found.value)
        assert "--type p=category" in str(found.value)
    assert entries(cache) == []


def test_every_file_that_disagrees_is_listed_with_what_to_do(frame, opened, tmp_path):
    look = opened(cut(frame, 6))
    folder = tmp_path / "orders"
    part = frame.iloc[:50]
    part.drop(columns=["q", "few"]).to_csv(folder / "part-001.csv", index=False)
    part.to_csv(folder / "part-002.csv", index=False, sep=";")
    part[part.columns[::-1]].to_csv(folder / "part-003.csv", index=False)  # healed by name
    (folder / "part-004.csv").write_bytes(b"PAR1 no more")
    (folder / "part-005.csv").write_bytes(b"")
    with pytest.raises(DisagreementError) as found:
        FilesLook.at(Parts.of(folder))
    told = {each.split(" ")[0]: each for each in found.value.told}
    assert set(told) == {f"part-00{n}.csv" for n in (1, 2, 4, 5)}
    assert "lacks 'q', 'few'" in told["part-001.csv"]
    assert "separator semicolon, not comma" in told["part-002.csv"]
    assert "Parquet" in told["part-004.csv"]
    assert "empty" in told["part-005.csv"]
    assert look.parts.names == tuple(f"part-00{n}.csv" for n in range(6))


def test_columns_in_another_order_are_found_by_their_names(frame, opened):
    some, others = frame.iloc[:1000], frame.iloc[1000:]
    look = opened([some, others[others.columns[::-1]]])
    data = open_in_memory(look, planned(look))
    assert np.allclose(data.table.column("p").values, frame["p"])


def test_a_row_keeps_its_file_and_its_line(frame, opened):
    look = opened([frame.iloc[:10], frame.iloc[10:30], frame.iloc[30:]])
    data = open_on_disk(look, planned(look))
    assert data.table.where(int(data.lines[9])) == "part-000.csv, line 11"
    assert data.table.where(int(data.lines[10])) == "part-001.csv, line 2"
    shown = data.sample
    assert set(shown.lines) <= set(data.lines.tolist())
    rows = data.rows_of(shown.lines)
    assert np.array_equal(data.labels[rows], shown.labels)
    assert np.array_equal(data.validation[rows], shown.validation)
    assert shown.table.column("p").values.tolist() == frame["p"].to_numpy()[rows].tolist()


def test_what_was_encoded_is_found_again_until_a_file_changes(frame, opened, tmp_path, cache):
    look = opened(cut(frame, 3))
    plan = planned(look)
    first = open_on_disk(look, plan)
    found = entries(cache)
    told = []
    again = open_on_disk(look, plan, told.append)
    assert not told  # no file was read
    assert np.array_equal(
        core.fit(first, core.AdaBoost(rounds=3)).history.margins(3),
        core.fit(again, core.AdaBoost(rounds=3)).history.margins(3),
    )
    path = tmp_path / "orders" / "part-001.csv"
    os.utime(path, ns=(1, 1))
    open_on_disk(look, plan)
    assert len(entries(cache)) == 2 > len(found)


def test_the_cache_drops_what_was_used_longest_ago(frame, opened, cache, monkeypatch):
    look = opened(cut(frame, 2))
    open_on_disk(look, planned(look))
    oldest = entries(cache)
    size = sum(path.stat().st_size for path in cache.rglob("*") if path.is_file())
    os.utime(cache / oldest[0], (1, 1))
    monkeypatch.setattr(kept, "MOST_BYTES", 2 * size)
    for seed in (1, 2):
        open_on_disk(look, planned(look, seed=seed))
    assert len(entries(cache)) == 2
    assert oldest[0] not in entries(cache)


def test_a_disk_with_too_little_room_is_told_beforehand(frame, opened, cache, monkeypatch):
    look = opened(cut(frame, 2))
    usage = os.statvfs(cache.parent)
    monkeypatch.setattr(
        "shutil.disk_usage", lambda _path: type("", (), {"free": 1000, "total": usage.f_blocks})
    )
    with pytest.raises(WriteError, match=r"need 0\.0 GB on the disk of .* and 0\.0 GB are free"):
        open_on_disk(look, planned(look))
    assert entries(cache) == []


def test_cancelling_anywhere_leaves_nothing_behind(frame, opened, cache, monkeypatch):
    monkeypatch.setattr(parsing, "WAVE_BYTES", 1 << 14)
    look = opened(cut(frame, 3))
    plan = planned(look)
    steps = []
    open_on_disk(look, plan, steps.append)
    assert len(steps) > 6
    (entry,) = cache.iterdir()
    for path in entry.iterdir():
        path.unlink()
    entry.rmdir()
    for last in range(len(steps)):
        left = [last]

        def cancel(_progress, left=left):
            left[0] -= 1
            if left[0] < 0:
                raise Cancelled

        with pytest.raises(Cancelled):
            open_on_disk(look, plan, cancel)
        assert entries(cache) == []


def test_whoever_reads_is_heeded_between_pieces_though_nobody_watches(frame, opened, monkeypatch):
    monkeypatch.setattr(parsing, "WAVE_BYTES", 1 << 12)
    look = opened(cut(frame, 1))
    asked, seen = threading.Event(), []
    with stoppable(asked), pytest.raises(Cancelled):  # noqa: PT012 - in the midst of it
        for piece in pieces(look.parts.sources[0], look.schema, unwatched):
            seen.append(piece)
            asked.set()
    assert len(seen) == 1


def test_rows_without_a_label_and_ragged_rows_are_told(opened, tmp_path):
    frame = pd.DataFrame({"x": range(400), "y": ["a", "b"] * 200})
    look = opened([frame.iloc[:200], frame.iloc[200:]])
    path = tmp_path / "orders" / "part-001.csv"
    path.write_text(path.read_text() + "7\n8,\n9,a,b,c\n")
    data = open_on_disk(look, Plan.suggested(look.table, "y"))
    assert len(data) == 400
    assert "2 rows without a value in 'y' were set aside." in data.notes
    assert "1 row has too many values: set aside." in data.notes


def test_what_needs_the_values_of_all_rows_says_why_it_cannot(frame, opened):
    look = opened(cut(frame, 2))
    data = open_on_disk(look, planned(look))
    with pytest.raises(DataError, match="too large for memory: of 'p' codes"):
        core.fit(data, core.SingleLearner(learner=core.Logistic()))
    with pytest.raises(DataError, match="exclude rows then"):
        open_on_disk(look, replace(planned(look), excluded=frozenset({3})))
    with pytest.raises(DataError, match="The latest groups"):
        open_on_disk(look, planned(look, time="month", group="few"))


@pytest.mark.parametrize("wave", [64, 150, 700])
def test_a_quoted_line_break_is_never_cut(wave, monkeypatch):
    monkeypatch.setattr(parsing, "_PART", wave // 2)
    monkeypatch.setattr(parsing, "WAVE_BYTES", wave)
    texts = ['"one\nof ""two"", lines"', "plain", '"\r\n\r\n"'] * 40
    rows = "".join(f"{number},{text}\n" for number, text in enumerate(texts))
    source, dialect = Source.from_bytes(f"x,t\n{rows}".encode()), Dialect()
    layout = read_layout(source, dialect)

    def parsed(start, line, stop):
        here = replace(layout, start=start, line=line)
        return list(Parser(source, dialect, here, [NUMBERS, TEXTS]).pieces(lambda *_: None, stop))

    whole = parsed(layout.start, layout.line, None)
    lines = np.concatenate([piece.lines.values() for piece in whole])
    numbers = np.concatenate([piece.numbers[0].values() for piece in whole])
    assert numbers.tolist() == list(range(120))
    assert lines.tolist() == [2 + row // 3 * 6 + (0, 2, 3)[row % 3] for row in range(120)]
    # Each range by itself, as another machine would read it, gives the same rows and lines.
    start, line = layout.start, layout.line
    for piece in whole:
        own = parsed(start, line, piece.next_byte)
        values = np.concatenate([each.numbers[0].values() for each in own])
        assert np.array_equal(values, piece.numbers[0].values())
        found = [each.lines.values() for each in own]
        assert np.array_equal(np.concatenate(found), piece.lines.values())
        start, line = piece.next_byte, piece.next_line


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_files_with_texts_among_numbers_of_the_others_are_told(frame, opened, cache, ending):
    parts = cut(frame, 5)
    parts[1] = parts[1].assign(p="much", town=range(len(parts[1])))
    parts[3] = parts[3].assign(p="little")
    look = opened(parts, ending)
    told = (
        f"'p' is read as texts: part-001{ending} has 'much' there on line "
        "2, 1 other file has texts, too, and 3 of 5 files that were looked at have numbers alone. "
        "If they should be numbers, correct the others or leave them out."
    )
    plan = planned(look)
    assert look.table.notes == (told,)
    assert open_on_disk(look, plan).notes.count(told) == 1
    in_memory = open_in_memory(look, plan)
    assert (*in_memory.table.notes, *in_memory.notes).count(told) == 1
    asked = FilesLook.at(look.parts, as_text=["p"])
    assert asked.table.notes == ()
