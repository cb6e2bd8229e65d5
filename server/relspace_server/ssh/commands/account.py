"""Commands about one's account: link, unlink, rename, export and deletion.

What reads words raises `UsageError` where they are none of the command's.
"""

from relspace_client.locale.words import message
from relspace_server.ssh.commands.request import Enquiry, Request, UsageError
from relspace_server.ssh.door import Answer, Door, Visitor


def read_link(words: list[str]) -> Request:
    """`link`, or `link CODE [--replace]`."""
    rest, flags = _parted("link", words, "--json", "--replace")
    if len(rest) > 1 or ("--replace" in flags and not rest):
        raise UsageError(message("link takes nothing, to show a code, or a code: link CODE [--replace]."))

    async def ask(door: Door, visitor: Visitor) -> Answer:
        if not rest:
            return await door.accounts.link_code(visitor)
        return await door.accounts.link(visitor, rest[0], replaces="--replace" in flags)

    return Enquiry(ask, "--json" in flags)


def read_unlink(words: list[str]) -> Request:
    """`unlink FINGERPRINT` or `unlink --this`."""
    rest, flags = _parted("unlink", words, "--json", "--this")
    if len(rest) != ("--this" not in flags) or rest == [""]:
        raise UsageError(message("unlink takes the fingerprint of a key, as whoami lists them, or --this."))

    async def ask(door: Door, visitor: Visitor) -> Answer:
        return await door.accounts.unlink(visitor, rest[0] if rest else "")

    return Enquiry(ask, "--json" in flags)


def read_rename(words: list[str]) -> Request:
    """`rename NAME`."""
    rest, flags = _parted("rename", words, "--json")
    if len(rest) != 1:
        raise UsageError(message("rename takes one name, without spaces."))

    async def ask(door: Door, visitor: Visitor) -> Answer:
        return await door.accounts.rename(visitor, rest[0])

    return Enquiry(ask, "--json" in flags)


def read_account(words: list[str]) -> Request:
    """`account export` or `account delete --yes NAME`."""
    rest, flags = _parted("account", words, "--json", "--yes")
    match rest:
        case ["export"] if "--yes" not in flags:
            return Enquiry(lambda door, visitor: door.accounts.export(visitor), "--json" in flags, even_banned=True)
        case ["delete", name] if "--yes" in flags:
            return Enquiry(
                lambda door, visitor: door.accounts.delete(visitor, name), "--json" in flags, even_banned=True
            )
        case ["delete", *_]:
            raise UsageError(
                message("This deletes your account for good. If you want that: account delete --yes YOUR-NAME")
            )
        case _:
            raise UsageError(message("account takes export, or delete --yes YOUR-NAME."))


def _parted(command: str, words: list[str], *known: str) -> tuple[list[str], set[str]]:
    """What is not a flag, and the flags."""
    flags = {word for word in words if word.startswith("--")}
    if flags - set(known):
        raise UsageError(message("{command} does not know {flag}."), command=command, flag=min(flags - set(known)))
    return [word for word in words if word not in flags], flags
