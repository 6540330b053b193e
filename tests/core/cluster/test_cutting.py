"""Files that several workers share: rows are those of a whole file, and results the same bits."""

import gzip
import itertools
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import core
from core.base.errors import DataError
from core.base.progress import unwatched
from core.cluster import cutting
from core.cluster.auditing import audit_on_cluster
from core.cluster.cutting import RowStarts, dealt
from core.cluster.opening import open_on_cluster
from core.judging.auditing.parts import on_disk
from core.parts.looking import FilesLook
from core.parts.opening import open_in_memory, open_on_disk
from core.reading.parsing import NUMBERS, TEXTS, Parser
from core.reading.row_finding import find_rows
from core.sources.dialect import Dialect
from core.sources.layout import read_layout
from core.sources.parts import Parts
from core.sources.source import Source
from tests.core.cluster.threads import ThreadOffice
from tests.core.parts.conftest import cut, planned

ENSEMBLES = (
    core.AdaBoost(rounds=20),
    core.AdaBoost(rounds=4, base=core.Tree(depth=3)),
    core.LogitBoost(rounds=4),
    core.GradientBoosting(rounds=4),
    core.RandomForest(rounds=5),
)


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    """Small files are cut, too."""
    monkeypatch.setattr(cutting, "LEAST", 1500)


@pytest.fixture
def broken_lines(frame):
    """Rows of which many have line breaks within quotes, some of them several."""
    towns = {"B, b": "B\nb", 'C "c"': '\r\n"c"\n,\n', "D": "D"}
    return frame.assign(town=frame["town"].replace(towns))


def numbers(crew):
    return [{piece.number for piece in held.pieces} for held in crew.shares]


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
@pytest.mark.parametrize(("parts", "workers"), [(1, 2), (1, 5), (3, 4)])
def test_one_file_on_several_workers_gives_the_bits_of_memory(
    broken_lines, opened, same_run, parts, workers, ending
):
    look = opened(cut(broken_lines, parts), ending)
    plan = planned(look)
    data, crew = open_on_cluster(look, plan, ThreadOffice(workers))
    whole = open_in_memory(look, plan)
    assert len(crew.shares) == workers > parts
    sizes = [held.size[0] for held in crew.shares]
    assert max(sizes) < 1.7 * len(whole) / workers
    assert np.array_equal(data.lines, whole.lines)
    assert data.table.files.before == whole.table.files.before
    for settings in ENSEMBLES:
        same_run(core.fit(data, settings), core.fit(whole, settings))
    crew.close()


def test_an_audit_of_a_file_that_is_cut_is_that_of_data_on_the_disk(
    broken_lines, opened, office, monkeypatch
):
    monkeypatch.setattr(on_disk, "LEAST_LISTED", 100)
    monkeypatch.setattr(on_disk, "_TREES", 9)
    look = opened([broken_lines])
    plan = planned(look)
    data, crew = open_on_cluster(look, plan, office)
    found, other = audit_on_cluster(data, crew), on_disk.audit_on_disk(open_on_disk(look, plan))
    crew.close()
    assert numbers(crew) == [{0}, {0}]
    pd.testing.assert_frame_equal(found.frame(), other.frame())
    assert found.sentence == other.sentence


@pytest.mark.parametrize("call", ["find_rows", "hold", "sum_up", "encode", "answer"])
def test_a_worker_that_is_lost_with_its_stretches_changes_nothing(
    broken_lines, opened, office, same_run, call
):
    look = opened([broken_lines])
    plan = planned(look)
    office.lost_before[call] = 2
    data, crew = open_on_cluster(look, plan, office)
    run = core.fit(data, ENSEMBLES[0])
    crew.close()
    assert any(seat.is_lost for seat in office.seats)
    same_run(run, core.fit(open_in_memory(look, plan), ENSEMBLES[0]))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text + "oops,1,1,1,1,D,yes,low\n",
        lambda text: text.replace("\n", '\noops,1,1,1,1,"\n",yes,low\n', 1) + "oh,1,1,1,1,D,no,low",
        lambda text: text + '1,1,1,1,1,"D,yes,low\n1,1,1,1,1,D,yes,low\n',
    ],
    ids=["a text", "two texts", "an open quote"],
)
def test_what_is_wrong_with_a_file_that_is_cut_is_told_as_of_a_whole_one(
    broken_lines, opened, office, spoil
):
    look = opened([broken_lines, broken_lines])
    path = look.parts.root / look.parts.names[1]
    path.write_bytes(spoil(path.read_bytes().decode()).encode())
    told = []
    for way in (lambda: open_on_cluster(look, planned(look), office), lambda: here(look)):
        with pytest.raises(DataError) as error:
            way()
        told.append(str(error.value))
    assert told[0] == told[1]
    assert "part-001.csv" in told[0]


