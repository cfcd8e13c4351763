"""A model proposes how a question about a table is to be understood; nothing else of it is used."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from agents.models.language_model import LanguageModel

_TASK = """\
You read a question about a table of matches, written in Korean, English or Spanish, and say how it
is to be understood, as a frame. Use only measures, groupings, dimensions and values that the table
has, spelled exactly as listed. What the person asked to remember (`remembered`) says what words
such as "my race" mean. Never answer the question, never write figures of your own. If the question
asks for an opinion, a forecast, or something that the table does not hold, answer with
understood = false and no frame."""
_MOST = 24_000


class Proposal(BaseModel):
    """What the model says: a whole frame, or that the question is none for this table."""

    model_config = ConfigDict(extra="forbid")

    understood: bool
    frame: dict[str, Any] | None = Field(
        default=None, description="the frame, by the schema that is given with the table"
    )


class FrameProposer:
    """Implements the data agent's `Proposer` with a language model."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def __call__(
        self, question: str, table: Mapping[str, Any], last: Mapping[str, Any] | None
    ) -> Mapping[str, Any] | None:
        """Return the frame that the model proposes, unchecked, or None."""
        material = json.dumps(
            {"question": question, "last_frame": last, "table": table}, ensure_ascii=False
        )
        answer = await self._model.fill(Proposal, task=_TASK, material=material[:_MOST])
        return answer.frame if answer.understood else None
