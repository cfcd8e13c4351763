"""Short turns of talk that go on from an answer are put in words that are read as they stand."""

import re
from collections.abc import Callable
from typing import NamedTuple

from agents.answering.text.likely import Late, Likely
from agents.answering.text.normal import normalise
from agents.data.lexicon import Lexicon, Term
from agents.data.match.compute.frame import Filter, Frame

_LONGEST = 120
_MARKS = " \t\n¿?¡!.,…~;:"
_LEAD = re.compile(
    r"(?:(?:and|ok|okay|so|now|then|but|please|can you|could you|y|e|pero|ahora|vale|entonces|pues|"
    r"그럼|그러면|그리고|근데|이제)[\s,]+(?=\S))*",
    re.IGNORECASE,
)
_TAIL = re.compile(r"(?:,?\s(?:please|pls|then|por favor|porfa|entonces|좀|요))+$", re.IGNORECASE)


class InView(NamedTuple):
    """What a turn is read in view of: the last answers' frames and the words of the table."""

    previous: Frame
    lexicon: Lexicon
    earlier: Frame | None = None

    def term(self, words: str) -> Term | None:
        """Return what some words mean in this table as a whole, or None."""
        terms = self.lexicon.terms.get(normalise(words), ())
        return terms[0] if terms else None

    def noun(self, words: str) -> str:
        """Return the dimension or grain that a noun means, in one or in many, or ""."""
        for form in (words, words.removesuffix("s"), words.removesuffix("es")):
            term = self.term(form)
            if term is not None and term.kind in ("dimension", "grain"):
                return term.key
        return ""

    def counts(self, words: str) -> bool:
        """Whether some words name what can be computed: losses, 승수."""
        term = self.term(words)
        return term is not None and term.kind == "measure"

    def value(self, words: str) -> Term | None:
        """Return the value that some words name as a whole, or None."""
        term = self.term(words)
        return term if term is not None and term.kind == "value" else None

    def named(self, words: str) -> Filter | None:
        """Return the condition of the last question that names this value, or None."""
        value = self.value(words)
        for one in self.previous.filters if value is not None else ():
            if value is not None and one.dimension == value.key and value.detail in one.values:
                return one
        return None


Told = Callable[[re.Match[str], InView], str | None]
Holds = Callable[[re.Match[str], InView], bool]
Plain = str | Told


def where(holds: Holds) -> Callable[[str], Told]:
    """Return what makes turns that are taken only where this holds.

    Their plain words may name groups of the match: only {value}.
    """

    def turns(plain: str) -> Told:
        def put(found: re.Match[str], said: InView) -> str | None:
            return plain.format(**found.groupdict()) if holds(found, said) else None

        return put

    return turns


def turn(form: str, plain: Plain) -> tuple[Late, Plain]:
    """Return messages of one form with what they say; a callable's None leaves them alone."""
    return Late(form, re.IGNORECASE), plain


def put_plainly(text: str, said: InView, turns: Likely[Plain]) -> str:
    """Return a message with the first of these turns that it is as a whole in plain words."""
    if len(text) > _LONGEST:
        return text
    bare = text.strip(_MARKS)
    begun = _LEAD.match(bare)
    lead = begun[0] if begun is not None else ""
    bare = _TAIL.sub("", bare[len(lead) :]).strip(_MARKS)
    for form, left in turns.of(bare):
        found = form.fullmatch(bare)
        if found is None:
            continue
        plain = found.expand(left) if isinstance(left, str) else left(found, said)
        if plain is not None:
            return f"{lead}{plain}"
    return text
