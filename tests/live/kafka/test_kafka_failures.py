"""What a person sees when something fails, row by row of docs/operations-kafka.md, on real brokers.

Sessions and heartbeats are shorter than in earnest where somebody would wait for their end.
"""

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiokafka import AIOKafkaConsumer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient, RecordsToDelete

from app.domain.events import StatusEvent, StreamLost, TaskEvent
from app.domain.tasks import TaskState
from app.errors import AgentRefused, AgentUnreachable, TaskUnknown
from app.system.json_log import JsonLines
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import collect, last_state, say, shape, task_id_of
from tests.live.kafka.brokers import Broker, fresh
from tests.live.kafka.kafka_agents import (
    PATIENT,
    QUICK,
    ReplicaProcess,
    Stage,
    counted,
    counting_to,
    link_over,
    options,
    staged,
    text_of,
)
from tests.patience import PATIENCE
from transport.client.link import TransportLink
from transport.kafka.names import identity_of, replies_topic, requests_topic
from transport.kafka.names import task_id_of as task_of_request
from transport.kafka.options import Times
from transport.kafka_link import open_transport

pytestmark = [pytest.mark.live, pytest.mark.anyio]


@pytest.fixture
async def stage(kafka_bootstrap: str) -> AsyncIterator[Stage]:
    async with staged(options(kafka_bootstrap), fresh("agent")) as made:
        yield made


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - it is another process's doing
            await asyncio.sleep(0.05)


async def test_a_replica_is_killed_and_another_gives_the_whole_answer(
    kafka_bootstrap: str, new_database: Callable[[], str]
) -> None:
    name, database = fresh("agent"), new_database()
    async with staged(options(kafka_bootstrap), name) as stage:
        first = await ReplicaProcess.start(kafka_bootstrap, name, database)
        second = None
        try:
            link = await stage.desk()
            answering = asyncio.create_task(collect(link.send(say("40 0.02"))))
            await until(lambda: stage.counters[-1].received > 5)
            await first.kill()
            second = await ReplicaProcess.start(kafka_bootstrap, name, database)
            events = await answering
        finally:
            await first.kill()
            if second is not None:
                await second.stop()
    assert last_state(events) is TaskState.COMPLETED
    assert text_of(events) == counted(40)
    assert len({event.task.task_id for event in events if isinstance(event, TaskEvent)}) == 1


async def test_a_replica_joins_and_one_leaves_while_answers_stream(stage: Stage) -> None:
    go_on = asyncio.Event()
    first = await stage.replica(counting_to(30, 10, go_on))
    link = await stage.desk()
    said = [say("30", context=f"c{n}") for n in range(8)]
    answering = [asyncio.create_task(collect(link.send(one))) for one in said]
    await until(lambda: first.busy == 8)
    second = await stage.replica()
    await until(lambda: len(first.owned) == 12 and len(second.owned) == 12)
    go_on.set()
    await first.stop_taking(PATIENCE)
    await first.aclose()
    for events in await asyncio.gather(*answering):
        assert last_state(events) is TaskState.COMPLETED
        assert text_of(events) == counted(30)
    await until(lambda: len(second.owned) == 24)
    assert text_of(await collect(link.send(say("3")))) == counted(3)


async def test_what_a_leaving_replica_does_not_finish_another_begins_anew(stage: Stage) -> None:
    go_on = asyncio.Event()
    first = await stage.replica(counting_to(30, 10, go_on))
    link = await stage.desk()
    answering = asyncio.create_task(collect(link.send(say("30 0.05"))))
    await until(lambda: stage.counters[-1].received > 5)
    await first.stop_taking(0.0)
    await first.aclose()
    await stage.replica()
    await until(lambda: stage.counters[-1].restarts == 1)
    go_on.set()  # what nobody hears comes to its end
    events = await answering
    assert last_state(events) is TaskState.COMPLETED
    assert text_of(events) == counted(30)
    assert stage.counters[-1].restarts == 1


