"""The order of a review that learns: what stays, what is taken back, and what moves."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.judging.agenda.agenda import Agenda
from core.judging.agenda.course import EVERY, STAYING, Course
from core.judging.agenda.lessons import lessons, what_was_learned
from core.judging.reviewing.decisions import Decisions
from core.judging.reviewing.kinds import Verb
from tests.core.judging.agenda.made_up import causes_of, ranked, ranked_numbers

RANKING = ranked()


class Review:
    """Somebody who decides, row by row."""

    def __init__(self, ranking=RANKING, **options):
        self.ranking, self.course = ranking, Course(ranking, **options)
        self.decisions, self.done = Decisions(ranking.dataset), []

    @property
    def looks(self):
        return self.decisions.stands.looks()

    @property
    def learned(self):
        return self.course.after(self.looks)

    @property
    def agenda(self):
        return Agenda(self.ranking, self.decisions, course=self.course)

    def decide(self, line, verb):
        self.done.append(self.decisions.apply(self.decisions.deciding(line, verb)))

    def undo(self):
        self.decisions.revert(self.done.pop())

    def go_on(self, is_wrong):
        """Decide about the next row."""
        line = self.agenda.next_line()
        row = self.ranking.row_of(line)
        self.decide(line, Verb.EXCLUDE if is_wrong(row) else Verb.KEEP)
        return row


def is_of_pair(given, suggested, ranking=RANKING):
    return lambda row: ranking.dataset.labels[row] == given and ranking.suggested[row] == suggested


def test_before_the_first_decisions_the_order_is_the_audits():
    review = Review()
    for _ in range(EVERY - 1):
        review.go_on(lambda _row: True)
    assert review.agenda.queue is RANKING
    assert "after every 5 decisions" in what_was_learned(RANKING, review.learned)


def test_what_is_confirmed_comes_earlier_and_what_is_not_later():
    review, is_wrong = Review(), is_of_pair(0, 1)
    for _ in range(20):
        review.go_on(is_wrong)
    order, left = review.learned.order, ~np.isin(np.arange(120), review.learned.taught.rows)
    alike = np.array([is_wrong(row) for row in range(120)])
    now = np.flatnonzero(alike[order[left[order]]])
    before = np.flatnonzero(alike[RANKING.order[left[RANKING.order]]])
    assert now.mean() < before.mean() - 5
    first = lessons(RANKING, review.learned)
    up = [lesson for lesson in first if lesson.rows == "'c0' that look like 'c1'"]
    assert [lesson.confirmed == lesson.looked_at and lesson.moved > 0 for lesson in up] == [True]
    assert up[0].sentence in what_was_learned(RANKING, review.learned)
    assert any(lesson.confirmed == 0 and lesson.moved < 0 for lesson in first)


@given(st.integers(0, 1000), st.lists(st.integers(0, 119), min_size=12, max_size=30, unique=True))
@settings(max_examples=12, deadline=None)
def test_undo_restores_the_order_exactly_and_so_does_another_course(seed, places):
    random, review, orders = np.random.default_rng(seed), Review(), []
    for place in places:
        orders.append(review.learned.order.copy())
        verb = random.choice([Verb.KEEP, Verb.EXCLUDE, Verb.SKIP])
        review.decide(int(RANKING.lines[place]), verb)
    again = Course(RANKING).after(review.looks)
    assert np.array_equal(again.order, review.learned.order)
    for order in reversed(orders):
        review.undo()
        assert np.array_equal(review.learned.order, order)
    assert review.agenda.queue is RANKING


@given(st.integers(0, 1000), st.floats(0, 1))
@settings(max_examples=12, deadline=None)
def test_the_next_rows_stay_and_decided_ones_keep_their_places(seed, elsewhere):
    """Whether the person follows the order or decides about a row somewhere else."""
    random, review = np.random.default_rng(seed), Review()
    for _ in range(22):
        agenda = review.agenda
        coming = agenda.coming(STAYING + 1)
        line = coming[0]
        if random.random() < elsewhere:
            known = review.decisions.stands.is_decided(agenda.queue.lines)
            line = int(random.choice(agenda.queue.lines[~known]))
        place = agenda.queue.place_of(line)
        review.decide(line, random.choice([Verb.KEEP, Verb.EXCLUDE, Verb.SKIP]))
        expected = [other for other in coming if other != line][:STAYING]
        assert review.agenda.coming()[: len(expected)] == expected
        assert review.agenda.queue.place_of(line) == place
        assert sorted(review.agenda.queue.order) == list(range(120))


def test_skipped_rows_and_batches_teach_nothing():
    review = Review()
    review.decide(RANKING.lines[:10].tolist(), Verb.EXCLUDE)
    for line in RANKING.lines[10:20].tolist():
        review.decide(line, Verb.SKIP)
    assert review.agenda.queue is RANKING


def test_what_was_settled_before_the_audit_teaches_nothing():
    settled = np.zeros(120, bool)
    settled[RANKING.order[:10]] = True
    ranking = replace(RANKING, audit=replace(RANKING.audit, settled=settled))
    review = Review(ranking)
    for line in RANKING.lines[:10].tolist():
        review.decide(line, Verb.KEEP)
    assert review.agenda.queue is ranking


def test_numbers_that_look_too_high_are_told_from_those_that_look_too_low():
    ranking = ranked_numbers()
    review = Review(ranking)
    for _ in range(15):
        review.go_on(lambda row: ranking.suggested[row] < ranking.dataset.labels[row])
    told = what_was_learned(ranking, review.learned)
    assert "price that looks too high:" in told
    assert "moved up" in told
    is_low = ranking.suggested > ranking.dataset.labels
    rest = review.learned.order[~np.isin(review.learned.order, review.learned.taught.rows)]
    assert is_low[rest[STAYING:][:15]].sum() < is_low[rest[-15:]].sum()


def test_rows_of_a_cause_come_earlier_where_it_is_confirmed():
    caused = np.arange(120) % 4 == 0
    review = Review(causes=causes_of(RANKING.dataset.lines[caused]))
    for _ in range(15):
        review.go_on(lambda row: caused[row])
    told = what_was_learned(RANKING, review.learned)
    assert "rows with operator = 'x': " in told
    assert "moved up" in told


def test_a_cause_that_is_found_later_leaves_what_was_before():
    caused = np.arange(120) % 4 == 0
    review = Review()
    for _ in range(12):
        review.go_on(lambda row: caused[row])
    later = Course(
        RANKING, causes_of(RANKING.dataset.lines[caused]), since=float(review.looks.when[-1]) + 1
    )
    assert np.array_equal(later.after(review.looks).order, review.learned.order)
    review.course = later
    coming = review.agenda.coming(STAYING + 3)
    for _ in range(3):
        line = coming.pop(0)
        step = replace_when(review.decisions.deciding(line, Verb.KEEP), review.looks.when[-1] + 2)
        review.decisions.apply(step)
    assert review.agenda.coming() == coming
    assert len(review.learned.traits.all) == 3


def replace_when(step, when):
    return tuple(replace(batch, when=float(when)) for batch in step)


@pytest.mark.parametrize("rows", [0, 1])
def test_tiny_rankings_have_an_order(rows):
    ranking = ranked(rows=4, flagged=rows)
    review = Review(ranking)
    assert review.learned.order.tolist() == ranking.order.tolist()
