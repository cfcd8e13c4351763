"""A message to the orchestrator is read: what it asks of whom, as a plan.

What says its wish in values (`application/vnd.balance-desk.edits+json`, say), or is about an
earlier answer, goes to whoever gave that one. All else is cut in steps by rules, or by a model.
"""

from collections.abc import Sequence
from typing import Any

from a2a.types import Message, Task

from agents.answering.artifacts import JSON
from agents.answering.attachments import AttachedFile
from agents.answering.text.language import Language
from agents.answering.text.markdown import as_text
from agents.models.chat_words import error_words
from agents.orchestrator import earlier
from agents.orchestrator.calling import titles
from agents.orchestrator.delegation_state import DelegationState
from agents.orchestrator.earlier import EarlierAnswer
from agents.orchestrator.forwarding import Telling
from agents.orchestrator.handing_on import handed_on, kind_of
from agents.orchestrator.model_planning import ModelPlanner
from agents.orchestrator.planning import Step, plan
from agents.orchestrator.routing import Router
from app.errors import DeskError


class RequestReading:
    """Owns what a model took for a plan, and why it gave none (`caveat`).

    `tasks` are the earlier ones of the conversation, newest first; the person is asked before those
    of `approve` are. `files` came along with the message.
    """

    def __init__(
        self,
        router: Router,
        planner: ModelPlanner | None,
        approve: frozenset[str],
        tasks: Sequence[Task],
        telling: Telling,
        language: Language,
        files: Sequence[AttachedFile] = (),
    ) -> None:
        self._router = router
        self._planner = planner
        self._approve = approve
        self._tasks = tasks
        self._telling = telling
        self._language = language
        self._files = files
        self.usage: dict[str, Any] = {}
        self.caveat = ""

    async def plan(
        self, message: Message, text: str, before: DelegationState, compares: int | None = None
    ) -> DelegationState | None:
        """Return where a request stands that was planned; None where it was ended at once.

        What is about earlier answers goes to whoever gave them. `compares` says how many of the
        newest answers are to be compared, 0 for all that have figures, below 0 how many of the
        first of these; None where none are.
        """
        values, about = earlier.values_of(message), earlier.about_of(message)
        known: list[EarlierAnswer] = []
        if values or about or compares is not None:
            known = earlier.earlier_answers(self._tasks, tuple(self._router.cards))
        meant = earlier.meant(known, about)
        if values and len(meant) != 1:
            await self._telling.reporter.reject(self._telling.say("no_such_answer"))
            return None
        if compares is not None and len(meant) < 2:
            told = [one for one in known if one.result]
            meant = told[:-compares] if compares < 0 else known[-compares:] if compares else told
        givers = tuple(dict.fromkeys(one.agent for one in meant))
        if compares == 0 and len(meant) < 2:
            meant, givers, compares = [], (), None  # whoever is asked knows what it is to be of
        if compares is not None and not await self._go_on_from(meant, givers):
            return None
        contexts = {**before.contexts, **{one.agent: one.context_id for one in meant}}
        before = before._replace(contexts=contexts)
        if len(givers) == 1 and (values or not self._router.route(text).named):
            tasks = tuple(one.task_id for one in meant)
            along = earlier.rebased(values, tasks[0])
            (step,) = self._with_files(
                [Step(1, givers, text, named=True, about=tasks, values=along)], text
            )
            return await self._begun(text, before, [step], "rules")
        return await self._split(text, before, meant, earlier.told_in(message))

    async def _go_on_from(self, meant: Sequence[EarlierAnswer], givers: Sequence[str]) -> bool:
        """Compare earlier answers by what they made; return whether their only giver is to."""
        await self._telling.reporter.working(self._telling.say("combining"))
        found = self._telling.beside(meant)
        if found is not None:
            await self._telling.comparison(found)
            return False
        if found is None and len(meant) > 1 and len(givers) == 1:
            return True
        key = "nothing_to_compare" if len(meant) > 1 else "too_few_answers"
        names = "; ".join(str(one.frame.get("sentence") or one.text)[:80] for one in meant)
        said = self._telling.say(key, answers=as_text(names, 400))
        await self._telling.reporter.stream(said)
        await self._telling.reporter.complete(said)
        return False

    async def _split(
        self,
        text: str,
        before: DelegationState,
        meant: Sequence[EarlierAnswer],
        told: tuple[dict[str, Any], ...],
    ) -> DelegationState | None:
        await self._telling.reporter.working(self._telling.say("planning"))
        # What kind a file is says more of whom to ask than who answered last.
        last = None if self._files else before.last or self._router.first
        files = [one.name for one in self._files]
        steps, by = self._with_files(plan(text, self._router, last, files), text), "rules"
        if self._planner is not None and self._planner.wants(steps):
            try:
                proposed = await self._planner.plan(
                    text, self._router.cards, self._telling.reporter.context_id, self.usage.update
                )
            except DeskError as error:
                why = error_words(self._language, error)
                self.caveat = f"\n\n{self._telling.say('model_failed', why=why)}"
            else:
                if proposed:
                    steps, by = self._with_files(proposed, text), "model"
        only = tuple(self._router.cards) if len(self._router.cards) == 1 else ()
        steps = [s if s.stranger else s._replace(agents=s.agents or only) for s in steps]
        steps = [
            s._replace(
                about=tuple(one.task_id for one in meant if (one.agent,) == s.agents),
                values=told if all(self._router.cards[one].takes(JSON) for one in s.agents) else (),
            )
            for s in steps
        ]
        return await self._begun(text, before, steps, by)

    def _with_files(self, steps: Sequence[Step], text: str) -> list[Step]:
        return handed_on(steps, self._files, self._router.cards, text)

    async def _begun(
        self, text: str, before: DelegationState, steps: Sequence[Step], by: str
    ) -> DelegationState | None:
        """Return where a plan stands at its beginning; some are asked with approval only.

        None where files came along of which those who may be asked take none: that is told.
        """
        going = {name for step in steps for name in step.files}
        left = [file for file in self._files if file.name not in going]
        if left and not going:
            await self._telling.reporter.reject(self._nobody_takes(left, steps))
            return None
        taken = tuple(
            step._replace(approve=True) if self._approve.intersection(step.agents) else step
            for step in steps
        )
        names = tuple(file.name or file.media_type for file in left)
        return DelegationState(
            before.last, before.contexts, text, by, taken, left=names, given=before.given
        )

    def _nobody_takes(self, left: Sequence[AttachedFile], steps: Sequence[Step]) -> str:
        """Return that nobody who may be asked takes these files, and who would."""
        cards = self._router.cards
        asked = [agent for step in steps if step.named for agent in step.agents] or list(cards)
        others = [
            name for name, card in cards.items()
            if name not in asked and all(card.nearness(kind_of(file)) for file in left)
        ]  # fmt: skip
        called = titles(cards, self._language)
        names = ", ".join(file.name or file.media_type for file in left)
        told = self._telling.say(
            "nobody_takes", files=names, agents=", ".join(called[one] for one in asked)
        )
        if others:
            calls = ", ".join(f"@{self._router.calls.of(one)}" for one in others)
            who = ", ".join(called[one] for one in others)
            told += f" {self._telling.say('taken_by', agents=who, calls=calls)}"
        return told
