"""A person opens a file that programs disagree on, puts it right, trains, and opens it again."""

import numpy as np
import pandas as pd

from core.data.roles import Meaning, Role
from tests.workbench.driving import SECONDS, end, train
from tests.workbench.opening.test_importing import drop, wait_for_page, wait_for_study
from workbench.frame.window import MainWindow
from workbench.opening.importing.columns_table import CellPart


def messy_file(path, rows=300):
    """Semicolons, decimal commas, Latin-1, a preamble, a note at the end; gives the prices."""
    rng = np.random.default_rng(5)
    price = rng.uniform(1, 2000, rows).round(2)
    kind = np.where(price > 900, "Öl", "Gas")
    lines = ["Verkäufe Nord", "gedruckt am 2.1.2024", "", "Nr;Preis;Filiale;Art;gleich"]
    for row in range(rows):
        written = f"{price[row]:,.2f}".translate(str.maketrans(",.", ".,"))
        lines.append(f"{row + 1};{written};{row % 3:02d};{kind[row]};1")
    lines.append("Summe;ohne Rabatt")
    path.write_bytes("\r\n".join(lines).encode("latin-1"))
    return price


def test_from_a_messy_file_to_a_ranking(qtbot, window, qapp, tmp_path):
    path = tmp_path / "verkauf.csv"
    price = messy_file(path)

    drop(window, path)
    page = wait_for_page(qtbot, window)
    form = page.form
    assert form.choices["separator"].currentData() == ";"
    assert form.choices["decimal"].currentData() == ","
    assert form.skip.value() == 3
    wait_for_study(qtbot, window)
    opening = window.controller.opening
    assert opening.table.problems[-1].line == len(price) + 5

    # The words of the last line are no values: it is set aside.
    model = page.columns.columns
    assert model.data(model.index(1, CellPart.MEANING)) == "number"
    page.target_bar.target.setCurrentText("Art")
    page.target_bar.target.textActivated.emit("Art")
    wait_for_study(qtbot, window)
    next(b for b in page.findings.buttons if "'gleich'" in b.accessibleName()).click()
    wait_for_study(qtbot, window)
    assert opening.plan.roles["gleich"] is Role.IGNORED
    model.setData(model.index(0, CellPart.ROLE), "ignored")
    wait_for_study(qtbot, window)

    page.use.click()
    qtbot.waitUntil(lambda: window.workspace.dataset is not None, timeout=SECONDS)
    data = window.workspace.dataset
    assert set(data.classes) == {"Öl", "Gas"}
    assert len(data) == len(price)
    by_name = {column.name: column for column in data.features}
    np.testing.assert_allclose(by_name["Preis"].values, price)
    assert by_name["Filiale"].text(1) == "01"
    assert list(data.lines[:2]) == [5, 6]

    train(qtbot, window, 10)
    rows = window.docks.view("rows_table").model
    titles = [column.title for column in rows.columns]
    row = int(np.flatnonzero(price > 1000)[0])
    place = list(rows.order).index(row)
    shown = rows.data(rows.index(place, titles.index("Preis")))
    assert shown.startswith("1.")
    assert shown.count(",") == 1

    out = tmp_path / "ranked.csv"
    window.shell.ask.save = lambda *_: out
    window.actions_.export_spreadsheet.trigger()
    qtbot.waitUntil(out.exists, timeout=SECONDS)
    qtbot.waitUntil(lambda: window.jobs.is_free, timeout=SECONDS)
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    assert len(pd.read_csv(out)) == len(price)

    window.close()
    again = MainWindow(qapp)
    again.show()
    again.welcome.links[0].click()
    qtbot.waitUntil(lambda: again.workspace.dataset is not None, timeout=SECONDS)
    assert again.workspace.dataset.plan == data.plan
    assert again.workspace.dataset.plan["Filiale"].meaning is Meaning.CATEGORY
    end(again)
