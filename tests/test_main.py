"""The command line: what it writes, what it prints, and what it says to bad input."""

import gc
import html
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import core
import main
from resources import dataset_path

ORDERS = str(dataset_path("orders.csv"))
MOONS = str(dataset_path("moons.csv"))
TRAIN = ["train", MOONS, "--target", "side", "--model", "m"]


def test_audit_writes_every_labelled_row_with_the_most_suspicious_first(tmp_path, capsys):
    code = main.main(["audit", ORDERS, "--target", "returned", "--out", str(tmp_path / "out")])
    assert code == 0
    rows = pd.read_csv(tmp_path / "out" / "suspects.csv")
    expected = {"line", "suspicion", "weight", "given", "suggested", "flagged"}
    assert expected <= set(rows.columns)
    assert sorted(rows["line"]) == list(range(2, 3002))
    assert rows["suspicion"].is_monotonic_decreasing
    file = pd.read_csv(ORDERS)
    assert list(rows["given"]) == list(file["returned"].iloc[rows["line"] - 2])
    printed = capsys.readouterr().out
    for name in ("suspects.csv", "model.ensemble", "error_curves.png", "weight_heatmap.svg"):
        assert (tmp_path / "out" / name).stat().st_size > 1000
        assert name in printed
    assert pd.read_csv(tmp_path / "out" / "causes.csv").columns[0] == "rule"
    assert "causes.csv" in printed


def test_audit_writes_the_cells_that_do_not_fit_unless_told_otherwise(tmp_path, capsys):
    frame = pd.read_csv(dataset_path("rents.csv")).head(300)
    wrong = [20, 77, 131, 150, 222, 260]
    frame.loc[wrong, "area"] *= 1000
    frame.to_csv(tmp_path / "rents.csv", index=False)
    asked = ["audit", str(tmp_path / "rents.csv"), "--target", "balcony", "--set", "rounds=5"]
    assert main.main([*asked, "--out", str(tmp_path / "out")]) == 0
    cells = pd.read_csv(tmp_path / "out" / "cells.csv")
    found = cells[cells["hypothesis"] == "1,000 times too large"]
    assert set(found["line"]) == {row + 2 for row in wrong}
    assert set(found["column"]) == {"area"}
    said = capsys.readouterr().out
    assert "6 rows look as if 'area' were 1,000 times too large; if so all 6 fit." in said
    assert "ranked cells: " in said
    assert main.main([*asked, "--no-cells", "--out", str(tmp_path / "less")]) == 0
    assert not (tmp_path / "less" / "cells.csv").exists()


@pytest.mark.long
def test_audit_takes_the_exam_when_asked(tmp_path, capsys):
    options = ["--set", "rounds=10", "--exam", "--out", str(tmp_path)]
    assert main.main(["audit", MOONS, "--target", "side", *options]) == 0
    table = pd.read_csv(tmp_path / "exam.csv", keep_default_na=False)
    assert table.columns.tolist() == ["class", "looked", "found", "low", "high", "errors"]
    printed = capsys.readouterr()
    assert "labels been wrong in this way, the first" in printed.out
    assert "exam.csv" in printed.out
    assert "Ctrl+C ends it" in printed.err


def test_audit_writes_its_tables_as_the_format_says(tmp_path, capsys):
    options = ["--set", "rounds=10", "--format", "xlsx", "--out", str(tmp_path)]
    assert main.main(["audit", MOONS, "--target", "side", *options]) == 0
    rows = pd.read_excel(tmp_path / "suspects.xlsx", engine="openpyxl")
    assert sorted(rows["line"]) == list(range(2, 502))
    assert pd.read_excel(tmp_path / "causes.xlsx", engine="openpyxl").columns[0] == "rule"
    assert "line" in pd.read_excel(tmp_path / "cells.xlsx", engine="openpyxl").columns
    assert not list(tmp_path.glob("*.csv"))
    assert "suspects.xlsx" in capsys.readouterr().out


def test_audit_is_the_same_as_from_a_script(tmp_path):
    options = ["--set", "rounds=30", "--seed", "5", "--out", str(tmp_path)]
    assert main.main(["audit", MOONS, "--target", "side", *options]) == 0
    rows = pd.read_csv(tmp_path / "suspects.csv")
    data = core.read_csv(MOONS, target="side", seed=5)
    found = core.audit(data, core.AdaBoost(rounds=30), seed=5)
    np.testing.assert_allclose(rows["suspicion"], found.suspicion[found.ranked])
    assert list(rows["line"]) == list(data.lines[found.ranked])


