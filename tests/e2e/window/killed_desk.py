"""A desk that talks to the echo agent without end, again and again, to be killed from outside.

`python killed_desk.py PROFILE` imports everything once; then each line on stdin (a seed) forks a
process that opens the profile and says random things. It prints `pid N`, then marks of how far it
got: `opened`, `recovered`, and `said CONTEXT MESSAGE SHA-256` for every message that the desk
acknowledged; when it is dead, `dead N` follows.
"""

import asyncio
import hashlib
import os
import random
import sys
from pathlib import Path

import transport.connect  # noqa: F401
from app.composition import open_desk
from app.desk.session import ChatSession
from app.profile.settings import Settings

LINES = (
    "count 12",
    "count 3",
    "ask",
    "red",
    "hello there, how are you today",
    "reply",
    "reject",
    "fail",
    "leave",
    "wait",
    "승률 알려줘, 테란으로",
    "x" * 20_000,
)


def tell(text: str) -> None:
    """Print a line whole: a pipe takes up to 512 bytes at once, whenever its writer is killed."""
    os.write(1, f"{text}\n".encode())


async def talk(profile: Path, seed: int) -> None:
    chance = random.Random(seed)
    async with open_desk(Settings(profile=profile, agent="echo")) as opened:
        tell("opened")
        await opened.desk.recover()
        tell("recovered")
        talks: list[asyncio.Task[None]] = []
        listed = await opened.desk.conversations()
        known = [c.context_id for c in listed]
        for number in range(3):
            old = known and chance.random() < 0.5
            session = await opened.desk.session(chance.choice(known)) if old else opened.desk.new()
            talks.append(asyncio.create_task(converse(session, random.Random(seed + number))))
        await asyncio.gather(*talks)


async def converse(session: ChatSession, chance: random.Random) -> None:
    while True:
        text = chance.choice(LINES)
        turn = await session.start(text)
        digest = hashlib.sha256(text.encode()).hexdigest()
        tell(f"said {session.context_id} {turn.turn_id} {digest}")
        if text == "wait" or (text == "count 12" and chance.random() < 0.5):
            await asyncio.sleep(chance.random() / 20)
            await turn.stop()
        elif chance.random() < 0.8:
            await turn.wait()


def main() -> None:
    profile = Path(sys.argv[1])
    tell("ready")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                tell(f"pid {os.getpid()}")
                asyncio.run(talk(profile, int(line)))
            finally:
                os._exit(1)
        os.waitpid(child, 0)
        tell(f"dead {child}")


if __name__ == "__main__":
    main()
