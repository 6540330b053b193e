"""What each column adds in 10,000 rows x 200 trees of depth 6, against XGBoost on the same trees.

Both have two threads, and explain the same trees of the same rows: XGBoost by `pred_contribs`, in
32 bits, we in 64. How far both are apart is told beside, and how well ours add up to the vote.
"""

import numpy as np

from tests.benchmarks.measuring import (
    Options,
    additive_data,
    as_frame,
    has,
    interleaved,
    print_target,
    print_times,
    ready,
)

ROWS, COLUMNS, TREES, DEPTH, THREADS = 10_000, 20, 200, 6, 2


def run(options: Options) -> None:
    """Measure and print."""
    if not has("xgboost"):
        return
    import xgboost

    import core
    from core.base import pool
    from core.engine.codes import MISSING

    pool.set_threads(THREADS)
    rows = 2_000 if options.quick else ROWS
    data = core.Dataset.from_frame(
        as_frame(*additive_data(rows, COLUMNS)), "label", validation_share=0
    )
    training = core.train(data, core.XGBoost(rounds=TREES, depth=DEPTH))
    for _ in training:
        pass
    model, booster = training.run().model, training._trainer._booster
    booster.set_param({"nthread": THREADS})
    inputs = model.inputs(data)
    values = inputs.codes.T.astype(np.float32)
    values[values == MISSING] = np.nan
    matrix = xgboost.DMatrix(values, nthread=THREADS)
    times = interleaved(
        {
            "xgboost": ready(lambda: booster.predict(matrix, pred_contribs=True)),
            "core": ready(lambda: model.predictor.contributions(inputs)),
        },
        2 if options.quick else 3,
    )
    print_times(times, "xgboost")
    best, _ = times["core"].per(times["xgboost"])
    print_target("time for contributions", "at most 2x of xgboost", f"{best:.2f}x")
    theirs = booster.predict(matrix, pred_contribs=True)[:, :-1]
    found = model.predictor.contributions(inputs)
    ours = found.values[:, :, 1]
    apart = np.abs(ours - theirs).max() / np.abs(theirs).max()
    print_target("apart from xgboost", "1e-4 of the largest at most", f"{apart:.1e}")
    lacking = np.abs(found.base[1] + ours.sum(axis=1) - model.predictor.explained(inputs)[:, 1])
    print_target("what lacks to the vote", "1e-9 at most", f"{lacking.max():.1e}")