def test_rows_without_a_label_are_not_suspects(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("x,y\n" + "".join(f"{i},{'' if i % 7 == 0 else i % 2}\n" for i in range(70)))
    out = tmp_path / "out"
    assert main.main(["audit", str(path), "--target", "y", "--out", str(out)]) == 0
    rows = pd.read_csv(out / "suspects.csv")
    assert sorted(rows["line"]) == [i + 2 for i in range(70) if i % 7]


def test_train_then_predict_gives_labels_and_probabilities(tmp_path, capsys):
    model, out = tmp_path / "m.ensemble", tmp_path / "p.csv"
    assert main.main(["train", MOONS, "--target", "side", "--model", str(model)]) == 0
    assert main.main(["predict", str(model), MOONS, "--out", str(out)]) == 0
    predicted = pd.read_csv(out)
    shares = predicted[["probability_lower", "probability_upper"]]
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert list(predicted["label"]) == list(np.where(shares.iloc[:, 1] > 0.5, "upper", "lower"))
    truth = pd.read_csv(MOONS)["side"]
    assert (predicted["label"] == truth).mean() > 0.85


def test_train_makes_a_learning_curve_when_asked(tmp_path, capsys):
    words = ["train", MOONS, "--target", "side", "--model", str(tmp_path / "m.ensemble")]
    assert main.main(words) == 0
    assert "More rows would" not in capsys.readouterr().out
    assert main.main([*words, "--learning-curve"]) == 0
    told = capsys.readouterr().out
    assert " rows would " in told
    assert told.count(" training rows: ") == 4


def test_algorithms_are_listed_with_their_settings(capsys):
    assert main.main(["algorithms"]) == 0
    assert "adaboost" in capsys.readouterr().out
    assert main.main(["algorithms", "adaboost"]) == 0
    text = capsys.readouterr().out
    assert "rounds = 200 rounds  (1 to 100,000)" in text
    assert "How many weak learners" in text


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["train", "nowhere.csv", "--target", "y", "--model", "m"], "There is no file nowhere.csv"),
        (["train", MOONS, "--target", "z", "--model", "m"], "has no column 'z'"),
        (["train", MOONS, "--target", "side", "--set", "rounds=0", "--model", "m"], "1 to 100,000"),
        (["train", MOONS, "--target", "side", "--set", "rounds", "--model", "m"], "key=value"),
        (["train", MOONS, "--target", "side", "--set", "depth=1", "--model", "m"], "no setting"),
        (["train", MOONS, "--target", "side", "--algorithm", "x", "--model", "m"], "Choose one of"),
        (["train", MOONS, "--target", "side", "--seed", "one", "--model", "m"], "--seed"),
        (["train", MOONS, "--target", "side", "--weight", "side", "--model", "m"], "both"),
        (["train", MOONS, "--target", "x", "--model", "m"], "AdaBoost is for two classes"),
        (["train", MOONS, "--target", "side", "--model", "no/such/folder/m"], "not be written"),
        (["train", MOONS], "required"),
        ([*TRAIN, "--validation-share", "1.5"], "not a share from 0 to 0.9"),
        ([*TRAIN, "--validation-column", "z"], "has no column 'z'"),
        ([*TRAIN, "--validation-column", "x"], "cannot say which rows are for validation"),
        ([*TRAIN, "--time", "z"], "has no column 'z'"),
        ([*TRAIN, "--time", "side"], "is the target"),
        ([*TRAIN, "--group", "z"], "has no column 'z'"),
        ([*TRAIN, "--time", "x", "--validation-column", "y"], "Choose one of them"),
        ([*TRAIN, "--role", "x"], "Write COLUMN=role"),
        ([*TRAIN, "--role", "x=captain"], "one of: feature, target, weight, ignored, text"),
        ([*TRAIN, "--role", "z=ignored"], "has no column 'z'"),
        ([*TRAIN, "--type", "x=colour"], "one of: number, category, date, text, identifier"),
        ([*TRAIN, "--type", "side=number"], "cannot be read as numbers"),
        ([*TRAIN, "--separator", "and"], "Give one character"),
        ([*TRAIN, "--decimal", "x"], "There are: point (.), comma (,)"),
        ([*TRAIN, "--encoding", "klingon"], "The encoding 'klingon' is not known"),
        ([*TRAIN, "--separator", ";"], "has no column 'side'"),
        (["predict", "nowhere", MOONS], "There is no file nowhere"),
        (["predict", MOONS, MOONS], "not a model file"),
        (["algorithms", "nothing"], "There is no 'nothing'"),
        (["--nonsense"], "required"),
        (["a.csv", "b.csv"], "no command"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(tmp_path, monkeypatch, capsys, arguments, part):
    monkeypatch.chdir(tmp_path)
    try:
        code = main.main(arguments)
    except SystemExit as ended:  # as the parser of the command line ends a program
        code = ended.code
    told = capsys.readouterr().err
    assert code == 2
    assert part in told
    assert len(told.strip().splitlines()) == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("arguments", [[*TRAIN, "--group", "z"], ["train", MOONS]])
def test_a_program_that_was_called_badly_says_one_sentence_and_ends(tmp_path, arguments):
    ended = run(arguments, tmp_path)
    assert ended.returncode == 2
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("command", ["train", "predict", "algorithms"])
def test_plain_commands_import_no_qt(tmp_path, command):
    model = tmp_path / "m.ensemble"
    main.main(["train", MOONS, "--target", "side", "--set", "rounds=2", "--model", str(model)])
    arguments = {
        "train": ["train", MOONS, "--target", "side", "--set", "rounds=2", "--model", str(model)],
        "predict": ["predict", str(model), MOONS, "--out", str(tmp_path / "p.csv")],
        "algorithms": ["algorithms"],
    }[command]
    code = (
        "import sys, main\n"
        f"assert main.main({arguments!r}) == 0\n"
        "loaded = [name for name in sys.modules if name.startswith(('PySide6', 'pyqtgraph'))]\n"
        "assert not loaded, loaded\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_without_a_screen_the_example_is_audited(tmp_path):
    ended = run([], tmp_path, screen=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("There is no screen here")
    rows = pd.read_csv(tmp_path / "audit-orders" / "suspects.csv")
    assert len(rows) == 3000
    for name in ("suspects.csv", "model.ensemble", "error_curves.png"):
        assert str(Path("audit-orders") / name) in ended.stdout


def run(arguments, folder, screen=True):
    """Run the program as a person does, in a folder."""
    environment = dict(os.environ)
    if not screen:
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            environment.pop(name, None)
    program = Path(main.__file__).resolve()
    return subprocess.run(
        [sys.executable, str(program), *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )


def test_numbers_are_predicted_as_numbers(tmp_path):
    path, model, out = tmp_path / "n.csv", tmp_path / "m.ensemble", tmp_path / "p.csv"
    rng = np.random.default_rng([3, 1])
    frame = pd.DataFrame({"a": rng.normal(size=200), "b": rng.normal(size=200)})
    frame.assign(y=3 * frame["a"]).to_csv(path, index=False)
    options = ["--target", "y", "--algorithm", "gradient", "--model", str(model)]
    assert main.main(["train", str(path), *options]) == 0
    assert main.main(["predict", str(model), str(path), "--out", str(out)]) == 0
    predicted = pd.read_csv(out)
    assert list(predicted.columns) == ["line", "predicted", "unlike_training", "a", "b", "y"]
    assert np.corrcoef(predicted["predicted"], frame["a"])[0, 1] > 0.97


def test_compare_ranks_five_ensembles_and_guessing(tmp_path, capsys):
    out = tmp_path / "table.csv"
    assert main.main(["compare", MOONS, "--target", "side", "--out", str(out)]) == 0
    table = pd.read_csv(out)
    assert len(table) == 6
    assert table["error"].is_monotonic_increasing
    assert table["ensemble"].str.startswith("guess").sum() == 1
    assert "Random forest" in capsys.readouterr().out


# How data are read and split


def tickets(folder, rows=240):
    """Texts that tell the target, by customers, on days, in a German dialect."""
    random = np.random.default_rng([5, 2])
    late = random.permutation(rows) % 2 == 0
    words = np.where(late, "the parcel is late again today", "the parcel was fine and in time")
    frame = pd.DataFrame(
        {
            "text": [f"{word} {number} {number * 7}" for number, word in enumerate(words)],
            "price": [f"{value:.2f}".replace(".", ",") for value in random.uniform(1, 9, rows)],
            "customer": [f"c{number}" for number in random.integers(0, 40, rows)],
            "day": pd.date_range("2024-01-01", periods=rows).strftime("%d.%m.%Y"),
            "part": np.where(np.arange(rows) % 3 == 0, "test", "train"),
            "angry": np.where(late, "yes", "no"),
        }
    )
    path = folder / "tickets.csv"
    frame.to_csv(path, index=False, sep=";", encoding="cp1252")
    return path, frame


def trained(path, folder, capsys, *options):
    model = folder / "m.ensemble"
    given = ["train", str(path), "--target", "angry", "--set", "rounds=3", "--model", str(model)]
    assert main.main([*given, *options]) == 0
    return capsys.readouterr().out


def test_train_says_how_the_file_was_read(tmp_path, capsys):
    path, _ = tickets(tmp_path)
    told = trained(path, tmp_path, capsys)
    for part in (
        "tickets.csv: 240 rows of 6 columns; separator semicolon, decimal mark comma, UTF-8.",
        "Target 'angry', two classes: no, yes.",
        "Numbers: price.",
        "Categories: customer, part.",
        "Dates: day.",
        "'text' is left out: texts of",
        "180 rows are trained on, and 60 are for validation: 25 % of every class, drawn by seed 0.",
    ):
        assert part in told


def test_a_text_column_is_used_when_its_role_or_type_says_so(tmp_path, capsys):
    path, _ = tickets(tmp_path)
    options = ["--role", "customer=ignored", "--role", "part=ignored"]
    without = trained(path, tmp_path, capsys, *options)
    assert " 0.0 % of 60 validation rows" not in without
    for how in (["--role", "text=text"], ["--type", "text=text", "--role", "text=feature"]):
        told = trained(path, tmp_path, capsys, *options, *how)
        assert "Texts: text." in told
        assert "Left out as told: customer, part." in told
        assert "0.0 % of 60 validation rows wrong" in told


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--validation-share", "0.5", "--seed", "4"],
         "120 rows are trained on, and 120 are for validation: 50 % of every class, drawn by seed "
         "4."),
        (["--validation-share", "0"],
         "Every row is trained on: errors are those of the training rows."),
        (["--validation-column", "part"],
         "160 rows are trained on, and 80 are for validation: those that 'part' names."),
        (["--time", "day", "--validation-share", "0.1"],
         "216 rows are trained on, and 24 are for validation: the latest 10 % by 'day'."),
        (["--time", "file order"],
         "180 rows are trained on, and 60 are for validation: the last 25 % of the lines."),
        (["--group", "customer"],
         "about 25 %, whole groups drawn by seed 0. Rows of the same 'customer' stay together, "
         "here and in every fold: 40 groups."),
        (["--group", "customer", "--validation-column", "part"],
         "names. Rows of the same 'customer' stay together, in every fold: 40 groups."),
        (["--role", "customer=group", "--role", "day=time"],
         "the latest 25 % by 'day'. Rows of the same 'customer' stay together"),
        (["--time", "day", "--past-only"],
         "by 'day'. The audit judges every row by earlier ones only, by 'day'."),
    ],
)  # fmt: skip
def test_the_split_is_as_chosen_and_said(tmp_path, capsys, options, sentence):
    path, _ = tickets(tmp_path)
    told = trained(path, tmp_path, capsys, *options)
    assert sentence in told
    if "--validation-share" in options and "0" in options:
        assert "of 240 training rows wrong" in told
        assert "validation rows wrong" not in told


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ["--role", "customer=group", "--group", "part"],
            "Both 'part' and 'customer' are the group. Choose one of them.",
        ),
        (
            ["--role", "price=weight", "--weight", "day"],
            "Both 'day' and 'price' are the weight. Choose one of them.",
        ),
        (
            ["--validation-column", "part", "--validation-share", "0.4"],
            "'part' says which rows are for validation, so there is no share to choose.",
        ),
    ],
)
def test_what_is_told_twice_is_refused(tmp_path, capsys, options, sentence):
    path, _ = tickets(tmp_path)
    model = tmp_path / "m.ensemble"
    given = ["train", str(path), "--target", "angry", "--model", str(model), *options]
    assert main.main(given) == main.BAD_INPUT
    assert sentence in capsys.readouterr().err
    assert not model.exists()


