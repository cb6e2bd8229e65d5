"""Where NATS is, and how to get in: what the settings say, in the words of nats-py."""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from nats.aio.client import RawCredentials

from relspace_server.host_files import read_whole
from relspace_server.store.bucket import StoreFault

SCHEMES = ("nats", "tls")

LARGEST: Final = 4_000_000
"""Bytes of a file with a key or with certificates: all those of a system have a quarter of that."""


@dataclass(frozen=True, slots=True)
class Access:
    """Addresses and credentials. A user and a password, or a token, may stand in the addresses."""

    urls: tuple[str, ...]
    credentials: str = ""
    """A file with credentials (JWT and seed), as `nsc` makes it."""
    nkey: str = ""
    """A file with the seed of an nkey."""
    ca: str = ""
    """A file with the certificates of those who sign the servers'; empty for the system's."""
    certificate: str = ""
    """A file with the client's certificate."""
    key: str = ""
    """A file with the key of that."""

    @staticmethod
    def split(text: str) -> tuple[str, ...]:
        """The addresses in a setting, which commas separate.

        Raises:
            StoreFault: one of them is none.
        """
        urls = tuple(each.strip() for each in text.split(",") if each.strip())
        for url in urls:
            parts = urlsplit(url)
            if parts.scheme not in SCHEMES or not parts.hostname:
                raise StoreFault("--store takes addresses such as nats://127.0.0.1:4222, separated by commas")
        return urls

    @property
    def shown(self) -> str:
        """The addresses without passwords, for people."""
        return ", ".join(f"{(parts := urlsplit(url)).hostname}:{parts.port or 4222}" for url in self.urls)

    def options(self) -> dict[str, Any]:
        """What nats-py's `connect` takes. Reads files.

        Raises:
            StoreFault: a file cannot be read.
        """
        options: dict[str, Any] = {"servers": list(self.urls)}
        if self.credentials:
            options["user_credentials"] = RawCredentials(_text(self.credentials))
        if self.nkey:
            options["nkeys_seed_str"] = _text(self.nkey).strip()
        if self.ca or self.certificate or any(urlsplit(url).scheme == "tls" for url in self.urls):
            options["tls"] = self._tls()
        return options

    def _tls(self) -> ssl.SSLContext:
        try:
            for path in filter(None, (self.ca, self.certificate, self.key)):
                read_whole(Path(path), LARGEST)  # the library would wait for a pipe
            context = ssl.create_default_context(cafile=self.ca or None)
            if self.certificate:
                context.load_cert_chain(self.certificate, self.key or None)
        except (OSError, ssl.SSLError) as error:
            where = ", ".join(each for each in (self.ca, self.certificate, self.key) if each)
            raise StoreFault(f"the certificates for NATS cannot be used ({where}): {_why(error)}") from None
        return context


def _text(path: str) -> str:
    try:
        return read_whole(Path(path), LARGEST).decode("ascii")
    except (OSError, ValueError) as error:
        raise StoreFault(f"the key for NATS, {path}, cannot be read: {_why(error)}") from None


def _why(error: Exception) -> str:
    """The reason without the path, which stands before it."""
    return str((isinstance(error, OSError) and error.strerror) or error)
