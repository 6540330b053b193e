"""The report's live part in a real browser: the slider moves everything, by mouse and keyboard."""

import numpy as np
import pandas as pd
import pytest

import core
from core.judging.reviewing.decision import Verb
from core.project import Project
from core.sharing.report.report import Report
from tests.browser import PROGRAM, browser

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed"),
]
IS_LIVE = "document.documentElement.className === 'is-live'"
ROUNDS = 40


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """A browser that shows the report of a run after decisions, and the report."""
    folder = tmp_path_factory.mktemp("live")
    data = core.example("moons")
    audit = core.audit(data)
    project = Project.of(data)
    worst = data.lines[audit.ranked].tolist()
    project.decide(worst[:2], Verb.EXCLUDE, reason="a typing error", note="seen on paper")
    project.decide(worst[2:3], Verb.KEEP, reason="it is right")
    run = core.fit(project.dataset, core.AdaBoost(rounds=ROUNDS))
    decisions = tuple(project.decisions.standing())
    report = Report(run, audit, decisions, project.decisions.notes())
    report.write(folder / "report.html")
    with browser(folder / "profile") as opened:
        opened.look(1280)
        opened.open((folder / "report.html").as_uri())
        opened.until(IS_LIVE)
        yield opened, report


def go_to(opened, t):
    opened.value(
        f"(each => {{ each.value = {t}; each.dispatchEvent(new Event('input')); }})"
        "(document.querySelector('#round'))"
    )


def choose(opened, selector, value):
    opened.value(
        f"(each => {{ each.value = {value!r}; each.dispatchEvent(new Event('change')); }})"
        f"(document.querySelector({selector!r}))"
    )


def table(opened):
    """All rows of the table: line, weight and margin as they are read."""
    while not opened.value("document.querySelector('#more').hidden"):
        opened.value("document.querySelector('#more').click()")
    texts = opened.value(
        "[...document.querySelectorAll('#list tbody tr')].map(each => ["
        "each.querySelector('th').textContent, each.querySelector('.weight').textContent,"
        "each.querySelector('.margin').textContent])"
    )
    return [[as_number(text) for text in row] for row in texts]


def as_number(text):
    return np.nan if text == "–" else float(text.replace(",", ""))


def drawn(opened, figure):
    return opened.value(f"document.querySelector('#{figure} svg').outerHTML")


def test_nothing_is_fetched_and_nothing_is_complained_about(shown):
    opened, _ = shown
    go_to(opened, 3)
    opened.click("#list tbody tr:nth-child(2)")
    names = [address.rsplit("/", 1)[-1] for address in opened.requests]
    assert [name for name in names if name != "data:,"] == ["report.html"]
    assert opened.complaints == []


@pytest.mark.parametrize("t", [0, 1, 7, 23, ROUNDS])
def test_the_numbers_of_every_round_are_those_of_the_history(shown, t):
    opened, report = shown
    go_to(opened, t)
    run = report.run
    rows = table(opened)
    assert len(rows) == len(report.audit.dataset)
    weights, margins = run.history.relative_weights(t), run.history.margins(t)
    at = dict(zip(run.dataset.lines.tolist(), range(len(run.dataset)), strict=True))
    gone = 0
    for line, weight, margin in rows:
        if line not in at:
            gone += 1
            assert np.isnan([weight, margin]).all()
            continue
        assert weight == pytest.approx(weights[at[line]], rel=0.01)
        assert margin == pytest.approx(margins[at[line]], abs=0.005)
    assert gone == 2


def test_the_slider_moves_curves_weights_margins_and_the_order_of_the_table(shown):
    opened, report = shown
    figures = ("curves", "weights", "margins")
    go_to(opened, ROUNDS)
    at_the_end = [row[0] for row in table(opened)]
    pictures = [drawn(opened, figure) for figure in figures]
    audit = report.audit
    assert at_the_end[:10] == audit.dataset.lines[audit.ranked[:10]].tolist()
    go_to(opened, 5)
    for figure, before in zip(figures, pictures, strict=True):
        assert drawn(opened, figure) != before
    weights = [row[1] for row in table(opened) if not np.isnan(row[1])]
    assert weights == sorted(weights, reverse=True)
    choose(opened, "#order", "margin")
    margins = [row[2] for row in table(opened) if not np.isnan(row[2])]
    assert margins == sorted(margins)
    choose(opened, "#order", "suspicion")
    assert [row[0] for row in table(opened)] == at_the_end
    choose(opened, "#order", "known")
    error = float(report.run.history.curve("validation_error")[4])
    assert f"{100 * error:.1f} %" in opened.value("document.querySelector('#curves').innerText")
    said = opened.value("document.querySelector('#curves svg').getAttribute('aria-label')")
    assert said.startswith("Curves by round. At round 5: validation error")


