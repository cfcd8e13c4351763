"""One request is carried to its end: recalled, understood, computed, reported in artifacts."""

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, assert_never

from a2a.helpers import get_data_parts
from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Part, Task, TaskState

from agents.answering.artifacts import VEGA_LITE, json_part, named, sql_part
from agents.answering.engine import QueryTooLong
from agents.answering.grounding import Ungrounded
from agents.answering.history import TaskHistory
from agents.answering.reporting import Reporter
from agents.answering.sentences import quoted
from agents.answering.text.language import Language, language_of
from agents.answering.text.markdown import as_text, one_line
from agents.data.choices_asked import choices_of
from agents.data.conversation import Conversation, left_open, open_frame_of, recall, told
from agents.data.match.answers import artifacts
from agents.data.match.answers.answers import Writer, warnings_in
from agents.data.match.answers.charts import chart_of
from agents.data.match.answers.earlier_results import choose
from agents.data.match.answers.guesses import guesses
from agents.data.match.answers.labels import measure_label, what
from agents.data.match.answers.notes import loaded
from agents.data.match.answers.ranked_rows import ranked_of
from agents.data.match.answers.sentences import say
from agents.data.match.answers.synthesis import synthesise
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.match.compute.plan import plan
from agents.data.outcomes import Answerable, Ask, Decline, Explain, Summarise, Understood
from agents.data.proposals import Proposer, consult
from agents.data.replies import decline, explain
from agents.data.respelling import ReadAs
from agents.data.stated import stated
from agents.data.understanding import Understanding
from agents.data.versions import Began
from agents.data.words_alone import answer_in_words
from app.domain.messages import CHOICE_MEDIA_TYPE
from app.errors import DeskError


