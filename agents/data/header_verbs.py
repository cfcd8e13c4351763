"""A verb that a header has too says no more of its value: start on attack, of `start_side`."""

from agents.data.column_names import tokens
from agents.data.model import SemanticModel
from agents.data.scan import Span

_NEAR, _LONG = 4, 4
_BEGINNING = ("start", "begin", "began", "initial", "empez", "empiez", "comenz", "comienz", "inici",
              "arranc", "시작")  # fmt: skip


def without_header_verbs(spans: list[Span], model: SemanticModel) -> list[Span]:
    """Return the spans without words of the header of a value that is named near them."""
    found = []
    for place, span in enumerate(spans):
        open_ = span.kind == "unknown" or (
            span.term is not None and span.term.kind == "operator"
            and span.term.key == "since_before"
        )  # fmt: skip
        near = spans[max(0, place - _NEAR) : place + _NEAR + 1] if open_ else []
        if not any(_says(span.text, one, model) for one in near):
            found.append(span)
    return found


def _says(word: str, value: Span, model: SemanticModel) -> bool:
    """Whether a word is a form of a word of the header of a value."""
    term = value.term
    if term is None or term.kind != "value" or term.key not in model.dimensions:
        return False
    said = {token for column in model.dimensions[term.key].columns for token in tokens(column)}
    begins = word.startswith(_BEGINNING) and any(one.startswith(_BEGINNING) for one in said)
    return begins or any(len(one) >= _LONG and word.startswith(one) for one in said)
