"""Keys in the order in which they were pressed, however many come in one packet."""

from typing import Any, cast

from textual import events
from textual.message import Message
from textual.widget import Widget

from relspace_client.compat import run_binding


class InOrder:
    """Comes before a stock widget among the bases of a dialog's own. It is none itself, or it would hide stock styles.

    Textual handles what can be printed in the widget, and Enter, Backspace or Escape only once they have bubbled up to
    the app: of keys that come together, a letter would be handled before the Enter that was pressed ahead of it.

    Keys older than the widget are dropped: they were pressed before its dialog was there.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._since = Message().time

    async def _on_key(self, event: events.Key) -> None:
        early = event.time < self._since
        if early or (not event.is_printable and await run_binding(cast("Widget", self).app, event.key)):
            event.stop()
            event.prevent_default()
