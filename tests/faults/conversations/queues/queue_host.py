"""Run as a program: a worker of a service over Redis, until it is killed. Prints that it works."""

import asyncio
import sys

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.service.queues.queue_service import QueueService
from app.conversations.service.queues.redis_queues import RedisQueues


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