def test_a_click_shows_path_reasons_and_decision(shown):
    opened, report = shown
    go_to(opened, ROUNDS)
    audit, data = report.audit, report.audit.dataset
    for place in (1, 3, 8):
        opened.click(f"#list tbody tr:nth-child({place})")
        card = opened.value("document.querySelector('#card').innerText")
        row = int(audit.ranked[place - 1])
        assert f"Line {data.lines[row]:,}" in card
        for sentence in audit.reasons(row).sentences:
            assert sentence in card
        decided = {each.line: each for each in report.decisions}.get(int(data.lines[row]))
        if decided is None:
            assert "Nothing was decided about this row." in card
        else:
            assert decided.outcome in card
            assert decided.reason in card
        paths = opened.value("document.querySelectorAll('#card svg.path').length")
        is_there = data.lines[row] in report.run.dataset.lines
        assert paths == (2 if is_there else 0)
        assert ("did not learn from the row" in card) is not is_there


def test_the_keyboard_is_enough(shown):
    opened, _ = shown
    go_to(opened, ROUNDS)
    opened.value("document.querySelector('#round').focus()")
    text = "document.querySelector('#round-text').textContent"
    for key, expected in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("End", ROUNDS)):
        opened.press(key)
        assert opened.value(text) == f"{expected} of {ROUNDS}"
    opened.press("ArrowLeft")
    assert opened.value(text) == f"{ROUNDS - 1} of {ROUNDS}"
    for _ in range(12):
        opened.press("Tab")
        if opened.value("document.activeElement.matches('#list tr')"):
            break
    opened.press("Home")
    for _ in range(3):
        opened.press("ArrowDown")
    assert opened.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    line = opened.value("document.activeElement.querySelector('th').textContent")
    opened.press("Enter")
    assert opened.value("document.querySelector('#card h3').textContent") == f"Line {line}"
    assert opened.value("document.querySelector('#said').textContent") == f"Line {line} is shown."
    assert opened.value("document.activeElement.getAttribute('aria-selected')") == "true"
    assert opened.value("document.activeElement.querySelector('th').textContent") == line


def test_the_rounds_can_be_played_and_stopped(shown):
    opened, _ = shown
    go_to(opened, ROUNDS)
    opened.click("#play")
    assert opened.value("document.querySelector('#play').textContent") == "Stop"
    opened.until("Number(document.querySelector('#round').value) > 0")
    opened.value("document.querySelector('#play').click()")
    assert opened.value("document.querySelector('#play').textContent") == "Play"
    go_to(opened, ROUNDS - 2)
    opened.click("#play")
    opened.until("document.querySelector('#play').textContent === 'Play'")
    assert opened.value("document.querySelector('#round').value") == str(ROUNDS)


def test_a_row_is_found_by_its_line_and_rows_can_be_chosen(shown):
    opened, report = shown
    go_to(opened, ROUNDS)
    line = int(report.audit.dataset.lines[report.audit.ranked[-1]])
    choose(opened, "#line", str(line))
    assert opened.value("document.querySelector('#card h3').textContent") == f"Line {line:,}"
    choose(opened, "#which", "decided")
    assert sorted(row[0] for row in table(opened)) == sorted(e.line for e in report.decisions)
    choose(opened, "#which", "against")
    wrong = report.run.history.margins(ROUNDS) < 0
    assert len(table(opened)) == pytest.approx(int(wrong.sum()), abs=2)
    choose(opened, "#which", "all")


@pytest.mark.parametrize("width", [320, 400, 900, 1600])
def test_the_live_part_is_never_wider_than_the_window(shown, width):
    opened, _ = shown
    opened.look(width)
    assert opened.value("document.documentElement.scrollWidth") <= width
    assert opened.value("document.querySelector('#round').clientWidth") >= 90
    opened.look(1280)


@pytest.mark.parametrize("is_dark", [False, True])
def test_colours_of_both_schemes_stand_out(shown, is_dark):
    opened, _ = shown
    opened.look(1280, is_dark=is_dark)
    fill = opened.value("getComputedStyle(document.querySelector('#weights rect.others')).fill")
    assert fill == ("rgb(86, 180, 233)" if is_dark else "rgb(0, 114, 178)")
    opened.look(1280)


