"""Says in one line what is missing when the interpreter is too old. Runs on any Python 3."""

import sys

NEEDED = (3, 11)

if sys.version_info < NEEDED:
    sys.exit(
        "Relative Space needs Python %d.%d or newer; this is %s. Try: make PYTHON=python3.11 …"
        % (*NEEDED, sys.version.split()[0])
    )
