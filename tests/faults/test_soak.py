"""A day at the window in short: nothing that is counted at rest grows. The long form is
`python -m benchmarks.soak`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.soak import Count, grown

ROOT = Path(__file__).resolve().parent.parent.parent
EVENTS = 2_000
REST = Count(events=1, memory=200, objects=9, tasks=3, timers=1, threads=7, files=28, widgets=99)


@pytest.mark.parametrize("name", ["tasks", "timers", "threads", "files", "widgets"])
def test_one_more_of_anything_is_told(name: str) -> None:
    assert grown([REST, REST, REST]) == []
    more = REST._replace(**{name: getattr(REST, name) + 1})
    assert [words.split(":")[0] for words in grown([REST, REST, more])] == [name]


def test_memory_that_grows_is_told() -> None:
    assert grown([REST, REST, REST._replace(memory=209)]) == []
    assert grown([REST, REST, REST._replace(memory=240)]) == ["memory: 200 → 240 MB"]
    filled = REST._replace(memory=240)
    assert grown([REST, REST, filled, filled, filled]) == [], "what fills up in the first half"
    leaking = [REST._replace(memory=200 + 5 * number) for number in range(10)]
    assert grown(leaking) == ["memory: 220 → 245 MB"]


@pytest.mark.faults
@pytest.mark.timeout(900)
def test_a_short_day_leaves_nothing_behind() -> None:
    events = int(EVENTS * float(os.environ.get("FAULT_SCALE", "1")))
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.soak", "--json", "--events", str(events)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert told["grown"] == []
    assert told["counts"][-1]["events"] >= events
    assert done.returncode == 0
