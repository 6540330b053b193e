"""The next export: decisions outlive the file, and a sample tells when to stop."""

import secrets

import pandas as pd
from PySide6.QtCore import Qt

from core import AdaBoost
from docs.making.stage import Stage, let_work
from docs.making.stories.acts import start_review, train_again
from docs.making.stories.files import april, may, true_by_order

GOOD_ENOUGH = 0.06
_MOST = 160
_FIRST = 24
_FILMED = 4


def play(stage: Stage) -> dict[str, str]:
    """Decide about April, open May, carry the decisions over, and review until it is enough."""
    path, window = stage.folder / "orders.csv", stage.window
    april(path)
    stage.open(path, "returned")
    stage.train(AdaBoost(rounds=100))
    stage.audit()
    stage.frame(1.5)
    start_review(stage)
    _decide(stage, _FIRST)
    stage.shoot("stories/exports-april")

    may(path)
    window.desk.watch.check()
    stage.until(window.desk.strip.isVisible)
    stage.shoot("stories/exports-changed")
    stage.frame(2.0)
    stage.click(window.desk.strip.yes)
    stage.until(lambda: window.desk.page.isVisible() and window.desk.page.use.isEnabled())
    stage.use(path, "returned")
    stage.until(window.carrying.strip.isVisible)
    stage.click(window.carrying.strip.yes)
    carrier = window.controller.carrier
    stage.until(lambda: carrier.found is not None and not carrier.job.is_running)
    stage.shoot("stories/exports-carry")
    stage.shoot("pages/carry")
    stage.frame(3.0)
    told = {"take": window.carrying.page.take.text(), "matched": window.carrying.page.told.text()}
    stage.click(window.carrying.page.take)
    stage.rest()

    stage.train(AdaBoost(rounds=100))
    stage.audit()
    page = start_review(stage)
    window.actions_.when_to_stop.trigger()
    stage.rest()
    secrets.randbits = lambda _bits: 3  # whoever builds the site twice gets the same sample
    stage.click(page.stopping.agree)
    certifier = window.controller.reviewer.certifier
    stage.until(lambda: page.rows.current_line() is not None)
    made = _decide(
        stage,
        _MOST,
        lambda: certifier.certificate is None or certifier.certificate.share > GOOD_ENOUGH,
    )
    page.tabs.setCurrentWidget(page.stopping)
    stage.shoot("stories/exports-enough")
    stage.frame(3.0)
    certificate = certifier.certificate
    assert certificate is not None
    told |= {"certificate": certificate.sentence, "made": str(made)}
    stage.click(page.stopping.end)
    found = train_again(stage)
    stage.shoot("stories/exports-again")
    stage.frame(3.0)
    return told | {"proof": found.sentence}


def _decide(stage: Stage, most: int, goes_on=lambda: True) -> int:
    """Relabel what the shop's own books contradict, keep the rest; gives how many rows."""
    window = stage.window
    made = 0
    dataset = window.workspace.decisions.base
    order = dict(enumerate(pd.read_csv(dataset.table.path, sep=None, engine="python")["order"], 2))
    true = true_by_order()
    while made < most and goes_on() and (line := _shown_line(stage)) is not None:
        given = dataset.label_text(int(dataset.rows_of([line])[0]))
        stage.press(Qt.Key.Key_R if true[order[line]] != given else Qt.Key.Key_K)
        made += 1
        if made <= _FILMED:
            stage.frame(0.6)
    stage.rest()
    return made


def _shown_line(stage: Stage) -> int | None:
    """The line that is shown; the next one of a sample takes a moment to be drawn."""
    rows = stage.window.review.page.rows
    for _ in range(20):
        if rows.current_line() is not None:
            break
        let_work(0.05)
    line: int | None = rows.current_line()
    return line
