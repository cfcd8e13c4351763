"""Run as a program: it starts writers and workers, kills them at bad moments, and reports as JSON.

Children are forked here, where no other thread runs, so that a round takes milliseconds.
"""

import json
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from app.errors import StoreError
from app.search import Search
from app.stream_log import LogSettings, StreamLogger
from app.stream_log.archive import Archive

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def forked(work: Callable[[], None]) -> int:
    """Return the id of a child that does the work and ends."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)


def ended(child: int) -> int:
    """Return the exit code of a child, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def kill_after(child: int, seconds: float) -> None:
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def append(root: Path, mode: Any, rounds: int, chance: random.Random) -> Any:
    """Kill a writer at random moments; report the ids that it was told were written."""
    told: list[str] = []
    for number in range(rounds):
        source, sink = os.pipe()

        def write(number: int = number, sink: int = sink) -> None:
            own = random.Random(number)
            stream = StreamLogger(
                root, settings=LogSettings(durability=mode, session_bytes=200_000, chain=True)
            )
            while True:
                identity = stream.log(
                    from_agent="a", msg_type="request", content="말" * own.randrange(1, 3000)
                )
                os.write(sink, identity.encode() + b"\n")

        child = forked(write)
        os.close(sink)
        if number % 2:
            # Half of them have begun, however slow the machine and its disk are.
            select.select([source], [], [], 30.0)
        kill_after(child, chance.uniform(0.004, 0.03))
        with os.fdopen(source) as pipe:
            told += pipe.read().split()
    return {"told": told}


def many(root: Path, lines: int) -> Any:
    """Four writers over many days of a fast clock, while the archive moves and packs."""
    started, days = time.time(), 40.0
    speed = days * 86_400 / max(0.4, lines / 1500)

    def clock() -> datetime:
        return NOON + timedelta(seconds=(time.time() - started) * speed)

    def write(writer: int) -> None:
        own = random.Random(writer)
        stream = StreamLogger(root, settings=LogSettings(session_bytes=500_000), clock=clock)
        for number in range(lines):
            size = int(100 * 640 ** own.random())
            stream.log(
                from_agent=f"w{writer}", msg_type="request", content=f"{number} " + "x" * size
            )

    children = [forked(lambda writer=writer: write(writer)) for writer in range(4)]  # type: ignore[misc]
    codes: list[int] = []
    stream = StreamLogger(root, clock=clock)
    archive = Archive(stream.files, stream.settings)
    while len(codes) < 4:
        archive.run(clock().date())
        stream.index.catch_up()
        for child in children:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                codes.append(os.waitstatus_to_exitcode(status))
                children = [other for other in children if other != child]
                break
    archive.run((clock() + timedelta(days=365)).date())
    return {"codes": codes}


def same_second(root: Path, lines: int) -> Any:
    """Four writers whose clock stands still."""

    def write() -> None:
        stream = StreamLogger(root, clock=lambda: NOON)
        for _ in range(lines):
            stream.log(from_agent="a", msg_type="state", content="x")

    return {"codes": [ended(child) for child in [forked(write) for _ in range(4)]]}


def archive_steps(root: Path, day: str) -> Any:
    """Kill the archive at its first, second, third … access to files, until it gets through."""
    step = 0
    watched = ("open", "os.rename", "os.remove", "os.mkdir", "os.listdir", "os.scandir")

    def run() -> None:
        left = step

        def hook(event: str, _arguments: object) -> None:
            nonlocal left
            if event in watched:
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        stream = StreamLogger(root, settings=LogSettings(chain=True))
        sys.addaudithook(hook)
        Archive(stream.files, stream.settings).run(datetime.fromisoformat(day).date())

    copies = []
    while True:
        step += 1
        code = ended(forked(run))
        with StreamLogger(root) as stream:
            copies.append([m["id"] for m in stream.messages()])
        if code == 0:
            return {"steps": step, "copies": copies}


def archive_kills(root: Path, day: str, rounds: int, chance: random.Random) -> Any:
    """Kill the archive at random moments."""

    def run() -> None:
        stream = StreamLogger(root)
        Archive(stream.files, stream.settings).run(datetime.fromisoformat(day).date())

    copies = []
    for _ in range(rounds):
        kill_after(forked(run), chance.uniform(0.0, 0.06))
        with StreamLogger(root) as stream:
            copies.append([m["id"] for m in stream.messages()])
    return {"code": ended(forked(run)), "copies": copies}


