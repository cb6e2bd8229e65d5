"""What a host can set, and what is said when it cannot be."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

from relspace_server import cli
from relspace_server.config import SETTINGS, CannotStart, Settings, read_again, read_file, settings_from

Run = Callable[..., Result]

WORDS = {"log_format": "json", "log_level": "error", "public_address": "play.example.net"}
"""Values of settings that not every text can be."""


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings with which the server would have been started."""
    started: list[Settings] = []
    fake = ModuleType("relspace_server.bootstrap")

    async def run(settings: Settings, *_: object) -> None:
        started.append(settings)

    fake.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "relspace_server.bootstrap", fake)
    monkeypatch.setattr("relspace_server.commands.serve.scrub_environment", lambda _: [])
    return started


@pytest.fixture
def serve() -> Run:
    """Runs `relspace-server serve`."""

    def run(*flags: str, **environment: str) -> Result:
        return CliRunner().invoke(cli.main, ["serve", *flags], env=environment)

    return run


def test_the_defaults(given: list[Settings], serve: Run) -> None:
    assert serve().exit_code == 0
    assert given == [Settings()]


def test_nothing_is_collected_while_the_server_starts(
    given: list[Settings], serve: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    collecting: list[bool] = []

    async def run(*_: object) -> None:
        collecting.append(gc.isenabled())

    monkeypatch.setattr(sys.modules["relspace_server.bootstrap"], "run", run)
    assert serve().exit_code == 0
    assert collecting == [False]
    assert gc.isenabled()
    assert not given


def test_a_flag_comes_before_the_environment_and_that_before_the_file(
    given: list[Settings], serve: Run, tmp_path: Path
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('port = 1\nhost = "file"\nguests = false\npublic_address = "file"\nlogin_seconds = 5\n')
    flags = ("--config", str(file), "--port", "3")
    assert serve(*flags, RELSPACE_PORT="2", RELSPACE_HOST="environment").exit_code == 0
    (settings,) = given
    assert (settings.port, settings.host, settings.public_address) == (3, "environment", "file")
    assert settings.guests is False
    assert settings.login_seconds == 5.0
    assert settings.max_sessions == 500


def test_the_file_can_be_named_in_the_environment(given: list[Settings], serve: Run, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("port = 4")
    assert serve(RELSPACE_CONFIG=str(file)).exit_code == 0
    assert given[0].port == 4


def test_every_setting_can_be_set_in_every_way(given: list[Settings], serve: Run, tmp_path: Path) -> None:
    for setting in SETTINGS:
        word = WORDS.get(setting.name, "10.0.0.0/8")
        other: object = {str: word, Path: "other", bool: False, int: 7, float: 7.0}[setting.kind]
        if setting.name == "workers":
            other = 1  # more of them need other settings besides: tests/cluster/test_workers.py
        expected = Path("other") if setting.kind is Path else other
        flag = (setting.flag, str(other)) if setting.kind is not bool else (f"--no-{setting.flag[2:]}",)
        assert serve(*flag).exit_code == 0, setting
        assert serve(**{setting.variable: str(other)}).exit_code == 0
        file = tmp_path / "settings.toml"
        file.write_text(
            f'{setting.name} = "{other}"' if isinstance(other, str) else f"{setting.name} = {other}".lower()
        )
        assert serve("--config", str(file)).exit_code == 0
        assert {getattr(each, setting.name) for each in given} == {expected}, setting
        given.clear()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = ", "is not TOML"),
        ("colour = 1", "unknown setting, colour"),
        ('port = "many"', "wrong type"),
        ("guests = 1", "wrong type"),
        ("port = true", "wrong type; it takes a whole number."),
        ("host = 0x" + "f" * 5_000, "wrong type; it takes text, in quotation marks."),
        ('"\\u001b\\n" = 1', "unknown setting, '\\x1b\\n'."),
        ("port = " + "[" * 5_000, "The settings file {file} "),
        ("port = 1" + "0" * 5_000, "is not TOML: Exceeds the limit"),
        ("port = 0x" + "f" * 5_000, "port in {file} must be a number up to 1000000000."),
        ("login_seconds = 1" + "0" * 400, "login_seconds in {file} must be a number up to 1000000000."),
        ('data_dir = "\\u0000"', "data_dir in {file} must hold no control characters, not '\\x00'."),
        ('admin_keys = "keys\\u001b"', "admin_keys in {file} must hold no control characters, not 'keys\\x1b'."),
        ('public_address = "x:0"', "public_address in {file} must be a host, or host:port"),
        ("port = 70000", "port in {file} must be at most 65535"),
        ("max_sessions = 0", "max_sessions in {file} must be more than 0"),
        ("login_seconds = -1.5", "login_seconds in {file} must be more than 0"),
        ("login_seconds = nan", "login_seconds in {file} must be a number up to 1000000000, not nan"),
        ("bot_pace = inf", "bot_pace in {file} must be a number up to 1000000000, not inf"),
        ("keepalive_seconds = 1e300", "keepalive_seconds in {file} must be a number up to"),
        ("max_rooms = 99999999999999999999", "max_rooms in {file} must be a number up to"),
        (
            'proxy_networks = "10.0.0.0/8, here"',
            "proxy_networks in {file} must hold networks such as 10.0.0.0/8: 'here'",
        ),
        ('proxy_networks = "10.0.0.1/8"', "10.0.0.1/8 has host bits set"),
    ],
)
def test_a_file_that_is_wrong_is_told_in_one_line(
    given: list[Settings], serve: Run, tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    result = serve("--config", str(file))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert said.format(file=file) in result.stderr
    assert given == []


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("RELSPACE_PORT", "abc", "RELSPACE_PORT: 'abc' is not a valid integer."),
        ("RELSPACE_BOT_PACE", "slow", "RELSPACE_BOT_PACE: 'slow' is not a valid float."),
        ("RELSPACE_GUESTS", "some", "RELSPACE_GUESTS: 'some' is not a valid boolean."),
        ("RELSPACE_PORT", "70000", "RELSPACE_PORT must be at most 65535, not 70000."),
        ("RELSPACE_LOG_LEVEL", "loud", "RELSPACE_LOG_LEVEL must be one of debug, info, warning, error, not loud."),
        ("RELSPACE_PROXY_NETWORKS", "here", "RELSPACE_PROXY_NETWORKS must hold networks such as 10.0.0.0/8: 'here'"),
    ],
)
def test_a_variable_that_is_wrong_is_named_in_one_line(
    given: list[Settings], serve: Run, variable: str, value: str, said: str
) -> None:
    result = serve(**{variable: value})
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(said)
    assert result.stderr.count("\n") == 1
    assert given == []


