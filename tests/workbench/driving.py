"""What a person does with the window, as functions."""

import numpy as np
import pandas as pd
from PySide6.QtCore import QCoreApplication, QEvent

from core import AdaBoost
from workbench.worker import State

SECONDS = 30_000


def end(window):
    """Close a window and delete it now: windows that pile up make every later one slower."""
    window.close()
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
    """Open a file and wait until it is shown."""
    window.controller.open(path, target)
    qtbot.waitUntil(lambda: _is_open(window, path), timeout=SECONDS)


def _is_open(window, path):
    dataset = window.workspace.dataset
    return (
        dataset is not None
        and dataset.table.path == path.resolve()
        and not window.controller.is_busy
        and window.workspace.turns.is_idle
    )


def set_rounds(window, rounds):
    """Choose the number of rounds in the form, as a person does."""
    window.algorithm_panel.form.fields["rounds"].control.setValue(rounds)


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
        window.controller.trainer.worker.state is State.IDLE
        and item is not None
        and item.run is not None
        and bool(window.controller.verdict)
    )


def let_draw(qtbot, window):
    """Wait until everybody had their turn."""
    qtbot.waitUntil(lambda: window.workspace.turns.is_idle, timeout=SECONDS)


def settle(qtbot, window):
    """Wait until every view shows the round that is chosen."""

    def is_settled():
        snapshot, picture = window.workspace.snapshot, window.docks.view("weight_heatmap").picture
        return (
            snapshot is not None
            and snapshot.round == window.workspace.round
            and picture is not None
            and picture.round == window.workspace.rounds
            and not window.background.is_busy
            and window.workspace.turns.is_idle
            and window.docks.view("weight_heatmap").is_ready
        )

    qtbot.waitUntil(is_settled, timeout=SECONDS)


def finished_window(qtbot, window, tmp_path, rounds=60):
    """A window in which a file with flipped labels was trained on; gives the flipped lines."""
    path = tmp_path / "flipped.csv"
    lines = flipped_csv(path)
    open_file(qtbot, window, path)
    train(qtbot, window, rounds)
    assert window.workspace.current.run.settings == AdaBoost(rounds=rounds)
    return lines
