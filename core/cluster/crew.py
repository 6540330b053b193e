"""The shares of all rows on their workers: asked together, and made anew where a worker is lost.

A share is a function of its files and of what it was told. So if its worker is gone, another one
reads the files again and is told the same once more: it ends up with the same bits.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from core.base.arrays import Integers
from core.base.errors import DataError, SettingsError, WorkbenchError
from core.base.progress import Cancelled, Progress, Watch, unwatched
from core.base.stopping import stop_if_asked
from core.base.wording import count
from core.cluster.answering import Contribution, Joining
from core.cluster.cutting import FilePiece, RowStarts, dealt
from core.cluster.offices import LostError, Office, Pending, Seat
from core.cluster.record import CallRecord, ShareCall
from core.cluster.versions import listed
from core.engine.sums import Found, Made, Numbers, RowSums, SumsLostError
from core.learning.ensemble import Ensemble
from core.learning.holders import Holders
from core.parts.looking import FilesLook
from core.parts.prepared import Preparing
from core.parts.summing import FilesSummary

_STEP = 0.1
"""So many seconds a look at a call takes at most: whoever stops is heard within that."""
_MOST_LOSSES = 4
"""A share that is lost so often without getting any further is given up."""
_LEAVING = 32
"""So many shares are left at once."""
_PATIENCE = 60.0
"""So many seconds a worker is waited for where there is none."""


class Held:
    """A share: its files, where it is, and what it was asked last."""

    def __init__(self, place: int, pieces: list[FilePiece]) -> None:
        self.place, self.pieces = place, pieces
        self.size = (0, 0)
        """How many rows and training rows it has, once that is known."""
        self.seat: Seat | None = None
        self.pending: Pending | None = None
        self.losses = 0


class Crew(Holders):
    """All shares together. One thread at a time asks them."""

    def __init__(self, office: Office, preparing: Preparing, watch: Watch = unwatched) -> None:
        self._office, self._preparing = office, preparing
        self._record = CallRecord()
        shares = dealt(preparing.look, len(office.places()))
        self.shares = [Held(place, pieces) for place, pieces in enumerate(shares)]
        self.summary: FilesSummary | None = None
        """What is known of all rows, once it is."""
        self._has_copies = self._is_closed = False
        self._watch = watch
        """Is told how far the shares are while they are waited for."""

    @property
    def look(self) -> FilesLook:
        """How the files were looked at."""
        return self._preparing.look

    @property
    def places(self) -> list[str]:
        """Where the shares are."""
        return [held.seat.where for held in self.shares if held.seat is not None]

    def ask(self, call: ShareCall, watch: Watch = unwatched) -> list[Any]:
        """What a call of each share gives; nobody is told of it again.

        If that fails, or is not wanted any more, none of them goes on with it.
        """
        self._watch = watch
        for held in self.shares:
            self._start(held, call)
        try:
            return [self._result(held, call) for held in self.shares]
        except BaseException:
            self._call_off()
            raise

    def find_rows(self, watch: Watch = unwatched) -> None:
        """Find where the rows of files start that several shares have a part of."""
        starts = RowStarts([held.pieces for held in self.shares])
        if starts.are_known:
            return
        wanted = None
        while wanted is None or wanted:
            for found in self.ask(ShareCall("find_rows", (wanted,)), watch):
                starts.take(found)
            wanted = starts.again()
        for held in self.shares:
            held.pieces = starts.settled(held.pieces)
        self.ask(ShareCall("hold"), watch)

    def tell(self, call: ShareCall, watch: Watch = unwatched) -> list[Any]:
        """The same for a call that a new share is to be told, too."""
        found = self.ask(call, watch)
        self._record.note(call)
        return found

    def begin(self, settings: Ensemble, seed: int) -> "Observing":
        """Begin a training on all shares."""
        if settings.balanced:
            raise SettingsError(
                "Classes cannot be balanced over a cluster yet: weights that are no whole numbers "
                "do not add up to the same in any order. Leave 'balanced' out."
            )
        self._watch = unwatched
        call = ShareCall("begin", (settings, seed))
        for held in self.shares:
            self._start(held, call)
        self._record.begin(call)
        return Observing(self, settings.learns_from_copies)

    def positions(self, lines: Integers) -> Integers:
        """Where training rows stand among all; first of all, every worker encodes all files."""
        if not self._has_copies:
            known = (self._preparing.look, self._preparing.plan.plain(), self.summary)
            self.tell(ShareCall("copy", known))
            self._has_copies = True
        found: Integers = self.ask(ShareCall("positions", (lines,)))[0]
        return found

    def exchange(self, joining: Joining, work: Callable[[Any], Any] | None = None) -> Any:
        """Put together what the shares found, and let them go on with that.

        With `work`, they go on with what it makes of it.
        """
        questions: list[Contribution] = [self._result(held, None) for held in self.shares]
        kinds = {question.joining for question in questions}
        if kinds != {joining}:
            raise RuntimeError(f"The shares are out of step: {kinds}, and {joining} was expected.")
        together = joining.joined([question.own for question in questions])
        together = together if work is None else work(together)
        self._record.answer(together)
        for held in self.shares:
            self._start(held, ShareCall("answer", ([together],)))
        return together

    def end_training(self) -> None:
        """The shares end the training that is under way, and forget it."""
        self._record.end()
        self._call_off()
        for held in self.shares:
            self._start(held, ShareCall("end_training"))

    def _call_off(self) -> None:
        for held in self.shares:
            if held.seat is not None:
                held.seat.call_off()

    def close(self) -> None:
        """Leave the workers as they were before; whoever waits for them, on any thread, is told."""
        self._is_closed = True
        seats = [held.seat for held in self.shares if held.seat is not None]
        for held in self.shares:
            held.seat = held.pending = None
        if seats:  # side by side: one that does not answer is waited for, though not for long
            with ThreadPoolExecutor(min(len(seats), _LEAVING)) as pool:
                list(pool.map(lambda seat: seat.leave(), seats))

    def _start(self, held: Held, call: ShareCall) -> None:
        """Begin a call; a share that is lost by then is found out about when it is waited for."""
        held.pending = None
        if held.seat is not None:
            try:
                held.pending = held.seat.ask(call.name, *_given(call, held, len(self.shares)))
            except LostError:
                held.seat = None

    def _result(self, held: Held, call: ShareCall | None) -> Any:
        """What the call gave that a share was asked last; without one, what the journal ends with.

        If the share is lost, a new one is asked.
        """
        while True:
            try:
                if held.seat is None or held.pending is None:
                    self._renew(held, call)
                found = self._waited(held)
            except LostError as error:
                held.seat, held.pending = None, None
                held.losses += 1
                if held.losses >= _MOST_LOSSES:
                    raise self._given_up(held, error) from error
            else:
                held.losses = 0
                return found

    def _waited(self, held: Held) -> Any:
        """What a call gives; a look at everything else now and then."""
        seat, pending = held.seat, held.pending
        while seat is not None and pending is not None:
            try:
                return pending.result(_STEP)
            except TimeoutError:
                stop_if_asked()
                seat.progress()  # raises if it is lost
                self._tell_progress()
            except Cancelled:
                if not self._is_closed:
                    raise
                break
            except WorkbenchError as error:
                raise DataError(f"{seat.where}: {error}") from error
            except MemoryError as error:
                raise DataError(
                    f"{seat.where} has not enough memory for its share of the rows. Give the "
                    "workers more memory, or take more of them."
                ) from error
            except OSError as error:
                raise DataError(
                    f"{seat.where} could not read or write ({error.strerror or error}). Check "
                    "the disk and the files there, and whether its cache folder has room."
                ) from error
        raise LostError("another thread has left it")

    def _tell_progress(self) -> None:
        told = []
        for seat in [held.seat for held in self.shares]:
            try:
                if seat is not None:
                    told.append(seat.progress())
            except LostError:
                continue
        if told:
            done = sum(each.share for each in told) / len(self.shares)
            words = next((each.words for each in told if each.words), "at work")
            self._watch(Progress(done, 1.0, f"{words} on {count(len(told), 'worker')}"))

    def _renew(self, held: Held, call: ShareCall | None) -> None:
        """A new share of the same files, told all that the old one was."""
        if self._is_closed:
            raise SumsLostError("The workers were let go of.")
        seat = held.seat = self._office.seat(self._free_place())
        taken = (self._preparing.look, self._preparing.plan.plain())
        calls = [ShareCall("take", taken), *self._record.calls()]
        if call is not None:
            calls.append(call)
        try:
            for place, each in enumerate(calls, 1):
                held.pending = seat.ask(each.name, *_given(each, held, len(self.shares)))
                if place < len(calls):
                    self._waited(held)
        except LostError:
            raise
        except BaseException:  # it knows but half of what it was to be told
            seat.leave()
            held.seat = held.pending = None
            raise

    def _free_place(self) -> str:
        """The worker that has the fewest files; raise an error if none comes within a minute."""
        latest = time.monotonic() + _PATIENCE
        while not (places := self._office.places()):
            if time.monotonic() > latest:
                told = listed(["The cluster has no worker left.", *self._office.refused()])
                raise SumsLostError(f"{told} Start some, and then this anew.")
            stop_if_asked()
            self._watch(Progress(0, 0, "waiting for a worker"))
            time.sleep(_STEP)
        files = dict.fromkeys(places, 0)
        for held in self.shares:
            if held.seat is not None and held.seat.where in files:
                files[held.seat.where] += len(held.pieces)
        return min(files, key=lambda place: files[place])

    def _given_up(self, held: Held, error: LostError) -> SumsLostError:
        files = count(len({piece.number for piece in held.pieces}), "file")
        return SumsLostError(
            f"{held.losses} workers were lost one after the other while they had the same {files} "
            f"(the last one: {error}). They may be out of memory, which their logs tell: give them "
            "more memory, take more workers, or cut the files into smaller ones."
        )


def _given(call: ShareCall, held: Held, shares: int) -> tuple[Any, ...]:
    """What a share is given: some calls want to be told which of how many rows or shares it is."""
    pieces = (held.pieces,)
    own = {
        "take": pieces,
        "hold": pieces,
        "encode": held.size,
        "begin": (held.place, shares),
    }
    return (*call.given, *own.get(call.name, ()))


class Observing(RowSums):
    """The sums as the client sees them: its own rows are among those of the shares."""

    place = -1
    is_over = False
    """Whether nothing more will be asked."""

    def __init__(self, crew: Crew, are_copies: bool) -> None:
        self._crew, self.places, self.are_copies = crew, len(crew.shares), are_copies
        self._sum = Joining.HIGHEST if are_copies else Joining.ADDED

    def added(self, own: Numbers) -> Numbers:
        """The sum over all shares."""
        found: Numbers = self._crew.exchange(self._sum)
        return found

    def highest(self, own: Numbers) -> Numbers:
        """The largest of all shares."""
        found: Numbers = self._crew.exchange(Joining.HIGHEST)
        return found

    def gathered(self, make: Callable[[], list[Any]]) -> list[list[Any]]:
        """What the shares make."""
        found: list[list[Any]] = self._crew.exchange(Joining.GATHERED)
        return found

    def worked_out(self, make: Callable[[], Made], work: Callable[[list[Made]], Found]) -> Found:
        """What is made here of what the shares have."""
        found: Found = self._crew.exchange(Joining.GATHERED, work)
        return found

    def end(self) -> None:
        """The shares forget the training, once: by then another one may be theirs."""
        if not self.is_over:
            try:
                self._crew.end_training()
            finally:
                self.is_over = True
