"""Faults of an agent in a few words, of one place each."""

import copy
from collections.abc import Callable
from typing import Any

from tests.contract.transport.conformance.plain_agent import Faults, Http, Json

ROUND = "SendStreamingMessage"


def card(change: Callable[[Json], Any]) -> Faults:
    def changed(card: Json) -> Any:
        told = change(card)
        return card if told is None else told

    return Faults(card=changed)


def first_of(kind: str, change: Callable[[Json], Any]) -> Faults:
    """Change the first event of a kind in each stream."""

    def events(method: str, events: list[Json]) -> list[Any]:
        for event in events:
            if kind in event:
                change(event[kind])
                break
        return events

    return Faults(events=events)


def piece(**of_artifact: Any) -> Faults:
    return first_of("artifactUpdate", lambda told: told["artifact"].update(of_artifact))


def streamed(change: Callable[[list[Json]], list[Any]], of: str = ROUND) -> Faults:
    return Faults(events=lambda method, events: change(events) if method == of else events)


def answered(of: str, change: Callable[[Any], Any], **when: Any) -> Faults:
    def answer(method: str, params: Json, told: Any) -> Any:
        if method != of or any(params.get(name) != value for name, value in when.items()):
            return told
        changed = change(told)
        return told if changed is None else changed

    return Faults(answer=answer)


def takes(of: str, reason: str | None, instead_of: str) -> Faults:
    def refuse(method: str, params: Json, was: str) -> str | None:
        return reason if (method, was) == (of, instead_of) else was

    return Faults(refuse=refuse)


def error(change: Callable[[Json], Any]) -> Faults:
    return Faults(error=lambda told: change(told) or told)


def sent(of: str, **changes: Any) -> Faults:
    return Faults(http=lambda method, r: r._replace(**changes) if method == of else r)


def unstreamed(response: Http) -> Http:
    """Send the first event alone, as JSON."""
    first = response.chunks[0]
    assert isinstance(first, bytes)
    return response._replace(kind="application/json", chunks=[first.removeprefix(b"data: ")])


def untyped(told: Json) -> None:
    for one in told.get("data") or told.get("details") or []:
        one.pop("@type")


def any_page(method: str, params: Json, was: str) -> str | None:
    return None if "pageToken" in params else was


def newest_last(page: Json) -> None:
    for task in page["tasks"]:
        later = int(page["nextPageToken"] or 59)
        task["status"]["timestamp"] = f"2026-01-01T00:00:{later:02}Z"


def as_update(task: Json) -> Json:
    return {"taskId": task["id"], "contextId": task["contextId"], "status": task["status"]}


def of_info(**changes: Any) -> Faults:
    def change(told: Json) -> None:
        for one in told.get("data") or told.get("details") or []:
            one.update(changes)

    return error(change)


def of_tasks(change: Callable[[Json], Any]) -> Callable[[Any], None]:
    def changed(page: Any) -> None:
        for task in page["tasks"]:
            change(task)

    return changed


def foreign(events: list[Json]) -> list[Json]:
    for event in events[1:]:
        for told in event.values():
            told["taskId"] = "another"
    return events


def after_the_end(events: list[Json]) -> list[Json]:
    piece = next((one for one in events if "artifactUpdate" in one), events[-1])
    return [*events, piece]


def submitted_again(events: list[Json]) -> list[Json]:
    again = copy.deepcopy(events[1])
    again["statusUpdate"]["status"]["state"] = "TASK_STATE_SUBMITTED"
    return [*events[:2], again, *events[2:]]


def late_append(events: list[Json]) -> list[Json]:
    pieces = [one["artifactUpdate"] for one in events if "artifactUpdate" in one]
    if pieces:
        pieces[0]["lastChunk"] = True
    return events


def in_context(name: str) -> Callable[[Any], Any]:
    def change(told: Any) -> None:
        told["task"]["contextId"] = name

    return change


def shrunk(told: Any) -> Any:
    return {**told, "tasks": told["tasks"][:0]}


def settle(told: Any) -> None:
    told["task"]["status"] = {"state": "TASK_STATE_WORKING"}


def other_hook(told: Any) -> Any:
    return {**told, "url": "https://elsewhere.example/"}


def pop(name: str) -> Callable[[Json], None]:
    def change(told: Json) -> None:
        told.pop(name, None)

    return change


def put(**values: Any) -> Callable[[Json], None]:
    def change(told: Json) -> None:
        told.update(values)

    return change


def in_envelope(**values: Any) -> Callable[[Json], Json]:
    return lambda told: {**told, **values}


def in_status(**values: Any) -> Callable[[Json], None]:
    return lambda told: told["status"].update(values)


def asking(change: Callable[[Json], Any]) -> Faults:
    """Change the status by which a task asks."""

    def events(method: str, events: list[Json]) -> list[Any]:
        for event in events:
            status = event.get("statusUpdate", {}).get("status", {})
            if status.get("state") == "TASK_STATE_INPUT_REQUIRED":
                change(status)
        return events

    return Faults(events=events)


RPC = {"protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
DIRECT = {"message": {"messageId": "1", "role": "ROLE_AGENT", "parts": [{"text": "."}]}}
RAW = {"artifactId": "a", "parts": [{"raw": "no base64!"}]}
TWO = {"artifactId": "a", "parts": [{"text": "a", "url": "https://b.example"}]}
SIGNED = [{"protected": "bm8ganNvbg", "signature": "AA"}]
KEYED = {"k": {"apiKeySecurityScheme": {"name": "X", "location": "body"}}}


def in_work(task: Json) -> Json:
    return {**task, "status": {**task["status"], "state": "TASK_STATE_WORKING"}}
