"""What one's own terminal can show."""

import pytest

from relspace_client.look.appearance import Appearance
from relspace_client.own_terminal import is_plain, suggested


@pytest.mark.parametrize(
    ("environment", "look"),
    [
        ({"TERM": "xterm-256color"}, Appearance(colours="256")),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Appearance()),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Appearance(colours="none")),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Appearance(colours="256")),
        ({"TERM": "linux"}, Appearance(glyphs="ascii")),
        ({"TERM": "vt100"}, Appearance(colours="none", glyphs="ascii")),
        ({"TERM": "xterm-256color", "LANG": "es_ES.UTF-8"}, Appearance("es", colours="256")),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "ja_JP.UTF-8"}, Appearance("ja")),
        ({"LANG": "C.UTF-8"}, Appearance()),
        ({"LC_ALL": "", "LANG": "ja"}, Appearance("ja")),
        ({}, Appearance()),
    ],
)
def test_the_look_follows_from_the_environment(environment, look):
    assert suggested(environment) == look


@pytest.mark.parametrize(
    ("environment", "platform", "plain"),
    [
        ({"TERM": "xterm"}, "linux", False),
        ({"TERM": "dumb"}, "linux", True),
        ({}, "linux", True),
        ({}, "win32", False),
    ],
)
def test_some_terminals_show_lines_only(environment, platform, plain):
    assert is_plain(environment, platform) == plain
