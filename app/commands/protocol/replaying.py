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
from app.errors import AgentUnreachable, BadInput
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
    try:
        async with asyncio.timeout(given.timeout or None), reached(given, profile) as link:
            calling: Any = link
            count, differences = await replayed(frames, calling)
    except TimeoutError as error:
        raise AgentUnreachable(
            f"{given.agent} did not answer all of it within {given.timeout:g} seconds. To wait"
            " longer, give --timeout a larger number (0: no limit)."
        ) from error
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
        _write(f"{_counted(count, 'message')}, {_counted(len(differences), 'difference')}")
    return EXIT_OTHERWISE if differences else EXIT_SAME


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _write(text: str) -> None:
    sys.stdout.write("\n".join(map(printable, text.split("\n"))) + "\n")
