"""One session as its events make it: the same fold while it goes on and when it is read again."""

from collections.abc import Mapping
from typing import Any

from agents.storage.journal import FORMAT, VERSION, Event
from agents.storage.records import (
    Completed,
    Context,
    Detail,
    Result,
    as_json,
    copied,
    mark_of,
    no_session,
)


class Session:
    """Owns context, results and what is known beside them; changed by `apply` alone."""

    def __init__(self) -> None:
        self.context: Context = no_session()
        self.results: list[Result] = []
        self.details: list[Detail] = []
        self.origin: dict[str, str] = {}
        self.notes: dict[str, Any] = {}
        self.size = 0
        self._known: dict[str, int] = {}
        self._numbers: dict[int, int] = {}
        self.ended: Completed | None = None

    def apply(self, event: Event) -> None:
        """Take in one event; of an unknown kind nothing is taken."""
        match event["event"]:
            case "started":
                self.context = Context(
                    user_query=event["user_query"],
                    current_plan=list(event["plan"]),
                    current_step=1,
                    session_id=event["session_id"],
                    created_at=event["created_at"],
                )
                self.origin = dict(event.get("origin") or {})
            case "plan":
                self.context["current_plan"] = list(event["plan"])
            case "step":
                self.context["current_step"] = int(event["step"])
            case "note":
                self.notes[str(event["name"])] = event["value"]
            case "result":
                self._add(event)
            case "completed":
                self.ended = Completed(
                    session_id=str(self.context["session_id"]),
                    user_query=self.context["user_query"],
                    results=self.results,
                    final_response=event["final_response"],
                    status=event["status"],
                    created_at=str(self.context["created_at"]),
                    completed_at=event["completed_at"],
                )
            case _:
                pass

    def _add(self, event: Event) -> None:
        record: Result = dict(event["record"])  # type: ignore[assignment]
        sources: dict[str, int] = dict(event.get("sources") or {})
        number = len(self.results) + 1
        if "plan_step" in event:  # written before version 2
            sources = {key: self._numbers.get(old, 0) for key, old in sources.items()}
            self._numbers[record["step"]] = number
            record["step"] = int(event["plan_step"] or record["step"])
        if sources:
            found = {
                key: copied(self.results[one - 1]["output"]) if 0 < one < number else None
                for key, one in sources.items()
            }
            order = event.get("order") or [*record["input"], *found]
            record["input"] = {
                key: found[key] if key in found else record["input"].get(key) for key in order
            }
        self.results.append(record)
        self.details.append(Detail(sources=sources, seconds=event.get("seconds")))
        self.size += len(as_json(record["output"]))
        if (mark := mark_of(record["output"])) is not None:
            self._known[mark] = number

    def sources_of(self, given: Any) -> dict[str, int]:
        """Return for each key of an input the number of the newest result that gave its value."""
        if not isinstance(given, dict):
            return {}
        marks = {key: mark_of(value) for key, value in given.items()}
        return {
            key: self._known[m] for key, m in marks.items() if m is not None and m in self._known
        }

    def next_step(self) -> int | None:
        """Return the first step of the plan that no result has completed; None after the last."""
        done = {record["step"] for record in self.results if record["status"] == "success"}
        steps = range(1, len(self.context["current_plan"]) + 1)
        return next((step for step in steps if step not in done), None)


def started(
    *, session_id: str, user_query: str, plan: list[str], at: str, origin: Mapping[str, str]
) -> Event:
    """Return the first event of a run."""
    return {
        "event": "started",
        "format": FORMAT,
        "version": VERSION,
        "session_id": session_id,
        "user_query": user_query,
        "plan": plan,
        "created_at": at,
        "origin": dict(origin),
    }


def result(record: Result, detail: Detail) -> Event:
    """Return the event of a result; an input that was an output is written by its number alone."""
    event: dict[str, Any] = {
        "event": "result",
        "record": record,
        "sources": detail["sources"],
        "seconds": detail["seconds"],
    }
    if detail["sources"]:
        left = {k: v for k, v in record["input"].items() if k not in detail["sources"]}
        event["record"] = {**record, "input": left}
        event["order"] = list(record["input"])
    return event


def of_state(context: Context, results: list[Result], details: list[Detail]) -> Session:
    """Return a session with what a saved file holds of it."""
    session = Session()
    session.context = context
    for record, detail in zip(results, details, strict=True):
        session.apply(result(record, {**detail, "sources": {}}))
        session.details[-1] = detail
    return session


def folded(events: tuple[Event, ...]) -> Session:
    """Return the session that events of a run make."""
    session = Session()
    for event in events:
        session.apply(event)
    return session
