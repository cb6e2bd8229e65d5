"""The key by which players recognise this server."""

import hashlib
import os
from pathlib import Path
from typing import Final

import asyncssh

from relspace_server.config import CannotStart
from relspace_server.host_files import NoRegularFile, read_whole

FILE_NAME: Final = "ssh_host_ed25519_key"
_OWNER_ONLY: Final = 0o600

LARGEST: Final = 100_000
"""Bytes of the file that are read: no key has as many."""

ED25519: Final = 4
"""The algorithm's number in SSHFP records (RFC 7479)."""

SHA256: Final = 2
"""The fingerprint's number there (RFC 6594)."""


def host_key(data_dir: Path) -> asyncssh.SSHKey:
    """The host key in the data folder; made, and readable by its owner alone, where there is none.

    Raises:
        CannotStart: the folder cannot be written, or the key cannot be read.
    """
    path = data_dir / FILE_NAME
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        return read_host_key(path) if os.path.lexists(path) else _made(path)
    except (FileExistsError, NotADirectoryError):
        raise CannotStart(f"The data folder {data_dir} is no folder; name another one with --data-dir.") from None
    except OSError as error:
        raise CannotStart(f"The data folder {data_dir} cannot be used: {error.filename}: {error.strerror}.") from None


def read_host_key(path: Path) -> asyncssh.SSHKey:
    """The host key in a file.

    Raises:
        CannotStart: it cannot be read.
    """
    try:
        return asyncssh.import_private_key(read_whole(path, LARGEST))
    except IsADirectoryError:
        raise CannotStart(f"The host key {path} is a folder, not a key. Move it away, or put the key back.") from None
    except NoRegularFile:
        raise CannotStart(f"The host key {path} is no regular file. Move it away, or put the key back.") from None
    except FileNotFoundError:
        raise CannotStart(
            f"The host key {path} is a link that leads nowhere. Put the key there, or move it away."
        ) from None
    except OSError as error:
        raise CannotStart(f"The host key {path} cannot be read: {error.strerror}. Give it to this user.") from None
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError):
        raise CannotStart(
            f"The host key {path} cannot be read. Put a copy back, or move it away to have a new one made: "
            "players will then be warned that the server changed."
        ) from None


def sshfp(host: str, key: asyncssh.SSHKey) -> str:
    """The DNS record by which clients know an ed25519 host key (RFC 4255).

    Args:
        host: the name that players connect to.
        key: the host key.
    """
    return f"{host} IN SSHFP {ED25519} {SHA256} {hashlib.sha256(key.public_data).hexdigest()}"


def _made(path: Path) -> asyncssh.SSHKey:
    key = asyncssh.generate_private_key("ssh-ed25519", comment="relative-space")
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    with os.fdopen(handle, "wb") as file:
        file.write(key.export_private_key())
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)
    return key
