"""Whether the certificate holds: thousands of simulated reviews, all of them at once.

    python -m tests.benchmarks.review.certificate [reviews]

A thousand rows, of which 0, 2 or 10 % are wrong. Suspicion tells something of the errors, nothing,
or the opposite. The reviewer looks at sampled rows alone, at two ranked rows between two of them,
or follows the ranking as long as it pays. The bound fails if it was ever below the truth. Beside
it: how many sampled rows were looked at until 4 and 2 % were certified, and what an even sample of
a size fixed beforehand (Clopper & Pearson 1934) would have needed for the same. Then reviewers who
miss errors, and are checked blindly: the bound is widened by that, and fails if it was ever below.
"""

import sys
import time
from dataclasses import dataclass

import numpy as np
from scipy.stats import beta

from core.judging.reviewing.certifying.betting import next_bet
from core.judging.reviewing.certifying.certificate import (
    ALPHA,
    CHANCE_ALPHA,
    MISS_ALPHA,
    SAMPLE_ALPHA,
)
from core.judging.reviewing.certifying.drawing import FLOOR
from core.judging.reviewing.certifying.misses import miss_bound, widened

ROWS, DRAWS = 1000, 300
TARGETS = (0.04, 0.02)
EVERY = 16
"""So many draws lie between two looks at the widened bound."""
LOOKS_PER_CHECK = 8
LIMIT = 0.065
"""What the upper 95 % limit of the share of failures is to stay below."""
_PART = 100
SHARES = (0.0, 0.02, 0.10)
KINDS = ("informative", "nothing", "misleading")
WAYS = ("sample alone", "ranked between", "as it pays")


@dataclass(frozen=True, eq=False)
class Outcome:
    """Of each review: whether the bound ever failed, and when it certified what."""

    failed: np.ndarray
    failed_when_liked: np.ndarray
    looks: dict[float, np.ndarray]
    course: np.ndarray
    """Now and then: the bound on the errors at the start, and how many were put right."""


