"""Refusals of commands over SSH that say more than their code: whose name it is, and what to type next."""

from collections.abc import Mapping
from typing import Final

from relspace.errors import Refused
from relspace_client.locale.words import ENGLISH, Words, message
from relspace_client.screens.refusals import NAME_REASONS, REFUSALS

_NAMES: Final[Mapping[str, str]] = {
    "short": message("A name is at least 2 columns wide."),
    "long": message("A name is at most 16 columns wide."),
    "character": message("A name has letters, digits, - and _ only."),
    "edge": message("A name does not begin with -, and has a letter or a digit."),
    "scripts": message("The letters of a name are of one script besides Latin."),
    "lookalike": message("That name looks like another one in Latin letters."),
    "reserved": message("That name is reserved: people would take you for somebody else."),
    "taken": message("No name like that is free."),
    "banned": NAME_REASONS["banned"],
}
"""By the reason of `bad-name`."""

_ALONE: Final = message(
    "This key has an account of its own, {name}. Linking gives {name} up for good: its name is freed, its settings and "
    "results are lost. If you want that, type the same again with --replace."
)
_ONE_OF_SEVERAL: Final = message(
    "This key leads to the account {name}, as do others. Linking lets it lead to {into} instead; {name} keeps the "
    "rest. If you want that, type the same again with --replace."
)

SENTENCES: Final[Mapping[str, str]] = {
    "name-taken": message("Somebody is called {name} already, or almost so."),
    "too-many-names": message("Too many names in a short time. Try again in {minutes} minutes."),
    "needs-key": message("This needs an account, and an account is a key. Make one with: ssh-keygen -t ed25519"),
    "no-such-code": message(
        "No such code, or it was used, or it is older than ten minutes. The command link, from the device that is in, "
        "shows a new one."
    ),
    "too-many-tries": message("Too many wrong codes. Try again in {minutes} minutes."),
    "linked-already": message("This key leads to {name} already."),
    "too-many-keys": message("An account has at most {most} keys. Let one go first: unlink."),
    "no-such-key": message("Your account has no such key. whoami lists them."),
    "last-key": message(
        "This is the only key of your account: nobody could come in without it. To end it all: account delete."
    ),
    "not-your-name": message("Your account is called {name}. If you want to delete it: account delete --yes {name}"),
    "still-here": message("Your account is in use by another connection. Leave there first."),
}
"""By code."""


def refusal_sentence(refusal: Refused, words: Words = ENGLISH) -> str:
    """What a person reads of a refusal."""
    return words.say(refusal_message(refusal), **refusal.details)


def refusal_message(refusal: Refused) -> str:
    """The same as a message of the catalogues, into which the refusal's details are put."""
    if refusal.code == "bad-name":
        return _NAMES.get(str(refusal.details.get("reason")), REFUSALS["bad-name"])
    if refusal.code == "own-account":
        return _ONE_OF_SEVERAL if refusal.details.get("others") else _ALONE
    return SENTENCES.get(refusal.code) or REFUSALS[refusal.code]
