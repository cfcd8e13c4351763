"""`replay FILE --against AGENT`: a recording is a test, and what differs is told by its meaning.

`replay FILE --as FORM` writes it in another form.
"""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from app.commands.protocol.operations import reached
from app.connections.inspection import copied, read_recording
from app.connections.time_limit import time_limit
from app.errors import BadInput
from app.system.shutdown import run_to_end
from app.terminal.plain_text import printable

EXIT_SAME, EXIT_OTHERWISE = 0, 1


def run(given: argparse.Namespace, profile: Path) -> int:
    """Say the recording; 0 if all was answered as then, 1 if not. Raises `DeskError`."""
    if given.form is not None:
        text = copied(read_recording(given.file), given.form)
        if not text:
            raise BadInput(f"{given.file} has nothing that could be written as {given.form}.")
        sys.stdout.write(text)
        return EXIT_SAME
    return run_to_end(_within(given, profile))


async def _within(given: argparse.Namespace, profile: Path) -> int:
    from transport.conformance.replaying import replayed, shortened

    frames = await asyncio.to_thread(read_recording, given.file)
    async with (
        time_limit(given.timeout, f"{given.agent} did not answer all of it"),
        reached(given, profile) as link,
    ):
        calling: Any = link
        count, differences = await replayed(frames, calling)
    if not count:
        raise BadInput(f"{given.file} holds no message that could be said again.")
    for one in differences:
        if given.json:
            _write(json.dumps(one._asdict(), ensure_ascii=False))
            continue
        _write(f"{one.turn}. {one.about}")
        _write(f"  - {shortened(one.before)}")
        _write(f"  + {shortened(one.now)}")
    if not given.json:
        _write(f"messages: {count}, differences: {len(differences)}")
    return EXIT_OTHERWISE if differences else EXIT_SAME


def _write(text: str) -> None:
    sys.stdout.write("\n".join(map(printable, text.split("\n"))) + "\n")
