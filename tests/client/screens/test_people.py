"""Other people: ignoring, muting, giving host; votes, and what was missed."""

import re
from dataclasses import replace

import pytest

from relspace.room.commands import CallVote, CastVote, GiveHost, MuteSeat
from relspace.room.state import LogEntry, TalkLine
from relspace.rules.events import Launched, Loaded, PodOpened, PodPutOut
from relspace.wire.commands import Ignore
from relspace.wire.messages import Missed, OpenVote, SeatInfo, Talk
from relspace.wire.questions import AskProfile
from relspace_client.app import RelspaceApp
from relspace_client.around.parts import Reader
from relspace_client.locale.words import LANGUAGES, words
from relspace_client.look.glyphs import GLYPHS
from relspace_client.picture.row import cells_of, width_of
from relspace_client.screens import people
from relspace_client.table.prompt import text_column

from ..around.rooms import GATHERING, LOBBY, LOBBY_TALK, OVER, TEN
from ..fakes import FakeLink, drawn
from ..table.situations import moved, orion
from .people import me

HOSTED = replace(GATHERING, host=2)
ROOM = orion().room
VOTE = OpenVote(seat=2, yes=1, no=0, needed=2, left=20_000, may=True)


def at(*messages):
    link = FakeLink(me(), LOBBY, *messages)
    return RelspaceApp(link, None), link


async def asked(keys, *messages):
    app, link = at(*messages)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        return link.sent, drawn(app)


@pytest.mark.parametrize(
    ("keys", "shown", "sent"),
    [
        (["p", "enter", "down", "enter"], GATHERING, [Ignore("Rigel")]),
        (["p", "enter", "down", "down", "enter"], HOSTED, [MuteSeat("M2WQ7", 1)]),
        (["p", "enter", "end", "enter"], HOSTED, [GiveHost("M2WQ7", 1)]),
        (["p", "escape"], HOSTED, []),
        (["p", "enter", "down", "enter"], OVER, [Ignore("Rigel")]),
    ],
)
async def test_the_players_of_a_room(keys, shown, sent):
    assert (await asked(keys, shown))[0] == sent


async def test_what_the_host_alone_can_do_is_offered_to_the_host_alone():
    _, text = await asked(["p", "enter"], GATHERING)
    assert "Mute" not in text
    _, text = await asked(["p", "enter"], HOSTED)
    assert "Mute for everybody" in text


async def test_bots_are_nobody_to_talk_about():
    shown = replace(GATHERING, seats=(*GATHERING.seats[1:], SeatInfo("Deneb", "bot")), you=1)
    sent, text = await asked(["p"], shown)
    assert "Nobody else is here but bots." in text
    assert sent == []


async def test_who_is_ignored_can_be_read_again():
    app, link = at(GATHERING)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p", "enter", "down", "enter")
        await pilot.pause()
        assert "You do not read any more what Rigel says." in drawn(app)
        await pilot.press("p")
        await pilot.pause()
        assert "Rigel  ignored" in drawn(app)
        await pilot.press("enter", "down", "enter")
        await pilot.pause()
        assert link.sent == [Ignore("Rigel"), Ignore("Rigel", on=False)]


async def test_in_the_lobby_who_talked_last_is_offered_first():
    assert (await asked(["i", "enter"], Talk("", LOBBY_TALK)))[0] == [Ignore("Lyra")]


async def test_a_muted_player_is_let_talk_again():
    seats = (replace(TEN.seats[0], muted=True), *TEN.seats[1:])
    sent, _ = await asked(["p", "enter", "down", "down", "enter"], replace(TEN, seats=seats))
    assert sent == [MuteSeat("M2WQ7", 1, on=False)]


def menu(*more):
    """Keys that open the players in the menu of a table, whatever its length."""
    return ["escape", "end", "up", "up", "enter", *more]


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        (menu("enter", "end", "enter", "y"), [CallVote(ROOM, 2)]),
        (menu("enter", "end", "enter", "enter"), []),
        (menu("enter", "down", "enter"), [Ignore("Rigel")]),
    ],
)
async def test_the_players_at_a_table(keys, sent):
    assert (await asked(keys, orion()))[0] == sent


