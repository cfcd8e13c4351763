"""Kafka's errors in words that say what to do, and why a cluster cannot be spoken to."""

import asyncio
import ssl
from time import monotonic

from a2a.client.errors import A2AClientError
from a2a.utils.errors import A2AError
from aiokafka import AIOKafkaProducer
from aiokafka.conn import create_conn
from aiokafka.errors import (
    GroupAuthorizationFailedError,
    InvalidTimestampError,
    KafkaConnectionError,
    KafkaError,
    MessageSizeTooLargeError,
    RecordTooLargeError,
    SaslAuthenticationFailed,
    TopicAuthorizationFailedError,
    UnknownTopicOrPartitionError,
    UnsupportedSaslMechanismError,
)

from app.errors import AgentRefused, AgentUnreachable, DeskError
from transport.kafka.options import KafkaOptions
from transport.protocol.agent_errors import REASON

_SIGN_IN = (SaslAuthenticationFailed, UnsupportedSaslMechanismError)
_REFUSED = (TopicAuthorizationFailedError, GroupAuthorizationFailedError)
_TOO_LARGE = (MessageSizeTooLargeError, RecordTooLargeError)


class BrokerRefused(A2AError):
    """The brokers answer, and do not do what they are asked: trying again does not help."""


def while_asking(error: KafkaError, *, where: str) -> A2AError:
    """Return the error of a request that could not be sent to a topic."""
    if isinstance(error, _REFUSED):
        return BrokerRefused(
            f"The brokers do not let this user write to {where}. Whoever runs them can allow it"
            " with an ACL.",
            data={REASON: "topic_refused"},
        )
    if isinstance(error, _TOO_LARGE):
        return BrokerRefused(
            "The message is larger than the brokers take. Send large files by their address.",
            data={REASON: "record_too_large"},
        )
    if isinstance(error, UnknownTopicOrPartitionError):
        return A2AClientError(
            f"There is no topic {where}: no such agent was ever served here.",
            data={REASON: "no_topic"},
        )
    if isinstance(error, _SIGN_IN):
        return BrokerRefused(
            f"The brokers do not let this user in: {error}.", data={REASON: "broker_refused"}
        )
    return A2AClientError(
        f"The brokers cannot be reached: {said(error)}.", data={REASON: "brokers_away"}
    )


def while_opening(error: KafkaError, *, where: str) -> DeskError:
    """Return the error of a cluster that could not be spoken to; `where` is its address."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, _REFUSED):
            return AgentRefused(
                f"The brokers at {where} do not let this user use {_of(cause)}. Whoever runs them"
                " can allow it with an ACL: which rights are needed stands in"
                " docs/operations-kafka.md.",
                key="broker_refused",
                address=where,
                resource=_of(cause),
            )
        if isinstance(cause, _SIGN_IN):
            return AgentRefused(
                f"The brokers at {where} do not let this user in: {said(cause)}.",
                key="broker_refused",
                address=where,
            )
        if isinstance(cause, InvalidTimestampError):
            return AgentRefused(
                f"The brokers at {where} do not take a record with the time of this machine: its"
                " clock and theirs are too far apart. Set both by NTP.",
            )
        if isinstance(cause, ssl.SSLCertVerificationError):
            return AgentUnreachable(
                f"The certificate of the brokers at {where} is not accepted"
                f" ({cause.verify_message}). It must hold by the clock of this machine, and be of"
                " an authority that is known here ([kafka] ca_file in the settings).",
                address=where,
            )
        cause = cause.__cause__ or cause.__context__
    return AgentUnreachable(
        f"No Kafka brokers answer at {where}: {said(error)}. Are they running, is the address"
        " right, and does it want TLS or a password ([kafka] in the settings)?",
        address=where,
    )


def said(error: BaseException) -> str:
    """Return what an error says of itself, in one line."""
    words = " ".join(str(error).split()).rstrip(".")
    return words.removeprefix(f"{type(error).__name__}: ") or type(error).__name__


def _of(error: KafkaError) -> str:
    """Return the topic or group that an error of missing rights is about."""
    kind = "the topic" if isinstance(error, TopicAuthorizationFailedError) else "the group"
    # aiokafka gives a name, the set of them, or a name and the broker's own words.
    names = error.args[0] if error.args else ()
    names = [names.partition(":")[0]] if isinstance(names, str) else sorted(names)
    return " ".join([kind, *names])


_SECONDS = 5.0


async def why(error: KafkaError, options: KafkaOptions, *, where: str) -> DeskError:
    """Return the error in words, after one connection of its own to the first broker.

    That one tells of a refused password or a certificate; the client itself tries the other
    brokers instead, and forgets what the first one said.
    """
    host, _, port = options.bootstrap.split(",")[0].rpartition(":")
    arguments = options.common()
    for name in ("bootstrap_servers", "metadata_max_age_ms"):
        arguments.pop(name)
    try:
        async with asyncio.timeout(_SECONDS):
            connection = await create_conn(host.strip("[]"), int(port), **arguments)
        connection.close()
    except KafkaError as found:
        return while_opening(found, where=where)
    except (OSError, TimeoutError) as found:
        # OSError: nobody listens there, or TLS's own words on a certificate.
        said = KafkaError(str(found) or "no answer")
        said.__cause__ = found
        return while_opening(said, where=where)
    return while_opening(error, where=where)


_STANDS_SECONDS = 15.0  # longer than a reader that was refused waits until it is refused again


class ClusterRefusal:
    """Owns what reading from a cluster was last refused for, and tells whether it can be used."""

    def __init__(self, options: KafkaOptions, *, group: str = "") -> None:
        self._options = options
        self._group = group
        self._refused: tuple[float, KafkaError] | None = None

    def failed(self, error: KafkaError) -> None:
        """Note that reading failed: what there is no right to is not read until there is one."""
        if isinstance(error, GroupAuthorizationFailedError) and not error.args:
            error = GroupAuthorizationFailedError(self._group)
        if isinstance(error, _REFUSED):
            self._refused = (monotonic(), error)

    async def check(self, producer: AIOKafkaProducer | None) -> None:
        """Raise the link's errors where no broker answers, or one refuses what is to be read."""
        where = f"kafka://{self._options.bootstrap}"
        if producer is None or not await producer.client.force_metadata_update():
            raise await why(KafkaConnectionError("no broker answers"), self._options, where=where)
        if self._refused is not None and monotonic() - self._refused[0] < _STANDS_SECONDS:
            raise while_opening(self._refused[1], where=where)
