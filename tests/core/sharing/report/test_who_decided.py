"""The report tells who decided, as the list of decisions does."""

from core import AdaBoost, Decision, Verb, example, fit
from core.sharing.report.report import Report


def test_the_table_of_decisions_tells_by_whom():
    run = fit(example("ten points", validation_share=0), AdaBoost(rounds=2))
    done = (Decision(2, Verb.KEEP, by="Anna <b>"), Decision(3, Verb.KEEP))
    page = Report(run, None, done).html()
    assert ">By<" in page
    assert "Anna &lt;b&gt;" in page
