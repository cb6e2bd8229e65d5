"""The command, run in this process."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from relspace_client.cli import relspace

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs `relspace` with these words. Whatever is no exit of the command's own fails the test."""

    def run_it(*words: object, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(relspace, [str(word) for word in words], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run_it
