"""A person reviews until the certificate is good enough, stops, and finds it again later."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from core.judging.reviewing.certifying.certificate import Certificate
from resources import dataset_path
from tests.workbench.driving import SECONDS, open_file, train, use_file
from tests.workbench.reviewing.bench import open_review

GOOD_ENOUGH = 0.12


@pytest.mark.timeout(200)
def test_stop_by_certificate(qtbot, started, tmp_path, monkeypatch):
    monkeypatch.setattr("secrets.randbits", lambda _bits: 3)
    path = tmp_path / "moons.csv"
    path.write_bytes(dataset_path("moons.csv").read_bytes())
    window = started(path)
    use_file(qtbot, window, path, "side")
    train(qtbot, window)
    wrong = [6, 9, 14, 33]
    page = open_review(qtbot, window, wrong)
    panel = page.stopping
    window.actions_.when_to_stop.trigger()
    qtbot.waitUntil(panel.agree.hasFocus, timeout=SECONDS)
    QTest.keyClick(panel.agree, Qt.Key.Key_Space)
    certifier, space = page.reviewer.certifier, window.workspace
    qtbot.waitUntil(lambda: page.rows.current_line() is not None, timeout=SECONDS)
    keys = 0
    while certifier.certificate.share > GOOD_ENOUGH:
        line = page.rows.current_line()
        QTest.keyClick(page.rows.queue, Qt.Key.Key_R if line in wrong else Qt.Key.Key_K)
        assert space.decisions.about(line) is not None
        keys += 1
        assert keys < 60
    certificate = certifier.certificate
    assert keys == space.decisions.count > certificate.looked > 20
    page.tabs.setCurrentWidget(panel)
    assert panel.sentence.text() == certificate.sentence
    assert panel.sentence.text().startswith("With 95 % confidence at most 1")
    panel.end.click()
    assert "No more rows are drawn" in panel.next_step.text()
    assert not certifier.is_on

    report = tmp_path / "report.html"
    window.shell.ask.save = lambda *_: report
    window.actions_.export_report.trigger()
    qtbot.waitUntil(lambda: report.exists() and window.jobs.is_free, timeout=2 * SECONDS)
    assert certificate.sentence in report.read_text(encoding="utf-8")

    open_file(qtbot, window, path, "side")
    again = Certificate.of(window.workspace.decisions)
    assert again.sentence == certificate.sentence
    assert again.looked == certificate.looked
    assert not certifier.is_on
