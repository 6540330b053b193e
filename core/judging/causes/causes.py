"""The search for causes: one rule after the other, each beyond chance and what else explains it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.progress import Watch, part, unwatched
from core.data.dataset import Dataset
from core.judging.auditing.flagging import FLAGGED
from core.judging.auditing.result import Audit
from core.judging.causes.attributes import Attribute, attributes
from core.judging.causes.bounds import bounded, held
from core.judging.causes.confounders import explained
from core.judging.causes.evidence import WrongRows
from core.judging.causes.result import DECIDED, LOOKS, Cause, Causes
from core.judging.causes.scanning import Rule, Scan, Term
from core.judging.causes.strata import strata_of, strata_of_decided
from core.judging.reviewing.decision import Decision, Verb

LEVEL = 0.02
"""Of files without a cause, about so many are said to have one, by judges and by decisions each."""
_MOST_CAUSES = 5
_LEAST_WRONG = 4
"""If fewer rows look wrong, or were found wrong, nothing is looked for."""
_LEAST_DECIDED = 30
_MOST_ASIDE = 3
"""Of so many rules it is looked whether other columns explain them."""


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
    known = _decided(audit, decided)
    wrong = int(known.evidence.wrong.sum())
    by_person = len(known.lines) >= _LEAST_DECIDED and _LEAST_WRONG <= wrong < len(known.lines)
    half = 0.5 if by_person else 0.0
    found: list[Cause] = []
    tried = 0
    if by_person:
        found, tried = _search(audit, known, DECIDED, seed, part(watch, 0, half))
    doubted = _doubted(audit, decided)
    if doubted.evidence.wrong.sum() >= _LEAST_WRONG:
        own, more = _search(audit, doubted, LOOKS, seed, part(watch, half, 1))
        rules = {cause.rule for cause in found}
        found += [cause for cause in own if cause.rule not in rules]
        tried = max(tried, more)
    return Causes(tuple(found), tried, "" if tried else _why_none(audit))


def _why_none(audit: Audit) -> str:
    if not audit.can_tell:
        return (
            "Where errors come from cannot be told: the judges know too little of the labels to "
            "flag a wrong one. Decide about some rows, and ask again."
        )
    return f"Fewer than {_LEAST_WRONG} rows look wrong: too few to tell where errors come from."


@dataclass(frozen=True, eq=False)
class _Known:
    """Some lines, and what is known of them."""

    lines: Integers
    evidence: WrongRows
    marked: Mask
    """Which ones look wrong, or were found wrong."""
    places: Integers | None
    """Their places in the audit's data; None if some are not there any more."""
    is_explained: bool = False
    """Whether rows are alike by all that is learned from, too."""

    def take(self, rows: Integers) -> "_Known":
        strata = np.unique(self.evidence.strata[rows], return_inverse=True)[1]
        evidence = WrongRows(self.evidence.wrong[rows], strata)
        places = None if self.places is None else self.places[rows]
        return _Known(self.lines[rows], evidence, self.marked[rows], places, self.is_explained)


def _doubted(audit: Audit, decided: Mapping[int, bool]) -> _Known:
    """How likely the judges hold each row for wrong; a person's word goes before theirs.

    Not only flagged ones: how many are flagged is a choice, where errors come from is none.
    """
    lines, places = audit.dataset.lines, np.arange(len(audit.dataset))
    if not audit.can_tell:
        nothing = WrongRows(np.zeros(len(lines)), np.zeros(len(lines), np.int64))
        return _Known(lines, nothing, np.zeros(len(lines), bool), places)
    wrong = audit.wrong.copy()
    contradicts = audit.suggested != audit.dataset.labels
    marked = contradicts if audit.dataset.classes else wrong > FLAGGED
    looked_at = [decided.get(line) for line in lines.tolist()]
    is_decided = np.array([one is not None for one in looked_at], bool)
    wrong[is_decided] = [float(one) for one in looked_at if one is not None]
    marked[is_decided] = wrong[is_decided] > 0
    return _Known(lines, WrongRows(wrong, strata_of(audit)), marked, places)


