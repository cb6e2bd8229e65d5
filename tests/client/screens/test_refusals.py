"""Every code that can reach a person has a sentence."""

from typing import get_args, get_type_hints

import pytest

from relspace.errors import CODES, Refused
from relspace.text.names import Reason
from relspace.wire.messages import Notice
from relspace_client.screens.refusals import NAME_REASONS, NOTICES, REFUSALS, notice_sentence, refusal

from ..around.rooms import reader


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    assert set(REFUSALS) == set(CODES)


def test_every_notice_has_a_sentence():
    assert set(NOTICES) == set(get_args(get_type_hints(Notice)["code"]))


def test_every_reason_why_a_name_cannot_be_had_has_a_sentence():
    assert set(NAME_REASONS) == set(get_args(Reason))


@pytest.mark.parametrize("sentence", [*REFUSALS.values(), *NOTICES.values(), *NAME_REASONS.values()])
def test_sentences_are_short_and_plain(sentence):
    assert len(sentence) <= 60
    assert sentence[0].isupper()
    assert sentence.endswith((".", ": {text}"))


def test_sentences_are_read_in_the_readers_language():
    assert refusal(reader(), Refused("room-full", room="M2WQ7")) == "Every seat there is taken."
    assert notice_sentence(reader(), Notice("draining")) == "The server goes down soon. Games are kept."
    to_guest = notice_sentence(reader(), Notice("draining"), guest=True)
    assert to_guest == "The server goes down soon. Games are kept, but a guest cannot come back to one."
    said = notice_sentence(reader(), Notice("host", text="we move {at} noon"))
    assert said == "The host of this server says: we move {at} noon"


def test_facts_are_put_into_the_sentence():
    assert refusal(reader(), Refused("called-lately", minutes=3)) == "You can call one vote every 3 minutes."
