"""Folders of small files to open, with labels that are planted wrong."""

import numpy as np
import pandas as pd

from tests.workbench.driving import SECONDS, drop


def planted_folder(folder, files=4, rows=120, wrong=3, seed=7):
    """A CSV a month, in some rows of which the label is flipped; gives those lines by file."""
    rng = np.random.default_rng(seed)
    folder.mkdir(parents=True)
    planted = {}
    for number in range(files):
        x, y = rng.normal(size=(2, rows))
        label = x > 0
        flipped = rng.choice(np.flatnonzero(np.abs(x) > 0.8), wrong, replace=False)
        label[flipped] ^= True
        name = f"month {number + 1:02}.csv"
        frame = pd.DataFrame({"x": x, "y": y, "shop": rng.choice(["a", "ü"], rows)})
        frame["label"] = np.where(label, "yes", "no")
        frame.round(4).to_csv(folder / name, index=False)
        planted[name] = sorted(int(row) + 2 for row in flipped)
    return planted


def look_at_folder(qtbot, window, path):
    """Drop a folder on the window, and wait until what was understood of it is shown."""
    drop(window, path)
    opening = window.controller.opening
    qtbot.waitUntil(lambda: opening.table is not None, timeout=SECONDS)
    qtbot.waitUntil(window.desk.page.isVisible, timeout=SECONDS)


def use_folder(qtbot, window, is_on_disk=False):
    """Press Use on the page, and wait until the data are shown."""
    page, opening = window.desk.page, window.controller.opening
    before = window.workspace.dataset
    if is_on_disk:
        page.keeping.where.setCurrentIndex(1)
        page.keeping.where.activated.emit(1)
        assert opening.subject.is_on_disk
    assert page.use.isEnabled()
    page.use.click()
    qtbot.waitUntil(lambda: window.workspace.dataset is not before, timeout=SECONDS)


def open_folder(qtbot, window, path, is_on_disk=False):
    """Drop a folder, and use it as it is understood."""
    look_at_folder(qtbot, window, path)
    use_folder(qtbot, window, is_on_disk)
