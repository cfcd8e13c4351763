"""An answer as the parts of A2A artifacts."""

from typing import Any

from a2a.types import Part

from agents.answering.artifacts import MARKDOWN, VEGA_LITE, json_part, sql_part
from agents.answering.source import statement_text
from agents.answering.text.language import Language
from agents.data.answer import artifacts
from agents.data.answer.additions import additions_to
from agents.data.answer.answering import WrittenAnswer
from agents.data.answer.chips import chips_of
from agents.data.answer.narrowing import narrowing
from agents.data.dataset import Dataset


def parts_of(
    answered: WrittenAnswer, dataset: Dataset, language: Language, **understood: Any
) -> list[tuple[str, Part]]:
    """Return the artifacts of an answer, by name, in the order of the contract.

    `understood` goes into the `frame`: assumptions, words passed over, what was carried over.
    """
    computed, written = answered.computed, answered.written
    chips = chips_of(computed.query, dataset.model, language)
    narrow = narrowing(computed, answered.chart, dataset.model, language)
    additions = additions_to(computed.query, dataset.model, language)
    frame = artifacts.frame_of(
        computed, chips, written, language, narrow=narrow, additions=additions, **understood
    )
    source = dataset.source
    found = [
        ("frame", json_part(frame)),
        ("answer", Part(text=written.text, media_type=MARKDOWN)),
        ("result", json_part(artifacts.result_of(computed, written, source, dataset.model))),
        ("query", sql_part(statement_text(computed.sql, source))),
    ]
    if answered.chart is not None:
        found.append(("chart", json_part(answered.chart, VEGA_LITE)))
    denoted = artifacts.denotation_of(computed)
    if denoted is not None:
        found.append(("denotation", json_part(denoted)))
    return found
