"""Why a cluster cannot be spoken to: aiokafka says only that it cannot."""

import asyncio

from aiokafka.conn import create_conn
from aiokafka.errors import KafkaError

from app.errors import DeskError
from transport.kafka.faults import while_opening
from transport.kafka.options import KafkaOptions

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
