"""The agents that can run in this process, by name or as `package.module:factory`.

Nothing heavy is imported before an agent is made.
"""

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.bundled import AGENT_NAMES, MAKERS
from app.errors import BadInput, DeskError

if TYPE_CHECKING:
    from a2a.server.agent_execution import AgentExecutor
    from a2a.types import AgentCard

    from agents.answering.history import TaskHistory
    from agents.answering.text.language import Language
    from agents.data.agent.proposals.asking import ConsultingOf
    from agents.models.config import ModelConfig
    from agents.orchestrator.earlier import Comparison
    from app.ports import AgentContexts, AgentDirectory, Notes

    Made = tuple[AgentCard, Callable[[TaskHistory], AgentExecutor]]

_READ_BY_MODELS = ("data", "logs")
_LONGEST_WISH = 200  # characters: what asks to compare answers says little besides


def make(
    name: str,
    *,
    table: Path | None = None,
    as_of: date | None = None,
    profile: Path | None = None,
    model: "ModelConfig | None" = None,
    agents: "AgentDirectory | None" = None,
    notes: "Notes | None" = None,
    contexts: "AgentContexts | None" = None,
) -> "Made":
    """Return the named agent's card and how its executor is made: what an `AgentHost` takes.

    `name` is one of `AGENT_NAMES`, `chat`, `orchestrator`, or `package.module:factory`: the factory
    is called without arguments and returns an `AgentExecutor`; the card is the attribute
    `agent_card` of either.
    `table` is the data agent's table or the log agent's file or folder; `as_of` and `profile` are
    theirs too. A `model` talks as the agent `chat` and proposes how the data agent may read a
    question. `agents` are those that the `orchestrator` asks, and
    `notes` take down what is said between them. `contexts` tell an agent what was said and
    remembered beside its own tasks. Raises `BadInput` with what to do. Imports heavy
    modules and may read files: call it off the loop's thread.
    """
    if name == "orchestrator":
        return _orchestrator(agents, model, profile, notes, contexts, first="data" if table else "")
    if name == "chat":
        return _chat(model, profile, contexts)
    if name in MAKERS:
        maker = importlib.import_module(MAKERS[name])
        more = {}
        if model is not None and name in _READ_BY_MODELS:
            more["consulting"] = _consulting(model, contexts, looks=model.looks_at(name))
        made: Made = maker.make(table=table, as_of=as_of, profile=profile, **more)
        return made
    if ":" in name:
        return _from_factory(name)
    raise BadInput(
        f"There is no agent named {name!r}. Known are {', '.join(AGENT_NAMES)}; "
        "your own is named as package.module:factory.",
        name=name,
    )


def _orchestrator(
    agents: "AgentDirectory | None",
    model: "ModelConfig | None",
    profile: Path | None,
    notes: "Notes | None",
    contexts: "AgentContexts | None",
    *,
    first: str,
) -> "Made":
    if agents is None:
        raise BadInput(
            "The agent 'orchestrator' asks the agents of a desk; here it has nobody to ask.",
            key="nobody_to_ask",
        )
    from agents.models.language_model import LanguageModel
    from agents.orchestrator import maker
    from agents.orchestrator.model_planning import ModelPlanner

    planner = None if model is None else ModelPlanner(LanguageModel(model), contexts)
    runs = None if profile is None else profile / "runs"
    approve = frozenset[str]() if profile is None else maker.approved_agents(profile)
    return maker.make(
        agents, runs=runs, planner=planner, notes=notes, approve=approve,
        comparing=EarlierComparing(), first=first,
    )  # fmt: skip


