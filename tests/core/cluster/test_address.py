"""Where a cluster is, and what a worker must have: told in sentences before anything is sent."""

from types import SimpleNamespace

import pytest

from core.base.errors import DataError
from core.cluster.address import Certificates, ClusterAddress
from core.cluster.versions import differing
from main import main

OURS = {"python": "3.11.7", "ensemble-workbench": "0.1.0", "numpy": "2.4.6", "numba": "0.68.1"}


@pytest.mark.parametrize(
    "text", ["", "here:0", "here:x", "10.0.0.1:8786", "tcp://host", "http://host:8786"]
)
def test_what_is_no_address_is_told_with_what_is_one(text):
    with pytest.raises(DataError, match=r"here:2 for two workers"):
        ClusterAddress.read(text)


def test_certificates_are_three_files_for_tls(tmp_path):
    path = tmp_path / "ca.pem"
    path.write_text("-")
    all_three = Certificates(path, path, path)
    address = ClusterAddress.read("tls://host:8786", all_three)
    assert address.security().require_encryption
    assert address.security().tls_ca_file == str(path)
    assert ClusterAddress.read("tcp://host:8786").security() is None
    for text, files, told in (
        ("tcp://host:8786", all_three, "begin with tls://"),
        ("tls://host:8786", Certificates(path), "three files"),
        ("tls://host:8786", Certificates(path, path, tmp_path / "no.pem"), "no certificate"),
        ("here:2", all_three, "need no certificates"),
    ):
        with pytest.raises(DataError, match=told):
            ClusterAddress.read(text, files)


def told_of(theirs):
    """What is said of a worker that has these packages."""
    workers = {"tcp://one": {"packages": OURS}, "tcp://two": theirs}
    found = {"client": {"packages": OURS}, "workers": workers}
    return differing(SimpleNamespace(get_versions=lambda packages: found)).get("tcp://two", "")


def test_a_worker_that_could_give_other_results_is_named():
    assert told_of({"packages": OURS}) == ""
    assert told_of({"packages": OURS | {"python": "3.11.2"}}) == ""
    assert "tcp://two has numpy 2.0, not 2.4.6" in told_of({"packages": OURS | {"numpy": "2.0"}})
    assert "Python 3.13, not 3.11" in told_of({"packages": OURS | {"python": "3.13.1"}})
    without = {"packages": OURS | {"ensemble-workbench": None}}
    assert told_of(without).startswith("The worker tcp://two has no ensemble-workbench. Install")
    assert "tcp://two has no ensemble-workbench" in told_of(None)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--cluster", "nowhere"], "is no address of a cluster"),
        (["--cluster-ca", "ca.pem"], "give its address by --cluster"),
        (["--cluster", "here:2", "--learning-curve"], "--learning-curve needs all rows"),
    ],
)
def test_the_command_line_refuses_before_it_reads(options, told, tmp_path, capsys):
    file = tmp_path / "one.csv"
    file.write_text("a,y\n1,0\n2,1\n")
    arguments = ["train", str(file), "--target", "y", "--model", str(tmp_path / "m"), *options]
    assert main(arguments) != 0
    assert told in capsys.readouterr().err
