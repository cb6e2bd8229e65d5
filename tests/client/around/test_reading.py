"""What is read stands apart from what is beside it, and is never drawn in what only lines may have."""

from dataclasses import replace

import pytest

from relspace.room.state import TalkLine
from relspace_client.around.end import Scene as Ending
from relspace_client.around.end import end_picture
from relspace_client.around.help import Scene as Help
from relspace_client.around.help import help_picture, rows_for
from relspace_client.around.lobby import Scene as Lobbying
from relspace_client.around.lobby import lobby_picture
from relspace_client.around.page_keys import KEYS
from relspace_client.around.room import Scene as Gathered
from relspace_client.around.room import room_picture
from relspace_client.around.welcome import Scene as Welcoming
from relspace_client.around.welcome import welcome_picture
from relspace_client.locale.words import LANGUAGES
from relspace_client.look.styles import (
    ACCENT,
    BRIGHT,
    DIM,
    PANEL,
    PANEL_JAM,
    PANEL_LOAD,
    STYLES,
    TEXT,
)
from relspace_client.picture.row import segments

from ..table.scenes import SCENES as AT_THE_TABLE
from .rooms import ADDRESS, GATHERING, LOBBY, OVER, PROFILE, choosing, reader
from .scenes import SCENES, shown_end, shown_help, shown_lobby, shown_profile, shown_rankings, shown_room, shown_welcome

LINES = frozenset({"faint", "line", "edge", "covedge", "backink"})
"""Inks that are too faint for words."""


def drawn_in(picture, text):
    """The styles of the first place where a text stands."""
    row = next(row for row in picture.rows() if text in row.text)
    return set(row.styles[row.text.index(text) :][: len(text)])


@pytest.mark.parametrize("scenes", [SCENES, AT_THE_TABLE], ids=["around", "table"])
def test_no_word_is_drawn_in_an_ink_for_lines(scenes):
    faint = {
        text.strip()
        for scene in scenes.values()
        for row in scene().rows()
        for text, style in segments(row)
        if STYLES[style].ink in LINES and any(char.isalpha() for char in text)
    }
    assert faint == set()


def test_what_can_be_said_in_the_lobby_is_asked_for_in_the_ink_of_hints():
    assert drawn_in(shown_lobby(), "say something to everybody here") == {DIM}


# ── the lobby ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["en", "es", "ja"])
@pytest.mark.parametrize("width", [80, 100, 120])
def test_between_the_badge_of_a_game_and_its_name_there_is_a_space(language, width):
    picture = lobby_picture(Lobbying(LOBBY), reader(language=language), width, 24)
    row = next(row for row in picture.rows() if "K7QX2" in row.text)
    end = max(x for x, style in enumerate(row.styles) if STYLES[style].ground == "accent") + 1
    assert row.cells[end] == " "


def test_on_a_phone_whose_turn_it_is_has_the_room_of_the_code():
    text = shown_lobby(40, 20).text()
    assert "Slow boat      Lyra's turn      21 h" in text
    assert "Orion           YOUR TURN       0:18" in text


def test_every_two_columns_of_the_lobby_are_two_cells_apart():
    head = next(row.text for row in shown_lobby().rows() if row.text.startswith(" Rooms"))
    assert "seats   clock  rules" in head
    full = replace(LOBBY, rooms=(replace(LOBBY.rooms[4], taken=10, yours=False),))
    assert " 10/10   60 s   " in lobby_picture(Lobbying(full), reader(), 80, 24).text()


@pytest.mark.parametrize("cursor", range(len(LOBBY.rooms)))
def test_at_80_columns_the_lobby_offers_the_lesson_and_the_settings(cursor):
    keys = shown_lobby(cursor=cursor).rows()[-1].text
    assert " l learn " in keys
    assert " s settings " in keys


# ── help ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("glyphs", "up", "both", "rows"), [("box", "↑", "↔", "▌░·"), ("ascii", "^", "%", "|:.")])
def test_the_page_of_cards_tells_the_sign_on_each_and_the_blocks_of_the_ring(glyphs, up, both, rows):
    text = shown_help(cards=True, glyphs=glyphs).text()
    for line in ("KEY + Keycard", f"BRB {up} The B.R.B.", "WRM @ Wormhole", f"GRV {both} Grav Gun", "ODD   Odd Space"):
        assert f" {line} " in text
    assert f" {rows} a player's rows A, B, C: face-up, face-down, gone" in text