def likely_wrong(kind: str, wrong: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """How likely each label is wrong, as an audit might say it."""
    share = max(0.01, float(wrong.mean()))
    pull = {"informative": 2.5, "nothing": 0.0, "misleading": -2.5}[kind]
    score = rng.normal(size=wrong.shape) + pull * wrong
    return 1 / (1 + np.exp(-(np.log(share / (1 - share)) + 2.5 * score - 2.5**2 / 2)))


def simulate(
    share: float,
    kind: str,
    way: str,
    reviews: int,
    seed: int,
    floor: float = FLOOR,
    alpha: float = ALPHA,
    missed: float = 0.0,
) -> Outcome:
    """So many reviews, in parts that stay in the processor's memory."""
    parts = [
        _some(share, kind, way, min(_PART, reviews - first), [seed, first], floor, alpha, missed)
        for first in range(0, reviews, _PART)
    ]
    return Outcome(
        np.concatenate([part.failed for part in parts]),
        np.concatenate([part.failed_when_liked for part in parts]),
        {target: np.concatenate([part.looks[target] for part in parts]) for target in TARGETS},
        np.concatenate([part.course for part in parts], axis=2),
    )


def _some(
    share: float,
    kind: str,
    way: str,
    reviews: int,
    seed: list[int],
    floor: float,
    alpha: float,
    missed: float,
) -> Outcome:
    rng = np.random.default_rng(seed)
    errors = round(share * ROWS)
    order = np.argsort(rng.random((reviews, ROWS)), axis=1)
    wrong = np.zeros((reviews, ROWS), bool)
    np.put_along_axis(wrong, order[:, :errors], True, axis=1)
    likely = likely_wrong(kind, wrong, rng)
    wrong &= rng.random(wrong.shape) >= missed  # what the reviewer would notice
    noticed = wrong.sum(1)
    course = []
    ranked = np.argsort(-likely, axis=1)
    place = np.zeros(reviews, np.int64)
    """How far each is in the ranking."""
    each = np.arange(reviews)
    is_left = np.ones((reviews, ROWS), bool)
    known = np.zeros(reviews)
    candidates = np.arange(ROWS + 1.0)
    log_wealth = np.zeros((reviews, ROWS + 1))
    bound = np.full(reviews, ROWS)
    total, squares = np.zeros(reviews), np.zeros(reviews)
    last_wrong = np.ones(reviews, bool)
    failed, failed_when_liked = np.zeros(reviews, bool), np.zeros(reviews, bool)
    looks = {target: np.full(reviews, DRAWS + 1) for target in TARGETS}

    def look_at(rows: np.ndarray, who: np.ndarray) -> None:
        is_new = who & is_left[each, rows]
        known[:] += wrong[each, rows] & is_new
        is_left[each[is_new], rows[is_new]] = False
        last_wrong[:] = np.where(is_new, wrong[each, rows], last_wrong)

    for draw in range(1, DRAWS + 1):
        for _ in range({"sample alone": 0, "ranked between": 2, "as it pays": 3}[way]):
            who = last_wrong if way == "as it pays" else np.ones(reviews, bool)
            while True:  # rows that were sampled are passed over
                at = ranked[each, np.minimum(place, ROWS - 1)]
                if not (seen := who & ~is_left[each, at] & (place < ROWS)).any():
                    break
                place[seen] += 1
            look_at(at, who & (place < ROWS))
        weights = np.where(is_left, likely, 0.0)
        many = np.maximum(1, is_left.sum(1))
        sums = weights.sum(1)
        chances = np.where(is_left, floor / many[:, None], 0.0)
        chances += (1 - floor) * weights / np.maximum(sums, 1e-300)[:, None]
        least = np.where(is_left, chances, 1.0).min(1)
        at = rng.random(reviews)[:, None] * chances.sum(1)[:, None]
        row = np.minimum((np.cumsum(chances, axis=1) <= at).sum(1), ROWS - 1)
        is_met = wrong[each, row] & is_left[each, row]
        seen = np.where(is_met, 1 / np.where(is_met, chances[each, row], 1.0), 0.0)
        bet = next_bet(draw - 1, total, squares, (bound - known) * least)
        stake = np.where(is_left.any(1), bet * least, 0.0)
        factors = 1 + stake[:, None] * (candidates - known[:, None] - seen[:, None])
        log_wealth += np.log(np.maximum(factors, 1e-300))
        total += seen * least
        squares += (seen * least) ** 2
        look_at(row, is_left.any(1))
        # The wealth grows with the number of errors that one believes in.
        believed = (log_wealth < np.log(1 / alpha)).sum(1) - 1
        bound = np.minimum(np.minimum(bound, believed), known + is_left.sum(1)).astype(np.int64)
        # What was refuted for all stays refuted.
        candidates = candidates[: bound.max() + 2]
        log_wealth = np.ascontiguousarray(log_wealth[:, : bound.max() + 2])
        failed |= bound < noticed
        if draw % EVERY == 0:
            course.append((bound, known.copy()))
        for target in TARGETS:
            is_first = (bound - known <= target * ROWS) & (looks[target] > DRAWS)
            looks[target][is_first] = draw
            failed_when_liked |= is_first & (bound < noticed)
    return Outcome(failed, failed_when_liked, looks, np.array(course))


def widened_failures(share: float, missed: float, reviews: int, seed: int) -> tuple[float, float]:
    """The share of reviews in which the widened bound ever failed, and its median at the end."""
    found = simulate(
        share, "informative", "ranked between", reviews, seed, alpha=SAMPLE_ALPHA, missed=missed
    )
    rng = np.random.default_rng([seed, 1])
    errors, failed, last = round(share * ROWS), 0, []
    for review in range(reviews):
        is_failed, hits, misses = False, 0, 0
        for bound, right in found.course[:, :, review]:
            # A check for every eight rows: three rows a draw.
            more = int(rng.binomial(EVERY * 3 // LOOKS_PER_CHECK, missed))
            misses += more
            hits += EVERY * 3 // LOOKS_PER_CHECK - more
            rate = miss_bound(hits, misses, MISS_ALPHA)
            left = widened(int(bound), ROWS, rate, CHANCE_ALPHA) - right
            is_failed |= left < errors - right
        failed += is_failed
        last.append(left / ROWS)
    return failed / reviews, float(np.median(last))


def upper(failures: int, reviews: int) -> float:
    """The upper 95 % limit of a share (Clopper & Pearson 1934)."""
    return 1.0 if failures == reviews else float(beta.ppf(0.95, failures + 1, reviews - failures))


def even_looks(share: float, target: float, seed: int) -> float:
    """The median size from which on an even sample alone certifies a share, were it fixed."""
    rng = np.random.default_rng(seed)
    sizes = np.arange(1, DRAWS + 1)
    found = []
    for _ in range(500):
        errors = np.cumsum(rng.random(DRAWS) < share)
        # What was found is put right.
        is_told = beta.ppf(0.95, errors + 1, sizes - errors) - errors / ROWS <= target
        found.append(sizes[is_told][0] if is_told.any() else DRAWS + 1)
    return float(np.median(found))


def told(looks: float) -> str:
    return f"{looks:.0f}" if looks <= DRAWS else f"over {DRAWS}"


def report(share: float, kind: str, way: str, reviews: int, seed: int, floor: float) -> int:
    """Simulate, print a line, and give the number of failures."""
    start = time.perf_counter()
    found = simulate(share, kind, way, reviews, seed, floor)
    failures = int(found.failed.sum())
    medians = [told(float(np.median(found.looks[target]))) for target in TARGETS]
    more = "" if seed == 7 else f"{reviews:,} reviews, "
    print(
        f"{share:5.0%}  {kind:11}  {way:14}  {failures / reviews:6.2%}  "
        f"{upper(failures, reviews):5.2%}  {found.failed_when_liked.mean():5.2%}  "
        f"{medians[0]:>12}  {medians[1]:>8}  ({more}{time.perf_counter() - start:.0f} s)",
        flush=True,
    )
    return failures


def main(reviews: int = 2000, floor: float = FLOOR) -> None:
    print(f"{reviews:,} reviews of {ROWS:,} rows each, {DRAWS} draws, floor {floor}")
    print("wrong  suspicion    reviewer        failed  upper   liked  looks to 4 %  to 2 %")
    for share in SHARES:
        # Where nothing is wrong, suspicion is about nothing.
        for kind in KINDS if share else KINDS[1:2]:
            for way in WAYS:
                failures = report(share, kind, way, reviews, 7, floor)
                if upper(failures, reviews) > LIMIT:  # chance, or more? Five times as many tell
                    report(share, kind, way, 5 * reviews, 8, floor)
        even = [told(even_looks(share, target, 3)) for target in TARGETS]
        print(f"{share:5.0%}  an even sample of a fixed size{'':26}{even[0]:>12}  {even[1]:>8}")
    print("wrong  reviewer misses  widened bound failed  upper  its median after 300 draws")
    for share in SHARES[1:]:
        for missed in (0.0, 0.1, 0.3):
            failed, last = widened_failures(share, missed, reviews, 11)
            limit = upper(round(failed * reviews), reviews)
            print(
                f"{share:5.0%}  {missed:15.0%}  {failed:20.2%}  {limit:5.2%}  {last:.1%}",
                flush=True,
            )


if __name__ == "__main__":
    main(*(int(text) for text in sys.argv[1:2]))
