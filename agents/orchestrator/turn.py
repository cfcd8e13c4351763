"""One request to the orchestrator: planned, delegated, asked back about, combined."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from a2a.server.tasks import TaskUpdater
from a2a.types import Message, Task, TaskState
from pydantic import JsonValue

from agents.answering import artifacts
from agents.answering.attachments import AttachedFile, files_of, files_said_in
from agents.answering.history import TaskHistory
from agents.answering.reporting import Reporter
from agents.answering.step_report import StepReport
from agents.answering.text.language import Language, language_of
from agents.hosting.owners import own_context
from agents.orchestrator import asking, combining, earlier, greeting
from agents.orchestrator.calling import titles
from agents.orchestrator.delegates import Delegates
from agents.orchestrator.delegation import DelegatedMessage, DelegationLimits
from agents.orchestrator.delegation_state import DELEGATION, Again, DelegationState, OpenQuestion
from agents.orchestrator.forwarding import Telling
from agents.orchestrator.handing_on import as_part, of_step
from agents.orchestrator.model_planning import ModelPlanner
from agents.orchestrator.outcomes import StepOutcome, days
from agents.orchestrator.planning import Step, refers, resolved
from agents.orchestrator.request_reading import RequestReading
from agents.orchestrator.routing import Router
from agents.orchestrator.transcript import NAME, Noting
from agents.orchestrator.words import code_names, words
from agents.shared_storage import SharedStorage
from app.domain.ids import new_message_id
from app.domain.tasks import TaskState as State
from app.domain.usage import USAGE, in_all, usage_of
from app.errors import StoreError
from app.ports import AgentDirectory, Notes


class OrchestratorTurn:
    """Owns one request: its plan, what came of it so far, and its run in SharedStorage."""

    def __init__(
        self,
        *,
        agents: AgentDirectory,
        router: Router,
        absent: Sequence[str],
        history: TaskHistory,
        tasks: Sequence[Task],
        updater: TaskUpdater,
        storage: SharedStorage,
        limits: DelegationLimits,
        planner: ModelPlanner | None,
        notes: Notes | None,
        approve: frozenset[str] = frozenset(),
        comparing: earlier.Comparing | None = None,
    ) -> None:
        """`tasks` are the earlier ones of the conversation, newest first."""
        self._tasks = tasks
        self._agents = agents
        self._router = router
        self._absent = absent
        self._history = history
        self._updater = updater
        self._reporter = Reporter(updater)
        self._storage = storage
        self._report = StepReport(storage, self._reporter, lambda: self._kept.shape())
        self._limits = limits
        self._planner = planner
        self._notes = notes
        self._approve = approve
        self._comparing = comparing
        self._language: Language = "en"
        self._delegates = self._asking("")
        self._kept = DelegationState()
        self._reading: RequestReading | None = None
        self._files: list[AttachedFile] = []

    @property
    def _titles(self) -> Mapping[str, str]:
        """How agents are called in the language of the turn."""
        return titles(self._router.cards, self._language)

    async def run(
        self,
        message: Message,
        *,
        parked: Task | None,
        before: DelegationState,
        slot: str,
        again: Again | None = None,
    ) -> None:
        """Carry the request to its end, or to a question.

        `slot` is a choice that was clicked; `again` a request that is tried again from a step.
        """
        text = "\n".join(part.text for part in message.parts if part.text).strip()
        self._language = language_of(text[:400], language_of(before.request, "en"))
        values = earlier.values_of(message)
        files = files_of(message)
        compares = None
        if self._comparing is not None and text and not (values or files or again):
            compares = await asyncio.to_thread(self._comparing.asked, text)
        anew = again is not None or values or compares is not None
        answered = bool(slot) or asking.answers(before.waiting, text, self._router, files)
        answers = before.waiting if answered and not anew else None
        if again is not None:
            text = again.kept.request
        asked = before.request if answers is not None else text
        self._language = earlier.spoken(values) or language_of(asked[:400], self._language)
        self._delegates = self._asking(message.message_id)
        if not text and not files:
            await self._reporter.reject(self._say("empty_request"))
            return
        if not self._router.cards:
            await self._reporter.fail(self._say("nobody"))
            return
        try:
            if answers is not None:
                self._kept = before._replace(waiting=None)
                await self._bring(files)
                self._begin(before.request)
                taken = await self._take_answer(answers, text, slot, files)
                await self._settle(parked, answered=True)
                if taken is not None and taken.waits:
                    await self._park(self._of_delegate(taken))
                    return
            else:
                await self._delegates.drop(before)
                await self._settle(parked, answered=False)
                if again is not None and again.kept.steps:
                    self._try_again(again)
                    await self._bring([])
                elif before.last is None and not files and greeting.greets(text):
                    await self._introduce()
                    return
                elif (kept := await self._read(message, text, before, compares)) is not None:
                    self._kept = kept
                    await self._bring(files)
                    self._begin(text or ", ".join(file.name for file in files))
                else:
                    return
            await self._go_on()
        except StoreError as error:
            # The run goes on in another program, or cannot be written.
            await self._reporter.fail(str(error))
        except BaseException:
            if self._storage.context["session_id"] is not None:
                self._storage.complete_session("", status="canceled")
            raise

    async def _bring(self, files: Sequence[AttachedFile]) -> None:
        """Have the files of a request at hand: those of this message, and those of the messages
        before it, which are in their tasks."""
        for task_id in self._kept.files:
            task = await self._history.get(task_id)
            self._files += files_said_in(task) if task is not None else []
        self._files += [file for file in files if file not in self._files]
        if files:
            known = dict.fromkeys((*self._kept.files, self._reporter.task_id))
            self._kept = self._kept._replace(files=tuple(known))

    def _try_again(self, again: Again) -> None:
        """Begin the run anew; what did not stand on the step that is chosen is taken over.

        One that was interrupted goes on itself; it is resumed already.
        """
        self._kept = again.left()
        if again.interrupted:
            self._report.takes_up()
            return
        origin = self._origin()
        steps = [outcome.step for outcome in self._kept.outcomes]
        self._storage.rerun(again.run, origin=origin, keep=steps)

    def _origin(self) -> dict[str, str]:
        return {
            "context_id": self._reporter.context_id,
            "task_id": self._reporter.task_id,
            "agent": NAME,
        }

    async def _introduce(self) -> None:
        await self._reporter.stream(greeting.introduction(self._router, self._language))
        await self._reporter.complete(self._say("introduced"))

    def _begin(self, text: str) -> None:
        self._storage.start_session(
            text,
            [self._title(step) for step in self._kept.steps],
            origin=self._origin(),
        )
        for outcome in self._kept.outcomes:
            self._record(outcome, seconds=None)

    async def _go_on(self) -> None:
        """Do what can be done until all is done or somebody has to be asked."""
        await self._show_plan()
        await self._keep()
        while left := self._left():
            open_step = next((step for step in left if len(step.agents) != 1), None)
            if open_step is not None:
                await self._park(asking.which_agent(open_step, self._router.cards, self._titles))
                return
            ready = [step for step in left if self._kept.ready(step)]
            asked: list[DelegatedMessage] = []
            for step in ready:
                if step.approve:
                    await self._park(asking.whether(step, self._titles, self._language))
                    return
                text = self._resolved(step)
                if text is None:
                    await self._park(asking.which_date(step, self._said_before(step)))
                    return
                asked.append(self._asked(step, text))
            await self._delegate(asked)
            await self._keep()
            waiting = next((one for one in self._kept.outcomes if one.waits), None)
            if waiting is not None:
                await self._park(self._of_delegate(waiting))
                return
        await self._finish()

    def _left(self) -> list[Step]:
        """Return the steps without an outcome; those that can have none get theirs here."""
        left, skipped = self._kept.to_do()
        for outcome in skipped:
            self._add(outcome)
        return left

    def _resolved(self, step: Step) -> str | None:
        """Return the text to ask, with what it refers to; None where that has to be asked."""
        if not step.after or not refers(step.text):
            return step.text
        # A date in the person's own words comes before those that an answer mentions.
        on = [one for one in self._kept.outcomes if one.step in step.after]
        return resolved(step.text, [one.text for one in on], days(on), self._said_before(step))

    def _said_before(self, step: Step) -> list[str]:
        outputs = [*map(self._storage.get_output_by_step, step.after)]
        return [self._kept.request, *(str(output["text"]) for output in outputs if output)]

    def _asked(self, step: Step, text: str) -> DelegatedMessage:
        agent = step.agents[0]
        before = next((one for one in self._kept.asked if one.step == step.number), None)
        if before is not None and (before.agent, before.text) == (agent, text):
            return before
        return DelegatedMessage(
            step.number, agent, text, self._context(agent), about=step.about, values=step.values
        )

    def _context(self, agent: str) -> str:
        return self._kept.contexts.get(agent) or own_context(self._reporter.context_id)

    async def _delegate(self, asked: Sequence[DelegatedMessage]) -> None:
        """Ask several agents side by side; one that fails leaves the others alone."""
        ended = await asyncio.gather(*map(self._ask, asked), return_exceptions=True)
        if problem := next(filter(None, ended), None):
            raise problem

    async def _ask(self, asked: DelegatedMessage) -> None:
        """Ask an agent, and keep what it says at once: others may still be at work."""
        started = time.monotonic()
        self._note_asked(asked)
        step = next(step for step in self._kept.steps if step.number == asked.step)
        outcome = await self._delegates.ask(
            asked,
            of_step(step, self._files),
            named=lambda task_id: self._note_asked(replace(asked, begun=task_id)),
        )
        if (reader := self._kept.reader(step, outcome)) is not None:
            await self._delegates.drop(self._kept._replace(waiting=OpenQuestion.of(outcome)))
            self._change(step.number, agents=(reader,))
            await self._ask(self._asked(step._replace(agents=(reader,)), asked.text))
            return
        self._record(outcome, seconds=time.monotonic() - started)
        if step.tries > 1 and not outcome.waits and not _holds(outcome, step.until):
            # Each try is a result of its step; what is left of them outlives a kill.
            self._change(step.number, tries=step.tries - 1)
            await self._ask(replace(asked, message_id=new_message_id(), begun=""))
            return
        self._add(outcome)
        self._storage.note(DELEGATION, self._kept.value())
        await self._report.show()

    def _note_asked(self, asked: DelegatedMessage) -> None:
        """Keep who was asked what: after a kill nobody is asked twice."""
        others = tuple(one for one in self._kept.asked if one.step != asked.step)
        self._kept = self._kept._replace(asked=(*others, asked))
        self._storage.note(DELEGATION, self._kept.value())

    async def _take_answer(
        self, waiting: OpenQuestion, text: str, value: str, files: Sequence[AttachedFile]
    ) -> StepOutcome | None:
        """Let the person's answer, and files with it, take its place in the plan."""
        if files and waiting.kind != "delegate":
            step = next(s for s in self._kept.steps if s.number == waiting.step)
            names = dict.fromkeys((*step.files, *(file.name for file in files)))
            self._change(waiting.step, files=tuple(names))
        if waiting.kind == "agent":
            names = {title.lower(): name for name, title in self._titles.items()}
            said = (value or text).strip().lstrip("@")
            chosen = self._router.agent_called(said) or names.get(said.lower())
            found = (chosen,) if chosen else self._router.route(text).agents
            self._change(waiting.step, agents=found)
            return None
        if waiting.kind == "approval":
            self._change(waiting.step, approve=False)
            if value != "yes":
                step = next(s for s in self._kept.steps if s.number == waiting.step)
                refused = StepOutcome(
                    step.number, step.agents[0], step.text, State.CANCELED, problem="declined"
                )
                self._add(refused)
                self._record(refused, seconds=None)
            return None
        if waiting.kind == "date":
            step = next(s for s in self._kept.steps if s.number == waiting.step)
            whole = resolved(step.text, [value or text])
            self._change(waiting.step, text=whole or f"{step.text} ({text})", after=())
            return None
        asked = DelegatedMessage(
            waiting.step,
            waiting.agent,
            text,
            self._context(waiting.agent),
            answers_task=waiting.task_id,
            slot=waiting.slot,
            value=value,
        )
        others = tuple(one for one in self._kept.outcomes if one.step != waiting.step)
        earlier = next(one for one in self._kept.outcomes if one.step == waiting.step)
        outcome = await self._delegates.ask(asked, [as_part(file) for file in files])
        outcome = outcome._replace(text=earlier.text, files=earlier.files)
        self._kept = self._kept._replace(outcomes=others)
        self._add(outcome)
        self._record(outcome, seconds=None)
        return next((one for one in self._kept.outcomes if one.waits), None)

    def _change(self, number: int, **changes: Any) -> None:
        self._kept = self._kept.changed(number, **changes)

    @property
    def _telling(self) -> Telling:
        return Telling(self._updater, self._titles, self._language, self._comparing)

    async def _read(
        self, message: Message, text: str, before: DelegationState, compares: int | None
    ) -> DelegationState | None:
        self._reading = RequestReading(
            self._router, self._planner, self._approve, self._tasks, self._telling, self._language,
            files_of(message),
        )  # fmt: skip
        return await self._reading.plan(message, text, before, compares)

    def _used(self) -> dict[str, JsonValue]:
        """Return what models took for this turn: for the plan, and as far as delegates tell."""
        planned = usage_of({USAGE: self._reading.usage if self._reading is not None else {}})
        return in_all([*([planned] if planned is not None else []), *self._delegates.took])

    def _add(self, outcome: StepOutcome) -> None:
        outcomes = sorted((*self._kept.outcomes, outcome), key=lambda one: one.step)
        contexts = dict(self._kept.contexts)
        answer = outcome.answer
        if answer is not None and answer.context_id:
            contexts[outcome.agent] = answer.context_id
        last = outcome.agent if outcome.good or outcome.waits else self._kept.last
        given = dict.fromkeys([*([outcome.agent] if outcome.files else ()), *self._kept.given])
        self._kept = self._kept._replace(
            outcomes=tuple(outcomes),
            contexts=contexts,
            last=last,
            given=tuple(given),
            asked=tuple(one for one in self._kept.asked if one.step != outcome.step),
        )

    def _record(self, outcome: StepOutcome, *, seconds: float | None) -> None:
        step = next((s for s in self._kept.steps if s.number == outcome.step), None)
        given: dict[str, Any] = {"text": outcome.asked}
        if step is not None and step.after:
            given["from"] = [*map(self._storage.get_output_by_step, step.after)]
        self._storage.add_result(
            executor=outcome.agent,
            executor_type="agent",
            action="ask",
            input_data=given,
            output=combining.values_of(outcome),
            status="success" if outcome.good or outcome.waits else "error",
            error_message=None
            if outcome.good or outcome.waits
            else combining.reason(outcome, self._titles, self._language),
            plan_step=outcome.step,
            seconds=seconds,
        )

    async def _show_plan(self) -> None:
        steps = [step.kept() for step in self._kept.steps]
        shown = {"request": self._kept.request, "by": self._kept.by, "steps": steps}
        await self._reporter.add("plan", artifacts.json_part(shown))

    def _of_delegate(self, waiting: StepOutcome) -> asking.Asking:
        """Return a delegate's question as the person is asked it."""
        return asking.of_delegate(waiting, self._titles, alone=len(self._kept.steps) == 1)

    async def _park(self, asked: asking.Asking) -> None:
        """Put a question to the person; the task waits for the answer."""
        self._kept = self._kept._replace(waiting=asked.waiting)
        await self._keep()
        text = asked.text(self._language) + self._caveat()
        self._storage.complete_session(text, status="waiting")
        await self._reporter.ask(text, asked.slot, asked.choices, usage=self._used())

    async def _finish(self) -> None:
        await self._reporter.working(self._say("combining"))
        outcomes = [
            await self._delegates.whole(one) if one.good else one for one in self._kept.outcomes
        ]
        await self._keep()
        await self._report.show(ended=True)
        text = await self._telling.answer(outcomes, self._notes_below())
        told = combining.status(outcomes, self._titles, self._language)
        good = any(outcome.good for outcome in outcomes)
        self._storage.complete_session(text, status="completed" if good else "failed")
        if good:
            await self._reporter.complete(told, usage=self._used())
        elif len(outcomes) == 1 and outcomes[0].state is State.REJECTED:
            await self._reporter.reject(
                combining.explained(outcomes[0], self._titles, self._language), usage=self._used()
            )
        else:
            await self._reporter.fail(told, usage=self._used())

    def _caveat(self) -> str:
        return self._reading.caveat if self._reading is not None else ""

    def _notes_below(self) -> str:
        """Return what is said below the answer: who proposed its plan, which files went to nobody,
        who was not asked."""
        notes = f"\n\n{self._say('by_model')}" if self._kept.by == "model" else ""
        if self._kept.left:
            notes += f"\n\n{self._say('left', files=code_names(self._kept.left))}"
        notes += self._caveat()
        # Whoever was asked instead may be the wrong one.
        if self._absent:
            absent = ", ".join(f"`{agent}`" for agent in self._absent)
            notes += f"\n\n{self._say('absent', agents=absent)}"
        return notes

    async def _keep(self) -> None:
        await self._reporter.add(DELEGATION, artifacts.json_part(self._kept.value()))

    async def _settle(self, parked: Task | None, *, answered: bool) -> None:
        if parked is None or parked.id == self._reporter.task_id:
            return
        if answered:
            state, key, link = TaskState.TASK_STATE_COMPLETED, "answered_by_task", "answered_by"
        else:
            state, key, link = TaskState.TASK_STATE_CANCELED, "superseded", "superseded_by"
        await self._history.settle(
            parked.id,
            state=state,
            text=self._say(key),
            metadata={link: self._reporter.task_id},
        )

    def _title(self, step: Step) -> str:
        """Return what is asked, and of whom while that is not known: one is the executor."""
        text = step.text[:120] or ", ".join(step.files)[:120]
        if len(step.agents) == 1:
            return text
        who = ", ".join(self._titles.get(name, name) for name in step.agents) or "?"
        return f"{who}: {text}"

    def _asking(self, message_id: str) -> Delegates:
        """Return the way to the delegates for a message, in the language of the turn."""
        noting = Noting(
            self._notes,
            context_id=self._reporter.context_id,
            task_id=self._reporter.task_id,
            message_id=message_id,
        )
        return Delegates(
            self._agents,
            titles=self._titles,
            limits=self._limits,
            noting=noting,
            report=self._report,
            reporter=self._reporter,
            language=self._language,
        )

    def _say(self, key: str, **values: object) -> str:
        return words(self._language, key, **values)


def _holds(outcome: StepOutcome, until: str) -> bool:
    return outcome.good and until.casefold() in outcome.words.casefold()