class EarlierComparing:
    """Compares earlier answers as the data agent does with its own, and when that one would."""

    def asked(self, text: str) -> int | None:
        """Return how many of the newest answers a text asks to compare, 0 for all; else None."""
        from agents.data.dialogue.outcomes import Talk
        from agents.data.dialogue.understanding import understand
        from agents.data.model.schema import Table, TableModel

        if len(text) > _LONGEST_WISH:
            return None
        nothing = TableModel(tables=(Table(name="", columns=()),))
        match understand(text, model=nothing, today=date(2000, 1, 1)).outcome:
            case Talk(about="summary", count=count):
                return count
        return None

    def beside(
        self,
        answers: "Sequence[tuple[str, Mapping[str, Any], Mapping[str, Any]]]",
        language: "Language",
    ) -> "Comparison | None":
        """Put answers beside each other."""
        from agents.answering.grounding import Ungrounded
        from agents.data.answer.earlier import Earlier, different
        from agents.data.answer.synthesis import synthesise
        from agents.orchestrator.earlier import Comparison

        try:
            found = synthesise(different(Earlier(*one) for one in answers), language)
        except Ungrounded:
            return None
        return None if found is None else Comparison(*found)


def _chat(
    model: "ModelConfig | None", profile: Path | None, contexts: "AgentContexts | None"
) -> "Made":
    if model is None:
        raise BadInput(
            "The agent 'chat' talks with a language model, and none is configured: choose one in"
            " the preferences, or set BALANCE_DESK_MODEL (ollama:llama3.2, say).",
            key="no_model",
        )
    from agents.models import chat_agent

    return chat_agent.make(model, profile=profile, contexts=contexts)


def _consulting(
    model: "ModelConfig", contexts: "AgentContexts | None", *, looks: bool
) -> "ConsultingOf":
    from agents.data.agent.proposals.asking import consulting_of
    from agents.models.language_model import LanguageModel
    from agents.models.proposing import ModelProposer

    proposer = ModelProposer(LanguageModel(model))
    return consulting_of(proposer, model.questions, contexts, looks=looks)


def _from_factory(path: str) -> "Made":
    from a2a.server.agent_execution import AgentExecutor

    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    factory = _attribute(path)
    if not callable(factory):
        raise BadInput(f"{path} is not a function that makes an agent.", name=path)
    try:
        executor = factory()
    except DeskError:
        raise
    except Exception as error:
        raise BadInput(
            f"{path}() failed with {type(error).__name__}: {error}", name=path
        ) from error
    if not isinstance(executor, AgentExecutor):
        raise BadInput(
            f"{path}() returned {type(executor).__name__}. It must return an "
            "a2a.server.agent_execution.AgentExecutor.",
            name=path,
        )
    card = getattr(executor, "agent_card", None) or getattr(factory, "agent_card", None)
    return _checked_card(card, path), lambda history: executor


def _attribute(path: str) -> Any:
    module_name, _, attribute = path.partition(":")
    if not module_name or not attribute:
        raise BadInput(
            f"{path!r} does not name an agent. Write it as package.module:factory.", name=path
        )
    try:
        found: Any = importlib.import_module(module_name)
    except Exception as error:
        raise BadInput(
            f"The module {module_name} of {path} cannot be imported: "
            f"{type(error).__name__}: {error}",
            name=path,
        ) from error
    for step in attribute.split("."):
        if not hasattr(found, step):
            where = getattr(importlib.import_module(module_name), "__file__", None) or "built in"
            raise BadInput(
                f"The module {module_name} ({where}) has no {attribute}. If your own is another of"
                " that name, give yours another name.",
                name=path,
            )
        found = getattr(found, step)
    return found


def _checked_card(card: Any, path: str) -> "AgentCard":
    from a2a.types import AgentCard, AgentSkill

    if card is None:
        return AgentCard(
            name=path.partition(":")[2],
            description=f"The agent that {path} makes.",
            version="0",
            # What an executor takes that does not say so is not known: nothing is refused for it.
            default_input_modes=["text/plain", "*/*"],
            default_output_modes=["text/plain", "*/*"],
            skills=[AgentSkill(id="chat", name="Chat", description="Answers.", tags=["chat"])],
        )
    if not isinstance(card, AgentCard):
        raise BadInput(f"The agent_card of {path} is not an a2a.types.AgentCard.", name=path)
    return card
