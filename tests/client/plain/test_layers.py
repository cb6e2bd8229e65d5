"""Plain mode needs no screen and no network."""

import subprocess
import sys

PROBE = """
import importlib, pkgutil, sys
sys.path[:] = {path!r}
import relspace_client.plain
for module in pkgutil.walk_packages(relspace_client.plain.__path__, "relspace_client.plain."):
    importlib.import_module(module.name)
print(" ".join(sorted({{name.partition(".")[0] for name in sys.modules}})))
"""


def test_plain_mode_loads_neither_textual_nor_asyncssh() -> None:
    program = PROBE.format(path=sys.path)
    run = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert not {"textual", "rich", "asyncssh", "relspace_server", "sqlite3"} & set(run.stdout.split())
