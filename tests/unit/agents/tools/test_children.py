"""Processes that the program starts end with it, however it ends, and whatever they do then."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[4]
# A child that is stopped would not end by itself, nor hear that its input ended.
STOPPED = """
import asyncio, os, signal, sys
from pathlib import Path
from threading import Event

def stopped(*_):
    for task in Path("/proc/self/task").iterdir():
        for child in (task / "children").read_text().split():
            os.kill(int(child), signal.SIGSTOP)
            print(child, flush=True)
            Event().wait()
"""
READER = """
from agents.logs.lines.reading import read

path = Path(sys.argv[1])
with path.open("rb") as log:
    read(path, log, progress=stopped, stopped=Event())
"""
SERVER = """
from agents.tools.mcp_tools import mcp_tool

async def started():
    async with mcp_tool("figures", [sys.executable, sys.argv[1]]):
        stopped()

asyncio.run(started())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a child looks, or hears it")
@pytest.mark.parametrize("starting", [READER, SERVER], ids=["a reader", "an MCP server"])
def test_a_child_ends_with_a_program_that_is_killed(tmp_path: Path, starting: str) -> None:
    given = tmp_path / "a.log"
    given.write_text("2024-03-05 10:00:00 INFO fine\n" * 1_000)
    if starting is SERVER:
        given = Path(__file__).parent / "mcp_server.py"
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED + starting, str(given)], cwd=ROOT, stdout=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        child = int(program.stdout.readline())
        handle = os.pidfd_open(child)
        program.kill()
    ended, _, _ = select.select([handle], [], [], PATIENCE)
    if not ended:
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    os.close(handle)
    assert ended
