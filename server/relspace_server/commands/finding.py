"""What a check of `doctor` finds."""

from typing import Literal, NamedTuple, TypeAlias

Grade: TypeAlias = Literal["ok", "note", "wrong"]


class Finding(NamedTuple):
    """What one check has found."""

    grade: Grade
    about: str
    says: str
    """One sentence, and what to do where something is to be done."""
