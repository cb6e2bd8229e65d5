"""The image starts the program as nobody in particular, and knows whether it is well."""

import asyncio
import json
import sys
import tomllib
from http import HTTPStatus

import pytest

from relspace_server.cli import main
from relspace_server.config import SETTINGS
from relspace_server.ops.web import Page, Web

from .files import DEPLOY, image, image_environment


def given(word: str) -> str:
    """What the last instruction of this kind is given."""
    return [rest for each, rest in image() if each == word][-1]


def test_it_runs_as_a_user_without_rights() -> None:
    (made,) = (rest for word, rest in image() if word == "RUN" and "useradd" in rest)
    assert given("USER") in made
    assert "0700 /data" in made
    words = [word for word, _ in image()]
    assert words.index("USER") < words.index("ENTRYPOINT")


def test_it_copies_what_the_sources_are_made_of() -> None:
    made_of = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    copied = {each for word, rest in image() if word == "COPY" for each in rest.split()[:-1]}
    assert {*made_of["dev-mode-dirs"], "pyproject.toml", "README.md", "LICENSE"} < copied
    assert copied & {"tests", "docs", "deploy", "."} == set()


def test_it_starts_a_command_of_the_program() -> None:
    scripts = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["project"]["scripts"]
    (program,) = json.loads(given("ENTRYPOINT"))
    assert program in scripts
    (command,) = json.loads(given("CMD"))
    assert command in main.commands


def test_what_it_sets_are_settings() -> None:
    known = {setting.variable: setting for setting in SETTINGS}
    told = {name: value for name, value in image_environment().items() if name.startswith("RELSPACE_")}
    assert told["RELSPACE_DATA_DIR"] == given("VOLUME")
    assert told["RELSPACE_PORT"] == given("EXPOSE")
    for name, value in told.items():
        known[name].kind(value)


@pytest.mark.parametrize(("status", "code"), [(HTTPStatus.OK, 0), (HTTPStatus.SERVICE_UNAVAILABLE, 1)])
async def test_it_knows_whether_the_server_is_well(status: HTTPStatus, code: int) -> None:
    async def ready() -> Page:
        return Page(b"", status)

    web = Web({"/readyz": ready})
    await web.start("127.0.0.1", 0)
    program, *rest = json.loads(given("HEALTHCHECK").partition("CMD ")[2])
    assert program == "python"
    told = {"RELSPACE_METRICS_PORT": str(web.port)}
    process = await asyncio.create_subprocess_exec(sys.executable, *rest, env=told, stderr=asyncio.subprocess.DEVNULL)
    assert await process.wait() == code
    await web.close()
