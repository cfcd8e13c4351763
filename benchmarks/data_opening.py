"""Opening a CSV file of 1 and 10 million rows beside DuckDB's own read of it, turn about.

What is held: opening, with types, model and what was changed on reading, within twice the read.
Times are those of the processor, in all threads: others may be at work.
"""

import statistics
import tempfile
import time
from pathlib import Path

import duckdb

from agents.answering.engine import MEMORY
from agents.data.dataset import open_dataset
from benchmarks.data_queries import make_table

SIZES = {1_000_000: 7, 10_000_000: 3}
"""How many rows, and how often each is opened."""


def read_bare(path: Path) -> float:
    """Return the seconds that DuckDB takes to make a table of the file."""
    start = time.process_time()
    with duckdb.connect(config={"memory_limit": MEMORY, "threads": 2}) as connection:
        connection.execute("CREATE TABLE t AS SELECT * FROM read_csv(?)", [str(path)])
    return time.process_time() - start


def opened(path: Path, models: Path) -> float:
    """Return the seconds that opening it takes, as if it had never been opened."""
    start = time.process_time()
    dataset = open_dataset(path, model_folder=models)
    took = time.process_time() - start
    dataset.close()
    return took


def main() -> None:
    """Measure both sizes."""
    for rows, rounds in SIZES.items():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            path = folder / "sales.csv"
            with duckdb.connect() as connection:
                make_table(connection, rows)
                connection.execute(f"COPY t TO '{path}'")
            pairs = [(read_bare(path), opened(path, folder / f"{n}")) for n in range(rounds + 1)]
        bare, whole = (statistics.median(times) for times in zip(*pairs[1:], strict=True))
        print(f"{rows:,} rows: read {bare:.2f} s, opened {whole:.2f} s, {whole / bare:.2f}×")


if __name__ == "__main__":
    main()
