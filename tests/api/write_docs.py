"""Writes the reference in docs/api.md anew: `python -m tests.api.write_docs`, from the root of the repository."""

from .reference import PAGE, filled

if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
