"""A model proposes who is asked what; its plan is used when it stands the rules, else none is."""

import json
import re
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from agents.models.language_model import LanguageModel
from agents.orchestrator.planning import MOST_STEPS, MOST_TRIES, Step, When
from app.domain.cards import AgentCard
from app.errors import DeskError
from app.ports import AgentContexts, remembered

_TASK = f"""\
You split a person's request into at most {MOST_STEPS} questions to other agents. Use only agents
that are listed, by their names. Take each question from the request, in its words and its language;
add nothing, answer nothing. A question comes after another only if it needs that one's outcome, or,
with when = failed, is asked only if that one fails. With tries it is asked again until it is
answered and its answer holds the words `until`; with approve the person is asked before. If no
listed agent can help, give no steps. What the person asked to remember may show what is meant by
the request; it asks for nothing itself."""
_NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
_LONGEST = 2_000


class ProposedStep(BaseModel):
    """One question to one agent."""

    model_config = ConfigDict(extra="forbid")

    agent: str
    text: str = Field(min_length=1, max_length=_LONGEST)
    after: list[int] = Field(default_factory=list, description="numbers of earlier steps, from 1")
    when: When = "answered"
    approve: bool = False
    tries: int = Field(default=1, ge=1, le=MOST_TRIES)
    until: str = Field(default="", max_length=200)


class ProposedPlan(BaseModel):
    """What the model says."""

    model_config = ConfigDict(extra="forbid")

    steps: list[ProposedStep] = Field(max_length=MOST_STEPS)


class ModelPlanner:
    """Asks a language model for a plan where the rules leave one open.

    `contexts` tell it what the person asked to remember.
    """

    def __init__(self, model: LanguageModel, contexts: AgentContexts | None = None) -> None:
        self._model = model
        self._contexts = contexts

    async def plan(
        self, text: str, cards: Mapping[str, AgentCard], conversation_id: str
    ) -> list[Step] | None:
        """Return the proposed steps, None where there are none that stand the check."""
        agents = [
            {"name": name, "skills": [[s.name, s.description, *s.examples] for s in card.skills]}
            for name, card in cards.items()
        ]
        known: dict[str, object] = {"request": text, "agents": agents}
        if self._contexts is not None:
            known["remembered"] = await remembered(self._contexts, conversation_id)
        material = json.dumps(known, ensure_ascii=False)
        try:
            proposed = await self._model.fill(ProposedPlan, task=_TASK, material=material)
        except DeskError:
            return None
        return checked(proposed, text, cards)


def checked(
    proposed: ProposedPlan, request: str, cards: Mapping[str, AgentCard]
) -> list[Step] | None:
    """Return the plan as steps, or None if it asks strangers, runs in circles or adds figures."""
    said = set(_NUMERAL.findall(request))
    steps = []
    for number, one in enumerate(proposed.steps, 1):
        if one.agent not in cards:
            return None
        if any(not 1 <= before < number for before in one.after):
            return None
        if not said.issuperset(_NUMERAL.findall(one.text)):
            return None
        after = tuple(dict.fromkeys(one.after))
        steps.append(
            Step(
                number,
                (one.agent,),
                one.text.strip(),
                after,
                when=one.when,
                approve=one.approve,
                tries=one.tries,
                until=one.until.strip(),
            )
        )
    return steps or None
