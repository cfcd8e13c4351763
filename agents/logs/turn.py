"""One request to the log agent: its file found, its plan shown, each step done and reported."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Part, Task, TaskState

from agents.answering.attachments import AttachedFile, files_before, files_of, safe_name
from agents.answering.choices import choice_of, retried
from agents.answering.engine import Row
from agents.answering.grounding import Ungrounded
from agents.answering.history import TaskHistory
from agents.answering.reporting import Reporter
from agents.answering.running import QueryTooLong
from agents.answering.step_report import left_off
from agents.answering.text.language import Language, language_of
from agents.data.agent.turn import MOST_CHARACTERS, DataTurn
from agents.logs.answers import notes
from agents.logs.answers.charts import chart_of
from agents.logs.answers.overview import worded
from agents.logs.answers.overview_text import write_overview
from agents.logs.answers.sentences import say
from agents.logs.answers.writing import shown_time
from agents.logs.asked_lines import AroundLog, RunReporter
from agents.logs.asking import ask_file, ask_size, size_choice
from agents.logs.columns.parse_sql import FILE, TABLE, literal
from agents.logs.conversation import AS_VALUES, ATTACHED, Before, LogDialogue, recall
from agents.logs.delivery import AnswerDelivery
from agents.logs.files import named_file
from agents.logs.lines.store import LogStore, OpenLog
from agents.logs.steps import ANALYSE, ANSWER, LogSteps
from agents.logs.words import whole
from agents.shared_storage import SharedStorage
from agents.tools.registry import ToolRegistry
from app.domain.messages import CHOICE_MEDIA_TYPE
from app.errors import BadFile, BadInput, DeskError, StoreError

if TYPE_CHECKING:
    from agents.data.agent.proposals.asking import Consulting

ASK_ABOVE: Final = 2 << 30


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
        keep: Callable[[Sequence[AttachedFile]], Path],
        ask_above: int = ASK_ABOVE,
        consulting: "Consulting | None" = None,
    ) -> None:
        self._store = store
        self._tools = tools
        self._storage = storage
        self._history: TaskHistory = history
        self._updater = updater
        self._reporter = Reporter(updater)
        self._today = today
        self._default = default
        self._keep = keep
        self._ask_above = ask_above
        self._consulting = consulting
        self._language: Language = "en"
        self._steps = self._in("en")
        self._asked = ""

    async def run(self, message: Message, current: Task | None) -> None:
        """Carry the request to its end."""
        text = "\n".join(part.text for part in message.parts if part.HasField("text")).strip()
        choice = choice_of(message)
        attached = files_of(message)
        as_value = any(part.media_type in AS_VALUES for part in message.parts)
        again, refused = None, None
        try:
            again = self._again(choice)
            if text and current is None and choice is None and not (attached or as_value):
                again = await self._left_off(text)
        except BadInput as error:
            refused = error
        if again is not None and again[1]:
            # What is tried again goes on with what was said before it, not with its own answer.
            self._history = Before(self._history, again[1])
        talk = await recall(
            self._history,
            self._reporter.context_id,
            message,
            current,
        )
        self._steps = self._in(language_of(text[:400], talk.language or "en"))
        if refused is not None:
            await self._reporter.reject(self._reason(refused))
            return
        if not text and choice is None and not attached and not as_value:
            await self._reporter.reject(say(self._language, "empty"))
            return
        if len(text) > MOST_CHARACTERS:
            await self._reporter.reject(say(self._language, "long", limit=MOST_CHARACTERS))
            return
        if again is not None:
            text, choice = again[0], None
            self._steps = self._in(language_of(text[:400], self._language))
        try:
            self._asked = text
            await self._take(message, current, text, choice, attached, talk)
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
        was interrupted goes on itself where no step is chosen ("RUN"). Raises `BadInput`.
        """
        if choice is None or choice[0] != "retry":
            return None
        run, step, found = retried(self._storage, choice[1], self._reporter.context_id)
        if not step and found.ended is None:
            self._storage.resume(run)
            return self._storage.context["user_query"], found.origin.get("task_id", "")
        number = step or found.next_step() or 1
        # What comes after a step that failed cannot be kept.
        keep = range(1, min(number, found.next_step() or number))
        self._storage.rerun(run, origin=self._origin(), keep=keep)
        return self._storage.context["user_query"], found.origin.get("task_id", "")

    async def _left_off(self, text: str) -> tuple[str, str] | None:
        """Go on with the run of the same question that was interrupted, if nothing was answered in
        the conversation since; return what `_again` does."""
        found = await self._history.tasks(self._reporter.context_id)
        before = [task for task in found if task.id != self._reporter.task_id]
        for run, task in left_off(self._storage, before, text):
            # One that goes on elsewhere, or has ended meanwhile, was not interrupted.
            with suppress(BadInput, StoreError):
                self._storage.resume(run)
                return text, task.id
        return None

    async def _take(
        self,
        message: Message,
        current: Task | None,
        text: str,
        choice: tuple[str, str] | None,
        attached: Sequence[AttachedFile],
        talk: LogDialogue,
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
        # What is answered is about the log of the question, whatever was asked before it.
        last = waiting if waiting is not None and waiting.file is not None else talk.last
        held = None if attached or last is None else await self._held(last.file)
        if attached:
            path = await asyncio.to_thread(self._keep, attached)
            # The bytes go where only this agent reads; the name is shown as it came.
        elif path is None:
            before = held
            one = before or (self._default and self._default.is_file())
            named = await asyncio.to_thread(
                named_file, text, self._store.folders, has_log=bool(one)
            )
            if named is not None:
                path, text = named.path, named.rest
                if waiting is not None and waiting.slot == "file" and not text.strip():
                    answered, text = str(path), waiting.text
            else:
                path = self._read_before() or before or self._default
                tail = last.tail if last is not None and tail is None else tail
        if waiting is not None and waiting.slot is not None:
            await self._settle(talk, answered)
        if path is None:
            await ask_file(self._reporter, self._language, self._store.folders, text)
            return
        clicked = waiting is not None and waiting.slot is None
        asked = _asked(message, text, clicked=clicked)
        await self._work(asked, current, text, path, tail, talk)

    async def _held(self, path: Path | None) -> Path | None:
        """Return where the log is that was read before: what came along is put there again where
        its copy is gone, with the program that was asked."""
        if path is None or (path.parent if path.name == "*" else path).exists():
            return path
        for files in files_before(await self._history.tasks(self._reporter.context_id)):
            names = {safe_name(file.name, ATTACHED) for file in files}
            if path.name == "*" or path.name in names:
                return await asyncio.to_thread(self._keep, files)
        return path

    async def _settle(self, talk: LogDialogue, answered: str) -> None:
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
        self,
        message: Message,
        current: Task | None,
        text: str,
        path: Path,
        tail: int | None,
        talk: LogDialogue,
    ) -> None:
        steps = self._steps
        # Without a question of its own a message is about the whole log.
        alone = None if len(message.parts) > bool(text) else whole(text, self._language)
        if alone is not None:
            if alone[0] != self._language:
                steps = self._steps = self._in(alone[0])
            await self._settle(talk, "")
        steps.begin(self._asked, ANSWER if alone is None else ANALYSE, self._origin())
        place = await asyncio.to_thread(self._store.place, path)
        looks = ("file_tool", "inspect") if place.is_file() else ("log_tool", "files")
        file = await steps.tool("read", *looks, {"path": str(place)})
        if tail is None and file["size"] > self._ask_above and not file["packing"]:
            await steps.ended("", status="waiting")
            await ask_size(self._reporter, self._language, file, text)
            return
        steps.done("read")
        given = {"file": file, "tail": tail or 0}
        if alone is not None:
            await steps.tool("detect", "log_tool", "detect", given)
            steps.done("detect")
        async with AsyncExitStack() as stack:
            async with steps.progress(given):
                again = {**given, "anew": alone is not None and alone[1]}
                await steps.tool("parse", "log_tool", "parse", again)
                # Also where that was done before: the lines are wanted from here on.
                log = await stack.enter_async_context(self._store.log(path, tail=tail or 0))
            steps.done("parse")
            if alone is not None:
                await self._sum_up(given, log)
            else:
                await self._answer(message, current, log)

    async def _answer(self, message: Message, current: Task | None, log: OpenLog) -> None:
        """Answer a question about the lines as one about any table."""
        drift = await asyncio.to_thread(log.drift)
        turn = DataTurn(
            dataset=await asyncio.to_thread(lambda: log.dataset),
            history=self._history,
            reporter=RunReporter(self._updater, self._steps),
            today=self._today,
            consulting=self._consulting,
            around=AroundLog(log, self._steps, drift),
        )
        await turn.run(message, current)

    def _origin(self) -> dict[str, str]:
        return {
            "context_id": self._reporter.context_id,
            "task_id": self._reporter.task_id,
            "agent": "logs",
        }

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
        delivery = AnswerDelivery(self._reporter, log, language)
        await delivery.frame(title=name, assumptions=said)
        words = {str(row[0]): say(language, f"figure_{row[0]}") for row in rows}
        shown: list[Row] = [(words[str(row[0])], *row[1:]) for row in rows]
        await delivery.answer(written, worded(figures["sql"], words), shown, said, name)
        if grain is not None:
            timed = sorted((str(row[1]), row[3]) for row in rows if row[0] == grain)
            names = [shown_time(moment, grain) for moment, _ in timed]
            await delivery.chart(chart_of(grain, names, timed, language, name))
        await self._end(written.text, written.headline)

    async def _errors(self, log: OpenLog) -> tuple[tuple[Row, Row] | None, tuple[str, str] | None]:
        """Return the first and last line of an error, and the lines around the first."""
        if not log.facts.has("level"):
            return None, None
        place = log.table.widened.order
        file = FILE if log.table.loaded.files else "''"
        found = []
        for way in ("ASC", "DESC"):
            rows = await log.table.engine.run(
                f"SELECT line, CAST(time AS VARCHAR), {file} FROM {TABLE} WHERE level IN ('error', "
                f"'critical') ORDER BY {place} {way} LIMIT 1",
                {},
            )
            if not rows:
                return None, None
            found.append(rows[0])
        line = int(str(found[0][0]))
        around = await log.table.engine.run(
            f"SELECT line, text FROM {TABLE} WHERE line BETWEEN {line - 2} AND {line + 4} "
            f"AND {file} = {literal(str(found[0][2]))} ORDER BY line",
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

    async def _fail(self, reason: str) -> None:
        await self._reporter.fail(await self._steps.failed(reason))

    def _reason(self, error: DeskError) -> str:
        details = dict(error.details)
        try:
            return say(self._language, error.reason, **details)
        except KeyError:
            known = isinstance(error, BadFile)
            return str(error) if known else say(self._language, "failed_query")


def _asked(message: Message, text: str, *, clicked: bool) -> Message:
    """Return a message with the question alone: without the file that it names or holds, and with
    what was chosen only if it was `clicked` of what the question led to."""
    found = Message()
    found.CopyFrom(message)
    del found.parts[:]
    if text:
        found.parts.append(Part(text=text))
    for part in message.parts:
        if part.media_type in AS_VALUES or (clicked and part.media_type == CHOICE_MEDIA_TYPE):
            found.parts.append(part)
    return found
