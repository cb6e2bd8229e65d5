"""What each move of a replay did, in a sentence."""

from relspace.room.state import LogEntry
from relspace.rules.replay import Step
from relspace_client.locale.words import Words
from relspace_client.table.logtext import Names, log_lines


def sentence(step: Step, names: tuple[str, ...], words: Words, you: int | None = None) -> str:
    """What one move did; empty for the deal.

    Args:
        step: the position that the move led to.
        names: who played, by seat.
        words: the reader's language.
        you: the seat that is told as `you`; None for none.
    """
    if step.made is None:
        return ""
    entry = LogEntry(step.position.ply, step.made.seat, step.events, step.made.auto)
    text = "; ".join(line.text for line in log_lines((entry,), Names(names, you), words))
    return words.say("{text} (autopilot)", text=text) if step.made.auto else text