def test_a_type_of_text_alone_does_not_claim_that_it_was_told_to_leave_it_out(tmp_path, capsys):
    path, _ = tickets(tmp_path)
    told = trained(path, tmp_path, capsys, "--type", "text=text")
    assert "'text' is left out: texts are not learned from unless they are asked for." in told
    assert "Left out as told" not in told


def test_a_likely_group_is_offered_and_how_to_take_it(tmp_path, capsys):
    path, _ = tickets(tmp_path)
    offer = "Keep them together by --group customer."
    assert offer in trained(path, tmp_path, capsys)
    assert offer not in trained(path, tmp_path, capsys, "--group", "customer")


def test_every_command_takes_the_split_and_the_roles(tmp_path, capsys):
    path, _ = tickets(tmp_path)
    common = [str(path), "--target", "angry", "--validation-column", "part", "--role", "text=text"]
    out = tmp_path / "table.csv"
    assert main.main(["compare", *common, "--out", str(out)]) == 0
    assert pd.read_csv(out)["error"].iloc[0] == 0
    few = ["--set", "rounds=3"]
    assert main.main(["audit", *common, *few, "--out", str(tmp_path / "audit")]) == 0
    assert "80 are for validation: those that 'part' names." in capsys.readouterr().out
    page = tmp_path / "report.html"
    script = tmp_path / "again.py"
    told = [*common, *few, "--out", str(page), "--script", str(script)]
    assert main.main(["report", *told]) == 0
    assert "those that 'part' names" in html.unescape(page.read_text(encoding="utf-8"))
    assert "'column': 'part'" in script.read_text(encoding="utf-8")