async def test_brokers_are_away_for_seconds_in_the_middle_of_an_answer(
    kafka_broker: Broker,
) -> None:
    go_on = asyncio.Event()
    async with staged(options(kafka_broker.bootstrap), fresh("agent")) as stage:
        await stage.replica(counting_to(40, 10, go_on))
        link = await stage.desk(request_timeout_ms=2000)
        answering = asyncio.create_task(collect(link.send(say("40"))))
        await until(lambda: stage.counters[-1].received > 5)
        await asyncio.to_thread(kafka_broker.kill)
        go_on.set()
        await asyncio.to_thread(kafka_broker.start)
        events = await answering
        assert last_state(events) is TaskState.COMPLETED
        assert text_of(events) == counted(40)
        assert not [event for event in events if isinstance(event, StreamLost)]
        # And they are gone for good: the desk says so, and everything stops in bounded time.
        await asyncio.to_thread(kafka_broker.kill)
        hasty = await stage_failed_desk(stage)
        assert isinstance(hasty, AgentUnreachable)
        with pytest.raises(AgentUnreachable, match="cannot be reached") as away:
            await collect(link.send(say("1")))
        assert away.value.reason == "brokers_away"


async def stage_failed_desk(stage: Stage) -> BaseException | None:
    """Return the error of a desk that is opened while no broker answers."""
    try:
        await open_transport(stage.address, stage.options, client="late")
    except AgentUnreachable as error:
        return error
    return None


async def test_a_frozen_broker_keeps_a_question_whose_answer_comes_when_it_thaws(
    kafka_broker: Broker,
) -> None:
    async with staged(options(kafka_broker.bootstrap), fresh("agent")) as stage:
        await stage.replica()
        link = await stage.desk(QUICK, request_timeout_ms=1500)
        assert text_of(await collect(link.send(say("2")))) == counted(2)
        kafka_broker.freeze()
        try:
            with pytest.raises(AgentUnreachable):
                await collect(link.send(say("3", context="later")))
        finally:
            kafka_broker.thaw()
        async with asyncio.timeout(PATIENCE):
            while not (found := await later(link)):  # noqa: ASYNC110 - a replica's doing
                await asyncio.sleep(0.2)
        assert found == [TaskState.COMPLETED]  # once, though it was sent twice


async def later(link: TransportLink) -> list[TaskState]:
    """Return the states of what was asked while the broker was frozen, once all is done."""
    try:
        states = [task.state for task in await link.tasks("later")]
    except AgentUnreachable:
        return []
    return states if all(state.terminal for state in states) else []


async def test_a_desk_that_starts_again_reads_its_answer_from_the_log(
    stage: Stage, tmp_path: Path
) -> None:
    client = fresh("desk")
    first = await stage.replica()
    transport = await open_transport(
        stage.address, stage.options, client=client, times=QUICK, kept=tmp_path
    )
    link = link_over(transport, stage)
    stream = aiter(link.send(say("20 0.02", context="c9")))
    begun = await anext(stream)
    assert isinstance(begun, TaskEvent)
    await stream.aclose()  # type: ignore[attr-defined]
    await link.aclose()
    await until(lambda: first.counters.answered == 1)
    await first.aclose()  # nobody is there any more whom the desk could ask
    again = await open_transport(
        stage.address, stage.options, client=client, times=QUICK, kept=tmp_path
    )
    link = link_over(again, stage)
    try:
        tasks = await link.tasks("c9")
        assert [task.state for task in tasks] == [TaskState.COMPLETED]
        whole = await link.get(begun.task.task_id)
        assert whole.artifacts[0].text.replace("\n", "") == counted(20)
    finally:
        await link.aclose()
    [folder] = await asyncio.to_thread(os.listdir, tmp_path)
    assert await asyncio.to_thread(os.listdir, tmp_path / folder) == []


