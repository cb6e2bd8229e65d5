"""An animator that costs nothing where nothing moves."""

from typing import Any

from textual._animator import Animator
from textual._types import CallbackType
from textual.app import App


class StillAnimator(Animator):
    """Sets at once what would move: Textual's own has a timer and a task for each app, even where nothing moves."""

    def __init__(self, app: App[Any]) -> None:
        self._animations = {}
        self._scheduled = {}
        self.app = app

    async def start(self) -> None:
        """There is no timer."""

    async def stop(self) -> None:
        """There is no timer."""

    def _animate(
        self,
        obj: object,
        attribute: str,
        value: Any,
        *,
        final_value: object = ...,
        on_complete: CallbackType | None = None,
        **_: Any,
    ) -> None:
        self._scheduled.pop((id(obj), attribute), None)
        setattr(obj, attribute, value if final_value is ... else final_value)
        if on_complete is not None:
            self.app.call_later(on_complete)

    async def wait_for_idle(self) -> None:
        """Nothing moves."""

    async def wait_until_complete(self) -> None:
        """Nothing moves."""
