"""A plain session whose rooms are a test's, and everything that was said in it."""

from relspace.link import Link
from relspace.wire.messages import Message
from relspace_client.around.parts import Reader
from relspace_client.locale.words import words
from relspace_client.look.glyphs import ASCII
from relspace_client.plain.session import PlainSession
from relspace_client.start import Start

from ..fakes import FakeLink


class Transcript:
    """What is typed, marked with `>`, and what is said.

    Args:
        *first: what the rooms say first.
        start: where the person comes in.
        language: in which they read.
        rooms: other rooms than the test's.
    """

    def __init__(
        self, *first: Message, start: Start | None = None, language: str = "en", rooms: Link | None = None
    ) -> None:
        self.link = FakeLink(*first)
        self.lines: list[str] = []
        self.failures: list[Exception] = []
        self.now = 0.0
        reader = Reader(words(language), ASCII)
        link = rooms or self.link
        self.session = PlainSession(link, reader, start, self.lines.append, self.failures.append, lambda: self.now)

    @classmethod
    async def begun(cls, *first: Message, start: Start | None = None, rooms: Link | None = None) -> "Transcript":
        """A session that has come in."""
        transcript = cls(*first, start=start, rooms=rooms)
        await transcript.session.begin()
        return transcript

    async def types(self, *lines: str) -> list[str]:
        """Types lines; returns what was said to them."""
        before = len(self.lines)
        said: list[str] = []
        for line in lines:
            self.lines.append(f"> {line}")
            start = len(self.lines)
            await self.session.feed_line(line)
            said += self.lines[start:]
        assert len(self.lines) > before
        return said

    def hears(self, *messages: Message) -> list[str]:
        """Something comes from the rooms; returns what was said of it."""
        start = len(self.lines)
        self.link.push(*messages)
        return self.lines[start:]

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"
