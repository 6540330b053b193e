"""A share on its worker: what is called off stays so, whenever that comes."""

import pytest

import core
from core.base.progress import Cancelled, Progress
from core.cluster import share as shares
from core.cluster.share import Share


def test_a_training_that_is_called_off_as_it_begins_is_never_under_way(monkeypatch):
    share, started = Share(), []

    class Late(shares._Training):
        """One that is called off before anybody else knows of it."""

        def __init__(self, *given):
            super().__init__(*given)
            share.call_off()

    monkeypatch.setattr(shares, "_Training", Late)

    def run(sums, _):
        started.append(sums)
        sums.questions.put(None)

    monkeypatch.setattr(shares, "_run", run)
    with pytest.raises(Cancelled):
        share.work("begin", core.AdaBoost(), 0, 0, 1)()
    assert started == []


def test_a_call_begins_at_nothing_done():
    share = Share()
    share.progress = Progress(9, 9, "judging rows")
    seen = []
    share.end_training = lambda: seen.append(share.progress)
    share.work("end_training")()
    assert [each.share for each in seen] == [0]
