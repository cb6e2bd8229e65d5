"""People who look at a game in a terminal, by full screen or in plain lines."""

import asyncio

import asyncssh
import pyte

SECONDS = 20.0


class Onlooker(asyncssh.SSHClientSession[bytes]):
    """One terminal."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(100, 30)
        self._stream = pyte.ByteStream(self.screen)
        self._news = asyncio.Event()

    @classmethod
    async def sees(cls, port: int, name: str, *words: str) -> "Onlooker":
        """Comes in, and asks for something."""
        client = await asyncssh.connect(
            *("127.0.0.1", port),
            username=name,
            client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
            known_hosts=None,
            agent_path=None,
            config=None,
        )
        channel, self = await client.create_session(
            cls, " ".join(words), term_type="xterm-256color", term_size=(100, 30), encoding=None
        )
        self.channel = channel
        return self

    def data_received(self, data: bytes, datatype: object) -> None:
        self._stream.feed(data)
        self._news.set()

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def until(self, wanted: str) -> None:
        """Waits until something can be read."""
        try:
            async with asyncio.timeout(SECONDS):
                while wanted not in self.text:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{wanted!r} cannot be read:\n{self.text}") from None
