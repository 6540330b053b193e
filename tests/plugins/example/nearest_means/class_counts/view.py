"""Draws how many rows each class has, as bars."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import pyqtgraph as pg

from workbench.viewing.view import PlotView


class ClassCounts(PlotView):
    """A bar a class."""

    name = "class_counts"
    title = "Class counts"
    empty_text = "The classes will be counted here.\nOpen a file to start."
    x_label = "class"
    y_label = "rows"

    def restart(self) -> None:
        """Other data."""
        counts = self._counts()
        self.show_body(bool(counts))
        self.plot.clear()
        self.plot.addItem(
            pg.BarGraphItem(x=np.arange(len(counts)), height=list(counts.values()), width=0.6)
        )

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The counts."""
        counts = self._counts()
        return {"counts": pd.DataFrame({"class": list(counts), "rows": list(counts.values())})}

    def _counts(self) -> dict[str, int]:
        dataset = self.workspace.shown_dataset
        if dataset is None or not dataset.classes:
            return {}
        counted = np.bincount(dataset.labels.astype(int), minlength=len(dataset.classes))
        return dict(zip(dataset.classes, counted.tolist(), strict=True))
