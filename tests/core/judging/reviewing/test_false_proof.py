"""A proof does not lie to a reviewer who accepts every flagged suggestion."""

import numpy as np
import pytest
from scipy.stats import binom

from tests.benchmarks.review.false_proof import bias, trials

TRIALS = 128


@pytest.mark.timeout(900)
@pytest.mark.long
def test_better_is_hardly_ever_said_where_nothing_was_gained():
    """Some of the trials of the benchmark, which has a thousand of them.

    Were "better" said in 5 % of the trials without a gain, so many or more would be seen once in a
    hundred tests. What is shown may be off by three standard errors: chance does that once in 370.
    """
    found = list(trials(TRIALS, seed=11))
    idle = [trial for trial in found if not trial.is_gain]
    assert len(idle) >= 10
    lies = sum(trial.says_better for trial in idle)
    assert binom.sf(lies - 1, len(idle), 0.05) > 0.01
    shown, gains = (np.array([getattr(t, name) for t in found]) for name in ("shown", "gain"))
    excess, error = bias(shown, gains)
    assert abs(excess) <= 3 * error
    # Leaving out what was decided about would show more than there is: the rule has a reason.
    left_out, _ = bias(np.array([trial.left_out_shown for trial in found]), gains)
    assert left_out > excess
    # Where much was gained, it is often shown, though a quarter of so few rows has to show it.
    real = [trial for trial in found if trial.gain >= 0.05]
    assert np.mean([trial.says_better for trial in real]) >= 0.2
