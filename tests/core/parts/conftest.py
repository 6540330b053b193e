"""Folders of files that are one table, and a cache of their own."""

import itertools

import numpy as np
import pandas as pd
import pytest

from core.base import cache_folder
from core.data.plan import Plan
from core.parts.looking import FilesLook
from core.sources.parts import Parts


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty cache."""
    folder = tmp_path / "cache"
    monkeypatch.setattr(cache_folder, "parts_folder", lambda: folder)
    return folder


@pytest.fixture(scope="session")
def frame():
    """Numbers with many and with few values, categories, gaps, and two classes."""
    random = np.random.default_rng(5)
    rows = 2400
    made = pd.DataFrame(random.normal(size=(rows, 3)).round(4), columns=list("pqr"))
    made["few"] = random.integers(0, 9, rows)
    made["month"] = np.sort(random.integers(1, 13, rows))
    made["town"] = random.choice(["Aa", "B, b", 'C "c"', "D"], rows)
    score = made.p + (made.town == "D") - 0.3 * made.q * made.few + random.normal(size=rows) / 2
    made["y"] = np.where(score > 0, "yes", "no")
    made["kind"] = np.select([score < -1, score < 1], ["low", "middle"], "high")
    made.loc[random.random(rows) < 0.1, "q"] = np.nan
    made.loc[random.random(rows) < 0.1, "town"] = None
    return made


@pytest.fixture
def opened(tmp_path):
    """A function that writes frames as files of one folder and looks at them."""

    def look(frames, ending=".csv"):
        folder = tmp_path / "orders"
        folder.mkdir()
        for number, part in enumerate(frames):
            path = folder / f"part-{number:03}{ending}"
            if ending == ".csv":
                part.to_csv(path, index=False)
            else:
                part.to_parquet(path, index=False, row_group_size=50)
        return FilesLook.at(Parts.of(folder))

    return look


def planned(look, target="y", left_out=("kind",), **split):
    """The plan of a look: some columns left out, the rows split as told."""
    plan = Plan.suggested(look.table, target)
    for name in left_out:
        plan = plan.keeping(
            [each for each, role in plan.roles.items() if role.value == "feature" and each != name]
        )
    return plan.with_split(plan.split.changed(**split))


def cut(frame, parts):
    """A frame in so many parts of unlike sizes."""
    places = np.sort(np.random.default_rng(parts).choice(len(frame), parts - 1, replace=False))
    bounds = [0, *places.tolist(), len(frame)]
    return [frame.iloc[first:last] for first, last in itertools.pairwise(bounds)]
