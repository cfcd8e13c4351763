"""Somebody else's executor, served by the command, is what A2A asks for over both bindings."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.e2e.serving.test_serve import ROOT, VERSION
from tests.live.servers import free_port
from tests.patience import PATIENCE

Json = dict[str, Any]

# What is said → the end of its task, and what its stream is made of.
ENDS = {
    "artifact first": ("COMPLETED", ["task", "artifactUpdate", "statusUpdate"]),
    "no ids": ("COMPLETED", ["task", "statusUpdate", "artifactUpdate", "statusUpdate"]),
    "other ids": ("COMPLETED", ["task", "statusUpdate"]),
    "odd values": ("COMPLETED", ["task", "artifactUpdate", *["statusUpdate"] * 3]),
    "task twice": ("COMPLETED", ["task", "artifactUpdate", "statusUpdate"]),
    "reply in a task": ("FAILED", ["task", "statusUpdate", "statusUpdate"]),
    "exit": ("FAILED", ["task", "statusUpdate"]),
    "raise": ("FAILED", ["task", "artifactUpdate", "statusUpdate"]),
    "raise out of line": ("FAILED", ["task", "artifactUpdate", "statusUpdate"]),
    "odd lines": ("COMPLETED", ["task", "artifactUpdate", "statusUpdate"]),
    "return": ("FAILED", ["task", "statusUpdate", "statusUpdate"]),
    "sign in": ("AUTH_REQUIRED", ["task", "statusUpdate"]),
    "flood": ("COMPLETED", ["task", *["artifactUpdate"] * 1500, "statusUpdate"]),
    "huge": ("COMPLETED", ["task", "artifactUpdate", "statusUpdate"]),
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("served")
    port, log = free_port(), folder / "log"
    command = [sys.executable, "-m", "app", "serve", "--profile", str(folder), "--grace", "0"]
    command += ["--agent", "tests.e2e.serving.unfit_agent:Unfit", "--http", f"127.0.0.1:{port}"]
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, stdout=out, stderr=out, env={**os.environ, "PYTHONPATH": str(ROOT)}
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while "Serving" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/unfit"
        assert process.poll() is None, log.read_text()
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(headers=VERSION, timeout=PATIENCE) as made:
        yield made


def message(text: str, **more: Any) -> Json:
    said = {"messageId": uuid4().hex, "role": "ROLE_USER", "parts": [{"text": text}], **more}
    return {"message": said}


def send(client: httpx.Client, base: str, binding: str, params: Json) -> Json:
    if binding == "HTTP+JSON":
        answer: Json = client.post(f"{base}/message:send", json=params).json()
        return answer
    call = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": params}
    result: Json = client.post(base, json=call).json()["result"]
    return result


def stream(client: httpx.Client, base: str, binding: str, params: Json) -> list[Json]:
    call = {"jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage", "params": params}
    rest = binding == "HTTP+JSON"
    url, body = (f"{base}/message:stream", params) if rest else (base, call)
    with client.stream("POST", url, json=body) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = [line[5:] for line in answer.iter_lines() if line.startswith("data:")]
    events = [json.loads(line) for line in lines]
    return events if rest else [event["result"] for event in events]


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
@pytest.mark.parametrize("text", ENDS)
def test_whatever_it_says_the_task_comes_to_its_end(
    client: httpx.Client, base: str, binding: str, text: str
) -> None:
    state, kinds = ENDS[text]
    task = send(client, base, binding, message(text))["task"]
    assert task["status"]["state"] == f"TASK_STATE_{state}"
    assert task["status"]["timestamp"].endswith("Z")
    events = stream(client, base, binding, message(text))
    assert [next(iter(event)) for event in events] == kinds
    first, last = events[0]["task"], next(iter(events[-1].values()))
    assert last["status"]["state"] == task["status"]["state"]
    assert [said["parts"] for said in first["history"]] == [[{"text": text}]]
    for event in events[1:]:
        (told,) = event.values()
        assert (told["taskId"], told["contextId"]) == (first["id"], first["contextId"])
        if "artifact" in told:
            assert told["artifact"]["artifactId"]
        else:
            assert told["status"]["state"].startswith("TASK_STATE_")
    assert "hunter2" not in json.dumps([task, events])
    kept = client.get(f"{base}/tasks/{first['id']}").json()
    assert kept["status"] == last["status"]


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
def test_a_reply_without_a_task_is_one_whole_message(
    client: httpx.Client, base: str, binding: str
) -> None:
    (event,) = stream(client, base, binding, message("reply"))
    for reply in (event["message"], send(client, base, binding, message("reply"))["message"]):
        assert reply["role"] == "ROLE_AGENT"
        assert reply["messageId"]
        assert reply["contextId"]
        assert "taskId" not in reply
        assert reply["parts"] == [{"text": "hi"}]


def test_one_that_will_not_be_canceled_is_canceled(client: httpx.Client, base: str) -> None:
    asked = {**message("stubborn"), "configuration": {"returnImmediately": True}}
    task = send(client, base, "HTTP+JSON", asked)["task"]
    canceled = client.post(f"{base}/tasks/{task['id']}:cancel")
    assert canceled.status_code == 200
    assert canceled.json()["status"]["state"] == "TASK_STATE_CANCELED"
    assert "hunter2" not in canceled.text
    again = client.post(f"{base}/tasks/{task['id']}:cancel")
    assert again.json()["error"]["details"][0]["reason"] == "TASK_NOT_CANCELABLE"
    kept = client.get(f"{base}/tasks/{task['id']}").json()
    assert kept["status"]["state"] == "TASK_STATE_CANCELED"


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
def test_the_same_message_again_is_the_same_task(
    client: httpx.Client, base: str, binding: str
) -> None:
    said = message("task twice", contextId=f"twice-{binding}")
    first = send(client, base, binding, said)["task"]
    assert send(client, base, binding, said)["task"] == first
    events = stream(client, base, binding, said)
    assert [next(iter(event)) for event in events] == ENDS["task twice"][1]
    assert events[0]["task"]["id"] == first["id"]
    other = message("task twice", contextId=f"twice-{binding}")
    assert send(client, base, binding, other)["task"]["id"] != first["id"]
    listed = client.get(f"{base}/tasks", params={"contextId": f"twice-{binding}"}).json()
    assert listed["totalSize"] == 2
    # What failed is asked for anew.
    failing = message("raise")
    failed = send(client, base, binding, failing)["task"]
    assert send(client, base, binding, failing)["task"]["id"] != failed["id"]


def test_an_empty_part_is_refused(client: httpx.Client, base: str) -> None:
    answer = client.post(f"{base}/message:send", json=message("", parts=[{}]))
    assert answer.status_code == 400
    assert answer.json()["error"]["details"][0]["reason"] == "INVALID_PARAMS"


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
def test_the_stream_of_an_answer_begins_with_its_task(
    client: httpx.Client, base: str, binding: str
) -> None:
    asked = send(client, base, binding, message("ask"))["task"]
    assert asked["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
    events = stream(client, base, binding, message("more", taskId=asked["id"]))
    assert [next(iter(event)) for event in events] == ["task", "statusUpdate"]
    begun = events[0]["task"]
    assert (begun["id"], begun["contextId"]) == (asked["id"], asked["contextId"])
    assert begun["status"]["state"] == "TASK_STATE_WORKING"
    assert [said["parts"][0]["text"] for said in begun["history"]] == ["ask", "more"]
    kept = client.get(f"{base}/tasks/{asked['id']}").json()
    assert kept["history"] == begun["history"]


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
@pytest.mark.parametrize(("text", "answer"), [("silent", []), ("late reply", [{"text": "hi"}])])
def test_who_does_not_wait_has_the_task_of_a_silent_agent_at_once(
    client: httpx.Client, base: str, binding: str, text: str, answer: list[Json]
) -> None:
    asked = {**message(text), "configuration": {"returnImmediately": True}}
    task = send(client, base, binding, asked)["task"]
    assert task["status"]["state"] == "TASK_STATE_SUBMITTED"
    with client.stream("POST", f"{base}/tasks/{task['id']}:subscribe") as followed:
        assert followed.status_code == 200
        send(client, base, binding, message("speak"))
        followed.read()
    kept = client.get(f"{base}/tasks/{task['id']}").json()
    assert kept["status"]["state"] == "TASK_STATE_COMPLETED"
    assert [part for one in kept.get("artifacts", []) for part in one["parts"]] == answer
    # Who waits gets what the agent says, however late.
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(send, client, base, binding, message(text))
        while not waiting.done():
            send(client, base, binding, message("speak"))
    assert ("message" in waiting.result()) is (text == "late reply")


def test_who_does_not_wait_for_an_answer_has_its_task_at_once(
    client: httpx.Client, base: str
) -> None:
    asked = send(client, base, "HTTP+JSON", message("ask"))["task"]
    answer = {**message("silent", taskId=asked["id"])}
    answer["configuration"] = {"returnImmediately": True}
    task = send(client, base, "HTTP+JSON", answer)["task"]
    assert task["id"] == asked["id"]
    assert task["status"]["state"] == "TASK_STATE_WORKING"


def test_a_page_of_tasks_holds_nothing_empty(client: httpx.Client, base: str) -> None:
    sent = send(client, base, "HTTP+JSON", message("odd lines", contextId="page"))["task"]
    asked = {"contextId": "page", "historyLength": "0", "includeArtifacts": "true"}
    page = client.get(f"{base}/tasks", params=asked).json()
    assert page["tasks"] == [{name: one for name, one in sent.items() if name != "history"}]
    assert (page["nextPageToken"], page["pageSize"], page["totalSize"]) == ("", 50, 1)
    (listed,) = client.get(f"{base}/tasks", params={"contextId": "page"}).json()["tasks"]
    assert listed == {name: one for name, one in sent.items() if name != "artifacts"}


def test_the_details_of_an_error_are_texts(client: httpx.Client, base: str) -> None:
    info, fields = client.post(f"{base}/message:send", json={}).json()["error"]["details"]
    assert info["metadata"] == {}
    assert fields["fieldViolations"][0]["field"] == "message"