class Turn:
    """Owns one request: reads the conversation, decides, computes and reports."""

    def __init__(
        self,
        *,
        analyst: Analyst,
        understanding: Callable[[], Understanding],
        history: TaskHistory,
        updater: TaskUpdater,
        today: date,
        proposer: Proposer | None = None,
    ) -> None:
        self._analyst = analyst
        self._understanding = understanding
        self._history = history
        self._reporter = Reporter(updater)
        self._today = today
        self._proposer = proposer
        self._model_problem = ""
        self._told: frozenset[str] = frozenset()
        self._left_open: tuple[str, ...] = ()

    async def run(self, message: Message, current: Task | None) -> None:
        """Carry the request to its end."""
        text = "\n".join(part.text for part in message.parts if part.HasField("text")).strip()
        choice = _choice(message)
        guess = language_of(text[:400])
        if not text and choice is None:
            await self._reporter.reject(say(guess, "empty"))
            return
        talk = await recall(self._history, self._reporter.context_id, message, current)
        self._told = told(talk.tasks)
        self._left_open = left_open(talk.tasks)
        if self._analyst.newly_drafted():
            await self._tell_guesses(talk.language or guess)
        understood = await asyncio.to_thread(
            self._understand,
            text,
            today=self._today,
            language=talk.language or guess,
            previous=talk.last.frame if talk.last is not None else None,
            waiting=talk.waiting,
            choice=choice,
            unanswered=talk.unanswered,
            before=talk.before,
        )
        understood = await self._second_reading(understood, text, talk)
        language = understood.language
        answer = (text or (choice[1] if choice else "")) if understood.answers_waiting else ""
        await self._settle(talk, language, answered=answer)
        try:
            await self._do(understood, talk, message)
        except Ungrounded:
            await self._reporter.fail(say(language, "failed_grounding"))
        except QueryTooLong:
            await self._reporter.fail(say(language, "failed_time"))
        except DeskError:
            await self._reporter.fail(say(language, "failed_query"))

    async def _tell_guesses(self, language: Language) -> None:
        """Say what the columns of a table that was just read were taken for."""
        taken = "; ".join(guesses(self._analyst.model, language))
        file = one_line(self._analyst.source.name)
        await self._reporter.working(say(language, "step_drafted", file=file, taken=f"{taken}."))

    def _understand(self, text: str, **state: Any) -> Understood:
        """Read the question; the first time this also makes the table's lexicons."""
        return self._understanding().understand(text, **state)

    async def _second_reading(
        self, understood: Understood, text: str, talk: Conversation
    ) -> Understood:
        """Ask the proposer about a question that the parser did not understand."""
        refused = understood.outcome
        if self._proposer is None or not isinstance(refused, Decline):
            return understood
        if refused.reason not in ("word", "unclear"):
            return understood
        await self._reporter.working(say(understood.language, "step_proposal"))
        found = await consult(
            self._proposer,
            text,
            self._analyst.model,
            self._analyst.dates,
            talk.last.frame if talk.last is not None else None,
            understood.reading,
        )
        self._model_problem = found.problem
        if found.frame is None:
            return understood
        return understood._replace(outcome=self._understanding().take_up(found.frame))

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
                await self._decline(refused, language)
            case Explain() as explained:
                held = None
                if explained.kind == "values":
                    held = await self._analyst.values(explained.dimension)
                told = explain(self._analyst, explained, language, held)
                kind = "help" if explained.frame is None else explained.kind
                anew = explained.kind == "anew"
                await answer_in_words(self._reporter, told, kind, language, anew=anew)
            case Summarise():
                await self._summarise(talk, message.reference_task_ids, language)
            case _ as never:
                assert_never(never)

    async def _decline(self, refused: Decline, language: Language) -> None:
        told = decline(self._analyst, refused, language)
        if self._model_problem:
            told += f"\n\n{say(language, 'note_no_model', why=self._model_problem)}"
        await answer_in_words(
            self._reporter,
            told,
            "declined",
            language,
            reason=refused.reason,
            understood=refused.kept.model_dump_json() if refused.kept is not None else "",
            named=refused.named.model_dump_json() if refused.named is not None else "",
        )

    async def _settle(self, talk: Conversation, language: Language, *, answered: str) -> None:
        """End the question that this request answers or replaces, unless it continues that task.

        `answered` is the answer to that question, or "" if another question takes its place.
        """
        parked = talk.parked
        if parked is None or parked.id == self._reporter.task_id:
            return
        if answered:
            await self._history.settle(
                parked.id,
                state=TaskState.TASK_STATE_COMPLETED,
                text=say(language, "settled_answered", value=answered[:80]),
                metadata={"answered_by": self._reporter.task_id},
            )
        else:
            await self._history.settle(
                parked.id,
                state=TaskState.TASK_STATE_CANCELED,
                text=say(language, "settled_superseded"),
                metadata={"superseded_by": self._reporter.task_id},
            )

    async def _answer(
        self, answerable: Answerable, previous: Frame | None, language: Language
    ) -> None:
        about = what(plan(answerable.frame, self._analyst.model), self._analyst.model, language)
        await self._reporter.working(say(language, "step_counting", what=about))
        analysis = await self._analyst.analyse(answerable.frame)
        if analysis.adjustment.rates and not any(analysis.adjustment.rates):
            await self._decline(Decline("skill_unfitted"), language)
            return
        source = self._analyst.source
        writer = Writer(analysis, self._analyst.model, language, simulated=source.simulated)
        extra = self._reading_notes(answerable.read_as, language)
        if answerable.default_measure:
            extra = (*extra, say(language, "note_default_measure"))
        goes_on = answerable.leaves_open or (answerable.follows and previous is not None)
        if goes_on and self._left_open:
            asked = ", ".join(quoted(as_text(one), language) for one in self._left_open)
            extra = (*extra, say(language, "note_left_open", asked=asked))
        if answerable.of_rival:
            rival = as_text(answerable.of_rival)
            extra = (*extra, say(language, "note_of_rival", rival=rival))
        if _of_all_races(answerable.frame, previous, self._analyst.model.entity):
            extra = (*extra, say(language, "note_mirrors_of_all"))
        if answerable.apart:
            extra = (*extra, say(language, "note_apart"))
        extra = (*extra, *(self._began(one, language) for one in answerable.began))
        extra = (*extra, *(note for note in self._about_file(language) if note not in self._told))
        if self._analyst.model.counts_series:
            extra = (*extra, say(language, "note_series"))
        if answerable.proposed:
            extra = (*extra, say(language, "note_proposed"))
        dates = self._analyst.dates
        nothing_before = dates and any(one.day <= dates.first for one in answerable.began)
        if dates is not None and (nothing_before or not analysis.rows):
            first, last = dates
            extra = (*extra, say(language, "no_rows_range", first=first, last=last))
        answer = writer.write(
            extra, (*stated(answerable, self._analyst, language), *self._left_open)
        )
        frame = artifacts.frame_of(analysis.plan, self._analyst.model, language, previous)
        frame["assumptions"] += [{"key": "reading", "text": note} for note in extra]
        frame["top"] = artifacts.top_of(analysis, self._analyst.model)
        frame["shown"] = artifacts.shown_of(analysis, self._analyst.model)
        frame["ranked"] = ranked_of(analysis, self._analyst.model)
        frame["moments"] = [str(one.day) for one in answerable.began]
        await self._reporter.working(say(language, "step_writing"))
        await self._reporter.add("frame", json_part(frame))
        await self._reporter.stream(answer.text)
        result = artifacts.result_of(analysis, answer, self._analyst.model, source, language)
        if answer.warnings:
            result["warnings_in"] = warnings_in(writer, answer)
        await self._reporter.add("result", json_part(result))
        await self._reporter.add("query", sql_part(artifacts.query_of(analysis, source)))
        chart = chart_of(analysis, answer.names, self._analyst.model, language, about)
        if chart is not None:
            await self._reporter.add("chart", json_part(chart, VEGA_LITE))
        await self._reporter.complete(answer.headline)

    def _about_file(self, language: Language) -> tuple[str, ...]:
        """Return what a conversation is told once: how the file was read."""
        source = self._analyst.source
        found = loaded(source.notes, language)
        if not source.guessed_encoding:
            return found
        return (say(language, "note_encoding", encoding=source.guessed_encoding), *found)

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

    def _began(self, one: Began, language: Language) -> str:
        several = f" ({', '.join(one.values)})" if len(one.values) > 1 else ""
        return say(
            language,
            "note_version",
            dimension=self._analyst.model.dimensions[one.dimension].label_in(language),
            value=as_text(one.version + several),
            day=one.day,
        )

    def _show(self, dimension: str, value: str, language: Language) -> str:
        return self._analyst.model.dimensions[dimension].show(value, language)

    async def _ask(self, ask: Ask, language: Language) -> None:
        await self._reporter.working(say(language, "step_reading"))
        choices = await choices_of(ask, self._analyst, language)
        if not choices:
            every = ask.frame.model_copy(update={"group_by": (ask.slot, *ask.frame.group_by)})
            await self._answer(Answerable(every), None, language)  # nothing to choose from
            return
        frame = open_frame_of(ask, self._analyst.model, language)
        await self._reporter.add("frame", json_part(frame))
        if ask.slot == "meaning":
            text = say(language, "ask_meaning", word=quoted(ask.word, language))
        else:
            label = self._analyst.model.dimensions[ask.slot].label_in(language)
            measure = measure_label(ask.frame.measure, language)
            text = say(language, "ask_subject", dimension=label, measure=measure)
            if ask.word:
                text = f"{say(language, 'ask_again', word=quoted(ask.word, language))} {text}"
        await self._reporter.ask(text, ask.slot, choices)

    async def _summarise(
        self, talk: Conversation, referenced: Sequence[str], language: Language
    ) -> None:
        found = {task_id: await self._history.get(task_id) for task_id in referenced}
        sources = choose(self._reporter.context_id, found, talk.tasks)
        count = len(sources.tasks)
        await self._reporter.working(say(language, "step_synthesis", count=count))
        if not sources.tasks:
            notes = [say(language, "synthesis_failed", task=one[:8]) for one in sources.failed]
            notes += [say(language, "synthesis_foreign", task=one[:8]) for one in sources.foreign]
            text = decline(self._analyst, Decline("no_previous"), language)
            await answer_in_words(self._reporter, "\n\n".join([*notes, text]), "declined", language)
            return
        known = self._analyst.source.sha256
        titles = {
            task.id: artifacts.titles_of(task, self._analyst.model, known, language)
            for task in sources.tasks
        }
        summary = synthesise(sources, language, titles)
        await self._reporter.stream(summary.text)
        await self._reporter.add("result", json_part(summary.result))
        if summary.chart is not None:
            await self._reporter.add("chart", json_part(summary.chart, VEGA_LITE))
        queries = [
            f"-- task {task.id}\n{query.parts[0].text.rstrip()};\n"
            for task in sources.tasks
            if (query := named(task, "query")) is not None and query.parts
        ]
        if queries:
            await self._reporter.add("query", sql_part("\n".join(queries)))
        await self._reporter.complete(summary.headline)


def _of_all_races(frame: Frame, previous: Frame | None, entity: str) -> bool:
    """Whether the share of mirrors is asked for after a matchup, which has none."""
    met = previous is not None and previous.filter(entity, "opponent") is not None
    return met and frame.measure == "mirror_share" and frame.filter(entity, "opponent") is None


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
