"""A step of the log agent is tried again: what was made before it is not made once more."""

import uuid
from pathlib import Path

import pytest

from agents.storage.journal import read_run
from agents.storage.session import folded
from tests.contract.agents.logs.log_talk import AUTH, logs_in, talking

pytestmark = pytest.mark.anyio


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return logs_in(tmp_path)


async def test_a_run_can_be_tried_again_in_its_conversation_only(
    tmp_path: Path, folder: Path
) -> None:
    async with talking(tmp_path, folder) as talk:
        failed = await talk.say("analyse later.log")
        assert failed.states[-1] == "FAILED"
        run = failed.steps[-1]["run"] if failed.steps else ""
        (folder / "later.log").write_text(AUTH)
        first = await talk.say("analyse later.log")
        run = first.steps[0]["run"]
        as_data = await talk.say("", data={"slot": "retry", "value": f"{run}:4"})
        assert as_data.states[-1] == "COMPLETED", "as the SDKs of others send it"
        again = await talk.say("", choice={"slot": "retry", "value": f"{run}:4"})
        assert again.states[-1] == "COMPLETED"
        assert again.rows == first.rows
        session = folded(read_run(tmp_path / "runs" / f"{again.steps[0]['run']}.jsonl").events)
        assert session.origin["rerun_of"] == run
        before = folded(read_run(tmp_path / "runs" / f"{run}.jsonl").events)
        assert session.results[:3] == before.results[:3], "the steps before are not done again"
        assert [one["action"] for one in session.results[3:]] == ["analyse", "summarise"]
        assert [one["state"] for one in again.steps[0]["plan"]] == [
            *("done", "done", "done"), "working", "waiting",
        ]  # fmt: skip
        kept = sorted((tmp_path / "runs").iterdir())
        for value, said in (
            *((f"{run}:{step}", "steps 1 to 5") for step in ("99", "0", "x", "", "9" * 5_000)),
            *((wrong, "no run") for wrong in ("nonesuch:1", ":1", "../runs:1", "9" * 5_000)),
        ):
            refused = await talk.say("Try it again", choice={"slot": "retry", "value": value})
            assert refused.states[-1] == "REJECTED" and said in refused.said[-1], value[:40]
        talk.context_id = str(uuid.uuid4())
        other = await talk.say("", choice={"slot": "retry", "value": f"{run}:4"})
        assert other.states[-1] == "REJECTED" and "no run" in other.said[-1]
        assert sorted((tmp_path / "runs").iterdir()) == kept, "nothing was done"


async def test_a_follow_up_is_tried_again_as_it_was_meant(tmp_path: Path, folder: Path) -> None:
    async with talking(tmp_path, folder / "auth.log") as talk:
        await talk.say("how many failed passwords?")
        per_day = await talk.say("per day")
        await talk.say("how many lines?")
        for step in range(1, 6):
            choice = {"slot": "retry", "value": f"{per_day.steps[0]['run']}:{step}"}
            again = await talk.say("Try it again", choice=choice)
            assert again.states[-1] == "COMPLETED"
            assert again.rows == per_day.rows, step
            session = folded(read_run(tmp_path / "runs" / f"{again.steps[0]['run']}.jsonl").events)
            assert [record["step"] for record in session.results] == [1, 2, 3, 4, 5]


async def test_an_interrupted_run_goes_on_from_its_last_finished_step(
    tmp_path: Path, folder: Path
) -> None:
    async with talking(tmp_path, folder / "auth.log") as talk:
        first = await talk.say("how many failed passwords?")
        runs = tmp_path / "runs"
        whole = (
            (runs / f"{first.steps[0]['run']}.jsonl").read_text("utf-8").splitlines(keepends=True)
        )
        done = [number for number, line in enumerate(whole) if '"event":"result"' in line]
        for results in range(len(done)):
            # Killed after so many results; of the next one, half a line was written.
            end = done[results]
            left = "".join([*whole[:end], whole[end][: len(whole[end]) // 2]])
            run = f"dead{results}"
            left = left.replace(first.steps[0]["run"], run)
            (runs / f"{run}.jsonl").write_text(left, "utf-8")
            again = await talk.say("Go on", choice={"slot": "retry", "value": run})
            assert again.states[-1] == "COMPLETED" and again.rows == first.rows
            session = folded(read_run(runs / f"{run}.jsonl").events)
            assert session.ended is not None and session.ended["status"] == "completed"
            assert [record["step"] for record in session.results] == [1, 2, 3, 4, 5], "none twice"


async def test_a_question_that_comes_again_goes_on_with_its_interrupted_run(
    tmp_path: Path, folder: Path
) -> None:
    async with talking(tmp_path, folder / "auth.log") as talk:
        asked = "how many failed passwords?"
        first = await talk.say(asked)
        path = tmp_path / "runs" / f"{first.steps[0]['run']}.jsonl"
        whole = path.read_text("utf-8").splitlines(keepends=True)
        done = [number for number, line in enumerate(whole) if '"event":"result"' in line]

        def left_off() -> None:
            path.write_text("".join(whole[: done[1] + 1]), "utf-8")  # killed after two results

        left_off()
        again = await talk.say(asked)
        assert again.states[-1] == "COMPLETED" and again.rows == first.rows
        assert again.steps[-1]["run"] == path.stem
        assert [one["resumed"] for one in again.steps[-1]["plan"]] == [True] * 2 + [False] * 3
        session = folded(read_run(path).events)
        assert session.ended is not None and session.ended["status"] == "completed"
        assert [record["step"] for record in session.results] == [1, 2, 3, 4, 5], "none twice"
        left_off()
        asked_since = await talk.say("how many lines?")
        assert asked_since.steps[-1]["run"] != path.stem, "another question"
        assert (await talk.say(asked)).steps[-1]["run"] != path.stem, "something was answered since"