def here(look):
    return open_in_memory(look, planned(look))


def test_what_cannot_be_entered_in_the_middle_is_not_cut(frame, tmp_path):
    text = frame.to_csv(index=False)
    (tmp_path / "packed").mkdir()
    (tmp_path / "packed" / "one.csv.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "wide").mkdir()
    (tmp_path / "wide" / "one.csv").write_bytes(text.encode("utf-16"))
    for name in ("packed", "wide"):
        shares = dealt(FilesLook.at(Parts.of(tmp_path / name)), 3)
        assert [[piece.stretch for piece in share] for share in shares] == [[None]]


def test_files_of_about_a_share_are_not_cut(frame, opened):
    shares = dealt(opened(cut(frame, 16)), 2)
    assert [piece.stretch for share in shares for piece in share] == [None] * 16
    assert sorted(piece.number for share in shares for piece in share) == list(range(16))


def rows_of(source, start, line, stop):
    """The numbers and lines of the rows of a part of a file."""
    dialect = Dialect()
    layout = replace(read_layout(source, dialect), start=start, line=line)
    kinds = [NUMBERS, TEXTS]
    found = list(Parser(source, dialect, layout, kinds).pieces(lambda *_: None, stop))
    return [
        np.concatenate([column.values() for column in columns]).tolist()
        for columns in zip(*((each.numbers[0], each.lines) for each in found), strict=True)
    ]


@pytest.mark.parametrize("workers", [2, 3, 7, 40])
@pytest.mark.parametrize("seed", range(6))
def test_rows_are_found_wherever_a_text_is_cut(tmp_path, seed, workers, monkeypatch):
    """A part entered within quotes takes texts for rows and rows for texts, until it is told."""
    monkeypatch.setattr(cutting, "LEAST", 10)
    random = np.random.default_rng(seed)
    texts = ['"a\n1,""\n2,"', "plain", '"\r\n\r\n"', '"\n\n\n7,x\n"', "", '"""\n"""', "d\r"]
    chosen = random.choice(texts[: 2 + seed], 150)
    (tmp_path / "x.csv").write_bytes(
        "".join(["x,t\n", *(f"{number},{text}\n" for number, text in enumerate(chosen))]).encode()
    )
    look = FilesLook.at(Parts.of(tmp_path / "x.csv"), Dialect())
    shares = dealt(look, workers)
    starts, source, wanted = RowStarts(shares), Source.from_path(tmp_path / "x.csv"), None
    cuts = [piece for share in shares for piece in share]
    while wanted is None or wanted:
        starts.take(
            {
                piece.key: find_rows(
                    replace(source, stretch=piece.stretch),
                    Dialect(),
                    wanted[piece.key] if wanted else None,
                    unwatched,
                )
                for piece in cuts
                if wanted is None or piece.key in wanted
            }
        )
        wanted = starts.again()
    settled = sorted((p for share in shares for p in starts.settled(share)), key=lambda p: p.key)
    layout = read_layout(source, Dialect())
    for one, other in itertools.pairwise(settled):
        assert one.stretch.stop == other.stretch.start
    found = [rows_of(source, p.stretch.start, p.stretch.line, p.stretch.stop) for p in settled]
    together = [list(itertools.chain.from_iterable(each)) for each in zip(*found, strict=True)]
    assert together == rows_of(source, layout.start, layout.line, None)
    assert together[0] == list(range(150))