def test_a_file_is_read_as_told_where_a_guess_would_differ(tmp_path, capsys):
    path = tmp_path / "odd.csv"
    rows = "".join(f"{i},{i % 7},{'ja' if i % 2 else 'nö'}\n" for i in range(60))
    path.write_bytes(("a,b,c\n" + rows).encode("cp1252"))
    model = str(tmp_path / "m.ensemble")
    given = ["train", str(path), "--target", "c", "--set", "rounds=2", "--model", model]
    assert main.main([*given, "--encoding", "latin1", "--separator", "comma"]) == 0
    told = capsys.readouterr().out
    assert "separator comma, decimal mark point, Latin-1 (Western)." in told
    assert "two classes: nö, ja." in told
    predicted = ["predict", model, str(path), "--encoding", "cp1252", "--out"]
    assert main.main([*predicted, str(tmp_path / "p.csv")]) == 0


def interrupted(*_arguments):
    raise KeyboardInterrupt


def test_who_stops_a_command_is_told_what_is_written_already(tmp_path, capsys, monkeypatch):
    import workbench.exporting.headless

    monkeypatch.setattr(workbench.exporting.headless, "draw_plots", interrupted)
    out = tmp_path / "out"
    assert main.main(["audit", MOONS, "--target", "side", "--out", str(out)]) == main.INTERRUPTED
    names = ("suspects.csv", "model.ensemble", "causes.csv", "cells.csv")
    written = [out / name for name in names]
    assert sorted(out.iterdir()) == sorted(written)
    said = capsys.readouterr().err
    assert said.splitlines()[-1] == (
        f"ensemble-workbench: stopped; these are written already: {', '.join(map(str, written))}."
    )


