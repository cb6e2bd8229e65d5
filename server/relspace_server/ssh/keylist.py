"""Files that list public keys, one a line, as OpenSSH's authorized_keys."""

from pathlib import Path
from typing import Final

import asyncssh

from relspace_server.config import CannotStart
from relspace_server.host_files import read_whole

LARGEST: Final = 1_000_000
"""Bytes that such a file may have."""


def read_keys(path: str, setting: str) -> frozenset[str] | None:
    """The fingerprints of the keys in a file; None where none is named.

    Args:
        path: the file; empty for none.
        setting: the name of the setting that names it, for the message.

    Raises:
        CannotStart: the file cannot be read or is too large, or one of its lines holds no key.
    """
    if not path:
        return None
    try:
        data = read_whole(Path(path), LARGEST)
    except OSError as error:
        raise CannotStart(f"The file of {setting}, {path}, cannot be read: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise CannotStart(f"The file of {setting}, {path}, is larger than {LARGEST:,} bytes.")
    text = data.decode("utf-8", "replace")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    return frozenset(
        _fingerprint(line, f"Line {number} of {path} ({setting})")
        for number, line in lines
        if line and not line.startswith("#")
    )


def _fingerprint(line: str, where: str) -> str:
    """The fingerprint of the key in a line; what stands before the key are options, which mean nothing here."""
    words = line.split()
    for nth in range(len(words) - 1):
        try:
            return asyncssh.import_public_key(" ".join(words[nth : nth + 2])).get_fingerprint()
        except (asyncssh.KeyImportError, ValueError):
            continue
    raise CannotStart(f"{where} holds no public key, such as: ssh-ed25519 AAAA… name.")
