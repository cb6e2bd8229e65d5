"""What a host reads who asks the commands for help."""

import click
from click.testing import CliRunner

from relspace_server.cli import main
from relspace_server.config import SETTINGS


def helped(*words: str) -> str:
    """What is printed on a terminal of the usual width."""
    return CliRunner().invoke(main, [*words, "--help"], prog_name="relspace-server").output


def test_every_command_is_listed_with_a_whole_sentence() -> None:
    listed = helped().partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == sorted(main.commands)
    for line in listed:
        assert line.endswith(".")
        assert not line.endswith("...")


def test_defaults_are_told_where_there_are_any() -> None:
    (serve,) = (one for name, one in main.commands.items() if name == "serve")
    shown = {one.name: one.show_default for one in serve.params if isinstance(one, click.Option)}
    assert {each.name for each in SETTINGS if not shown[each.name]} == {
        each.name for each in SETTINGS if each.default == ""
    }
    said = helped("serve")
    assert '""' not in said
    assert "[default: 2222]" in said