def test_who_stops_a_command_early_is_told_that_nothing_is_written(tmp_path, capsys, monkeypatch):
    from core.commands import commands

    monkeypatch.setattr(commands, "train_run", interrupted)
    model = tmp_path / "m"
    arguments = ["train", MOONS, "--target", "side", "--model", str(model)]
    assert main.main(arguments) == main.INTERRUPTED
    assert capsys.readouterr().err.endswith("ensemble-workbench: stopped; nothing was written.\n")
    assert not model.exists()


class StopsInFinalizer:
    """Python ignores what is raised where it forgets a thing."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


def test_who_stops_a_command_is_heard_even_in_a_finalizer(capsys, monkeypatch):
    rounds = []

    def lasting(_chosen):
        StopsInFinalizer()
        for number in range(1000):
            rounds.append(number)
            time.sleep(0.01)

    usual = sys.unraisablehook
    monkeypatch.setitem(main.COMMANDS, "algorithms", lasting)
    assert main.main(["algorithms"]) == main.INTERRUPTED
    assert 1 <= len(rounds) < 1000
    assert "stopped; nothing was written" in capsys.readouterr().err
    assert sys.unraisablehook is usual


def test_who_stops_a_command_twice_meets_no_traceback():
    script = """
import atexit, signal, sys
import main