@pytest.mark.parametrize(("names", "offered"), [({"Rigel", "Deneb"}, True), ({"Rigel"}, False)])
async def test_a_vote_is_offered_where_enough_people_play(names, offered):
    """Besides the one whom it is about, two must be there who can vote: the viewer and somebody else."""
    shown = orion()
    seats = (replace(seat, kind="person" if seat.name in {"Vega", *names} else "bot") for seat in shown.seats)
    _, text = await asked(menu("enter"), replace(shown, seats=tuple(seats)))
    assert ("Vote on whether they leave" in text) == offered


async def test_who_watches_is_not_told_of_keys_that_only_players_have():
    _, text = await asked(["?"], orion(you=None))
    assert "everybody's stash" in text
    assert "resign" not in text
    assert "say something" not in text
    _, text = await asked(["?"], orion())
    assert "resign" in text


async def test_a_profile_is_opened_from_the_table():
    app, link = at(orion())
    async with app.run_test(size=(80, 24)) as pilot:
        for key in menu("enter", "enter"):
            await pilot.press(key)
            await pilot.pause()
        assert link.asked == [AskProfile("Rigel")]


def row_of(app, text):
    """The row in which a text stands, and the one above it."""
    rows = drawn(app).splitlines()
    number = next(y for y, row in enumerate(rows) if text in row)
    return rows[number], rows[number - 1]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (100, 30)])
async def test_an_open_vote_stands_below_the_prompt_and_begins_where_its_text_does(size):
    app, _ = at(replace(orion(), vote=VOTE))
    async with app.run_test(size=size):
        vote, prompt = row_of(app, "Vote: shall Rigel leave? Yes 1 of 2, no 0. Esc opens the vote.")
        assert "YOUR TURN" in prompt
        assert vote.index("Vote:") == prompt.index("Choose a card")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Rigel", "Vote: shall Rigel leave? Esc opens"),
        ("Wolfgang-Amadeus", "Vote: Wolfgang-Amadeus out? Esc votes."),
    ],
)
async def test_on_a_small_terminal_a_vote_takes_the_line_below_the_prompt_and_fewer_words(name, said):
    shown = orion()
    seats = (shown.seats[0], replace(shown.seats[1], name=name), *shown.seats[2:])
    app, _ = at(replace(shown, seats=seats, vote=VOTE))
    async with app.run_test(size=(40, 20) if len(name) > 5 else (48, 20)):
        vote, prompt = row_of(app, said)
        assert vote.strip().startswith("Vote:")
        assert "YOUR TURN  Choose a card" in prompt


@pytest.mark.parametrize(("turn", "shown"), [(1, False), (2, True)])
async def test_on_the_smallest_terminal_a_vote_waits_while_it_is_ones_turn(turn, shown):
    pods = {1: "1 3 3 6 7", 2: "2 8 8 ODD", 4: "OXY 4", 5: "OXY 10", 6: "", 8: "MINI", 12: "6 EVEN"}
    app, _ = at(replace(orion(turn=turn, pods=pods), vote=VOTE))
    async with app.run_test(size=(40, 18)):
        assert ("Vote: Rigel out? Esc votes." in drawn(app)) == shown
        assert ("YOUR TURN" in drawn(app)) != shown


@pytest.mark.parametrize("vote", [VOTE, replace(VOTE, may=False, voted=True), replace(VOTE, may=False)])
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_vote_fits_into_its_place_in_every_language_and_its_digits_are_no_keys(vote, seat, language):
    reader, shown = Reader(words(language), GLYPHS["box"]), orion()
    vote = replace(vote, seat=seat, may=vote.may and seat != shown.you)
    seats = tuple(replace(one, name="Wolfgang-Amadeus") for one in shown.seats)
    tries = people.vote_sentences(reader, replace(shown, seats=seats, vote=vote))
    column = text_column(words(language).say("YOUR TURN"))
    assert min(map(width_of, tries)) < 39
    assert max(map(width_of, tries)) < 120 - column
    usual = people.vote_sentences(reader, replace(shown, vote=vote))
    assert width_of(usual[0]) < 80 - column
    assert not any(re.search(r"\d (yes|no|sí)\b", text) for text in tries)


@pytest.mark.parametrize(("keys", "yes"), [(["down"], False), (["down", "down"], True)])
async def test_a_vote_is_cast_in_the_menu(keys, yes):
    sent, _ = await asked(["escape", *keys, "enter"], replace(orion(), vote=VOTE))
    assert sent == [CastVote(ROOM, yes=yes)]


