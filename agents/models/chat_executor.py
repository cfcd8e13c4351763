"""Somebody to talk with: the configured model, with tools, history, and checked numbers."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import Part, Task

from agents.answering import artifacts
from agents.answering.choices import choice_of
from agents.answering.history import TaskHistory
from agents.answering.reporting import Reporter
from agents.answering.step_report import StepReport
from agents.answering.text.language import Language, language_of
from agents.models.answer_stream import Spoken
from agents.models.chat_words import chat_words, error_words
from agents.models.language_model import RULE, Ended, LanguageModel, as_data
from agents.models.model_tools import names, offered
from agents.models.numbers import LEFT_OUT, KnownNumbers
from agents.models.permission import (
    NOTE,
    Answer,
    PausedTurn,
    answered,
    question,
    run_of,
    waiting_from,
    waiting_of,
)
from agents.models.talk_history import WANTED, TalkHistory, as_messages, exchanges, talk_of
from agents.shared_storage import SharedStorage
from agents.toolbox import Configured
from app.errors import AgentUnreachable, DeskError
from app.ports import AgentContexts

OpenTools = Callable[[], AbstractAsyncContextManager[Configured]]
"""Opens the tools of a turn; leaving closes them."""

_INSTRUCTIONS: Final = f"""\
You talk with an analyst, in their language, briefly and plainly. You have no figures of your own:
take every number from a tool or from what the person said, and compute what follows from them with
the calculator, never yourself; if no tool can give it, say that you do not know it. Say which tool
or file something came from.
{RULE}"""
_BACKGROUND: Final = "What is known of this person and of the conversation so far:"
_SHOWN_EVERY: Final = 0.05


class ChatExecutor(AgentExecutor):
    """Owns nothing between requests: what was said before, the history tells.

    Tool calls are the steps of a run in SharedStorage, kept in `runs` where it is given.
    """

    def __init__(
        self,
        model: LanguageModel,
        *,
        history: TaskHistory,
        tools: OpenTools,
        runs: Path | None = None,
        contexts: AgentContexts | None = None,
        allow: Callable[[str], None] | None = None,
    ) -> None:
        """Make it; `tools` are opened for each turn and closed with it.

        A tool that may touch anything is called when the person allows it; `allow` keeps that they
        allowed one (`tool.action`) for good. Without `runs` nobody can be asked, and such tools are
        not offered.
        `contexts` tell what was said and remembered; without them, or where they know nothing of a
        conversation, it is what this agent itself was asked.
        """
        self._model = model
        self._history = history
        self._tools = tools
        self._runs = runs
        self._contexts = contexts
        self._allow = allow

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Answer one message; what fails is said, with what was answered until then."""
        updater = TaskUpdater(event_queue, context.task_id or "", context.context_id or "")
        text = context.get_user_input().strip()
        before = await self._before(context)
        parked = context.current_task
        async with self._tools() as tools:
            turn = _Turn(self._model, tools, updater, text, runs=self._runs)
            try:
                waited = turn.resume(parked) if parked is not None else None
                if waited is None:
                    await turn.answer(before)
                    return
                choice = choice_of(context.message) if context.message is not None else None
                answer = answered(choice)
                if answer == "always" and self._allow is not None:
                    for call in waited.calls:
                        await asyncio.to_thread(self._allow, call.name)
                await turn.answer(before, waited, answer)
            finally:
                turn.close()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """End the task as canceled; the host stops the request to the model with it."""
        await TaskUpdater(event_queue, context.task_id or "", context.context_id or "").cancel()

    async def _before(self, context: RequestContext) -> TalkHistory:
        conversation_id = context.context_id or ""
        if self._contexts is not None:
            current = context.message.message_id if context.message is not None else ""
            found = await self._contexts.window(conversation_id, WANTED, message_id=current)
            if found.cache != "none":
                return talk_of(found.window, message_id=current)
        tasks = await self._history.tasks(conversation_id)
        return TalkHistory(exchanges([task for task in tasks if task.id != context.task_id]))


