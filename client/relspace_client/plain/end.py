"""The end of a game in sentences: who escaped, what the others had left, whether it was fair."""

from relspace.wire.messages import Result, Snapshot, Standing
from relspace_client.around.end import can_sit, can_want_rematch, fairness
from relspace_client.around.escape import verdict
from relspace_client.around.parts import Reader
from relspace_client.around.standings import changed, way_out
from relspace_client.around.times import minutes


def end_lines(reader: Reader, snapshot: Snapshot) -> list[str]:
    """How the game ended, the standings, and what to say now."""
    result = snapshot.result
    if result is None:
        return [reader.say("The game is over.")]
    said = verdict(reader, result)
    lines = [" ".join(part for part in (_headline(reader, result), said.how, said.others) if part)]
    lines += [_standing(reader, result, place, one) for place, one in enumerate(result.standings, 1)]
    time = minutes(result.ms // 1000)
    lines.append(reader.count("{n} move in {time}.", "{n} moves in {time}.", result.plies, time=time))
    if result.reason != "abandoned":  # a room whose game is broken off closes
        lines.append(_next(reader, snapshot))
    return lines


def _headline(reader: Reader, result: Result) -> str:
    if result.reason == "exploded":
        return reader.say("The station blew up.")
    if result.winner is None:
        return reader.say("The game is over.")
    if result.winner == result.you:
        return reader.say("You are the last one left.") if result.reason == "last_left" else reader.say("You escaped!")
    name = next(one.name for one in result.standings if one.seat == result.winner)
    if result.reason == "last_left":
        return reader.say("{name} is the last one left.", name=name)
    return reader.say("{name} escaped!", name=name)


def _standing(reader: Reader, result: Result, place: int, one: Standing) -> str:
    name = reader.say("You") if one.seat == result.you else one.name
    left = reader.count("{n} card left", "{n} cards left", one.left) if one.left else reader.say("no cards left")
    if one.out:
        left = way_out(reader, one)
    jams = reader.count("{n} jam", "{n} jams", one.jams) if one.jams else reader.say("no jams")
    if one.rating is not None and one.rating_change is not None:
        return reader.say(
            "{place}. {name}: {left}, {jams}, rating {rating} ({change}).",
            place=place,
            name=name,
            left=left,
            jams=jams,
            rating=one.rating,
            change=changed(one.rating_change),
        )
    return reader.say("{place}. {name}: {left}, {jams}.", place=place, name=name, left=left, jams=jams)


def _next(reader: Reader, snapshot: Snapshot) -> str:
    if can_want_rematch(snapshot):
        return reader.say("Type rematch to play again, seed to check the shuffle, record to save the game, or leave.")
    if can_sit(snapshot):
        return reader.say("Type join to sit down, seed to check the shuffle, record to save the game, or leave.")
    return reader.say("Type seed to check the shuffle, record to save the game, or leave.")


def seed_lines(reader: Reader, snapshot: Snapshot) -> list[str]:
    """The promise made before the first move; once the game is over, the seed and whether they belong together.

    The check is that of docs/rules.md 7.
    """
    if not snapshot.commitment:
        return [reader.say("There is no game yet.")]
    promise = reader.say("Promised before the first move: {commitment}", commitment=snapshot.commitment)
    if not snapshot.seed:
        return [promise, reader.say("That is the SHA-256 of the seed, which is shown when the game is over.")]
    checked = (
        reader.say("It matches: the SHA-256 of the seed is what was promised.")
        if fairness(snapshot) == "matches"
        else reader.say("It differs: the SHA-256 of the seed is not what was promised.")
    )
    return [promise, reader.say("Seed: {seed}", seed=snapshot.seed), checked]