async def test_who_has_voted_is_not_asked_again():
    shown = replace(orion(), vote=replace(VOTE, may=False, voted=True))
    assert "You have voted." in (await asked([], shown))[1]
    _, text = await asked(["escape"], shown)
    assert "leaves the game" not in text


MISSED = Missed(plies=9, auto=2, played=("A1>P2", "B3>P1"), launched=(3,), left=(4,))
WHILE_AWAY = (
    *orion().log[:-3],
    LogEntry(26, 1, (Loaded("A1", "6", 2),), auto=True),
    LogEntry(27, 2, (Loaded("B1", "4", 4),)),
    LogEntry(28, 1, (Loaded("B3", "BRB", 1), Launched(1, 4)), auto=True),
)
BACK = replace(orion(log=WHILE_AWAY), away=MISSED)
NEWS = (
    "While you were away: 9 moves. The autopilot played for you: 6 on pod 2; The B.R.B. launches pod 1, 4 cards. "
    "Pod 3 was launched. Deneb left the game."
)


def news_of(app, begins, width):
    """The lines of the news, from the one with these words on down to the keys."""
    rows = drawn(app).splitlines()
    first, left = next((y, width_of(row[: row.index(begins)])) for y, row in enumerate(rows) if begins in row)
    return [line for row in rows[first:-1] if (line := "".join(cells_of(row)[left:width]).strip())]


@pytest.mark.parametrize(
    ("size", "news"),
    [((80, 24), NEWS), ((120, 40), NEWS), ((40, 30), NEWS), ((40, 20), "While you were away: 9 moves.")],
)
async def test_what_was_missed_is_told_beside_whose_turn_it_is_until_a_key_is_pressed(size, news):
    app, _ = at(BACK)
    async with app.run_test(size=size) as pilot:
        assert "YOUR TURN  Choose a card" in drawn(app)
        assert " ".join(news_of(app, "While", size[0])).startswith(news)
        await pilot.press("right")
        await pilot.pause()
        assert "While you were away" not in drawn(app)
        assert "YOUR TURN" in drawn(app)


async def test_news_that_fit_above_the_log_leave_it_alone():
    app, _ = at(replace(BACK, away=replace(MISSED, launched=(), left=())))
    async with app.run_test(size=(80, 24)) as pilot:
        log = drawn(app).splitlines()[19:22]
        assert [line[36:].split()[0] for line in log] == ["You", "Rigel", "You"]
        assert "While you were away: 9 moves." in drawn(app)
        await pilot.press("right")
        await pilot.pause()
        assert drawn(app).splitlines()[19:22] == log


async def test_a_turn_of_which_news_would_hide_a_part_is_hidden_whole():
    long = LogEntry(28, 4, (PodOpened("A1", 5), Loaded("B1", "BRB", 5), Launched(5, 1), PodPutOut(6)))
    app, _ = at(replace(orion(log=(*WHILE_AWAY[:-1], long)), away=replace(MISSED, launched=(3, 5, 7), left=(2, 3, 4))))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "While you were away: 9 moves." in drawn(app)
        assert "Deneb   " not in drawn(app).split("YOUR TURN")[1]
        assert "pod 6 is new" not in drawn(app)
        await pilot.press("right")
        await pilot.pause()
        assert "Deneb   Keycard opens pod 5" in drawn(app)


def test_what_the_autopilot_played_is_told_by_its_cards_for_as_long_as_the_log_has_them():
    reader = Reader(words(), GLYPHS["box"])
    told = people.missed_sentences(reader, replace(BACK, away=Missed(20, 9, ("A1>P2",), (1, 3, 5, 7))))
    assert told == [
        "While you were away: 20 moves.",
        "The autopilot made 9 of them for you, the last ones: 6 on pod 2; The B.R.B. launches pod 1, 4 cards.",
        "Pods 3, 5 and 7 were launched.",
    ]
    long_ago = people.missed_sentences(reader, replace(orion(), away=Missed(20, 9, ("A1>P2", "peek C3"))))
    assert long_ago == ["While you were away: 20 moves.", "The autopilot made 9 of them for you."]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 30)])
async def test_the_news_are_whole_in_every_language(language, size):
    app, _ = at(me(language=language), BACK)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        told = people.missed_sentences(app.session.reader, BACK)
        assert len(told) == 4
        shown = "".join(news_of(app, told[0][:8], size[0])).replace(" ", "")
        assert shown.startswith("".join(told).replace(" ", ""))
        assert words(language).say("YOUR TURN") in drawn(app)


