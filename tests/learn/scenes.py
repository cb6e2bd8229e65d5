"""Pictures of the tutorial and of the replay, to be read as text."""

from collections.abc import Callable
from pathlib import Path

from relspace_client.app import RelspaceApp
from relspace_client.look.appearance import Appearance
from relspace_client.picture.picture import Picture
from relspace_client.practice.link import Practice
from relspace_client.replaying.checked import check
from relspace_client.screens.learn import LearnPage
from relspace_client.screens.page import Page
from relspace_client.screens.replay import ReplayPage

from ..practice.world import SEED, WELCOMED, Keeps, World

RECORD = (Path(__file__).parents[1] / "cli" / "golden" / "short.jsonl").read_text()

SIZES = {"40x20": (40, 20), "120x40": (120, 40)}


def stage(look: Appearance):
    """A session that nobody runs: pages ask it for a reader and the time."""
    link = Practice("Vega", WELCOMED, Keeps(), seed=SEED, around=World().around)
    session = RelspaceApp(link, None, look=look, seconds=lambda: 0.0).session
    session.shell.after = lambda seconds, then: None
    return session


def learn(keys: str, size: tuple[int, int], look: Appearance) -> Picture:
    """The tutorial after these keys."""
    return _after(LearnPage(stage(look)), keys, size)


def replay(keys: str, size: tuple[int, int], look: Appearance) -> Picture:
    """The replay of a short game after these keys."""
    return _after(ReplayPage(stage(look), check(RECORD.splitlines())), keys, size)


def _after(page: Page, keys: str, size: tuple[int, int]) -> Picture:
    for key in keys.split():
        page.press(key)
    page._film.skip()
    return page.picture(*size)


JAM = "right a 1 1 right a 2"
"""To the third step of the first lesson, with the card chosen that will jam."""

ASKS = JAM + " 1"
WRONG = JAM + " a 4 1"

KEYS: dict[str, tuple[Callable[..., Picture], str]] = {
    "learn-first": (learn, ""),
    "learn-jam": (learn, JAM),
    "learn-asks": (learn, ASKS),
    "learn-wrong": (learn, WRONG),
    "learn-mira-plays": (learn, "right a 1 1"),
    "learn-wormhole": (learn, "tab 4 enter a 1 1 right"),
    "learn-albert": (learn, "tab 7 enter a 1 1"),
    "learn-winston-done": (learn, "tab 6 enter a 1 1 right enter"),
    "learn-escaped": (learn, "tab end enter a 1 1"),
    "learn-list": (learn, "tab down down"),
    "replay-deal": (replay, ""),
    "replay-ply": (replay, "right right right right"),
    "replay-eyes": (replay, "g 1 2 enter 2"),
    "replay-typing": (replay, "g 1 2"),
    "replay-stashes": (replay, "right o"),
    "replay-last": (replay, "end"),
    "replay-facts": (replay, "end right"),
}


def _scene(name: str, size: tuple[int, int], look: Appearance) -> Callable[[], Picture]:
    make, keys = KEYS[name]
    return lambda: make(keys, size, look)


SCENES: dict[str, Callable[[], Picture]] = {
    f"{name}-{size}": _scene(name, cells, Appearance()) for name in KEYS for size, cells in SIZES.items()
} | {
    f"{name}-ascii": _scene(name, (40, 18), Appearance(glyphs="ascii"))
    for name in ("learn-jam", "learn-list", "replay-ply", "replay-facts")
}
"""Every picture that is kept as text."""