def stopped(_chosen):
    raise KeyboardInterrupt

atexit.register(signal.raise_signal, signal.SIGINT)
main.COMMANDS["algorithms"] = stopped
sys.argv[1:] = ["algorithms"]
main.start()
"""
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.returncode != 0
    assert ended.stderr == "\nensemble-workbench: stopped; nothing was written.\n"


def test_who_stops_a_command_again_while_memory_is_tidied_up_meets_no_traceback():
    script = """
import signal, sys
import main

class Left:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def stopped(_chosen):
    for each in [[] for _ in range(5000)]:
        each.append(each)
    left = Left()
    left.itself = left
    del left
    raise KeyboardInterrupt

main.COMMANDS["algorithms"] = stopped
sys.argv[1:] = ["algorithms"]
main.start()
"""
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.stderr.startswith("\nensemble-workbench: stopped; nothing was written.\n")
    assert "Traceback" not in ended.stderr


def test_compare_calls_training_errors_by_their_name(capsys):
    assert main.main(["compare", MOONS, "--target", "side", "--validation-share", "0"]) == 0
    assert "the errors are those of the training rows." in capsys.readouterr().out


def test_compare_and_report_say_how_the_file_was_read_and_split(tmp_path, capsys):
    path = tmp_path / "few.csv"
    path.write_text("a;y\n" + "".join(f"{n};{'no' if n < 20 else 'yes'}\n" for n in range(40)))
    out = tmp_path / "report.html"
    for arguments in (["compare"], ["report", "--set", "rounds=3", "--out", str(out)]):
        assert main.main([arguments[0], str(path), "--target", "y", *arguments[1:]]) == 0
        said = capsys.readouterr().out
        assert "separator semicolon" in said
        assert "25 %" in said


def test_tune_tells_every_trial_and_is_repeated_by_its_steps(tmp_path, capsys):
    model, trials = tmp_path / "moons.ensemble", tmp_path / "trials.csv"
    asked = ["tune", MOONS, "--target", "side", "--algorithm", "gradient", "--set", "rounds=10"]
    asked += ["--try", "depth=1..4", "--try", "shrinkage", "--steps", "6", "--model", str(model)]
    assert main.main([*asked, "--out", str(trials)]) == 0
    out = capsys.readouterr().out
    assert "   0  rung 3 of 3" in out
    assert "which tuning never saw" in out
    assert "--steps 6 --seed 0" in out
    first, table = model.read_bytes(), pd.read_csv(trials)
    assert (table["kept"] == "yes").sum() == 1
    assert main.main(asked) == 0
    assert model.read_bytes() == first


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--try", "depth"], "about one algorithm"),
        (["--algorithm", "gradient", "--try", "colour"], "no setting 'colour'"),
        (["--algorithm", "early_reject"], "has no setting that is chosen"),
        (["--minutes", "0"], "not a number of minutes"),
        (["--steps", "-3"], "whole number"),
        (["--steps", "3", "--minutes", "1"], "not allowed with"),
    ],
)
def test_a_tuning_that_cannot_be_is_told_in_a_sentence(tmp_path, capsys, options, said):
    asked = ["tune", MOONS, "--target", "side", "--model", str(tmp_path / "m.ensemble"), *options]
    try:
        code = main.main(asked)
    except SystemExit as left:
        code = left.code
    assert code == 2
    assert said in capsys.readouterr().err


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit) as left:
        main.main(["--version"])
    assert left.value.code == 0
    assert re.fullmatch(r"ensemble-workbench \d+\.\d+\.\d+\n", capsys.readouterr().out)


def test_a_command_collects_garbage_rarely_and_leaves_the_rules_as_they_were(monkeypatch):
    usual, seen = gc.get_threshold(), []
    monkeypatch.setitem(main.COMMANDS, "algorithms", lambda _: seen.append(gc.get_threshold()))
    assert main.main(["algorithms"]) == 0
    assert seen[0][0] > usual[0]
    assert seen[0][1:] == usual[1:]
    assert gc.get_threshold() == usual
