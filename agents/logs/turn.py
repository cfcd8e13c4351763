"""One request to the log agent: its file found, its plan shown, each step done and reported."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any, Final

from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Task, TaskState

from agents.data import artifacts
from agents.data.engine import QueryTooLong, Row
from agents.data.grounding import Facts, Ungrounded
from agents.data.language import Language
from agents.data.reporting import Reporter
from agents.history import TaskHistory
from agents.logs import notes
from agents.logs.answers import Written, write
from agents.logs.charts import chart_of
from agents.logs.conversation import Talk, attachment_of, choice_of, frame_value, recall
from agents.logs.files import candidates, named_file
from agents.logs.frame import GRAINS, LogFrame
from agents.logs.labels import labels, title
from agents.logs.overview import COLUMNS
from agents.logs.overview_text import write_overview
from agents.logs.query import Query, query_of, shown_time
from agents.logs.reading import NoLog, Read, read
from agents.logs.sentences import say
from agents.logs.settling import Settled, settle
from agents.logs.spoken import spoken
from agents.logs.store import LogStore, OpenLog
from agents.shared_storage import SharedStorage
from agents.step_report import StepReport
from agents.tools.registry import ToolRegistry
from app.errors import BadFile, DeskError

ASK_ABOVE: Final = 2 << 30
TAIL: Final = 1 << 30
_CHOICES = 6
_ANALYSE = ("read", "detect", "parse", "analyse", "summarise")
_ANSWER = ("read", "parse", "understand", "query", "answer")
_PROGRESS_SECONDS = 1.0


class LogTurn:
    """Owns one request."""

    def __init__(
        self,
        *,
        store: LogStore,
        tools: ToolRegistry,
        storage: SharedStorage,
        history: TaskHistory,
        updater: TaskUpdater,
        today: date,
        default: Path | None,
        keep: Callable[[str, bytes], Path],
        ask_above: int = ASK_ABOVE,
    ) -> None:
        self._store = store
        self._tools = tools
        self._storage = storage
        self._history = history
        self._reporter = Reporter(updater)
        self._report = StepReport(storage, self._reporter)
        self._today = today
        self._default = default
        self._keep = keep
        self._ask_above = ask_above
        self._language: Language = "en"
        self._plan: Sequence[str] = ()
        self._asked = ""

    async def run(self, message: Message, current: Task | None) -> None:
        """Carry the request to its end."""
        text = "\n".join(part.text for part in message.parts if part.HasField("text")).strip()
        choice = choice_of(message)
        attached = attachment_of(message)
        talk = await recall(self._history, self._reporter.context_id, message, current)
        self._language = spoken(text[:400], talk.language or "en")
        if not text and choice is None and attached is None:
            await self._reporter.reject(say(self._language, "empty"))
            return
        retried = self._retried(choice)
        if retried is not None:
            text, choice = retried, None
            self._language = spoken(text[:400], self._language)
        try:
            self._asked = text
            await self._take(text, choice, attached, talk)
        except Ungrounded:
            await self._fail(say(self._language, "failed_grounding"))
        except QueryTooLong:
            await self._fail(say(self._language, "failed_time"))
        except DeskError as error:
            await self._fail(self._reason(error))
        except BaseException:
            if self._storage.context["session_id"] is not None:
                self._storage.complete_session("", status="canceled")
            raise
        finally:
            self._storage.close()

    def _retried(self, choice: tuple[str, str] | None) -> str | None:
        """Return the question of a run of this conversation that is to be tried again."""
        if choice is None or choice[0] != "retry":
            return None
        run = choice[1].partition(":")[0]
        found = self._storage.read_run(run)
        if found is None or found.origin.get("context_id") != self._reporter.context_id:
            return None
        self._storage.rerun(run, origin=self._origin())
        return self._storage.context["user_query"]

    async def _take(
        self,
        text: str,
        choice: tuple[str, str] | None,
        attached: tuple[str, bytes] | None,
        talk: Talk,
    ) -> None:
        waiting = talk.waiting
        tail: int | None = None
        answered = ""
        path: Path | None = None
        if waiting is not None and waiting.slot == "size":
            tail = _size_choice(choice[1] if choice else text)
            if tail is not None:
                path, answered, text = waiting.file, choice[1] if choice else text, waiting.text
        elif waiting is not None and waiting.slot == "file" and choice is not None:
            path, answered, text = Path(choice[1]), choice[1], waiting.text
        last = talk.last
        if attached is not None:
            path = await asyncio.to_thread(self._keep, *attached)
            # The bytes go where only this agent reads; the name is shown as it came.
        elif path is None:
            before = last.file if last is not None else None
            named = await asyncio.to_thread(
                named_file, text, self._store.folders, has_log=(before or self._default) is not None
            )
            if named is not None:
                path, text = named.path, named.rest
                if waiting is not None and waiting.slot == "file" and not text.strip():
                    answered, text = str(path), waiting.text
                if before is not None and path != before:
                    last = None
            else:
                path = before or self._default
                tail = last.tail if last is not None and tail is None else tail
        await self._settle(talk, answered)
        if path is None:
            await self._ask_file(text)
            return
        await self._work(text, path, tail, last.frame if last is not None else None)

    async def _settle(self, talk: Talk, answered: str) -> None:
        parked = talk.parked
        if parked is None or parked.id == self._reporter.task_id:
            return
        state = TaskState.TASK_STATE_COMPLETED if answered else TaskState.TASK_STATE_CANCELED
        key = "answered_by" if answered else "superseded_by"
        words = (
            say(self._language, "settled_answered", value=answered[:80])
            if answered
            else say(self._language, "settled_superseded")
        )
        await self._history.settle(
            parked.id, state=state, text=words, metadata={key: self._reporter.task_id}
        )

    async def _work(
        self, text: str, path: Path, tail: int | None, previous: LogFrame | None
    ) -> None:
        alone = read(text, NoLog(), today=self._today, previous=None)
        anew = alone.kind == "repeat"
        # Without a question of its own a message is about the whole log.
        whole = (
            anew
            or not any(c.isalnum() for c in text)
            or (alone.frame.shown == "overview" and not alone.unknown and not alone.negated)
        )
        self._begin(_ANALYSE if whole else _ANSWER)
        await self._step("read")
        file = await self._tools.step(self._storage, "file_tool", "inspect", {"path": str(path)})
        if tail is None and file["size"] > self._ask_above and not file["compressed"]:
            await self._ask_size(file, text)
            return
        self._storage.advance_step()
        given = {"file": file, "tail": tail or 0}
        if whole:
            await self._step("detect")
            await self._tools.step(self._storage, "log_tool", "detect", given)
            self._storage.advance_step()
        await self._step("parse")
        async with self._progress(given):
            await self._tools.step(self._storage, "log_tool", "parse", {**given, "anew": anew})
        self._storage.advance_step()
        async with self._store.log(path, tail=tail or 0) as log:
            if whole:
                await self._sum_up(given, log)
                return
            understood = await self._read(text, log, previous)
            if understood is not None:
                await self._answer(understood, log, given)

    def _origin(self) -> dict[str, str]:
        return {
            "context_id": self._reporter.context_id,
            "task_id": self._reporter.task_id,
            "agent": "logs",
        }

    def _begin(self, plan: Sequence[str]) -> None:
        self._plan = plan
        named = [say(self._language, f"plan_{one}") for one in plan]
        if self._storage.context["session_id"] is None:
            self._storage.start_session(self._asked, named, origin=self._origin())
        else:
            self._storage.update_plan(named)

    async def _step(self, name: str) -> None:
        """Say that a step of the plan begins."""
        number = self._plan.index(name) + 1
        await self._report.working(
            say(
                self._language,
                "step",
                number=str(number),
                total=str(len(self._plan)),
                name=say(self._language, f"plan_{name}"),
            )
        )

    @asynccontextmanager
    async def _progress(self, given: Mapping[str, Any]) -> AsyncIterator[None]:
        async def tell() -> None:
            name = say(self._language, "plan_parse")
            while True:
                await asyncio.sleep(_PROGRESS_SECONDS)
                found = self._store.share(given["file"]["path"], given["tail"])
                if found is not None:
                    await self._reporter.working(
                        say(
                            self._language,
                            "progress",
                            name=name,
                            percent=str(int(found.share * 100)),
                            lines=found.lines,
                        )
                    )

        telling = asyncio.create_task(tell())
        try:
            yield
        finally:
            telling.cancel()
            await asyncio.wait([telling])

    async def _read(self, text: str, log: OpenLog, previous: LogFrame | None) -> Read | None:
        """Read the question; say so and return None where it cannot be answered."""
        await self._step("understand")
        started = time.monotonic()
        understood = await asyncio.to_thread(
            read, text, log.facts, today=self._today, previous=previous
        )
        language = self._language
        declined = None
        if understood.kind in ("help", "hello"):
            declined = say(language, understood.kind)
        elif understood.negated:
            declined = say(language, "no_negation")
        elif understood.problem and not understood.unknown:
            declined = say(language, understood.problem)
        elif understood.unknown:
            words = ", ".join(f"`{word[:60]}`" for word in understood.unknown[:5])
            day = str(log.facts.first or self._today)
            declined = say(language, "unknown", words=words.replace("\n", " "), day=day)
        self._storage.add_result(
            executor="logs",
            executor_type="agent",
            action="understand",
            input_data={"text": text},
            output=understood.frame.model_dump(mode="json"),
            seconds=time.monotonic() - started,
        )
        self._storage.advance_step()
        if declined is None:
            return understood
        await self._say(declined, log, "help" if understood.kind == "help" else "declined")
        return None

    async def _answer(self, understood: Read, log: OpenLog, given: Mapping[str, Any]) -> None:
        language = self._language
        settled = await asyncio.to_thread(settle, understood.frame, log.facts)
        if settled.problem is not None:
            await self._say(await asyncio.to_thread(self._problem, settled, log), log, "declined")
            return
        await self._step("query")
        query = query_of(settled.frame, settled.phrases)
        output = await self._tools.step(
            self._storage, "log_tool", "query", {**given, "sql": query.sql}
        )
        self._storage.advance_step()
        await self._step("answer")
        started = time.monotonic()
        rows: list[Row] = [tuple(row) for row in output["rows"]]
        drift = await asyncio.to_thread(log.drift)
        said = notes.said(settled.notes, language)
        said += [say(language, "note_contains", word=word) for word in understood.assumed]
        said += self._empty_note(settled.frame, rows, log)
        said += notes.of_log(log, language, drift=drift)
        facts = Facts(language)
        facts.name(*said)
        written = write(settled.frame, rows, language, said, facts)
        self._done("answer", {"rows": output}, written.text, started)
        shown = labels(settled.frame, language)
        await self._reporter.add(
            "frame",
            artifacts.json_part(
                frame_value(
                    file=log.table.look.path,
                    tail=log.tail,
                    frame=settled.frame,
                    language=language,
                    title=title(settled.frame, language),
                    labels=shown,
                    assumptions=said,
                    kept=understood.kept,
                )
            ),
        )
        await self._deliver(written, log, query, rows, said, title(settled.frame, language))
        if settled.frame.group_by is not None:
            chart = chart_of(
                settled.frame.group_by, written.names, rows, language,
                title(settled.frame, language),
            )  # fmt: skip
            await self._chart(chart)
        await self._end(written)

    def _empty_note(self, frame: LogFrame, rows: Sequence[Row], log: OpenLog) -> list[str]:
        """Say what the log covers where nothing was found in a period."""
        empty = not rows or (len(rows) == 1 and rows[0][-1] in (0, None))
        first, last = log.facts.span
        if empty and (frame.since or frame.until) and first is not None:
            return [say(self._language, "note_range", first=first, last=last)]
        return []

    def _problem(self, settled: Settled, log: OpenLog) -> str:
        assert settled.problem is not None
        key, values = settled.problem
        if key == "no_column":
            known = [c for c in ("address", "host", "source", "user", "path", "status", "method",
                                 "level") if log.facts.has(c)]  # fmt: skip
            names = [say(self._language, f"column_{c}") for c in known]
            if log.facts.has("time"):
                names += [say(self._language, f"column_{grain}") for grain in GRAINS]
            values = {
                "column": say(self._language, f"column_{values['column']}"),
                "columns": ", ".join(names) or "-",
            }
        return say(self._language, key, **values)

    async def _sum_up(self, given: Mapping[str, Any], log: OpenLog) -> None:
        language = self._language
        await self._step("analyse")
        figures = await self._tools.step(self._storage, "log_tool", "analyse", given)
        self._storage.advance_step()
        await self._step("summarise")
        started = time.monotonic()
        drift = await asyncio.to_thread(log.drift)
        said = notes.of_log(log, language, drift=drift)
        errors, context = await self._errors(log)
        rows: list[Row] = [tuple(row) for row in figures["rows"]]
        written = write_overview(
            rows,
            file=log.table.look.name,
            format_key=log.table.detected.format.key,
            grain=figures["grain"],
            context=context,
            errors=errors,
            notes=said,
            language=language,
        )
        self._done("summarise", {"figures": figures}, written.text, started)
        await self._reporter.add(
            "frame",
            artifacts.json_part(
                frame_value(
                    file=log.table.look.path,
                    tail=log.tail,
                    frame=None,
                    language=language,
                    title=log.table.look.name,
                    labels=[],
                    assumptions=said,
                )
            ),
        )
        query = Query(figures["sql"], COLUMNS)
        await self._deliver(written, log, query, rows, said, log.table.look.name)
        grain = figures["grain"]
        if grain is not None:
            timed = sorted((str(row[1]), row[3]) for row in rows if row[0] == grain)
            names = [shown_time(name, grain) for name, _ in timed]
            await self._chart(chart_of(grain, names, timed, language, log.table.look.name))
        await self._end(written)

    async def _errors(self, log: OpenLog) -> tuple[tuple[Row, Row] | None, tuple[str, str] | None]:
        """Return the first and last line of an error, and the lines around the first."""
        if not log.facts.has("level"):
            return None, None
        levels = LogFrame(levels=("error", "critical"))
        found = []
        for side in ("first", "last"):
            frame = levels.model_copy(update={"shown": side})
            rows = await log.table.engine.run(query_of(frame, {}).sql, {})
            if not rows:
                return None, None
            found.append(rows[0])
        line = int(str(found[0][0]))
        around = await log.table.engine.run(
            f"SELECT line, text FROM lines WHERE line BETWEEN {line - 2} AND {line + 4} "
            "ORDER BY line",
            {},
        )
        text = "\n".join(f"{row[0]}: {row[1]}" for row in around)
        return (found[0], found[1]), ("", text)

    def _done(self, action: str, given: Mapping[str, Any], text: str, started: float) -> None:
        # The input names the step whose output it is; it is not written twice.
        value = {key: self._storage.get_last_output() for key in given}
        self._storage.add_result(
            executor="logs",
            executor_type="agent",
            action=action,
            input_data=value,
            output=text,
            seconds=time.monotonic() - started,
        )

    async def _deliver(
        self,
        written: Written,
        log: OpenLog,
        query: Query,
        rows: Sequence[Row],
        said: Sequence[str],
        heading: str,
    ) -> None:
        source = log.table.engine.source
        await self._reporter.stream(written.text)
        result = {
            "title": heading,
            "columns": [
                {"name": name, "type": kind, "label": say(self._language, f"column_{name}")}
                for name, kind in query.columns
            ],
            "rows": [list(row) for row in rows],
            "row_count": len(rows),
            "row_labels": list(written.names),
            "warnings": list(said),
            "source": {"file": source.name, "sha256": source.sha256, "rows": source.rows},
        }
        await self._reporter.add("result", artifacts.json_part(result))
        view = "".join(c if c.isprintable() else "\ufffd" for c in log.table.view())
        how = _how_to_read(log)
        sql = f"-- DuckDB. `lines` is the loaded file{how}: {view}\n{query.sql}\n"
        await self._reporter.add("query", artifacts.sql_part(sql))

    async def _chart(self, chart: dict[str, Any] | None) -> None:
        if chart is not None:
            await self._reporter.add("chart", artifacts.json_part(chart, artifacts.VEGA_LITE))

    async def _end(self, written: Written) -> None:
        await self._report.show(ended=True)
        self._storage.complete_session(written.text)
        await self._reporter.complete(written.headline)

    async def _say(self, text: str, log: OpenLog, kind: str) -> None:
        """Answer in words alone; the log stays what the conversation is about."""
        value = frame_value(
            file=log.table.look.path, tail=log.tail, frame=None, language=self._language,
            title="", labels=[], assumptions=[],
        )  # fmt: skip
        await self._reporter.add("frame", artifacts.json_part(value))
        await self._reporter.stream(text)
        await self._report.show(ended=True)
        self._storage.complete_session(text)
        await self._reporter.complete(say(self._language, f"status_{kind}"))

    async def _fail(self, reason: str) -> None:
        if self._storage.context["session_id"] is not None:
            step = self._storage.context["current_step"]
            name = self._storage.context["current_plan"][step - 1]
            await self._report.show(ended=True)
            reason = say(self._language, "failed_step", number=str(step), name=name, reason=reason)
            self._storage.complete_session(reason, status="failed")
        await self._reporter.fail(reason)

    def _reason(self, error: DeskError) -> str:
        details = dict(error.details)
        try:
            return say(self._language, error.reason, **details)
        except KeyError:
            known = isinstance(error, BadFile)
            return str(error) if known else say(self._language, "failed_query")

    async def _ask_file(self, text: str) -> None:
        language = self._language
        value = frame_value(
            file=None, tail=0, frame=None, language=language, title="", labels=[], assumptions=[],
            slot="file", text=text,
        )  # fmt: skip
        await self._reporter.working(say(language, "plan_read"))
        await self._reporter.add("frame", artifacts.json_part(value))
        found = await asyncio.to_thread(candidates, self._store.folders, _CHOICES)
        choices = [{"value": str(path), "label": path.name, "count": None} for path in found]
        await self._reporter.ask(say(language, "ask_file"), "file", choices)

    async def _ask_size(self, file: Mapping[str, Any], text: str) -> None:
        language = self._language
        value = frame_value(
            file=Path(str(file["path"])), tail=0, frame=None, language=language, title="",
            labels=[], assumptions=[], slot="size", text=text,
        )  # fmt: skip
        await self._reporter.add("frame", artifacts.json_part(value))
        choices = [
            {
                "value": "tail",
                "label": say(language, "choice_tail", size=_size(TAIL)),
                "count": None,
            },
            {"value": "all", "label": say(language, "choice_all"), "count": None},
        ]
        name = Path(str(file["path"])).name
        await self._report.show(ended=True)
        self._storage.complete_session("", status="waiting")
        asked = say(language, "ask_size", file=name, size=_size(int(file["size"])))
        await self._reporter.ask(asked, "size", choices)


def _size_choice(value: str) -> int | None:
    """Return how many bytes at the end are to be read, 0 for all, None for no answer."""
    folded = value.strip().casefold()
    if folded in ("all", "all of it", "everything", "전부", "전체", "다", "todo", "entero"):
        return 0
    if folded == "tail" or folded.startswith(
        ("the last", "last", "마지막", "los últimos", "el final")
    ):
        return TAIL
    return None


def _size(amount: int) -> str:
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")):
        if amount >= unit:
            return f"{amount / unit:.1f} {name}".replace(".0 ", " ")
    return f"{amount} B"


def _how_to_read(log: OpenLog) -> str:
    """Return in a few words what DuckDB does not do by itself."""
    look = log.table.look
    found = []
    if look.compressed:
        found.append("unpack it first")
    if look.encoding not in ("utf-8", "utf-8-sig"):
        found.append(f"turn it from {look.encoding} into UTF-8 first")
    if log.tail:
        found.append(f"only its last {log.tail} bytes, from the next line on")
    return f" ({'; '.join(found)})" if found else ""
