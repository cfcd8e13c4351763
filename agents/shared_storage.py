"""SharedStorage: what tools and agents hand to one another goes through results[N].output alone."""

import json
import logging
import threading
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final, cast

from agents.storage import limits as sizes
from agents.storage import saved_file, session
from agents.storage.journal import Event, RunJournal, read_run
from agents.storage.limits import Limits, LimitWarning
from agents.storage.records import (
    EXECUTOR_TYPES,
    RESULT_STATUSES,
    SESSION_STATUSES,
    Completed,
    Context,
    Detail,
    Result,
    as_json,
    copied,
    plain,
    sound,
    stamp,
)
from agents.storage.session import Session
from agents.storage.summary import summarise
from app.domain.ids import utc_now
from app.errors import BadInput

SUMMARY_BUDGET: Final = 8_000

_LOG = logging.getLogger(__name__)


class SharedStorage:
    """Owns the session that goes on and the history of those that have ended.

    With a folder `runs`, every change is in the file of its run, durable, before a call returns;
    a session that was interrupted can be resumed from there. Without one, everything is in memory
    until `save_to_file`. Any thread or task may call any method; calls take turns.

    `context`, `results`, `details` and `history` are copies: only the methods change what is kept.
    A *step* is one of the plan; a *result* has a number, its place in `results` from 1.
    """

    def __init__(
        self,
        debug_enabled: bool = False,
        *,
        runs: Path | None = None,
        limits: Limits = Limits(),  # noqa: B008 frozen
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._history: list[Completed] = []
        self.warnings: list[LimitWarning] = []
        self._debug = debug_enabled
        self._runs = runs
        self._limits = limits
        self._clock = clock
        self._mutex = threading.RLock()
        self._session = Session()
        self._journal: RunJournal | None = None
        self._plans: dict[str, list[str]] = {}

    @property
    def context(self) -> Context:
        """The session that goes on."""
        with self._mutex:
            return cast("Context", copied(self._session.context))

    @property
    def results(self) -> list[Result]:
        """The results of the session that goes on, in order."""
        with self._mutex:
            return cast("list[Result]", copied(self._session.results))

    @property
    def details(self) -> list[Detail]:
        """What is known of each result beside its record, in the same order."""
        with self._mutex:
            return cast("list[Detail]", copied(self._session.details))

    @property
    def history(self) -> list[Completed]:
        """The sessions that have ended, in order."""
        with self._mutex:
            return cast("list[Completed]", copied(self._history))

    def start_session(
        self, user_query: str, plan: Sequence[str], *, origin: Mapping[str, str] | None = None
    ) -> str:
        """Begin a session and return its id; one that goes on is ended as interrupted first.

        `origin` says where the request came from (conversation, task, agent), for who looks at
        the run later.
        """
        with self._mutex:
            if self._session.context["session_id"] is not None:
                self.complete_session("", status="interrupted")
            journal, session_id = self._new_run()
            fresh = Session()
            event = session.started(
                session_id=session_id,
                user_query=sound(user_query),
                plan=[sound(str(step)) for step in plan],
                at=stamp(self._clock()),
                origin=origin or {},
            )
            if journal is not None:
                try:
                    journal.append(event)
                except BaseException:
                    journal.close()
                    raise
            fresh.apply(event)
            self._journal, self._session = journal, fresh
            self.warnings = []
            self._say("session %s started", session_id)
            return session_id

    def update_plan(self, plan: Sequence[str]) -> None:
        """Replace the plan; the current step stays. Raises `BadInput` if it would have no such."""
        with self._mutex:
            step = self._session.context["current_step"]
            if len(plan) < step:
                raise BadInput(
                    f"The new plan has {len(plan)} steps, and step {step} goes on.", key="no_step"
                )
            self._record({"event": "plan", "plan": [sound(str(one)) for one in plan]})

    def advance_step(self) -> None:
        """Go to the next step; raises `BadInput` on the last one of the plan."""
        with self._mutex:
            context = self._session.context
            step, last = context["current_step"], len(context["current_plan"])
            if step >= last and context["session_id"] is not None:
                raise BadInput(
                    f"The plan has {last} steps and step {step} is its last: update_plan adds"
                    " steps, complete_session ends the session.",
                    key="no_step",
                )
            self._record({"event": "step", "step": step + 1})

    def complete_session(self, final_response: str, *, status: str = "completed") -> None:
        """End the session: it goes to the history, and context and results begin anew.

        Raises `BadInput` for a status that is none of `SESSION_STATUSES`.
        """
        _check_status(status, SESSION_STATUSES)
        with self._mutex:
            self._record(
                {
                    "event": "completed",
                    "final_response": sound(final_response),
                    "status": status,
                    "completed_at": stamp(self._clock()),
                }
            )
            ended = self._session
            assert ended.ended is not None
            self._history.append(ended.ended)
            self._plans[ended.ended["session_id"]] = ended.context["current_plan"]
            self._leave()
            self._session = Session()

    def add_result(
        self,
        *,
        executor: str,
        executor_type: str,
        action: str,
        input_data: Any,
        output: Any,
        status: str = "success",
        error_message: str | None = None,
        plan_step: int | None = None,
        seconds: float | None = None,
    ) -> Result:
        """Record what a tool or an agent did; when this returns the record is kept.

        Input and output are copied. Which earlier output a key of the input was is found by its
        value and told by `details`. `plan_step` is the step of the plan, the current one unless
        parallel steps say theirs. Raises `BadInput` for what is not JSON, for a step that the plan
        has not and for a status that is none of `RESULT_STATUSES`, and `TooLarge` for an output
        over the limits; then nothing is recorded.
        """
        _check_status(status, RESULT_STATUSES)
        if executor_type not in EXECUTOR_TYPES:
            raise BadInput(
                f"executor_type is {executor_type!r}: it is 'tool' or 'agent'.",
                key="executor_type",
            )
        given, made = plain(input_data, "input"), plain(output, "output")
        length = len(as_json(made))
        with self._mutex:
            current = self._session
            step = plan_step if plan_step is not None else current.context["current_step"]
            last = max(len(current.context["current_plan"]), current.context["current_step"])
            if current.context["session_id"] is not None and not 1 <= step <= last:
                raise BadInput(f"The plan has no step {step}: it has {last}.", key="no_step")
            number, size = len(current.results) + 1, current.size + length
            sizes.check(self._limits, output=length, session=size, results=number)
            record = Result(
                step=step,
                executor=sound(executor),
                executor_type=executor_type,
                action=sound(action),
                input=given,
                output=made,
                status=status,
                error_message=None if error_message is None else sound(error_message),
                timestamp=stamp(self._clock()),
            )
            detail = Detail(
                sources=current.sources_of(given),
                seconds=None if seconds is None else round(seconds, 3),
            )
            before = current.size
            self._record(session.result(record, detail))
            self.warnings += sizes.warnings(
                self._limits, output=length, before=before, after=size, results=number
            )
            return cast("Result", copied(current.results[-1]))

    def note(self, name: str, value: Any) -> None:
        """Keep what an executor must know to go on with the session after a kill.

        The newest value of a name counts; `read_run(id).notes` has it. Raises `BadInput` for what
        is not JSON.
        """
        self._record({"event": "note", "name": name, "value": plain(value, name)})

    def get_results(self) -> list[Result]:
        """Return all results of the session, in order."""
        return self.results

    def get_last_output(self) -> Any:
        """Return the output of the last result, None where there is none."""
        with self._mutex:
            results = self._session.results
            return copied(results[-1]["output"]) if results else None

    def get_output_by_step(self, step: int) -> Any:
        """Return the output of a step of the plan, that of its last result; None without any."""
        with self._mutex:
            found = (one for one in reversed(self._session.results) if one["step"] == step)
            return copied(next((one["output"] for one in found), None))

    def get_output_by_result(self, number: int) -> Any:
        """Return the output of a result by its number (from 1), None where there is none."""
        with self._mutex:
            results = self._session.results
            return copied(results[number - 1]["output"]) if 0 < number <= len(results) else None

    def get_summary(self, budget: int = SUMMARY_BUDGET) -> str:
        """Return all results for a model, in at most `budget` characters."""
        with self._mutex:
            context, results = self.context, self.results
        return summarise(context, results, budget)

    def next_step(self) -> int | None:
        """Return the first step of the plan that is not completed yet; None after the last."""
        with self._mutex:
            return self._session.next_step()

    def resume(self, session_id: str) -> int | None:
        """Go on with a session that was interrupted; return its first step that is not done.

        Raises `BadFile` for a run that is not there or cannot be read, `BadInput` for one that has
        ended, and `StoreError` for one that goes on in another program.
        """
        with self._mutex:
            path = self._path(session_id)
            found = session.folded(read_run(path).events)
            if found.ended is not None:
                raise BadInput(f"The run {session_id} has ended.", key="run_ended")
            if self._session.context["session_id"] is not None:
                self.complete_session("", status="interrupted")
            self._journal = RunJournal(path, fresh=False)
            self._session = found
            self._say("session %s resumed", session_id)
            return found.next_step()

    def read_run(self, session_id: str) -> Session | None:
        """Return a session as its run tells it, or None where there is none that can be read."""
        try:
            return session.folded(read_run(self._path(session_id)).events)
        except BadInput:
            return None

    def rerun(
        self,
        session_id: str,
        *,
        origin: Mapping[str, str] | None = None,
        keep: Collection[int] = (),
    ) -> str:
        """Start the query of an earlier session again, with its plan; return the new session's id.

        Of the plan steps in `keep` that were completed, the last result is taken over as it stood,
        with its time stamp; the current step is the first one that has none.
        """
        with self._mutex:
            found = self._earlier(session_id)
            context = found.context
            told = {**(origin or {}), "rerun_of": session_id}
            new = self.start_session(context["user_query"], context["current_plan"], origin=told)
            kept: dict[int, tuple[Result, Detail]] = {}
            for record, detail in zip(found.results, found.details, strict=True):
                if record["step"] in keep and record["status"] == "success":
                    kept[record["step"]] = (record, detail)
            for step in sorted(kept):
                record, detail = kept[step]
                sources = self._session.sources_of(record["input"])
                self._record(session.result(record, {**detail, "sources": sources}))
            left = self._session.next_step()
            if kept:
                step = left if left is not None else len(context["current_plan"])
                self._record({"event": "step", "step": step})
            return new

    def _earlier(self, session_id: str) -> Session:
        old = next((one for one in self._history if one["session_id"] == session_id), None)
        if old is None or (self._runs is not None and self._path(session_id).exists()):
            return session.folded(read_run(self._path(session_id)).events)
        found = Session()
        found.context["user_query"] = old["user_query"]
        found.context["current_plan"] = self._plans.get(session_id, [])
        found.results = old["results"]
        found.details = [Detail(sources={}, seconds=None) for one in old["results"]]
        return found

    def save_to_file(self, filepath: str | Path) -> None:
        """Write the whole state as JSON: afterwards the file is as before, or new and whole."""
        with self._mutex:
            saved_file.save(
                Path(filepath),
                {
                    "context": self.context,
                    "results": self.results,
                    "history": self._history,
                    "details": self.details,
                    "plans": self._plans,
                },
            )

    def load_from_file(self, filepath: str | Path) -> None:
        """Take the state of a file in the place of this one.

        Raises `BadFile` for a file that is foreign, damaged or of another version; then everything
        is as it was. A session that goes on in the file goes on here, in a run of its own.
        """
        state = saved_file.load(Path(filepath))
        with self._mutex:
            restored = session.of_state(state.context, state.results, state.details)
            journal = None
            if state.context["session_id"] is not None and self._runs is not None:
                journal = self._restored_run(restored)
            self._leave()
            self._journal, self._session = journal, restored
            self._history, self._plans = state.history, state.plans
            self.warnings = []

    def close(self) -> None:
        """Close the run's file; a session that goes on can be resumed later."""
        with self._mutex:
            self._leave()

    def _record(self, event: Event) -> None:
        with self._mutex:
            if self._session.context["session_id"] is None:
                raise BadInput("No session goes on: call start_session first.", key="no_session")
            if self._journal is not None:
                self._journal.append(event)
            # The fold gets what a reader of the file would: no value is shared with the caller.
            self._session.apply(event)
            self._say("%s", event)

    def _new_run(self) -> tuple[RunJournal | None, str]:
        known = {one["session_id"] for one in self._history}
        while True:
            session_id = uuid.uuid4().hex[:8]
            if session_id in known:
                continue
            if self._runs is None:
                return None, session_id
            with suppress(FileExistsError):
                return RunJournal(self._path(session_id), fresh=True), session_id

    def _restored_run(self, restored: Session) -> RunJournal:
        journal, session_id = self._new_run()
        assert journal is not None
        context = restored.context
        origin = {"restored_from": str(context["session_id"])}
        try:
            journal.append(
                session.started(
                    session_id=session_id,
                    user_query=context["user_query"],
                    plan=context["current_plan"],
                    at=str(context["created_at"]),
                    origin=origin,
                )
            )
            for record, detail in zip(restored.results, restored.details, strict=True):
                journal.append(session.result(record, detail))
            journal.append({"event": "step", "step": context["current_step"]})
        except BaseException:
            journal.close()
            raise
        return journal

    def _path(self, session_id: str) -> Path:
        if self._runs is None:
            raise BadInput("This storage keeps no runs: give it a folder.", key="no_runs")
        if not session_id.isalnum():
            raise BadInput(f"{session_id!r} is no id of a session.", key="no_run")
        return self._runs / f"{session_id}.jsonl"

    def _leave(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _say(self, text: str, *values: object) -> None:
        if self._debug:
            shown = [v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for v in values]
            _LOG.debug(text, *shown)


def _check_status(status: str, known: Sequence[str]) -> None:
    if status not in known:
        raise BadInput(f"status is {status!r}: it is one of {', '.join(known)}.", key="bad_status")
