"""The exam in the review: asked for with a guess, called off, drawn, and told in the report."""

import numpy as np
import pytest

from core import AdaBoost, fit, read_csv
from core.judging.exam.exam import ClassExam, Exam
from core.judging.exam.guess import ErrorGuess, ErrorKind
from core.sharing.report.report import Report
from tests.workbench.driving import flipped_csv
from tests.workbench.reviewing.bench import Bench

ERRORS = 20


def made_up_exam():
    """An exam that nobody had to wait for."""
    places = [np.arange(ERRORS) * 2, np.arange(ERRORS) * 3]
    classes = (ClassExam("a", 20, 18), ClassExam("b <x>", 20, 4))
    return Exam(ErrorGuess(), 200, ERRORS, 2, tuple(places), classes, np.eye(2), 1.0)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("exam") / "flipped.csv"
    flipped_csv(path)
    return fit(read_csv(path, target="label"), AdaBoost(rounds=5))


@pytest.fixture
def asked(qtbot, run):
    """A review with the exam in front."""
    bench = Bench(qtbot, run, run.dataset.lines[:20].tolist())
    bench.page.tabs.setCurrentWidget(bench.page.exam)
    yield bench, bench.page.exam
    bench.workspace.jobs.close()
    assert bench.workspace.jobs.join(60)


def test_nothing_is_planted_unasked(asked):
    bench, panel = asked
    assert bench.reviewer.inquirer.exam is None
    assert panel.asking.ask.isEnabled()
    assert not panel.first.isVisible()
    assert panel.guess() == ErrorGuess(
        first=panel.first.itemText(0), second=panel.second.itemText(1)
    )


def test_a_person_guesses_the_kind_of_errors(asked):
    _, panel = asked
    panel.kind.setCurrentIndex(panel.kind.findData(ErrorKind.PAIR))
    panel.kind.activated.emit(panel.kind.currentIndex())
    assert panel.first.isVisible()
    assert panel.second.isVisible()
    panel.share.setValue(7.5)
    guess = panel.guess()
    assert (guess.kind, guess.share) == (ErrorKind.PAIR, 0.075)
    assert guess.first != guess.second


def test_an_exam_can_be_called_off(asked):
    bench, panel = asked
    panel.asking.ask.click()
    assert bench.reviewer.inquirer.exam_progress is not None
    assert panel.asking.cancel.hasFocus()
    assert not panel.kind.isEnabled()
    panel.asking.cancel.click()
    assert bench.reviewer.inquirer.exam_progress is None
    assert panel.asking.ask.hasFocus()
    assert panel.kind.isEnabled()


def test_what_came_of_it_is_said_and_drawn_until_another_audit_comes(asked):
    bench, panel = asked
    taken = made_up_exam()
    bench.workspace.inquiries.take_exam(bench.workspace.audit, taken)
    panel.redraw()
    assert panel.sentence.text() == taken.sentence
    assert "of class 'b <x>' only 2 in 10" in panel.sentence.text()
    assert panel.plot.isVisible()
    looked, found = panel.plot.found.getData()
    assert looked.tolist() == taken.curve.looked.tolist()
    assert found[-1] == pytest.approx(ERRORS * taken.curve.found[-1])
    bench.flag(bench.workspace.dataset.lines[:5].tolist())
    assert bench.reviewer.inquirer.exam is None
    assert not panel.plot.isVisible()
    assert panel.sentence.text() == ""


def test_the_report_tells_the_exam_and_draws_its_curve(asked, run):
    bench, _ = asked
    page = Report(run, bench.workspace.audit, exam=made_up_exam()).html()
    assert "The exam" in page
    assert "&#39;b &lt;x&gt;&#39;" in page
    assert "<polyline points=" in page
    assert "The exam" not in Report(run, bench.workspace.audit).html()