def _decided(audit: Audit, decided: Mapping[int, bool]) -> _Known:
    """The rows that a person looked at; whoever looks again is as likely right wherever.

    Alike are those that are alike to the judges: which rows were looked at, and how many of them
    are wrong at the border of two classes, is then no matter. Of rows that were excluded the judges
    say nothing; where there are such, all are alike.
    """
    table = audit.dataset.table
    lines = np.array(sorted(set(decided) & set(table.lines.tolist())), np.int64)
    wrong = np.array([decided[line] for line in lines.tolist()], np.float64)
    rows = np.flatnonzero(np.isin(audit.dataset.lines, lines))
    rows = rows[np.argsort(audit.dataset.lines[rows])]
    is_judged = bool(audit.opinions) and len(rows) == len(lines)
    strata = strata_of_decided(audit, rows) if is_judged else np.zeros(len(lines), np.int64)
    return _Known(lines, WrongRows(wrong, strata), wrong > 0, rows if is_judged else None)


def _search(
    audit: Audit, known: _Known, evidence: str, seed: int, watch: Watch
) -> tuple[list[Cause], int]:
    """One cause after the other, each among the rows that those before do not explain."""
    data = audit.dataset
    asked = attributes(data, data.table.rows_of(known.lines), part(watch, 0, 0.05))
    steps = np.linspace(0.05, 1, _MOST_CAUSES + 1).tolist()
    found: list[Cause] = []
    tried = 0
    for turn in range(_MOST_CAUSES):
        if not asked or known.evidence.wrong.sum() < _LEAST_WRONG:
            break
        turns = part(watch, steps[turn], steps[turn + 1])
        scan = Scan(asked, known.evidence)
        tried = max(tried, scan.tried)
        told = _told(data, known, asked, scan, seed + turn, turns)
        if told is None:
            break
        rule, known, chance = told
        conditions = bounded(asked, rule, known.evidence)
        holds = held(conditions, len(known.lines))
        found.append(_cause(conditions, known, holds, evidence, chance))
        stays = np.flatnonzero(~holds)
        known, asked = known.take(stays), tuple(one.take(stays) for one in asked)
    return found, tried


def _told(
    data: Dataset,
    known: _Known,
    asked: tuple[Attribute, ...],
    scan: Scan,
    seed: int,
    watch: Watch,
) -> tuple[Rule, _Known, float] | None:
    """The best rule beyond chance, what is known of the rows for it, and the chance; or None.

    What the columns that are not in a rule explain is no cause: the next best one may be. Where
    none is left, rows are compared by what all columns explain from then on.
    """
    rules = scan.best()
    if not rules:
        return None
    drawn = scan.by_chance(rules[0].excess, LEVEL, seed, part(watch, 0, 0.5))
    if drawn is None:
        return None
    if known.places is None or known.is_explained:
        return rules[0], known, _chance(rules[0].excess, drawn)
    rules = [rule for rule in rules[:_MOST_ASIDE] if _chance(rule.excess, drawn) <= LEVEL]
    steps = np.linspace(0.5, 0.6, len(rules) + 2).tolist()
    for place, rule in enumerate(rules):
        columns = {asked[term.attribute].column for term in rule.terms}
        own = part(watch, steps[place], steps[place + 1])
        aside = explained(data, known.places, known.evidence, columns, seed, own)
        chance = _chance(min(rule.excess, scan.excess(rule, aside)), drawn)
        if chance <= LEVEL:
            return rule, known, chance
    own = part(watch, steps[-2], steps[-1])
    evidence = explained(data, known.places, known.evidence, (), seed, own)
    known = replace(known, evidence=evidence, is_explained=True)
    return _told(data, known, asked, Scan(asked, evidence), seed, part(watch, 0.6, 1))


def _chance(excess: float, drawn: Floats) -> float:
    return float((1 + (drawn >= excess).sum()) / (1 + len(drawn)))


def _cause(
    conditions: tuple[tuple[Attribute, Term], ...],
    known: _Known,
    holds: Mask,
    evidence: str,
    chance: float,
) -> Cause:
    rows, others, wrong = np.flatnonzero(holds), np.flatnonzero(~holds), known.evidence.wrong
    by_person = evidence == DECIDED
    share, left = known.evidence.share_wrong, known.evidence.share_left
    return Cause(
        tuple(attribute.words(term.first, term.last) for attribute, term in conditions),
        tuple(attribute.column for attribute, _ in conditions),
        evidence,
        known.lines[rows],
        known.lines[holds & known.marked],
        float(wrong[rows].mean()) if by_person else share(rows),
        float(known.evidence.expected[rows].sum()),
        0.0 if not len(others) else float(wrong[others].mean()) if by_person else left(others),
        chance,
    )
