"""One request to the log agent: its file found, its plan shown, each step done and reported."""

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from datetime import date
from pathlib import Path
from typing import Any, Final

from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Task, TaskState

from agents.answering.choices import choice_of
from agents.answering.engine import QueryTooLong, Row
from agents.answering.grounding import Facts, Ungrounded
from agents.answering.history import TaskHistory
from agents.answering.reporting import Reporter
from agents.answering.text.language import Language
from agents.logs.answers import notes
from agents.logs.answers.answers import write
from agents.logs.answers.charts import chart_of
from agents.logs.answers.labels import labels, title
from agents.logs.answers.overview import COLUMNS, worded
from agents.logs.answers.overview_text import write_overview
from agents.logs.answers.query import Query, query_of, shown_time
from agents.logs.answers.sentences import say
from agents.logs.answers.settling import settle
from agents.logs.asking import ask_file, ask_size, size_choice
from agents.logs.conversation import Talk, attachment_of, recall
from agents.logs.delivery import Delivery
from agents.logs.files import named_file
from agents.logs.lines.store import LogStore, OpenLog
from agents.logs.question.frame import LogFrame
from agents.logs.question.language import spoken
from agents.logs.question.reading import NoLog, Read, read
from agents.logs.steps import ANALYSE, ANSWER, LogSteps
from agents.shared_storage import SharedStorage
from agents.tools.registry import ToolRegistry
from app.errors import BadFile, DeskError

