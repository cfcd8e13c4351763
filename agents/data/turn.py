"""One request is carried to its end: recalled, understood, computed, reported in artifacts."""

import asyncio
import json
from collections.abc import Sequence
from datetime import date
from typing import Any, assert_never

from a2a.helpers import get_data_parts
from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Part, Task, TaskState

from agents.data import artifacts
from agents.data.analysis import Analyst
from agents.data.answers import Writer
from agents.data.charts import chart_of
from agents.data.conversation import Conversation, recall
from agents.data.engine import QueryTooLong
from agents.data.frame import Frame
from agents.data.grounding import Ungrounded
from agents.data.labels import measure_label, what
from agents.data.language import Language, language_of
from agents.data.markdown import as_text
from agents.data.plan import plan
from agents.data.replies import decline, explain
from agents.data.sentences import quoted, say
from agents.data.synthesis import choose, synthesise
from agents.data.understanding import (
    ALL,
    Answerable,
    Ask,
    Decline,
    Explain,
    ReadAs,
    Summarise,
    Understanding,
    Understood,
)
from agents.history import TaskHistory
from app.domain.messages import CHOICE_MEDIA_TYPE, QUESTION_MEDIA_TYPE
from app.errors import DeskError

MOST_CHOICES = 6
_CHUNK = 160


