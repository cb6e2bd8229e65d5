"""Somebody who plays by what the screen says, and by keys alone."""

import re
import time

from .terminal import Missed, SshTerminal

PLATE_LOADS = re.compile(r"(\d) (?:↓ loads|\+ opens)")
PLATE_JAMS = re.compile(r"(\d) ! jam")
POD_KEYS = re.compile(r"─ (\d) ─|(\d) (?:↓|!|\?)")
YOUR_TURN = "YOUR TURN"
THE_END = "Was it fair?"

PATIENCE = 240.0
"""Seconds until a game that does not go on is missed; however slow the machine is, that is not how games go."""

MOST_MOVES = 150
"""Moves after which somebody resigns, so that every game ends: of a thousand, none took as many."""

CARDS_TO_TRY = 8
"""Free cards looked at before a jam is taken instead."""


def plays_to_the_end(*terminals: SshTerminal) -> None:
    """Lets people play, whoever is on turn, until every one of them sees the end of the game."""
    missed = time.monotonic() + PATIENCE
    moves = 0
    while not all(THE_END in terminal.text for terminal in terminals):
        _look_at_the_time(missed, "the game does not end", terminals)
        for terminal in terminals:
            terminal.read(0.02)
            if YOUR_TURN not in terminal.text:
                continue
            if moves < MOST_MOVES:
                moves += play_turn(terminal)
            else:
                resign(terminal)


def take_turns(*terminals: SshTerminal, turns: int) -> None:
    """Lets people play, whoever is on turn, until so many moves of theirs were made."""
    missed = time.monotonic() + PATIENCE
    taken = 0
    while taken < turns:
        _look_at_the_time(missed, "nobody is on turn", terminals)
        for terminal in terminals:
            terminal.settle(0.05)
            if YOUR_TURN in terminal.text:
                taken += play_turn(terminal)


def _look_at_the_time(missed: float, what: str, terminals: tuple[SshTerminal, ...]) -> None:
    if time.monotonic() > missed:
        raise Missed(f"{what}:\n" + "\n\n".join(terminal.text for terminal in terminals))


def play_turn(terminal: SshTerminal) -> bool:
    """Presses what the prompt asks for, once; returns whether that made a move."""
    text = terminal.settle(0.05)
    prompt = next((line for line in text.splitlines() if YOUR_TURN in line), "")
    if not prompt:
        return False
    if "Winston" in prompt:
        terminal.answers("right")
        return terminal.answers("enter")
    if "Albert" in prompt:
        return _give(terminal)
    if "any other key no" in prompt:
        return terminal.answers("y")
    return _choose_and_play(terminal)


def resign(terminal: SshTerminal) -> None:
    """Gives up, by way of the menu; of the two answers there, and to what is asked then, it is the last."""
    while "Leave the table" not in terminal.text:  # at first Esc lets go of what is chosen
        terminal.answers("esc")
    terminal.press("end", "enter")
    terminal.until("Resign?")
    terminal.press("end", "enter")
    terminal.until(lambda text: YOUR_TURN not in text)


def _give(terminal: SshTerminal) -> bool:
    """Gives Albert's card to the first player who takes it."""
    for digit in "123":
        terminal.answers(digit)
        if "Albert" not in terminal.text.split(YOUR_TURN)[-1][:60]:
            return True
    return False


def _choose_and_play(terminal: SshTerminal) -> bool:
    """Looks at one free card after another until one loads, else jams the last; returns whether that made a move."""
    for _ in range(CARDS_TO_TRY):
        another = terminal.answers("right")
        if YOUR_TURN not in terminal.text:
            return False
        if "Enter opens" in terminal.text:
            return terminal.answers("enter")
        loads = PLATE_LOADS.search(terminal.text)
        if loads:
            return terminal.answers(loads[1])
        if not another:
            break
    keys = PLATE_JAMS.search(terminal.text) or POD_KEYS.search(terminal.text)
    if keys is None:  # a film lies over the pods, or the answer to the last key has not come yet: it is looked again
        return False
    made = terminal.answers(next(group for group in keys.groups() if group))
    return terminal.answers("y") if "any other key no" in terminal.text else made
