"""A lesson for each special card, and one for the last card of all."""

from typing import Final

from relspace_client.learn.lesson import Lesson, Reply, Step, position
from relspace_client.locale.words import message

KEYCARD: Final = Lesson(
    name="keycard",
    title="Keycard",
    card="KEY",
    about=message("opens a new pod; play one more card onto it"),
    names=("You", "Mira"),
    start=position(("4 10",), "KEY 1 7 / 5 8 / ~3 ~6", "9 2 6 / 4 3 / ~7 ~EVEN"),
    steps=(
        Step(
            say=message(
                "A 10 is on top: no number but a 10 loads there. The Keycard needs no pod. "
                "It leaves the game and opens a new one."
            ),
            brief=message("Hardly anything loads on a 10. The Keycard opens a new pod."),
            task=message("Press a1, then Enter."),
            moves=("A1+",),
        ),
        Step(
            say=message(
                "The new pod is empty, and you must play one more card onto it at once. It cannot jam. "
                "A low card is a good choice, or another Keycard."
            ),
            brief=message("One more card onto the new pod. It cannot jam: take the 1."),
            task=message("Press a2, then 2."),
            moves=("A2>P2", "A3>P2", "B1>P2"),
        ),
    ),
    done=message("Two cards are gone in one turn. A Keycard that is covered cannot be used."),
)

BRB: Final = Lesson(
    name="brb",
    title="The B.R.B.",
    card="BRB",
    about=message("launches the pod, cards and all"),
    names=("You", "Mira"),
    start=position(("2 5 9 10", "3"), "BRB 4 / 6 2 / ~1 ~8", "7 5 / 9 1 / ~4 ~GRAV"),
    steps=(
        Step(
            say=message(
                "Pod 1 is full and takes nothing lower than 10. The B.R.B. loads on everything, "
                "and then the pod takes off: all its cards leave the game."
            ),
            brief=message("Pod 1 is full. The B.R.B. loads on everything and launches it."),
            task=message("Press a1, then 1."),
            moves=("A1>P1",),
        ),
    ),
    done=message("If the last pod is launched, a new empty one is put out."),
)

WORMHOLE: Final = Lesson(
    name="wormhole",
    title="Wormhole",
    card="WORM",
    about=message("the pod goes away; the next one brings it back"),
    names=("You", "Mira"),
    start=position(("4 8 9", "3"), "WORM 5 WORM / 6 2 / ~1 ~8", "4 5 / 9 1 / ~4 ~KEY"),
    steps=(
        Step(
            say=message(
                "A Wormhole takes its pod away, cards and all. The pod is still in the game, but nobody can load it."
            ),
            brief=message("A Wormhole takes its pod away. Nobody can load it then."),
            task=message("Press a1, then 1."),
            moves=("A1>P1",),
            replies=(Reply(2, "A1>P2"),),
        ),
        Step(
            say=message(
                "Pod 1 is in the wormhole. The next Wormhole that anybody plays, onto whatever pod, brings it back."
            ),
            brief=message("Pod 1 is away. The next Wormhole, on any pod, brings it back."),
            task=message("Press a3, then 2."),
            moves=("A3>P2",),
        ),
    ),
    done=message("Pod 1 is back with the cards that it had. Both Wormholes have left the game."),
)

OXYGEN: Final = Lesson(
    name="oxygen",
    title="Oxygen",
    card="OXY",
    about=message("slips under the top card"),
    names=("You", "Mira"),
    start=position(("2 7",), "OXY 9 / 6 2 / ~1 ~8", "8 5 / 9 1 / ~4 ~KEY"),
    steps=(
        Step(
            say=message("Oxygen slips in just under the top card, so it changes nothing: the 7 stays on top."),
            brief=message("Oxygen slips in under the top card: the 7 stays on top."),
            task=message("Press a1, then 1."),
            moves=("A1>P1",),
            replies=(Reply(2, "A1>P1"),),
        ),
        Step(
            say=message(
                "You got rid of a card and made it no easier for Mira: she still needed a 7 or higher, and played an 8."
            ),
            brief=message("Mira still needed a 7 or higher. Your 9 loads on her 8."),
            task=message("Press a2, then 1."),
            moves=("A2>P1",),
        ),
    ),
    done=message("Oxygen always loads. On an empty pod it is the only card, and the pod takes anything."),
)

WINSTON: Final = Lesson(
    name="winston",
    title="Winston",
    card="WIN",
    about=message("look at a face-down card of yours; then launch"),
    names=("You", "Mira"),
    start=position(("3 6 10", "1"), "WIN 4 / 5 9 / ~BRB ~2", "8 5 / 9 1 / ~4 ~KEY"),
    steps=(
        Step(
            say=message(
                "Your bottom row lies face-down: nobody knows it, you neither. "
                "Winston lets you look at one of these cards, and then his pod takes off."
            ),
            brief=message("Winston lets you look at a face-down card; then his pod launches."),
            task=message("Press a1, then 1."),
            moves=("A1>P1",),
        ),
        Step(
            say=message(
                "Choose the card to look at. It may be covered. The others see which one it is, but not its face."
            ),
            brief=message("Choose the card to look at. Only you will see its face."),
            task=message("Choose one with the arrow keys, then press Enter."),
            moves=("peek C1", "peek C2"),
        ),
    ),
    done=message("You know that card now: its face stays visible to you alone until you play it."),
)

