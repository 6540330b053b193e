"""The file's own columns beside what was found out about its rows."""

import numpy as np
import pandas as pd

from core import AdaBoost, fit, read_csv
from core.data.files import Files
from core.data.table import Table
from core.judging.auditing.first_ranking import first_ranking
from core.reading.file_columns import with_files


def test_ranked_rows_carry_the_columns_of_the_file(tmp_path):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "order": np.arange(120) + 1000,
            "price": rng.normal(size=120).round(3),
            "weight": rng.integers(0, 9, 120).astype(float),
            "note": ["a, b", "", "é"] * 40,
            "paid": np.where(rng.random(120) < 0.5, "yes", "no"),
        }
    )
    frame.loc[5, "weight"] = np.nan
    path = tmp_path / "orders.csv"
    frame.to_csv(path, index=False)
    data = read_csv(path, target="paid").relabelled({7: "no"}).excluding([9])
    ranking = first_ranking(fit(data, AdaBoost(rounds=3)))
    ranking.write_csv(tmp_path / "suspects.csv")
    found = pd.read_csv(tmp_path / "suspects.csv")
    assert len(found) == 119
    assert list(found["line"]) == list(ranking.frame()["line"])
    given = pd.read_csv(path)
    for name in ("order", "price", "note", "paid"):
        expected = given[name].to_numpy()[found["line"] - 2]
        np.testing.assert_array_equal(found[name].fillna(""), pd.Series(expected).fillna(""))
    # A name that the table of rows has already tells whose it is.
    np.testing.assert_array_equal(found["weight_in_file"], given["weight"][found["line"] - 2])


def test_a_column_of_that_name_gives_way_to_the_names_of_the_files():
    table = Table("all", (), np.array([2, 12]), files=Files(("a.csv", "b.csv"), (0, 10)))
    found = with_files(pd.DataFrame({"line": [12, 2], "file": [7, 8]}), table)
    assert found["file"].tolist() == ["b.csv", "a.csv"]
    assert found["file_in_file"].tolist() == [7, 8]
