"""A model wants to call what may touch anything: the person is shown the call, and allows it.

What waits is kept in the run of the turn (a note of SharedStorage), so that the answer may come
after a restart.
"""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, cast

from a2a.types import Part, Task

from agents.answering import artifacts
from agents.answering.text.language import Language
from agents.models.chat_words import chat_words
from agents.storage.truncation import FOR_PEOPLE, cut_middle
from app.domain.messages import QUESTION_MEDIA_TYPE

if TYPE_CHECKING:
    from pydantic_ai import DeferredToolRequests, DeferredToolResults
    from pydantic_ai.messages import ModelMessage

SLOT: Final = "permission"
NOTE: Final = "permission"
_SHOWN: Final = 1_500

Answer = Literal["once", "always", "no"]


class ToolCall(NamedTuple):
    """One call that a model wants: its id, `tool.action`, and its arguments as JSON."""

    call_id: str
    name: str
    arguments: str


class PausedTurn(NamedTuple):
    """What a turn waits with: the calls, and what was said between it and the model until then."""

    calls: tuple[ToolCall, ...]
    messages: str

    def value(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"calls": [list(one) for one in self.calls], "messages": self.messages}

    def said(self) -> "list[ModelMessage]":
        """Return the messages as pydantic-ai has them."""
        from pydantic_ai.messages import ModelMessagesTypeAdapter

        return ModelMessagesTypeAdapter.validate_json(self.messages)

    def results(self, answer: Answer, words: str = "") -> "DeferredToolResults":
        """Return what the person answered, for the model; `words` are what they said beside it."""
        from pydantic_ai import DeferredToolResults, ToolDenied

        told = "The person did not allow this call." + (f" They said: {words}" if words else "")
        allowed: bool | ToolDenied = ToolDenied(told) if answer == "no" else True
        return DeferredToolResults(approvals={one.call_id: allowed for one in self.calls})


def waiting_of(
    asked: "DeferredToolRequests", messages: bytes, names: Mapping[str, str]
) -> PausedTurn:
    """Return what waits; `names` gives for each name that a model knows its `tool.action`."""
    calls = tuple(
        ToolCall(
            part.tool_call_id,
            names.get(part.tool_name, part.tool_name),
            json.dumps(part.args_as_dict(), ensure_ascii=False),
        )
        for part in asked.approvals
    )
    return PausedTurn(calls, messages.decode("utf-8"))


def waiting_from(value: object) -> PausedTurn | None:
    """Read it back from a run's note; of another version nothing is."""
    match value:
        case {"calls": list(calls), "messages": str(messages)}:
            try:
                return PausedTurn(tuple(ToolCall(*map(str, one)) for one in calls), messages)
            except TypeError:
                return None
        case _:
            return None


def run_of(task: Task) -> str:
    """Return the id of a task's run, "" where it has none."""
    found = artifacts.data_of(task, "steps")
    return str(found["run"]) if found is not None and found.get("run") else ""


def question(waiting: PausedTurn, language: Language) -> Sequence[Part]:
    """Return the question whether the calls may be made, with what would be called and with what.

    Arguments stand in code blocks: what a model writes is no markup.
    """
    lines = [chat_words(language, "may_call")]
    for call in waiting.calls:
        shown = cut_middle(_indented(call.arguments), _SHOWN, mark=FOR_PEOPLE).replace("```", "'''")
        lines.append(f"`{call.name}`\n\n```json\n{shown}\n```")
    choices = [
        {"value": one, "label": chat_words(language, f"may_{one}")}
        for one in ("once", "always", "no")
    ]
    asked = {"slot": SLOT, "choices": choices, "multi": False}
    return [Part(text="\n\n".join(lines)), artifacts.json_part(asked, QUESTION_MEDIA_TYPE)]


def answered(choice: tuple[str, str] | None) -> Answer:
    """Return what was chosen; no typed word allows anything."""
    if choice is not None and choice[0] == SLOT and choice[1] in ("once", "always"):
        return cast("Answer", choice[1])
    return "no"


def _indented(arguments: str) -> str:
    return json.dumps(json.loads(arguments), ensure_ascii=False, indent=2)
