"""The warm-up compiles everything, so that no first click waits for the compiler."""

import subprocess
import sys

CODE = """
import sys
from core import AdaBoost, fit, load_model, read_csv, save_model
from core.judging.auditing.first_ranking import first_ranking
from core.engine.kernels import binning, boosting, density, history, trees
from core.reading.kernels import decimals, lines
from core.commands.warmup import warm_up
from tests.core.helpers import noisy_frame


def compiled():
    return {
        f"{module.__name__}.{name}": len(thing.signatures)
        for module in (binning, boosting, decimals, density, history, lines, trees)
        for name, thing in vars(module).items()
        if hasattr(thing, "signatures")
    }


warm_up()
before = compiled()
folder = sys.argv[1]
frame = noisy_frame(300)
frame.to_csv(f"{folder}/data.csv", index=False)
data = read_csv(f"{folder}/data.csv", "y")
run = fit(data, AdaBoost(rounds=70), after=fit(data, AdaBoost(rounds=20)))
past = run.history
past.weight_image(first_ranking(run).ranked, 70, 40, 40)
past.weights(5), past.margins(5), past.scores(5), past.error(5)
save_model(run.model, f"{folder}/model.zip")
loaded = load_model(f"{folder}/model.zip")
loaded.predict(frame), loaded.first(3).predict(data), loaded.predict(frame[::2])
after = compiled()
assert after == before, {name: after[name] for name in after if after[name] != before[name]}
"""


def test_after_the_warm_up_nothing_more_is_compiled(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
