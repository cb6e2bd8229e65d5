"""Somebody who plays by what the screen says, and by keys alone."""

import re

from .terminal import Missed, SshTerminal

PLATE_LOADS = re.compile(r"(\d) (?:↓ loads|\+ opens)")
PLATE_JAMS = re.compile(r"(\d) ! jam")
POD_KEYS = re.compile(r"─ (\d) ─|(\d) (?:↓|!|\?)")
YOUR_TURN = "YOUR TURN"
THE_END = "Was it fair?"

CARDS_TO_TRY = 8
"""Free cards looked at before a jam is taken instead."""


def plays_to_the_end(*terminals: SshTerminal, turns: int = 400) -> None:
    """Lets people play, whoever is on turn, until every one of them sees the end of the game."""
    for _ in range(turns):
        for terminal in terminals:
            terminal.read(0.02)
            if YOUR_TURN in terminal.text:
                play_turn(terminal)
        if all(THE_END in terminal.text for terminal in terminals):
            return
    raise Missed("the game does not end:\n" + "\n\n".join(terminal.text for terminal in terminals))


def take_turns(*terminals: SshTerminal, turns: int) -> None:
    """Lets people play, whoever is on turn, until so many keys of theirs were pressed for a move."""
    taken = 0
    for _ in range(400):
        for terminal in terminals:
            terminal.settle(0.05)
            if YOUR_TURN in terminal.text:
                play_turn(terminal)
                taken += 1
        if taken >= turns:
            return
    raise Missed("nobody is on turn:\n" + "\n\n".join(terminal.text for terminal in terminals))


def play_turn(terminal: SshTerminal) -> None:
    """Presses what the prompt asks for, once."""
    text = terminal.settle(0.05)
    prompt = next((line for line in text.splitlines() if YOUR_TURN in line), "")
    if not prompt:
        return
    if "Winston" in prompt:
        terminal.press("right", "enter")
    elif "Albert" in prompt:
        _give(terminal)
    elif "any other key no" in prompt:
        terminal.press("y")
    else:
        _choose_and_play(terminal)
    terminal.settle(0.05)


def _give(terminal: SshTerminal) -> None:
    """Gives Albert's card to the first player who takes it."""
    for digit in "123":
        terminal.press(digit)
        terminal.settle(0.05)
        if "Albert" not in terminal.text.split(YOUR_TURN)[-1][:60]:
            return


def _choose_and_play(terminal: SshTerminal) -> None:
    """Looks at one free card after another until one loads; jams the last one otherwise."""
    for _ in range(CARDS_TO_TRY):
        terminal.press("right")
        text = terminal.settle(0.05)
        if YOUR_TURN not in text:
            return
        if "Enter opens" in text:
            terminal.press("enter")
            return
        loads = PLATE_LOADS.search(text)
        if loads:
            terminal.press(loads[1])
            return
    keys = PLATE_JAMS.search(terminal.text) or POD_KEYS.search(terminal.text)
    if keys is None:
        raise Missed(f"no pod can be chosen:\n{terminal.text}")
    terminal.press(next(group for group in keys.groups() if group))
    if "any other key no" in terminal.settle(0.05):
        terminal.press("y")
