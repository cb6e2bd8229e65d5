"""The server's own environment says nothing to players' terminals."""

import subprocess
import sys

from relspace_server.ssh.terminal.environment import scrub_environment


def test_what_textual_and_rich_read_is_removed_and_the_rest_stays() -> None:
    environment = {
        "PATH": "/bin",
        "TERM": "xterm",
        "LANG": "C.UTF-8",
        "RELSPACE_PORT": "22",
        "TEXTUAL": "debug",
        "TEXTUAL_THEME": "nord",
        "COLORTERM": "truecolor",
        "NO_COLOR": "1",
        "ESCDELAY": "1",
        "ITERM_PROFILE": "x",
        "LC_TERMINAL": "iTerm2",
        "TERM_PROGRAM": "iTerm.app",
    }
    removed = scrub_environment(environment)
    assert environment == {"PATH": "/bin", "TERM": "xterm", "LANG": "C.UTF-8", "RELSPACE_PORT": "22"}
    assert removed == sorted(removed)
    assert len(removed) == 8


def test_it_can_be_done_before_textual_is_imported() -> None:
    code = (
        "import sys; from relspace_server.ssh.terminal.environment import scrub_environment; "
        "import relspace_server.cli; print(sorted(n for n in sys.modules if n.split('.')[0] in ('textual', 'rich')))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_textual_is_the_same_whatever_the_environment_said() -> None:
    code = (
        "import os; from relspace_server.ssh.terminal.environment import scrub_environment; "
        "scrub_environment(os.environ); from textual import constants as c; "
        "print(c.ESCAPE_DELAY, c.DEFAULT_THEME, c.DRIVER, c.FILTERS, c.DEBUG, c.LOG_FILE)"
    )
    hostile = {
        "PATH": "/bin",
        "ESCDELAY": "5000",
        "TEXTUAL_THEME": "nord",
        "TEXTUAL_DRIVER": "os:path",
        "TEXTUAL_FILTERS": "dim",
        "TEXTUAL_DEBUG": "1",
        "TEXTUAL_LOG": "/tmp/never",
    }
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=hostile)
    assert found.stdout.strip() == "0.1 textual-dark None  False None"
