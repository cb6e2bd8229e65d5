"""The lines that the host reads where the server was started."""

import logging
import os
import sys
from contextlib import suppress
from typing import Final

LOG: Final = logging.getLogger(__name__)


def tell_host(line: str) -> None:
    """Tells the host something at once, even where a program reads it.

    Whoever read it may be gone, and the disk that takes it may be full: that stops neither the server nor its way out.
    """
    try:
        print(line, flush=True)  # noqa: T201 - the command's own output
    except (OSError, ValueError) as error:
        LOG.warning("nobody could be told %r: %s", line, error)
        _say_no_more()


def _say_no_more() -> None:
    """Lets what could not be written go nowhere, or Python would try again when it ends, and end with a failure."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
