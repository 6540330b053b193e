"""Folders of files as those of data in parts, and workers that are threads."""

import threading

import numpy as np
import pytest

from core.storage.model_file import save_model
from tests.core.cluster.threads import ThreadOffice
from tests.core.parts.conftest import cache, frame, opened  # noqa: F401


@pytest.fixture
def office():
    """Two workers, on threads; nothing of them is left."""
    made = ThreadOffice(2)
    yield made
    made.close()
    for thread in threading.enumerate():
        if "share" in thread.name:
            thread.join(60)
            assert not thread.is_alive(), thread.name


@pytest.fixture
def same_run(tmp_path):
    """A function that holds two runs together: model and curves to the last bit."""

    def compare(one, other):
        assert one.rounds == other.rounds > 0
        for curve in one.history.curves:
            ours, theirs = (run.history.curve(curve.name) for run in (one, other))
            np.testing.assert_array_equal(ours, theirs, curve.name)
        files = tmp_path / "one.ensemble", tmp_path / "other.ensemble"
        for run, path in zip((one, other), files, strict=True):
            save_model(run.model, path)
        assert files[0].read_bytes() == files[1].read_bytes()
        assert one.outcome == other.outcome

    return compare
