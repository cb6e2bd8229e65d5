"""An operation happens once, whatever goes wrong and however often it is tried."""

import asyncio
import gc
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import pytest

from relspace.errors import Fault, NotNow, Refused, Unreadable
from relspace_server.store.bucket import Bucket, Conflict, TooLarge, Unavailable
from relspace_server.store.memory import MemoryStore
from relspace_server.store.update import DELAYS, PATIENCE_S, REMEMBERED, Form, Missing, Updated, Updater, remember

from .faulty import FaultyBucket, Mishap


@dataclass(frozen=True)
class Tally:
    """How often each operation was carried out."""

    done: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()


def encode(tally: Tally) -> bytes:
    return json.dumps([tally.done, tally.ops]).encode()


def decode(data: bytes) -> Tally:
    try:
        done, ops = json.loads(data)
    except ValueError:
        raise Unreadable("bad-message") from None
    return Tally(tuple(done), tuple(ops))


FORM = Form(encode, decode, lambda tally: tally.ops)
NEW_FORM = replace(FORM, absent=lambda key: Tally())


def do(op_id: str) -> Callable[[Tally], Tally]:
    """The change that carries out one operation."""
    return lambda tally: Tally((*tally.done, op_id), remember(tally.ops, op_id))


class Waits:
    """Time that passes only by waiting for it."""

    def __init__(self) -> None:
        self.now = 0.0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)

    def updater(self) -> Updater:
        return Updater(sleep=self.sleep, clock=lambda: self.now)


@pytest.fixture
def bucket() -> Bucket:
    return MemoryStore().bucket("rooms")


@pytest.fixture
async def kept(bucket: Bucket) -> Updated[Tally]:
    """A value that is there already."""
    tally = Tally(("made",), ("made",))
    return Updated(tally, await bucket.put("VEGA1", encode(tally), 0))


async def stored(bucket: Bucket) -> Updated[Tally]:
    found = await bucket.get("VEGA1")
    assert found is not None
    return Updated(decode(found.data), found.revision)


WRITES: tuple[Mishap, ...] = ("fine", "lost before", "lost after", "late", "rival")
READS: tuple[Mishap, ...] = ("fine", "lost before")


class Rivals:
    """Others who change the key, each with an operation of their own."""

    def __init__(self, bucket: Bucket, name: str) -> None:
        self.bucket = bucket
        self.name = name
        self.came = 0

    async def __call__(self) -> None:
        self.came += 1
        op_id = f"{self.name} {self.came}"
        await Updater().update(self.bucket, "VEGA1", op_id, do(op_id), FORM)


@pytest.mark.parametrize("at_hand", [False, True])
@pytest.mark.parametrize("reads", product(READS, repeat=3))
async def test_every_mishap_between_every_step(
    bucket: Bucket, kept: Updated[Tally], reads: tuple[Mishap, ...], at_hand: bool
) -> None:
    before = kept
    for writes in product(WRITES, repeat=3):
        op_id = " ".join(writes)
        rivals = Rivals(bucket, f"rival of {op_id}")
        faulty = FaultyBucket(bucket, reads, writes, rivals)
        known = partial(Updated, *before) if at_hand else None
        updated = await Waits().updater().update(faulty, "VEGA1", op_id, do(op_id), FORM, known=known)
        after = await stored(bucket)
        assert updated == after
        assert after.state.done.count(op_id) == 1
        assert len(after.state.done) == len(before.state.done) + 1 + rivals.came
        before = after


async def test_the_new_state_and_its_revision_come_back(bucket: Bucket, kept: Updated[Tally]) -> None:
    state, revision = await Updater().update(bucket, "VEGA1", "op", do("op"), FORM)
    assert state == Tally(("made", "op"), ("made", "op"))
    assert revision > kept.revision
    assert await stored(bucket) == (state, revision)


async def test_what_has_happened_before_does_not_happen_again(bucket: Bucket, kept: Updated[Tally]) -> None:
    first = await Updater().update(bucket, "VEGA1", "op", do("op"), FORM)
    later = await Updater().update(bucket, "VEGA1", "other", do("other"), FORM)
    assert await Updater().update(bucket, "VEGA1", "op", do("op"), FORM) == later
    assert await Updater().update(bucket, "VEGA1", "op", do("op"), FORM, known=lambda: first) == first
    assert await stored(bucket) == later


