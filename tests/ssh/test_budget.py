"""What clients may cost, and who waits for whom."""

import asyncio
from itertools import pairwise

import pytest

from relspace_server.config import Settings
from relspace_server.ssh.budget import (
    A_FEW_KEYS,
    COMING_IN,
    IN_ADVANCE,
    KEPT,
    LITTLE,
    SHARE_OF_ALL,
    SHARE_OF_WHO_TAKES_LITTLE,
    Address,
    Budget,
    Purse,
    Purses,
)

HOUR = 3_600.0
VERY_DEAR = 1_000 * HOUR


def an_address(rate: float, burst: float) -> Address:
    """An address that may take all there is, and has so much of it for those who take more than a little."""
    return Address(Purse(rate, burst), Purse(HOUR, HOUR), Purse(HOUR, HOUR))


def test_whoever_owes_waits_and_the_others_after_them_one_by_one(impatient: asyncio.Runner) -> None:
    async def asks() -> list[float]:
        clock, purse = asyncio.get_running_loop().time, Purse(0.1, 0.5)
        began, at = clock(), list[float]()

        async def one() -> None:
            await purse.turn(0.25)
            purse.spend(0.75, clock())  # it turns out dearer than its price
            at.append(clock() - began)

        await asyncio.gather(*(one() for _ in range(3)))
        purse.spend(VERY_DEAR, clock())  # the machine stood still
        await one()
        return at

    assert impatient.run(asks()) == pytest.approx([0, 5, 15, 25])


def test_a_connection_that_owes_keeps_nobody_of_its_address_waiting(impatient: asyncio.Runner) -> None:
    async def asks() -> list[str]:
        address, order = an_address(1.0, 1.0), list[str]()
        dear, cheap = Budget(), Budget()
        for each in (dear, cheap):
            each.draw_on(address)
        dear.spend(0.9)

        async def one(whose: Budget, name: str) -> None:
            await whose.turn()
            order.append(name)

        await asyncio.gather(one(dear, "dear"), one(cheap, "cheap"))
        return order

    assert impatient.run(asks()) == ["cheap", "dear"]


def test_who_takes_little_does_not_wait_for_what_the_others_of_their_address_owe(impatient: asyncio.Runner) -> None:
    async def plays() -> list[float]:
        clock, address = asyncio.get_running_loop().time, an_address(0.1, 0.1)
        asks, plays = Budget(), Budget()
        for each in (asks, plays):
            each.draw_on(address)
        asks.spend(0.6)
        waits = [plays.spend(LITTLE)]
        began = clock()
        await plays.turn()
        waits.append(clock() - began)
        a_bit = SHARE_OF_WHO_TAKES_LITTLE / 2
        waits.append(plays.spend(a_bit))  # not so little any more: its own share pays for it first
        plays.spend(2 * LITTLE - a_bit)
        began = clock()
        await plays.turn()
        waits.append(clock() - began)
        return waits

    at_once, no_turn, a_moment, as_the_others = impatient.run(plays())
    assert at_once == no_turn == 0
    assert a_moment == pytest.approx(0.5)
    assert as_the_others == pytest.approx(6.5)


def test_who_waits_no_longer_leaves_the_line(impatient: asyncio.Runner) -> None:
    async def asks() -> float:
        clock, purse = asyncio.get_running_loop().time, Purse(0.1, 0.0)
        purse.spend(1.0, clock())
        gone, next_one = asyncio.create_task(purse.turn(HOUR)), asyncio.create_task(purse.turn(0.0))
        await asyncio.sleep(1)
        gone.cancel()
        await next_one
        return clock() - 1_000.0

    assert impatient.run(asks()) == pytest.approx(10.0)


async def test_connections_of_an_address_have_one_purse_and_the_share_of_its_sessions() -> None:
    purses, now = Purses(Settings(max_sessions_per_address=50)), asyncio.get_running_loop().time()
    address = purses.of("192.0.2.1")
    assert purses.of("::ffff:192.0.2.1") is address
    assert purses.of("192.0.2.2") is not address
    purse = address.common
    assert purse.spend(1.0, now) == 0  # a hundredth of the time for each session, and two seconds of that at once
    assert purse.spend(0.5, now) == pytest.approx(1.0)


async def test_all_who_are_little_at_an_address_take_less_than_there_is() -> None:
    purses, now = Purses(Settings()), asyncio.get_running_loop().time()
    assert SHARE_OF_WHO_TAKES_LITTLE * Settings().max_sessions_per_address < SHARE_OF_ALL < 1
    assert purses.of("192.0.2.1").everybody is purses.of("192.0.2.2").everybody
    assert purses.of("192.0.2.1").few is not purses.of("192.0.2.2").few
    purses.of("192.0.2.1").everybody.spend(1.0, now)
    assert purses.of("192.0.2.2").everybody.spend(0.0, now) > 1


