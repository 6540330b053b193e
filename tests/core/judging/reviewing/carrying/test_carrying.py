"""What becomes of decisions when a new export arrives: carried over, or listed, never lost."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.base.errors import DataError
from core.data.dataset import Dataset
from core.judging.reviewing.carrying.carrying import Carrying, carry_over
from core.judging.reviewing.carrying.fates import KINDS, Fate
from core.judging.reviewing.carrying.listing import changes_text, write_conflicts
from core.judging.reviewing.conflicts import conflicts
from core.judging.reviewing.decision import Batch, Verb
from core.judging.reviewing.decisions import Decisions
from core.project import Project
from tests.core.judging.reviewing.carrying.exports import decided_on, do, first_export, line_of


def fates(found: Carrying) -> list[Fate]:
    """What became of each, in the order in which they were decided."""
    return [Fate(fate) for fate in found.fates.tolist()]


def only(found: Carrying) -> Fate:
    """What became of the only decision there is."""
    (fate,) = fates(found)
    return fate


def taken(found: Carrying) -> Decisions:
    """The new data with every item taken that can be."""
    do(found.decisions, found.step(np.ones(len(found), bool)))
    return found.decisions


def other(label: str) -> str:
    """The label that is not this one."""
    return "no" if label == "yes" else "yes"


@pytest.fixture
def old() -> Decisions:
    """A table about which nothing is decided yet."""
    return decided_on(first_export())


def test_every_fate_is_described() -> None:
    assert set(KINDS) == set(Fate)
    assert all(kind.can_be_taken for kind in KINDS.values() if kind.is_usual)


def test_who_decided_and_when_is_kept(old: Decisions) -> None:
    project = Project.of(old.base)
    project.by = "Anna"
    project.decide([5], "keep", reason="checked", note="a call")
    before = project.decisions.about(5)
    new = decided_on(first_export().iloc[::-1].reset_index(drop=True))
    do(new, carry_over(project.decisions, new).step())
    after = new.about(line_of(first_export().iloc[::-1], first_export().customer[3]))
    assert before is not None
    assert after is not None
    assert (after.by, after.when, after.reason, after.note) == (
        "Anna",
        before.when,
        "checked",
        "a call",
    )


@pytest.mark.parametrize("verb", [Verb.KEEP, Verb.EXCLUDE, Verb.SKIP])
def test_a_row_that_is_the_same_keeps_its_decision(old: Decisions, verb: Verb) -> None:
    do(old, old.deciding([5], verb))
    found = carry_over(old, decided_on(first_export()))
    assert only(found) is Fate.SAME
    decision = taken(found).about(5)
    assert decision is not None
    assert decision.verb is verb


@pytest.mark.parametrize("verb", [Verb.KEEP, Verb.EXCLUDE, Verb.SKIP])
def test_a_row_that_changed_is_listed_with_its_cells(old: Decisions, verb: Verb) -> None:
    do(old, old.deciding([5], verb))
    frame = first_export()
    frame.loc[3, ["age", "city"]] = [91, "Aachen"]
    found = carry_over(old, decided_on(frame))
    assert only(found) is Fate.CHANGED
    assert not found.usual.any()
    before = first_export().loc[3]
    assert found.describe(0).changes == (
        ("age", str(before.age), "91"),
        ("city", before.city, "Aachen"),
    )
    assert changes_text(found.describe(0)).startswith(f"age: {before.age} → 91; city: ")


def test_a_correction_is_carried_corrected_or_contradicted(old: Decisions) -> None:
    frame = first_export()
    labels = [other(label) for label in frame.paid[:3]]
    do(old, old.relabelling(dict(zip([2, 3, 4], labels, strict=True))))
    frame.loc[1, "paid"] = labels[1]
    frame.loc[2, "paid"] = "unknown"
    found = carry_over(old, decided_on(frame))
    told = {found.describe(n).old_line: found.describe(n) for n in range(len(found))}
    assert {line: each.fate for line, each in told.items()} == {
        2: Fate.SAME,
        3: Fate.CORRECTED,
        4: Fate.OTHERWISE,
    }
    assert (told[4].before, told[4].now) == (other(labels[2]), "unknown")
    new = taken(found)
    assert [(each.line, each.verb) for each in sorted(new.standing(), key=lambda d: d.line)] == [
        (2, Verb.RELABEL),
        (3, Verb.KEEP),
        (4, Verb.RELABEL),
    ]


def test_the_source_undoes_what_was_confirmed(old: Decisions) -> None:
    frame = first_export()
    do(old, old.deciding([2], Verb.KEEP))
    confirmed = str(frame.loc[0, "paid"])
    frame.loc[0, "paid"] = other(confirmed)
    found = carry_over(old, decided_on(frame))
    assert only(found) is Fate.UNDONE
    decision = taken(found).about(2)
    assert decision is not None
    assert (decision.verb, decision.label) == (Verb.RELABEL, confirmed)


def test_a_correction_that_the_source_takes_and_undoes_is_told() -> None:
    frame = first_export()
    first, corrected = decided_on(frame), frame.copy()
    corrected.loc[0, "paid"] = other(str(frame.loc[0, "paid"]))
    do(first, first.relabelling({2: corrected.loc[0, "paid"]}))
    second = decided_on(corrected)
    do(second, carry_over(first, second).step())
    third = carry_over(second, decided_on(frame))
    assert only(third) is Fate.UNDONE


def test_a_row_that_is_gone_or_new_is_told(old: Decisions) -> None:
    do(old, old.excluding([2, 9]))
    frame = pd.concat([first_export(), first_export(7, seed=5)]).iloc[1:].reset_index(drop=True)
    found = carry_over(old, decided_on(frame))
    assert sorted(fates(found)) == [Fate.SAME, Fate.GONE]
    assert found.unjudged == 7
    assert "7 rows are new and not yet judged." in found.sentences


def test_a_label_that_is_no_class_any_more_is_told(old: Decisions) -> None:
    frame = first_export()
    frame.loc[0, "paid"] = "unsure"
    some = decided_on(frame)
    do(some, some.relabelling({3: "unsure"}))
    assert only(carry_over(some, decided_on(first_export()))) is Fate.NO_CLASS


def test_another_target_takes_no_decision_about_labels(old: Decisions) -> None:
    do(old, old.deciding([2], Verb.KEEP))
    do(old, old.noting(4, "call them"))
    found = carry_over(old, decided_on(first_export(), target="city"))
    assert sorted(fates(found)) == [Fate.SAME, Fate.OTHER_TARGET]
    assert taken(found).note_on(4) == "call them"


def test_a_renamed_target_is_the_same_target() -> None:
    old = decided_on(first_export(400))
    do(old, old.relabelling({2: other(str(first_export(400).loc[0, "paid"]))}))
    new = decided_on(first_export(400).rename(columns={"paid": "bezahlt"}), "bezahlt")
    assert only(carry_over(old, new)) is Fate.SAME


def test_cells_are_carried_reached_contradicted_or_have_no_column(old: Decisions) -> None:
    frame = first_export()
    do(old, old.setting([2], "income", "5000"))
    do(old, old.setting([3], "income", "6000"))
    do(old, old.setting([4], "income", "7000"))
    do(old, old.setting([5], "score", "0"))
    frame.loc[1, "income"] = 6000
    frame.loc[2, "income"] = 1.5
    found = carry_over(old, decided_on(frame.drop(columns="score")))
    told = {found.describe(n).old_line: found.describe(n).fate for n in range(len(found))}
    assert told == {2: Fate.SAME, 3: Fate.STANDS, 4: Fate.OTHERWISE, 5: Fate.NO_COLUMN}
    new = taken(found)
    assert [(d.line, d.column, d.value) for d in new.standing()] == [
        (2, "income", "5000"),
        (4, "income", "7000"),
    ]


def test_a_cell_that_became_what_was_decided_changes_no_row(old: Decisions) -> None:
    do(old, old.setting([2], "income", "5000"))
    do(old, old.deciding([2], Verb.KEEP))
    frame = first_export()
    frame.loc[0, "income"] = 5000
    assert sorted(fates(carry_over(old, decided_on(frame)))) == [Fate.SAME, Fate.STANDS]


def test_merged_spellings_reach_new_rows(old: Decisions) -> None:
    do(old, old.merging("city", ["Köln", "Bonn"], "Köln"))
    more = first_export(5, seed=9).assign(city="Bonn")
    frame = pd.concat([first_export(), more], ignore_index=True)
    found = carry_over(old, decided_on(frame))
    assert found.groups[Fate.SPELLING] == 5
    new = found.decisions
    do(new, found.step())
    assert "Bonn" not in new.revision().table.column("city").as_categories().categories or not any(
        new.revision().table.column("city").text(row) == "Bonn" for row in range(len(frame))
    )


def test_labels_of_rows_without_one_are_carried_or_reached() -> None:
    frame = first_export()
    frame.loc[[0, 1, 2], "paid"] = None
    old = decided_on(frame)
    do(old, old.relabelling({2: "yes", 3: "yes", 4: "yes"}))
    later = frame.copy()
    later.loc[1, "paid"] = "yes"
    later.loc[2, "paid"] = "no"
    found = carry_over(old, decided_on(later))
    told = {found.describe(n).old_line: found.describe(n).fate for n in range(len(found))}
    assert told == {2: Fate.SAME, 3: Fate.CORRECTED, 4: Fate.OTHERWISE}
    new = taken(found)
    assert {d.line: d.verb for d in new.standing()} == {
        2: Verb.LABEL,
        3: Verb.KEEP,
        4: Verb.RELABEL,
    }


def test_numbers_to_predict_are_carried() -> None:
    frame = first_export()
    old = decided_on(frame, "income")
    do(old, old.setting([2, 3], "income", "4321.5"))
    frame.loc[1, "income"] = 4321.5
    found = carry_over(old, decided_on(frame, "income"))
    assert sorted(fates(found)) == [Fate.SAME, Fate.STANDS]
    assert taken(found).revision().labels[0] == 4321.5


def test_copies_decided_alike_are_carried_and_others_are_not() -> None:
    frame = first_export().drop(columns="customer")
    frame = pd.concat([frame, frame.iloc[[0, 1]]], ignore_index=True)
    old = decided_on(frame)
    do(old, old.excluding([2, 122, 3]))
    found = carry_over(old, decided_on(frame.iloc[::-1].reset_index(drop=True)), [])
    told = {found.describe(n).old_line: found.describe(n).fate for n in range(len(found))}
    assert told == {2: Fate.SAME, 122: Fate.SAME, 3: Fate.AMBIGUOUS}


def test_what_was_decided_about_the_new_file_stays(old: Decisions) -> None:
    do(old, old.excluding([2, 3]))
    new = decided_on(first_export())
    do(new, new.excluding([2]))
    do(new, new.deciding([3], Verb.KEEP))
    found = carry_over(old, new)
    assert sorted(fates(found)) == [Fate.DECIDED, Fate.STANDS]
    with pytest.raises(DataError, match="No decision is chosen"):
        found.step()
    decision = taken(found).about(3)
    assert decision is not None
    assert decision.verb is Verb.EXCLUDE


def test_carrying_over_twice_finds_nothing_left(old: Decisions) -> None:
    frame = first_export()
    do(old, old.relabelling({2: other(frame.loc[0, "paid"]), 3: other(frame.loc[1, "paid"])}))
    do(old, old.setting([7], "age", "40"))
    do(old, old.noting(8, "look again"))
    frame.loc[1, "paid"] = other(frame.loc[1, "paid"])
    new = decided_on(frame)
    do(new, carry_over(old, new).step())
    before = new.standing()
    again = carry_over(old, new)
    assert set(fates(again)) == {Fate.STANDS}
    assert new.standing() == before


def test_a_column_that_is_filled_anew_makes_no_row_a_changed_one(old: Decisions) -> None:
    do(old, old.excluding([2, 3]))
    found = carry_over(old, decided_on(first_export().assign(score=np.arange(120) / 7)))
    assert fates(found) == [Fate.SAME, Fate.SAME]
    assert "'score' differs in most rows: that is no change of a row." in found.sentences


def test_what_a_colleague_said_goes_with_the_decision(old: Decisions) -> None:
    kept = Batch(np.array([2, 3, 4]), Verb.KEEP, by="Ben")
    said = Batch(np.array([2, 3, 4]), Verb.EXCLUDE, by="Anna", aside=True)
    settled = Batch(np.array([3]), Verb.EXCLUDE, by="Ben")
    do(old, (kept, said, settled))
    frame = first_export().iloc[::-1].reset_index(drop=True)
    frame.loc[117, "age"] = 99
    new = decided_on(frame)
    do(new, carry_over(old, new).step())
    (open_one,) = conflicts(new)
    assert open_one.line == line_of(frame, first_export().customer[0])
    assert open_one.told == "Ben kept it, Anna excluded it"
    assert [each.line for each in new.stands.said_by("Anna")] == [120, 121]


def test_conflicts_are_written_as_a_table(old: Decisions, tmp_path: Path) -> None:
    do(old, old.excluding([2, 3]))
    frame = first_export().iloc[1:].reset_index(drop=True)
    frame.loc[0, "age"] += 1
    found = carry_over(old, decided_on(frame))
    assert write_conflicts(tmp_path / "conflicts.csv", found) == 2
    written = pd.read_csv(tmp_path / "conflicts.csv")
    assert written["what"].tolist() == ["The row changed", "The row is gone"]
    assert written["line before"].tolist() == [3, 2]
    assert written["decided"].tolist() == ["excluded", "excluded"]


def test_many_decisions_are_judged_together() -> None:
    frame = first_export(5000)
    old = Decisions(Dataset.from_frame(frame, "paid", name="old", validation_share=0))
    do(old, old.deciding(np.arange(2, 4002), Verb.KEEP))
    new = decided_on(frame.iloc[::-1].reset_index(drop=True))
    step = carry_over(old, new).step()
    assert len(step) == 1
    assert step[0].lines.tolist() == list(range(1002, 5002))