async def test_the_last_sixteen_operations_are_remembered() -> None:
    ops: tuple[str, ...] = ()
    for n in range(20):
        ops = remember(ops, str(n))
    assert ops == tuple(map(str, range(4, 20)))
    assert len(ops) == REMEMBERED == 16


async def test_a_refusal_passes_through_and_nothing_is_written(bucket: Bucket, kept: Updated[Tally]) -> None:
    def refuse(tally: Tally) -> Tally:
        raise NotNow("not-your-turn")

    with pytest.raises(NotNow) as refused:
        await Updater().update(bucket, "VEGA1", "op", refuse, FORM)
    assert refused.value.code == "not-your-turn"
    assert await stored(bucket) == kept


async def test_a_refusal_counts_only_against_the_newest_state(bucket: Bucket, kept: Updated[Tally]) -> None:
    def second(tally: Tally) -> Tally:
        if tally.done[-1] != "first":
            raise NotNow("not-your-turn")
        return do("second")(tally)

    with pytest.raises(NotNow):
        await Updater().update(bucket, "VEGA1", "second", second, FORM, known=lambda: kept)
    await Updater().update(bucket, "VEGA1", "first", do("first"), FORM)
    updated = await Updater().update(bucket, "VEGA1", "second", second, FORM, known=lambda: kept)
    assert updated.state.done == ("made", "first", "second")


async def test_a_state_at_hand_saves_reading(bucket: Bucket, kept: Updated[Tally]) -> None:
    faulty = FaultyBucket(bucket)
    await Updater().update(faulty, "VEGA1", "op", do("op"), FORM, known=lambda: kept)
    assert faulty.calls == ["put"]
    await Updater().update(faulty, "VEGA1", "more", do("more"), FORM, known=lambda: None)
    assert faulty.calls == ["put", "get", "put"]


async def test_a_change_that_changes_nothing_is_not_written(bucket: Bucket, kept: Updated[Tally]) -> None:
    faulty = FaultyBucket(bucket)
    assert await Updater().update(faulty, "VEGA1", "op", lambda tally: tally, FORM) == kept
    assert faulty.calls == ["get"]


async def test_a_value_can_be_made_by_a_change_where_its_form_allows(bucket: Bucket) -> None:
    with pytest.raises(Missing):
        await Updater().update(bucket, "VEGA1", "op", do("op"), FORM)

    def no_room(key: str) -> Tally:
        raise Refused("no-such-room", room=key)

    with pytest.raises(Refused):
        await Updater().update(bucket, "VEGA1", "op", do("op"), replace(FORM, absent=no_room))
    faulty = FaultyBucket(bucket, writes=["late", "lost after"])
    updated = await Waits().updater().update(faulty, "VEGA1", "op", do("op"), NEW_FORM)
    assert updated.state.done == ("op",)
    assert await stored(bucket) == updated


async def test_a_value_removed_meanwhile_is_missing(bucket: Bucket, kept: Updated[Tally]) -> None:
    await bucket.delete("VEGA1", kept.revision)
    with pytest.raises(Missing):
        await Updater().update(bucket, "VEGA1", "op", do("op"), FORM, known=lambda: kept)


async def test_a_change_must_remember_its_operation(bucket: Bucket, kept: Updated[Tally]) -> None:
    with pytest.raises(ValueError, match="does not remember"):
        await Updater().update(bucket, "VEGA1", "op", do("another"), FORM)
    assert await stored(bucket) == kept


async def test_a_value_that_cannot_be_read_is_our_fault(bucket: Bucket) -> None:
    await bucket.put("VEGA1", b"\xff", 0)
    with pytest.raises(Fault, match="rooms/VEGA1 cannot be read"):
        await Updater().update(bucket, "VEGA1", "op", do("op"), FORM)