def full_disk(root: Path, steps: int) -> Any:
    """Let the files of a log grow to 4, 8, 12 … KiB only, and then further."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    refused, told, whole = 0, [], 0
    for step in range(1, steps + 1):
        here = root / str(step)
        stream = StreamLogger(here, settings=LogSettings(session_bytes=10**9))
        stream.log(from_agent="a", msg_type="request", content="first")
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (step * 4096, hard))
        count = 1
        try:
            while True:
                stream.log(from_agent="a", msg_type="request", content="x" * 700)
                count += 1
        except StoreError as error:
            refused += 1
            told.append(error.reason)
        (path,) = stream.files.stream.glob("*.jsonl")
        whole += path.read_bytes().endswith(b"\n") and len(stream.read_today()) == count
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        stream.log(from_agent="a", msg_type="request", content="after")
        whole += len(stream.read_today()) == count + 1 and not stream.skipped
        stream.close()
    return {"refused": refused, "whole": whole, "keys": sorted(set(told))}


def small_disk(root: Path) -> Any:
    """Fill a small disk until it refuses, make room, and go on."""
    stream = StreamLogger(root / "log", settings=LogSettings(session_bytes=10**9))
    ballast = root / "ballast"
    ballast.write_bytes(b"x" * 200_000)
    count, key = 0, ""
    try:
        while True:
            stream.log(from_agent="a", msg_type="request", content="x" * 5000)
            count += 1
    except StoreError as error:
        key = error.reason
    read = len(stream.read_today())
    ballast.unlink()
    stream.log(from_agent="a", msg_type="request", content="after")
    return {"written": count, "read": read, "key": key, "after": len(stream.read_today())}


def embed_kills(root: Path, rounds: int, messages: int, chance: random.Random) -> Any:
    """Kill the worker that indexes and embeds, while the log grows."""
    stream = StreamLogger(root, settings=LogSettings(session_bytes=50_000))

    def work() -> None:
        search = Search(StreamLogger(root))
        while True:
            search.catch_up()
            search.queue.work()

    for number in range(rounds):
        for part in range(messages // rounds):
            stream.log(
                from_agent=("data", "pm")[part % 2],
                msg_type="response",
                content=f"메시지 {number} 번의 승률 {part} 퍼센트 {chance.random()}",
            )
        kill_after(forked(work), chance.uniform(0.005, 0.08))
    return {}


def first_opens(root: Path, rounds: int) -> Any:
    """Open the indexes of a log for the first time from eight processes at once."""
    codes = []
    for number in range(rounds):
        here = root / str(number)
        with StreamLogger(here) as stream:
            for _ in range(20):
                stream.log(from_agent="a", msg_type="request", content="첫 번째")

        def work(here: Path = here) -> None:
            own = StreamLogger(here)
            own.index.catch_up()
            search = Search(own)
            search.catch_up()
            search.queue.work()
            assert len(search.find("첫 번째", limit=100)) == 20

        codes += [ended(child) for child in [forked(work) for _ in range(8)]]
    return {"codes": codes}


def power(root: Path, mode: Any, rounds: int, chance: random.Random) -> Any:
    """Take away, as a power failure may, whatever was not synchronised; report what was told.

    A file keeps what it had at its last synchronisation and a random part of the rest; a name is
    there only when its folder was synchronised after it came. In mode `none` the writer says at
    its end that all of it has to be there.
    """
    told: list[str] = []
    for number in range(rounds):
        sizes: dict[str, int] = {}
        names: set[str] = set()
        for path in root.rglob("*.jsonl"):
            sizes[str(path)] = path.stat().st_size
            names.add(str(path))
        source, sink = os.pipe()

        def write(
            number: int = number,
            sink: int = sink,
            sizes: dict[str, int] = sizes,
            names: set[str] = names,
        ) -> None:
            synced = {"fsync": os.fsync, "fdatasync": os.fdatasync}

            def note(handle: int) -> None:
                place = os.readlink(f"/proc/self/fd/{handle}")
                if Path(place).is_dir():
                    names.update(str(path) for path in Path(place).glob("*.jsonl"))
                else:
                    sizes[place] = os.fstat(handle).st_size

            for name, real in synced.items():

                def sync(handle: int, real: Any = real) -> None:
                    real(handle)
                    note(handle)

                setattr(os, name, sync)
            own = random.Random(number)
            settings = LogSettings(durability=mode, session_bytes=20_000, chain=True)
            stream = StreamLogger(root, settings=settings)
            acknowledged = []
            for _ in range(own.randrange(5, 60)):
                acknowledged.append(
                    stream.log(
                        from_agent="a", msg_type="request", content="말" * own.randrange(1, 900)
                    )
                )
            if mode == "none":
                stream.flush()
            report = {"told": acknowledged, "sizes": sizes, "names": sorted(names)}
            os.write(sink, json.dumps(report).encode())

        child = forked(write)
        os.close(sink)
        with os.fdopen(source) as pipe:
            report = json.load(pipe)
        assert ended(child) == 0
        told += report["told"]
        for path in (root / "stream").glob("2*.jsonl"):
            if str(path) not in report["names"]:
                path.unlink()
                continue
            kept = report["sizes"].get(str(path), 0)
            os.truncate(path, chance.randint(kept, path.stat().st_size))
    return {"told": told}


def main() -> None:
    name, root, *rest = sys.argv[1:]
    given: list[Any] = [int(text) if text.isdecimal() else text for text in rest]
    work: Callable[..., Any] = globals()[name]
    if "chance" in work.__code__.co_varnames[: work.__code__.co_argcount]:
        given.append(random.Random(20260109))
    sys.stdout.write(json.dumps(work(Path(root), *given)))


if __name__ == "__main__":
    main()
