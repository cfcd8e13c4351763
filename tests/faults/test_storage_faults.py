"""SharedStorage through kills: every result that was acknowledged is there, files old or new."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agents.shared_storage import SharedStorage
from agents.storage.journal import goes_on, read_run
from tests.faults.scales import Scale

HOST = Path(__file__).with_name("crash_storage.py")
REPOSITORY = Path(__file__).parents[2]

posix_only = pytest.mark.skipif(os.name != "posix", reason="kills of POSIX")


def killed(folder: Path, rounds: int, seed: int) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, str(HOST), str(folder), str(rounds), str(seed)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    told: list[dict[str, Any]] = json.loads(done.stdout)
    return told


def check(folder: Path, told: list[dict[str, Any]]) -> None:
    for one in told:
        path = folder / "runs" / f"{one['session']}.jsonl"
        assert not goes_on(path)
        assert read_run(path).damaged <= 1
        storage = SharedStorage(runs=folder / "runs")
        storage.resume(one["session"])
        numbers = [record["output"]["n"] for record in storage.get_results()]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) - 1 in (one["result"], one["result"] + 1)
        storage.add_result(
            executor="t", executor_type="tool", action="a", input_data={}, output="after"
        )
        storage.close()
        assert read_run(path).events[-1]["record"]["output"] == "after"
    saved = [one for one in told if one["saved"] >= 0]
    assert saved, "no round came as far as saving"
    storage = SharedStorage()
    storage.load_from_file(folder / "saved.json")  # old or new, never half
    latest = saved[-1]
    if storage.context["session_id"] == latest["session"]:
        assert len(storage.get_results()) - 1 >= latest["saved"]
    storage.save_to_file(folder / "saved.json")
    assert [p.name for p in folder.iterdir() if p.is_file()] == ["saved.json"], "left-overs"


@posix_only
@pytest.mark.parametrize("seed", [100, 5_000])
def test_f8_a_writer_killed_during_add_result_and_save_to_file_loses_nothing_acknowledged(
    tmp_path: Path, seed: int, scale: Scale
) -> None:
    check(tmp_path, killed(tmp_path, scale(6, 100), seed))
