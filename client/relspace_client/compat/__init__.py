"""Everything that reaches into Textual 8.2's private names: apps that share a process, and what they are drawn by.

`tests/terminal/test_compat.py` and `test_late.py` fail when one of these overrides is no longer needed, or not enough.
"""

from relspace_client.compat import caches, late  # noqa: F401 - they change Textual for all apps
from relspace_client.compat.hosted import BareScreen, Farewell, HostedApp
from relspace_client.compat.keys import parse_key, run_binding
from relspace_client.compat.names import missing_names

__all__ = ["BareScreen", "Farewell", "HostedApp", "missing_names", "parse_key", "run_binding"]
