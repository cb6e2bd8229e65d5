"""What somebody means who types a move as it was announced: `A2 9 loads on pod 3`, `A3 Keycard opens a pod`."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from relspace.rules.cards import DOWN, Space
from relspace.wire.messages import LegalMove
from relspace_client.around.parts import Reader
from relspace_client.locale.words import ENGLISH
from relspace_client.plain.moves import verdicts
from relspace_client.plain.stash import lying
from relspace_client.plain.voice import pods_named

SPACE: Final = re.compile(r"[abcx][1-9]\d?", re.IGNORECASE)
"""The name of a space."""

POD: Final = re.compile(r"(?:(?:loads|jams)\s+)?(?:on(?:to)?\s+)?(?:(?:pods?|p)\s*)?([1-9]\d{0,3})", re.IGNORECASE)
"""A pod: `2`, `p2`, `pod 2`, `onto 2`, `loads on pod 2`."""

AROUND: Final = " .,:;。、"
"""What may stand around words that were taken from a sentence."""


class Named(NamedTuple):
    """A card that somebody plays, and what they typed after its space."""

    reader: Reader
    space: str
    lies: Space
    """What lies there, as far as the person knows."""
    rest: str

    def pod(self, onto: Mapping[int, LegalMove]) -> int | None:
        """The pod that is meant among those that the card can go onto; None if that is not clear.

        A number is a pod's before it is the card's own: only where no such pod is among them, it repeats what lies
        there. Where there is one pod, it need not be named.
        """
        rest = self.rest.strip(AROUND)
        after = self._after_the_card(rest)
        for text in (rest, after):
            found = POD.fullmatch(text)
            if found and int(found[1]) in onto:
                return int(found[1])
        announced = (pod for pod, move in onto.items() if self._says(self._announcements(pod, move)))
        return next(announced, next(iter(onto)) if not after and len(onto) == 1 else None)

    def opens(self) -> bool:
        """Whether nothing was typed of a Keycard but what is said of it: it names no pod."""
        say = self.reader.say
        said = (say("{card} opens a pod.", card=self._shown), f"{self._shown} {say('opens a new pod')}")
        return not self._after_the_card(self.rest.strip(AROUND)) or self._says(said)

    @property
    def _shown(self) -> str:
        return f"{self.space} {lying(self.reader, self.lies)}"

    def _after_the_card(self, rest: str) -> str:
        """What was typed after the card's spoken name, which may be left out: in the reader's language or in English.

        Of one that lies face-down and was looked at, what it is may stand alone: `9 face-down`, `9`.
        """
        known = self.lies.removeprefix(DOWN) if self.lies else ""
        for reader in (self.reader, Reader(ENGLISH, self.reader.glyphs)):
            for lies in (self.lies, known or self.lies):
                name = lying(reader, lies).strip(AROUND)
                after = rest[len(name) :]
                if rest.casefold().startswith(name.casefold()) and not after[:1].isalnum():
                    return after.strip(AROUND)
        return rest

    def _announcements(self, pod: int, move: LegalMove) -> Iterator[str]:
        """All that is said of a move, before it is made."""
        name = pods_named(self.reader, [pod])
        yield self.reader.say("{card} loads on {pods}.", card=self._shown, pods=name)
        for card in (self._shown, self.space):
            yield from (f"{card} {said}" for said in (name, *verdicts(self.reader, {pod: move})))

    def _says(self, announced: Iterator[str] | tuple[str, ...]) -> bool:
        """Whether one of these sentences was typed."""
        return _bare(f"{self.space} {self.rest}") in map(_bare, announced)


def _bare(text: str) -> str:
    """A sentence without what nobody cares for in typing."""
    return " ".join(text.replace(":", " ").casefold().strip(AROUND).split())
