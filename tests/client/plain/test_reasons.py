"""Words that cannot be said, or not by this person, or not about that one: each is answered by the reason."""

from dataclasses import replace

import pytest

from relspace.wire.messages import Snapshot
from relspace_client.plain.words.misplaced import LEADS
from relspace_client.plain.words.vocabulary import WORDS, meant

from ..around.rooms import GATHERING, LOBBY
from ..table.situations import orion
from .scenes import ENDED
from .test_words import HOSTED, NO_CLOCK, at


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("rename", "There is no word rename here. Type name."),
        ("SETTINGS", "There is no word settings here. Type language, name or options."),
        ("replay", "There is no word replay here. Type log or record."),
        ("rankings", "rankings is asked for outside the game: ssh play.example.net rankings"),
        ("records", "records is asked for outside the game: ssh play.example.net records"),
    ],
)
async def test_a_word_of_elsewhere_leads_to_what_does_it(word, said):
    told = await at("lobby")
    assert await told.types(word) == [said]
    told.hears(replace(LOBBY, address=""))
    assert "ssh" not in (await told.types(word))[0]


@pytest.mark.parametrize("word", [word for words in LEADS.values() for word in words])
async def test_where_a_word_of_elsewhere_leads_there_is_something(word):
    assert len(meant(word.partition(" ")[0])) == 1


# ── who watches ───────────────────────────────────────────────────────────────────────────────────────────────────────


WATCHED = {
    "room": replace(GATHERING, you=None),
    "table": orion(you=None),
    "end": replace(ENDED, you=None),
}
SEATED_ONLY = [name for name, word in WORDS.items() if word.seat == "with"]


@pytest.mark.parametrize("place", WATCHED)
async def test_who_watches_is_offered_only_what_they_can_do(place):
    told = await at(WATCHED[place])
    listed = [line.partition(":")[0].split()[0] for line in (await told.types("help"))[:-1]]
    assert not {*listed} & {*SEATED_ONLY}
    known = [name for name, word in WORDS.items() if place in word.places and word.seat != "with"]
    assert listed == [name for name in known if name != "join" or place == "room"]
    seated = await at(place)
    listed = [line.partition(":")[0].split()[0] for line in (await seated.types("help"))[:-1]]
    assert listed == [name for name, word in WORDS.items() if place in word.places and word.seat != "without"]


@pytest.mark.parametrize("place", WATCHED)
@pytest.mark.parametrize("word", SEATED_ONLY)
async def test_a_word_for_players_is_answered_by_the_reason(place, word):
    told = await at(WATCHED[place])
    (said,) = await told.types(f"{word} 2")
    assert told.link.sent == []
    if place not in WORDS[word].places:
        assert said.endswith("Type help for what is.")
    elif word == "say":
        assert said == "Those who watch do not talk at the table."
    else:
        assert said.startswith(f"You are watching: {word} is for those who have a seat.")


# ── about whom ────────────────────────────────────────────────────────────────────────────────────────────────────────


BACK = replace(NO_CLOCK.seats[3], presence="autopilot")


@pytest.mark.parametrize(
    ("shown", "line", "said"),
    [
        ("table", "mute 3", "Mira is a bot."),
        ("table", "unmute mira", "Mira is a bot."),
        ("table", "vote 3", "Mira is a bot."),
        ("table", "host 3", "Mira is a bot."),
        ("table", "hand 3", "Mira is a bot."),
        ("table", "mute 1", "That is you."),
        ("table", "vote vega", "That is you."),
        ("table", "hand 1", "That is you."),
        ("table", "hand 2", "Rigel is not away."),
        ("table", "hand 4", "There is a clock: the autopilot plays when time runs out."),
        (replace(NO_CLOCK, seats=(*NO_CLOCK.seats[:3], BACK)), "hand 4", "The autopilot plays for Deneb."),
        ("table", "host 4", "Deneb is away."),
        ("table", "mute 9", "There is nobody in that seat."),
        (replace(orion(), host=2), "mute 2", "Only the host can do that."),
        (replace(orion(), host=2), "host 2", "Only the host can do that."),
        ("room", "remove 1", "Only the host can do that."),
        (HOSTED, "remove 2", "That is you."),
        (HOSTED, "remove 4", "There is nobody in that seat."),
    ],
)
async def test_what_cannot_be_done_to_somebody_is_answered_by_the_reason(shown, line, said):
    told = await at(shown)
    assert await told.types(line) == [said]
    assert told.link.sent == []


async def test_no_vote_is_asked_about_that_cannot_be_called():
    told = await at(_left(orion(), 4))
    assert await told.types("vote 4") == ["Deneb has left the game."]
    assert await told.types("vote 2") == ["A vote needs two others who are still in the game."]
    told = await at(_left(orion(turn=2), 1))
    assert await told.types("vote 2") == ["You have left the game."]


def _left(shown: Snapshot, seat: int) -> Snapshot:
    """The game without somebody."""
    seats = (stash._replace(out=stash.out or number == seat) for number, stash in enumerate(shown.view.seats, 1))
    return replace(shown, view=shown.view._replace(seats=tuple(seats)))
