"""Every plain session that the tests know, in any language."""

from unittest.mock import patch

from relspace_client.locale.words import words

from ..client.plain import transcript
from ..client.plain.scenes import SCENES


async def lines(name: str, language: str) -> list[str]:
    """What is typed and said in a session."""
    with patch.object(transcript, "words", lambda said="en": words(language)):
        return (await SCENES[name]()).lines
