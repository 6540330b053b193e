"""Two exports of one file, and what a person decides about the first."""

import numpy as np
import pandas as pd

from tests.workbench.driving import SECONDS


def first_export(path, rows=200):
    """A file with a key; gives the frame."""
    draw = np.random.default_rng(4)
    x, y = draw.normal(size=(2, rows)).round(3)
    frame = pd.DataFrame(
        {
            "customer": [f"K{number:05d}" for number in draw.permutation(9000)[:rows]],
            "x": x,
            "y": y,
            "city": draw.choice(["Köln", "Bonn", "Berlin"], rows),
            "label": np.where(x + draw.normal(0, 0.3, rows) > 0, "yes", "no"),
        }
    )
    frame.to_csv(path, index=False)
    return frame


def second_export(frame, path, more=4):
    """Another order, another dialect, a column more, one row changed, one gone, some new ones.

    The labels of the first two decided rows are as the person decided, and something else.
    """
    later = frame.copy()
    later.loc[2, "x"] = 9.5
    later.loc[1, "label"] = {"yes": "no", "no": "yes"}[frame.loc[1, "label"]]
    later = later.drop(index=3).iloc[::-1]
    new = frame.iloc[:more].assign(customer=[f"N{number}" for number in range(more)], x=0.125)
    later = pd.concat([later, new], ignore_index=True).assign(region="west")
    later.to_csv(path, index=False, sep=";", decimal=",")
    return later


def other_label(frame, row):
    """The label that a row does not have."""
    return {"yes": "no", "no": "yes"}[frame.loc[row, "label"]]


def decide(window, frame):
    """Relabel two rows, keep one, exclude one, note one and set a cell."""
    project = window.workspace.project
    project.relabel({2: other_label(frame, 0)})
    project.relabel({3: other_label(frame, 1)})
    project.decide([4], "keep")
    project.decide([5], "exclude")
    project.note(6, "ask them")
    project.set_cells([7], "city", "Bonn" if frame.loc[5, "city"] != "Bonn" else "Berlin")


def matched(qtbot, window):
    """Wait until rows are matched; gives what was found."""
    carrier = window.controller.carrier
    qtbot.waitUntil(
        lambda: carrier.found is not None and not carrier.job.is_running, timeout=SECONDS
    )
    return carrier.found