@pytest.mark.parametrize("knows", [True, False])
async def test_an_answer_that_is_older_than_the_log_is_asked_of_its_agent_and_else_gone(
    stage: Stage, tmp_path: Path, knows: bool
) -> None:
    client = fresh("desk")
    first = await stage.replica()

    async def opened(times: Times = PATIENT) -> TransportLink:
        transport = await open_transport(
            stage.address, stage.options, client=client, times=times, kept=tmp_path
        )
        return link_over(transport, stage)

    link = await opened()
    stream = aiter(link.send(say("5 0.02", context="c9")))
    begun = await anext(stream)
    assert isinstance(begun, TaskEvent)
    await stream.aclose()  # type: ignore[attr-defined]
    await link.aclose()
    await until(lambda: first.counters.answered == 1)
    await drop_records(stage, replies_topic(client))  # what retention does
    if not knows:
        await stage.records.remove(stage.name, begun.task.task_id)
    link = await opened()
    try:
        if knows:
            assert (await link.get(begun.task.task_id)).state is TaskState.COMPLETED
        else:
            with pytest.raises(TaskUnknown) as caught:
                await link.get(begun.task.task_id)
            assert caught.value.reason == "answer_expired"
        assert text_of(await collect(link.send(say("3")))) == counted(3)
        await first.aclose()
        await link.aclose()
        link = await opened(QUICK)
        with pytest.raises(AgentUnreachable):  # nobody knows more than that nobody answers
            await link.get(begun.task.task_id)
    finally:
        await link.aclose()


async def drop_records(stage: Stage, topic: str) -> None:
    admin = AIOKafkaAdminClient(bootstrap_servers=stage.options.bootstrap)
    await admin.start()
    try:
        await admin.delete_records({TopicPartition(topic, 0): RecordsToDelete(-1)})
    finally:
        await admin.close()


async def test_no_agent_is_there(stage: Stage) -> None:
    replica = await stage.replica()
    await replica.aclose()
    link = await stage.desk(QUICK)
    with pytest.raises(AgentUnreachable, match="waits in the queue") as silent:
        await collect(link.send(say("1")))
    assert silent.value.reason == "no_replica"
    with pytest.raises(AgentUnreachable, match="No replica"):
        await link.get("unknown")


async def test_a_slow_agent_is_not_given_up_and_a_full_one_says_that_it_waits(
    stage: Stage,
) -> None:
    go_on = asyncio.Event()
    await stage.replica(counting_to(1, 0, go_on), concurrency=1)
    times = replace(QUICK, heartbeat=1.0)
    link = await stage.desk(times)
    slow = asyncio.create_task(collect(link.send(say("1", context="a"))))
    await until(lambda: stage.counters[-1].received > 2)
    waiting = say("1", context="b")
    second = asyncio.create_task(collect(link.send(waiting)))

    def told() -> list[str]:
        frames = link.recording.frames()
        sent = [one for one in frames if one.direction == "sent"]
        found = {one.exchange for one in sent if waiting.message_id in str(one.body)}
        return [
            frame.body["state"]
            for frame in frames
            if frame.exchange in found
            and frame.direction == "record"
            and isinstance(frame.body, dict)
        ]

    await until(lambda: "queued" in told())
    await asyncio.sleep(1.2 * times.silence)  # longer than the silence that is allowed
    go_on.set()
    assert last_state(await second) is TaskState.COMPLETED
    assert last_state(await slow) is TaskState.COMPLETED
    assert told().index("queued") < told().index("submitted")


