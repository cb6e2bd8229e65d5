"""Says in one line what is missing: a newer interpreter, or what makes virtual environments. Runs on any Python 3."""

import sys

NEEDED = (3, 11)

if sys.version_info < NEEDED:
    sys.exit(
        "Relative Space needs Python %d.%d or newer; this is %s. Try: make PYTHON=python3.11 …"
        % (*NEEDED, sys.version.split()[0])
    )
try:
    import ensurepip  # noqa: F401 - Debian and Ubuntu keep it apart from Python
    import venv  # noqa: F401
except ImportError as error:
    sys.exit(
        "This Python cannot make virtual environments: it has no %s. "
        "On Debian and Ubuntu: sudo apt install python%d.%d-venv" % (error.name, *sys.version_info[:2])
    )
