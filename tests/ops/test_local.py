"""Admins on the server's own machine."""

import asyncio
import contextlib
import getpass
import json
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from relspace.errors import Fault
from relspace_server.ops.admin.asking import SOCKET, ask
from relspace_server.ops.admin.local import LocalOffice
from relspace_server.ssh.commands import UsageError
from relspace_server.ssh.door import Answer
from relspace_server.ssh.house import Unable


class Office:
    """Answers by the first word."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, list[str]]] = []

    async def answer(self, who: str, address: str, words: Sequence[str]) -> tuple[Answer, bool]:
        self.asked.append((who, address, list(words)))
        if words[0] == "usage":
            raise UsageError("no such words")
        if words[0] == "unable":
            raise Unable("it cannot be done")
        if words[0] == "fault":
            raise Fault("the disk is full")
        return Answer("it is\ndone", {"done": "é"}), "--json" in words


async def asked(folder: Path, *words: str) -> int:
    return await asyncio.to_thread(ask, folder, words)


async def test_a_question_and_its_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    office = Office()
    local = LocalOffice(office, tmp_path)
    await local.start()
    assert stat.S_IMODE((tmp_path / SOCKET).stat().st_mode) == 0o600
    assert await asked(tmp_path, "kick", "Vega", "--reason", "too loud") == 0
    assert office.asked == [(f"local:{getpass.getuser()}", "this machine", ["kick", "Vega", "--reason", "too loud"])]
    assert capsys.readouterr().out == "it is\ndone\n"
    assert await asked(tmp_path, "kick", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"done": "é"}
    for word, code, said in (("usage", 2, "no such words"), ("unable", 1, "it cannot be done"), ("fault", 1, "store")):
        assert await asked(tmp_path, word) == code
        told = capsys.readouterr()
        assert said in told.err
        assert told.out == ""
    await local.close()
    assert not (tmp_path / SOCKET).exists()


async def test_without_a_server_one_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await asked(tmp_path, "rooms") == 1
    told = capsys.readouterr().err
    assert f"No server answers on {tmp_path / SOCKET} (No such file or directory)." in told
    assert told.count("\n") == 1


async def test_what_a_killed_server_left_is_no_hindrance(tmp_path: Path) -> None:
    first, second = LocalOffice(Office(), tmp_path), LocalOffice(Office(), tmp_path)
    await first.start()
    await second.start()
    assert await asked(tmp_path, "rooms") == 0
    await second.close()
    await first.close()


async def test_a_folder_whose_path_is_too_long_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / ("d" * 120)
    folder.mkdir()
    local = LocalOffice(Office(), folder)
    await local.start()
    assert "relspace-server admin cannot be used here" in caplog.text
    await local.close()


@pytest.mark.parametrize(
    "question",
    [b"\n", b"{}\n", b'{"words": "rooms"}\n', b'{"words": [1]}\n', b"\xff\xfe\n", b"[" * 5_000 + b"\n", b""],
    ids=["empty", "no words", "a text", "numbers", "no text", "deep", "nothing"],
)
async def test_questions_that_are_none(tmp_path: Path, question: bytes) -> None:
    office = Office()
    local = LocalOffice(office, tmp_path)
    await local.start()
    reader, writer = await asyncio.open_unix_connection(str(tmp_path / SOCKET))
    writer.write(question)
    writer.write_eof()
    assert json.loads(await reader.readline())["code"] == 2
    writer.close()
    await local.close()
    assert office.asked == []


async def test_a_question_without_an_end_is_not_kept(tmp_path: Path) -> None:
    local = LocalOffice(Office(), tmp_path)
    await local.start()
    reader, writer = await asyncio.open_unix_connection(str(tmp_path / SOCKET))
    writer.write(b"x" * 300_000)
    with contextlib.suppress(ConnectionError):
        assert await reader.readline() == b""
    writer.close()
    await local.close()
