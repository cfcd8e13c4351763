"""The data agent on 1 and 10 million games: first load, reading a question, and whole answers.

Each answer is timed beside its own query run bare in DuckDB, turn about, in the same process. The
memory that the agent gives itself (1 GB) holds for both.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

import duckdb

from agents.answering.engine import MEMORY
from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

TODAY = date(2026, 1, 1)
QUESTIONS = (
    "Terran win rate",
    "아크로폴리스에서 저그 승률",
    "win rate by race",
    "tasa de victorias de Protoss por mapa",
    "TvZ in 2022",
    "Zerg win rate by month",
)
ROUNDS = 15
PARSES = 300
LOADS = 3


def make_games(path: Path, rows: int) -> None:
    """Write random games as CSV."""
    connection = duckdb.connect()
    connection.execute(
        f"""COPY (SELECT i AS game_id,
          timestamp '2020-01-01' + to_seconds((hash(i) % 157766400)::INT) AS played_at,
          ['Acropolis', 'Triton', 'Thunderbird', 'Ever Dream', 'Golden Wall']
            [1 + (hash(i, 1) % 5)::INT] AS map,
          300 + (hash(i, 2) % 1500)::INT AS duration_s,
          'player' || (hash(i, 3) % 3000) AS p1_name,
          ['Terran','Zerg','Protoss'][1 + (hash(i, 4) % 3)::INT] AS p1_race,
          'player' || (hash(i, 5) % 3000) AS p2_name,
          ['Terran','Zerg','Protoss'][1 + (hash(i, 6) % 3)::INT] AS p2_race,
          1 + (hash(i, 7) % 2)::INT AS winner FROM range({rows}) t(i)) TO '{path}' (HEADER)"""
    )
    connection.close()


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def computed(work: Callable[[], object]) -> float:
    """Return the seconds that some work takes of the processor: what else runs does not count."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def p95(values: list[float]) -> float:
    """Return the 95th percentile, in milliseconds."""
    return 1000 * statistics.quantiles(values, n=20)[-1]


def bare_load(path: Path) -> None:
    """Read the file as DuckDB does by itself."""
    connection = duckdb.connect(config={"memory_limit": MEMORY, "threads": 2})
    connection.execute(f"CREATE TABLE games AS SELECT * FROM read_csv('{path}')")
    connection.close()


def measure(path: Path, rows: int) -> None:
    """Print what one size costs."""
    Analyst.open(path).close()  # modules and word lists are read once in a process
    own, whole = [], []
    for _ in range(LOADS if rows <= 1_000_000 else 1):
        own.append(timed(lambda: bare_load(path)))
        whole.append(timed(lambda: Analyst.open(path).close()))
    analyst = Analyst.open(path)
    connection = duckdb.connect(config={"memory_limit": MEMORY, "threads": 2})
    connection.execute(f"CREATE TABLE games AS SELECT * FROM read_csv('{path}')")
    loaded, bare = statistics.median(whole), statistics.median(own)
    print(
        f"{rows:>10,} games: load {loaded:.2f} s, DuckDB's read {bare:.2f} s, {loaded / bare:.2f}×"
    )
    understanding = Understanding(analyst.model)
    readings = reading_times(understanding)
    for text in QUESTIONS:
        answered = asyncio.run(one(analyst, understanding, connection, text))
        print(f"  {text:<42} parse {p95(readings[text]):6.2f} ms, {answered}")
    connection.close()
    analyst.close()


def reading_times(understanding: Understanding) -> dict[str, list[float]]:
    """Return the seconds that each question takes to be read, turn about with the others.

    The first reading of each, which works out what a table's first questions need, is left out.
    """
    taken: dict[str, list[float]] = {text: [] for text in QUESTIONS}
    for _ in range(PARSES + 1):
        for text, times in taken.items():
            times.append(computed(partial(understanding.understand, text, today=TODAY)))
    return {text: times[1:] for text, times in taken.items()}


async def one(
    analyst: Analyst,
    understanding: Understanding,
    connection: duckdb.DuckDBPyConnection,
    text: str,
) -> str:
    """Return how long the whole answer to one question takes."""
    outcome = understanding.understand(text, today=TODAY).outcome
    assert isinstance(outcome, Answerable), text
    query = (await analyst.analyse(outcome.frame)).query
    answers, bares = [], []
    for _ in range(ROUNDS):
        bares.append(timed(lambda: connection.execute(query.bound, query.values).fetchall()))
        start = time.perf_counter()
        understood = understanding.understand(text, today=TODAY)
        assert isinstance(understood.outcome, Answerable)
        analysis = await analyst.analyse(understood.outcome.frame)
        Writer(analysis, analyst.model, understood.language, simulated=False).write()
        answers.append(time.perf_counter() - start)
    limit = 1.5 * p95(bares) + 20
    verdict = "within" if p95(answers) <= limit else "over"
    return f"bare {p95(bares):8.1f} ms, answer {p95(answers):8.1f} ms (p95; {verdict} 1.5× + 20 ms)"


def main() -> None:
    """Measure both sizes."""
    with tempfile.TemporaryDirectory() as folder:
        for rows in (1_000_000, 10_000_000):
            path = Path(folder) / "games.csv"
            make_games(path, rows)
            measure(path, rows)


if __name__ == "__main__":
    main()
