"""The lobby in sentences: who is here, which rooms there are."""

from relspace.wire.messages import Lobby, Person, RoomSummary
from relspace_client.around.options import in_short
from relspace_client.around.parts import Reader
from relspace_client.locale.titles import title_in
from relspace_client.plain.voice import all_of, seconds_left


def lobby_lines(reader: Reader, lobby: Lobby) -> list[str]:
    """Where somebody is who comes into the lobby, and the games that wait for them."""
    lines = [reader.say("You are {name}, in the lobby.", name=lobby.you)]
    if lobby.guest:
        lines.append(reader.say("You are a guest: your seats wait only while you are connected."))
    if lobby.motd:
        lines.append(motd_line(reader, lobby.motd))
    mine = [room for room in lobby.rooms if room.yours]
    lines += [room_line(reader, room) for room in mine]
    others = len(lobby.rooms) - len(mine) + lobby.unlisted
    if not mine:
        lines.append(_rooms(reader, others))
    elif others:
        lines.append(reader.count("{n} other room.", "{n} other rooms.", others))
    ways = reader.say("Type quick to play now, rooms, new, join and a code, or help.")
    lines.append(f"{_way_back(reader, lobby)} {ways}".lstrip())
    return lines


def waiting(lobby: Lobby) -> list[RoomSummary]:
    """The reader's games that wait for their turn; where none does, every room in which they have a seat."""
    mine = [room for room in lobby.rooms if room.yours]
    return [room for room in mine if room.your_turn] or mine


def _way_back(reader: Reader, lobby: Lobby) -> str:
    """What leads back to one's game; empty if there is none."""
    games = waiting(lobby)
    if len(games) > 1:
        return reader.say("Type join and a code to go on with a game of yours.")
    return reader.say("Type join {code} to go on.", code=games[0].code) if games else ""


def motd_line(reader: Reader, motd: str) -> str:
    """The host's message of the day."""
    return reader.say("The host says: {text}", text=motd)


def _rooms(reader: Reader, n: int) -> str:
    return reader.count("There is {n} room.", "There are {n} rooms.", n) if n else reader.say("No rooms are open.")


def room_lines(reader: Reader, lobby: Lobby) -> list[str]:
    """Every room, the reader's own first."""
    if not lobby.rooms:
        return [reader.say("No rooms are open. Type new to open one.")]
    lines = [room_line(reader, room) for room in lobby.rooms]
    if lobby.unlisted:
        lines.append(reader.count("{n} other room.", "{n} other rooms.", lobby.unlisted))
    return lines


def room_line(reader: Reader, room: RoomSummary) -> str:
    """One room: its code first, since that is what is typed."""
    said = [_state(reader, room)]
    if room.yours and room.phase == "playing":
        said.append(reader.count("you have {n} card left", "you have {n} cards left", room.left))
        if room.rival:
            said.append(reader.say("{name} has {n}", name=room.rival, n=room.rival_left))
    elif room.yours:
        said.append(reader.say("you sit there"))
    if room.yours and room.clock is not None:
        said.append(seconds_left(reader, room.clock.left))
    if not room.yours:
        said.append(in_short(reader, room.options))
    if room.watching:
        said.append(reader.count("{n} watching", "{n} watching", room.watching))
    details = reader.say("; ").join(said)
    return reader.say(
        "{code}, {title}: {details}.", code=room.code, title=title_in(reader.words, room), details=details
    )


def _state(reader: Reader, room: RoomSummary) -> str:
    if room.your_turn:
        return reader.say("your turn")
    if room.phase == "playing":
        if not room.turn:
            return reader.say("playing")
        return reader.say("{name}'s turn", name=room.turn)
    seats = reader.say("{taken} of {seats} seats taken", taken=room.taken, seats=room.options.seats)
    return reader.say("game over, {seats}", seats=seats) if room.phase == "over" else seats


def people_lines(reader: Reader, lobby: Lobby) -> list[str]:
    """Who is connected."""
    here = [_person(reader, one) for one in lobby.people if one.where == "lobby"]
    playing = [one.name for one in lobby.people if one.where == "game"]
    away = [one.name for one in lobby.people if one.where == "away"]
    lines = [reader.say("In the lobby: {names}.", names=all_of(reader, here))] if here else []
    if playing:
        lines.append(reader.say("In a room: {names}.", names=all_of(reader, playing)))
    if away:
        lines.append(reader.say("Away: {names}.", names=all_of(reader, away)))
    return lines


def _person(reader: Reader, one: Person) -> str:
    return reader.say("{name} (you)", name=one.name) if one.you else one.name