@pytest.mark.parametrize(
    ("size", "players", "told"),
    [
        ((80, 24), 4, "▌░· a player's rows A, B, C"),
        ((80, 24), 5, "344 below a name: a player's cards in rows A, B, C"),
        ((80, 24), 10, "344 below a name"),
        ((120, 40), 4, "▌░· a player's rows A, B, C"),
        ((60, 20), 4, "344 below a name"),
        ((40, 20), 5, "344 below a name"),
        ((40, 20), 10, "11 beside a name: how many cards"),
    ],
)
def test_the_page_of_rules_tells_of_the_ring_what_a_table_of_this_size_draws(size, players, told):
    scene = Help("table", cards=True, offset=99, players=players)
    text = help_picture(scene, reader(), *size).text()
    assert told in text
    assert ("+ more in X" in " ".join(text.split())) == ("beside" not in told)
    assert sum(mark in text for mark in ("▌░·", "344 below", "11 beside")) == 1


@pytest.mark.parametrize(
    ("size", "told"),
    [
        ((120, 40), "how to read the cards, below them"),
        ((80, 24), "the hint below the prompt"),
        ((60, 20), ""),
        ((40, 18), ""),
    ],
)
@pytest.mark.parametrize("page", ["table", "watching"])
def test_the_key_of_the_hint_is_told_where_there_is_one(page, size, told):
    lines = [row.text.split(maxsplit=1) for row in help_picture(Help(page), reader(), *size).rows()[1:-1]]
    assert [line[1].strip() for line in lines if line[:1] == ["h"]] == ([told] if told else [])


@pytest.mark.parametrize(
    ("glyphs", "sign", "means"), [("box", "•", "beside a name, or b: a bot"), ("ascii", "b", "beside a name: a bot")]
)
def test_the_mark_of_a_bot_is_told_once_where_there_is_only_one(glyphs, sign, means):
    assert f"\n  {sign}  {means}  " in shown_help(cards=True, glyphs=glyphs).text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_rules_is_called_as_the_key_that_leads_there(language):
    who = reader(language=language)
    title = help_picture(Help("table", cards=True), who, 80, 24).rows()[0].text.strip()
    tab = help_picture(Help("table"), who, 80, 24).rows()[-1].text
    assert title == who.say("Rules")
    assert f" {title.lower()} " in tab
    assert title.lower() in who.say("Keys and rules").lower()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("page", [*sorted(KEYS), "cards"])
def test_the_last_line_of_help_is_not_glued_to_the_keys_below(page, size):
    picture = shown_help(*size, "lobby" if page == "cards" else page, cards=page == "cards")
    assert picture.rows()[-2].text.strip() == ""


def test_keys_of_one_kind_stand_together_and_others_apart():
    lines = [row.text.rstrip() for row in shown_help(of="table").rows()[1:-1]]
    groups = "\n".join(lines).strip("\n").split("\n\n")
    assert [len(group.splitlines()) for group in groups] == [4, 4, 3]


def test_empty_lines_give_way_where_only_then_everything_fits():
    picture = shown_help(40, 18, "replay")
    assert " to " not in picture.rows()[0].text
    lines = "\n".join(row.text.strip() for row in picture.rows()[1:-1]).strip()
    assert "\n\n" not in lines
    assert 16 >= rows_for(18) >= len(lines.splitlines()) > rows_for(18) - len(KEYS["replay"]) + 1


# ── the welcome ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (40, 18), (120, 40)])
@pytest.mark.parametrize("guest", [False, True])
@pytest.mark.parametrize("language", ["en", "es", "ja"])
def test_newcomers_are_told_of_the_lesson_and_can_click_it(size, guest, language):
    scene = Welcoming(choosing(0), guest=guest, address=ADDRESS)
    picture = welcome_picture(scene, reader(language=language), *size)
    y = next(y for y, row in enumerate(picture.rows()) if row.text.startswith("  L  "))
    assert picture.hit(2, y) == "l"
    assert picture.rows()[-2].text.strip() == ""


