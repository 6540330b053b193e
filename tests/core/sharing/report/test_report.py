"""The report tells what is known, exactly, as text: whatever names the data have."""

import base64
import dataclasses
import re

import pandas as pd
import pytest

import core
from core.base.wording import readable
from core.judging.diagnosing.diagnosis import diagnosis
from core.judging.reviewing.decision import Decision, Verb
from core.judging.reviewing.proof import proof
from core.learning.run import Guess
from core.project import Project
from core.reading.tables import read_table
from core.sharing.report.report import Report, ReportPicture
from core.sharing.report.rows_part import decisions_told
from core.sharing.report.scripts import live_script, policy
from core.sources.source import Source
from tests.core.sharing.report.made_up import awkward_csv, awkward_data
from tests.core.sharing.report.reading import Reader

EVIL = "<script>alert('x')</script>\"&\u202e"
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A report with everything in it, and the page as it is read."""
    data = awkward_data(awkward_csv(tmp_path_factory.mktemp("report") / "orders.csv"))
    settings = core.AdaBoost(rounds=8, base=core.Tree(depth=2))
    before = core.fit(data, settings)
    audit = core.audit(data)
    project = Project.of(data)
    worst = [int(line) for line in data.lines[audit.ranked[:5]]]
    project.decide(worst[:2], Verb.EXCLUDE, reason=EVIL, note="seen שלום")
    project.decide([worst[2]], Verb.KEEP, reason="it is right")
    project.note(worst[4], "ask again")
    after = core.fit(project.dataset, settings)
    report = Report(
        after,
        audit,
        tuple(project.decisions.standing()),
        project.decisions.notes(),
        proof(before, after),
        (ReportPicture("Dots & more", f"One dot {EVIL}", ".png", DOT, "A dot."),),
    )
    page = report.html()
    return report, page, Reader(page)


def test_the_page_holds_everything_and_runs_its_own_script_alone(told):
    _, page, read = told
    run = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    assert run == [live_script()]
    metas = [attributes for kind, attributes in read.elements if kind == "meta"]
    assert {"http-equiv": "Content-Security-Policy", "content": policy(run[0])} in metas
    for word in ("eval", "innerHTML", "document.write", "fetch(", "XMLHttpRequest", "import("):
        assert word not in run[0]
    for kind, attributes in read.elements:
        assert not any(key.startswith("on") for key in attributes)
        for key in ("src", "href"):
            target = attributes.get(key, "data:")
            assert target.startswith(("data:", "#")), (kind, target)
    style = page[page.index("<style>") : page.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style


def test_every_link_of_the_contents_leads_to_a_section(told):
    _, _, read = told
    links = [a["href"][1:] for kind, a in read.elements if kind == "a"]
    sections = [a["id"] for kind, a in read.elements if kind == "section"]
    assert links == sections
    assert sections == [
        "rows",
        "decisions",
        "proof",
        "deciding",
        "why",
        "plots",
        "settings",
        "data",
        "repeat",
    ]


def test_the_run_is_told_in_words_and_numbers(told):
    report, _, read = told
    run = report.run
    assert diagnosis(run) in read.text
    assert run.outcome.sentence in read.text
    assert report.proof.sentence in read.text
    assert all(detail in read.text for detail in report.proof.details)
    guess = Guess.of(run.dataset)
    assert f"Always guessing {guess.label}{100 * guess.error:.1f} %" in read.text
    for curve in run.history.curves:
        assert curve.explanation in read.text
        last = float(run.history.curve(curve.name)[-1])
        if curve.is_share:
            assert f"{100 * last:.1f} %" in read.text


def test_every_setting_is_there_with_its_meaning(told):
    report, _, read = told
    for kind in (report.run.settings, report.run.settings.base):
        for declared in kind.declared():
            assert declared.title in read.text
            assert declared.help in read.text
            assert declared.range in read.text
    assert "Weak learner › Depth" in read.text


def test_every_column_is_there_as_it_was_understood(told):
    report, _, read = told
    data = report.run.dataset
    for column in data.table.columns:
        plan = data.plan[column.name]
        row = column.name + plan.meaning.value + plan.role.value
        assert row in read.text
    for derivation in data.derivations:
        assert all(name in read.text for name in derivation.names)
    for note in (*data.notes, *data.table.notes):
        assert note in read.text
    counts = dict(zip(data.classes, data.class_counts.tolist(), strict=True))
    assert f"yes{counts['yes']:,}" in read.text
    assert "semicolon" in read.text


def test_the_worst_rows_come_first_with_their_reasons(told):
    report, _, read = told
    audit = report.audit
    lines = [int(line.replace(",", "")) for line in re.findall(r"Line ([\d,]+) given", read.text)]
    assert lines == audit.dataset.lines[audit.ranked[: len(lines)]].tolist()
    assert len(lines) >= 10
    for sentence in audit.reasons(int(audit.ranked[0])).sentences:
        assert sentence in read.text


def test_where_nothing_is_flagged_that_is_said(told):
    report, _, _ = told
    text = Reader(dataclasses.replace(report, audit=report.audit.flagging(0)).html()).text
    assert "No single row is flagged: of none is a wrong label likely enough" in text


def test_no_more_rows_are_listed_than_asked_for(told):
    report, _, _ = told
    page = dataclasses.replace(report, most_rows=3).html()
    assert page.count("<article>") == 3


def test_decisions_have_reasons_notes_and_times(told):
    report, page, read = told
    first = report.decisions[0]
    given = report.audit.dataset.label_text(int(report.audit.dataset.rows_of([first.line])[0]))
    shown = EVIL.replace("\u202e", "")
    assert f"{first.line:,}exclude{given}{shown}" in read.text.replace("\u202e", "")
    assert "seen שלום" in read.text
    assert "ask again" in read.text
    assert "UTC" in read.text
    assert "<script>alert" not in page


def test_decisions_are_counted_and_of_very_many_the_last_are_listed(told):
    report, _, read = told
    assert "3 decisions: 2 excluded, 1 kept." in read.text
    many = tuple(Decision(line, Verb.SKIP) for line in range(2, 700))
    rows = decisions_told(report.run.dataset, many, {})
    assert rows.summary == "698 decisions: 698 skipped. The last 500 are listed."
    assert [each.line for each in rows.decisions] == list(range(200, 700))


def test_pictures_are_in_the_page_with_words_for_them(told):
    _, _, read = told
    (image,) = (attributes for kind, attributes in read.elements if kind == "img")
    head, data = image["src"].split(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(data) == DOT
    assert image["alt"] == f"One dot {EVIL}"


def test_the_script_stands_in_the_page_word_for_word(told):
    report, page, read = told
    assert report.script() in read.text
    assert page.count("<pre") == 1


def test_another_kind_of_picture_is_refused():
    run = core.fit(core.example("moons"), core.AdaBoost(rounds=2))
    with pytest.raises(ValueError, match=r"\.gif"):
        Report(run, pictures=(ReportPicture("t", "a", ".gif", b""),)).html()


def test_a_number_is_off_by_so_much():
    run = core.fit(core.example("rents"), core.L2Boost(rounds=5))
    text = Reader(Report(run).html()).text
    assert diagnosis(run) in text
    assert "Always guessing the mean" in text
    assert "predict a number" in text
    assert "Root mean squared error on the validation rows" in text
    assert "Share of the training rows" not in text
    error = run.history.curve("validation_error")[-1]
    assert f"Validation rows off by{readable(error)}" in text


def test_a_sample_and_texts_are_told(tmp_path):
    table = read_table(awkward_csv(tmp_path / "o.csv"), as_text=["stars"], sample=100, seed=4)
    run = core.fit(core.Dataset.from_table(table, "returned"), core.AdaBoost(rounds=2))
    text = Reader(Report(run).html()).text
    assert "a sample of 100 rows was read, drawn with the seed 4" in text
    assert "exactly as written: stars." in text


def test_data_of_no_file_are_reported_without_a_script():
    frame = pd.DataFrame({EVIL: [1, 2, 3, 4] * 5, "y": ["a", EVIL] * 10})
    run = core.fit(core.Dataset.from_frame(frame, "y", name=EVIL), core.AdaBoost(rounds=2))
    page = Report(run).html()
    read = Reader(page)
    assert "was not read from a file" in read.text
    assert EVIL not in page
    assert "<pre" not in page


def test_a_run_without_a_round_says_why():
    source = Source.from_bytes(b"x,y\n1,a\n2,a\n3,a\n4,a\n")
    run = core.fit(core.read_csv(source, "y", validation_share=0), core.AdaBoost(rounds=2))
    text = Reader(Report(run).html()).text
    assert run.rounds == 0
    assert run.outcome.sentence in text


def test_the_file_is_written_whole(told, tmp_path):
    report, page, _ = told
    report.write(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page
    with pytest.raises(core.WriteError):
        report.write(tmp_path / "no folder" / "report.html")