class _Turn:
    """Owns one answer: its run, once a tool is called, and what of the text is shown."""

    def __init__(
        self,
        model: LanguageModel,
        tools: Configured,
        updater: TaskUpdater,
        text: str,
        *,
        runs: Path | None,
    ) -> None:
        self._model = model
        self._tools = tools
        self._updater = updater
        self._reporter = Reporter(updater)
        self._text = text
        self._language: Language = language_of(text)
        self._known = KnownNumbers()
        self._spoken = Spoken(self._known, marks="<data" in text or "</data" in text)
        self._storage = SharedStorage(runs=runs)
        self._steps: list[str] = []
        self._begun = False
        self._waiting = ""
        self._shown_at = 0.0
        self._ended: Ended = "whole"
        self._usage: dict[str, object] = {}
        self._unanswered: dict[str, DeskError] = {}
        self._runs = runs
        self._asked = text
        self._wanted: PausedTurn | None = None

    def resume(self, parked: Task) -> PausedTurn | None:
        """Go on with the run of a task that waits for a permission; return what waits, or None."""
        run = run_of(parked)
        found = self._storage.read_run(run) if run and self._runs is not None else None
        waited = None if found is None else waiting_from(found.notes.get(NOTE))
        if waited is None:
            return None
        self._storage.resume(run)
        self._storage.note(NOTE, None)
        self._steps = list(self._storage.context["current_plan"])
        self._begun = any(one.name == "answer" for one in parked.artifacts)
        self._asked = self._storage.context["user_query"]
        self._language = language_of(self._asked)
        return waited

    async def answer(
        self, before: TalkHistory, waited: PausedTurn | None = None, allowed: Answer = "no"
    ) -> None:
        """Stream the answer, then end the task, or park it where a tool needs permission.

        With `waited` it goes on from there, as the person answered (`allowed`).
        """
        await self._reporter.working(self._say("thinking"))
        self._known.learn(self._text)
        self._known.learn(before.background)
        instructions = _INSTRUCTIONS
        if before.background:
            instructions += f"\n{_BACKGROUND}\n{as_data(before.background)}"
        for said, shown in before.said:
            # What was shown before was checked then.
            self._known.learn(f"{said}\n{shown}")
        history: Sequence[Any] = as_messages(before.said)
        if waited is not None:
            self._known.learn(self._asked)
            history = waited.said()
            self._learn_from(history)
        asking = self._runs is not None
        why = ""
        try:
            async with self._model.talking(
                self._text,
                instructions=instructions,
                history=history,
                tools=offered(self._tools.tools, self._call, self._tools.allowed, asking=asking),
                used=self._usage.update,
                answers=None if waited is None else waited.results(allowed, self._text),
            ) as events:
                async for piece in self._texts(events):
                    await self._show(self._spoken.take(piece))
        except DeskError as error:
            why = error_words(self._language, error)
        await self._show(self._spoken.rest(), now=True)
        spoke = self._begun
        for tool, problem in self._unanswered.items():
            told = self._say("unanswered", tool=tool, why=error_words(self._language, problem))
            await self._show(f"\n\n_{told}_", now=True)
        if self._wanted is not None:
            await self._park(self._wanted)
            return
        if self._ended != "whole":
            told = self._say(self._ended, tokens=self._model.config.answer_tokens)
            await self._show(f"\n\n_{told}_", now=True)
        if self._spoken.left_out:
            told = self._say("left_out", count=self._spoken.left_out, sign=LEFT_OUT)
            await self._show(f"\n\n_{told}_", now=True)
        for problem in self._tools.problems if spoke else ():
            told = self._say("no_server", why=error_words(self._language, problem))
            await self._show(f"\n\n_{told}_", now=True)
        if self._steps:
            self._storage.complete_session(why or "answered")
        if why:
            await self._reporter.fail(self._say("failed", why=why), usage=self._usage)
        elif not spoke:
            await self._reporter.fail(self._say("nothing"), usage=self._usage)
        else:
            await self._reporter.complete(self._say("done"), usage=self._usage)

    def close(self) -> None:
        """Close the run's file."""
        self._storage.close()

    async def _park(self, wanted: PausedTurn) -> None:
        """Ask whether calls may be made; the task waits, and its run with it."""
        for call in wanted.calls:
            self._plan_step(call.name)
        self._storage.note(NOTE, wanted.value())
        await StepReport(self._storage, self._reporter).show()
        await self._reporter.wait(list(question(wanted, self._language)), usage=self._usage)

    def _learn_from(self, history: Sequence[Any]) -> None:
        """Know the numbers of what tools gave before: of what a model wrote none are."""
        from pydantic_ai.messages import ModelRequest, ToolReturnPart

        for message in history:
            for part in message.parts if isinstance(message, ModelRequest) else ():
                if isinstance(part, ToolReturnPart):
                    self._known.learn(str(part.content))

    def _plan_step(self, name: str) -> None:
        if self._storage.context["session_id"] is None:
            self._storage.start_session(
                self._asked,
                [name],
                origin={
                    "context_id": self._reporter.context_id,
                    "task_id": self._reporter.task_id,
                    "agent": "chat",
                },
            )
        else:
            self._storage.update_plan([*self._steps, name])
        self._steps.append(name)

    async def _call(self, tool: str, action: str, given: dict[str, Any]) -> Any:
        name = f"{tool}.{action}"
        planned = self._planned(name)
        if planned is None:
            self._plan_step(name)
            planned = len(self._steps)
        while self._storage.context["current_step"] < planned:
            self._storage.advance_step()
        report = StepReport(self._storage, self._reporter)
        await report.working(self._say("using", tool=name))
        try:
            output = await self._tools.tools.step(
                self._storage, tool, action, given, plan_step=planned
            )
        except DeskError as error:
            self._known.learn(str(error))  # the model is told, and may say so
            if isinstance(error, AgentUnreachable) and "server" in error.details:
                self._unanswered[name] = error  # the person is told whatever the model says
            raise
        finally:
            await report.show()
        self._known.learn(output if isinstance(output, str) else repr(output))
        return output

    def _planned(self, name: str) -> int | None:
        """Return the step of a call that was planned when it was asked about, and is not done."""
        done = {one["step"] for one in self._storage.results}
        steps = enumerate(self._steps, 1)
        return next((step for step, one in steps if one == name and step not in done), None)

    async def _show(self, text: str, *, now: bool = False) -> None:
        self._waiting += text
        due = now or time.monotonic() - self._shown_at >= _SHOWN_EVERY
        if not self._waiting or not due:
            return
        piece, self._waiting = self._waiting, ""
        await self._updater.add_artifact(
            [Part(text=piece, media_type=artifacts.MARKDOWN)],
            artifact_id=f"{self._reporter.task_id}-answer",
            name="answer",
            append=self._begun,
        )
        self._begun = True
        self._shown_at = time.monotonic()

    def _say(self, key: str, **values: object) -> str:
        return chat_words(self._language, key, **values)

    async def _texts(self, events: AsyncIterator[Any]) -> AsyncIterator[str]:
        """Yield the words of an answer out of all that happens while it is made."""
        from pydantic_ai import DeferredToolRequests
        from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta
        from pydantic_ai.run import AgentRunResultEvent

        async for event in events:
            match event:
                case PartStartEvent(part=TextPart(content=piece)):
                    yield piece
                case PartDeltaEvent(delta=TextPartDelta(content_delta=piece)):
                    yield piece
                case AgentRunResultEvent() if isinstance(event.result.output, DeferredToolRequests):
                    self._wanted = waiting_of(
                        event.result.output,
                        event.result.all_messages_json(),
                        names(self._tools.tools),
                    )
                case AgentRunResultEvent():
                    self._ended = self._model.ended(event.result.response)
