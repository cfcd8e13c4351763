"""When a language model is asked how a question is meant, and what comes of its proposal."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from agents.answering.text.language import Language
from agents.data.agent.proposals.checking import in_own_words, question
from agents.data.agent.proposals.looking import Proposals, Showing
from agents.data.agent.proposals.prompt import material
from agents.data.agent.proposals.proposal import LOOKING, TASK, Proposal, Proposer
from agents.data.agent.proposals.sureness import is_sure
from agents.data.compute.result import Cell
from agents.data.dialogue.log import DialogueLog
from agents.data.dialogue.outcomes import Answerable, Asked, Declined, Talk, Understood
from agents.data.model.schema import TableModel
from agents.data.query.edits import Ask
from agents.data.query.operands import tests_of
from agents.data.query.query import Query
from app.errors import DeskError
from app.ports import AgentContexts, remembered
from app.profile.settings import WhoReads

_TOLD: Final = 5  # rows of the last answer
Facts = Callable[[], Awaitable[Sequence[str]]]
"""Returns what the person asked to remember."""


class Consulted(NamedTuple):
    """What a question means after a model was asked.

    `rules` is their own reading. `read_by` is the `model` if the query is its own, else "".
    `problem` says, in the language of the question, what kept the model from a query, or from
    confirming its own; "" where nothing did, or it proposed nothing. `usage` are the
    tokens that it took, {} where nobody told.
    """

    understood: Understood
    rules: Understood
    model: str
    read_by: str = ""
    problem: str = ""
    usage: Mapping[str, object] = {}


class Consulting:
    """Asks one model, as a profile wants it asked; whether it `looks` at rows, too."""

    def __init__(
        self, proposer: Proposer, who: WhoReads = "rules-first", *, facts: Facts | None = None,
        looks: bool = False,
    ) -> None:  # fmt: skip
        self.name = proposer.name
        self._proposer = proposer
        self._who = who
        self._facts = facts
        self._looks = looks

    async def wants(self, text: str, rules: Understood, *, model: TableModel, today: date) -> bool:
        """Whether the model is asked about what rules made of a message about some tables.

        Where rows are texts, rules are taken for sure only of what goes by plain names.
        """
        outcome, texts = rules.outcome, bool(model.asked.texts)
        if self._who == "never" or isinstance(outcome, Talk) or _takes_up(rules):
            return False
        if self._who == "model-first":
            return True
        match outcome:
            case Answerable():
                if rules.ignored or not texts or rules.query is None:
                    return bool(rules.ignored)
                asked = await asyncio.to_thread(question, text, rules.language, model, today)
                return not is_sure(rules.query, asked)
            case Asked():
                return True
            case Declined():  # a forecast and an undo of nothing are understood; texts tell causes
                return outcome.why != "nothing_before" if texts else outcome.why == "impossible"

    async def consult(
        self, text: str, rules: Understood, *, model: TableModel, log: DialogueLog,
        today: date, language: Language, showing: Showing | None = None,
    ) -> Consulted:  # fmt: skip
        """Return the reading of the model where its query stands the check, else the rules'.

        A model that looks is shown what `showing` gives of its queries.
        """
        try:
            facts = await self._facts() if self._facts is not None else ()
        except DeskError as error:
            return Consulted(rules, rules, self.name, problem=str(error))
        answered = _answered(log, rows=self._looks)
        asked = await asyncio.to_thread(
            question, text, rules.language, model, today, last=log.query, answered=answered,
            remembered=facts,
        )  # fmt: skip
        told = material(
            text, model, today=today, heard=asked.heard, unknown=asked.unknown, last=log.query,
            answered=answered, remembered=facts,
        )  # fmt: skip
        showing = showing if self._looks else None
        held, usage, problem = Proposals(asked, showing), dict[str, object](), ""
        try:
            proposal = await self._proposer.fill(
                Proposal, task=TASK if showing is None else f"{TASK}\n{LOOKING}", material=told,
                language=language, check=held.check, show=held.show if showing else None,
                used=usage.update,
            )  # fmt: skip
        except DeskError as error:
            if held.shown is None or held.doubted:
                return Consulted(rules, rules, self.name, problem=str(error), usage=usage)
            proposal, problem = held.shown, str(error)  # it stands, though nobody said so
        if proposal.keep and held.shown is not None:
            proposal = held.shown
        if not proposal.understood or proposal.query is None or proposal.look:
            return Consulted(_untold(rules), rules, self.name, usage=usage)
        query, *also = (in_own_words(one, model) for one in (proposal.query, *proposal.also))
        read = _by_model(proposal, query, text, rules, log)
        read = read.model_copy(update={"also": tuple(also)})
        return Consulted(read, rules, self.name, self.name, problem, usage)


ConsultingOf = Callable[[str], Consulting]
"""Returns how the questions of a conversation are put to a model, by the conversation's id."""


def consulting_of(
    proposer: Proposer, who: WhoReads, contexts: AgentContexts | None = None, *, looks: bool = False
) -> ConsultingOf:
    """Return how a model is asked; `contexts` tell it what the person asked to remember, and where
    it `looks`, it is shown rows that its queries give."""

    def consulting(conversation_id: str) -> Consulting:
        async def facts() -> Sequence[str]:
            return await remembered(contexts, conversation_id) if contexts is not None else ()

        return Consulting(proposer, who, facts=facts, looks=looks)

    return consulting


def _answered(log: DialogueLog, *, rows: bool) -> Sequence[Sequence[Cell]]:
    """Return the first groups and figures of the last answer, of `rows` themselves where they may
    be told."""
    last = log.last
    if last is None or last.outcome != "answer" or last.query is None:
        return ()
    if last.query.rows and not rows:
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


def _takes_up(rules: Understood) -> bool:
    """Whether a message takes back what was said, or names a choice and says nothing unknown beside
    it: of that a model knows not."""
    own = rules.chosen.what.casefold() if rules.chosen is not None else ""
    named = rules.chosen is not None and all(one.casefold() in own for one in rules.ignored)
    return named or any(one.edit in ("undo", "recall", "swap", "show") for one in rules.edits)


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
