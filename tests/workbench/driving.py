"""What a person does with the window, as functions."""

import numpy as np
import pandas as pd
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core import AdaBoost
from workbench.jobs.training_driver import State

SECONDS = 90_000


def end(window):
    """Close a window and delete it now: windows that pile up make every later one slower."""
    window.close()
    window.jobs.finish()
    assert window.jobs.join(SECONDS / 1000), [job.name for job in window.jobs._alive]
    QCoreApplication.processEvents()  # what threads have sent meanwhile
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def flipped_csv(path, rows=400, flipped=20, seed=3):
    """A CSV in which some labels are flipped; gives the lines of those rows."""
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(2, rows))
    label = x > 0
    wrong = rng.choice(np.flatnonzero(np.abs(x) > 0.7), flipped, replace=False)
    label[wrong] ^= True
    frame = pd.DataFrame({"x": x, "y": y, "shop": rng.choice(["a", "b"], rows)})
    frame.assign(label=np.where(label, "yes", "no")).to_csv(path, index=False)
    return sorted(int(row) + 2 for row in wrong)


def open_file(qtbot, window, path, target="label"):
    """Drop a file on the window, use it as it is understood, and wait until it is shown."""
    drop(window, path)
    use_file(qtbot, window, path, target)


def open_by_dialog(qtbot, window, path, target="label"):
    """Press the key for Open, choose a file in the dialog, use it, and wait until it is shown."""
    answer(window, {"Open a file": path})
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=SECONDS)
    QTest.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    use_file(qtbot, window, path, target)


def drop(window, path):
    """Drag a file over the window and let it go; True if the window takes it."""
    at, data = QPoint(200, 200), QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    below = window.childAt(at) or window
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton)
    no_keys = Qt.KeyboardModifier.NoModifier
    place = below.mapFrom(window, at)
    enter = QDragEnterEvent(place, *how, no_keys)
    QApplication.sendEvent(below, enter)
    if enter.isAccepted():
        QApplication.sendEvent(below, QDropEvent(place, *how, no_keys))
    return enter.isAccepted()


def answer(window, files):
    """Answer the dialogs that ask for a file to open by these, by their titles; cancel others."""
    window.shell.ask.open = lambda title, _kinds: files.get(title)


def use_file(qtbot, window, path, target="label"):
    """On the import page of a file: choose the target if need be, press Use, and wait for it."""
    opening = window.controller.opening

    def is_read():
        source = opening.source
        assert not window.strip.isVisible(), window.strip.text.text()
        return (
            source is not None
            and source.path == path
            and opening.table is not None
            and window.desk.page.isVisible()
            and window.desk.page.use.isEnabled()
        )

    qtbot.waitUntil(is_read, timeout=SECONDS)
    page = window.desk.page
    if target is not None and page.target_bar.target.currentText() != target:
        choose(page.target_bar.target, target)
    qtbot.mouseClick(page.use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: _is_open(window, path), timeout=SECONDS)


def choose(box, text):
    """Unfold a box, go to an entry, and take it."""
    place = box.findText(text)
    assert place >= 0, [box.itemText(each) for each in range(box.count())]
    box.showPopup()
    box.view().setCurrentIndex(box.model().index(place, box.modelColumn()))
    QTest.keyClick(box.view(), Qt.Key.Key_Return)
    assert box.currentText() == text


def _is_open(window, path):
    dataset = window.workspace.dataset
    return (
        dataset is not None
        and dataset.table.path == path.resolve()
        and window.jobs.is_free
        and window.workspace.turns.is_idle
    )


def set_rounds(window, rounds):
    """Type the number of rounds into the form."""
    type_number(window.algorithm_panel.form.fields["rounds"].control, rounds)


def type_number(field, number):
    """Type a number over the one that stands in a field."""
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, str(number))
    QTest.keyClick(field, Qt.Key.Key_Return)


def train(qtbot, window, rounds=60):
    """Train to the end and wait until everything is drawn."""
    set_rounds(window, rounds)
    window.actions_.train.trigger()
    wait_until_done(qtbot, window)


def wait_until_done(qtbot, window):
    """Wait for the end of a training, its verdict, and the pictures of its last round."""
    qtbot.waitUntil(lambda: is_done(window), timeout=SECONDS)
    settle(qtbot, window)


def is_done(window):
    """Whether the current run is finished and judged."""
    item = window.workspace.current
    return (
        window.controller.trainer.driver.state is State.IDLE
        and item is not None
        and item.run is not None
        and bool(window.controller.verdict)
    )


def let_draw(qtbot, window):
    """Wait until everybody had their turn."""
    qtbot.waitUntil(lambda: window.workspace.turns.is_idle, timeout=SECONDS)


def is_quiet(window):
    """Whether nothing is computed but, perhaps, a training, which may be paused."""
    return all(job is window.controller.trainer.driver.job for job in window.jobs.running)


def settle(qtbot, window):
    """Wait until every view shows the round that is chosen."""

    def is_settled():
        snapshot, picture = window.workspace.snapshot, window.docks.view("weight_heatmap").picture
        return (
            snapshot is not None
            and snapshot.round == window.workspace.round
            and picture is not None
            and picture.round == window.workspace.rounds
            and is_quiet(window)
            and window.workspace.turns.is_idle
            and window.docks.view("weight_heatmap").is_ready
        )

    qtbot.waitUntil(is_settled, timeout=SECONDS)


def finished_window(qtbot, window, tmp_path, rounds=60):
    """A window in which a file with flipped labels was trained on; gives the flipped lines."""
    path = tmp_path / "flipped.csv"
    lines = flipped_csv(path)
    open_by_dialog(qtbot, window, path)
    train(qtbot, window, rounds)
    assert window.workspace.current.run.settings == AdaBoost(rounds=rounds)
    return lines
