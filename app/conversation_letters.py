"""`balance-desk conversations dead …`: requests that nobody could handle, seen and run again."""

import argparse
import asyncio
import json
import os
import re
import sys
from contextlib import aclosing
from pathlib import Path
from typing import Final

from app.conversation_database import opened, operator
from app.errors import BadInput
from app.printable import printable

_ENTRY: Final = re.compile(r"[0-9]{1,19}-[0-9]{1,19}")


def run(given: argparse.Namespace, profile: Path) -> int:
    """Carry out one of the commands; raises `BadInput`, `BadProfile`, `ServiceTimeout`.

    Raises `StoreError` where the database cannot be used that says who may ask.
    """
    url = given.redis or os.environ.get("BALANCE_DESK_REDIS")
    if not url:
        raise BadInput(
            "Say where the queues are: --redis redis://HOST:PORT, or BALANCE_DESK_REDIS.",
            key="bad_redis",
        )
    return asyncio.run(_run(given, url, profile))


async def _run(given: argparse.Namespace, url: str, profile: Path) -> int:
    from app.conversations.queues.names import REQUESTS
    from app.conversations.queues.redis_queues import RedisQueues
    from app.conversations.queues.revival import revive

    async with aclosing(RedisQueues(url)) as queues:
        if given.conversation_action == "dead list":
            for kind, name in REQUESTS.items():
                for letter in await queues.dead(kind, limit=given.limit):
                    told = {
                        "queue": str(name),
                        "entry": letter.entry,
                        "deliveries": letter.deliveries,
                        "reason": letter.reason,
                    }
                    _say(given, told)
            return 0
        kinds = {str(name): kind for kind, name in REQUESTS.items()}
        if given.queue not in kinds:
            raise BadInput(
                f"There is no queue {printable(given.queue)}: it is one of {', '.join(kinds)}."
            )
        if wrong := [entry for entry in given.entry if not _ENTRY.fullmatch(entry)]:
            raise BadInput(
                f"{printable(wrong[0])} is no entry: `balance-desk conversations dead list` shows"
                " them."
            )
        wanted = dict.fromkeys(given.entry)
        async with opened(given.database, profile) as database:
            kind = kinds[given.queue]
            stay = await revive(queues, database, kind, list(wanted), actor=operator())
        for entry, why in stay.items():
            sys.stderr.write(printable(f"{entry}  {why}") + "\n")
        count = len(wanted) - len(stay)
        sys.stdout.write(f"{count} of {len(wanted)} are in {given.queue} again\n")
        return 0


def _say(given: argparse.Namespace, told: dict[str, object]) -> None:
    line = json.dumps(told) if given.json else printable("  ".join(map(str, told.values())))
    sys.stdout.write(line + "\n")
