"""One request about any table is carried to its end: read, computed, reported in artifacts."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, assert_never

from a2a.types import Message, Part, Task, TaskState
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from agents.answering.artifacts import VEGA_LITE, json_part, part_id, sql_part, whole_id
from agents.answering.attachments import files_of
from agents.answering.grounding import Ungrounded
from agents.answering.guard import QueryRefused
from agents.answering.history import TaskHistory
from agents.answering.reporting import Reporter
from agents.answering.running import QueryTooLong
from agents.answering.sentences import quoted
from agents.answering.text.language import LANGUAGES, Language, integer, language_of
from agents.answering.text.markdown import as_text, bullets, paragraphs
from agents.data.agent.media_types import EDITS, MODEL, PROFILE, QUERY, SQL
from agents.data.agent.moments import moments_of
from agents.data.agent.offers import Offer, elsewhere, offers_of, shown, turned_to
from agents.data.agent.parts import parts_of
from agents.data.agent.remembered import (
    Remembered,
    answers_in,
    chosen_of,
    is_parked,
    parts_of_type,
    remember,
    turn_of,
)
from agents.data.agent.result_rows import told_of
from agents.data.agent.turn_context import Around, Step
from agents.data.answer import artifacts
from agents.data.answer.answering import WrittenAnswer, answer
from agents.data.answer.contents import told_of_table
from agents.data.answer.earlier import different
from agents.data.answer.sentences import say
from agents.data.answer.synthesis import MOST_ANSWERS, synthesise
from agents.data.compute.manual_sql import StatementFailed, run_by_hand
from agents.data.compute.sql.expressions import CannotCompute
from agents.data.dataset import Dataset
from agents.data.dialogue.instead_of import no_such_value
from agents.data.dialogue.log import DialogueLog, DialogueTurn
from agents.data.dialogue.outcomes import Answerable, Asked, Declined, QueryChoice, Talk, Understood
from agents.data.dialogue.understanding import understand
from agents.data.model.corrections import Correction, Misfit, corrected
from agents.data.model.profile import how_read, left_out
from agents.data.model.rereading import Unreadable
from agents.data.query.applying import Refusal, apply
from agents.data.query.carrying import said_otherwise
from agents.data.query.checking import QueryProblem, problems
from agents.data.query.edits import Ask, Edit
from agents.data.query.query import Query, why_no_query
from agents.data.query.sentences import problem_sentence, sentence
from app.domain.base import Value
from app.domain.messages import CHOICE_MEDIA_TYPE
from app.errors import DeskError

if TYPE_CHECKING:
    from agents.data.agent.proposals.asking import Consulted, Consulting

MOST_CHARACTERS = 2_000
"""Of a message in words: a longer one is no question, and would take long to be read."""
_EDITS: TypeAdapter[tuple[Edit, ...]] = TypeAdapter(
    tuple[Edit, ...], config=ConfigDict(defer_build=True)
)


class _Statement(Value):
    sql: str = Field(min_length=1, max_length=20_000)
    language: str = ""


class DataTurn:
    """Owns one request: reads the conversation, decides, computes and reports."""

    def __init__(
        self, *, dataset: Dataset, history: TaskHistory, reporter: Reporter, today: date,
        consulting: "Consulting | None" = None, around: Around | None = None,
    ) -> None:  # fmt: skip
        self._dataset = dataset
        self._history = history
        self._reporter = reporter
        self._today = today
        self._consulting = consulting
        self._consulted: Consulted | None = None
        self._around = around
        self._about_table = around.about if around is not None else {}
        self._table = ""

    async def run(self, message: Message, current: Task | None) -> None:
        """Carry the request to its end."""
        text = "\n".join(part.text for part in message.parts if part.HasField("text")).strip()
        before = await remember(
            self._history, self._reporter.context_id, message, current, about=self._about_table
        )
        guess = self._language(text, before)
        self._table = before.log.table
        try:
            for data in parts_of_type(message, MODEL):
                await self._settle(before, _in_values(guess), guess, text)
                await self._correct(Correction.model_validate(data), guess)
                return
            for data in parts_of_type(message, SQL):
                statement = _Statement.model_validate(data)
                spoken = _known(statement.language) if statement.language else guess
                await self._settle(before, _in_values(spoken), spoken, text)
                await self._by_hand(statement.sql, spoken)
                return
            if len(text) > MOST_CHARACTERS:
                told = say(guess, "too_long", limit=f"{MOST_CHARACTERS:,}")
                await self._reporter.reject(told)
                return
            await self._begins("understand")
            read = await self._read(message, text, before, guess)
        except (ValidationError, ValueError) as error:
            await self._reporter.reject(say(guess, "bad_query", cause=_plainly(error)))
            return
        if read is None:
            await self._reporter.reject(say(guess, "empty"))
            return
        language = _known(read.language)
        read = self._settled(read, text)
        await self._settle(before, read, language, text)
        try:
            try:
                await self._do(read, before, message.reference_task_ids, language)
            except (Ungrounded, QueryTooLong, CannotCompute, QueryRefused) as error:
                rules = self._back_to_rules(error, language)
                await self._do(rules, before, message.reference_task_ids, language)
        except Ungrounded:
            await self._reporter.fail(say(language, "failed_grounding"))
        except QueryTooLong:
            await self._reporter.fail(say(language, "failed_time"))
        except DeskError as error:
            await self._reporter.fail(say(language, "failed_query", cause=error))

    async def _begins(self, step: Step) -> None:
        if self._around is not None:
            await self._around.begins(step)

    def _done(self, step: Step, given: Mapping[str, Any], made: Any) -> None:
        if self._around is not None:
            self._around.done(step, given, made)

    def _settled(self, read: Understood, text: str) -> Understood:
        """Return what was understood, as the table means it."""
        query = read.query
        if query is not None:
            query = self._meant(query)
            read = read.model_copy(update={"query": query})
        self._done("understand", {"text": text}, _as_json(query) if query is not None else None)
        return read

    def _language(self, text: str, before: Remembered) -> Language:
        spoken = before.log.language
        return language_of(text[:400], _known(spoken) if spoken else "en")

    async def _read(
        self, message: Message, text: str, before: Remembered, language: Language
    ) -> Understood | None:
        """Return what the message says, in words or as a value; None where it says nothing."""
        for data in parts_of_type(message, QUERY):
            given = data.get("query", data) if isinstance(data, dict) else data
            return self._given(Query.model_validate(given), language)
        otherwise = None
        for data in parts_of_type(message, EDITS):
            said = data if isinstance(data, dict) else {"edits": data}
            if "instead_of" in said and "edits" not in said:
                otherwise = said
                continue
            edits, base = _EDITS.validate_python(said["edits"]), str(said.get("base_task_id") or "")
            if "instead_of" in said:
                query = await self._query_of(base, before)
                edits = said_otherwise(query, str(said["instead_of"]), edits)
            self._table = turned_to(edits, self._dataset.model, self._table)
            return await self._edited(edits, base, before, language)
        for data in parts_of_type(message, PROFILE):
            model = self._dataset.model
            name = data.get("table") if isinstance(data, dict) else ""
            main, *others = (one.name for one in model.tables)
            if name and name not in (main, *others):
                problem = QueryProblem(key="table", what=str(name))
                outcome = Declined(why="impossible", problems=(problem,))
                return Understood(language=language, outcome=outcome)
            self._table = name if name in others else "" if name else self._table
            return shown(model, self._table, language)
        choice = chosen_of(message, before.parked, CHOICE_MEDIA_TYPE)
        if not text and choice is None:
            # Who only hands over a table wants to know what is in it.
            return shown(self._dataset.model, "", language) if files_of(message) else None
        said_for = str(otherwise["instead_of"]).partition(".")[0] if otherwise is not None else ""
        read = await asyncio.to_thread(
            understand, text, model=self._dataset.model, today=self._today, log=before.log,
            choice=choice, instead_of=said_for,
        )  # fmt: skip
        if choice is None:
            read = await self._second_reading(text, read, before.log)
        if otherwise is None:
            model, edits = self._dataset.model, read.chosen.edits if read.chosen else ()
            self._table = turned_to(edits, model, self._table)
            return await asyncio.to_thread(elsewhere, read, text, model, self._table, self._today)
        base = str(otherwise.get("base_task_id") or "")
        query = await self._query_of(base, before)
        if isinstance(asked := read.outcome, Asked) and asked.why in ("nothing", "unknown"):
            path = str(otherwise["instead_of"])
            none = no_such_value(asked.words, query, path, self._dataset.model)
            return read.model_copy(update={"outcome": none, "query": query}) if none else read
        if not isinstance(read.outcome, Answerable) or read.query is None:
            return read
        edits = said_otherwise(query, str(otherwise["instead_of"]), read.edits)
        changed = await self._edited(edits, base, before, _known(read.language))
        return changed.model_copy(update={"ignored": read.ignored, "read_as": read.read_as})

    async def _second_reading(self, text: str, rules: Understood, log: DialogueLog) -> Understood:
        """Ask the model, where there is one and it is to be asked; see `Consulting`."""
        consulting, language = self._consulting, _known(rules.language)
        asked: dict[str, Any] = {"model": self._dataset.model, "today": self._today}
        if consulting is None or not await consulting.wants(text, rules, **asked):
            return rules
        name = as_text(consulting.name)
        await self._reporter.working(say(language, "step_model", model=name))
        self._consulted = await consulting.consult(
            text, rules, **asked, log=log, language=language,
            showing=lambda query: self._shown(query, language),
        )  # fmt: skip
        return self._consulted.understood

    async def _shown(self, query: Query, language: Language) -> WrittenAnswer:
        """Return what would be answered with a query of the model."""
        return await answer(self._dataset, self._meant(query), language, today=self._today)

    def _meant(self, query: Query) -> Query:
        """Return a query as the table means it."""
        return self._around.settled(query) if self._around is not None else query

    def _back_to_rules(self, error: DeskError, language: Language) -> Understood:
        """Return the rules' reading where the model's cannot be computed; else raises the error."""
        consulted = self._consulted
        if consulted is None or not consulted.read_by:
            raise error
        why = say(language, "failed_query", cause=error)
        self._consulted = consulted._replace(understood=consulted.rules, read_by="", problem=why)
        return consulted.rules

    def _by_model(self, language: Language) -> list[str]:
        """Return what is to be said of the model's part in an answer."""
        consulted = self._consulted
        if consulted is None:
            return []
        model, why = as_text(consulted.model), as_text(consulted.problem, 400)
        if not consulted.read_by:
            key = "note_model_failed" if why else "note_model_none"
            return [say(language, key, model=model, why=why)]
        unconfirmed = [say(language, "note_model_unconfirmed", why=why)] if why else []
        return [say(language, "note_model", model=model), *unconfirmed]

    @property
    def _usage(self) -> Mapping[str, object]:
        return self._consulted.usage if self._consulted is not None else {}

    def _mark(self) -> dict[str, Any]:
        """Return what the frame tells of the model's part."""
        consulted = self._consulted
        if consulted is None:
            return {}
        if consulted.read_by:
            left_out = list(consulted.understood.ignored)
            return {"read_by": consulted.read_by, "left_out": left_out}
        return {"model_asked": consulted.model, "model_problem": consulted.problem}

    def _given(self, query: Query, language: Language) -> Understood:
        found = problems(query, self._dataset.model)
        if found:
            outcome = Declined(why="impossible", problems=found)
            return Understood(language=language, outcome=outcome)
        return Understood(language=language, outcome=Answerable(), query=query)

    async def _edited(
        self, edits: tuple[Edit, ...], base: str, before: Remembered, language: Language
    ) -> Understood:
        """Return the query of an earlier task, the last one by itself, after edits."""
        query = await self._query_of(base, before)
        applied = apply(query, edits, self._dataset.model, before.log.answered)
        if isinstance(applied, Refusal):
            outcome = Declined(why="impossible", problems=applied.problems)
            return Understood(language=language, outcome=outcome)
        return Understood(language=language, outcome=Answerable(), edits=edits, query=applied)

    async def _query_of(self, base: str, before: Remembered) -> Query:
        task = await self._history.get(whole_id(base)) if base else None
        if base and (task is None or task.context_id != self._reporter.context_id):
            raise ValueError(f"there is no task {base[:60]} in this conversation")
        turn = turn_of(task, base) if task is not None else None
        return (turn.query if turn is not None else before.log.query) or Query()

    async def _do(
        self, read: Understood, before: Remembered, named: Sequence[str], language: Language
    ) -> None:
        match read.outcome:
            case Answerable():
                assert read.query is not None
                await self._answer(read, read.query, language)
            case Asked() as asked:
                await self._ask(read, asked, language)
            case Declined() as declined:
                await self._decline(read, declined, language)
            case Talk(about="summary", count=count):
                await self._summarise(read, before, named, language, count)
            case Talk() as talk:
                await self._talk(read, talk, language)
            case _ as never:
                assert_never(never)

    async def _answer(self, read: Understood, query: Query, language: Language) -> None:
        told = as_text(sentence(query, self._dataset.model, language), 400)
        await self._reporter.working(say(language, "step_counting", what=told))
        table = query.table or self._dataset.model.table().name
        notes = [*self._by_model(language), *self._notes(read, query, language),
                 *left_out(self._dataset.source, table, language)]  # fmt: skip
        if self._around is not None:
            notes += self._around.notes(query, language)
        await self._begins("query")
        queries = [query, *map(self._meant, read.also)]
        noted = [*((),) * len(read.also), tuple(notes)]  # below the last of them
        answers = [
            await answer(self._dataset, one, language, today=self._today, notes=each)
            for one, each in zip(queries, noted, strict=True)
        ]
        first = answers[0]
        self._done(
            "query", {"sql": first.computed.sql},
            {"rows": [list(row) for row in first.computed.rows]},
        )  # fmt: skip
        await self._reporter.working(say(language, "step_writing"))
        await self._begins("answer")
        text = paragraphs(*(one.written.text for one in answers))
        self._done("answer", {"query": _as_json(first.computed.query)}, text)
        others = read.outcome.offers if isinstance(read.outcome, Answerable) else ()
        offers = [await self._offers(others, language), *([],) * len(read.also)]  # of the first
        made = [
            await self._made(one, read, each, offered, language)
            for one, each, offered in zip(answers, noted, offers, strict=True)
        ]
        for number, parts in enumerate(made, 1):
            of = part_id(self._reporter.task_id, number) if read.also else ""
            for name, part in parts:
                if name == "answer":
                    await self._reporter.stream(part.text, of)
                else:
                    await self._reporter.add(name, part, of)
        await self._reporter.complete(first.written.headline, usage=self._usage)

    async def _made(
        self, answered: WrittenAnswer, read: Understood, notes: Sequence[str],
        offers: Sequence[Offer], language: Language,
    ) -> list[tuple[str, Part]]:  # fmt: skip
        """Return the artifacts of an answer, or of a part of one."""
        query = answered.computed.query
        told = await told_of(answered.computed, self._dataset, self._today)
        turn = DialogueTurn(
            language=read.language, outcome="answer", edits=read.edits, query=query,
            columns=told.columns, rows=told.rows, table=self._table,
        )  # fmt: skip
        return parts_of(
            answered, self._dataset, language,
            assumptions=[{"key": "reading", "text": note} for note in notes],
            offers=[one.told() for one in offers],
            moments=await moments_of(query, self._dataset, self._today),
            ignored=list(read.ignored),
            without_ignored=[{"edit": "ask", "query": _as_json(query)}] if read.ignored else [],
            carried=list(read.carried),
            runs_sql=True,
            read_as=[list(one) for one in read.read_as],
            turn=turn.model_dump(mode="json", by_alias=True),
            **self._mark(),
            **self._about,
        )  # fmt: skip

    @property
    def _about(self) -> Mapping[str, Any]:
        """What a frame is about; of several tables, the one that is asked next."""
        model = self._dataset.model
        asked = {"table": model.read_against(self._table).name} if model.told else {}
        return {**asked, **self._about_table}

    def _notes(self, read: Understood, query: Query, language: Language) -> list[str]:
        """Return what has to be said of how the words were read."""
        table = self._dataset.model.queried(query.table)
        notes = [
            say(language, "read_as", word=quoted(as_text(word), language),
                value=quoted(as_text(taken), language))
            for word, taken in read.read_as
        ]  # fmt: skip
        if read.ignored:
            words = ", ".join(quoted(as_text(one), language) for one in read.ignored)
            notes.append(say(language, "passed_over", words=words))
        carried = [
            as_text(table.column(one).label_in(language)) for one in read.carried if table.has(one)
        ]
        if carried:
            notes.append(say(language, "carried", what=", ".join(carried)))
        return notes

    async def _ask(self, read: Understood, asked: Asked, language: Language) -> None:
        await self._reporter.working(say(language, "step_reading"))
        offers = await self._offers(asked.choices, language)
        offers = offers or await self._offers(asked.offers, language)
        if not offers:
            await self._decline(read, Declined(why="impossible", words=asked.words), language)
            return
        words = quoted(as_text(asked.words), language)
        await self._keep(read, "ask", offers, language)
        choices = [{"value": one.value, "label": one.label, "count": one.rows} for one in offers]
        text = paragraphs(say(language, f"ask_{asked.why}", words=words), *self._by_model(language))
        await self._reporter.ask(text, "meaning", choices, usage=self._usage)

    async def _decline(self, read: Understood, declined: Declined, language: Language) -> None:
        offers = await self._offers(declined.offers, language)
        model = self._dataset.model
        told = [as_text(problem_sentence(one, model, language), 400) for one in declined.problems]
        head = say(language, f"decline_{declined.why}", words=as_text(declined.words))
        await self._in_words(read, paragraphs(head, bullets(told)), offers, "decline", language)

    async def _talk(self, read: Understood, talk: Talk, language: Language) -> None:
        offers = await self._offers(talk.offers, language)
        text = say(language, f"talk_{talk.about}")
        if talk.about == "about":
            profile = await asyncio.to_thread(self._dataset.profile, self._table, language=language)
            await self._reporter.add("profile", json_part(profile.model_dump(mode="json")))
            name, model = self._dataset.source.name, self._dataset.model
            text = told_of_table(self._table, model, name, language, rows=profile.rows)
        await self._in_words(read, text, offers, "talk", language)

    async def _correct(self, said: Correction, language: Language) -> None:
        """Take in what columns are, and show the table as it is understood then."""
        found = corrected(self._dataset.model, said, language, rereads=self._dataset.rereads)
        if isinstance(found, Misfit):
            words = {"column": as_text(found.column), "label": as_text(found.words)}
            await self._reporter.reject(say(language, f"correction_{found.why}", **words))
            return
        try:
            kept = await asyncio.to_thread(self._dataset.correct, found)
        except Unreadable as error:
            label = found.table(error.place[0]).column(error.place[1]).label_in(language)
            words = {"column": as_text(label)}
            await self._reporter.reject(say(language, "correction_unreadable", **words))
            return
        except OSError as error:
            cause = as_text(error.strerror or str(error))
            await self._reporter.fail(say(language, "correction_not_kept", cause=cause))
            return
        profile = await asyncio.to_thread(self._dataset.profile, said.table, language=language)
        await self._reporter.add("profile", json_part(profile.model_dump(mode="json")))
        table = self._dataset.model.table(said.table)
        names = [as_text(table.column(one.name).label_in(language)) for one in said.columns]
        text = say(language, "corrected" if kept else "corrected_for_now", columns=", ".join(names))
        if any(one.kind is not None for one in said.columns):
            columns = [one.name for one in said.columns]
            notes = how_read(self._dataset.source, table.name, columns, language)
            text = " ".join([text, *(as_text(note, 400) for note in notes)])
        # What could be asked of it is asked of what it is now.
        page = shown(self._dataset.model, said.table, language).outcome
        offers = await self._offers(page.offers if isinstance(page, Talk) else (), language)
        await self._in_words(_in_values(language), text, offers, "talk", language)

    async def _by_hand(self, sql: str, language: Language) -> None:
        """Run a statement that a person wrote, and say that nothing was checked of it."""
        await self._reporter.working(say(language, "step_by_hand"))
        dataset, source = self._dataset, self._dataset.source
        try:
            found = await run_by_hand(sql, dataset.model, dataset.engine)
        except QueryTooLong:
            await self._reporter.fail(say(language, "failed_time"))
            return
        except (QueryRefused, StatementFailed) as error:
            # What a database says of a statement is in its own language.
            known = {one: as_text(str(value)) for one, value in error.details.items()}
            cause = as_text(str(error))
            if isinstance(error, QueryRefused):
                cause = say(language, error.reason, **known)
            elif known:
                cause = f"{cause} {say(language, 'by_hand_columns', **known)}"
            await self._keep(_in_values(language), "talk", (), language, runs_sql=True)
            await self._reporter.reject(say(language, "by_hand_refused", cause=cause))
            return
        said = [say(language, "by_hand_rows", count=integer(len(found.rows), language))]
        if found.cut:
            said.append(say(language, "by_hand_cut", count=integer(len(found.rows), language)))
        read = _in_values(language)
        chip = {"part": "sql", "path": "", "text": say(language, "by_hand"), "edits": []}
        await self._keep(read, "talk", (), language, chips=[chip], runs_sql=True)
        await self._reporter.stream(paragraphs(*said))
        made = artifacts.by_hand_result(found, source, dataset.model)
        await self._reporter.add("result", json_part(made))
        await self._reporter.add("query", sql_part(sql.strip()))
        await self._reporter.complete(said[0], spoken=language)

    async def _summarise(
        self, read: Understood, before: Remembered, named: Sequence[str], language: Language,
        count: int,
    ) -> None:  # fmt: skip
        """Put earlier answers beside each other: those that were named, or the last of this
        talk, so many or (0) all; below 0 so many of the first.
        """
        answers = different(answers_in(before.tasks, named))
        answers = answers[:-count] if count < 0 else answers[-(count or MOST_ANSWERS) :]
        await self._reporter.working(say(language, "step_synthesis", count=len(answers)))
        few = len(answers) < min(abs(count), 2)
        found = synthesise(answers, language) if answers and not few else None
        if found is None:
            why = say(language, "synthesis_few" if few and answers else "synthesis_none")
            await self._in_words(read, why, (), "talk", language)
            return
        await self._keep(read, "talk", (), language, narrow=list(found.narrow))
        await self._reporter.stream(found.text)
        await self._reporter.add("result", json_part(found.result))
        if found.chart is not None:
            await self._reporter.add("chart", json_part(found.chart, VEGA_LITE))
        await self._reporter.complete(found.headline)

    async def _in_words(
        self, read: Understood, text: str, offers: Sequence[Offer], outcome: str,
        language: Language,
    ) -> None:  # fmt: skip
        """Answer in words alone; what can be asked instead is drawn of the `frame`."""
        await self._reporter.working(say(language, "step_writing"))
        await self._keep(read, outcome, offers, language)
        text = paragraphs(text, *self._by_model(language))
        await self._reporter.stream(text)
        reason = getattr(read.outcome, "why", "") if outcome == "decline" else ""
        status = say(language, f"status_{outcome}")
        anew = isinstance(read.outcome, Talk) and read.outcome.about == "anew"
        await self._reporter.complete(
            status, declined=reason, spoken=language, anew=anew, usage=self._usage
        )

    async def _keep(
        self,
        read: Understood,
        outcome: Any,
        offers: Sequence[Offer],
        language: Language,
        **more: Any,
    ) -> None:
        """Keep the turn for the next one, and what was offered for whoever shows it."""
        turn = DialogueTurn(
            language=language, outcome=outcome, edits=read.edits, query=read.query,
            choices=tuple(one.choice for one in offers), table=self._table, also=read.also,
        )  # fmt: skip
        frame: dict[str, Any] = {
            "outcome": outcome,
            "language": language,
            "offers": [one.told() for one in offers],
            "ignored": list(read.ignored),
            "turn": turn.model_dump(mode="json", by_alias=True),
            **more,
            **self._mark(),
            **self._about,
        }
        if read.query is not None:
            frame["query"] = _as_json(read.query)
        await self._reporter.add("frame", json_part(frame))

    async def _offers(self, choices: Sequence[QueryChoice], language: Language) -> list[Offer]:
        return await offers_of(choices, self._dataset, language, self._today)

    async def _settle(
        self, before: Remembered, read: Understood, language: Language, text: str
    ) -> None:
        """End the question that this request answers or replaces, unless it goes on in its task."""
        parked = before.parked
        if parked is None or parked.id == self._reporter.task_id or not is_parked(parked):
            return
        turn = turn_of(parked)
        taken = [one for one in (turn.choices if turn else ()) if one.edits == read.edits]
        if taken or (read.edits and not any(isinstance(one, Ask) for one in read.edits)):
            answered = text or next((one.what or one.column for one in taken), "")
            await self._history.settle(
                parked.id, state=TaskState.TASK_STATE_COMPLETED,
                text=say(language, "settled", value=as_text(answered[:80])),
                metadata={"answered_by": self._reporter.task_id},
            )  # fmt: skip
        else:
            await self._history.settle(
                parked.id, state=TaskState.TASK_STATE_CANCELED, text=say(language, "superseded"),
                metadata={"superseded_by": self._reporter.task_id},
            )  # fmt: skip


def _in_values(language: Language) -> Understood:
    """Return what is understood of a message that is no question."""
    return Understood(language=language, outcome=Talk(about="about"))


def _as_json(query: Query) -> dict[str, Any]:
    return query.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def _known(language: str) -> Language:
    return next((one for one in LANGUAGES if one == language), "en")


def _plainly(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return as_text(why_no_query(error), 300)
    return as_text(str(error), 300)
