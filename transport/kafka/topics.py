"""The topics of the binding: looked up, and made where they are missing and that is allowed."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.errors import (
    KafkaError,
    TopicAlreadyExistsError,
    TopicAuthorizationFailedError,
    for_code,
)

from transport.kafka.names import (
    CARDS_TOPIC,
    control_topic,
    dead_letters_topic,
    replies_topic,
    requests_topic,
)
from transport.kafka.options import MAX_RECORD_BYTES, KafkaOptions
from transport.kafka.workarounds import asked, has_controller, started, topics_as_they_are

REQUEST_PARTITIONS = 24
_HOUR_MS = 3_600_000
_LARGEST = {"max.message.bytes": str(MAX_RECORD_BYTES + 200_000)}
_SETTLE_SECONDS = 10.0


class Topic(NamedTuple):
    """A topic as the binding wants it; docs/operations-kafka.md says why."""

    name: str
    partitions: int
    settings: Mapping[str, str]


def agent_topics(agent: str) -> Sequence[Topic]:
    """Return the topics of an agent, with that of all cards."""
    day = str(24 * _HOUR_MS)
    return (
        Topic(
            requests_topic(agent),
            REQUEST_PARTITIONS,
            {"retention.ms": day, "message.timestamp.type": "LogAppendTime", **_LARGEST},
        ),
        Topic(
            control_topic(agent),
            1,
            {"retention.ms": str(_HOUR_MS), "message.timestamp.type": "LogAppendTime"},
        ),
        Topic(dead_letters_topic(agent), 1, {"retention.ms": str(14 * 24 * _HOUR_MS), **_LARGEST}),
        Topic(CARDS_TOPIC, 1, {"cleanup.policy": "compact"}),
    )


def client_topics(client: str) -> Sequence[Topic]:
    """Return the topic of a client's replies."""
    return (reply_topic(replies_topic(client)),)


def reply_topic(name: str) -> Topic:
    """Return a topic of replies."""
    settings = {"retention.ms": str(24 * _HOUR_MS), "segment.ms": str(_HOUR_MS), **_LARGEST}
    return Topic(name, 1, settings)


async def ensure(options: KafkaOptions, wanted: Sequence[Topic]) -> None:
    """Make the topics that are missing and wait until they are there; raises `KafkaError`.

    Those that exist are left as they are: their settings belong to whoever runs the cluster.
    """
    admin = AIOKafkaAdminClient(**options.common())
    try:
        await started(admin)
        missing = await _missing(admin, wanted)
        if not missing:
            return
        new = [
            NewTopic(one.name, one.partitions, options.replication, {}, dict(one.settings))
            for one in missing
        ]
        if has_controller(admin):
            made = await asked(lambda: admin.create_topics(new))
            for name, code, *more in made.topic_errors:
                error = for_code(code)
                if code and error is not TopicAlreadyExistsError:
                    raise error(f"{name}: {more[0] if more and more[0] else error.description}")
        else:  # nobody makes topics on request: the brokers may, for whoever asks about them
            await asked(lambda: admin.describe_topics([one.name for one in missing]))
        async with asyncio.timeout(_SETTLE_SECONDS):
            while await _missing(admin, missing):  # noqa: ASYNC110 - it is the brokers' doing
                await asyncio.sleep(0.05)
    except TimeoutError as error:
        raise KafkaError("New topics did not become ready in time.") from error
    finally:
        await admin.close()


async def partitions_of(options: KafkaOptions, topic: str) -> int:
    """Return how many partitions a topic has; 0 is that there is no such topic.

    Raises `TopicAuthorizationFailedError` for one that this user may know nothing of, and any other
    `KafkaError` when the brokers do not answer.
    """
    admin = AIOKafkaAdminClient(**options.common())
    try:
        await started(admin)
        [told] = await _described(admin, [topic])
        return len(told["partitions"])
    finally:
        await admin.close()


async def _described(admin: AIOKafkaAdminClient, names: Sequence[str]) -> list[dict[str, Any]]:
    described = await asked(lambda: topics_as_they_are(admin, names))
    for one in described:
        if one["error_code"] == TopicAuthorizationFailedError.errno:
            raise TopicAuthorizationFailedError(one["topic"])
    return described


async def _missing(admin: AIOKafkaAdminClient, wanted: Sequence[Topic]) -> list[Topic]:
    described = await _described(admin, [one.name for one in wanted])
    ready = {
        one["topic"]
        for one in described
        if one["error_code"] == 0
        and one["partitions"]
        and all(part["leader"] >= 0 for part in one["partitions"])
    }
    return [one for one in wanted if one.name not in ready]
