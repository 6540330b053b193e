"""Causes: short rules about rows in which too many look wrong, or were found wrong."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from core.base.arrays import Integers, Mask
from core.base.progress import Watch, part, unwatched
from core.base.wording import count
from core.judging.auditing.result import Audit
from core.judging.auditing.table import write_table
from core.judging.causes.attributes import Attribute, attributes
from core.judging.causes.scanning import Marks, Rule, Scan
from core.judging.causes.strata import strata_of
from core.judging.reviewing.decision import Decision, Verb

LEVEL = 0.01
"""Of files without a cause, about so many are said to have one, by judges and by decisions each."""
_MOST_CAUSES = 5
_LEAST_MARKS = 8
"""With fewer rows that look wrong, or were found wrong, nothing is looked for."""
_LEAST_DECIDED = 30
_FAR = 2.0
"""A number looks wrong if even the nearest judge is so many usual residuals away from it."""
LOOKS, DECIDED = "look wrong", "were found wrong"


@dataclass(frozen=True, eq=False)
class Cause:
    """A rule about rows, and how many of them are marked where how many were expected."""

    conditions: tuple[str, ...]
    columns: tuple[str, ...]
    """The columns that they are about; empty for the place in the file."""
    evidence: str
    """What the marks are: rows that "look wrong" to the judges, or "were found wrong"."""
    lines: Integers
    """The lines of its rows."""
    marked: Integers
    """The lines of those that are marked."""
    expected: float
    """How many would be, had labels been mistaken at random."""
    elsewhere: float
    """The share of marks among all other rows."""
    chance: float
    """How likely a rule as telling is found where there is no cause."""

    @property
    def share(self) -> float:
        """The share of its rows that are marked."""
        return len(self.marked) / len(self.lines)

    @property
    def rule(self) -> str:
        """The conditions in words."""
        return " and ".join(self.conditions)

    @property
    def sentence(self) -> str:
        """The rule, and what is the matter with its rows."""
        return (
            f"{self.rule}: {100 * self.share:.0f} % {self.evidence} against "
            f"{100 * self.elsewhere:.0f} % elsewhere ({len(self.marked):,} of "
            f"{count(len(self.lines), 'row')}; {self.expected:.0f} by chance)."
        )


@dataclass(frozen=True, eq=False)
class Causes:
    """What a search came to."""

    found: tuple[Cause, ...]
    """The most telling first."""
    tried: int
    """How many conditions were looked at, each alone and the best ones with every other."""
    why_none: str = ""
    """Why nothing was looked for, where nothing was."""

    @property
    def sentence(self) -> str:
        """What came of it, in words."""
        if self.why_none:
            return self.why_none
        if not self.found:
            return (
                "No cause stands out: the rows that look wrong are spread as mistakes at random "
                f"would be ({count(self.tried, 'condition')} tried, alone and in pairs)."
            )
        return (
            f"{count(len(self.found), 'cause stands', 'causes stand')} out among "
            f"{count(self.tried, 'condition')}, alone and in pairs."
        )

    def frame(self) -> pd.DataFrame:
        """The causes as a table."""
        return pd.DataFrame(
            {
                "rule": [one.rule for one in self.found],
                "evidence": [one.evidence for one in self.found],
                "rows": [len(one.lines) for one in self.found],
                "wrong": [len(one.marked) for one in self.found],
                "expected": [one.expected for one in self.found],
                "share": [one.share for one in self.found],
                "elsewhere": [one.elsewhere for one in self.found],
                "chance": [one.chance for one in self.found],
                "lines": [" ".join(map(str, one.lines.tolist())) for one in self.found],
            }
        )

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the causes as a CSV file, whole or not at all."""
        write_table(self.frame(), path)


def found_wrong(decisions: Iterable[Decision]) -> dict[int, bool]:
    """Of every line that a person looked at whether it was wrong: relabelled or excluded."""
    known = {Verb.KEEP: False, Verb.RELABEL: True, Verb.EXCLUDE: True}
    return {each.line: known[each.verb] for each in decisions if each.verb in known}


