"""The meaningful spans of one message, asked by their place."""

from agents.answering.text.likely import Said
from agents.answering.text.worked_out import worked_out
from agents.data.lexicon import Term
from agents.data.scan import Span

_AND = frozenset(
    ["and", "or", "&", "y", "o", "e",
     "와", "과", "랑", "이랑", "하고", "및", "도", "을", "를", "은", "는"]
)  # fmt: skip


class Phrase(list[Span]):
    """The spans of a message and the text that they were cut from; none is added or taken away."""

    def __init__(self, spans: list[Span], text: str) -> None:
        super().__init__(spans)
        self.text = Said.of(text)
        self._kinds = [span.kind for span in spans]
        self._keys = [
            span.terms[0].key if kind == "operator" else ""
            for span, kind in zip(spans, self._kinds, strict=True)
        ]
        self._operators = frozenset(self._keys) - {""}

    @worked_out
    def words(self) -> frozenset[str]:
        """All words of its spans."""
        return frozenset([word for span in self for word in span.text.split()])

    def key(self, index: int) -> str:
        """Return the operator at an index, or ""."""
        return self._keys[index] if 0 <= index < len(self._keys) else ""

    def kind(self, index: int) -> str:
        """Return the kind of the span at an index, or ""."""
        return self._kinds[index] if 0 <= index < len(self._kinds) else ""

    def term(self, index: int) -> Term | None:
        """Return the first meaning of the span at an index, or None."""
        return self[index].term if 0 <= index < len(self) else None

    def beside(self, index: int) -> tuple[str, str]:
        """Return the kinds of the spans before and after."""
        return self.kind(index - 1), self.kind(index + 1)

    def operators(self) -> frozenset[str]:
        """Return all operators."""
        return self._operators

    def adjoin(self, index: int) -> bool:
        """Whether nothing stands between a span and the next one."""
        return not self.text[self[index].end : self[index + 1].start].strip()

    def joined(self, one: int, two: int) -> bool:
        """Whether two neighbours are joined by "and"."""
        left, right = sorted((one, two))
        gap = self.text[self[left].end : self[right].start]
        return bool(set(gap.split()) & _AND)
