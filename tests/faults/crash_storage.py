"""Kills a writer of SharedStorage again and again; prints what it had been told, round by round.

Arguments: folder, rounds, seed. Each round is a fork, so that a hundred take seconds.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from agents.shared_storage import SharedStorage


def write_until_killed(folder: Path, sink: int, seed: int) -> None:
    draw = random.Random(seed)
    storage = SharedStorage(runs=folder / "runs")
    tell(sink, {"session": storage.start_session("질문", ["read", "analyse"])})
    for number in range(1_000_000):
        output = {"n": number, "text": "가" * draw.choice((1, 300, 60_000))}
        storage.add_result(
            executor="t", executor_type="tool", action="a", input_data={}, output=output
        )
        tell(sink, {"result": number})
        if draw.random() < 0.3:
            storage.save_to_file(folder / "saved.json")
            tell(sink, {"saved": number})


def tell(sink: int, said: object) -> None:
    os.write(sink, json.dumps(said).encode() + b"\n")


def one_round(folder: Path, seed: int) -> dict[str, object]:
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(source)
        try:
            write_until_killed(folder, sink, seed)
        finally:
            os._exit(1)
    os.close(sink)
    # So many words from the first on, however slow the disk; the rest belongs to chance.
    chance = random.Random(seed)
    said, words = os.read(source, 65_536), chance.randint(1, 12)
    while said.count(b"\n") < words and (more := os.read(source, 65_536)):
        said += more
    time.sleep(chance.uniform(0.0, 0.02))
    os.kill(child, signal.SIGKILL)
    while more := os.read(source, 65_536):
        said += more
    os.close(source)
    os.waitpid(child, 0)
    told: dict[str, object] = {"result": -1, "saved": -1}
    for line in said.split(b"\n"):
        if line.endswith(b"}"):
            told.update(json.loads(line))
    return told


def main() -> None:
    folder, rounds, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    print(json.dumps([one_round(folder, seed + number) for number in range(rounds)]))


main()
