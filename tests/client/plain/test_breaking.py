"""Long lines on a terminal."""

import os

import pytest

from relspace_client.plain.breaking import broken
from relspace_client.plain.here import write_line

LINE = "Your turn. A1 7 loads on pods 1 and 2."


def test_a_long_line_is_broken_between_words_and_the_last_column_stays_free() -> None:
    assert broken(LINE, 20) == ["Your turn. A1 7", "loads on pods 1 and", "2."]
    assert broken("手札は3枚です。次はあなたの番です。", 11) == ["手札は3枚", "です。次は", "あなたの番", "です。"]


def test_a_line_that_has_room_stays_as_it_is() -> None:
    assert broken(LINE, len(LINE) + 1) == [LINE]
    assert broken("  two  spaces ", 80) == ["  two  spaces "]
    assert broken("", 80) == [""]


@pytest.mark.parametrize("columns", [0, 1])
def test_without_a_terminal_a_line_is_whole(columns: int) -> None:
    assert broken(LINE, columns) == [LINE]


def test_on_ones_own_terminal_lines_are_as_long_as_it_is_wide_and_in_a_pipe_they_are_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    write_line(LINE)
    assert capsys.readouterr().out == f"{LINE}\n"
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr("sys.stdout", terminal)
        write_line(LINE)
        read = os.read(ours, 100).decode().replace("\r\n", "\n")
    os.close(ours)
    assert read == "Your turn. A1 7\nloads on pods 1 and\n2.\n"
