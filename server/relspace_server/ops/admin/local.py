"""Admin commands from the server's own machine: `relspace-server admin …` asks the server that runs.

They meet on a Unix socket in the data folder that only the server's user may open: whoever can open it could as well
write the folder. One line of JSON each way:

    {"words": ["ban", "name", "Vega"]}
    {"text": "…", "code": 0}
"""

import asyncio
import json
import logging
import os
import pwd
import socket
import struct
from pathlib import Path
from typing import Any, Final, cast

from relspace.errors import Fault
from relspace_server.ops.admin.asking import PATIENCE, SOCKET
from relspace_server.ssh import wayout
from relspace_server.ssh.commands import UsageError, render
from relspace_server.ssh.house import Office, Unable

LOG: Final = logging.getLogger(__name__)

LONGEST: Final = 65_536
"""Bytes of a question."""

LAST_WORDS: Final = 2.0
"""Seconds that an answer has to be sent when the server stops."""

_CREDENTIALS: Final = struct.Struct("3i")


class LocalOffice:
    """Answers on the socket.

    Args:
        office: does what is asked for.
        folder: the data folder.
    """

    def __init__(self, office: Office, folder: Path) -> None:
        self._office = office
        self._path = folder / SOCKET
        self._server: asyncio.Server | None = None
        self._answering: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begins to listen. Where that cannot be, admins come over SSH alone, and the log says so.

        A socket that is there already was left by a server that was killed: two cannot use one folder.
        """
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._path.unlink(missing_ok=True)
            mask = os.umask(0o177)  # from its first moment on nobody else may open it
            try:
                listening.bind(str(self._path))
            finally:
                os.umask(mask)
            self._server = await asyncio.start_unix_server(self._serve, sock=listening, limit=LONGEST)
        except OSError as error:
            listening.close()
            LOG.warning("relspace-server admin cannot be used here: %s: %s", self._path, error)

    async def close(self) -> None:
        """Listens no more; what is being answered is answered."""
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)
        if self._answering:
            await asyncio.wait(self._answering, timeout=LAST_WORDS)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = cast("asyncio.Task[None]", asyncio.current_task())
        try:
            async with asyncio.timeout(PATIENCE):
                line = await reader.readline()
                self._answering.add(task)
                user = await asyncio.to_thread(_name_of, _user_at(writer))
                writer.write(json.dumps(await self._answered(line, user)).encode() + b"\n")
                await writer.drain()
        except (TimeoutError, ConnectionError, ValueError) as error:
            LOG.info("a question on %s was not answered: %s", self._path, error)
        finally:
            self._answering.discard(task)
            writer.close()

    async def _answered(self, line: bytes, user: str) -> dict[str, Any]:
        try:
            answer, as_json = await self._office.answer(f"local:{user}", "this machine", _words(line))
        except UsageError as error:
            return {"text": str(error), "code": wayout.WRONG_USAGE}
        except Unable as why:
            return {"text": str(why), "code": wayout.FAILED}
        except Fault as fault:
            LOG.warning("an admin was not answered: %s", fault)
            return {"text": wayout.UNAVAILABLE.why, "code": wayout.FAILED}
        return {"text": render(answer, as_json), "code": wayout.DONE}


def _words(line: bytes) -> list[str]:
    try:
        words = json.loads(line)["words"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError("The question is not of the form that relspace-server admin sends.") from None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise UsageError("The words of a question are a list of texts.")
    return words


def _user_at(writer: asyncio.StreamWriter) -> int:
    """The user at the other end, as the system says; where it does not, the one who may open the socket."""
    if not hasattr(socket, "SO_PEERCRED"):
        return os.getuid()
    sock = writer.get_extra_info("socket")
    _, uid, _ = _CREDENTIALS.unpack(sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
    return int(uid)


def _name_of(uid: int) -> str:
    """What a user is called; the system may ask another machine for that."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