async def test_an_unreadable_request_is_refused_and_put_where_people_look(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.setFormatter(JsonLines())
    replica = await stage.replica()
    await stage.transport()
    replies = stage.connections[-1].expect("poison")
    await stage.connections[-1].send(
        requests_topic(stage.name),
        b"\xff{no json",
        key="poison",
        partition=3,
        headers=[
            ("reply-topic", stage.connections[-1].replies.topic.encode()),
            ("traceparent", f"00-{7:032x}-{8:016x}-01".encode()),
        ],
    )
    refused = await asyncio.wait_for(replies.get(), PATIENCE)
    assert (refused.state, refused.final) == ("rejected", True)
    link = await stage.desk()
    assert last_state(await collect(link.send(say("1")))) is TaskState.COMPLETED
    assert replica.counters.unreadable == 1
    parked = await first_record(stage, f"agent.{stage.name}.dlq")
    headers = dict(parked.headers)
    assert parked.value == b"\xff{no json"
    assert headers["dlq-topic"] == requests_topic(stage.name).encode()
    assert headers["dlq-partition"] == b"3"
    # The log says which record it is, as the dead letter does.
    said = f"The request at offset 0 of {requests_topic(stage.name)} [3] is set aside: "
    [line] = [one for one in caplog.text.splitlines() if said in one]
    assert json.loads(line)["trace_id"] == f"{7:032x}"


@pytest.mark.logs_warnings
@pytest.mark.parametrize("name", ["authorization", "correlation-id", "reply-topic"])
async def test_a_request_that_says_one_thing_twice_is_refused_where_that_is_certain(
    stage: Stage, name: str
) -> None:
    replica = await stage.replica()
    await stage.transport()
    asking = stage.connections[-1]
    replies = asking.expect("mine")
    own, other = asking.replies.topic.encode(), b"desk.somebody-else.replies"
    client = own.removeprefix(b"desk.").removesuffix(b".replies")
    once = {"reply-topic": own, "client-id": client, "correlation-id": b"mine"}
    await asking.send(
        requests_topic(stage.name),
        b'{"method": "send_message", "params": {"message": {"text": "1"}}}',
        key="mine",
        partition=0,
        headers=[*({name: b"Bearer a"} | once).items(), (name, other)],
    )
    refused = await asyncio.wait_for(replies.get(), PATIENCE)
    assert (refused.state, refused.final) == ("rejected", True)
    message = refused.response()["error"]["message"]
    assert message == f"The header {name} stands there twice."
    assert (replica.counters.unreadable, replica.counters.rejected) == (1, 1)
    parked = await first_record(stage, f"agent.{stage.name}.dlq")
    kept = [key for key, _ in parked.headers if key in once or key == "authorization"]
    assert kept.count(name) == (0 if name == "authorization" else 2)
    assert dict(parked.headers)["dlq-reason"] == message.encode()


async def first_record(stage: Stage, topic: str) -> Any:
    consumer = AIOKafkaConsumer(bootstrap_servers=stage.options.bootstrap)
    await consumer.start()
    try:
        where = TopicPartition(topic, 0)
        consumer.assign([where])
        consumer.seek(where, 0)
        return await asyncio.wait_for(consumer.getone(), PATIENCE)
    finally:
        await consumer.stop()


async def test_a_request_sent_twice_is_worked_on_once_and_answered_the_same(stage: Stage) -> None:
    runs = []

    async def once(turn: Turn) -> None:
        runs.append(turn.text)
        await turn.say("once")
        await turn.updater.complete()

    replica = await stage.replica(once)
    await stage.transport()
    connection = stage.connections[-1]
    value = json.dumps({"method": "send_message_streaming", "params": {"message": {"text": "x"}}})
    answers = []
    for _ in range(2):
        replies = connection.expect("twice")
        await connection.send(
            requests_topic(stage.name),
            value.encode(),
            key="twice",
            partition=0,
            headers=[("reply-topic", connection.replies.topic.encode())],
        )
        found = []
        while not found or not found[-1].final:
            found.append(await asyncio.wait_for(replies.get(), PATIENCE))
        answers.append([(one.attempt, one.seq, one.body) for one in found if one.seq >= 0])
    assert answers[0] == answers[1]
    # A replica that has no memory of it finds the task where all of them keep theirs.
    await replica.aclose()
    await stage.replica(once)
    replies = connection.expect("twice")
    await connection.send(
        requests_topic(stage.name),
        value.encode(),
        key="twice",
        partition=0,
        headers=[("reply-topic", connection.replies.topic.encode())],
    )
    last = await asyncio.wait_for(replies.get(), PATIENCE)
    while not last.final:
        last = await asyncio.wait_for(replies.get(), PATIENCE)
    identity = identity_of(connection.replies.topic, "twice")
    assert last.response()["result"]["task"]["id"] == task_of_request(identity)
    assert runs == ["x"]


async def test_a_request_that_is_too_old_is_rejected(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    caplog.handler.setFormatter(JsonLines())
    replica = await stage.replica()
    await replica.aclose()
    link = await stage.desk(replace(PATIENT, ttl=0.001))  # less than any replica's start takes
    asking = asyncio.create_task(collect(link.send(say("1"))))
    await until(lambda: stage.counters[-1].sent == 1)
    replica = await stage.replica()
    with pytest.raises(AgentRefused, match="too old") as late:
        await asking
    assert late.value.reason == "request_expired"
    assert replica.counters.expired == 1
    [line] = [one for one in caplog.text.splitlines() if "too old" in one]
    assert json.loads(line)["trace_id"]


async def test_what_is_too_large_is_a_clear_error(stage: Stage) -> None:
    async def huge(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.say("x" * 2_000_000)
        await turn.updater.complete()

    await stage.replica(huge)
    link = await stage.desk(max_record_bytes=100_000)
    with pytest.raises(AgentRefused, match="larger than the brokers take") as large:
        await collect(link.send(say("y" * 200_000)))
    assert large.value.reason == "record_too_large"


async def test_an_answer_that_is_too_large_is_a_clear_error(kafka_bootstrap: str) -> None:
    async def huge(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.say("x" * 200_000)
        await turn.updater.complete()

    small = options(kafka_bootstrap, max_record_bytes=100_000)
    async with staged(small, fresh("agent")) as stage:
        await stage.replica(huge)
        link = await stage.desk()
        with pytest.raises(AgentRefused, match="larger than the brokers take") as large:
            await collect(link.send(say("x")))
        assert large.value.reason == "answer_too_large"


async def test_a_cancel_reaches_the_replica_that_works_and_a_question_is_found_by_any(
    stage: Stage,
) -> None:
    first, second = await stage.replica(), await stage.replica()
    await until(lambda: len(first.owned) == 12 and len(second.owned) == 12)
    link, other = await stage.desk(), await stage.desk()
    for n in range(4):
        stream = link.send(say("1000 0.05", context=f"c{n}"))
        begun = await anext(stream)
        assert isinstance(begun, TaskEvent)
        assert (await other.get(begun.task.task_id)).state in (
            TaskState.SUBMITTED,
            TaskState.WORKING,
        )
        assert (await other.cancel(begun.task.task_id)).state is TaskState.CANCELED
        assert last_state(await collect(stream)) is TaskState.CANCELED
    await until(lambda: first.busy == second.busy == 0)
    assert first.counters.answered and second.counters.answered


async def test_turns_of_one_conversation_come_to_one_replica_in_order(stage: Stage) -> None:
    seen: list[tuple[int, str]] = []

    def noting(replica: int) -> Any:
        async def note(turn: Turn) -> None:
            seen.append((replica, turn.text))
            await turn.updater.complete()

        return note

    first, second = await stage.replica(noting(1)), await stage.replica(noting(2))
    await until(lambda: len(first.owned) == 12 and len(second.owned) == 12)
    link = await stage.desk()
    for n in range(12):
        events = await collect(link.send(say(str(n), context="same")))
        assert shape(events)[-1] == "completed"
        assert task_id_of(events)
        assert isinstance(events[-1], StatusEvent)
    assert [text for _, text in seen] == [str(n) for n in range(12)]
    assert len({replica for replica, _ in seen}) == 1
