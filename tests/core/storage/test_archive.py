"""What is written can be read again, however well it packs and however much it is."""

import numpy as np
import pytest

from core.base.errors import SessionFileError, WriteError
from core.storage import archive
from core.storage.archive import reading, write_archive


@pytest.mark.parametrize("values", [0, 10, 200_000, 1_000_000])
def test_arrays_that_pack_very_well_are_not_refused(values, tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "_FREE_BYTES", 1 << 10)
    path = tmp_path / "zeros"
    write_archive(path, "facts.json", {}, {"zeros": np.zeros(values, "<i8")})
    with reading(path, "an archive", SessionFileError, "") as found:
        assert found.array("zeros", "<i8", 1).tolist() == [0] * values
    assert path.stat().st_size < 2_000 + 8 * values / 50


def test_what_could_not_be_read_again_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "_MOST_VALUES", 100)
    write_archive(tmp_path / "few", "facts.json", {"list": [1] * 90}, {})
    with pytest.raises(WriteError, match="holds more than such a file can keep"):
        write_archive(tmp_path / "many", "facts.json", {"list": [1] * 110}, {})
    assert [path.name for path in tmp_path.iterdir()] == ["few"]
