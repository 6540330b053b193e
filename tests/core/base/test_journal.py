"""The journal: what was appended is there, whatever a crash cut off."""

import pytest

from core import WriteError
from core.base.journal import Journal


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
    "damage",
    [
        b"\n",
        b"{}\n",
        b"[1]\n",
        b"7\n",
        b'"text"\n',
        b'{"what": "x"}\n',
        b"\xff\xfe\n",
        b'{"what": "x", "when": "soon"}\n',
        b"{half",
    ],
)
def test_a_line_that_is_no_entry_is_passed_over(journal, damage):
    journal.append("before")
    with journal.path.open("ab") as file:
        file.write(damage)
    journal.append("after")
    assert read(journal) == [("before", {}), ("after", {})]


def test_an_entry_is_on_the_disk_when_append_returns(journal):
    journal.append("opened", path="a.csv")
    assert journal.path.read_bytes().endswith(b"\n")


def test_append_gives_the_entry_that_it_wrote(journal):
    given = journal.append("decided", line=7)
    assert list(journal.entries()) == [given]
    assert (given.what, given.facts) == ("decided", {"line": 7})


@pytest.mark.parametrize("name", ["when", "what", "by"])
def test_a_fact_cannot_take_the_place_of_the_entrys_own(journal, name):
    with pytest.raises(TypeError, match="is the entry's own"):
        journal.append("opened", **{name: 1.0})
    assert not journal.path.exists()


def test_programs_that_share_a_journal_are_told_apart(journal):
    one, other = Journal(journal.path, "one"), Journal(journal.path, "other")
    given = [one.append("opened", path="a.csv"), other.append("closed"), journal.append("closed")]
    assert list(one.entries()) == given
    assert [entry.by for entry in other.entries()] == ["one", "other", ""]
    assert read(journal) == [("opened", {"path": "a.csv"}), ("closed", {}), ("closed", {})]


def test_entries_of_some_kinds_only(journal):
    for number in range(6):
        journal.append(("decided", "trained", "undone")[number % 3], number=number, of="decided")
    found = [entry.facts["number"] for entry in journal.entries(("decided", "undone"))]
    assert found == [0, 2, 3, 5]


def test_many_entries_are_read(journal):
    line = b'{"what": "decided", "when": 1.0, "number": %d}\n'
    journal.append("first")
    with journal.path.open("ab") as file:
        file.writelines(line % number for number in range(100_000))
        file.write(b'{"what": "decided", "when": 1.0, "num')
    numbers = [entry.facts["number"] for entry in journal.entries(("decided",))]
    assert numbers == list(range(100_000))


def test_what_is_told_to_have_failed_is_not_read_as_done(journal, monkeypatch):
    journal.append("before")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.base.journal.os.fsync", full)
    with pytest.raises(WriteError, match="cannot be written .No space left on device."):
        journal.append("lost")
    monkeypatch.undo()
    assert read(journal) == [("before", {})]
    journal.append("after")
    assert read(journal) == [("before", {}), ("after", {})]


def test_what_another_program_wrote_meanwhile_stays_if_ours_fails(journal, monkeypatch):
    def full(_descriptor):
        Journal(journal.path).append("theirs", is_durable=False)
        raise OSError(28, "No space left on device")

    journal.append("before")
    monkeypatch.setattr("core.base.journal.os.fsync", full)
    with pytest.raises(WriteError):
        journal.append("ours")
    assert ("theirs", {}) in read(journal)


def test_a_journal_that_cannot_be_written_is_told_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match=r"The folder .* cannot be made"):
        Journal(tmp_path / "file" / "journal.jsonl").append("opened")
    with pytest.raises(WriteError, match=r"The journal .* cannot be written"):
        Journal(tmp_path).append("opened")