ASK_ABOVE: Final = 2 << 30
# Characters of a question: some patterns that read it take the square of a hostile one's length,
# and hold the interpreter of every agent that is served beside.
LONGEST: Final = 2_000


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
        self._today = today
        self._default = default
        self._keep = keep
        self._ask_above = ask_above
        self._language: Language = "en"
        self._steps = self._in("en")
        self._asked = ""

    async def run(self, message: Message, current: Task | None) -> None:
        """Carry the request to its end."""
        text = "\n".join(part.text for part in message.parts if part.HasField("text")).strip()
        choice = choice_of(message)
        attached = attachment_of(message)
        again = self._again(choice)
        talk = await recall(
            self._history,
            self._reporter.context_id,
            message,
            current,
            before=again[1] if again is not None else "",
        )
        self._steps = self._in(spoken(text[:400], talk.language or "en"))
        if not text and choice is None and attached is None:
            await self._reporter.reject(say(self._language, "empty"))
            return
        if len(text) > LONGEST:
            await self._reporter.reject(say(self._language, "long", limit=LONGEST))
            return
        if again is not None:
            text, choice = again[0], None
            self._steps = self._in(spoken(text[:400], self._language))
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
            self._steps.broke_off()
            raise
        finally:
            self._storage.close()

    def _in(self, language: Language) -> LogSteps:
        self._language = language
        return LogSteps(
            storage=self._storage,
            tools=self._tools,
            store=self._store,
            reporter=self._reporter,
            language=language,
        )

    def _again(self, choice: tuple[str, str] | None) -> tuple[str, str] | None:
        """Return the question and the task of a run of this conversation to be tried again.

        The run begins anew with what was made before the step that is chosen ("RUN:STEP"); one that
        was interrupted goes on itself where no step is chosen ("RUN").
        """
        if choice is None or choice[0] != "retry":
            return None
        run, _, step = choice[1].partition(":")
        found = self._storage.read_run(run)
        if found is None or found.origin.get("context_id") != self._reporter.context_id:
            return None
        if not step and found.ended is None:
            self._storage.resume(run)
            return self._storage.context["user_query"], found.origin.get("task_id", "")
        number = int(step) if step.isdecimal() else found.next_step() or 1
        # What comes after a step that failed cannot be kept.
        keep = range(1, min(number, found.next_step() or number))
        self._storage.rerun(run, origin=self._origin(), keep=keep)
        return self._storage.context["user_query"], found.origin.get("task_id", "")

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
            tail = size_choice(choice[1] if choice else text)
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
                path = self._read_before() or before or self._default
                tail = last.tail if last is not None and tail is None else tail
        await self._settle(talk, answered)
        if path is None:
            await ask_file(self._reporter, self._language, self._store.folders, text)
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

    def _read_before(self) -> Path | None:
        """Return the file of a run that is tried again, if its first step, reading, was done."""
        if self._storage.context["session_id"] is None:
            return None
        found = self._storage.get_output_by_step(1)
        return Path(found["path"]) if isinstance(found, dict) else None

    async def _work(
        self, text: str, path: Path, tail: int | None, previous: LogFrame | None
    ) -> None:
        steps = self._steps
        alone = read(text, NoLog(), today=self._today, previous=None)
        anew = alone.kind == "repeat"
        # Without a question of its own a message is about the whole log.
        whole = (
            anew
            or not any(c.isalnum() for c in text)
            or (alone.frame.shown == "overview" and not alone.unknown and not alone.negated)
        )
        steps.begin(self._asked, ANALYSE if whole else ANSWER, self._origin())
        file = await steps.tool("read", "file_tool", "inspect", {"path": str(path)})
        if tail is None and file["size"] > self._ask_above and not file["packing"]:
            await steps.ended("", status="waiting")
            await ask_size(self._reporter, self._language, file, text)
            return
        steps.done("read")
        given = {"file": file, "tail": tail or 0}
        if whole:
            await steps.tool("detect", "log_tool", "detect", given)
            steps.done("detect")
        async with AsyncExitStack() as stack:
            async with steps.progress(given):
                await steps.tool("parse", "log_tool", "parse", {**given, "anew": anew})
                # Also where that was done before: the lines are wanted from here on.
                log = await stack.enter_async_context(self._store.log(path, tail=tail or 0))
            steps.done("parse")
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

    async def _read(self, text: str, log: OpenLog, previous: LogFrame | None) -> Read | None:
        """Read the question; say so and return None where it cannot be answered."""
        steps, language = self._steps, self._language
        known = steps.has("understand")
        if not known:
            await steps.begins("understand")
        started = time.monotonic()
        understood = await asyncio.to_thread(
            read, text, log.facts, today=self._today, previous=previous
        )
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
        if not known:
            frame = understood.frame.model_dump(mode="json")
            steps.own("understand", {"text": text}, frame, started)
        steps.done("understand")
        if declined is None:
            return understood
        await self._say(declined, log, "help" if understood.kind == "help" else "declined")
        return None

    async def _answer(self, understood: Read, log: OpenLog, given: Mapping[str, Any]) -> None:
        steps, language = self._steps, self._language
        settled = await asyncio.to_thread(settle, understood.frame, log.facts)
        if settled.problem is not None:
            problem = await asyncio.to_thread(
                notes.of_problem, settled.problem, log.facts, language
            )
            await self._say(problem, log, "declined")
            return
        query = query_of(settled.frame, settled.phrases, disorder=log.table.disorder)
        output = await steps.tool("query", "log_tool", "query", {**given, "sql": query.sql})
        steps.done("query")
        await steps.begins("answer")
        started = time.monotonic()
        rows: list[Row] = [tuple(row) for row in output["rows"]]
        drift = await asyncio.to_thread(log.drift)
        said = notes.said(settled.notes, language)
        said += [say(language, "note_contains", word=word) for word in understood.assumed]
        said += notes.of_nothing(settled.frame, rows, log, language)
        said += notes.of_log(log, language, drift=drift)
        facts = Facts(language)
        facts.name(*said)
        written = write(settled.frame, rows, language, said, facts)
        self._made("answer", "rows", written.text, started)
        heading = title(settled.frame, language)
        delivery = Delivery(self._reporter, log, language)
        await delivery.frame(
            settled.frame,
            title=heading,
            labels=labels(settled.frame, language),
            assumptions=said,
            kept=understood.kept,
        )
        await delivery.answer(written, query, rows, said, heading)
        if settled.frame.group_by is not None:
            group = settled.frame.group_by
            await delivery.chart(chart_of(group, written.names, rows, language, heading))
        await self._end(written.text, written.headline)

    async def _sum_up(self, given: Mapping[str, Any], log: OpenLog) -> None:
        steps, language = self._steps, self._language
        figures = await steps.tool("analyse", "log_tool", "analyse", given)
        steps.done("analyse")
        await steps.begins("summarise")
        started = time.monotonic()
        drift = await asyncio.to_thread(log.drift)
        said = notes.of_log(log, language, drift=drift)
        errors, context = await self._errors(log)
        rows: list[Row] = [tuple(row) for row in figures["rows"]]
        name, grain = log.table.look.name, figures["grain"]
        written = write_overview(
            rows,
            file=name,
            format_key=log.table.detected.format.key,
            grain=grain,
            context=context,
            errors=errors,
            notes=said,
            language=language,
        )
        self._made("summarise", "figures", written.text, started)
        delivery = Delivery(self._reporter, log, language)
        await delivery.frame(None, title=name, assumptions=said)
        words = {str(row[0]): say(language, f"figure_{row[0]}") for row in rows}
        shown: list[Row] = [(words[str(row[0])], *row[1:]) for row in rows]
        query = Query(worded(figures["sql"], words), COLUMNS)
        await delivery.answer(written, query, shown, said, name)
        if grain is not None:
            timed = sorted((str(row[1]), row[3]) for row in rows if row[0] == grain)
            names = [shown_time(moment, grain) for moment, _ in timed]
            await delivery.chart(chart_of(grain, names, timed, language, name))
        await self._end(written.text, written.headline)

    async def _errors(self, log: OpenLog) -> tuple[tuple[Row, Row] | None, tuple[str, str] | None]:
        """Return the first and last line of an error, and the lines around the first."""
        if not log.facts.has("level"):
            return None, None
        levels = LogFrame(levels=("error", "critical"))
        found = []
        for side in ("first", "last"):
            frame = levels.model_copy(update={"shown": side})
            rows = await log.table.engine.run(
                query_of(frame, {}, disorder=log.table.disorder).sql, {}
            )
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

    def _made(self, action: str, of: str, text: str, started: float) -> None:
        # The input names the step whose output it is; it is not written twice.
        self._steps.own(action, {of: self._storage.get_last_output()}, text, started)

    async def _end(self, text: str, headline: str) -> None:
        await self._steps.ended(text)
        await self._reporter.complete(headline)

    async def _say(self, text: str, log: OpenLog, kind: str) -> None:
        """Answer in words alone; the log stays what the conversation is about."""
        await Delivery(self._reporter, log, self._language).frame(None)
        await self._reporter.stream(text)
        await self._end(text, say(self._language, f"status_{kind}"))

    async def _fail(self, reason: str) -> None:
        await self._reporter.fail(await self._steps.failed(reason))

    def _reason(self, error: DeskError) -> str:
        details = dict(error.details)
        try:
            return say(self._language, error.reason, **details)
        except KeyError:
            known = isinstance(error, BadFile)
            return str(error) if known else say(self._language, "failed_query")
