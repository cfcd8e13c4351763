"""Counters and lag as OpenTelemetry's, where it is installed: an instrument for each number.

Names begin with `balance_desk.kafka.`; the attributes are those of OpenTelemetry's messaging
conventions (https://opentelemetry.io/docs/specs/semconv/messaging/kafka/), which have none for the
lag of a consumer group: `balance_desk.kafka.consumer.lag` is in records, a partition at a time.
"""

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple


@dataclass
class Counters:
    """Plain numbers of one end: a metrics exporter reads them, tests look at them."""

    sent: int = 0
    received: int = 0
    repeated: int = 0  # numbers that had come already, and requests that were known already
    read_failures: int = 0


@dataclass
class ClientCounters(Counters):
    """Those of who asks."""

    unknown: int = 0  # replies that nobody waited for (any more)
    superseded: int = 0  # replies of an attempt that another has replaced
    restarts: int = 0
    gaps: int = 0
    silences: int = 0  # requests that were given up, for nobody answered
    resent: int = 0


@dataclass
class ServerCounters(Counters):
    """Those of who answers."""

    answered: int = 0
    rejected: int = 0
    expired: int = 0
    unreadable: int = 0
    refused_topics: int = 0
    set_aside: int = 0  # requests that ended one replica after the other
    abandoned: int = 0  # answers given up because their partition moved away


Lag = Callable[[], Mapping[int, int]]  # a bound method: partition → records


class _Watched(NamedTuple):
    counters: "weakref.ref[Counters]"
    attributes: Mapping[str, str]
    group: str
    lag: "weakref.WeakMethod[Lag] | None"


_watched: list[_Watched] = []
_made: list[Any] = []  # the instruments of this program, once there are any


def watch(
    counters: Counters,
    *,
    destination: str,
    client: str = "",
    group: str = "",
    lag: Lag | None = None,
) -> None:
    """Let the numbers be read for as long as somebody holds them.

    `lag` tells how far the consumer `group` is behind in each partition; it is held weakly too.
    """
    attributes = {"messaging.system": "kafka", "messaging.destination.name": destination}
    if client:
        attributes["messaging.client.id"] = client
    _watched[:] = [one for one in _watched if one.counters() is not None]
    telling = None if lag is None else weakref.WeakMethod(lag)
    _watched.append(_Watched(weakref.ref(counters), attributes, group, telling))
    if _made:
        return
    try:
        from opentelemetry import metrics
    except ImportError:  # the extra is not installed
        return
    _made.extend(instruments(metrics.get_meter("balance-desk")))


def instruments(meter: Any) -> Iterable[Any]:
    """Make an instrument of a meter for each kind of number."""
    from opentelemetry.metrics import CallbackOptions, Observation

    def reading(field: str) -> Any:
        def read(options: CallbackOptions) -> Iterator[Observation]:
            for one in list(_watched):
                counters = one.counters()
                if counters is not None and hasattr(counters, field):
                    yield Observation(getattr(counters, field), dict(one.attributes))

        return read

    def read_lag(options: CallbackOptions) -> Iterator[Observation]:
        for one in list(_watched):
            lag = None if one.lag is None else one.lag()
            for partition, records in sorted(lag().items()) if lag is not None else ():
                attributes = {
                    **one.attributes,
                    "messaging.consumer.group.name": one.group,
                    "messaging.destination.partition.id": str(partition),
                }
                yield Observation(records, attributes)

    names = {one.name: None for end in (ClientCounters, ServerCounters) for one in fields(end)}
    return [
        *(
            meter.create_observable_counter(f"balance_desk.kafka.{name}", callbacks=[reading(name)])
            for name in names
        ),
        meter.create_observable_gauge(
            "balance_desk.kafka.consumer.lag",
            callbacks=[read_lag],
            unit="{message}",
            description="Requests of a partition that wait or are being answered",
        ),
    ]
