"""The agents that one turn of the orchestrator asks: reached, followed, stopped, read again."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from agents.answering.reporting import Reporter
from agents.answering.step_report import StepReport
from agents.answering.text.language import Language
from agents.orchestrator import combining
from agents.orchestrator.delegation import DelegatedMessage, DelegationLimits, Told, delegate
from agents.orchestrator.delegation_state import DelegationState
from agents.orchestrator.outcomes import StepOutcome, unreachable
from agents.orchestrator.transcript import Noting
from agents.orchestrator.words import code_names, words
from app.domain.messages import FilePart
from app.domain.tasks import TaskState
from app.domain.usage import Usage
from app.errors import DeskError
from app.ports import AgentDirectory, AgentLink


class Delegates:
    """Owns the way to them, and what models `took` for their answers; links are the directory's."""

    def __init__(
        self,
        agents: AgentDirectory,
        *,
        titles: Mapping[str, str],
        limits: DelegationLimits,
        noting: Noting,
        report: StepReport,
        reporter: Reporter,
        language: Language,
    ) -> None:
        self._agents = agents
        self._titles = titles
        self._limits = limits
        self._noting = noting
        self._report = report
        self._reporter = reporter
        self._language = language
        self.took: list[Usage] = []

    async def ask(
        self,
        asked: DelegatedMessage,
        files: Sequence[FilePart] = (),
        *,
        named: Callable[[str], None] = lambda _: None,
    ) -> StepOutcome:
        """Ask one, with files, and return what came of it; what it says meanwhile is passed on.

        `named` hears the id of its task. Who does not take all of the files is not asked.
        """
        title = self._titles.get(asked.agent, asked.agent)
        names = tuple(file.name for file in files)
        about = asked.text[:120] or ", ".join(names)
        asking = words(self._language, "asking", agent=title, text=about)
        await self._report.working(asking, step=asked.step)
        self._noting.asks(asked, names)

        async def told(text: str) -> None:
            said = words(self._language, "says", agent=title, text=text)
            await self._reporter.working(said)

        try:
            link = await self._agents.link(asked.agent)
        except DeskError as error:
            outcome = StepOutcome(
                asked.step, asked.agent, asked.text, TaskState.FAILED,
                problem="unreachable", values=unreachable(error),
            )  # fmt: skip
        else:
            outcome = await self._asked(link, asked, files, told, named)
            if outcome.answer is not None and outcome.answer.usage is not None:
                self.took.append(outcome.answer.usage)
        outcome = outcome._replace(files=names)
        said = outcome.words or combining.explained(outcome, self._titles, self._language)
        self._noting.says(asked, outcome, said)
        return outcome

    async def _asked(
        self,
        link: AgentLink,
        asked: DelegatedMessage,
        files: Sequence[FilePart],
        told: Told,
        named: Callable[[str], None],
    ) -> StepOutcome:
        taken = [(file, link.card.taken_as(file.media_type)) for file in files]
        refused = [file.name for file, media_type in taken if media_type is None]
        if refused:
            return StepOutcome(
                asked.step, asked.agent, asked.text, TaskState.FAILED,
                problem="not_taken", values={"files": code_names(refused)},
            )  # fmt: skip
        along = [file.model_copy(update={"media_type": one}) for file, one in taken]
        return await delegate(link, asked, told=told, limits=self._limits, named=named, files=along)

    async def drop(self, before: DelegationState) -> None:
        """Cancel a delegate's question that the person does not answer."""
        waiting = before.waiting
        if waiting is None or waiting.kind != "delegate" or not waiting.task_id:
            return
        try:
            link = await self._agents.link(waiting.agent)
            async with asyncio.timeout(self._limits.silence):
                await link.cancel(waiting.task_id)
        except (DeskError, TimeoutError) as error:
            self._noting.not_stopped(waiting.agent, str(error))

    async def whole(self, outcome: StepOutcome) -> StepOutcome:
        """Return an outcome of an earlier turn with all that its task made, if it can be had.

        Between turns only a delegate's words are kept; its tables and charts are in its own task.
        """
        answer = outcome.answer
        if answer is None or answer.turn_id or not answer.task_id:
            return outcome
        try:
            async with asyncio.timeout(self._limits.silence):
                link = await self._agents.link(outcome.agent)
                task = await link.get(answer.task_id)
        except (DeskError, TimeoutError):
            return outcome
        if task.state is not outcome.state:
            return outcome  # it went on without us: what was said then stands
        return outcome._replace(answer=answer.model_copy(update={"artifacts": task.artifacts}))
