"""The counters as OpenTelemetry's, where it is installed: one instrument for each kind of number.

Names begin with `balance_desk.kafka.`; `messaging.system`, `messaging.destination.name` and
`messaging.client.id` tell whose numbers they are.
"""

import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from transport.kafka.counters import Counters

_watched: list[tuple["weakref.ref[Counters]", Mapping[str, str]]] = []
_made: list[Any] = []  # the instruments of this program, once there are any


def watch(counters: Counters, *, destination: str, client: str = "") -> None:
    """Let the numbers be read for as long as somebody holds them."""
    attributes = {"messaging.system": "kafka", "messaging.destination.name": destination}
    if client:
        attributes["messaging.client.id"] = client
    _watched[:] = [one for one in _watched if one[0]() is not None]
    _watched.append((weakref.ref(counters), attributes))
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
            for held, attributes in list(_watched):
                if (counters := held()) is not None:
                    yield Observation(getattr(counters, field), dict(attributes))

        return read

    return [
        meter.create_observable_counter(
            f"balance_desk.kafka.{one.name}", callbacks=[reading(one.name)]
        )
        for one in fields(Counters)
    ]