def test_the_welcome_says_what_escape_does():
    picture = shown_welcome()
    y = next(y for y, row in enumerate(picture.rows()) if "ESC    takes you to the lobby." in row.text)
    assert picture.hit(2, y) == "escape"


# ── a room, and a profile ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_both_lists_of_a_room_begin_below_an_empty_row(size):
    rows = [row.text for row in shown_room(*size).rows()]
    head = next(y for y, text in enumerate(rows) if "Seats" in text)
    assert rows[head + 1].replace("│", "").strip() == ""
    assert "Rigel" in rows[head + 2]
    assert "seats" in rows[head + 2]
    bring = next(y for y, text in enumerate(rows) if "Bring a friend" in text)
    assert rows[bring - 1].strip() == ""


def test_the_key_that_copies_the_invitation_is_as_bright_as_other_keys():
    assert drawn_in(shown_room(), "c copies it") == {BRIGHT, TEXT, DIM}
    row = next(row for row in shown_room().rows() if "c copies it" in row.text)
    assert row.styles[row.text.index("c copies it")] == BRIGHT


def test_while_a_seat_is_to_be_named_only_its_keys_are_offered():
    scene = Gathered(replace(GATHERING, host=2), ADDRESS, removing=True)
    picture = room_picture(scene, reader(), 80, 24)
    assert picture.rows()[-1].text.strip() == "1 3 free the seat  Esc back"
    assert [picture.hit(x, 23) for x in (1, 3, 20)] == ["remove 1", "remove 3", "escape"]


def test_the_rating_of_the_chosen_game_keeps_its_colour():
    lost = next(number for number, game in enumerate(PROFILE.last) if (game.change or 0) < 0)
    won = next(number for number, game in enumerate(PROFILE.last) if (game.change or 0) > 0)
    for number, style in ((lost, PANEL_JAM), (won, PANEL_LOAD)):
        assert drawn_in(shown_profile(cursor=number), f"{PROFILE.last[number].change:+}") == {style}
    assert STYLES[PANEL_JAM].ground == STYLES[PANEL_LOAD].ground == STYLES[PANEL].ground


def test_a_profile_says_how_sure_a_rating_is_in_the_word_of_the_rankings():
    text = shown_profile().text()
    assert f"doubt {PROFILE.rank.doubt}, place {PROFILE.rank.place}" in text
    assert "moves to the fastest escape" in text
    assert " doubt " in shown_rankings().rows()[2].text


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 20), (40, 18)])
@pytest.mark.parametrize("seed", [OVER.seed, "00" * 32])
def test_at_the_end_what_to_press_is_filled_with_the_accent_and_a_seed_only_if_it_differs(size, seed):
    picture = shown_end(*size, seen=replace(OVER, seed=seed))
    grounds = {"accent": "", "load": "", "jam": ""}
    for row in picture.rows():
        for text, style in segments(row):
            if STYLES[style].ground in grounds:
                grounds[STYLES[style].ground] += text
    assert grounds == {"accent": " REMATCH ", "load": "", "jam": "" if seed == OVER.seed else " DIFFERS "}
    assert drawn_in(picture, "YOU ESCAPED") == {ACCENT}


# ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cards_from_gifts_do_not_run_into_what_is_beside_them():
    lines = AT_THE_TABLE["pyramid"]().text().splitlines()
    assert "  12+ ▌·· ▌▌▌▌ ░░░░░" in lines[2]
    (first,) = (line for line in lines if "Albert: give away" in line)
    assert "│ 2 │ ALB  Albert: give away" in first


def test_at_the_end_a_long_line_of_talk_goes_before_the_empty_rows_around_it():
    long = "That was the closest game that I have ever played, and the Keycard at its end was cruel! " * 2
    said = (TalkLine("Mira", "gg", 1), TalkLine("Rigel", long.strip(), 2))
    rows = [row.text.strip() for row in end_picture(Ending(OVER, said), reader(), 80, 24).rows()]
    assert long.strip() in " ".join(rows[-5:-1])
    rows = [row.text for row in end_picture(Ending(OVER, said[:1]), reader(), 80, 24).rows()]
    assert rows[-3].split() == ["Mira", "gg"]
    assert not rows[-4].strip()
    assert not rows[-2].strip()
