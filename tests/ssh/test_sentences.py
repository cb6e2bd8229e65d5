"""What people read when a command over SSH is refused."""

from typing import get_args

import pytest

from relspace.errors import CODES, Refused, Unreadable
from relspace.text.names import Reason
from relspace_server.ssh.sentences import SENTENCES, refusal_sentence


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_why_a_text_is_no_name_has_a_sentence(reason: str) -> None:
    told = refusal_sentence(Unreadable("bad-name", reason=reason))
    assert told.endswith(".")
    assert told.isprintable()


def test_sentences_are_those_of_codes_that_there_are() -> None:
    assert set(SENTENCES) <= set(CODES)


def test_a_code_without_a_sentence_of_its_own_says_what_it_means() -> None:
    assert refusal_sentence(Refused("no-such-record", id="x")) == "No game has this id."
