"""SharedStorage: the design document's example, the records, what is refused, what is kept."""

import json
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agents.shared_storage import SharedStorage
from agents.storage.limits import Limits, TooLarge
from app.errors import BadFile, BadInput, StoreError

FIELDS = {
    "step", "executor", "executor_type", "action", "input", "output", "status", "error_message",
    "timestamp",
}  # fmt: skip


def add(storage: SharedStorage, output: Any, **more: Any) -> Any:
    given = {"executor": "file_tool", "executor_type": "tool", "action": "read", "input_data": {}}
    return storage.add_result(**{**given, **more}, output=output)


def test_the_example_of_the_document_runs_as_it_is_written(tmp_path: Path) -> None:
    storage = SharedStorage(debug_enabled=True)

    session_id = storage.start_session(
        user_query="wifi.log 분석해줘", plan=["파일 읽기", "분석하기"]
    )
    assert storage.context["session_id"] == session_id
    assert storage.context["user_query"] == "wifi.log 분석해줘"
    assert storage.context["current_plan"] == ["파일 읽기", "분석하기"]
    assert storage.context["current_step"] == 1

    storage.add_result(
        executor="file_tool",
        executor_type="tool",
        action="read",
        input_data={"path": "wifi.log"},
        output="[ERROR] DMA timeout...",
    )
    storage.advance_step()

    previous = storage.get_last_output()
    assert previous == "[ERROR] DMA timeout..."

    storage.add_result(
        executor="llm_tool",
        executor_type="tool",
        action="analyze",
        input_data={"content": previous},
        output="DMA timeout 에러 발견...",
    )
    assert [record["step"] for record in storage.get_results()] == [1, 2]
    assert storage.results[1]["input"] == {"content": "[ERROR] DMA timeout..."}
    assert storage.details[1]["sources"] == {"content": 1}

    summary = storage.get_summary()
    assert "wifi.log 분석해줘" in summary
    assert "[ERROR] DMA timeout..." in summary
    assert "DMA timeout 에러 발견..." in summary

    storage.complete_session("분석 완료: DMA timeout 에러...")
    assert storage.context["session_id"] is None
    assert storage.results == []
    (ended,) = storage.history
    assert ended["session_id"] == session_id
    assert ended["final_response"] == "분석 완료: DMA timeout 에러..."
    assert ended["status"] == "completed"

    path = tmp_path / "data" / "session_backup.json"
    storage.save_to_file(str(path))
    other = SharedStorage()
    other.load_from_file(str(path))
    assert other.history == storage.history


def test_records_have_the_fields_of_the_document_and_no_others() -> None:
    storage = SharedStorage(clock=lambda: datetime(2025, 1, 15, 10, 30, 1, 999, UTC))
    storage.start_session("q", ["a"])
    add(storage, "x")
    (record,) = storage.get_results()
    assert set(record) == FIELDS
    assert record["timestamp"] == "2025-01-15T10:30:01"
    assert (record["status"], record["error_message"]) == ("success", None)
    assert set(storage.context) == {
        "user_query", "current_plan", "current_step", "session_id", "created_at",
    }  # fmt: skip
    storage.complete_session("done")
    assert set(storage.history[0]) == {
        "session_id", "user_query", "results", "final_response", "status", "created_at",
        "completed_at",
    }  # fmt: skip


def test_a_step_is_one_of_the_plan_and_a_result_has_a_number() -> None:
    storage = SharedStorage()
    storage.start_session("q", ["a", "b", "c"])
    assert add(storage, "first try", status="error")["step"] == 1
    assert add(storage, "second try")["step"] == 1
    assert storage.get_output_by_step(1) == "second try"
    assert storage.get_output_by_step(2) is None, "step 2 has not been done"
    storage.advance_step()
    assert add(storage, "two")["step"] == 2
    assert storage.get_output_by_step(2) == "two"
    assert [storage.get_output_by_result(number) for number in range(5)] == [
        None, "first try", "second try", "two", None,
    ]  # fmt: skip


