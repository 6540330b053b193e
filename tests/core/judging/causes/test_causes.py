"""Planted causes are found and named, chance is not, and a person's word is heard."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.base.progress import Cancelled
from core.judging.causes.causes import LEVEL, causes, found_wrong
from core.judging.causes.result import DECIDED
from core.judging.reviewing.decision import Decision, Verb
from tests.core.judging.causes.judged import ROWS, judged, measured, two_classes


def planted(seed, where, rate=0.4, elsewhere=0.01):
    """Two classes of which labels are wrong where a rule holds."""
    random = np.random.default_rng(seed)
    frame, shares, labels = two_classes(random, spread=8.0)
    wrong = random.random(len(frame)) < np.where(where(frame), rate, elsewhere)
    return judged(frame, np.where(wrong, 1 - labels, labels), shares), wrong


def test_one_condition_is_found_and_its_rows_are_named():
    audit, _ = planted(1, lambda frame: frame.operator == 7)
    found = causes(audit)
    (cause,) = found.found
    assert cause.rule == "operator = 7"
    assert cause.columns == ("operator",)
    table = audit.dataset.table
    own = table.column("operator").values == 7
    assert cause.lines.tolist() == table.lines[own].tolist()
    assert cause.sentence.startswith("operator = 7: ")
    assert " % wrong against " in cause.sentence
    assert f"{len(cause.marked)} look wrong" in cause.sentence
    assert cause.share > 5 * cause.elsewhere
    assert found.sentence.startswith("1 cause stands out")


def test_two_conditions_are_found():
    audit, _ = planted(2, lambda frame: (frame.site == "north") & (frame.day > "2024-03-01"))
    cause = causes(audit).found[0]
    assert {"site", "day"} == set(cause.columns)
    assert "site = north" in cause.rule
    assert "day from 2024-0" in cause.rule


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (lambda frame: frame.id.str.startswith("B"), "beginning of id = B"),
        (lambda frame: frame.index < 100, "line at most 1|number in id at most "),
        (lambda frame: (frame.index >= 300) & (frame.index < 400), "line from|number in id from"),
        (lambda frame: frame.day < "2024-01-20", "day until 2024-01-"),
        (lambda frame: frame.w > 1.0, "w at least"),
    ],
)
def test_ids_lines_dates_and_numbers_are_looked_at(where, said):
    audit, _ = planted(3, where, rate=0.25)
    # Ids are in the order of the lines here: either names the rows.
    assert any(one in cause.rule for cause in causes(audit).found for one in said.split("|"))


def test_a_column_is_named_before_the_place_in_a_file_in_its_order():
    random = np.random.default_rng(12)
    frame, shares, labels = two_classes(random, spread=8.0)
    frame = frame.assign(day=np.sort(frame.day)).drop(columns="id")
    there = (frame.day >= "2024-03-03") & (frame.site == "north")
    wrong = random.random(ROWS) < np.where(there, 0.5, 0.01)
    (cause,) = causes(judged(frame, np.where(wrong, 1 - labels, labels), shares)).found
    assert set(cause.columns) == {"site", "day"}


def test_missing_values_can_be_the_cause():
    random = np.random.default_rng(4)
    frame, shares, labels = two_classes(random, spread=8.0)
    gone = random.random(ROWS) < 0.15
    wrong = random.random(ROWS) < np.where(gone, 0.4, 0.01)
    frame.loc[gone, "w"] = np.nan
    found = causes(judged(frame, np.where(wrong, 1 - labels, labels), shares)).found
    assert [cause.rule for cause in found] == ["w is missing"]


def test_two_causes_are_told_one_after_the_other():
    audit, _ = planted(5, lambda frame: (frame.operator == 7) | (frame.index < 80))
    rules = [cause.rule for cause in causes(audit).found]
    assert "operator = 7" in rules
    # Ids are in the order of the lines here: either names the rows.
    assert any(rule.startswith(("line at most", "number in id at most")) for rule in rules)


@pytest.mark.parametrize("spread", [0.8, 2.0, 8.0])
def test_classes_that_overlap_have_no_cause(spread):
    """Flags gather at the border: the border is no cause, nor is a mistake at random."""
    named = 0
    for seed in range(20):
        random = np.random.default_rng([seed, 7])
        frame, shares, labels = two_classes(random, spread)
        wrong = random.random(ROWS) < 0.05 * (seed % 3)
        named += bool(causes(judged(frame, np.where(wrong, 1 - labels, labels), shares)).found)
    # By chance more than 2 of 20 files are named in seven of 1,000 trials of this test.
    assert LEVEL == 0.02
    assert named <= 2


def test_a_rare_class_is_no_cause():
    named = 0
    for seed in range(10):
        random = np.random.default_rng([seed, 8])
        frame, _, _ = two_classes(random, 1.0)
        share = 1 / (1 + np.exp(-(3 * frame.u.to_numpy() - 5.5)))
        labels = (random.random(ROWS) < share).astype(np.int64)
        audit = judged(frame, labels, np.column_stack([1 - share, share]))
        named += bool(causes(audit).found)
    assert named <= 1


def test_decisions_tell_a_cause_that_judges_cannot():
    random = np.random.default_rng(9)
    frame, shares, labels = two_classes(random, spread=0.05)
    audit = judged(frame, labels, shares)
    assert "cannot be told" in causes(audit).sentence
    lines = audit.dataset.lines[:240]
    operator = frame.operator.to_numpy()[:240]
    wrong = random.random(240) < np.where(operator == 3, 0.8, 0.1)
    found = causes(audit, dict(zip(lines.tolist(), wrong.tolist(), strict=True))).found
    assert found[0].share == pytest.approx(wrong[operator == 3].mean())
    assert [cause.rule for cause in found] == ["operator = 3"]
    assert " that were looked at)" in found[0].sentence


def test_decisions_where_classes_overlap_tell_no_cause():
    """Of what was looked at, more is right where classes overlap: decisions have a null, too.

    Were all rows that were looked at alike, "v at most 0" would be named in every file.
    """
    named = 0
    for seed in range(6):
        random = np.random.default_rng([seed, 11])
        frame, _, _ = two_classes(random, 1.0)
        share = 1 / (1 + np.exp(-frame.u.to_numpy() * np.where(frame.v < 0, 8.0, 0.8)))
        labels = (random.random(ROWS) < share).astype(np.int64)
        flipped = random.random(ROWS) < 0.08
        shares = np.column_stack([1 - share, share])
        audit = judged(frame, np.where(flipped, 1 - labels, labels), shares)
        looked_at = audit.ranked[:150]
        known = zip(audit.dataset.lines[looked_at].tolist(), flipped[looked_at], strict=True)
        found = causes(audit, {line: bool(was_wrong) for line, was_wrong in known}).found
        named += any(cause.evidence == DECIDED for cause in found)
    assert named <= 1


def test_numbers_have_causes_as_well():
    random = np.random.default_rng(14)
    frame, _, _ = two_classes(random, 1.0)
    right = 3 * frame.u.to_numpy() + 0.2 * random.normal(size=ROWS)
    there = frame.operator == 7
    wrong = random.random(ROWS) < np.where(there, 0.4, 0.01)
    audit = measured(frame, np.where(wrong, 10 * right + 5, right), 3 * frame.u.to_numpy())
    (cause,) = causes(audit).found
    assert cause.rule == "operator = 7"
    assert cause.share == pytest.approx(wrong[there].mean(), abs=0.1)
    assert causes(measured(frame, right, 3 * frame.u.to_numpy())).found == ()


def test_decisions_about_rows_that_left_still_count():
    """Whoever excludes wrong rows and audits again has not forgotten them."""
    random = np.random.default_rng(13)
    frame, shares, labels = two_classes(random, spread=2.0)
    looked_at = np.arange(300)
    wrong = random.random(300) < np.where(frame.operator[:300] == 3, 0.6, 0.05)
    stays = np.append(~wrong, np.ones(ROWS - 300, bool))
    audit = judged(frame, labels, shares)
    left = replace(
        audit,
        dataset=audit.dataset.only(stays),
        **{
            name: getattr(audit, name)[stays]
            for name in ("suspicion", "wrong", "suggested", "probability", "kinds")
        },
        opinions=tuple(
            replace(one, own=one.own[stays], other=one.other[stays], share=one.share[stays])
            for one in audit.opinions
        ),
    )
    decided = dict(zip((looked_at + 2).tolist(), wrong.tolist(), strict=True))
    found = causes(left, decided).found
    assert [cause.rule for cause in found if cause.evidence == DECIDED] == ["operator = 3"]


def test_what_a_person_found():
    decisions = [
        Decision(2, Verb.KEEP),
        Decision(3, Verb.RELABEL, "a"),
        Decision(4, Verb.EXCLUDE),
        Decision(5, Verb.SKIP),
    ]
    assert found_wrong(decisions) == {2: False, 3: True, 4: True}


def test_nothing_to_look_for_is_said():
    random = np.random.default_rng(10)
    frame, shares, _ = two_classes(random, spread=8.0)
    found = causes(judged(frame, shares.argmax(axis=1), shares))
    assert found.found == ()
    assert "too few" in found.sentence


def test_the_search_tells_how_far_it_is_and_can_be_called_off():
    audit, _ = planted(1, lambda frame: frame.operator == 7)
    told = []
    causes(audit, watch=told.append)
    shares = [progress.share for progress in told]
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] <= 1

    def enough(progress):
        raise Cancelled

    with pytest.raises(Cancelled):
        causes(audit, watch=enough)


def test_the_same_seed_finds_the_same():
    audit, _ = planted(1, lambda frame: frame.operator == 7)
    first, second = causes(audit, seed=3), causes(audit, seed=3)
    assert first.frame().equals(second.frame())


def test_the_table_has_a_row_a_cause(tmp_path):
    audit, _ = planted(1, lambda frame: frame.operator == 7)
    found = causes(audit)
    found.write_csv(tmp_path / "causes.csv")
    table = pd.read_csv(tmp_path / "causes.csv")
    assert table.columns.tolist() == [
        "rule",
        "evidence",
        "rows",
        "wrong",
        "expected",
        "share",
        "elsewhere",
        "chance",
        "lines",
    ]
    assert table.rule.tolist() == ["operator = 7"]
    assert table.lines[0].split() == [str(line) for line in found.found[0].lines]
    assert table.wrong.tolist() == [len(found.found[0].marked)]
