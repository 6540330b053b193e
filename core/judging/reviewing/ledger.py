"""The ledger: what stands about each row, made by steps that can be undone and redone."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from core.judging.reviewing.decision import Decision, Note, Step


@dataclass(frozen=True)
class Standing:
    """What stands about one row: the last decision, if there is one, and the last note."""

    decision: Decision | None = None
    note: str = ""
    when: float = 0.0
    """When the last of them was made."""

    def after(self, done: Decision | Note) -> "Standing":
        """What stands once something more was done; a decision without a note leaves the note."""
        if isinstance(done, Decision):
            decision = done if done.note or not self.note else replace(done, note=self.note)
            return Standing(decision, decision.note, done.when)
        noted = replace(self.decision, note=done.text) if self.decision else None
        return Standing(noted, done.text, done.when)

    @property
    def mark(self) -> int:
        """A number for what it does to the data; 0 if nothing."""
        change = self.decision.change if self.decision else None
        return 0 if change is None else hash(change)


NOTHING = Standing()


class Ledger:
    """Steps, how many of them stand, and what that makes of each row.

    A step that is done drops those that were undone. Each state of the data has a number, the
    first time that it is reached: 0 is the data as it was, and undoing gives the number back.

    >>> from core.judging.reviewing.decision import Verb
    >>> ledger = Ledger()
    >>> ledger.do((Decision(7, Verb.EXCLUDE), Decision(9, Verb.KEEP)))
    >>> ledger.do((Decision(7, Verb.KEEP),))
    >>> ledger.undo() and ledger.rows[7].decision.verb.value
    'exclude'
    >>> ledger.can_undo, ledger.can_redo, ledger.revision
    (True, True, 1)
    """

    def __init__(self) -> None:
        self._rows: dict[int, Standing] = {}
        self._steps: list[Step] = []
        self._overwritten: list[list[tuple[int, Standing]]] = []
        self._mark = 0
        self._numbers = {0: 0}

    @property
    def rows(self) -> Mapping[int, Standing]:
        """What stands, by line."""
        return MappingProxyType(self._rows)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that stand, oldest first."""
        return tuple(self._steps[: self.position])

    @property
    def undone(self) -> tuple[Step, ...]:
        """The steps that were undone and can be done again, the next one first."""
        return tuple(self._steps[self.position :])

    @property
    def position(self) -> int:
        """How many steps stand."""
        return len(self._overwritten)

    @property
    def revision(self) -> int:
        """The number of this state of the data."""
        return self._numbers[self._mark]

    @property
    def can_undo(self) -> bool:
        """Whether a step stands."""
        return bool(self._overwritten)

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone, and none done since."""
        return self.position < len(self._steps)

    def do(self, step: Step) -> None:
        """Do a step."""
        del self._steps[self.position :]
        self._steps.append(step)
        self._apply(step)

    def undo(self) -> Step:
        """Take the last step back."""
        for line, before in reversed(self._overwritten.pop()):
            self._set(line, before)
        self._number()
        return self._steps[self.position]

    def redo(self) -> Step:
        """Do the step again that was undone last."""
        step = self._steps[self.position]
        self._apply(step)
        return step

    def _apply(self, step: Step) -> None:
        overwritten = []
        for done in step:
            before = self._rows.get(done.line, NOTHING)
            overwritten.append((done.line, before))
            self._set(done.line, before.after(done))
        self._overwritten.append(overwritten)
        self._number()

    def _set(self, line: int, standing: Standing) -> None:
        self._mark ^= self._rows.get(line, NOTHING).mark ^ standing.mark
        if standing.decision is None and not standing.note:
            self._rows.pop(line, None)
        else:
            self._rows[line] = standing

    def _number(self) -> None:
        self._numbers.setdefault(self._mark, len(self._numbers))
