"""The list of findings stays as it is while all rows are looked at again."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel

from core import example
from core.checks.finding import Finding, FindingKind
from core.checks.remedies import IgnoreColumns
from workbench.opening.controller import Edit
from workbench.opening.importing.findings_list import FindingsList

TABLE = example("moons").table
FIRST, SECOND, THIRD = (
    Finding(FindingKind.CONSTANT, f"{name!r} is odd.", (name,), remedy=IgnoreColumns((name,)))
    for name in ("a", "b", "c")
)


@pytest.fixture
def findings(qtbot):
    made = FindingsList()
    qtbot.addWidget(made)
    made.resize(800, 400)
    made.show_findings((FIRST, SECOND, THIRD), (), TABLE, (), is_looking=False)
    made.show()
    return made


def told(findings):
    """What stands in the list, from the top."""
    QApplication.processEvents()
    labels = [label for label in findings.findChildren(QLabel) if label.isVisible()]
    labels.sort(key=lambda label: label.mapTo(findings, QPoint()).y())
    return [label.text() for label in labels]


def test_what_was_found_keeps_its_place_while_all_rows_are_looked_at_again(findings):
    """Seen: after each remedy the list was empty for a moment, and came back in another order."""
    assert SECOND.remedy is not None
    edit = Edit(SECOND.remedy.applied, SECOND)
    findings.show_findings((), (edit,), TABLE, (), is_looking=True)
    first, second, third, looking = told(findings)
    assert (first, third) == (FIRST.sentence, THIRD.sentence)
    assert second.startswith("Done: ")
    assert looking == "Looking at all rows…"
    undo, *remedies = findings.buttons
    assert undo.text() == "Undo"
    assert undo.isEnabled()
    assert [button.isEnabled() for button in remedies] == [False, False]
    findings.show_findings((THIRD, FIRST), (edit,), TABLE, (), is_looking=False)
    assert told(findings) == [first, second, third]
    assert all(button.isEnabled() for button in findings.buttons)


def test_what_is_found_no_more_goes_when_all_rows_were_looked_at(findings):
    findings.show_findings((THIRD,), (), TABLE, (), is_looking=False)
    assert told(findings) == [THIRD.sentence]


def test_nothing_of_another_file_is_kept(findings):
    findings.show_findings((), (), None, (), is_looking=True)
    assert told(findings) == ["Looking at all rows…"]
    findings.show_findings((), (), TABLE, (), is_looking=True)
    assert told(findings) == ["Looking at all rows…"]
