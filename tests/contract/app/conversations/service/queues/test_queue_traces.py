"""What is seen of a request over queues: its trace, that it is in hand, and that it came again."""

import asyncio
import io
import json
import logging
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from app.conversations.protocol.queue_names import (
    CONTEXT_RESULT,
    REQUESTS,
    RETRIEVE,
    STORE,
    TASK,
    UPDATE,
    reply_address,
)
from app.conversations.service.queues.port import Queues
from app.conversations.service.queues.queue_service import QueueService
from app.domain.book import BookMessage, Caller
from app.system.json_log import JsonLines
from tests.contract.app.conversations.service.queue_makers import MAKERS, empty_url
from tests.contract.app.conversations.service.queue_samples import raw, said, store
from tests.contract.app.conversations.service.queue_service import asked_service
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = {"traceparent": f"00-{TRACE_ID}-00f067aa0ba902b7-01"}
INSTANCE = "one"


@pytest.fixture(params=MAKERS)
async def queues(request: pytest.FixtureRequest) -> AsyncIterator[Queues]:
    async with request.param(empty_url(request, request.param)) as made:
        yield made


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the service logs, as `balance-desk conversations serve` writes it."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("app.conversations")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield written
    logger.setLevel(before)
    logger.removeHandler(handler)


def traced(metadata: dict[str, Any]) -> dict[str, Any]:
    return {**metadata, "reply_to": reply_address(UPDATE, INSTANCE)}


@pytest.mark.logs_warnings
async def test_a_traceparent_goes_on_in_answers_and_log_lines(
    queues: Queues, tmp_path: Path, lines: io.StringIO
) -> None:
    async def logging_it(*_: Any) -> None:
        logging.getLogger("app.conversations.test").info("it runs")

    asked = [
        (STORE, store(metadata=traced(PARENT))),
        (RETRIEVE, said(RETRIEVE, metadata=traced(PARENT))),
        (TASK, said(TASK, {"task_type": "logging_it"}, metadata=traced(PARENT))),
        # It goes before the other; one that is none is passed over.
        (STORE, store(metadata=traced({"traceparent": "00-1-2-01", "trace_id": "mine"}))),
    ]
    addresses = [reply_address(kind, INSTANCE) for kind in (UPDATE, CONTEXT_RESULT)]
    runners = {"logging_it": logging_it}
    async with (
        asked_service(tmp_path, queues, runners=runners) as service,
        aclosing(queues.answers(addresses)) as answers,
        asyncio.timeout(PATIENCE),
    ):
        await anext(answers)
        traces: dict[str, str] = {}
        for kind, envelope in asked:
            await service.put(kind, raw(envelope))
            told = json.loads(await anext(answers) or b"")
            assert told["correlation_id"] == envelope["correlation_id"]
            traces[envelope["message_id"]] = told["metadata"]["trace_id"]
        unsigned = raw(store(metadata=PARENT, message_id=str(uuid.uuid4())))
        await queues.put(STORE, unsigned)
        await service.idle(STORE)
    assert list(traces.values()) == [TRACE_ID, TRACE_ID, TRACE_ID, "mine"]
    logged = [json.loads(line) for line in lines.getvalue().splitlines()]
    events = {line["event"]: line.get("trace_id") for line in logged}
    assert events["it runs"] == TRACE_ID
    (dead,) = [line for line in logged if "dead letter" in line["event"]]
    assert (dead["trace_id"], dead["level"]) == (TRACE_ID, "warning")


async def test_what_is_worked_on_here_is_a_figure(queues: Queues, tmp_path: Path) -> None:
    in_flight: list[float] = []

    async def stored(caller: Caller, message: BookMessage) -> None:
        figures = {one.name: one.figures for one in await working.families()}
        in_flight.append(figures["balance_desk_queue_in_flight"][0].value)

    async with asked_service(tmp_path, queues, workers=0) as service:
        working = QueueService(queues, service.book, service.database, said=stored)
        working.start()
        talk: Any = {"conversation_id": "talk", "user_id": "ana", "agent_id": "data"}
        await service.requester.ask(STORE, store("hola")["payload"], **talk)
        await working.aclose()
    assert in_flight == [1]


async def test_what_another_left_is_a_figure_once_it_comes_here(
    queues: Queues, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    maker = request.node.callspec.params["queues"]
    async with (
        maker(empty_url(request, maker), seconds_held=0.2) as quick,
        asked_service(tmp_path, quick, workers=0) as service,
        asyncio.timeout(PATIENCE),
    ):
        await service.put(STORE, raw(store("hola")))
        assert await quick.take(1, wait=1.0)  # by whoever says nothing more of it
        working = QueueService(quick, service.book, service.database)
        working.start()
        await service.idle(STORE)
        figures = {one.name: one.figures for one in await working.families()}
        await working.aclose()
    again = figures["balance_desk_queue_redelivered_total"]
    counts = {one.labels["queue"]: one.value for one in again}
    assert counts.pop(str(REQUESTS[STORE])) >= 1
    assert set(counts.values()) == {0}
