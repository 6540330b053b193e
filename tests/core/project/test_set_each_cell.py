"""Many cells, each with a value of its own, are set in one step."""

import pandas as pd
import pytest

from core import DataError, Dataset
from core.project import Project


@pytest.fixture
def project():
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0], "town": list("abcd"), "y": list("ppqq")})
    return Project.of(Dataset.from_frame(frame, "y", validation_share=0))


def values(project, name):
    column = project.dataset.table.column(name)
    return [column.text(row) for row in range(len(column))]


def test_cells_of_several_columns_are_one_step(project):
    project.set_each_cell({"x": {2: "10", 4: ""}, "town": {3: "z"}}, reason="two swapped")
    assert values(project, "x") == ["10", "2", "", "4"]
    assert values(project, "town") == ["a", "z", "c", "d"]
    assert len(project.done) == 1
    project.undo()
    assert values(project, "x") == ["1", "2", "3", "4"]
    assert values(project, "town") == list("abcd")
    project.redo()
    assert values(project, "x") == ["10", "2", "", "4"]


def test_what_cannot_be_set_is_refused_and_nothing_is_done(project):
    with pytest.raises(DataError, match="'many' is no number"):
        project.set_each_cell({"town": {2: "z"}, "x": {2: "many"}})
    with pytest.raises(DataError, match="Line 99"):
        project.set_each_cell({"x": {99: "1"}})
    with pytest.raises(DataError, match="No cell is chosen"):
        project.set_each_cell({})
    assert not project.done
    assert values(project, "town") == list("abcd")