def test_a_boolean_that_is_none_is_told_what_it_can_be(serve: Run) -> None:
    assert serve(RELSPACE_GUESTS="maybe").stderr == (
        "RELSPACE_GUESTS: 'maybe' is not a valid boolean. Say true or false.\n"
    )


@pytest.mark.parametrize(
    "address",
    ["x:999999", "x:0", "x:ssh", "a b", "-oProxy", "vega@example.net", ":22", "2001:db8::xyz", "[fe80::1%eth0]"],
)
def test_a_public_address_that_nobody_could_type_is_refused(given: list[Settings], serve: Run, address: str) -> None:
    result = serve("--public-address", address)
    assert result.stderr == (
        f"--public-address must be a host, or host:port with a port from 1 to 65535, not {address!r}.\n"
    )
    assert (result.exit_code, given) == (1, [])


@pytest.mark.parametrize("command", ["serve", "doctor"])
@pytest.mark.parametrize("words", [("--guests", "maybe"), ("--no-guests", "false", "--port", "1"), ("--guests=no",)])
def test_a_switch_that_is_given_a_value_is_told_which_ways_there_are(command: str, words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(cli.main, [command, *words])
    flag = words[0].partition("=")[0]
    assert result.exit_code == 2
    assert result.stderr.endswith(f"Error: {flag} takes no value: it is --guests or --no-guests.\n")


@pytest.mark.parametrize("command", ["serve", "doctor", "backup", "restore"])
@pytest.mark.parametrize(("typed", "guess"), [("--nope", ""), ("--dat-dir", "--data-dir"), ("--stroe", "--store")])
def test_an_option_that_is_none_is_guessed_only_where_it_is_alike(command: str, typed: str, guess: str) -> None:
    result = CliRunner().invoke(cli.main, [command, typed])
    assert result.exit_code == 2
    assert "No such option" in result.stderr
    assert (guess in result.stderr) if guess else ("Did you mean" not in result.stderr)


def test_control_characters_in_a_flag_are_refused(given: list[Settings], serve: Run) -> None:
    result = serve("--public-address", "\x1b[2J")
    assert result.stderr == "--public-address must hold no control characters, not '\\x1b[2J'.\n"
    assert (result.exit_code, given) == (1, [])


@pytest.mark.parametrize("address", ["play.example.net", "müller.example", "[2001:db8::1]:65535", "192.0.2.1:1"])
def test_a_public_address_is_a_name_or_a_number(given: list[Settings], serve: Run, address: str) -> None:
    assert serve("--public-address", address).exit_code == 0
    assert given[0].public_address == address


def test_a_file_without_an_end_is_not_read(given: list[Settings], serve: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", "/dev/full"):
        result = serve("--config", str(path))
        assert result.stderr == f"The settings file {path} is no file that holds text; name one that does.\n"
        assert (result.exit_code, given) == (1, [])


def test_a_flag_that_is_wrong_is_named_whatever_the_environment_says(given: list[Settings], serve: Run) -> None:
    result = serve("--port", "70000", RELSPACE_PORT="2222")
    assert result.stderr == "--port must be at most 65535, not 70000.\n"
    assert given == []


def test_a_file_that_is_wrong_when_it_is_read_again_is_named(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("max_sessions = 0")
    values = {each.name: each.default for each in SETTINGS}
    with pytest.raises(CannotStart, match=f"^max_sessions in {file} must be more than 0, not 0"):
        read_again(values, (), file)


def test_a_file_that_is_not_there_is_told_in_one_line(given: list[Settings], serve: Run, tmp_path: Path) -> None:
    result = serve("--config", str(tmp_path / "none.toml"))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "none.toml" in result.stderr
    assert given == []


def test_bytes_that_are_no_text_are_no_settings(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(CannotStart, match="is not TOML"):
        read_file(file)


@pytest.mark.parametrize("flags", [("--port", "many"), ("--colour", "1"), ("extra",)])
def test_wrong_usage_ends_with_2(given: list[Settings], serve: Run, flags: tuple[str, ...]) -> None:
    assert serve(*flags).exit_code == 2
    assert given == []


def test_what_keeps_the_server_from_starting_is_told_in_one_line(
    given: list[Settings], serve: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(*_: object) -> None:
        raise CannotStart("Cannot listen on port 22: Address already in use.")

    monkeypatch.setattr(sys.modules["relspace_server.bootstrap"], "run", run)
    result = serve()
    assert result.exit_code == 1
    assert result.stderr == "Cannot listen on port 22: Address already in use.\n"


@pytest.mark.parametrize(
    ("address", "port", "words"),
    [
        ("play.example.net", 22, "play.example.net"),
        ("play.example.net", 2222, "-p 2222 play.example.net"),
        ("play.example.net:22", 2222, "play.example.net"),
        ("play.example.net:2022", 22, "-p 2022 play.example.net"),
        ("192.0.2.1", 22, "192.0.2.1"),
        ("2001:db8::1", 22, "2001:db8::1"),
        ("[2001:db8::1]", 22, "2001:db8::1"),
        ("[2001:db8::1]:2022", 22, "-p 2022 2001:db8::1"),
    ],
)
def test_what_a_player_types(address: str, port: int, words: str) -> None:
    assert Settings(public_address=address, port=port).ssh_words == words


def test_without_a_public_address_it_is_this_machines_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "deneb")
    assert Settings().ssh_words == "-p 2222 deneb"


def test_what_no_flag_says_is_the_default() -> None:
    assert settings_from({}) == Settings()
