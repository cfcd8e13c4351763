"""Where agents answer: to clients of their own kind, to foreign ones that are allowed, to nobody
else; and that clients who choose the same correlation id do not hear one another."""

import asyncio
import json
from typing import Any

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition

from app.system.json_log import JsonLines
from tests.contract.transport.executors import Turn
from tests.live.kafka.brokers import fresh
from tests.live.kafka.kafka_agents import options, staged
from tests.patience import PATIENCE
from transport.kafka.names import (
    ReplyTopics,
    dead_letters_topic,
    replies_topic,
    requests_topic,
)

pytestmark = [pytest.mark.live, pytest.mark.anyio]

# The three requests of the first source document, letter for letter.
TURNS = (
    ("abc-123", "승률 알려줘"),
    ("def-456", "테란"),
    ("ghi-789", "저그는?"),
)


def asked(text: str, **more: Any) -> bytes:
    """Return what the document's client puts into a record."""
    value = {
        "method": "send_message_streaming",
        "params": {"message": {"text": text}, "context_id": "ctx-001"},
        **more,
    }
    return json.dumps(value, ensure_ascii=False).encode()


async def asks_or_answers(turn: Turn) -> None:
    await turn.updater.start_work()
    if turn.text == "승률 알려줘":
        await turn.ask("어떤 종족?")
        return
    await turn.say(f"{turn.text} 승률 58%")
    await turn.updater.complete()


class Client:
    """A foreign client: plain records in, plain records out."""

    def __init__(self, bootstrap: str) -> None:
        self.bootstrap = bootstrap
        self._producer = AIOKafkaProducer(bootstrap_servers=bootstrap)

    async def __aenter__(self) -> "Client":
        await self._producer.start()
        return self

    async def __aexit__(self, *of: object) -> None:
        await self._producer.stop()

    async def send(self, topic: str, key: str, value: bytes, **headers: str) -> None:
        told = [(name.replace("_", "-"), text.encode()) for name, text in headers.items()]
        # It names no partition: which one it is comes from the key, the correlation id.
        await self._producer.send_and_wait(topic, value, key=key.encode(), headers=told)

    async def read(self, topic: str, wanted: int) -> list[tuple[str, dict[str, Any], Any]]:
        """Return key, value and headers of final replies, once there are so many."""
        consumer = AIOKafkaConsumer(bootstrap_servers=self.bootstrap, enable_auto_commit=False)
        await consumer.start()
        found = []
        try:
            where = TopicPartition(topic, 0)
            consumer.assign([where])
            await consumer.seek_to_beginning(where)
            async with asyncio.timeout(PATIENCE):
                while len(found) < wanted:
                    record = await consumer.getone()
                    headers = dict(record.headers)
                    if headers.get("final") == b"1" or "dlq-reason" in headers:
                        value = json.loads(record.value)
                        found.append((record.key.decode(), value, headers))
        finally:
            await consumer.stop()
        return found


async def test_the_first_documents_client_is_answered_where_that_is_allowed(
    kafka_bootstrap: str,
) -> None:
    answers = fresh("balance.responses")
    async with staged(options(kafka_bootstrap), fresh("data")) as stage:
        # So each turn of the conversation may come to another replica than the one before.
        for _ in range(2):
            await stage.replica(asks_or_answers, reply_topics=ReplyTopics(default=answers))
        async with Client(kafka_bootstrap) as client:
            for number, (key, text) in enumerate(TURNS, start=1):
                await client.send(requests_topic(stage.name), key, asked(text))
                found = await client.read(answers, number)
        assert [(key, value["final"]) for key, value, _ in found] == [
            (key, True) for key, _ in TURNS
        ]
        states = [headers["state"].decode() for _, _, headers in found]
        assert states == ["input_required", "completed", "completed"] or states == [
            "done",
            "completed",
            "completed",
        ]


async def test_a_foreign_topic_is_refused_aloud(
    kafka_bootstrap: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.setFormatter(JsonLines())
    answers, foreign = fresh("balance.responses"), fresh("elsewhere")
    async with staged(options(kafka_bootstrap), fresh("data")) as stage:
        replica = await stage.replica(asks_or_answers, reply_topics=ReplyTopics(default=answers))
        own = await stage.transport()
        async with Client(kafka_bootstrap) as client:
            topic = requests_topic(stage.name)
            await client.send(topic, "one", asked("테란", reply_topic=foreign))
            # Who names itself is told on its own topic.
            name = own.connection.replies.topic.removeprefix("desk.").removesuffix(".replies")
            await client.send(topic, "two", asked("테란"), reply_topic="agent.x", client_id=name)
            told = [
                *await client.read(answers, 1),
                *await client.read(replies_topic(name), 1),
            ]
            for key, (said, value, headers) in zip(("one", "two"), told, strict=True):
                assert (said, headers["state"]) == (key, b"rejected")
                assert "not allowed" in value["error"]["message"]
                assert "reply_topic_refused" in json.dumps(value["error"])
            aside = await client.read(dead_letters_topic(stage.name), 2)
            refused = sorted("one" if foreign in str(one[2]) else "two" for one in aside)
            assert refused == ["one", "two"] and any("agent.x" in str(one[2]) for one in aside)
        assert replica.counters.refused_topics == 2
        assert replica.counters.answered == 0
        lines = [json.loads(one) for one in caplog.text.splitlines() if "is set aside" in one]
        assert len({one["trace_id"] for one in lines}) == 2


async def test_two_clients_with_one_correlation_id_hear_each_their_own(
    kafka_bootstrap: str,
) -> None:
    go_on, begun = asyncio.Event(), asyncio.Queue[str]()

    async def waits(turn: Turn) -> None:
        await turn.updater.start_work()
        begun.put_nowait(turn.text)
        await go_on.wait()
        await turn.say(f"to {turn.text}")
        await turn.updater.complete()

    async with staged(options(kafka_bootstrap), fresh("data")) as stage:
        await stage.replica(waits)
        desks = [(await stage.transport()).connection.replies.topic for _ in range(2)]
        async with Client(kafka_bootstrap) as client:
            topic = requests_topic(stage.name)
            for desk in desks:
                value = json.loads(asked(desk))
                value["params"]["context_id"] = desk  # conversations of their own
                sent = json.dumps(value).encode()
                await client.send(topic, "abc-123", sent, reply_topic=desk)
            async with asyncio.timeout(PATIENCE):
                assert {await begun.get(), await begun.get()} == set(desks)
            go_on.set()
            tasks = set()
            for desk in desks:
                [(key, value, headers)] = await client.read(desk, 1)
                assert (key, headers["state"]) == ("abc-123", b"completed")
                tasks.add(value["result"]["statusUpdate"]["taskId"])
            assert len(tasks) == 2
            # Once more, after they were answered: each still gets its own.
            for desk in desks:
                await client.send(topic, "abc-123", asked(desk), reply_topic=desk)
                again = await client.read(desk, 2)
                assert again[1][1]["result"]["statusUpdate"]["taskId"] in tasks
