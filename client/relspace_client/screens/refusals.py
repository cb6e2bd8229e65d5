"""What people read when something was refused, failed, or happened to them: a sentence for each code."""

from collections.abc import Mapping
from typing import Final

from relspace.errors import Refused
from relspace.wire.messages import Notice
from relspace_client.around.parts import Reader
from relspace_client.locale.words import message

REFUSALS: Final[Mapping[str, str]] = {
    # not parsable
    "bad-message": message("The server did not understand that. Nothing has changed."),
    "unknown-type": message("The server does not know that message."),
    "bad-version": message("This program is too old for the server."),
    "bad-field": message("That cannot be sent like this."),
    "too-large": message("That is too long."),
    "bad-move": message("That is not a move."),
    "bad-position": message("That is not a position of the game."),
    "bad-seed": message("That is not a seed."),
    "bad-record": message("That is not the record of a game."),
    "bad-options": message("A room cannot have these options."),
    "bad-name": message("That name cannot be had."),
    # against the rules of the game
    "illegal-move": message("The rules do not allow that now."),
    "no-such-seat": message("There is nobody in that seat."),
    "seat-is-out": message("That player has left the game."),
    # not now
    "not-your-turn": message("It is somebody else's turn."),
    "stale-ply": message("The game has moved on. Please choose again."),
    "game-over": message("The game is over."),
    "no-game": message("No game is being played here."),
    "game-running": message("A game is being played there already."),
    "not-ready": message("Somebody is not ready yet."),
    "too-few": message("A game needs two players at least."),
    "not-settled": message("The last game is still being entered. Try again in a moment."),
    "not-due": message("That has happened already."),
    # rooms
    "no-such-room": message("No room has this code: it has closed, or has another one."),
    "no-such-record": message("No game has this id."),
    "no-such-player": message("Nobody with an account has this name."),
    "room-full": message("Every seat there is taken."),
    "sent-out": message("The host sent you away. You can sit again in a few minutes."),
    "room-closed": message("That room has been closed."),
    "seat-in-use": message("You are already there from another terminal."),
    "not-seated": message("That needs a seat at this table."),
    "not-host": message("Only the host can do that."),
    "not-away": message("That can be done once a player is away for a minute."),
    "no-watching": message("The host does not want anybody to watch."),
    "nothing-to-say": message("There was nothing to say in that line."),
    "too-fast": message("That was a lot at once. Wait a few seconds."),
    "too-many-rooms": message("No more rooms can be opened just now."),
    "too-many-of-yours": message("You have too many rooms open. Finish or leave one first."),
    "too-many-of-address": message("Your network has too many rooms open. Leave one first."),
    "muted": message("The host has muted you here."),
    "nobody-called-so": message("Nobody else here has that name."),
    "vote-open": message("A vote is open already."),
    "called-lately": message("You can call one vote every {minutes} minutes."),
    "no-vote": message("No vote is open."),
    "voted": message("You have voted already."),
    "no-voter": message("You have no say in this vote."),
    "few-voters": message("A vote needs two others who are still in the game."),
    "draining": message("The server goes down soon. Nothing new can be begun."),
    "banned": message("The host of this server has banned you."),
    # accounts
    "name-taken": message("Somebody has that name, or one that looks like it."),
    "too-many-names": message("That was a lot of names. Keep this one for ten minutes."),
    "needs-key": message("That needs an account: make a key with ssh-keygen."),
    "no-account": message("There is no such account any more."),
    "no-such-code": message("No such code. It may have been used, or be too old."),
    "too-many-tries": message("Too many wrong codes. Try again in ten minutes."),
    "linked-already": message("That key leads to this account already."),
    "own-account": message("That key has an account of its own."),
    "too-many-keys": message("The account has as many keys as one may have."),
    "no-such-key": message("The account has no such key."),
    "last-key": message("The last key of an account stays."),
    "not-your-name": message("That is not the name of your account."),
    "still-here": message("You are here from another terminal. Close that first."),
    # our side
    "unavailable": message("The server is busy. Nothing is lost; try again."),
}
"""A sentence for each code of `relspace.errors.CODES`, to be translated."""

NAME_REASONS: Final[Mapping[str, str]] = {
    "short": message("A name has 2 columns at least."),
    "long": message("A name has 16 columns at most."),
    "character": message("A name has letters, digits, - and _, nothing else."),
    "edge": message("A name begins with a letter or a digit."),
    "scripts": message("A name is in one script, or in one besides Latin."),
    "lookalike": message("That name could be read as another one."),
    "reserved": message("Nobody may be called that."),
    "taken": message("Somebody has that name, or one that looks like it."),
    "banned": message("The host of this server has banned that name."),
}
"""Why a name cannot be had (`relspace.text.names.Reason`), to be translated."""

NOTICES: Final[Mapping[str, str]] = {
    "taken-over": message("You went on in another terminal."),
    "room-closed": message("The room has closed: nobody plays there any more."),
    "draining": message("The server goes down soon. Games are kept."),
    "removed": message("The host has freed your seat."),
    "host": message("The host of this server says: {text}"),
    "halted": message("Moves cannot be saved now. Wait; you get the time back."),
    "resumed": message("Moves are saved again. Go on."),
    "name-taken": message("The name {text} is taken; you have another one."),
    "bad-name": message("Nobody can be called {text}; you have another name."),
    "elsewhere": message("Another window plays your game; close it to go on here."),
    "unkept": message("You can play, but nothing is kept: {text}."),
}
"""A sentence for each notice, to be translated."""

OF_GUESTS: Final[Mapping[str, str]] = {
    "draining": message("The server goes down soon. Games are kept, but a guest cannot come back to one."),
}
"""What guests, who cannot come back, are told instead; to be translated."""

OTHER_NAME: Final = frozenset(("name-taken", "bad-name"))
"""The codes of what is told to somebody who is not called as they wished; how to change that goes with it."""

BUSY: Final = REFUSALS["unavailable"]
"""What is said when our side failed."""


def refusal(reader: Reader, error: Refused) -> str:
    """Why something was refused, in the reader's language."""
    if error.code == "bad-name" and error.details.get("reason") in NAME_REASONS:
        return reader.say(NAME_REASONS[str(error.details["reason"])])
    return reader.say(REFUSALS[error.code], **error.details)


def notice_sentence(reader: Reader, notice: Notice, *, guest: bool = False) -> str:
    """What happened, in the reader's language; to a guest what is so for guests."""
    said = OF_GUESTS.get(notice.code) if guest else None
    return reader.say(said or NOTICES[notice.code], text=notice.text)