async def test_addresses_that_take_much_wait_for_one_another_and_one_that_takes_little_does_not() -> None:
    purses = Purses(Settings(max_sessions_per_address=1_000))
    floods, plays = Budget(), Budget()
    floods.draw_on(purses.of("192.0.2.1"))
    plays.draw_on(purses.of("192.0.2.2"))
    assert floods.spend(A_FEW_KEYS) == 0
    assert floods.spend(0.4) > 0.5, "together they have three fifths of the time"
    assert plays.spend(A_FEW_KEYS / 2) == 0
    assert plays.spend(A_FEW_KEYS) > 0, "not so little any more"


def test_who_takes_little_has_a_turn_before_what_other_addresses_owe(impatient: asyncio.Runner) -> None:
    async def asks() -> list[float]:
        clock, purses, waits = asyncio.get_running_loop().time, Purses(Settings()), list[float]()
        for few in (True, False):
            one, address, began = Budget(), purses.of("192.0.2.1" if few else "192.0.2.2"), clock()
            one.draw_on(address)
            one.spend(COMING_IN)
            address.everybody.spend(SHARE_OF_ALL, began)
            if not few:
                address.few.spend(1.0, began)
            await one.turn()
            waits.append(clock() - began)
        return waits

    at_once, after_a_while = impatient.run(asks())
    assert at_once == 0
    assert after_a_while > 1.5


def test_who_comes_in_waits_for_nobody_once(impatient: asyncio.Runner) -> None:
    async def comes_in() -> list[float]:
        clock, purses = asyncio.get_running_loop().time, Purses(Settings())
        newcomer, address, now = Budget(), purses.of("192.0.2.1"), clock()
        newcomer.draw_on(address)
        for purse in (address.common, address.few, address.everybody):
            purse.spend(HOUR, now)
        newcomer._little.spend(HOUR, now)
        waits = [newcomer.spend(COMING_IN / 8) for _ in range(7)] + [newcomer.spend(COMING_IN / 4)]
        await newcomer.turn()
        return [*waits, clock() - now]

    *coming_in, there, asks = impatient.run(comes_in())
    assert coming_in == [0.0] * 7
    assert there > 1
    assert asks > 1


def test_who_comes_in_pays_all_the_same(impatient: asyncio.Runner) -> None:
    async def asks() -> list[bool]:
        newcomer, address = Budget(), Purses(Settings()).of("192.0.2.1")
        newcomer.draw_on(address)
        paying = (newcomer._own, newcomer._little, address.common, address.few, address.everybody)
        before = [purse._left for purse in paying]
        await newcomer.turn(COMING_IN / 2)
        return [purse._left < left for purse, left in zip(paying, before, strict=True)]

    assert impatient.run(asks()) == [True] * 5


async def test_of_many_who_wait_for_one_purse_each_books_behind_those_before() -> None:
    address = an_address(0.1, 0.1)
    many = [Budget() for _ in range(5)]
    for each in many:
        each.draw_on(address)
        each.spend(COMING_IN)
        each._little.spend(HOUR, asyncio.get_running_loop().time())
    many[0].spend(0.2)
    waits = [each.book() for each in many[1:]]
    steps = [later - sooner for sooner, later in pairwise(waits)]
    assert steps == pytest.approx([IN_ADVANCE / 0.1] * 3, abs=0.01)


async def test_what_was_booked_is_not_paid_twice() -> None:
    one, now = Budget(), asyncio.get_running_loop().time()
    assert one.book() == one.book() == 0
    left = one._own._left
    assert one.spend(IN_ADVANCE) == 0
    assert one._own._left == pytest.approx(left, abs=0.01)
    one.spend(IN_ADVANCE)
    assert one._own.spend(0.0, now) == 0
    assert one._own._left < left


async def test_who_goes_and_comes_again_finds_the_same_purses_until_many_others_have_come() -> None:
    purses, now = Purses(Settings()), asyncio.get_running_loop().time()
    purses.of("192.0.2.1").common.spend(5.0, now)
    assert purses.of("192.0.2.1").common.spend(0.0, now) > 0
    for number in range(2 * KEPT):
        purses.of(f"198.51.{number // 250}.{number % 250}")
        if number < KEPT:
            assert purses.of("192.0.2.1").common.spend(0.0, now) > 0, "it came again in between"
    assert purses.of("192.0.2.1").common.spend(0.0, now) == 0
    assert len(purses._of) <= KEPT
    purses.adopt(Settings(max_sessions_per_address=50))
    assert not purses._of, "whoever comes now goes by the new settings"
