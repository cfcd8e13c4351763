"""The runs of a profile: listed, read, exported; nothing here changes them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from agents.storage.journal import goes_on, read_run
from agents.storage.session import Session, folded
from app.errors import BadFile, BadInput


class Run(NamedTuple):
    """A run as its file tells it; `damaged` lines could not be read."""

    session: Session
    status: str
    damaged: int

    @property
    def session_id(self) -> str:
        """The session's id."""
        return str(self.session.context["session_id"])

    def summary(self) -> dict[str, Any]:
        """Return the run in one object, without its results."""
        context, ended = self.session.context, self.session.ended
        return {
            "session_id": self.session_id,
            "user_query": context["user_query"],
            "status": self.status,
            "plan": context["current_plan"],
            "current_step": context["current_step"],
            "results": len(self.session.results),
            "created_at": context["created_at"],
            "completed_at": ended["completed_at"] if ended is not None else None,
            **{key: self.session.origin.get(key) for key in ("agent", "context_id", "task_id")},
            "rerun_of": self.session.origin.get("rerun_of"),
            "damaged": self.damaged,
        }

    def whole(self) -> dict[str, Any]:
        """Return everything of the run: each result with what is known beside it."""
        ended = self.session.ended
        return {
            **self.summary(),
            "results": [
                {"number": number, **record, **detail}
                for number, (record, detail) in enumerate(
                    zip(self.session.results, self.session.details, strict=True), 1
                )
            ],
            "final_response": ended["final_response"] if ended is not None else None,
        }


def runs(folder: Path) -> Iterator[Run | BadFile]:
    """Yield the runs of a folder, the newest first; what cannot be read is given as its error."""
    if not folder.is_dir():
        return
    found = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found:
        try:
            yield read(path)
        except BadFile as error:
            yield error


def run_of(folder: Path, session_id: str) -> Run:
    """Return a run by its id or an unmistakable beginning of it; raises `BadInput`."""
    if not session_id.isalnum():
        raise BadInput(f"{session_id!r} is no id of a run.", key="no_run")
    found = sorted(folder.glob(f"{session_id}*.jsonl"))
    exact = [path for path in found if path.stem == session_id]
    if not found:
        raise BadInput(f"There is no run {session_id!r}.", key="no_run")
    if len(found) > 1 and not exact:
        names = ", ".join(path.stem for path in found[:5])
        raise BadInput(f"{session_id!r} is the beginning of several: {names}.", key="no_run")
    return read((exact or found)[0])


def read(path: Path) -> Run:
    """Return the run in a file; raises `BadFile`."""
    events = read_run(path)
    session = folded(events.events)
    if session.ended is not None:
        status = session.ended["status"]
    else:
        left = "waiting" if session.notes.get("permission") else "interrupted"
        status = "running" if goes_on(path) else left
    return Run(session, status, events.damaged)
