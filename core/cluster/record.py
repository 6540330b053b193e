"""What all shares were told, so that a new one can be brought to where the others are.

The answers of a training are its larger part, some ten kilobytes a round: beyond some hundred
megabytes they lie in a file without a name.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.base import cache_folder
from core.base.room import LARGE

_AT_ONCE = 32
"""So many answers are told to a new share in one call."""


@dataclass(frozen=True, eq=False)
class ShareCall:
    """A method of a share, and what it is given."""

    name: str
    given: tuple[Any, ...] = ()


class CallRecord:
    """The calls in their order; those of a training are forgotten with it."""

    def __init__(self) -> None:
        self._lasting: list[ShareCall] = []
        self._begun: ShareCall | None = None
        self._answers = _Answers()

    def note(self, call: ShareCall) -> None:
        """A call that every share is to know of from now on."""
        self._lasting.append(call)

    def begin(self, call: ShareCall) -> None:
        """The training that is under way from now on."""
        self.end()
        self._begun = call

    def answer(self, answer: Any) -> None:
        """An answer to the question that the training asked last."""
        self._answers.append(answer)

    def end(self) -> None:
        """There is no training under way any more."""
        self._begun, self._answers = None, _Answers()

    def calls(self) -> Iterator[ShareCall]:
        """All that a new share is to be told."""
        yield from self._lasting
        if self._begun is not None:
            yield self._begun
        told: list[Any] = []
        for number, answer in enumerate(self._answers, 1):
            told.append(answer)
            if len(told) == _AT_ONCE or number == len(self._answers):
                yield ShareCall("answer", (told,))
                told = []


class _Answers:
    """Arrays, one behind the other; whatever else was gathered is a part of the model anyway."""

    def __init__(self) -> None:
        self._others: list[Any] = []
        folder = cache_folder.parts_folder()
        folder.mkdir(parents=True, exist_ok=True)
        self._file = tempfile.SpooledTemporaryFile(LARGE, dir=str(folder))  # noqa: SIM115

    def __len__(self) -> int:
        return len(self._others)

    def append(self, answer: Any) -> None:
        is_array = isinstance(answer, np.ndarray)
        self._others.append(_IN_FILE if is_array else answer)
        if is_array:
            self._file.seek(0, 2)
            np.save(self._file, answer, allow_pickle=False)

    def __iter__(self) -> Iterator[Any]:
        self._file.seek(0)
        for other in self._others:
            yield np.load(self._file, allow_pickle=False) if other is _IN_FILE else other

    def __del__(self) -> None:
        self._file.close()


_IN_FILE = object()