class Turn:
    """Owns one request: reads the conversation, decides, computes and reports."""

    def __init__(
        self,
        *,
        analyst: Analyst,
        understanding: Understanding,
        history: TaskHistory,
        updater: TaskUpdater,
        today: date,
    ) -> None:
        self._analyst = analyst
        self._model = analyst.model
        self._understanding = understanding
        self._history = history
        self._updater = updater
        self._today = today

    async def run(self, message: Message, current: Task | None) -> None:
        """Carry the request to its end."""
        text = "\n".join(part.text for part in message.parts if part.HasField("text")).strip()
        choice = _choice(message)
        guess = language_of(text[:400])
        if not text and choice is None:
            await self._updater.reject(self._message(say(guess, "empty")))
            return
        talk = await recall(self._history, self._updater.context_id, message, current)
        understood = await asyncio.to_thread(
            self._understanding.understand,
            text,
            today=self._today,
            language=talk.language or guess,
            previous=talk.last.frame if talk.last is not None else None,
            waiting=talk.waiting,
            choice=choice,
        )
        language = understood.language
        await self._settle_parked(talk, understood, text, choice)
        try:
            await self._do(understood, talk, message)
        except Ungrounded:
            await self._updater.failed(self._message(say(language, "failed_grounding")))
        except QueryTooLong:
            await self._updater.failed(self._message(say(language, "failed_time")))
        except DeskError:
            await self._updater.failed(self._message(say(language, "failed_query")))

    async def _do(self, understood: Understood, talk: Conversation, message: Message) -> None:
        language = understood.language
        match understood.outcome:
            case Answerable() as answerable:
                previous = talk.last.frame if talk.last is not None else None
                if understood.answers_waiting and talk.waiting is not None:
                    previous = talk.waiting.frame
                await self._answer(answerable, previous, language)
            case Ask() as ask:
                await self._ask(ask, language)
            case Decline() as refused:
                await self._say(decline(self._analyst, refused, language), "declined", language)
            case Explain() as explained:
                await self._say(explain(self._analyst, explained, language), "help", language)
            case Summarise():
                await self._summarise(talk, message.reference_task_ids, language)
            case _ as never:
                assert_never(never)

    async def _settle_parked(
        self,
        talk: Conversation,
        understood: Understood,
        text: str,
        choice: tuple[str, str] | None,
    ) -> None:
        """End the question that this request answers or replaces, unless it continues that task."""
        parked = talk.parked
        if parked is None or parked.id == self._updater.task_id:
            return
        if understood.answers_waiting:
            value = text or (choice[1] if choice else "")
            await self._history.settle(
                parked.id,
                state=TaskState.TASK_STATE_COMPLETED,
                text=say(understood.language, "settled_answered", value=value[:80]),
                metadata={"answered_by": self._updater.task_id},
            )
        else:
            await self._history.settle(
                parked.id,
                state=TaskState.TASK_STATE_CANCELED,
                text=say(understood.language, "settled_superseded"),
                metadata={"superseded_by": self._updater.task_id},
            )

    async def _answer(
        self, answerable: Answerable, previous: Frame | None, language: Language
    ) -> None:
        about = what(plan(answerable.frame, self._model), self._model, language)
        await self._working(say(language, "step_counting", what=about))
        analysis = await self._analyst.analyse(answerable.frame)
        source = self._analyst.source
        writer = Writer(analysis, self._model, language, simulated=source.simulated)
        extra = self._reading_notes(answerable.read_as, language)
        if answerable.default_measure:
            extra = (*extra, say(language, "note_default_measure"))
        if not analysis.rows and self._analyst.dates is not None:
            first, last = self._analyst.dates
            extra = (*extra, say(language, "no_rows_range", first=first, last=last))
        answer = writer.write(extra)
        frame = artifacts.frame_of(analysis.plan, self._model, language, previous)
        frame["assumptions"] += [{"key": "reading", "text": note} for note in extra]
        await self._working(say(language, "step_writing"))
        await self._add("frame", artifacts.json_part(frame))
        await self._stream(answer.text)
        result = artifacts.result_of(analysis, answer, self._model, source, language)
        await self._add("result", artifacts.json_part(result))
        await self._add("query", artifacts.sql_part(artifacts.query_of(analysis, source)))
        chart = chart_of(analysis, answer.names, self._model, language, about)
        if chart is not None:
            await self._add("chart", artifacts.json_part(chart, artifacts.VEGA_LITE))
        await self._updater.complete(self._message(answer.headline))

    def _reading_notes(self, read_as: Sequence[ReadAs], language: Language) -> tuple[str, ...]:
        return tuple(
            say(
                language,
                "note_read_as",
                word=quoted(as_text(one.word), language),
                value=quoted(as_text(self._show(one.dimension, one.value, language)), language),
            )
            for one in read_as
        )

    def _show(self, dimension: str, value: str, language: Language) -> str:
        return self._model.dimensions[dimension].show(value, language)

    async def _ask(self, ask: Ask, language: Language) -> None:
        await self._working(say(language, "step_reading"))
        if ask.slot != "meaning" and not await self._counts(ask.slot, ask.frame):
            every = ask.frame.model_copy(update={"group_by": (ask.slot, *ask.frame.group_by)})
            await self._answer(Answerable(every), None, language)  # nothing to choose from
            return
        frame = artifacts.open_frame_of(ask.frame, ask.slot, self._model, language)
        await self._add("frame", artifacts.json_part(frame))
        if ask.slot == "meaning":
            text = say(language, "ask_meaning", word=quoted(ask.word, language))
            choices = [
                {
                    "value": f"{term.key}={term.detail}",
                    "label": f"{self._show(term.key, term.detail, language)} "
                    f"({self._model.dimensions[term.key].label_in(language)})",
                    "count": (await self._counts(term.key, ask.frame)).get(term.detail, 0),
                }
                for term in ask.meanings[:MOST_CHOICES]
            ]
        else:
            label = self._model.dimensions[ask.slot].label_in(language)
            measure = measure_label(ask.frame.measure, language)
            text = say(language, "ask_subject", dimension=label, measure=measure)
            if ask.word:
                text = f"{say(language, 'ask_again', word=quoted(ask.word, language))} {text}"
            choices = await self._subjects(ask, language)
        question = {"slot": ask.slot, "choices": choices, "multi": False}
        parts = [Part(text=text), artifacts.json_part(question, QUESTION_MEDIA_TYPE)]
        await self._updater.requires_input(self._updater.new_agent_message(parts))

    async def _counts(self, dimension: str, frame: Frame) -> dict[str, int]:
        return await self._analyst.counts(dimension, frame)

    async def _subjects(self, ask: Ask, language: Language) -> list[dict[str, Any]]:
        """Return the commonest values with their games, and "all"."""
        counts = await self._counts(ask.slot, ask.frame)
        choices: list[dict[str, Any]] = [
            {"value": value, "label": self._show(ask.slot, value, language), "count": games}
            for value, games in list(counts.items())[:MOST_CHOICES]
        ]
        return [*choices, {"value": ALL, "label": say(language, "all"), "count": None}]

    async def _summarise(
        self, talk: Conversation, referenced: Sequence[str], language: Language
    ) -> None:
        found = {task_id: await self._history.get(task_id) for task_id in referenced}
        sources = choose(self._updater.context_id, found, talk.tasks)
        count = len(sources.tasks)
        await self._working(say(language, "step_synthesis", count=count))
        if not sources.tasks:
            notes = [say(language, "synthesis_failed", task=one[:8]) for one in sources.failed]
            notes += [say(language, "synthesis_foreign", task=one[:8]) for one in sources.foreign]
            text = decline(self._analyst, Decline("no_previous"), language)
            await self._say("\n\n".join([*notes, text]), "declined", language)
            return
        summary = synthesise(sources, language)
        await self._stream(summary.text)
        await self._add("result", artifacts.json_part(summary.result))
        if summary.chart is not None:
            await self._add("chart", artifacts.json_part(summary.chart, artifacts.VEGA_LITE))
        queries = [
            f"-- task {task.id}\n{query.parts[0].text.rstrip()};\n"
            for task in sources.tasks
            if (query := artifacts.named(task, "query")) is not None and query.parts
        ]
        if queries:
            await self._add("query", artifacts.sql_part("\n".join(queries)))
        await self._updater.complete(self._message(summary.headline))

    async def _say(self, text: str, kind: str, language: Language) -> None:
        """Answer in words alone."""
        await self._working(say(language, "step_writing"))
        await self._stream(text)
        await self._updater.complete(self._message(say(language, f"status_{kind}")))

    async def _working(self, text: str) -> None:
        await self._updater.start_work(self._message(text))

    async def _stream(self, text: str) -> None:
        """Send the answer in a few pieces that end between words."""
        pieces = _pieces(text)
        for index, piece in enumerate(pieces):
            await self._updater.add_artifact(
                [Part(text=piece, media_type=artifacts.MARKDOWN)],
                artifact_id=f"{self._updater.task_id}-answer",
                name="answer",
                append=index > 0,
                last_chunk=index == len(pieces) - 1,
            )
            await asyncio.sleep(0)

    async def _add(self, name: str, part: Part) -> None:
        await self._updater.add_artifact(
            [part], artifact_id=f"{self._updater.task_id}-{name}", name=name, last_chunk=True
        )

    def _message(self, text: str) -> Message:
        return self._updater.new_agent_message([Part(text=text)])


def _choice(message: Message) -> tuple[str, str] | None:
    """Return the slot and value of a choice that was clicked."""
    for part in message.parts:
        if part.media_type != CHOICE_MEDIA_TYPE:
            continue
        match _json(part):
            case {"slot": str(slot), "value": str(chosen)}:
                return slot, chosen
            case _:
                pass
    return None


def _json(part: Part) -> Any:
    try:
        return json.loads(part.raw) if part.HasField("raw") else next(iter(get_data_parts([part])))
    except (ValueError, StopIteration):
        return None


def _pieces(text: str) -> list[str]:
    pieces, start = [], 0
    while len(text) - start > _CHUNK:
        cut = max(text.rfind(" ", start, start + _CHUNK), text.rfind("\n", start, start + _CHUNK))
        end = cut + 1 if cut > start else start + _CHUNK
        pieces.append(text[start:end])
        start = end
    return [*pieces, text[start:]]
