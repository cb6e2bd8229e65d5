"""`python -m relspace_server` is `relspace-server`."""

from relspace_server.cli import main

# Processes that are spawned import this module again, under another name.
if __name__ == "__main__":
    main()
