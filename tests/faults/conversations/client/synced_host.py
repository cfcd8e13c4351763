"""Run as a program: a desk that says things, kept in step with a service, until it is killed.

Prints the text of each message once the desk has stored it.
"""

import asyncio
import sys
from pathlib import Path

from tests.unit.app.sync.synced_desks import synced_desk


async def main(folder: str, url: str, token: str) -> None:
    """Say numbers without end, from the first on that is not stored yet."""
    async with synced_desk(Path(folder), url=url, token=token) as one:
        known = await one.desk.conversations()
        context_id = known[0].context_id if known else None
        texts = await one.texts(context_id) if context_id else []
        first = sum(text.startswith("said") for text in texts)
        for number in range(first, sys.maxsize):
            session = await one.desk.session(context_id) if context_id else one.desk.new()
            context_id = session.context_id
            turn = await session.start(f"said {number}")
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()
            await turn.wait()


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3]))
