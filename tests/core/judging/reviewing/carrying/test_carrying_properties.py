"""Whatever a source does to a table: a decision reaches the same entity, or is listed."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.data.dataset import Dataset
from core.judging.reviewing.carrying.carrying import carry_over
from core.judging.reviewing.carrying.fates import Fate
from core.judging.reviewing.decision import Verb
from core.judging.reviewing.decisions import Decisions
from core.reading.tables import read_table
from tests.core.judging.reviewing.carrying.exports import decided_on, do, first_export

_RENAMED = {"customer": "Kunde", "age": "Alter", "city": "Ort", "income": "Einkommen"}
_ENTITY = "entity"


@st.composite
def exports(draw: st.DrawFn) -> tuple[pd.DataFrame, pd.DataFrame, list[str]]:
    """An export, another one of the same entities, and the columns of the first that both have."""
    rows = draw(st.integers(40, 160))
    first = first_export(rows, seed=draw(st.integers(0, 2**20)))
    if not draw(st.booleans()):
        first = first.drop(columns="customer")
    if draw(st.booleans()):  # rows that are copies of others
        first = pd.concat([first, first.iloc[: draw(st.integers(1, 5))]], ignore_index=True)
    second = first.assign(**{_ENTITY: np.arange(len(first))})
    order = np.random.default_rng(draw(st.integers(0, 2**20))).permutation(len(second))
    second = second.iloc[order[: len(second) - draw(st.integers(0, 9))]].reset_index(drop=True)
    gone = draw(st.sets(st.sampled_from(["age", "income", "score", "city"]), max_size=1))
    second = second.drop(columns=sorted(gone))
    if draw(st.booleans()):
        second.insert(0, "region", np.arange(len(second)) % 3)
    names = draw(st.sets(st.sampled_from(sorted(_RENAMED)), max_size=2))
    return first, second.rename(columns={name: _RENAMED[name] for name in names}), sorted(gone)


def decided(frame: pd.DataFrame, lines: list[int]) -> Decisions:
    """Decisions of several kinds about some rows."""
    decisions = decided_on(frame)
    verbs = [Verb.KEEP, Verb.EXCLUDE, Verb.SKIP]
    for place, line in enumerate(lines):
        if place % 4 == 3:
            own = str(frame.loc[line - 2, "paid"])
            do(decisions, decisions.relabelling({line: "no" if own == "yes" else "yes"}))
        else:
            do(decisions, decisions.deciding([line], verbs[place % 4]))
    return decisions


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(both=exports(), data=st.data())
def test_a_decision_reaches_the_same_entity_or_is_listed(
    both: tuple[pd.DataFrame, pd.DataFrame, list[str]], data: st.DataObject
) -> None:
    first, second, _ = both
    lines = data.draw(st.lists(st.integers(2, len(first) + 1), unique=True, max_size=12))
    entities = second.pop(_ENTITY).to_numpy()
    old, new = decided(first, lines), decided_on(second)
    found = carry_over(old, new)
    assert len(found) == old.count
    values = [tuple(map(str, row)) for row in first.itertuples(index=False)]
    for item in range(len(found)):
        told = found.describe(item)
        assert told.old_line is not None
        if told.fate.kind.can_be_taken:
            assert told.new_line is not None
            # A copy stands for the other only where the same was decided about both.
            is_same = entities[told.new_line - 2] == told.old_line - 2
            assert is_same or values[entities[told.new_line - 2]] == values[told.old_line - 2]
        else:
            assert told.fate in (Fate.GONE, Fate.AMBIGUOUS)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(both=exports(), data=st.data())
def test_with_a_key_every_row_that_is_left_is_found(
    both: tuple[pd.DataFrame, pd.DataFrame, list[str]], data: st.DataObject
) -> None:
    first, second, _ = both
    first, second = first.copy(), second.copy()
    first["nr"] = np.arange(len(first)) * 7 + 1000
    second["nr"] = second[_ENTITY] * 7 + 1000
    left = set(second.pop(_ENTITY).tolist())
    lines = data.draw(st.lists(st.integers(2, len(first) + 1), unique=True, max_size=12))
    found = carry_over(decided(first, lines), decided_on(second))
    for item in range(len(found)):
        told = found.describe(item)
        assert told.old_line is not None
        assert (told.fate is Fate.GONE) == (told.old_line - 2 not in left)
        if told.new_line is not None:
            assert second.loc[told.new_line - 2, "nr"] == first.loc[told.old_line - 2, "nr"]


@pytest.mark.parametrize("has_key", [True, False])
@pytest.mark.parametrize(
    "dialect",
    [
        {"sep": ";", "decimal": ","},
        {"sep": "\t", "encoding": "utf-16"},
        {"sep": ";", "decimal": ",", "encoding": "cp1252"},
        {"sep": "|", "lineterminator": "\r\n"},
    ],
    ids=["comma", "utf-16", "cp1252", "bars"],
)
def test_another_dialect_is_the_same_table(
    dialect: dict[str, str], has_key: bool, tmp_path: Path
) -> None:
    first = first_export(80)
    if not has_key:
        first = first.drop(columns="customer")
    second = first.iloc[::-1]
    first.to_csv(tmp_path / "old.csv", index=False)
    second.to_csv(tmp_path / "new.csv", index=False, **dialect)  # type: ignore[call-overload]
    old, new = (
        Decisions(Dataset.from_table(read_table(tmp_path / name), "paid", validation_share=0))
        for name in ("old.csv", "new.csv")
    )
    do(old, old.deciding(np.arange(2, 42), Verb.KEEP))
    found = carry_over(old, new)
    assert found.groups == {Fate.SAME: 40}
    assert sorted(found.step()[0].lines.tolist()) == list(range(42, 82))
