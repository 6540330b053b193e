"""Workers that are threads of this process: what the client does with them is the same."""

import pickle
from concurrent.futures import Future, ThreadPoolExecutor

from core.cluster.offices import LostError, Office, Pending, Seat
from core.cluster.share import Share


class ThreadOffice(Office):
    """Some workers; one of them can be lost before one of its calls."""

    def __init__(self, workers):
        self.seats, self.lost_before, self.is_unlucky = [], {}, False
        self.before_each = lambda: None
        """What happens before a share is made."""
        self._places = [f"thread {number}" for number in range(workers)]

    def places(self):
        return list(self._places)

    def seat(self, place):
        self.before_each()
        seat = ThreadSeat(place, self.lost_before)
        self.seats.append(seat)
        if self.is_unlucky:
            seat.lose()
        return seat

    def close(self):
        for seat in self.seats:
            seat.leave()


class ThreadSeat(Seat):
    """A share on a thread; what it is given and gives goes through a pickle, as Dask's does."""

    def __init__(self, where, lost_before):
        self.where, self._lost_before = where, lost_before
        self.is_lost = False
        self.share, self._pool = Share(), ThreadPoolExecutor(1)

    def ask(self, name, *given):
        self.check()
        left = self._lost_before.get(name, 0)
        if left:
            self._lost_before[name] = left - 1
        if left == 1:
            self.lose()
        self.check()
        work = self.share.work(name, *pickle.loads(pickle.dumps(given)))
        return ThreadCall(self, self._pool.submit(lambda: pickle.dumps(work())))

    def lose(self):
        """As if its process were killed."""
        self.leave()
        self.is_lost = True

    def check(self):
        if self.is_lost:
            raise LostError(f"{self.where} is gone")

    def progress(self):
        self.check()
        return self.share.progress

    def call_off(self):
        self.share.call_off()

    def leave(self):
        self.share.end()
        self._pool.shutdown(wait=True, cancel_futures=True)


class ThreadCall(Pending):
    def __init__(self, seat: ThreadSeat, future: "Future[bytes]"):
        self._seat, self._future = seat, future

    def result(self, timeout):
        self._seat.check()
        return pickle.loads(self._future.result(timeout))
