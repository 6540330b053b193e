"""Where a cluster is, as a person writes it: an address of a scheduler, or workers started here."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.errors import DataError

_HERE = re.compile(r"here(?::(\d{1,3}))?")
_THERE = re.compile(r"(tcp|tls)://\S+:\d{1,5}")


@dataclass(frozen=True)
class Certificates:
    """The files by which a cluster is known, and by which it knows us; all of them or none."""

    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None


@dataclass(frozen=True)
class ClusterAddress:
    """A scheduler, or so many workers that are started here."""

    scheduler: str | None
    workers: int = 0
    certificates: Certificates = Certificates()

    @classmethod
    def read(cls, text: str, certificates: Certificates = Certificates()) -> "ClusterAddress":
        """What a person wrote; raise DataError if it is no address.

        >>> ClusterAddress.read("here:2").workers
        2
        >>> ClusterAddress.read("tcp://10.0.0.1:8786").scheduler
        'tcp://10.0.0.1:8786'
        """
        text = text.strip()
        given = [each for each in (certificates.ca, certificates.cert, certificates.key) if each]
        if found := _HERE.fullmatch(text):
            workers = int(found[1] or 2)
            if given:
                raise DataError("Workers that are started here need no certificates.")
            if workers:
                return cls(None, workers)
        elif _THERE.fullmatch(text):
            if given and len(given) < 3:
                raise DataError(
                    "TLS needs three files: the authority's certificate, and the certificate and "
                    "key of this client. Give all of them, or none."
                )
            for path in given:
                if not path.is_file():
                    raise DataError(f"There is no certificate {path}. Check the path.")
            if given and not text.startswith("tls://"):
                raise DataError(
                    f"Certificates are for addresses that begin with tls://, and {text} does not."
                )
            return cls(text, 0, certificates)
        raise DataError(
            f"{text!r} is no address of a cluster. Write tcp://HOST:8786, the address of a Dask "
            "scheduler, or here:2 for two workers that are started on this machine."
        )

    def security(self) -> Any:
        """What Dask is to encrypt by; None leaves that to its own settings."""
        if self.certificates.ca is None:
            return None
        from distributed.security import Security

        files = self.certificates
        return Security(
            tls_ca_file=str(files.ca),
            tls_client_cert=str(files.cert),
            tls_client_key=str(files.key),
            require_encryption=True,
        )
