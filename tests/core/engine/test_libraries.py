"""Library calls: one thread while any of them runs, and everything as before afterwards."""

import threading
import time
import warnings

import pytest
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_info

from core.engine import libraries
from core.engine.libraries import library_fit, one_thread


def blas_threads():
    return {info["num_threads"] for info in threadpool_info() if info["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def nobody_else_inside():
    """A fit that another test called off may still be on its way out."""
    end = time.monotonic() + 20
    while libraries._inside and time.monotonic() < end:
        time.sleep(0.01)
    assert libraries._inside == 0


def test_one_thread_for_each_that_is_inside_and_as_before_afterwards():
    before = blas_threads()
    inside, may_end = threading.Event(), threading.Event()
    seen = []

    def other():
        with library_fit():
            seen.append(blas_threads())
            inside.set()
            may_end.wait(10)
        seen.append(blas_threads())

    thread = threading.Thread(target=other)
    with one_thread():
        assert blas_threads() == {1}
        thread.start()
        assert inside.wait(10)
    warnings.warn("not seen", ConvergenceWarning, stacklevel=1)
    may_end.set()
    thread.join()
    assert seen == [{1}, before]
    assert blas_threads() == before
    with pytest.warns(ConvergenceWarning):
        warnings.warn("seen again", ConvergenceWarning, stacklevel=1)


def test_limits_are_taken_back_after_an_error():
    before = blas_threads()
    filters = list(warnings.filters)
    with pytest.raises(RuntimeError), library_fit():
        raise RuntimeError
    assert blas_threads() == before
    assert warnings.filters == filters


def test_other_warnings_are_still_seen():
    with library_fit(), pytest.warns(UserWarning, match="look"):
        warnings.warn("look", UserWarning, stacklevel=1)
