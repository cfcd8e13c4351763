"""So many sets are a number of them, where a column has it: 3세트까지 간 경기."""

import re

from agents.data.match.model.semantic_model import SemanticModel

_KEY = "sets"
_FORM = re.compile(
    r"(?<!\S)(?P<count>[1-7])\s?세트(?:까지\s?(?:간|갔던|가는|끌고\s?간))?"
    r"(?!\s?(?:수|이상|이하|미만|초과|넘|마다|별))"
)


def with_sets(text: str, model: SemanticModel) -> str:
    """Return a question with 3세트 as the number of sets, where the table counts the sets."""
    if "세트" not in text or _KEY not in model.dimensions:
        return text
    return _FORM.sub(r"\g<count> sets", text)