def test_what_is_returned_cannot_be_changed_from_outside() -> None:
    storage = SharedStorage()
    storage.start_session("q", ["a"])
    add(storage, {"rows": [1, 2]}, input_data={"names": ["x"]})["output"]["rows"].append(3)
    storage.get_results().clear()
    storage.get_results()[0]["input"]["names"].append("y")
    storage.results[0]["output"]["rows"].clear()
    storage.get_last_output()["rows"].append(4)
    storage.get_output_by_step(1)["rows"].append(5)
    storage.get_output_by_result(1)["rows"].append(6)
    storage.context["current_plan"].append("b")
    storage.details.clear()
    assert storage.get_last_output() == {"rows": [1, 2]}
    assert storage.results[0]["input"] == {"names": ["x"]}
    assert storage.context["current_plan"] == ["a"]
    storage.complete_session("done")
    storage.history[0]["results"].clear()
    assert storage.history[0]["results"][0]["output"] == {"rows": [1, 2]}


def test_half_a_character_is_kept_as_one_that_can_be_written() -> None:
    storage = SharedStorage()
    storage.start_session("caf\ud800", ["r\udce9ad"])
    add(storage, {"name\udce9": "x\ud800"}, error_message="\udfff")
    storage.get_summary().encode()
    assert storage.get_last_output() == {"name\ufffd": "x\ufffd"}
    storage.complete_session("\ud83d")
    assert storage.history[0]["final_response"] == "\ufffd"


def test_a_plan_has_no_step_after_its_last() -> None:
    storage = SharedStorage()
    storage.start_session("q", ["a", "b"])
    storage.advance_step()
    with pytest.raises(BadInput, match="last") as refused:
        storage.advance_step()
    assert refused.value.reason == "no_step"
    assert storage.context["current_step"] == 2
    with pytest.raises(BadInput, match="step 2 goes on"):
        storage.update_plan(["a"])
    with pytest.raises(BadInput, match="no step 3"):
        add(storage, "x", plan_step=3)
    storage.update_plan(["a", "b", "c"])
    storage.advance_step()
    assert add(storage, "x")["step"] == 3


def test_a_status_is_one_of_those_that_are_known() -> None:
    storage = SharedStorage()
    storage.start_session("q", ["a"])
    with pytest.raises(BadInput, match="success, error, canceled") as refused:
        add(storage, "x", status="great")
    assert refused.value.reason == "bad_status"
    with pytest.raises(BadInput, match="completed, failed"):
        storage.complete_session("done", status="great")
    assert storage.get_results() == [] and storage.history == []


def test_a_run_of_the_first_version_is_read_with_its_steps(tmp_path: Path) -> None:
    events: list[dict[str, Any]] = [
        {
            "event": "started", "format": "balance-desk.run", "version": 1, "session_id": "old1",
            "user_query": "q", "plan": ["a", "b"], "created_at": "2026-01-01T00:00:00",
        },
        *(
            {
                "event": "result", "plan_step": 1, "sources": sources, "seconds": None,
                "record": {
                    "step": number, "executor": "t", "executor_type": "tool", "action": "a",
                    "input": {}, "output": f"made {number}", "status": "success",
                    "error_message": None, "timestamp": "2026-01-01T00:00:00",
                },
            }
            for number, sources in ((1, {}), (3, {"content": 1}))
        ),
    ]  # fmt: skip
    lines = "".join(f"{json.dumps(one)}\n" for one in events)
    (tmp_path / "old1.jsonl").write_text(lines)
    storage = SharedStorage(runs=tmp_path)
    assert storage.resume("old1") == 2
    assert [one["step"] for one in storage.results] == [1, 1]
    assert storage.results[1]["input"] == {"content": "made 1"}
    assert storage.get_output_by_step(1) == "made 3"
    storage.close()


def test_what_is_handed_over_is_copied() -> None:
    storage = SharedStorage()
    storage.start_session("q", ["a"])
    output = {"rows": [1, 2]}
    add(storage, output)
    output["rows"].append(3)
    assert storage.get_last_output() == {"rows": [1, 2]}


