"""docs/api.md says what the declarations say; and the table says all that there is to say."""

import json
import re
from dataclasses import fields
from typing import get_args

import pytest

from relspace.errors import CODES
from relspace.wire.api import COMMON_ERRORS, FACTS, REQUESTS, Hello, Rooms, Subscribe, read_request
from relspace.wire.commands import Command
from relspace.wire.questions import Question
from relspace_server.config import Settings
from relspace_server.ssh.api.conversation import LONGEST_ID
from relspace_server.ssh.api.form import MOST

from .reference import PAGE, docs_of, example_of, filled


def test_the_page_is_as_the_declarations_are() -> None:
    page = PAGE.read_text("utf-8")
    assert page == filled(page), "write it anew: python -m tests.api.write_docs"


def test_every_command_and_question_is_a_request_with_facts() -> None:
    kinds = {Hello, Rooms, Subscribe, *get_args(Command), *get_args(Question)}
    assert {request.kind for request in REQUESTS.values()} == kinds
    assert set(FACTS) == kinds


@pytest.mark.parametrize("request_type", REQUESTS)
def test_examples_can_be_read_and_errors_exist(request_type: str) -> None:
    request = REQUESTS[request_type]
    example = json.loads(json.dumps(example_of(request)))
    found, asked = read_request(example, "K7QX2")
    assert found is request
    assert set(request.facts.example) <= set(request.fields)
    assert type(asked) is request.kind
    assert (request.kind.__doc__ or "").endswith(".")
    codes = (*request.errors, *COMMON_ERRORS)
    assert set(codes) <= set(CODES)
    assert len(set(codes)) == len(codes)


def test_the_limits_on_the_page_are_the_defaults() -> None:
    page, usual = PAGE.read_text("utf-8"), Settings()
    assert MOST == 64 * 1024
    assert f"{usual.api_requests_per_second} a second; input {usual.input_bytes_per_second // 1024} kB" in page
    assert f"after {usual.stalled_seconds:.0f} s" in page
    assert f"{usual.idle_lobby_seconds / 60:.0f} minutes in the lobby" in page
    assert (usual.idle_seated_seconds, usual.idle_watching_seconds) == (3_600, 4 * 3_600)
    assert f"at most {LONGEST_ID} characters" in page


def test_requests_in_the_text_are_right() -> None:
    page = PAGE.read_text("utf-8")
    lines = re.findall(r'^\{"id".*\}$', page, re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        read_request(json.loads(line), "K7QX2")


def test_a_docstring_under_a_field_is_found() -> None:
    assert docs_of(Hello)["api"].startswith("The version of the API")
    assert [each.name for each in fields(Hello)] == ["api"]
