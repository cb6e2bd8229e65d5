"""How this program is run again from the shell."""

import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

NAME: Final = "relspace"
"""What the program is called."""


def typed(program: str) -> str:
    """What is typed to run this program again: its name, or how it was run where the shell knows no such name.

    Args:
        program: the first of the process's words.
    """
    if shutil.which(NAME) is not None:
        return NAME
    if Path(program).suffix == ".py":
        return f"{shlex.quote(sys.executable)} -m relspace_client.cli"
    return shlex.quote(program)