def causes(
    audit: Audit,
    decided: Mapping[int, bool] | None = None,
    *,
    seed: int = 0,
    watch: Watch = unwatched,
) -> Causes:
    """Search for rules in which too many rows look wrong to the judges, or were found wrong.

    `decided` tells of lines that a person looked at whether they were wrong, see `found_wrong`.
    Every column of the table is looked at, also those that nothing is learned from.

    >>> import core
    >>> causes(core.audit(core.example("moons"))).found
    ()
    """
    decided = decided or {}
    wrong = sum(decided.values())
    by_person = min(wrong, len(decided) - wrong) >= _LEAST_MARKS and len(decided) >= _LEAST_DECIDED
    half = 0.5 if by_person else 0.0
    found, tried = [], 0
    if by_person:
        lines, marks = _decided(audit, decided)
        own, tried = _search(audit, lines, marks, DECIDED, seed, part(watch, 0, half))
        found += own
    lines, marks = _doubted(audit, decided)
    if int(marks.marked.sum()) >= _LEAST_MARKS:
        own, more = _search(audit, lines, marks, LOOKS, seed, part(watch, half, 1))
        known = {cause.rule for cause in found}
        found += [cause for cause in own if cause.rule not in known]
        tried = max(tried, more)
    why = "" if tried else _why_none(audit)
    return Causes(tuple(found), tried, why)


def _why_none(audit: Audit) -> str:
    if not audit.can_tell:
        return (
            "Where errors come from cannot be told: the judges know too little of the labels to "
            "flag a wrong one. Decide about some rows, and ask again."
        )
    return f"Fewer than {_LEAST_MARKS} rows look wrong: too few to tell where errors come from."


def _doubted(audit: Audit, decided: Mapping[int, bool]) -> tuple[Integers, Marks]:
    """Rows of which the judges say something else; a person's word goes before theirs.

    Not only flagged ones: how many are flagged is a choice, where errors come from is none.
    """
    lines = audit.dataset.lines
    if not audit.can_tell:
        return lines, Marks(np.zeros(len(lines), bool), np.zeros(len(lines), np.int64))
    if audit.dataset.classes:
        marked = audit.suggested != audit.dataset.labels
    else:
        marked = audit.suspicion > _FAR
    for line, was_wrong in decided.items():
        marked[lines == line] = was_wrong
    return lines, Marks(marked, strata_of(audit))


def _decided(audit: Audit, decided: Mapping[int, bool]) -> tuple[Integers, Marks]:
    """The rows that were looked at; alike are those that are alike to the judges."""
    table = audit.dataset.table
    lines = np.array(sorted(set(decided) & set(table.lines.tolist())), np.int64)
    marked = np.array([decided[line] for line in lines.tolist()], bool)
    return lines, Marks(marked, np.zeros(len(lines), np.int64))


def _search(
    audit: Audit, lines: Integers, marks: Marks, evidence: str, seed: int, watch: Watch
) -> tuple[list[Cause], int]:
    """One cause after the other, each among the rows that those before do not explain."""
    data = audit.dataset
    asked = attributes(data, data.table.rows_of(lines))
    stays = np.arange(len(lines))
    found: list[Cause] = []
    tried = 0
    for turn in range(_MOST_CAUSES):
        own = Marks(marks.marked[stays], _renumbered(marks.strata[stays]))
        if not asked or int(own.marked.sum()) < _LEAST_MARKS:
            break
        some = tuple(replace(one, codes=one.codes[stays]) for one in asked)
        scan = Scan(some, own)
        tried = max(tried, scan.tried)
        rule = scan.best(own.marked)
        if rule is None:
            break
        turns = part(watch, turn / _MOST_CAUSES, (turn + 1) / _MOST_CAUSES)
        chance = scan.chance(rule, seed + turn, turns)
        if chance > LEVEL:
            break
        held = scan.holds(rule)
        found.append(_cause(rule, some, lines[stays], own, held, evidence, chance))
        stays = stays[~held]
    return found, tried


def _cause(
    rule: Rule,
    asked: tuple[Attribute, ...],
    lines: Integers,
    marks: Marks,
    held: Mask,
    evidence: str,
    chance: float,
) -> Cause:
    terms = sorted(rule.terms, key=lambda term: term.attribute)
    return Cause(
        tuple(asked[term.attribute].words(term.first, term.last) for term in terms),
        tuple(asked[term.attribute].column for term in terms),
        evidence,
        lines[held],
        lines[held & marks.marked],
        float(marks.expected[held].sum()),
        float(marks.marked[~held].mean()) if (~held).any() else 0.0,
        chance,
    )


def _renumbered(strata: Integers) -> Integers:
    return np.asarray(np.unique(strata, return_inverse=True)[1])
