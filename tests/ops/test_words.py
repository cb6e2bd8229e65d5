"""What admins type."""

from pathlib import Path

import pytest

from relspace_server.ops.admin.request import COMMANDS, AdminRequest, read_words, seconds_of
from relspace_server.ssh.commands import AdminWords, UsageError, read_command

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"


def test_the_page_lists_every_command_as_the_code_has_it() -> None:
    page = PAGE.read_text()
    part = page[page.index("| command | what it does |") : page.index("Each takes `--json`")]
    rows = [line.replace("\\|", "\0").strip("|").split("|") for line in part.splitlines() if line.startswith("| `")]
    shown = [(words.strip(" `").replace("\0", "|"), doc.strip()) for words, doc in rows]
    assert shown == [(command.words, command.doc) for command in COMMANDS.values()]


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("rooms", AdminRequest("rooms")),
        ("", AdminRequest("help")),
        ("--help", AdminRequest("help")),
        ("help kick", AdminRequest("help", ("kick",))),
        ("kick Vega --reason --help", AdminRequest("help", ("kick",))),
        ("kick -h", AdminRequest("help", ("kick",))),
        ("say -h hurts", AdminRequest("say", ("-h", "hurts"))),
        ("bans --json", AdminRequest("bans", json=True)),
        ("--json bans", AdminRequest("bans", json=True)),
        ("--json", AdminRequest("help", json=True)),
        ("--json --help", AdminRequest("help", json=True)),
        ("--json " * 5_000 + "say hello", AdminRequest("say", ("hello",), json=True)),
        ("kick Vega --reason too loud for us", AdminRequest("kick", ("Vega",), {"reason": "too loud for us"})),
        ("kick --reason=loud --json Vega", AdminRequest("kick", ("Vega",), {"reason": "loud"}, json=True)),
        (
            "ban name Vega --for 7d --reason a b --json",
            AdminRequest("ban", ("name", "Vega"), {"for": "7d", "reason": "a b"}, json=True),
        ),
        ("motd be kind", AdminRequest("motd", ("be", "kind"))),
        ("motd --clear", AdminRequest("motd", flags=frozenset({"clear"}))),
        ("drain --now", AdminRequest("drain", flags=frozenset({"now"}))),
        ("audit --last 5", AdminRequest("audit", options={"last": "5"})),
    ],
)
def test_commands(line: str, request_: AdminRequest) -> None:
    assert read_words(line.split()) == request_


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sing", "There is no admin command 'sing'."),
        ("\x1b[2J", "There is no admin command '\\x1b[2J'."),
        ("rooms now", "admin rooms: 'now' is too much."),
        ("kick", "admin kick WHO [--reason TEXT]: too few words."),
        ("kick --reason", "--reason needs a value"),
        ("kick Vega Rigel", "'Rigel' is too much"),
        ("kick Vega --why not", "there is no --why"),
        ("kick Vega --\x1b[2Jwhy", "there is no --[2Jwhy"),
        ("drain --now=1", "--now takes no value"),
        ("ban name", "too few words"),
    ],
)
def test_what_is_no_command(line: str, said: str) -> None:
    with pytest.raises(UsageError) as error:
        read_words(line.split())
    assert said in str(error.value)
    assert str(error.value).replace("\n", "").isprintable()


def test_what_changes_nothing_is_not_written_down() -> None:
    changing = {name for name in COMMANDS if AdminRequest(name).changes}
    assert changing == {"kick", "ban", "unban", "say", "close", "drain", "reload"}
    assert read_words(["motd", "x"]).changes
    assert read_words(["motd", "--clear"]).changes


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90s", 90), ("30m", 1_800), ("12h", 43_200), ("7d", 604_800), ("4w", 2_419_200), ("1d12h", 129_600)],
)
def test_times(text: str, seconds: int) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "7", "d", "7 d", "-7d", "7y", "0s", "999999w", "1h1d", "９d"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(UsageError):
        seconds_of(text)


def test_words_over_ssh_may_have_any_letters_and_lone_quotes() -> None:
    assert read_command("admin motd 'be  kind'") == AdminWords(("motd", "be  kind"))
    assert read_command("admin motd isn't it ごきげんよう") == AdminWords(("motd", "isn't", "it", "ごきげんよう"))
    assert read_command("admin") == AdminWords(())
    with pytest.raises(UsageError, match="at most 1000 characters"):
        read_command("admin motd " + "x" * 1_000)
    with pytest.raises(UsageError, match="There is no command administer"):
        read_command("administer")