async def test_a_value_that_grows_too_large_is_not_tried_again(bucket: Bucket, kept: Updated[Tally]) -> None:
    faulty = FaultyBucket(bucket)

    def grow(tally: Tally) -> Tally:
        return Tally(("x" * 70_000,), remember(tally.ops, "op"))

    with pytest.raises(TooLarge):
        await Updater().update(faulty, "VEGA1", "op", grow, FORM)
    assert faulty.calls == ["get", "put"]
    assert await stored(bucket) == kept


# ── giving up ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_store_that_does_not_answer_is_tried_for_a_while(bucket: Bucket, kept: Updated[Tally]) -> None:
    waits = Waits()
    faulty = FaultyBucket(bucket, reads=["lost before"] * 1_000)
    with pytest.raises(Unavailable):
        await waits.updater().update(faulty, "VEGA1", "op", do("op"), FORM)
    assert len(faulty.calls) == len(DELAYS) + 1
    assert 9 <= waits.now <= PATIENCE_S


async def test_who_is_beaten_each_time_gives_up_knowing_that_nothing_was_written(
    bucket: Bucket, kept: Updated[Tally]
) -> None:
    faulty = FaultyBucket(bucket, writes=["rival"] * 1_000, rival=Rivals(bucket, "rival"))
    with pytest.raises(Conflict):
        await Waits().updater().update(faulty, "VEGA1", "op", do("op"), FORM)
    assert "op" not in (await stored(bucket)).state.done


async def test_after_a_lost_answer_a_conflict_does_not_mean_that_nothing_was_written(
    bucket: Bucket, kept: Updated[Tally]
) -> None:
    writes: list[Mishap] = ["rival", "rival", "lost before"]
    writes += ["rival" for _ in DELAYS]
    faulty = FaultyBucket(bucket, writes=writes, rival=Rivals(bucket, "rival"))
    with pytest.raises(Unavailable):
        await Waits().updater().update(faulty, "VEGA1", "op", do("op"), FORM)


async def test_the_wait_for_ones_turn_counts(bucket: Bucket, kept: Updated[Tally]) -> None:
    waits = Waits()
    faulty = FaultyBucket(bucket, reads=["lost before"] * 1_000)
    updates = [waits.updater().update(faulty, "VEGA1", f"op {n}", do(f"op {n}"), FORM) for n in range(10)]
    outcomes = await asyncio.gather(*updates, return_exceptions=True)
    assert all(isinstance(outcome, Unavailable) for outcome in outcomes)
    assert waits.now <= PATIENCE_S + DELAYS[-1]


# ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_one_update_of_a_key_at_a_time(bucket: Bucket, kept: Updated[Tally]) -> None:
    faulty = FaultyBucket(bucket)
    updater = Updater()
    await asyncio.gather(*(updater.update(faulty, "VEGA1", f"op {n}", do(f"op {n}"), FORM) for n in range(40)))
    assert faulty.calls == ["get", "put"] * 40
    assert (await stored(bucket)).state.done == ("made", *(f"op {n}" for n in range(40)))


async def test_updates_of_different_keys_do_not_wait_for_each_other(bucket: Bucket) -> None:
    updater = Updater()
    async with bucket.turn("VEGA1"):
        await updater.update(bucket, "RIGEL", "op", do("op"), NEW_FORM)
        waiting = asyncio.ensure_future(updater.update(bucket, "VEGA1", "op", do("op"), NEW_FORM))
        await updater.update(bucket, "LYRA1", "op", do("op"), NEW_FORM)
        assert not waiting.done()
    await waiting


async def test_turns_are_forgotten(bucket: Bucket) -> None:
    await asyncio.gather(*(Updater().update(bucket, f"key {n}", "op", do("op"), NEW_FORM) for n in range(100)))
    gc.collect()
    assert len(bucket._turns) == 0


async def test_who_is_cancelled_lets_the_next_one_have_its_turn(bucket: Bucket, kept: Updated[Tally]) -> None:
    updater = Updater()
    first = asyncio.ensure_future(updater.update(bucket, "VEGA1", "first", do("first"), FORM))
    second = asyncio.ensure_future(updater.update(bucket, "VEGA1", "second", do("second"), FORM))
    await asyncio.sleep(0)
    first.cancel()
    assert "second" in (await second).state.done
