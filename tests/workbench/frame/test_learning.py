"""Learn: lessons are started, a broken one is told, the tour is offered once, a class is seen."""

from core.base.errors import DataError
from core.teaching.predictions import Predictions
from core.teaching.progress import write_progress
from core.teaching.shelf import lesson_heads
from workbench.shell.user_folders import learned_path

SECONDS = 30_000


def test_a_lesson_is_started_from_learn_and_from_help(qtbot, started):
    window = started(trains=False)
    launched = []
    window.learning.launch = launched.append
    window.actions_.places["learn"].trigger()
    assert list(window.learn_page.lessons) == [head.name for head in lesson_heads()]
    window.learn_page.lessons["02_the_teacher"].click()
    qtbot.waitUntil(lambda: launched == ["02_the_teacher"], timeout=SECONDS)
    window.menus.lessons.aboutToShow.emit()
    window.menus.lessons.actions()[1].trigger()
    qtbot.waitUntil(lambda: launched[1:] == ["01_three_stumps"], timeout=SECONDS)


def test_how_far_one_got_is_told(started):
    write_progress(learned_path(), "01_three_stumps", 3, 14)
    write_progress(learned_path(), "02_the_teacher", 12, 12)
    window = started(trains=False)
    window.actions_.places["learn"].trigger()
    page = window.learn_page
    assert "step 3 of 14" in page.lessons["01_three_stumps"].accessibleDescription()
    assert page._notes["02_the_teacher"][1].text() == "5 minutes · done"
    write_progress(learned_path(), "01_three_stumps", 14, 14)
    window.learning.refresh()
    assert page._notes["01_three_stumps"][1].text() == "6 minutes · done"


def test_a_lesson_that_cannot_be_started_is_told(qtbot, started):
    window = started(trains=False)

    def refuse(_name):
        raise DataError("The practice window could not be started.")

    window.learning.launch = refuse
    window.learning.start("01_three_stumps")
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    window.shell.clear_error()
    window.learning.start("no_such_lesson")
    qtbot.waitUntil(window.strip.isVisible, timeout=SECONDS)
    assert "There is no lesson" in window.strip.text.text()


def test_the_tour_is_offered_at_the_first_start_and_never_forced(qtbot, started):
    window = started(trains=False)
    assert window.welcome.tour_offer.isVisible()
    window.welcome.no_tour.click()
    assert not window.welcome.tour_offer.isVisible()
    assert not started(trains=False).welcome.tour_offer.isVisible()


def test_a_class_is_a_histogram_over_the_truth(qtbot, started, tmp_path):
    window = started(trains=False)
    title = "The error of round 2"
    for number, value in enumerate((0.1, 0.2, 0.2, 0.3)):
        own = Predictions("01_three_stumps", f"{number}", {title: value}, {title: 3 / 14})
        own.save(tmp_path / f"{number}.predictions.json")
    (tmp_path / "broken.predictions.json").write_text("{", encoding="utf-8")
    window.shell.ask.folder = lambda _title: tmp_path
    window.actions_.places["learn"].trigger()
    window.learn_page.see_class.click()
    page = window.learning._class
    assert page.isVisible()
    assert page.summary.text() == (
        "Three stumps and ten points: 4 files. 1 file could not be read."
    )
    row = [page.questions.item(each).text() for each in range(page.questions.count())]
    page.questions.setCurrentRow(row.index(f"{title} (4)"))
    assert "The truth: 0.214" in page.words.text()
    assert "0.20: 2" in page.words.text()
    assert page.plot.isVisible()
    assert sum(page.plot._bars[1]) == 4


def test_a_folder_without_predictions_is_told(started, tmp_path):
    window = started(trains=False)
    window.shell.ask.folder = lambda _title: tmp_path
    window.learning.show_class()
    assert "no predictions" in window.strip.text.text()
