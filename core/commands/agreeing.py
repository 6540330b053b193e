"""What the command `agree` does: how far two people agree about rows of a file, and where not."""

import csv
from dataclasses import replace
from pathlib import Path

from core.base.files import written_whole
from core.base.wording import count, grouped
from core.data.dataset import Dataset
from core.judging.reviewing.agreement_words import agreement_words
from core.judging.reviewing.conflicts import Conflict
from core.judging.reviewing.decision import Decision, batches_of
from core.judging.reviewing.decisions import Decisions
from core.judging.reviewing.taking_in import TakingIn, name_for
from core.project.colleagues import read_colleague


def agree(dataset: Dataset, one: Path, other: Path, out: Path | None = None) -> list[str]:
    """Compare two CSV files of decisions, or sessions; write the conflicts, or tell them."""
    first, second = (_decided(path, dataset) for path in (one, other))
    names = [
        name_for((each.by for each in own), "", path.name)
        for own, path in ((first, one), (second, other))
    ]
    if names[0] == names[1]:
        names = [one.name, other.name]
    decisions = Decisions(dataset)
    decisions.apply(decisions.checked(batches_of(replace(each, by=names[0]) for each in first)))
    found = TakingIn.of(decisions, [replace(each, by=names[1]) for each in second], *names)
    told = agreement_words(found.comparison, names[0], names[1])
    told.append(
        f"{count(len(found.conflicts), 'conflict')}; {count(found.only_own, 'row')} decided by "
        f"{names[0]} alone, {grouped(len(found.new))} by {names[1]} alone."
    )
    if out is None:
        return [*told, *(f"  line {grouped(each.line)}: {each.told}" for each in found.conflicts)]
    _write(out, names, found.conflicts)
    return [*told, f"conflicts: {out}"]


def _decided(path: Path, dataset: Dataset) -> list[Decision]:
    return [each for each in read_colleague(path, dataset) if isinstance(each, Decision)]


def _write(out: Path, names: list[str], conflicts: tuple[Conflict, ...]) -> None:
    with (
        written_whole(out) as aside,
        aside.open("w", encoding="utf-8", errors="surrogatepass", newline="") as file,
    ):
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("line", "column", *names))
        for each in conflicts:
            said = "" if each.own is None else each.own.outcome
            writer.writerow((each.line, each.other.column, said, each.other.outcome))
