"""Each task of the log has a YAML file: what was asked, the steps, the decisions, the results."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from app.stream_log.day_files import DayFiles, log_error
from app.stream_log.index import LogIndex
from app.stream_log.record import Message, text_of
from app.stream_log.reply_chain import Chains
from app.system.files import write_whole

MAX_TEXT: Final = 20_000


class _Due(NamedTuple):
    task: str
    day: str
    number: int
    stale: int


class TaskFiles:
    """Makes `tasks/<day>_<nnn>.yaml` from the records that name a task in their metadata.

    The day and the number are those of the task's first record, in the order of the log, so that
    they are the same when the index is made anew.
    """

    def __init__(self, files: DayFiles, index: LogIndex, chains: Chains) -> None:
        self._files = files
        self._index = index
        self._chains = chains

    def update(self, *, enough: Callable[[], bool] = lambda: False) -> list[Path]:
        """Write the files of the tasks that have new records; return which. Raises `StoreError`.

        `enough` is asked now and then whether to leave the rest for another time.
        """
        self._index.catch_up(enough=enough)
        written = []
        for row in self._index.rows("SELECT task, day, number, stale FROM tasks WHERE stale > 0"):
            if enough():
                break
            due = _Due(*row)  # type: ignore[arg-type]
            path = self._files.tasks / f"{due.day}_{due.number:03}.yaml"
            records = self._records(due.task)
            if records:
                try:
                    write_whole(path, _yaml(summary(due.task, records)))
                except OSError as error:
                    raise log_error(error) from error
                written.append(path)
            # One that got another record in between stays stale.
            self._index.change(
                "UPDATE tasks SET stale = 0 WHERE task = ? AND stale = ?", [(due.task, due.stale)]
            )
        return written

    def _records(self, task: str) -> list[Message]:
        own = [self._chains.at(place) for place in self._index.of_task(task)]
        records = [message for message in own if message is not None]
        known = {message["id"] for message in records}
        # The request was written before its task had a name.
        asked = dict.fromkeys(
            message["parent_id"]
            for message in records
            if message["parent_id"] and message["parent_id"] not in known
        )
        before = [self._chains.record(identity) for identity in asked]
        requests = [found for found in before if found is not None and found["type"] == "request"]
        return requests + records


def summary(task: str, records: Iterable[Message]) -> dict[str, Any]:
    """Return what a task file holds; `records` in the order of the log, the request first."""
    held = list(records)
    requests = [message for message in held if message["type"] == "request"]
    request = requests[0] if requests else None
    states = [message for message in held if message["type"] == "state"]
    last = held[-1]
    return {
        "task": task,
        "context": next((c for m in held if (c := m["metadata"].get("context_id"))), None),
        "agent": next((m["from_agent"] for m in held if m["type"] != "request"), None),
        "started": held[0]["t"],
        "updated": last["t"],
        "state": _state(states[-1]) if states else None,
        "request": None if request is None else _entry(request),
        "steps": [_entry(message) for message in requests[1:]],
        "decisions": [_entry(message) for message in held if message["type"] == "decision"],
        "results": [_entry(message) for message in held if message["type"] == "response"],
        "errors": [_entry(message) for message in held if message["type"] == "error"],
        "states": [
            {"t": message["t"], "state": _state(message), "text": _text(message)}
            for message in states
        ],
    }


def _entry(message: Message) -> dict[str, Any]:
    content = message["content"]
    return {
        "id": message["id"],
        "t": message["t"],
        "from": message["from_agent"],
        "to": message["to_agent"],
        "content": _cut(content) if isinstance(content, str) else content,
    }


def _state(message: Message) -> str:
    content = message["content"]
    stated = content.get("state") if isinstance(content, dict) else content
    return text_of(stated)[:100]


def _text(message: Message) -> str:
    content = message["content"]
    told = content if isinstance(content, dict) else message["metadata"]
    return _cut(str(told.get("text") or ""))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


def _yaml(value: dict[str, Any]) -> bytes:
    import yaml

    # In C where there is libyaml: in Python a file takes ten times as long as all else of its task.
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    dumped: str = yaml.dump(value, Dumper=dumper, allow_unicode=True, sort_keys=False, width=100)
    return dumped.encode("utf-8")