ALBERT: Final = Lesson(
    name="albert",
    title="Albert",
    card="ALB",
    about=message("give away the card below; then launch"),
    names=("You", "Mira", "Rigel"),
    start=position(("2 10", "4"), "ALB 3 / 5 9 / ~7 ~2", "8 5 / - 1 / ~4 ~KEY", "6 1 / 9 3 / ~4 ~OXY"),
    steps=(
        Step(
            say=message("Albert takes the card just under him, here the 10, and you give it to somebody."),
            brief=message("Albert takes the card under him, the 10, for you to give away."),
            task=message("Press a1, then 1."),
            moves=("A1>P1",),
        ),
        Step(
            say=message(
                "Who gets it? A card that nobody can use is a fine present for whoever has the fewest. "
                "The numbers above are the players'."
            ),
            brief=message("Who gets the 10? The numbers above are the players'."),
            task=message("Press 2 for Mira or 3 for Rigel."),
            moves=("give S2", "give S3"),
        ),
    ),
    done=message("The gift lies in the receiver's stash, and Albert's pod has taken off."),
)

MINI_GUN: Final = Lesson(
    name="mini-gun",
    title="Mini Gun",
    card="MINI",
    about=message("the next number must be 3 or less"),
    names=("You", "Mira"),
    start=position(("5 9",), "MINI 2 / 5 9 / ~7 ~2", "7 8 / 9 6 / ~4 ~KEY"),
    steps=(
        Step(
            say=message(
                "The Mini Gun loads on everything. After it, a number must be 3 or less, or it jams. "
                "That is a nasty turn for somebody with big cards."
            ),
            brief=message("After the Mini Gun a number must be 3 or less, or it jams."),
            task=message("Press a1, then 1."),
            moves=("A1>P1",),
            replies=(Reply(2, "A1>P1"),),
        ),
        Step(
            say=message(
                "Mira had nothing so small, and her 7 jammed the pod. It was the only one, so it stays, empty."
            ),
            brief=message("Mira's 7 jammed. The only pod stays, empty: load your 2."),
            task=message("Press a2, then 1."),
            moves=("A2>P1",),
        ),
    ),
    done=message("A special loads on a Mini Gun too, unless the room plays strict."),
)

GRAV_GUN: Final = Lesson(
    name="grav-gun",
    title="Grav Gun",
    card="GRAV",
    about=message("the order turns round"),
    names=("You", "Mira", "Rigel"),
    start=position(("2 6",), "GRAV 9 / 5 7 / ~7 ~2", "8 5 / 3 1 / ~4 ~KEY", "7 1 / 9 3 / ~4 ~OXY"),
    steps=(
        Step(
            say=message(
                "It would be Mira's turn next: the arrows above show the order. The Grav Gun turns it round, "
                "and leaves the game."
            ),
            brief=message("Mira would be next. The Grav Gun turns the order round."),
            task=message("Press a1, then 1."),
            moves=("A1>P1",),
            replies=(Reply(3, "A1>P1"), Reply(2, "A1>P1")),
        ),
        Step(
            say=message(
                "Rigel played before Mira, and now it is your turn again. The pod is as it was but for their cards."
            ),
            brief=message("Rigel played before Mira. Your 9 loads on the 8."),
            task=message("Press a2, then 1."),
            moves=("A2>P1",),
        ),
    ),
    done=message("With two players the order is the same both ways: then it is only a card to get rid of."),
)

ODD_EVEN: Final = Lesson(
    name="odd-even",
    title=message("Odd and Even Space"),
    card="ODD",
    about=message("the next number must be odd, or even"),
    names=("You", "Mira"),
    start=position(("4 8",), "ODD EVEN / 5 6 / ~7 ~2", "3 9 / 7 1 / ~4 ~KEY"),
    steps=(
        Step(
            say=message(
                "After an Odd Space the next number must be odd. How high it is does not matter: "
                "a 1 will do, on whatever number was there before."
            ),
            brief=message("After an Odd Space the next number must be odd, however low."),
            task=message("Press a1, then 1."),
            moves=("A1>P1",),
            replies=(Reply(2, "A1>P1"),),
        ),
        Step(
            say=message(
                "Mira's 3 is odd, so it loaded. Now the other one: after an Even Space the next number must be even."
            ),
            brief=message("Mira's 3 loaded. After an Even Space it must be even."),
            task=message("Press a2, then 1."),
            moves=("A2>P1",),
            replies=(Reply(2, "A2>P1"),),
        ),
        Step(
            say=message("Mira had only odd numbers, and her 9 jammed. The pod is empty again."),
            brief=message("Mira's 9 jammed: it is odd. The pod is empty again."),
            task=message("Press b1, then 1."),
            moves=("B1>P1",),
        ),
    ),
    done=message("A special loads on both of them, unless the room plays strict."),
)

ESCAPE: Final = Lesson(
    name="escape",
    title=message("The last card"),
    card=None,
    about=message("how to escape"),
    names=("You", "Mira"),
    start=position(("2 6",), "8 / - / -", "3 9 / 7 1 / ~4 ~KEY"),
    steps=(
        Step(
            say=message("One card is left, and it loads. Whoever gets rid of the last card escapes at once, and wins."),
            brief=message("One card is left, and it loads. With it you escape."),
            task=message("Press a1, then 1."),
            moves=("A1>P1",),
        ),
    ),
    done=message("You escaped! A jam never wins: then cards come back."),
)
