"""The journal: what was appended is there, whatever a crash cut off."""

import pytest

from core import WriteError
from core.journal import Journal


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "folder" / "journal.jsonl")


def read(journal):
    return [(entry.what, entry.facts) for entry in journal.entries()]


THREE = [
    ("opened", {"path": "orders.csv"}),
    ("decided", {"line": 7, "label": "ja\nnein \u2028 日本 🎲 \udcff", "list": [1, None, True]}),
    ("trained", {}),
]


def test_entries_come_back_in_their_order(journal):
    for what, facts in THREE:
        journal.append(what, **facts)
    assert read(journal) == THREE
    assert read(Journal(journal.path)) == THREE
    times = [entry.when for entry in journal.entries()]
    assert times == sorted(times)
    assert times[0] > 1.7e9


def test_a_journal_that_is_not_there_has_no_entries(journal):
    assert read(journal) == []


def test_a_last_line_cut_anywhere_is_left_out_and_appending_goes_on(journal):
    for what, facts in THREE:
        journal.append(what, **facts)
    content = journal.path.read_bytes()
    last = content.rstrip(b"\n").rfind(b"\n") + 1
    for length in range(last, len(content)):
        journal.path.write_bytes(content[:length])
        whole = THREE if length == len(content) - 1 else THREE[:2]  # only the line's end is gone
        assert read(journal) == whole
        journal.append("went on", cut=length)
        assert read(journal) == [*whole, ("went on", {"cut": length})]


@pytest.mark.parametrize(
    "damage", [b"\n", b"{}\n", b"[1]\n", b"7\n", b'"text"\n', b'{"what": "x"}\n', b"\xff\xfe\n",
               b'{"what": "x", "when": "soon"}\n', b"{half"],
)  # fmt: skip
def test_a_line_that_is_no_entry_is_passed_over(journal, damage):
    journal.append("before")
    with journal.path.open("ab") as file:
        file.write(damage)
    journal.append("after")
    assert read(journal) == [("before", {}), ("after", {})]


def test_an_entry_is_on_the_disk_when_append_returns(journal):
    journal.append("opened", path="a.csv")
    assert journal.path.read_bytes().endswith(b"\n")


def test_a_journal_that_cannot_be_written_is_told_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match=r"The folder .* cannot be made"):
        Journal(tmp_path / "file" / "journal.jsonl").append("opened")
    with pytest.raises(WriteError, match=r"The journal .* cannot be written"):
        Journal(tmp_path).append("opened")
