"""Somebody to talk with: the configured model, with tools, history, and checked numbers."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import Part

from agents.answering import artifacts
from agents.answering.history import TaskHistory
from agents.answering.reporting import Reporter
from agents.answering.step_report import StepReport
from agents.answering.text.language import Language, language_of
from agents.models.answer_stream import Spoken
from agents.models.chat_words import chat_words, error_words
from agents.models.language_model import RULE, Ended, LanguageModel, as_data
from agents.models.model_tools import offered
from agents.models.numbers import LEFT_OUT, Known
from agents.models.talk_history import WANTED, Talk, as_messages, exchanges, talk_of
from agents.shared_storage import SharedStorage
from agents.toolbox import Configured
from app.errors import DeskError
from app.ports import AgentContexts

OpenTools = Callable[[], AbstractAsyncContextManager[Configured]]
"""Opens the tools of a turn; leaving closes them."""

_INSTRUCTIONS: Final = f"""\
You talk with an analyst, in their language, briefly and plainly. You have no figures of your own:
take every number from a tool or from what the person said; if no tool can give it, say that you do
not know it. Say which tool or file something came from.
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
    ) -> None:
        """Make it; `tools` are opened for each turn and closed with it.

        `contexts` tell what was said and remembered; without them, or where they know nothing of a
        conversation, it is what this agent itself was asked.
        """
        self._model = model
        self._history = history
        self._tools = tools
        self._runs = runs
        self._contexts = contexts

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Answer one message; what fails is said, with what was answered until then."""
        updater = TaskUpdater(event_queue, context.task_id or "", context.context_id or "")
        text = context.get_user_input().strip()
        before = await self._before(context)
        async with self._tools() as tools:
            turn = _Turn(self._model, tools, updater, text, runs=self._runs)
            try:
                await turn.answer(before)
            finally:
                turn.close()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """End the task as canceled; the host stops the request to the model with it."""
        await TaskUpdater(event_queue, context.task_id or "", context.context_id or "").cancel()

    async def _before(self, context: RequestContext) -> Talk:
        conversation_id = context.context_id or ""
        if self._contexts is not None:
            current = context.message.message_id if context.message is not None else ""
            found = await self._contexts.window(conversation_id, WANTED, message_id=current)
            if found.cache != "none":
                return talk_of(found.window, message_id=current)
        tasks = await self._history.tasks(conversation_id)
        return Talk(exchanges([task for task in tasks if task.id != context.task_id]))


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
        self._known = Known()
        self._spoken = Spoken(self._known, marks="<data" in text or "</data" in text)
        self._storage = SharedStorage(runs=runs)
        self._steps: list[str] = []
        self._begun = False
        self._waiting = ""
        self._shown_at = 0.0
        self._ended: Ended = "whole"
        self._usage: dict[str, object] = {}

    async def answer(self, before: Talk) -> None:
        """Stream the answer, then end the task."""
        await self._reporter.working(self._say("thinking"))
        self._known.learn(self._text)
        self._known.learn(before.background)
        instructions = _INSTRUCTIONS
        if before.background:
            instructions += f"\n{_BACKGROUND}\n{as_data(before.background)}"
        for question, shown in before.said:
            # What was shown before was checked then.
            self._known.learn(f"{question}\n{shown}")
        why = ""
        try:
            async with self._model.talking(
                self._text,
                instructions=instructions,
                history=as_messages(before.said),
                tools=offered(self._tools.tools, self._call, self._tools.allowed),
            ) as events:
                async for piece in self._texts(events):
                    await self._show(self._spoken.take(piece))
        except DeskError as error:
            why = error_words(self._language, error)
        await self._show(self._spoken.rest(), now=True)
        if self._ended != "whole":
            told = self._say(self._ended, tokens=self._model.config.answer_tokens)
            await self._show(f"\n\n_{told}_", now=True)
        if self._spoken.left_out:
            told = self._say("left_out", count=self._spoken.left_out, sign=LEFT_OUT)
            await self._show(f"\n\n_{told}_", now=True)
        for problem in self._tools.problems if self._begun else ():
            told = self._say("no_server", why=error_words(self._language, problem))
            await self._show(f"\n\n_{told}_", now=True)
        if self._steps:
            self._storage.complete_session(why or "answered")
        if why:
            await self._reporter.fail(self._say("failed", why=why))
        elif not self._begun:
            await self._reporter.fail(self._say("nothing"))
        else:
            await self._reporter.complete(self._say("done"), usage=self._usage)

    def close(self) -> None:
        """Close the run's file."""
        self._storage.close()

    async def _call(self, tool: str, action: str, given: dict[str, Any]) -> Any:
        name = f"{tool}.{action}"
        if not self._steps:
            self._storage.start_session(
                self._text,
                [name],
                origin={"context_id": self._reporter.context_id, "task_id": self._reporter.task_id},
            )
        else:
            self._storage.update_plan([*self._steps, name])
            self._storage.advance_step()
        self._steps.append(name)
        report = StepReport(self._storage, self._reporter)
        await report.working(self._say("using", tool=name))
        try:
            output = await self._tools.tools.step(self._storage, tool, action, given)
        except DeskError as error:
            self._known.learn(str(error))  # the model is told, and may say so
            raise
        finally:
            await report.show()
        self._known.learn(output if isinstance(output, str) else repr(output))
        return output

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
        from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta
        from pydantic_ai.run import AgentRunResultEvent

        async for event in events:
            match event:
                case PartStartEvent(part=TextPart(content=piece)):
                    yield piece
                case PartDeltaEvent(delta=TextPartDelta(content_delta=piece)):
                    yield piece
                case AgentRunResultEvent():
                    self._ended = self._model.ended(event.result.response)
                    self._usage = self._model.used(event.result.usage)
