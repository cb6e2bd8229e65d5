"""Everything that reaches into asyncssh 2.24's private names: connections and channels as this server has them.

`tests/ssh/test_compat.py` fails when one of these overrides is no longer needed, or no longer enough.
"""

from relspace_server.ssh.compat.channel import ServedChannel
from relspace_server.ssh.compat.connection import ServedConnection
from relspace_server.ssh.compat.names import missing_names

__all__ = ["ServedChannel", "ServedConnection", "missing_names"]