async def test_what_was_said_before_a_game_is_not_shown_in_the_next_one():
    said = (TalkLine("Rigel", "again! again!", 1_000),)
    app, link = at(replace(OVER, room=ROOM), Talk(ROOM, said))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "again! again!" in drawn(app)
        link.push(replace(orion(), rev=OVER.rev + 1, log=(), started=1_001))
        await pilot.pause()
        assert "again! again!" not in drawn(app)
        link.push(Talk(ROOM, (*said, TalkLine("Mira", "here we go", 1_001))))
        await pilot.pause()
        assert "here we go" in drawn(app)
        assert "again! again!" not in drawn(app)


async def test_who_comes_back_to_a_game_reads_what_was_said_in_it():
    said = (TalkLine("Rigel", "good luck", 0),)
    app, link = at(orion(), Talk(ROOM, said))
    async with app.run_test(size=(120, 40)) as pilot:
        for message in (LOBBY, orion(), Talk(ROOM, said)):
            link.push(message)
            await pilot.pause()
        assert "good luck" in drawn(app)


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (120, 40)])
async def test_who_comes_back_to_a_game_is_not_told_the_talk_of_an_earlier_one(size):
    earlier = Talk(ROOM, (TalkLine("Rigel", "gg", 1_000),))
    app, link = at(replace(orion(), started=2_000), earlier)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "gg" not in drawn(app)
        await pilot.press("l")
        await pilot.pause()
        assert "gg" not in drawn(app)
        await pilot.press("l")
        link.push(Talk(ROOM, (*earlier.lines, TalkLine("Rigel", "hello!", 2_000))))
        await pilot.pause()
        assert "hello!" in drawn(app)


async def test_what_was_said_before_somebody_came_is_no_news_to_them():
    said = TalkLine("Rigel", "good luck", 0)
    app, link = at(orion(), Talk(ROOM, (said,)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "good luck" not in drawn(app)
        link.push(Talk(ROOM, (said, TalkLine("Mira", "thanks", 1))))
        await pilot.pause()
        assert "thanks" in drawn(app)


async def test_what_was_said_stands_above_the_moves_that_were_made_after_it():
    before = orion(turn=2)
    app, link = at(before, Talk(ROOM, ()))
    async with app.run_test(size=(80, 24)) as pilot:
        link.push(Talk(ROOM, (TalkLine("Rigel", "watch this", 0),)))
        await pilot.pause()
        after = moved(before, Loaded("B1", "6", 1), seat=2)
        link.push(replace(after, rev=before.rev + 1))
        await pilot.pause()
        text = drawn(app)
        assert text.index("watch this") < text.index(" 6 on pod 1")


async def test_how_a_vote_ended_is_said_until_the_next_move():
    voted = replace(orion(), vote=OpenVote(2, 1, 0, 2, 30_000))
    app, link = at(voted)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        over = replace(voted, vote=None, rev=voted.rev + 1)
        link.push(over)
        await pilot.pause()
        assert f"The vote is over. {over.seats[1].name} stays." in drawn(app)
        link.push(moved(over, Loaded("A1", "7", 1), seat=over.view.turn))
        await pilot.pause()
        assert "The vote is over." not in drawn(app)


@pytest.mark.parametrize(
    ("key", "shown", "said"),
    [
        ("z", LOBBY, "z does nothing here. ? shows the keys."),
        ("enter", replace(LOBBY, rooms=()), "No room is listed yet."),
        ("s", GATHERING, "Only the host can do that."),
        ("s", HOSTED, "Two or more must sit, and all of them be ready."),
        ("b", replace(HOSTED, seats=HOSTED.seats[:3]), "Every seat is taken."),
        ("r", replace(OVER, you=None), "Only those who have a seat can want a rematch."),
        ("enter", OVER, "r asks for a rematch, Esc leads to the lobby."),
        ("escape", LOBBY, "This is the lobby. Ctrl-C leaves; it asks first."),
        ("q", LOBBY, "This is the lobby. Ctrl-C leaves; it asks first."),
        ("enter", orion(), "Choose a card first."),
        ("9", orion(), "There is no pod 9: press 1 2 4."),
        ("t", orion(you=None), "Those who watch do not talk at the table."),
    ],
)
async def test_a_key_that_does_nothing_says_why(key, shown, said):
    sent, text = await asked([key], shown)
    assert said in text
    assert sent == []
