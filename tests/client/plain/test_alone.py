"""On one's own machine plain mode offers no talk, and says so to whoever talks; the record's command can be typed."""

import sys
from dataclasses import replace

import pytest

from relspace_client.own_program import typed
from relspace_client.plain.words.help import TALKING

from ..around.rooms import LOBBY
from ..table.situations import orion
from .scenes import ENDED
from .transcript import Transcript


@pytest.mark.parametrize("address", ["", "play.example.net"])
@pytest.mark.parametrize("where", [None, orion()])
async def test_words_that_talk_are_listed_only_where_somebody_can_hear(address, where):
    told = await Transcript.begun(replace(LOBBY, address=address))
    told.hears(*([where] if where else []))
    listed = {line.partition(":")[0].split()[0] for line in (await told.types("help"))[:-1]}
    assert listed & TALKING == (TALKING if address else set())
    said = [] if address else ["Nobody else is here."]
    assert await told.types("say hello") == said
    assert len(told.link.sent) == (1 if address else 0)


async def test_the_command_that_shows_a_record_begins_with_how_this_program_is_run(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["/home/vega/games/.venv/bin/relspace"])
    told = await Transcript.begun(replace(LOBBY, address=""))
    told.hears(ENDED)
    command = "/home/vega/games/.venv/bin/relspace replay K7QX2-1-9"
    assert (await told.types("record"))[-1] == f"It is kept here; this shows it again: {command}"
    assert typed(sys.argv[0]) == "/home/vega/games/.venv/bin/relspace"
