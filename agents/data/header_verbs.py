"""A verb that a header has too says no more of its value: start on attack, of `start_side`."""

from agents.data.match.model.semantic_model import SemanticModel
from agents.data.scan import Span
from agents.data.tables.header_words import tokens

_NEAR, _LONG = 4, 4
# Each with the verbs and nouns of one thing: what of them a header has, all may be said for.
_ALIKE = (
    ("start", "begin", "began", "initial", "empez", "empiez", "comenz", "comienz", "inici",
     "arranc", "시작"),
    ("refere", "umpir", "officiat", "arbitr", "juez", "jueces", "pita", "pito", "dirigi", "dirige",
     "심판", "주심"),
    ("coach", "manag", "train", "entren", "dirigi", "dirige", "감독", "코치", "지휘"),
)  # fmt: skip


def without_header_verbs(spans: list[Span], model: SemanticModel) -> list[Span]:
    """Return the spans without words of the header of a value that is named near them."""
    return [
        span for place, span in enumerate(spans)
        if not _is_open(span) or not any(
            _says(span.text, one, model)
            for one in spans[max(0, place - _NEAR) : place + _NEAR + 1]
        )
    ]  # fmt: skip


def _is_open(span: Span) -> bool:
    """Whether a word may be a verb of a header: an unknown one, or "starting"."""
    kind = span.kind
    return kind == "unknown" or (kind == "operator" and span.terms[0].key == "since_before")


def _says(word: str, value: Span, model: SemanticModel) -> bool:
    """Whether a word is a form of a word of the header of a value."""
    term = value.term
    named = term is not None and term.kind in ("value", "dimension")
    if term is None or not named or term.key not in model.dimensions:
        return False
    said = {token for column in model.dimensions[term.key].columns for token in tokens(column)}
    alike = any(
        word.startswith(forms) and any(one.startswith(forms) for one in said) for forms in _ALIKE
    )
    if term.kind == "dimension":
        return alike  # but teammates are no verb of teams
    return alike or any(len(one) >= _LONG and word.startswith(one) for one in said)
