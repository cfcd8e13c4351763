"""When a language model is asked how a question is meant, and what comes of its proposal."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from agents.answering.text.language import Language
from agents.data.agent.proposals.checking import (
    ReadQuestion,
    in_own_words,
    objections,
    question,
    unlike,
)
from agents.data.agent.proposals.prompt import material
from agents.data.agent.proposals.proposal import TASK, Proposal, Proposer
from agents.data.compute.result import Cell
from agents.data.dialogue.log import DialogueLog
from agents.data.dialogue.outcomes import Answerable, Asked, Declined, Talk, Understood
from agents.data.model.schema import TableModel
from agents.data.query.edits import Ask
from agents.data.query.operands import columns_of, parts_of, tests_of
from agents.data.query.query import Query, Test
from app.errors import DeskError
from app.ports import AgentContexts, remembered
from app.profile.settings import WhoReads

_EVENT: Final = "event"  # of a column that says yes where a row has certain words
_TOLD: Final = 5  # rows of the last answer
Facts = Callable[[], Awaitable[Sequence[str]]]
"""Returns what the person asked to remember."""


class Consulted(NamedTuple):
    """What a question means after a model was asked.

    `rules` is their own reading. `read_by` is the `model` if the query is its own, else "", and
    then `problem` says what went wrong, in the language of the question; "" where the model
    proposed nothing. `also` are its further queries, answered below the first. `usage` are the
    tokens that it took, {} where nobody told.
    """

    understood: Understood
    rules: Understood
    model: str
    read_by: str = ""
    problem: str = ""
    also: tuple[Query, ...] = ()
    usage: Mapping[str, object] = {}


class Consulting:
    """Asks one model, as a profile wants it asked."""

    def __init__(
        self, proposer: Proposer, who: WhoReads = "rules-first", *, facts: Facts | None = None
    ) -> None:
        self.name = proposer.name
        self._proposer = proposer
        self._who = who
        self._facts = facts

    def wants(self, rules: Understood, log: DialogueLog, model: TableModel) -> bool:
        """Whether the model is asked about what rules made of a message about some tables."""
        outcome = rules.outcome
        if self._who == "never" or isinstance(outcome, Talk) or _takes_up(rules, log):
            return False
        if self._who == "model-first":
            return True
        match outcome:
            case Answerable():
                return bool(rules.ignored) or _rests_on_texts(rules.query, model)
            case Asked():
                return True
            case Declined():  # a cause, a forecast and an undo of nothing are understood
                return outcome.why == "impossible"

    async def consult(
        self, text: str, rules: Understood, *, model: TableModel, log: DialogueLog,
        today: date, language: Language,
    ) -> Consulted:  # fmt: skip
        """Return the reading of the model where its query stands the check, else the rules'."""
        try:
            facts = await self._facts() if self._facts is not None else ()
        except DeskError as error:
            return Consulted(rules, rules, self.name, problem=str(error))
        answered = _answered(log)
        asked = await asyncio.to_thread(
            question, text, rules.language, model, today, last=log.query, answered=answered,
            remembered=facts,
        )  # fmt: skip
        told = material(
            text, model, today=today, heard=asked.heard, unknown=asked.unknown, last=log.query,
            answered=answered, remembered=facts,
        )  # fmt: skip
        usage: dict[str, object] = {}
        try:
            proposal = await self._proposer.fill(
                Proposal, task=TASK, material=told, language=language,
                check=_checking(asked), used=usage.update,
            )  # fmt: skip
        except DeskError as error:
            return Consulted(rules, rules, self.name, problem=str(error), usage=usage)
        if not proposal.understood or proposal.query is None:
            return Consulted(_untold(rules), rules, self.name, usage=usage)
        read = _by_model(proposal, in_own_words(proposal.query, model), text, rules, log)
        also = tuple(in_own_words(one, model) for one in proposal.also)
        return Consulted(read, rules, self.name, read_by=self.name, also=also, usage=usage)


ConsultingOf = Callable[[str], Consulting]
"""Returns how the questions of a conversation are put to a model, by the conversation's id."""


def consulting_of(
    proposer: Proposer, who: WhoReads, contexts: AgentContexts | None = None
) -> ConsultingOf:
    """Return how a model is asked; `contexts` tell it what the person asked to remember."""

    def consulting(conversation_id: str) -> Consulting:
        async def facts() -> Sequence[str]:
            return await remembered(contexts, conversation_id) if contexts is not None else ()

        return Consulting(proposer, who, facts=facts)

    return consulting


def _rests_on_texts(query: Query | None, model: TableModel) -> bool:
    """Whether a query goes by the words of rows that are texts: what those are called in is a guess
    of the rules."""
    if query is None or not model.queried(query.table).texts:
        return False
    table = model.queried(query.table)
    tests = [one for one in parts_of(query) if isinstance(one, Test)]
    looked_at = [table.column(name) for one in tests for name in columns_of(one.column)]
    return any(one.kind == "text" or one.role == _EVENT for one in looked_at)


def _checking(asked: ReadQuestion) -> Callable[[Proposal], Sequence[str]]:
    """Return what holds proposals to a question: a text that no row has may be said again."""
    warned: set[str] = set()

    def check(proposal: Proposal) -> Sequence[str]:
        found = objections(proposal, asked)
        if found:
            return found
        strange = {one: why for one, why in unlike(proposal, asked).items() if one not in warned}
        warned.update(strange)
        return [*strange.values()]

    return check


def _answered(log: DialogueLog) -> Sequence[Sequence[Cell]]:
    """Return the first groups and figures of the last answer; rows themselves are told nobody."""
    last = log.turns[-1] if log.turns else None
    if last is None or last.outcome != "answer" or last.query is None or last.query.rows:
        return ()
    return last.rows[:_TOLD]


def _untold(rules: Understood) -> Understood:
    """Return the rules' reading of a question that the model takes for none of this table: what
    they would ask back stands below."""
    match rules.outcome:
        case Asked(words=words, choices=choices, offers=offers):
            declined = Declined(why="impossible", words=words, offers=(*choices, *offers))
            return rules.model_copy(update={"outcome": declined})
        case _:
            return rules


def _takes_up(rules: Understood, log: DialogueLog) -> bool:
    """Whether a message takes back what was said, or names a choice: of that a model knows not."""
    last = log.turns[-1].choices if log.turns else ()
    chosen = bool(rules.edits) and any(one.edits == rules.edits for one in last)
    return chosen or any(one.edit in ("undo", "recall", "swap", "show") for one in rules.edits)


def _by_model(
    proposal: Proposal, query: Query, text: str, rules: Understood, log: DialogueLog
) -> Understood:
    said = text.casefold()
    before = set(tests_of(log.query.where)) if log.query is not None else set()
    columns = [one.column for one in tests_of(query.where) if one in before]
    return rules.model_copy(
        update={
            "outcome": Answerable(
                whether=isinstance(rules.outcome, Answerable) and rules.outcome.whether
            ),
            "edits": (Ask(query=query),),
            "query": query,
            "read_as": tuple(
                (one.said, one.meant)
                for one in proposal.read_as
                if one.said.casefold() in said and one.said.casefold() != one.meant.casefold()
            ),
            "ignored": tuple(one for one in proposal.left_out if one.casefold() in said),
            "carried": tuple(dict.fromkeys(one for one in columns if isinstance(one, str))),
        }
    )
