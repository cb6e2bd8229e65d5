"""Where NATS is, and how to get in: what the settings say, in the words of nats-py."""

import re
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import nkeys  # type: ignore[import-untyped]
from nats.aio.client import RawCredentials

from relspace_server.host_files import read_whole
from relspace_server.store.bucket import StoreFault

SCHEMES = ("nats", "tls")

BAD_KEY: Final = "nats-bad-key"
"""The word for a file with an nkey or credentials that is of no use; docs/clustering.md explains it."""

BAD_FILE: Final = "nats-bad-certificate"
"""The same for a file with certificates, or the key of one."""

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
            StoreFault: one of them is none, or there is none.
        """
        urls = tuple(each.strip() for each in text.split(",") if each.strip())
        if not urls or not all(map(_is_address, urls)):
            raise StoreFault("--store takes addresses such as nats://127.0.0.1:4222, separated by commas")
        return urls

    @property
    def shown(self) -> str:
        """The addresses without passwords, for people."""
        return ", ".join(f"{(parts := urlsplit(url)).hostname}:{parts.port or 4222}" for url in self.urls)

    def options(self) -> dict[str, Any]:
        """What nats-py's `connect` takes. Reads files.

        Raises:
            StoreFault: a file cannot be read, or is none that NATS could be asked with.
        """
        options: dict[str, Any] = {"servers": list(self.urls)}
        if self.credentials:
            options["user_credentials"] = RawCredentials(_credentials(self.credentials))
        if self.nkey:
            options["nkeys_seed_str"] = _seed(self.nkey)
        if self.ca or self.certificate or any(urlsplit(url).scheme == "tls" for url in self.urls):
            options["tls"] = self._tls()
        return options

    def _tls(self) -> ssl.SSLContext:
        for setting, path in (("ca", self.ca), ("certificate", self.certificate), ("key", self.key)):
            _check_pem(setting, path)
        try:
            context = ssl.create_default_context(cafile=self.ca or None)
        except (OSError, ssl.SSLError) as error:
            raise _bad_file("ca", self.ca, f"holds no certificates that can be used ({_why(error)})") from None
        try:
            if self.certificate:
                # Without a password OpenSSL would ask for one at the terminal, and the server wait for it.
                context.load_cert_chain(self.certificate, self.key or None, password="")
        except (OSError, ssl.SSLError) as error:
            where = f"{self.certificate} with the key in {self.key or 'it'}"
            says = f"cannot be used ({_why(error)}): they must belong together, and the key have no password"
            raise _bad_file("certificate", where, says) from None
        return context


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none, a bracket without its other one
        return False


def _seed(path: str) -> str:
    """The seed of an nkey that a file holds.

    Raises:
        StoreFault: it holds none.
    """
    seed = _text("nkey", path).strip()
    if not _is_seed(seed):
        raise _bad_key("nkey", path, "holds no seed of an nkey: one line that begins with SU, as nk -gen user makes it")
    return seed


def _credentials(path: str) -> str:
    """The credentials that a file holds; nats-py would look for them without an end.

    Raises:
        StoreFault: it holds none.
    """
    text = _text("credentials", path)
    token, seed = _after("BEGIN NATS USER JWT", text), _after("BEGIN USER NKEY SEED", text)
    if token.count(".") != 2 or not _is_seed(seed):
        raise _bad_key("credentials", path, "holds no credentials: a JWT and a seed, as nsc makes it")
    return text


def _after(mark: str, text: str) -> str:
    """The line after the one that has a mark; empty if there is none."""
    found = re.search(rf"^.*{mark}.*\n(.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def _is_seed(text: str) -> bool:
    try:
        nkeys.from_seed(bytearray(text.encode())).wipe()
    except (nkeys.NkeysError, ValueError):  # of what is no base 32, and of a length that no key has
        return False
    return True


def _text(setting: str, path: str) -> str:
    try:
        return read_whole(Path(path), LARGEST).decode("ascii")
    except (OSError, ValueError) as error:
        raise _bad_key(setting, path, f"cannot be read ({_why(error)})") from None


def _check_pem(setting: str, path: str) -> None:
    """Looks whether a file can be read; the library would wait for a pipe, and not say which file it is.

    Raises:
        StoreFault: it cannot.
    """
    try:
        if path:
            read_whole(Path(path), LARGEST)
    except OSError as error:
        raise _bad_file(setting, path, f"cannot be read ({_why(error)})") from None


def _bad_key(setting: str, path: str, says: str) -> StoreFault:
    return StoreFault(
        f"the key for NATS, {path}, {says}; mend it, or name another file with --store-{setting}", BAD_KEY
    )


def _bad_file(setting: str, path: str, says: str) -> StoreFault:
    advice = f"mend it, or name another file with --store-{setting}"
    return StoreFault(f"the certificates for NATS, {path}, {says}; {advice}", BAD_FILE)


def _why(error: Exception) -> str:
    """The reason without the path, which stands before it."""
    return str((isinstance(error, OSError) and error.strerror) or error)
