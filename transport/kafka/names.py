"""What things are called on the wire: the binding, topics, headers, addresses, and partitions."""

import re
import uuid
from collections.abc import Sequence
from typing import NamedTuple

from aiokafka.partitioner import murmur2

from app.errors import BadInput

KAFKA_BINDING = "https://balance-desk.org/a2a/bindings/kafka/v1"
CARDS_TOPIC = "agent.cards"

# Operations of the binding itself, beside A2A's: both go to the control topic.
WAITING = "Kafka/Waiting"  # what has become of a request that nothing is heard of?
DETACH = "Kafka/Detach"  # nobody reads the stream of that correlation id any more

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")
_SERVER = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}")
_TASK_IDS = uuid.UUID("6a3b9d0c-7d0e-5b0c-9c43-2b1f0f6f9f55")


class KafkaAddress(NamedTuple):
    """An agent on a cluster: the brokers to begin with, and its name."""

    bootstrap: str
    name: str

    def __str__(self) -> str:
        return f"kafka://{self.bootstrap}/{self.name}"


def kafka_address(url: str) -> KafkaAddress:
    """Read `kafka://host:port[,host:port…]/name`; raises `BadInput`."""
    rest = url.partition("://")[2]
    bootstrap, _, name = rest.partition("/")
    name = name.strip("/")
    if not bootstrap or not _NAME.fullmatch(name):
        raise BadInput(
            f"{url!r} is no address of an agent over Kafka: kafka://host:port/name is wanted.",
            key="bad_address",
        )
    return KafkaAddress(bootstrap_servers(bootstrap), name)


def bootstrap_servers(text: str) -> str:
    """Check `host:port[,host:port…]`; raises `BadInput`."""
    servers = [one.strip() for one in text.split(",")]
    if not all(_SERVER.fullmatch(one) for one in servers):
        raise BadInput(
            f"{text!r} names no Kafka brokers: HOST:PORT[,HOST:PORT…] is wanted.",
            key="bad_address",
        )
    return ",".join(servers)


def requests_topic(agent: str) -> str:
    """Turns, read by the agent's consumer group."""
    return f"agent.{agent}.requests"


def control_topic(agent: str) -> str:
    """Everything about tasks that are there already, read by every replica."""
    return f"agent.{agent}.control"


def dead_letters_topic(agent: str) -> str:
    """Requests that could not be read, or failed again and again, for people to look at."""
    return f"agent.{agent}.dlq"


def replies_topic(client: str) -> str:
    """What is answered to one client."""
    return f"desk.{client}.replies"


def group_of(agent: str) -> str:
    """The consumer group of an agent's replicas."""
    return f"agent.{agent}"


def partition_of(key: str, count: int) -> int:
    """Return the partition of a key: murmur2, as Kafka's own partitioner has it."""
    return int((murmur2(key.encode(errors="surrogatepass")) & 0x7FFFFFFF) % count)


def identity_of(reply_topic: str, correlation_id: str) -> str:
    """Return what tells a request from all others.

    Two clients may use one correlation id; what they hear goes to topics of their own.
    """
    return f"{reply_topic} {correlation_id}"


def task_id_of(identity: str) -> str:
    """Return the id of the task that a request begins.

    It is the same whichever replica begins it, and however often: so a task that was restarted is
    still the task that its client knows.
    """
    return str(uuid.uuid5(_TASK_IDS, identity))


REPLY_TOPICS = "desk.*.replies"
_TOPICS = re.compile(r"[A-Za-z0-9._*-]{1,249}")


class ReplyTopics:
    """Says where may be answered: topics by name, in which `*` stands for any characters.

    What is asked without naming a topic is answered to `default`, if there is one.
    """

    def __init__(self, allowed: Sequence[str] = (), *, default: str = "") -> None:
        """Make it; `desk.*.replies` and the default are allowed always.

        Raises `BadInput` for what is no name of a topic, and for the topics of agents: an answer
        there would be a request, or a card.
        """
        names = (REPLY_TOPICS, *allowed, *([default] if default else ()))
        for name in names:
            if not _TOPICS.fullmatch(name) or "*" in default:
                raise BadInput(f"{name!r} is no name of a topic.", key="bad_setting")
        self.default = default
        self._allowed = re.compile("|".join(re.escape(n).replace(r"\*", ".*") for n in names))

    def allow(self, topic: str) -> bool:
        """Return whether something may be written to a topic; never to those of agents."""
        return (
            not topic.startswith("agent.")
            and bool(_TOPICS.fullmatch(topic))
            and "*" not in topic
            and bool(self._allowed.fullmatch(topic))
        )
