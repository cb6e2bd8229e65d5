"""The first lesson: load, jam, uncover, Keycard, launch."""

from typing import Final

from relspace_client.learn.lesson import Lesson, Reply, Step, position
from relspace_client.locale.words import message

BASICS: Final = Lesson(
    name="basics",
    title=message("The basics"),
    card=None,
    about=message("load, jam, uncover, Keycard, launch"),
    names=("You", "Mira"),
    start=position(
        ("",),
        "3 2 KEY BRB / 8 6 5 9 / ~4 ~7 ~1 ~10",
        "5 4 7 9 / 6 1 10 3 / ~2 ~8 ~ODD ~OXY",
    ),
    steps=(
        Step(
            say=message(
                "The station is about to blow up. Get rid of all your cards before Mira does. "
                "A card with a whole outline and a name on top is free to play."
            ),
            brief=message("Get rid of all your cards. Those with a name on top are free to play."),
            task=message("Press the arrow key to the right to choose a card."),
            chooses=True,
        ),
        Step(
            say=message(
                "Above is an escape pod. It is empty, and an empty pod takes any card: beside its number it says "
                "that your card loads. That number is the key to press."
            ),
            brief=message("Above is an escape pod. An empty one takes any card: it loads."),
            task=message("Choose the 3: type a1. Then press 1, its pod."),
            moves=("A1>P1",),
            replies=(Reply(2, "A1>P1"),),
        ),
        Step(
            say=message(
                "Mira put a 5 on your 3. Now the pod takes 5 or higher. Your 2 is too low: it jams. "
                "Then all cards of the pod are shuffled, and they fill the gaps in your stash. "
                "Nobody wants that, so see it once here."
            ),
            brief=message("Mira's 5 is on top: the pod takes 5 or higher. A 2 jams it. Try that."),
            task=message("Press a2, then 1, and y to jam it."),
            moves=("A2>P1",),
            replies=(Reply(2, "A2>P1"),),
        ),
        Step(
            say=message(
                "Two of the three cards came back to you, marked *, and one left the game. The cards below are "
                "covered: first play what lies on them. Mira has put a 4 out, and your 5 loads on it."
            ),
            brief=message("Cards came back, marked *. Play what lies on B1: the 5 loads on Mira's 4."),
            task=message("Press a1, then 1: that frees B1."),
            moves=("A1>P1",),
            replies=(Reply(2, "A3>P1"),),
        ),
        Step(
            say=message(
                "Nothing lies on B1 any more: it has a whole outline and its name, so it is free. "
                "Mira's 7 is on the pod, and your 8 loads."
            ),
            brief=message("B1 is free now. Mira's 7 is on top, and your 8 loads."),
            task=message("Press b1, then 1."),
            moves=("B1>P1",),
            replies=(Reply(2, "A4>P1"),),
        ),
        Step(
            say=message(
                "With a 9 on top the pod takes hardly anything. But you have a Keycard: it leaves the game, "
                "and opens a new, empty pod."
            ),
            brief=message("A 9 is on top: hardly anything loads. A Keycard opens a new pod."),
            task=message("Press a3, then Enter."),
            moves=("A3+",),
        ),
        Step(
            say=message(
                "Pod 2 is yours first: in the same turn you play one more card, onto it. Any card will do. "
                "A low one is best: it is hard to get rid of elsewhere."
            ),
            brief=message("Now play one more card, onto pod 2. A low one is best."),
            task=message("Press a2, then 2."),
            moves=("A2>P2", "B3>P2", "C1>P2"),
            replies=(Reply(2, "B1>P2"),),
        ),
        Step(
            say=message(
                "The B.R.B. is the big red button: it loads on everything, and the pod takes off with all its cards. "
                "A full pod that is gone can jam nobody any more."
            ),
            brief=message("The B.R.B. loads on everything and launches the pod, cards and all."),
            task=message("Press a4, then 1."),
            moves=("A4>P1",),
        ),
    ),
    done=message(
        "That is the game. Whoever plays their last card escapes. There are ten special cards: "
        "learn them here, or meet them in play."
    ),
)
