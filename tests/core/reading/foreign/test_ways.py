"""What works with a CSV works with a sheet: commands, sessions, scripts, reports, cancelling."""

import json
import subprocess
import sys

import pandas as pd
import pytest

import main
from core import AdaBoost, DataError, Dataset, Excerpt, Plan, fit
from core.base.progress import Cancelled
from core.reading.foreign import handing
from core.reading.tables import read_table
from core.sharing.report.script import repeat_script
from core.sources.source import Source
from core.storage.rereading import how_read, read_again
from tests.core.reading.foreign.making import book, sheet_xml


@pytest.fixture
def path(tmp_path):
    rows = [["id", "size", "kind"], *[[n, (n * 37) % 11, "ab"[n % 2]] for n in range(60)]]
    path = tmp_path / "orders.xlsx"
    sheets = {"Cover": sheet_xml([["hello"]]), "Orders": sheet_xml([["Title"], [], *rows])}
    path.write_bytes(book(sheets))
    return path


def test_audit_and_predict_by_commands(path, tmp_path, capsys):
    out = tmp_path / "out"
    said = ["--sheet", "orders", "--header-row", "3", "--range", "A3:C50", "--target", "kind"]
    model = tmp_path / "m.ensemble"
    short = ["--set", "rounds=5"]
    assert main.main(["train", str(path), *said, *short, "--model", str(model)]) == 0
    told = capsys.readouterr().out
    assert "sheet Orders, header row 3, range A3:C50" in told
    assert "47 rows of 3 columns" in told
    for name in ("p.xlsx", "p.parquet", "p.csv"):
        assert main.main(["predict", str(model), str(path), "--out", str(tmp_path / name)]) == 0
    frames = [
        pd.read_excel(tmp_path / "p.xlsx", engine="calamine"),
        pd.read_parquet(tmp_path / "p.parquet"),
        pd.read_csv(tmp_path / "p.csv"),
    ]
    for frame in frames:
        assert frame["line"].tolist() == list(range(4, 64))
        assert frame["label"].tolist() == frames[0]["label"].tolist()
    assert not out.exists()


def test_what_says_nothing_about_a_file_is_refused(path, tmp_path, capsys):
    text = tmp_path / "a.csv"
    text.write_text("x,kind\n1,a\n2,b\n")
    wanted = ["--target", "kind", "--model", str(tmp_path / "m.ensemble")]
    assert main.main(["train", str(text), "--sheet", "S", *wanted]) == main.BAD_INPUT
    assert "no sheet to choose" in capsys.readouterr().err
    assert main.main(["train", str(path), "--separator", ";", *wanted]) == main.BAD_INPUT
    assert "no separator to choose" in capsys.readouterr().err
    assert main.main(["train", str(path), "--range", "3-K", *wanted]) == main.BAD_INPUT
    assert "A3:K900" in capsys.readouterr().err


def test_a_session_reads_the_same_sheet_again(path):
    table = read_table(path, Excerpt(table="Orders", area="A3:C30"))
    data = Dataset.from_table(table, plan=Plan.suggested(table, "kind"))
    again = read_again(json.loads(json.dumps(how_read(data))), Source.from_path(path))
    assert again.table.origin.excerpt == table.origin.excerpt
    assert again.lines.tolist() == data.lines.tolist()


def test_the_script_repeats_the_run(path, tmp_path):
    table = read_table(path)
    data = Dataset.from_table(table, plan=Plan.suggested(table, "kind"))
    script = tmp_path / "repeat.py"
    script.write_text(repeat_script(fit(data, AdaBoost(rounds=3))))
    assert "EXCERPT = Excerpt(" in script.read_text()
    done = subprocess.run(
        [sys.executable, str(script), str(path), str(tmp_path / "m.ensemble")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_sample_keeps_its_rows_and_texts_stay_as_written(path):
    table = read_table(path, as_text=["id"], sample=10, seed=1)
    assert len(table) == 10
    assert not table.column("id").is_number
    assert [int(table.column("id").text(row)) + 4 for row in range(10)] == table.lines.tolist()


def test_reading_is_cancelled_and_leaves_nothing(path, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "aside"))
    (tmp_path / "aside").mkdir()
    monkeypatch.setattr("tempfile.tempdir", None)
    handing.forget()

    def stop(_progress):
        raise Cancelled

    with pytest.raises(Cancelled):
        read_table(path, watch=stop)
    assert list((tmp_path / "aside").iterdir()) == []


@pytest.mark.parametrize(
    ("breaks", "words"),
    [
        ("import os; os.abort()", "broke off"),
        ("raise MemoryError", "more memory"),
        ("raise RuntimeError('odd')", "odd"),
        ("import os; os._exit(0)", "ended with code 0"),
    ],
)
def test_a_reader_that_breaks_is_a_sentence(path, tmp_path, monkeypatch, breaks, words):
    handing.forget()
    # A module of the name that the reader loads first, found before the real one.
    (tmp_path / "python_calamine.py").write_text(breaks)
    monkeypatch.setattr(handing, "_ROOT", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(DataError, match=words):
        read_table(path)


def test_what_hangs_is_given_up(path, tmp_path, monkeypatch):
    handing.forget()
    (tmp_path / "python_calamine.py").write_text("import time; time.sleep(60)")
    monkeypatch.setattr(handing, "_ROOT", tmp_path)
    monkeypatch.setattr(handing, "_MOST_SILENT_SECONDS", 1.0)
    with pytest.raises(DataError, match="nothing comes of it"):
        read_table(path)
