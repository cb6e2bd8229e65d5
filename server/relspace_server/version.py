"""The version of the program, as it was installed."""

from importlib.metadata import version
from typing import Final

VERSION: Final = version("relative-space")
