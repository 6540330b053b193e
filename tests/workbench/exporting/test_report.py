"""The window's report: made of the views and of what was decided, and written aside."""

import base64

import pytest

from core import AdaBoost, audit_cells, example, fit, proof, read_csv
from core.judging.reviewing.decision import Verb
from core.project import Project
from main import main
from resources import help_text
from tests.core.sharing.report.reading import Reader
from tests.workbench.driving import SECONDS, finished_window, flipped_csv, settle, train
from workbench.exporting.report import (
    ReportMaker,
    pictures_of,
    report_views,
    summary_of,
    without_controls,
)
from workbench.viewing.catalog import tabs

PNG = b"\x89PNG\r\n\x1a\n"


def make_report(qtbot, window, path):
    """What a person does: File > Export > Report, a name, and wait."""
    window.shell.ask.save = lambda *_: path.with_suffix("")
    window.actions_.export_report.trigger()
    qtbot.waitUntil(lambda: path.exists() and window.jobs.is_free, timeout=SECONDS)
    return Reader(path.read_text(encoding="utf-8"))


def images(read):
    return [attributes for kind, attributes in read.elements if kind == "img"]


def test_the_report_has_a_picture_of_every_view_that_shows_something(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=20)
    read = make_report(qtbot, window, tmp_path / "report.html")
    shown = [window.docks.view(name) for name in report_views() if name != "bias_variance"]
    shown = [view.title for view in shown if view.has_content]
    assert len(shown) >= 8
    found = images(read)
    assert [image["alt"].split(":")[0] for image in found] == shown
    for image in found:
        assert base64.b64decode(image["src"].split(",")[1]).startswith(PNG)
        assert "AdaBoost on flipped.csv, 20 rounds" in image["alt"]
    assert "Before and after" not in read.text
    assert {"type": "module"} in [own for kind, own in read.elements if kind == "script"]
    assert window.controller.activity.startswith("The report is")


def test_at_an_earlier_round_the_report_says_what_is_about_it(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=20)
    window.workspace.go_to(7)
    settle(qtbot, window)
    read = make_report(qtbot, window, tmp_path / "report.html")
    said = "The pictures show round 7. All else on this page is about the whole run of 20 rounds."
    assert said in read.text


def test_after_decisions_the_report_tells_before_and_after(qtbot, window, tmp_path):
    lines = finished_window(qtbot, window, tmp_path, rounds=20)
    before = window.workspace.current.run
    window.workspace.project.decide(lines[:5], Verb.EXCLUDE, reason="seen twice")
    train(qtbot, window, rounds=20)
    after = window.workspace.current.run
    assert len(after.dataset) == len(before.dataset) - 5
    read = make_report(qtbot, window, tmp_path / "report.html")
    assert proof(before, after).sentence in read.text
    assert read.text.count("seen twice") >= 5
    assert "EXCLUDED = [" in read.text


def test_what_the_values_tab_found_is_in_the_report(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    window.workspace.inquiries.cells = found = audit_cells(window.workspace.dataset)
    read = make_report(qtbot, window, tmp_path / "report.html")
    assert found.summary in read.text
    window.workspace.inquiries.cells = audit_cells(example("rents"))
    assert "Wrong values" not in make_report(qtbot, window, tmp_path / "other.html").text


def test_without_a_run_there_is_nothing_to_report(window, tmp_path):
    assert not window.actions_.export_report.isEnabled()
    ReportMaker(window.workspace, pytest.fail).write(tmp_path / "report.html", [])
    assert not (tmp_path / "report.html").exists()


def test_a_report_that_cannot_be_written_is_told_in_a_sentence(qtbot, window, tmp_path):
    finished_window(qtbot, window, tmp_path, rounds=5)
    window.shell.ask.save = lambda *_: tmp_path / "no folder" / "report.html"
    with qtbot.waitSignal(window.controller.failed, timeout=SECONDS) as failed:
        window.actions_.export_report.trigger()
    assert "could not be written" in str(failed.args[0])


def test_pictures_of_many_classes_are_drawn_without_a_window(qapp):
    drawn = pictures_of(fit(example("iris"), AdaBoost(rounds=6)))
    assert not drawn.unfinished
    pictures = drawn.pictures
    titles = [picture.title for picture in pictures]
    assert {"Error curves", "Results", "Margins", "Weights"} <= set(titles)
    for picture in pictures:
        assert picture.kind == ".png"
        assert picture.data.startswith(PNG)
        assert picture.caption


def test_the_command_writes_the_report_and_the_script(qapp, tmp_path, capsys):
    path = tmp_path / "flipped.csv"
    lines = flipped_csv(path, rows=200, flipped=8)
    project = Project.of(read_csv(path, "label"))
    project.decide(lines, Verb.EXCLUDE, reason="a typing error")
    project.decisions.write_csv(tmp_path / "decisions.csv")
    made = [tmp_path / "report.html", tmp_path / "repeat.py"]
    arguments = [
        "report",
        path,
        "--target",
        "label",
        "--set",
        "rounds=10",
        "--out",
        made[0],
        "--script",
        made[1],
        "--decisions",
        tmp_path / "decisions.csv",
    ]
    assert main([str(argument) for argument in arguments]) == 0
    out = capsys.readouterr().out
    assert f"report: {made[0]}" in out
    read = Reader(made[0].read_text(encoding="utf-8"))
    script = made[1].read_text(encoding="utf-8")
    assert script in read.text
    assert script.count("# a typing error") == len(lines)
    assert len(images(read)) >= 8
    for title in ("Suspicious rows", "Decisions", "Before and after"):
        assert title in read.text
    told = out.splitlines()
    assert told[told.index(f"report: {made[0]}") - 1] in read.text


def test_every_view_of_the_report_says_what_it_shows(window):
    assert set(report_views()) == set(tabs()) - {"rows_table"}
    for name in report_views():
        assert len(summary_of(window.docks.view(name))) > 10


@pytest.mark.parametrize("name", report_views())
def test_captions_say_nothing_of_controls(name):
    """The page has none of the window's buttons, sliders and tips."""
    first = next(part for part in help_text("views", name).split("\n\n") if part and part[0] != "#")
    said = without_controls(" ".join(first.split()))
    assert len(said) > 20
    for word in ("click", "slider", "drag", "hover", "press ", "button", "selected"):
        assert word not in said.lower()
