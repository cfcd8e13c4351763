"""Run as a program: a worker of a service over Redis, until it is killed. Prints that it works."""

import asyncio
import sys

from app.conversations.database import Database
from app.conversations.embedded_book import EmbeddedBook
from app.conversations.queues.redis_queues import RedisQueues
from app.conversations.queues.service import QueueService


async def main(database: str, url: str) -> None:
    """Work without end."""
    opened = await Database.open(database)
    service = QueueService(
        RedisQueues(url, seconds_held=1), EmbeddedBook(opened), opened, seconds_held=1
    )
    service.start()
    sys.stdout.write("working\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


asyncio.run(main(sys.argv[1], sys.argv[2]))
