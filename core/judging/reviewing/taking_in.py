"""Taking in what a colleague decided about the same rows: what it would bring, and the one step.

Rows that only the colleague decided about are taken as they are. Where both decided, what stands
stays, and the colleague's word is kept beside it: where the two differ, that is a conflict, until
somebody settles it. Rows that the colleague left for later are not taken in.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.base.errors import DataError
from core.base.person import tidy_name
from core.judging.reviewing.agreeing import TwoReviewers, compare, latest_by_line
from core.judging.reviewing.conflicts import Conflict, is_same, slots_of
from core.judging.reviewing.decision import Decision, Note, Step, batches_of
from core.judging.reviewing.decisions import Decisions
from core.judging.reviewing.kinds import Verb


@dataclass(frozen=True, eq=False)
class TakingIn:
    """What taking in somebody's decisions would do; nothing of it is done yet.

    >>> import core
    >>> from core.project import Project
    >>> project = Project.of(core.example("ten points", validation_share=0))
    >>> project.by = "Ben"
    >>> project.decide([2, 3], "keep")
    >>> theirs = [Decision(3, Verb.EXCLUDE, by="Anna"), Decision(4, Verb.KEEP, by="Anna")]
    >>> found = TakingIn.of(project.decisions, theirs, own="Ben", other="Anna")
    >>> len(found.new), [each.told for each in found.conflicts], found.only_own
    (1, ['Ben kept it, Anna excluded it'], 1)
    """

    people: tuple[str, ...]
    """Whose decisions they are."""
    new: tuple[Decision, ...]
    """About rows that nothing is decided about here, or their own newer word."""
    agreed: tuple[Decision, ...]
    conflicts: tuple[Conflict, ...]
    notes: tuple[Note, ...]
    known: int
    """How many were taken in before."""
    skipped: int
    """How many were left for later."""
    only_own: int
    """About how many rows only this side has decided."""
    comparison: TwoReviewers
    """How far the two agree, each by their own first word."""

    @classmethod
    def of(
        cls, decisions: Decisions, done: Iterable[Decision | Note], own: str, other: str
    ) -> "TakingIn":
        """Hold decisions against what stands; `other` is whose they are where they do not say.

        Decisions by the name of the person at the keyboard are theirs where the file knows other
        people too: then it was made after taking them in. Else somebody else has the same name.
        """
        done = list(done)
        is_joint = len({each.by for each in done} - {""}) > 1
        mine = {own} if is_joint else set()
        named = [
            replace(each, by=other) if each.by in {"", own} - mine else each
            for each in done
            if each.by not in mine
        ]
        rows = [each for each in named if isinstance(each, Decision)]
        latest = latest_by_line(rows, decisions.base)
        labels = slots_of("", decisions.base)
        decided = [each for each in rows if each.column not in labels] + list(latest.values())
        return _sorted_out(decisions, decided, named, own)

    @property
    def is_empty(self) -> bool:
        """Whether it would change nothing at all."""
        return not (self.new or self.agreed or self.conflicts or self.notes)

    def step(self, decisions: Decisions) -> Step:
        """All of it as one step; raise DataError, in a sentence, if it does not fit the data."""
        words = (*self.agreed, *(conflict.other for conflict in self.conflicts))
        asides = [replace(word, aside=True, note="") for word in words]
        taken = [replace(each, note="") for each in self.new]
        step = (*batches_of((*taken, *self.notes)), *batches_of(asides))
        if not step:
            raise DataError("There is nothing to take in: everything in it is known already.")
        return decisions.checked(step)


def _sorted_out(
    decisions: Decisions, decided: list[Decision], named: list[Decision | Note], own: str
) -> TakingIn:
    stands, base = decisions.stands, decisions.base
    rows = base.table.rows_of(each.line for each in decided).tolist()
    new: list[Decision] = []
    agreed: list[Decision] = []
    found: list[Conflict] = []
    known = 0
    latest = {slot: stands.numbers(slots_of(slot, base)) for slot in {d.column for d in decided}}
    for each, row in zip(decided, rows, strict=True):
        number = int(latest[each.column][row])
        ours = stands.one(number, row) if number >= 0 else None
        aside = stands.asides.get((each.column, each.by))
        words = [stands.one(int(aside[row]), row)] if aside is not None and aside[row] >= 0 else []
        words += [ours] if ours is not None and ours.by == each.by else []
        if any(word.when >= each.when for word in words):
            known += 1
        elif ours is None or ours.verb is Verb.SKIP or ours.by == each.by != own:
            new.append(each)
        elif is_same(ours, each, base):
            agreed.append(each)
        else:
            found.append(Conflict(ours, each))
    people = tuple(sorted({each.by for each in named if each.by}))
    theirs = {each.line for each in decided}
    mine = {each.line for each in stands.decisions() if each.verb is not Verb.SKIP}
    return TakingIn(
        people,
        tuple(new),
        tuple(agreed),
        tuple(found),
        tuple(_notes(decisions, named)),
        known,
        sum(isinstance(each, Decision) and each.verb is Verb.SKIP for each in named),
        len(mine - theirs),
        compare([*stands.said_by(own), *stands.said_by("")], decided, base),
    )


def _notes(decisions: Decisions, named: list[Decision | Note]) -> Iterable[Note]:
    """Their notes; one on a row that has another already is written below that."""
    for each in named:
        text = each.text if isinstance(each, Note) else each.note
        ours = decisions.note_on(each.line) if text else ""
        if text and text not in ours:
            both = f"{ours}\n{each.by}: {text}" if ours else text
            yield Note(each.line, both, each.when, each.row, each.by)


def name_for(people: Iterable[str], own: str, file: str) -> str:
    """What to call a colleague whose file tells no name, or the very name of this side.

    >>> name_for(["Anna"], "Ben", "d.csv"), name_for([""], "Ben", "orders.csv")
    ('Anna', 'orders.csv')
    """
    others = sorted(set(people) - {"", own})
    return " and ".join(others) if others else tidy_name(file)


def whose(decisions: Decisions, done: Iterable[Decision | Note], own: str, file: str) -> str:
    """Whose decisions a file holds, as far as it tells.

    One that knows no other name is this side's own if it contradicts nothing: it was written here.
    """
    done = list(done)
    people = {each.by for each in done}
    if people == {own}:
        known = ((each, decisions.about(each.line)) for each in done if isinstance(each, Decision))
        if all(stands is None or stands.when == each.when for each, stands in known):
            return own
    return name_for(people, own, file)
