"""Deciding, undoing, redoing, in any order, held against a list of what stood before."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from core.base.journal import Journal
from core.judging.reviewing.decision import Verb
from core.project import Project
from core.project.command_journal import CommandJournal
from tests.core.helpers import dataset

BASE = dataset({"x": range(12)}, "aaaabbbbcccc")
GIVEN = dict(zip(range(2, 14), "aaaabbbbcccc", strict=True))
IDENTITY = {"path": "a.csv"}
LINES = st.sets(st.integers(2, 8), min_size=1, max_size=4)
TEXTS = st.sampled_from(["", "why", 'ü, "quoted"\n'])


class Model:
    """Each state in full: what is decided about each line, and the notes."""

    def __init__(self):
        self.past, self.place = [({}, {})], 0

    @property
    def now(self):
        return self.past[self.place]

    def do(self, decided, notes):
        del self.past[self.place + 1 :]
        self.past.append((self.now[0] | decided, self.now[1] | notes))
        self.place += 1


class Review(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.journal = Journal(Path(self.folder.name) / "journal.jsonl")
        self.crash()
        self.model = Model()

    def teardown(self):
        self.folder.cleanup()

    @rule(
        lines=LINES,
        verb=st.sampled_from([Verb.KEEP, Verb.EXCLUDE, Verb.SKIP]),
        reason=TEXTS,
        note=TEXTS,
    )
    def decide(self, lines, verb, reason, note):
        self.project.decide(lines, verb, reason=reason, note=note)
        decided = dict.fromkeys(lines, (verb, None, reason))
        self.model.do(decided, dict.fromkeys(lines, note) if note else {})

    @rule(labels=st.dictionaries(st.integers(2, 8), st.sampled_from("abc"), min_size=1))
    def relabel(self, labels):
        self.project.relabel(labels)
        decided = {line: (Verb.RELABEL, label, "") for line, label in labels.items()}
        self.model.do(decided, {})

    @rule(line=st.integers(2, 8), text=TEXTS)
    def note(self, line, text):
        self.project.note(line, text)
        self.model.do({}, {line: text})

    @rule()
    def undo(self):
        assert bool(self.project.done) == (self.model.place > 0)
        self.project.undo()
        self.model.place = max(0, self.model.place - 1)

    @rule()
    def redo(self):
        can = self.model.place + 1 < len(self.model.past)
        assert bool(self.project.undone) == can
        self.project.redo()
        self.model.place += can

    @rule()
    def crash(self):
        self.project = Project.of(BASE, CommandJournal(self.journal, IDENTITY))
        self.decisions = self.project.decisions

    @rule()
    def write_and_read(self):
        path = Path(self.folder.name) / "decisions.csv"
        self.decisions.write_csv(path)
        if self.decisions.standing() or self.decisions.notes():
            other = Project.of(BASE)
            other.take(other.decisions.taking_csv(path))
            assert other.decisions.standing() == self.decisions.standing()
            assert other.decisions.notes() == self.decisions.notes()

    @invariant()
    def agrees(self):
        decided, notes = self.model.now
        found = {d.line: (d.verb, d.label, d.reason) for d in self.decisions.standing()}
        assert found == decided
        assert self.decisions.notes() == {line: note for line, note in notes.items() if note}
        assert bool(self.project.done) == (self.model.place > 0)
        assert bool(self.project.undone) == (self.model.place + 1 < len(self.model.past))
        excluded = {line for line, (verb, _, _) in decided.items() if verb is Verb.EXCLUDE}
        labels = GIVEN | {line: label for line, (_, label, _) in decided.items() if label}
        made = self.decisions.revision()
        assert made.lines.tolist() == [line for line in GIVEN if line not in excluded]
        assert [made.label_text(row) for row in range(len(made))] == [
            labels[line] for line in made.lines.tolist()
        ]


TestReview = Review.TestCase
TestReview.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
