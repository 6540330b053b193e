"""Decisions about the rows of a file: what may be decided, and what it makes of the data."""

import functools
import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np

from core.base.arrays import Integers, Mask
from core.base.ascending import places_among
from core.base.errors import DataError
from core.data.changes import NO_VALUES, Changes, NewValues
from core.data.dataset import Dataset
from core.data.revising import check_classes
from core.data.row_marks import row_marks
from core.data.splits.sameness import Hashes
from core.judging.reviewing.certifying.log import SampleLog
from core.judging.reviewing.decision import Batch, Decision, Note, Step, Verb, batches_of
from core.judging.reviewing.kinds import ChangePart
from core.judging.reviewing.standing import Overwritten, Standing
from core.judging.reviewing.table import given_text, read_decisions, write_decisions

_Known = Callable[[Batch, Integers], Integers]

_MOST_REVISIONS = 16
"""How many revisions are kept at hand, so that undoing and redoing gives the very same ones."""


class Decisions:
    """What is decided about the rows of `base`, the data as they were read.

    Datasets that differ in their weights or their split alone share what stands: see `for_base`.

    >>> import core
    >>> decisions = Decisions(core.example("ten points", validation_share=0))
    >>> before = decisions.apply(decisions.excluding([2, 3], reason="measured twice"))
    >>> before = decisions.apply(decisions.relabelling({7: "+"}))
    >>> len(decisions.revision()), decisions.changes().labels.as_dict()
    (8, {7: '+'})
    >>> decisions.revert(before)
    >>> decisions.about(7) is None
    True
    """

    def __init__(
        self, base: Dataset, stands: Standing | None = None, sample: SampleLog | None = None
    ) -> None:
        self.base = base
        number = "" if base.classes else base.target
        self.stands = Standing(base.table, number) if stands is None else stands
        self.sample = SampleLog(base.table) if sample is None else sample
        """What was drawn to tell when to stop; no decision, and never undone."""
        self._revisions: dict[int, Dataset] = {0: base}

    def for_base(self, base: Dataset) -> "Decisions":
        """The same decisions about data that were made of the same table in another way."""
        return Decisions(base, self.stands, self.sample)

    # Steps that can be made

    def deciding(
        self, lines: int | Iterable[int] | Integers, verb: Verb, *, reason: str = "", note: str = ""
    ) -> Step:
        """The step that decides the same about one row, or about many."""
        return self.checked(_stepped((Batch(_as_lines(lines), verb, None, reason, note, _now()),)))

    def excluding(self, lines: Iterable[int], *, reason: str = "") -> Step:
        """The step that leaves rows out."""
        return self.deciding(lines, Verb.EXCLUDE, reason=reason)

    def relabelling(
        self, labels: Mapping[int, str] | NewValues, *, reason: str = "", note: str = ""
    ) -> Step:
        """The step that gives rows new labels, also those that had none."""
        new, when = NewValues.of(labels), _now()
        is_open = np.isin(new.lines, self.base.unlabelled)
        return self.checked(
            _stepped(
                Batch(new.lines[here], verb, text, reason, note, when)
                for code, text in enumerate(new.texts)
                for verb, wanted in ((Verb.RELABEL, ~is_open), (Verb.LABEL, is_open))
                if (here := wanted & (new.codes == code)).any()
            )
        )

    def setting(
        self, lines: int | Iterable[int] | Integers, column: str, value: str, *, reason: str = ""
    ) -> Step:
        """The step that sets a column's cells of some rows; a class of the target is relabelled."""
        if column == self.base.target and self.base.classes:
            return self.relabelling(dict.fromkeys(_as_lines(lines).tolist(), value), reason=reason)
        text = self.base.table.value_text(column, value)
        batch = Batch(_as_lines(lines), Verb.SET, None, reason, "", _now(), column, text)
        return self.checked(_stepped((batch,)))

    def setting_each(self, cells: Mapping[str, Mapping[int, str]], *, reason: str = "") -> Step:
        """The step that gives cells a value each, by column and line; an empty text for none."""
        step: list[Batch] = []
        when, table = _now(), self.base.table
        for column, texts in cells.items():
            lines: dict[str, list[int]] = {}
            for line, text in texts.items():
                lines.setdefault(table.value_text(column, text), []).append(line)
            new = NewValues.of({line: text for text, own in lines.items() for line in own})
            self.base.with_cells({column: new})  # all of them at once: each is refused with a line
            step += [
                Batch(
                    np.array(sorted(own), np.int64), Verb.SET, None, reason, "", when, column, text
                )
                for text, own in lines.items()
            ]
        if not step:
            raise DataError("No cell is chosen. Choose one or more, then set them.")
        return _stepped(step)

    def merging(self, column: str, spellings: Iterable[str], into: str) -> Step:
        """The step that makes several spellings of a column's values one."""
        told = ", ".join(repr(each) for each in spellings)
        lines = self._lines_with(column, frozenset(spellings) - {into})
        reason = f"{told} are one"
        if column == self.base.target and self.base.classes:
            return self.relabelling(dict.fromkeys(lines.tolist(), into), reason=reason)
        batch = Batch(lines, Verb.MERGE, None, reason, "", _now(), column, into)
        return self.checked(_stepped((batch,)))

    def noting(self, line: int, text: str) -> Step:
        """The step that writes a note on a row, whatever is decided about it."""
        return self.checked((Batch(_as_lines(line), note=text, when=_now()),))

    def repeating(self, words: Iterable[Decision]) -> Step:
        """The step that decides now what was decided before, by anybody."""
        when = _now()
        said = [
            Decision(w.line, w.verb, w.label, "", "", when, "", w.column, w.value) for w in words
        ]
        # A number that was set is kept as it is in the file only if it is set back.
        target = self.base.target
        said += [
            Decision(
                w.line, Verb.SET, when=when, column=target, value=given_text(self.base, w.line)
            )
            for w in said
            if w.verb is Verb.KEEP and target in self.stands.cells_of(w.line)
        ]
        return self.checked(_stepped(batches_of(said)))

    def taking(self, done: Iterable[Decision | Note]) -> Step:
        """The step that takes over decisions and notes, read from a file for instance."""
        return self.checked(batches_of(done))

    def taking_csv(self, path: str | os.PathLike[str]) -> Step:
        """The step that takes over the decisions of a CSV file; all of them, or none."""
        return self.taking(read_decisions(path, self.base))

    def checked(self, step: Iterable[Batch]) -> Step:
        """The step, if it can be done; raise DataError, in a sentence, if it cannot."""
        found = tuple(batch for batch in step if len(batch))
        if not found:
            raise DataError("No row is chosen. Choose one or more rows, then decide.")
        for batch in found:
            self._check(batch)
        self._check_some_stay(found)
        return found

    # What stands

    def apply(self, step: Step) -> Overwritten:
        """Do a step that was checked, and tell what it took the place of."""
        return self.stands.apply(step)

    def revert(self, before: Overwritten) -> None:
        """Take the last step back."""
        self.stands.revert(before)

    def about(self, line: int) -> Decision | None:
        """The decision that stands about a row, with the row's note."""
        return self.stands.about(line)

    def note_on(self, line: int) -> str:
        """The note on a row; empty if there is none."""
        return self.stands.note_on(line)

    def standing(self) -> list[Decision]:
        """Every decision that stands, in the order in which they were made."""
        return self.stands.decisions()

    @property
    def count(self) -> int:
        """How many decisions stand."""
        return self.stands.count

    def notes(self) -> dict[int, str]:
        """The notes, by line."""
        return {note.line: note.text for note in self.stands.notes()}

    def kept(self) -> tuple[int, ...]:
        """The lines of the rows that were looked at and stay as they are."""
        return self.stands.kept()

    def write_csv(self, path: str | os.PathLike[str]) -> None:
        """Write what stands as a CSV file, line by line of the data."""
        done: list[Decision | Note] = list(self.standing())
        noted = {each.line for each in done if not getattr(each, "column", "")}
        done += [note for note in self.stands.notes() if note.line not in noted]
        done.sort(key=lambda each: (each.line, getattr(each, "column", "")))
        write_decisions(path, done, self.base)

    # What it makes of the data

    def changes(self) -> Changes:
        """What differs from the data as they were read."""
        found: dict[ChangePart, list[tuple[Batch, Integers]]] = {part: [] for part in ChangePart}
        for batch, lines in self.stands.lines_by_change():
            assert batch.verb is not None
            assert batch.verb.kind.part is not None
            found[batch.verb.kind.part].append((self._spelled(batch), lines))
        excluded = [self._in_base(lines) for _, lines in found[ChangePart.EXCLUDED]]
        return Changes(
            np.sort(np.concatenate([np.empty(0, np.int64), *excluded])),
            self._differing(_joined(found[ChangePart.LABELS], self._class_lines)),
            _joined(found[ChangePart.LABELLED], self._open_lines),
            self._cells(found[ChangePart.CELLS]),
        )

    def revision(self) -> Dataset:
        """The data with everything that stands.

        The same state is the same dataset, however it was reached; without a change it is `base`.
        """
        number = self.stands.state
        if number not in self._revisions:
            made = self.base.changed(self.changes())
            if made is not self.base:
                made = replace(made, revision=self.base.revision + number)
            self._revisions[number] = made
            for old in list(self._revisions)[1:-_MOST_REVISIONS]:
                del self._revisions[old]
        return self._revisions[number]

    def adopt(self, revision: Dataset) -> None:
        """Take a revision that was made before, of a run that is read again, for what it is.

        If it is what stands now, `revision()` gives this very one, with the number it had.
        """
        own = self.revision()
        if own is not self.base and not Changes.between(own, revision):
            self._revisions[self.stands.state] = revision

    def _cells(self, found: list[tuple[Batch, Integers]]) -> dict[str, NewValues]:
        columns = dict.fromkeys(batch.column for batch, _ in found)
        cells = {
            name: _joined([(b, lines) for b, lines in found if b.column == name], self._table_lines)
            for name in columns
            if name not in self.base.split.names
        }
        # A number to predict is a label: only rows of the data have one.
        if self.base.target in cells:
            own = cells[self.base.target]
            cells[self.base.target] = own.without(np.setdiff1d(own.lines, self.base.lines))
        return {name: values for name, values in cells.items() if len(values)}

    def _differing(self, labels: NewValues) -> NewValues:
        """Those that are not what the file says."""
        if not len(labels):
            return NO_VALUES
        place = {name: code for code, name in enumerate(self.base.classes)}
        codes = np.array([place.get(text, -1) for text in labels.texts])[labels.codes]
        differs = codes != self.base.labels[self.base.rows_of(labels.lines)]
        return NewValues(labels.lines[differs], labels.codes[differs], labels.texts)

    def _class_lines(self, batch: Batch, lines: Integers) -> Integers:
        is_class = batch.label in self.base.classes
        return self._in_base(lines) if is_class else lines[:0]

    def _open_lines(self, batch: Batch, lines: Integers) -> Integers:
        is_known = not self.base.classes or batch.label in self.base.classes
        return np.asarray(np.intersect1d(lines, self.base.unlabelled)) if is_known else lines[:0]

    def _spelled(self, batch: Batch) -> Batch:
        """A batch whose label, or value, is what the plan takes it for."""
        plan = self.base.plan
        if plan is None or not plan.spellings:
            return batch
        if batch.column:
            value = batch.value and plan[batch.column].spelled(batch.value)
            return replace(batch, value=value)
        return replace(batch, label=batch.label and plan[self.base.target].spelled(batch.label))

    def _table_lines(self, _batch: Batch, lines: Integers) -> Integers:
        return lines

    def _lines_with(self, column: str, texts: frozenset[str]) -> Integers:
        """The lines whose value in a column, as it stands now, is one of these."""
        data = self.revision()
        if column == data.target and data.classes:
            names = np.array([name in texts for name in data.classes], bool)
            return np.asarray(data.lines[names[data.labels.astype(np.int64)]])
        own = data.table.column(column).as_categories()
        is_one = np.array([*(name in texts for name in own.categories), False], bool)
        return np.asarray(data.table.lines[is_one[own.values]])

    # What may be decided

    def _check(self, batch: Batch) -> None:
        base = self.base
        if batch.verb is Verb.LABEL:
            codes = np.zeros(len(batch), np.int64)
            base.labelled(NewValues(np.sort(batch.lines), codes, (batch.label or "",)))
        elif batch.column:
            rows = base.table.rows_of(batch.lines)
            new = NewValues(base.table.lines[rows[:1]], np.zeros(1, np.int64), (batch.value or "",))
            base.with_cells({batch.column: new})
            if batch.column == base.target:
                base.rows_of(batch.lines)
        elif self._is_in_base(batch.lines).all():
            if batch.verb is Verb.RELABEL:
                check_classes(base, [batch.label or ""])
        else:
            self._check_open(batch)
        if batch.marks is not None and not self.fitting(batch).all():
            line = batch.lines[~self.fitting(batch)][0]
            raise DataError(
                f"Line {line} of {base.name} has other values than the row that was decided "
                "about. These decisions are about other data."
            )

    def _is_in_base(self, lines: Integers) -> Mask:
        return self._rows_that(self._based, lines)

    def _in_base(self, lines: Integers) -> Integers:
        return np.asarray(lines[self._is_in_base(lines)])

    def _rows_that(self, is_one: Mask, lines: Integers) -> Mask:
        """Which lines have a row of the table that is one of these."""
        rows, is_there = places_among(self.base.table.lines, lines)
        return np.asarray(is_there & is_one[rows])

    @functools.cached_property
    def _based(self) -> Mask:
        """By row of the table: whether it is a row of the data."""
        is_based = np.zeros(len(self.base.table), bool)
        is_based[self.base.rows] = True
        return is_based

    @functools.cached_property
    def _decidable(self) -> Mask:
        """By row of the table: whether it is a row of the data, or has no label."""
        is_one = self._based.copy()
        is_one[self.base.table.rows_of(self.base.unlabelled)] = True
        return is_one

    def _check_open(self, batch: Batch) -> None:
        """Rows that have no label can be kept, skipped and noted, and never relabelled."""
        known = self._rows_that(self._decidable, batch.lines)
        if batch.verb in (Verb.RELABEL, Verb.EXCLUDE) or not known.all():
            self.base.rows_of(batch.lines)  # says which

    def _check_some_stay(self, step: Step) -> None:
        news = [b for b in step if b.verb is not None and not b.column and not b.aside]
        many = sum(len(batch) for batch in news if batch.verb is Verb.EXCLUDE)
        if not many or many + self.stands.count < len(self.base):
            return
        excluded = np.zeros(len(self.base), bool)
        excluded[self.base.rows_of(self.changes().excluded)] = True
        for batch in news:
            rows = self.base.rows_of(batch.lines[self._is_in_base(batch.lines)])
            excluded[rows] = batch.verb is Verb.EXCLUDE
        if excluded.all():
            raise DataError("Every row would be excluded. Keep at least one.")

    # Whether rows are still what they were

    def fitting(self, batch: Batch) -> Mask:
        """Which rows of a batch are rows of these data, with the values that they had."""
        rows, fits = places_among(self.base.table.lines, batch.lines)
        if not batch.column:
            fits &= self._decidable[rows]
        if batch.marks is not None:
            table = self.base.table
            own = row_marks(table, rows) if table.is_on_disk else self._marks[rows]
            fits &= own == batch.marks
        return np.asarray(fits)

    def marked(self, step: Step) -> Step:
        """The step with the marks of its rows, by which they are known again."""
        if not step:
            return ()
        table = self.base.table
        marks = row_marks(table, table.rows_of(np.concatenate([batch.lines for batch in step])))
        ends = np.cumsum([len(batch) for batch in step])[:-1]
        return tuple(
            replace(batch, marks=own)
            for batch, own in zip(step, np.split(marks, ends), strict=True)
        )

    @functools.cached_property
    def _marks(self) -> Hashes:
        return row_marks(self.base.table, np.arange(len(self.base.table)))


def _joined(found: list[tuple[Batch, Integers]], known: _Known) -> NewValues:
    """The new labels or values of several batches; of each those lines that the data have."""
    lines, codes = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    texts: list[str] = []
    for batch, all_lines in found:
        own = known(batch, all_lines)
        lines.append(own)
        codes.append(np.full(len(own), len(texts)))
        texts.append(batch.label if batch.label is not None else batch.value or "")
    merged = np.concatenate(lines)
    order = np.argsort(merged, kind="stable")
    return NewValues(merged[order], np.concatenate(codes)[order], tuple(texts))


def _stepped(batches: Iterable[Batch]) -> Step:
    """What is decided at once: of more rows than one, that each was looked at is not known."""
    step = tuple(batches)
    is_together = sum(len(batch) for batch in step) > 1
    return tuple(replace(batch, together=is_together) for batch in step)


def _as_lines(lines: int | Iterable[int] | Integers) -> Integers:
    if isinstance(lines, int | np.integer):
        return np.array([lines], np.int64)
    return np.asarray(lines if isinstance(lines, np.ndarray) else list(lines), np.int64)


def _now() -> float:
    """Whole microseconds: a time that is written as text is read back as the same number."""
    return round(time.time(), 6)