def test_an_input_names_the_newest_step_that_gave_it() -> None:
    storage = SharedStorage()
    storage.start_session("q", ["a"])
    add(storage, "same")
    add(storage, "same")
    add(storage, 7)
    add(storage, "x", input_data={"text": "same", "number": 7, "own": "other"})
    assert storage.details[-1]["sources"] == {"text": 2}


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"output": object()}, "not_json"),
        ({"output": {"rate": float("nan")}}, "not_json"),
        ({"output": "x", "executor_type": "robot"}, "executor_type"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_nothing_is_recorded(
    given: dict[str, Any], key: str
) -> None:
    storage = SharedStorage()
    storage.start_session("q", ["a"])
    with pytest.raises(BadInput) as refused:
        add(storage, **given)
    assert refused.value.reason == key
    assert storage.get_results() == []


def test_without_a_session_nothing_can_be_added() -> None:
    with pytest.raises(BadInput, match="start_session"):
        add(SharedStorage(), "x")


def test_a_new_session_ends_the_one_that_goes_on_and_keeps_it() -> None:
    storage = SharedStorage()
    storage.start_session("first", ["a"])
    add(storage, "x")
    storage.start_session("second", ["b"])
    (ended,) = storage.history
    assert (ended["user_query"], ended["status"]) == ("first", "interrupted")
    assert ended["results"][0]["output"] == "x"


def test_limits_warn_and_refuse() -> None:
    limits = Limits(output_warns=10, output_most=20, session_warns=28, session_most=40)
    storage = SharedStorage(limits=limits)
    storage.start_session("q", ["a"])
    add(storage, "x" * 8)
    assert storage.warnings == []
    add(storage, "y" * 15)
    add(storage, "z")
    told = [(one.what, one.result) for one in storage.warnings]
    assert told == [("output", 2), ("session", 3)]
    with pytest.raises(TooLarge, match="output"):
        add(storage, "y" * 30)
    with pytest.raises(TooLarge, match="session"):
        add(storage, "y" * 16)
    assert len(storage.get_results()) == 3


def test_parallel_steps_lose_nothing(tmp_path: Path) -> None:
    storage = SharedStorage(runs=tmp_path)
    session_id = storage.start_session("q", ["a", "b"])
    ready = threading.Barrier(8)

    def work(worker: int) -> None:
        ready.wait()
        for number in range(20):
            add(storage, f"{worker}-{number}", plan_step=worker % 2 + 1)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    made = storage.get_results()
    assert sorted(one["output"] for one in made) == sorted(
        f"{worker}-{number}" for worker in range(8) for number in range(20)
    )
    assert all(one["step"] == int(one["output"][0]) % 2 + 1 for one in made)
    storage.close()
    other = SharedStorage(runs=tmp_path)
    other.resume(session_id)
    assert other.get_results() == storage.get_results()
    other.close()


def test_an_interrupted_session_goes_on_after_its_last_completed_step(tmp_path: Path) -> None:
    first = SharedStorage(runs=tmp_path)
    session_id = first.start_session("q", ["read", "parse", "write"], origin={"task": "t1"})
    add(first, "text")
    first.advance_step()
    add(first, None, status="error", error_message="no", input_data={"content": "text"})
    with pytest.raises(StoreError, match="another program"):
        SharedStorage(runs=tmp_path).resume(session_id)
    first.close()
    with (tmp_path / f"{session_id}.jsonl").open("ab") as file:
        file.write(b'{"event":"result","record":{"st')  # a writer stopped here

    second = SharedStorage(runs=tmp_path)
    assert second.resume(session_id) == 2
    assert second.get_output_by_step(1) == "text"
    assert second.results[1]["input"] == {"content": "text"}
    add(second, "rows", plan_step=2)
    second.advance_step()
    assert second.next_step() == 3
    add(second, "words")
    assert second.next_step() is None
    second.complete_session("done")
    with pytest.raises(BadInput, match="ended"):
        second.resume(session_id)


def test_an_old_query_runs_again_with_its_plan(tmp_path: Path) -> None:
    storage = SharedStorage(runs=tmp_path)
    old = storage.start_session("q", ["a"])
    storage.update_plan(["a", "b"])
    storage.complete_session("done")
    again = storage.rerun(old)
    assert again != old
    assert storage.context["user_query"] == "q"
    assert storage.context["current_plan"] == ["a", "b"]
    storage.close()
    elsewhere = SharedStorage(runs=tmp_path)
    elsewhere.rerun(old)
    assert elsewhere.context["current_plan"] == ["a", "b"]
    elsewhere.close()


def test_an_old_query_goes_on_from_a_step_with_what_was_done_before_it(tmp_path: Path) -> None:
    storage = SharedStorage(runs=tmp_path)
    old = storage.start_session("q", ["read", "parse", "answer"])
    add(storage, "text")
    storage.advance_step()
    add(storage, "lines", input_data={"content": "text"})
    storage.advance_step()
    add(storage, None, status="error")
    before = storage.get_results()
    storage.complete_session("it failed", status="failed")
    storage.rerun(old, keep=(1, 2, 3))
    assert storage.get_results() == before[:2]
    assert storage.details[1]["sources"] == {"content": 1}
    assert (storage.context["current_step"], storage.next_step()) == (3, 3)
    assert storage.get_last_output() == "lines"
    add(storage, "done")
    storage.complete_session("done")
    new = storage.history[-1]["session_id"]
    read = SharedStorage(runs=tmp_path).read_run(new)
    assert read is not None and [one["output"] for one in read.results] == ["text", "lines", "done"]
    storage.rerun(new, keep=(2,))
    assert [record["step"] for record in storage.results] == [2]
    assert storage.next_step() == 1
    storage.close()


def test_an_output_passed_on_is_written_once(tmp_path: Path) -> None:
    storage = SharedStorage(runs=tmp_path)
    session_id = storage.start_session("q", ["a"])
    long = "한" * 10_000
    add(storage, long)
    for _ in range(5):
        add(storage, "ok", input_data={"first": 1, "content": long, "last": 2})
    storage.close()
    assert (tmp_path / f"{session_id}.jsonl").stat().st_size < 2 * len(long.encode())
    other = SharedStorage(runs=tmp_path)
    other.resume(session_id)
    assert list(other.results[-1]["input"].items()) == [
        ("first", 1), ("content", long), ("last", 2),
    ]  # fmt: skip
    other.close()


def test_a_saved_file_brings_everything_back(tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    storage = SharedStorage()
    old = storage.start_session("old", ["a"])
    storage.complete_session("done", status="failed")
    storage.start_session("q \ud800", ["b", "c"])
    add(storage, {"rows": [[1, "한글"], [2.5, None]]}, seconds=0.25)
    storage.advance_step()
    storage.save_to_file(path)
    other = SharedStorage(runs=tmp_path / "runs")
    other.load_from_file(path)
    assert other.context == storage.context
    assert other.get_results() == storage.get_results()
    assert other.details == storage.details
    assert other.history == storage.history
    add(other, "on")
    assert [one["step"] for one in other.results] == [1, 2]
    other.complete_session("done")
    assert other.rerun(old)
    assert other.context["current_plan"] == ["a"]
    other.close()


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda data: b"", "storage_foreign"),
        (lambda data: b"not json", "storage_foreign"),
        (lambda data: b'{"rows": []}', "storage_foreign"),
        (lambda data: b"[" * 100_000, "storage_foreign"),
        (lambda data: data[: len(data) // 2], "storage_damaged"),
        (lambda data: data.replace(b"hello", b"jello"), "storage_damaged"),
        (lambda data: data.replace(b'"version":2', b'"version":9'), "storage_version"),
    ],
)
def test_a_file_that_cannot_be_trusted_is_refused_and_changes_nothing(
    tmp_path: Path, spoil: Any, key: str
) -> None:
    path = tmp_path / "saved.json"
    storage = SharedStorage()
    storage.start_session("hello", ["a"])
    storage.save_to_file(path)
    path.write_bytes(spoil(path.read_bytes()))
    before = dict(storage.context)
    with pytest.raises(BadFile) as refused:
        storage.load_from_file(path)
    assert refused.value.reason == key
    assert storage.context == before


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("in the way")
    storage = SharedStorage()
    with pytest.raises(StoreError):
        storage.save_to_file(folder / "saved.json")
    with pytest.raises(BadFile, match="no file"):
        storage.load_from_file(tmp_path / "missing.json")


def test_debugging_tells_each_change(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "agents.shared_storage")
    quiet, loud = SharedStorage(), SharedStorage(debug_enabled=True)
    quiet.start_session("q", [])
    assert caplog.records == []
    session_id = loud.start_session("q", ["a", "b"])
    loud.advance_step()
    assert session_id in caplog.text
    assert json.loads(caplog.records[-1].getMessage())["event"] == "step"
