"""The last line that a person reads."""

from relspace.errors import NotNow
from relspace_client.start import InLobby, JoinRoom
from relspace_server.ssh import wayout
from relspace_server.ssh.wayout import Ending, last_bytes


def test_it_follows_the_bytes_that_give_the_terminal_back() -> None:
    sent = last_bytes(b"\x1b[?1049l", wayout.GOODBYE, "play.example.net")
    assert sent == b"\x1b[?1049lUntil next time. Come back: ssh play.example.net\r\n"


def test_it_says_how_to_ask_for_something_else() -> None:
    ending = wayout.refused(NotNow("room-full", room="VEGA7"), JoinRoom("VEGA7"))
    sent = last_bytes(b"", ending, "-p 2222 play.example.net")
    assert sent.endswith(b"Watch it: ssh -t -p 2222 play.example.net watch VEGA7\r\n")
    assert wayout.refused(NotNow("room-full", room="VEGA7"), InLobby()).command == ""


def test_who_is_sent_away_reads_why_and_is_not_asked_back() -> None:
    for reason, said in (
        ("go away", "The host has ended your session: go away."),
        ("", "The host has ended your session."),
    ):
        assert last_bytes(b"", wayout.sent_away(reason), "play.example.net") == f"{said}\r\n".encode()


def test_nothing_in_it_commands_a_terminal() -> None:
    sent = last_bytes(b"", Ending("Ve\x1b]0;X\x07\x9b31m\u202ega left.", 0), "play.example.net")
    assert sent == b"Ve]0;X31mga left. Come back: ssh play.example.net\r\n"


def test_a_guest_is_not_told_that_games_are_kept() -> None:
    for ending in (wayout.DRAINED, wayout.IDLE, wayout.UNAVAILABLE, wayout.crashed("0badf00d")):
        assert "your games" in ending.told_to(guest=False).said()
        told = ending.told_to(guest=True)
        assert "your games" not in told.said()
        assert (told.code, told.offer) == (ending.code, ending.offer)
    assert wayout.GOODBYE.told_to(guest=True) == wayout.GOODBYE


def test_every_ending_is_a_sentence_with_a_code() -> None:
    endings = [each for each in vars(wayout).values() if isinstance(each, Ending)]
    assert len(endings) >= 8
    for ending in [*endings, wayout.crashed("0badf00d")]:
        assert ending.why.endswith(".")
        assert ending.code in range(4)
