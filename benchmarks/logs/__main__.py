"""Reading and asking a large log beside `grep -c` and DuckDB's own reading of its lines.

`LOG_LINES` sets the length of the log (default 1,000,000; the promise is for 10,000,000). Reading
is done once for all questions, `grep` again for each: the ratio of a question is what counts after
the first. Memory is the most that the process held which reads, and the one which asks.
"""

import asyncio
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event
from typing import TypeVar

import duckdb

from agents.data.compute.computing import compute
from agents.data.query.operands import joined
from agents.data.query.query import Group, Query, Span, Test
from agents.data.query.sequences import Followed, New
from agents.logs.answers.overview import plan_overview
from agents.logs.lines.model import model_of
from agents.logs.lines.profile import LogFacts
from agents.logs.lines.reading import read

T = TypeVar("T")

LINES = int(os.environ.get("LOG_LINES", "1000000"))
REPEATS = 3
QUESTION = "SELECT count(*) FROM lines WHERE contains(lower(text), 'failed password')"
HOSTS = (
    "SELECT address, count(*) AS n FROM lines WHERE entry AND "
    "contains(lower(text), 'failed password') AND address IS NOT NULL "
    "GROUP BY 1 ORDER BY n DESC, 1 LIMIT 3"
)
FAILED, CLOSED = (Test(column=one, values=(True,)) for one in ("auth_failed", "disconnected"))
BEHIND = Query(where=joined((FAILED, Followed(CLOSED, 1, "time").test())))
FRESH = Query(groups=(Group(by="template"),),
              where=New("template", "time", Span(start="2026-06-20")).test())  # fmt: skip


def main() -> None:
    """Print the figures."""
    folder = Path(tempfile.mkdtemp())
    try:
        path = folder / "auth.log"
        expected = write(path)
        size = path.stat().st_size
        print(f"{LINES:,} lines, {size / 1e6:,.0f} MB")
        grep, counted = timed(lambda: grep_count(path))
        assert counted == expected
        print(f"grep -c -i             {grep:8.2f} s")
        bare, counted = timed(lambda: bare_duckdb(path))
        assert counted == expected
        print(f"DuckDB reads the lines {bare:8.2f} s, and counts")
        began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        told: list[int] = []
        with path.open("rb") as file:
            table = read(
                path,
                file,
                progress=lambda done, total, lines: told.append(lines),
                stopped=Event(),
            )
        took = time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(
            f"read into a table      {took:8.2f} s, {worked:.2f} s of the processor, "
            f"{LINES / took:,.0f} lines/s, "
            f"{took / grep:.0f} × grep, {took / bare:.1f} × DuckDB; "
            f"told {len(told)} times how far it was"
        )
        try:
            facts = LogFacts(table)
            began = time.perf_counter()
            plan = plan_overview(table, facts)
            figures = table.connection.execute(plan.sql).fetchall()
            print(
                f"analysed               {time.perf_counter() - began:8.2f} s, "
                f"{len(figures)} figures"
            )
            asked, rows = timed(lambda: table.connection.execute(QUESTION).fetchall())
            assert rows == [(expected,)]
            print(f"a count                {asked:8.3f} s, {asked / grep:.2f} of grep")
            hosts, rows = timed(lambda: table.connection.execute(HOSTS).fetchall())
            assert len(rows) == 3
            print(f"the three worst hosts  {hosts:8.3f} s, {hosts / grep:.2f} of one grep")
            model = model_of(table)
            for name, query in (("followed within 1 s", BEHIND), ("templates since a day", FRESH)):
                began = time.perf_counter()
                found = asyncio.run(compute(query, model, table.engine, datetime(2026, 7, 1)))  # noqa: DTZ001 as a log writes it
                took = time.perf_counter() - began
                print(f"{name:22} {took:8.2f} s, {found.matched:,} lines")
        finally:
            table.close()
        for who, which in (("asks", resource.RUSAGE_SELF), ("reads", resource.RUSAGE_CHILDREN)):
            most = resource.getrusage(which).ru_maxrss / 1024
            print(f"memory of who {who:8} {most:8,.0f} MB, {most * 1e6 / size:.2f} of the log")
    finally:
        shutil.rmtree(folder)


def write(path: Path) -> int:
    """Write a log of logins and return how many failed."""
    moment = datetime(2026, 6, 8)  # noqa: DTZ001 as a log writes it
    failed = 0
    with path.open("w") as file:
        for number in range(LINES):
            moment += timedelta(milliseconds=number % 900)
            stamp = f"{moment:%b} {moment.day:2} {moment:%H:%M:%S}"
            address = f"10.{number % 7}.{number % 211}.{number % 13}"
            if number % 3 == 0:
                failed += 1
                said = f"Failed password for invalid user u{number % 97} from {address} port 22"
            elif number % 3 == 1:
                said = f"pam_unix(sshd:session): session opened for user u{number % 17} by (uid=0)"
            else:
                said = f"Connection closed by {address} port {number % 60_000} [preauth]"
            file.write(f"{stamp} host-1 sshd[{number % 30_000}]: {said}\n")
    return failed


def grep_count(path: Path) -> int:
    """Count with grep."""
    done = subprocess.run(
        ["grep", "-c", "-i", "failed password", str(path)], capture_output=True, check=True
    )
    return int(done.stdout)


def bare_duckdb(path: Path) -> int:
    """Count with DuckDB's reader of delimited files, which takes a line as one column."""
    connection = duckdb.connect(config={"threads": 2})
    row = connection.execute(
        "SELECT count(*) FROM read_csv(?, columns={'text': 'VARCHAR'}, delim='\x01', quote='', "
        "escape='', header=false, auto_detect=false) "
        "WHERE contains(lower(text), 'failed password')",
        [str(path)],
    ).fetchone()
    connection.close()
    assert row is not None
    return int(row[0])


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the best time of a few, and the result."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - began)
    return min(times), result


if __name__ == "__main__":
    main()