def test_on_paper_and_without_a_script_the_list_stands_there(shown, tmp_path):
    opened, report = shown
    seen = "getComputedStyle(document.querySelector('{}')).display"
    assert opened.value(seen.format(".still")) == "none"
    opened.ask("Emulation.setEmulatedMedia", media="print")
    assert opened.value(seen.format(".still")) == "block"
    assert opened.value(seen.format("#live")) == "none"
    opened.ask("Emulation.setEmulatedMedia", media="")
    # Another script than the one that the page names is not run.
    page = report.html().replace('<script type="module">', '<script type="module">alert(1);')
    (tmp_path / "changed.html").write_text(page, encoding="utf-8")
    with browser(tmp_path / "profile") as other:
        other.open((tmp_path / "changed.html").as_uri())
        assert len(other.complaints) == 1
        assert "Content Security Policy" in other.complaints[0]
        assert other.value(seen.format(".still")) == "block"
        assert other.value(seen.format("#live")) == "none"


@pytest.mark.parametrize(
    ("name", "settings", "said"),
    [
        ("iris", core.AdaBoost(rounds=6), "Margins of all rows"),
        ("iris", core.RandomForest(rounds=6), "carry no weights"),
        ("rents", core.L2Boost(rounds=6), "Residuals of all rows"),
    ],
)
def test_every_ensemble_has_a_live_part(tmp_path, name, settings, said):
    run = core.fit(core.example(name), settings)
    Report(run).write(tmp_path / "report.html")
    with browser(tmp_path / "profile") as opened:
        opened.open((tmp_path / "report.html").as_uri())
        opened.until(IS_LIVE)
        assert opened.complaints == []
        assert said in opened.value("document.querySelector('#live').innerText")
        go_to(opened, 3)
        texts = opened.value(
            "[...document.querySelectorAll('#list tbody tr')].map(each => ["
            "each.querySelector('th').textContent, each.querySelector('.margin').textContent])"
        )
        margins, rows = run.history.margins(3), run.dataset
        step = float(
            opened.value("JSON.parse(document.querySelector('#block').textContent).margins.step")
        )
        for line, text in texts:
            own = margins[rows.rows_of([int(as_number(line))])[0]]
            assert as_number(text) == pytest.approx(own, abs=step)


def test_hostile_texts_are_shown_as_texts(tmp_path):
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028\u202e"
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(
        {
            evil: rng.choice(["a", evil, "x" * 5000], 90),
            "n": rng.normal(size=90),
            "y": [evil, "no", "yes"] * 30,
        }
    )
    data = core.Dataset.from_frame(frame, "y", name=evil)
    project = Project.of(data)
    project.decide([2, 3], Verb.KEEP, reason=evil)
    run, audit = core.fit(data, core.AdaBoost(rounds=4)), core.audit(data)
    report = Report(run, audit, tuple(project.decisions.standing()), {5: evil})
    report.write(tmp_path / "report.html")
    with browser(tmp_path / "profile") as opened:
        opened.look(400)
        opened.open((tmp_path / "report.html").as_uri())
        opened.until(IS_LIVE)
        choose(opened, "#line", "2")
        assert "alert(1)" in opened.value("document.querySelector('#card').textContent")
        assert opened.value("document.querySelectorAll('#live img, #live script').length") == 1
        assert opened.value("document.documentElement.scrollWidth") <= 400
        assert opened.complaints == []


@pytest.mark.timeout(900)
def test_a_hundred_thousand_rows_are_a_page_of_less_than_three_megabytes(
    tmp_path, qapp, monkeypatch
):
    from core.judging.auditing import default_judges
    from workbench.exporting.report import pictures_of

    for name in ("_VOTES", "_LEAST_ROUNDS", "_MOST_ROUNDS", "_WITNESS_ROUNDS"):
        monkeypatch.setattr(default_judges, name, 5)  # how good the judges are does not matter
    rng = np.random.default_rng(0)
    values = rng.normal(size=(100_000, 12))
    label = (values[:, 0] + values[:, 1] * values[:, 2] + rng.normal(0, 0.7, 100_000)) > 0
    frame = pd.DataFrame(values, columns=[f"column {place}" for place in range(12)])
    frame["label"] = np.where(label ^ (rng.random(100_000) < 0.08), "yes", "no")
    run = core.fit(core.Dataset.from_frame(frame, "label"), core.AdaBoost(rounds=200))
    report = Report(run, core.audit(run.dataset), pictures=pictures_of(run).pictures)
    path = tmp_path / "report.html"
    report.write(path)
    assert path.stat().st_size < 3_000_000
    with browser(tmp_path / "profile") as opened:
        opened.open(path.as_uri())
        opened.until(IS_LIVE)
        assert "Of 100,000 rows, 2,000 can be looked at here" in opened.value(
            "document.querySelector('#carried').textContent"
        )
        go_to(opened, 77)
        weights = run.history.relative_weights(77)
        for line, weight, _ in table(opened):
            row = run.dataset.rows_of([int(line)])[0]
            assert weight == pytest.approx(weights[row], rel=0.01)
