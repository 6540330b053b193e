"""The live part: what a browser is given equals the history, as exactly as is said, and says so."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

import core
from core.base.wording import readable
from core.judging.cells.result import CellAudit, CellDoubt
from core.judging.reviewing.decision import Decision, Verb
from core.learning.histories.quantities import Quantity
from core.sharing.report import carried
from core.sharing.report.live_part import live_told
from core.sharing.report.report import Report
from tests.core.sharing.report.reading import Reader
from tests.core.sharing.report.unpacking import block_of, unpacked

EVIL = "</script><script>alert(1)</script>\u2028<!--\u202e"
RUNS = {
    "votes": ("moons", core.AdaBoost(rounds=30)),
    "many classes": ("iris", core.AdaBoost(rounds=12)),
    "scores": ("moons", core.GentleBoost(rounds=15)),
    "no weights": ("iris", core.RandomForest(rounds=10)),
    "a number": ("rents", core.L2Boost(rounds=12)),
    "weights of numbers": ("rents", core.AdaBoostR2(rounds=8)),
}


@pytest.fixture(scope="module", params=RUNS)
def run(request):
    name, settings = RUNS[request.param]
    return core.fit(core.example(name), settings)


def told_of(run, audit=None, decisions=(), notes=None):
    return live_told(run, audit, decisions, notes or {})


def test_weights_and_margins_are_those_of_the_history(run):
    block, history = told_of(run).block, run.history
    assert block["rounds"] == list(range(run.rounds + 1))
    rows = run.dataset.rows_of(block["rows"]["line"])
    assert sorted(rows) == list(range(len(run.dataset)))
    margins = unpacked(block["margins"])
    for t in block["rounds"]:
        off = np.abs(margins[t] - history.margins(t)[rows])
        assert off.max() <= block["margins"]["step"] / 2 + 1e-12
    if not history.has(Quantity.WEIGHTS):
        assert block["weights"] is None
        assert block["why_no_weights"] == history.lacks(Quantity.WEIGHTS).why
        return
    weights = np.exp(unpacked(block["weights"]))
    for t in block["rounds"]:
        assert np.allclose(weights[t], history.relative_weights(t)[rows], rtol=0.0051)


def test_the_spread_is_that_of_all_rows(run):
    block = told_of(run).block
    for table in (block["margins"], block["weights"]):
        if table is None:
            continue
        shares = unpacked(table["spread"])
        others, flagged = np.split(shares, 2, axis=1)
        assert np.allclose(others.sum(axis=1), 1, atol=1e-3)
        assert np.allclose(flagged.sum(axis=1), 1, atol=1e-3) or not flagged.any()
    half = others.shape[1] // 2
    if run.dataset.classes and len(run.dataset.classes) == 2:
        margins = unpacked(block["margins"]["spread"])[-1]
        wrong = run.history.margins(run.rounds) < -1e-9
        rows = core.learning.snapshot.Snapshot.of(run.history, run.rounds).flagged
        assert margins[:half].sum() == pytest.approx(wrong[~rows].mean(), abs=1e-3)


def test_the_curves_are_those_of_the_run(run):
    block = told_of(run).block
    titles = {curve.title for curve in run.history.shown_curves}
    assert {curve["title"] for curve in block["curves"]} <= titles
    for curve in run.history.shown_curves:
        values = run.history.curve(curve.name)
        told = [own["values"] for own in block["curves"] if own["title"] == curve.title]
        if told:
            assert told[0][0] is None
            assert np.allclose(np.array(told[0][1:], float), values, rtol=1e-4, equal_nan=True)


def test_how_exact_it_is_is_said(run):
    live = told_of(run)
    said = " ".join(live.sentences)
    assert ("weights to 1 %" in said) is run.history.has(Quantity.WEIGHTS)
    assert ("margins to 0.005" in said) is bool(run.dataset.classes)
    assert "All " in said
    assert f"s to {readable(live.block['margins']['step'])}." in said


def test_beyond_a_size_suspects_decided_rows_and_a_sample_are_carried(monkeypatch):
    monkeypatch.setattr(carried, "MOST_ROWS", 100)
    monkeypatch.setattr(carried, "_MOST_SUSPECTS", 60)
    monkeypatch.setattr(carried, "MOST_ROUNDS", 10)
    data = core.example("moons")
    run, audit = core.fit(data, core.AdaBoost(rounds=35)), core.audit(data)
    last = int(data.lines[audit.ranked[-1]])
    live = told_of(run, audit, [Decision(last, Verb.KEEP, reason="seen")], {last: "a note"})
    block, ranked = live.block, data.lines[audit.ranked].tolist()
    lines = block["rows"]["line"]
    assert len(lines) == 100
    assert lines[:60] == ranked[:60]
    assert lines[-1] == last
    assert [ranked[place - 1] for place in block["rows"]["place"]] == lines
    assert block["told"][str(last)]["decisions"][0][:2] == ["kept", "seen"]
    assert block["told"][str(last)]["note"] == "a note"
    said = " ".join(live.sentences)
    assert "Of 500 rows, 100 can be looked at here: the 60 most suspicious, 1 other" in said
    assert "Of 35 rounds, 10 can be chosen" in said
    assert block["rounds"][0] == 0
    assert block["rounds"][-1] == 35
    rows = data.rows_of(lines)
    weights = np.exp(unpacked(block["weights"]))
    for k, t in enumerate(block["rounds"]):
        assert np.allclose(weights[k], run.history.relative_weights(t)[rows], rtol=0.0051)


def test_reasons_and_decisions_are_those_of_the_audit_also_of_rows_that_are_gone():
    data = core.example("moons")
    audit = core.audit(data)
    worst = int(audit.ranked[0])
    line = int(data.lines[worst])
    run = core.fit(data.excluding([line]), core.AdaBoost(rounds=4))
    decision = Decision(line, Verb.EXCLUDE, reason="twice", when=1e9)
    block = told_of(run, audit, [decision]).block
    assert block["rows"]["line"][0] == line
    assert block["rows"]["at"][:3] == [-1, 0, 1]
    assert block["rows"]["decision"][0] == "excluded"
    told = block["told"][str(line)]
    assert tuple(told["reasons"]) == audit.reasons(worst).sentences
    assert told["decisions"] == [["excluded", "twice", "", "2001-09-09 01:46:40 UTC"]]


def test_what_is_wrong_with_the_cells_of_a_row_is_among_its_reasons():
    data = core.example("moons")
    run, audit = core.fit(data, core.AdaBoost(rounds=2)), core.audit(data)
    line = int(data.lines[audit.ranked[0]])
    doubt = CellDoubt(line, "x", "9", "1", 3.0, "")
    cells = CellAudit(data, (doubt,), 1, (), 2, 1000, (), 0.0)
    told = live_told(run, audit, (), {}, cells).block["told"][str(line)]
    assert told["reasons"][-1] == doubt.sentence


def test_names_and_values_cannot_leave_the_block():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        {
            f"x{EVIL}": rng.choice(["a", EVIL, "x" * 100_000], 80),
            "n": rng.normal(size=80),
            "y": rng.choice([f"yes{EVIL}", "no"], 80),
        }
    )
    data = core.Dataset.from_frame(frame, "y", name=EVIL)
    audit = core.audit(data)
    decision = Decision(int(data.lines[0]), Verb.KEEP, reason=EVIL, note="z" * 10_000)
    report = Report(core.fit(data, core.AdaBoost(rounds=3)), audit, (decision,), {3: EVIL})
    page = report.html()
    kinds = [own for kind, own in Reader(page).elements if kind == "script"]
    assert kinds == [{"type": "application/json", "id": "block"}, {"type": "module"}]
    assert "alert(1)</script>" not in page
    block = block_of(page)
    assert f"yes{EVIL}"[:61] in {text[:61] for text in block["rows"]["given"]}
    values = dict(block["told"][str(int(data.lines[0]))]["values"])
    assert len(values[f"x{EVIL}"]) <= 201
    assert len(page) < 600_000


def test_a_page_without_rounds_has_no_script():
    run = core.fit(core.example("moons"), core.AdaBoost(rounds=2))
    assert "<script" in Report(run).html()
    source = core.sources.source.Source.from_bytes(b"x,y\n1,a\n2,a\n3,a\n4,a\n")
    none = core.fit(core.read_csv(source, "y", validation_share=0), core.AdaBoost(rounds=2))
    page = dataclasses.replace(Report(run), run=none).html()
    assert "<script" not in page
    assert "script-src" not in page
