"""What `Queues` promises to the service, in process and on a real Redis."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, aclosing
from functools import partial
from typing import Any

import pytest

from app.conversations.protocol.queue_names import (
    CONTEXT_RESULT,
    HISTORY,
    MEMORY,
    RETRIEVE,
    STORE,
    TASK,
    reply_address,
)
from app.conversations.service.queues import redis_queues
from app.conversations.service.queues.port import Proof, Queues, TakenEnvelope
from app.errors import RateLimitExceeded, ServiceTimeout
from tests.contract.app.conversations.service.queue_makers import MAKERS, empty_url
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

Make = Callable[..., Any]
Take = Callable[..., Coroutine[Any, Any, Sequence[TakenEnvelope]]]
LONG = 600.0


@pytest.fixture(params=MAKERS)
async def make(request: pytest.FixtureRequest) -> AsyncIterator[Make]:
    """Opens the queues; on Redis each test begins with an empty one."""
    url = empty_url(request, request.param)
    async with AsyncExitStack() as stack:

        async def open_them(**settings: Any) -> Queues:
            opened: Queues = await stack.enter_async_context(request.param(url, **settings))
            return opened

        yield open_them


async def all_of(queues: Queues, limit: int = 100, *, wait: float = 0.01) -> list[TakenEnvelope]:
    taken: list[TakenEnvelope] = []
    while some := await queues.take(limit, wait=wait):
        taken += some
    return taken


async def test_an_envelope_is_taken_once_and_gone_when_finished(make: Make) -> None:
    queues = await make()
    proof = Proof("cred", "sig")
    await queues.put(STORE, b'{"n":1}', proof=proof)
    (taken,) = await queues.take(10, wait=1)
    assert (taken.queue.kind, taken.body, taken.proof) == (STORE, b'{"n":1}', proof)
    assert taken.deliveries == 1
    assert list(await queues.take(10, wait=0.01)) == []
    assert await queues.waiting(STORE) == 1
    await queues.finish([taken])
    await queues.finish([taken])
    assert await queues.waiting(STORE) == 0


async def test_order_is_kept_within_a_queue(make: Make) -> None:
    queues = await make()
    for number in range(50):
        await queues.put(STORE, str(number).encode())
    bodies = [item.body for item in await all_of(queues, 7)]
    assert bodies == [str(number).encode() for number in range(50)]


async def test_a_taker_that_waits_gets_what_comes(make: Make) -> None:
    queues = await make()
    waiting = asyncio.create_task(queues.take(5, wait=10))
    await asyncio.sleep(0)
    await queues.put(RETRIEVE, b"{}")
    assert [item.queue.kind for item in await waiting] == [RETRIEVE]


async def test_a_taker_ends_when_it_is_told_and_takes_nothing_more(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_queues, "BLOCK_SECONDS", LONG)
    queues = await make(seconds_held=2 * LONG)
    takes: list[Take] = [partial(queues.take, 5), queues.take_urgent]
    for take in takes:
        until: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = asyncio.create_task(take(wait=LONG, until=until))
        await turns(queues, 20)
        until.set_result(None)
        async with asyncio.timeout(LONG / 10):
            assert list(await waiting) == []
        await queues.put(TASK, b"{}")
        assert list(await take(wait=LONG, until=until)) == []
        (left,) = await queues.take(5, wait=1)
        await queues.finish([left])


async def test_what_comes_while_a_taker_is_told_to_end_is_taken_once(make: Make) -> None:
    queues = await make()
    for number in range(40):
        until: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = asyncio.create_task(queues.take(5, wait=10, until=until))
        await turns(queues, number % 8)
        putting = asyncio.create_task(queues.put(STORE, b"{}"))
        for _ in range(number // 8):
            await asyncio.sleep(0)
        until.set_result(None)
        await putting
        # Whoever takes it, it is there at once, and it was given to nobody else.
        (taken,) = [*await waiting] or await queues.take(5, wait=10)
        assert taken.deliveries == 1
        await queues.finish([taken])


async def turns(queues: Queues, count: int) -> None:
    """Let others get as far as so many calls take."""
    for _ in range(count):
        await queues.waiting(STORE)
        await asyncio.sleep(0)


async def test_turns_are_dealt_by_weight_and_nobody_starves(make: Make) -> None:
    queues = await make()
    for kind in (RETRIEVE, STORE, HISTORY):
        for _ in range(60):
            await queues.put(kind, b"{}")
    seen: Counter[str] = Counter()
    for _ in range(5):
        taken = await queues.take(12, wait=1)
        seen.update(item.queue.priority.value for item in taken)
        await queues.finish(taken)
    assert seen["low"] >= 5
    assert seen["medium"] >= 15
    assert seen["high"] >= seen["medium"] > seen["low"]


async def test_the_urgent_can_be_taken_out_of_turn(make: Make) -> None:
    queues = await make()
    await queues.put(STORE, b"{}")
    await queues.put(HISTORY, b"{}")
    assert list(await queues.take_urgent(wait=0.01)) == []
    waiting = asyncio.create_task(queues.take_urgent(wait=10))
    await asyncio.sleep(0)
    await queues.put(MEMORY, b"first")
    assert [item.body for item in await waiting] == [b"first"]
    assert {item.queue.kind for item in await all_of(queues)} == {STORE, HISTORY}


async def test_the_queues_of_one_priority_share_its_turns(make: Make) -> None:
    queues = await make()
    for kind in (TASK, RETRIEVE, MEMORY):
        for _ in range(30):
            await queues.put(kind, b"{}")
    taken = await queues.take(9, wait=1)
    assert {item.queue.kind for item in taken} == {TASK, RETRIEVE, MEMORY}


async def test_what_nobody_finishes_is_delivered_again_with_its_count(make: Make) -> None:
    queues = await make(seconds_held=0.05)
    await queues.put(STORE, b"{}")
    assert [item.deliveries for item in await queues.take(1, wait=1)] == [1]
    again = await taken_within(queues)
    assert (again.deliveries, again.body) == (2, b"{}")


async def test_after_three_deliveries_it_is_a_dead_letter_and_can_be_revived(make: Make) -> None:
    queues = await make(seconds_held=0.05)
    await queues.put(MEMORY, b"poison", proof=Proof("c", "s"))
    seen = [await taken_within(queues) for _ in range(3)]
    assert [(item.deliveries, item.given_up) for item in seen] == [
        (1, False),
        (2, False),
        (3, False),
    ]
    # Whoever was to bury it may die of something else.
    for _ in range(2):
        last = await taken_within(queues)
        assert (last.deliveries, last.given_up, last.body) == (3, True, b"poison")
    await queues.bury(last, "not finished after 3 deliveries")
    dead = await queues.dead(MEMORY)
    assert [(letter.body, letter.deliveries) for letter in dead] == [(b"poison", 3)]
    assert "3 deliveries" in dead[0].reason
    assert await queues.waiting(MEMORY) == 0
    assert await queues.revive(MEMORY, [dead[0].entry, "0-0"]) == 1
    assert list(await queues.dead(MEMORY)) == []
    back = await taken_within(queues)
    assert (back.body, back.deliveries, back.proof) == (b"poison", 1, Proof("c", "s"))
    await queues.bury(back, "again")
    (letter,) = await queues.dead(MEMORY)
    assert await queues.dead_of(MEMORY, [letter.entry, "0-0"]) == [letter]
    assert await queues.revive(MEMORY, [letter.entry]) == 1
    assert (await taken_within(queues)).body == b"poison"


async def test_a_reply_finishes_what_it_answers(make: Make) -> None:
    queues = await make()
    await queues.put(RETRIEVE, b"{}")
    (taken,) = await queues.take(1, wait=1)
    address = reply_address(CONTEXT_RESULT, "one")
    async with aclosing(queues.answers([address])) as answers:
        assert await anext(answers) is None
        await queues.answer(address, b"done", finished=taken)
        assert await anext(answers) == b"done"
    assert await queues.waiting(RETRIEVE) == 0


async def test_what_is_held_goes_to_nobody_else(make: Make) -> None:
    held = 2.0  # a busy machine may stand still for most of it
    queues = await make(seconds_held=held)
    await queues.put(TASK, b"long")
    taken = await queues.take(1, wait=1)
    for _ in range(7):
        await queues.hold(taken)
        assert list(await queues.take(1, wait=held / 6)) == []
    await queues.finish(taken)
    assert await queues.waiting(TASK) == 0


async def test_a_buried_one_keeps_its_reason(make: Make) -> None:
    queues = await make()
    await queues.put(STORE, b"\xff broken")
    (taken,) = await queues.take(1, wait=1)
    await queues.bury(taken, "no JSON")
    await queues.bury(taken, "no JSON")
    (letter,) = await queues.dead(STORE)
    assert (letter.body, letter.reason, letter.deliveries) == (b"\xff broken", "no JSON", 1)
    assert await queues.waiting(STORE) == 0


async def test_many_dead_letters_are_told_in_their_order(make: Make) -> None:
    queues = await make()
    for number in range(250):
        await queues.put(STORE, str(number).encode())
    for taken in await all_of(queues):
        await queues.bury(taken, "no JSON")
    for limit, last in ((1, 1), (100, 100), (230, 230), (1000, 250)):
        dead = await queues.dead(STORE, limit=limit)
        assert [int(letter.body) for letter in dead] == list(range(last))


@pytest.mark.parametrize(("most", "kept"), [(2, [b"1", b"2"]), (0, [b"0", b"1", b"2"])])
async def test_of_dead_letters_the_newest_are_kept(
    make: Make, most: int, kept: list[bytes]
) -> None:
    queues = await make(max_dead=most)
    for number in range(3):
        await queues.put(STORE, str(number).encode())
    for taken in await all_of(queues):
        await queues.bury(taken, "no JSON")
    assert [letter.body for letter in await queues.dead(STORE)] == kept
    assert await queues.waiting(STORE) == 0


async def test_a_full_queue_refuses_more_and_drops_nothing(make: Make) -> None:
    queues = await make(max_waiting=3)
    for number in range(3):
        await queues.put(STORE, str(number).encode())
    with pytest.raises(RateLimitExceeded):
        await queues.put(STORE, b"3")
    await queues.put(RETRIEVE, b"another queue has room")
    taken = [item for item in await all_of(queues) if item.queue.kind == STORE]
    assert [item.body for item in taken] == [b"0", b"1", b"2"]
    await queues.finish(taken[:1])
    await queues.put(STORE, b"3")


async def test_one_tenant_does_not_fill_a_queue_for_the_others(make: Make) -> None:
    queues = await make(max_waiting=10, max_share=3)
    for number in range(3):
        await queues.put(STORE, str(number).encode(), tenant="acme")
    with pytest.raises(RateLimitExceeded, match="of this tenant"):
        await queues.put(STORE, b"3", tenant="acme")
    await queues.put(STORE, b"another tenant", tenant="other")
    await queues.put(RETRIEVE, b"another queue", tenant="acme")
    taken = [item for item in await all_of(queues) if item.queue.kind == STORE]
    assert len(taken) == 4
    with pytest.raises(RateLimitExceeded, match="of this tenant"):
        await queues.put(STORE, b"3", tenant="acme")
    await queues.finish(taken[1:2])
    await queues.put(STORE, b"3", tenant="acme")
    with pytest.raises(RateLimitExceeded, match="of this tenant"):
        await queues.put(STORE, b"4", tenant="acme")


async def test_a_reply_is_read_by_the_instance_it_is_for(make: Make) -> None:
    queues = await make()
    mine, other = (reply_address(CONTEXT_RESULT, name) for name in ("one", "two"))
    async with (
        aclosing(queues.answers([mine])) as first,
        aclosing(queues.answers([other])) as second,
    ):
        assert await anext(first) is None
        assert await anext(second) is None
        await queues.answer(other, b"for two")
        await queues.answer(mine, b"for one")
        await queues.answer(mine, b"once more")
        assert [await anext(first), await anext(first)] == [b"for one", b"once more"]
        assert await anext(second) == b"for two"


async def test_all_who_share_a_name_read_what_is_said_there(make: Make) -> None:
    queues = await make()
    address = reply_address(CONTEXT_RESULT, None)
    await queues.answer(address, b"before anybody listens")
    async with (
        aclosing(queues.answers([address])) as one,
        aclosing(queues.answers([address])) as two,
    ):
        assert (await anext(one), await anext(two)) == (None, None)
        await queues.answer(address, b"news")
        assert (await anext(one), await anext(two)) == (b"news", b"news")


async def test_closed_queues_say_so(make: Make) -> None:
    queues = await make()
    await queues.aclose()
    await queues.aclose()
    if type(queues).__name__ == "MemoryQueues":
        with pytest.raises(ServiceTimeout):
            await queues.put(STORE, b"{}")


async def taken_within(queues: Queues, seconds: float = PATIENCE) -> TakenEnvelope:
    async with asyncio.timeout(seconds):
        while True:
            for item in await queues.take(1, wait=0.05):
                return item
