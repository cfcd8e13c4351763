"""A word that is not understood: which name it may be, or that the message is declined for it."""

import re

from agents.answering.text.normal import as_written, normalise
from agents.data.lexicon import Lexicon, quantity_of
from agents.data.match.compute.frame import Frame
from agents.data.merge import merge
from agents.data.outcomes import Ask, Decline, Outcome
from agents.data.parts_of_names import begun_by, heard_as
from agents.data.reading import Reading
from agents.data.rows_asked import add_groups
from agents.data.spelling import guess, is_misspelt

_SHORT = 3  # letters
_MOST_CLOSE = 12
_EACH = (
    r"(?:\b(?:each|every|per|cada|segun)|(?<!\S)각|(?<!ed )(?<!won )(?<!wins )(?<!games )\bby"
    r"|(?<![ai]do )(?<![ai]da )(?<!dos )(?<!das )\bpor)\s(?:the\s|el\s|la\s|los\s|las\s)?"
)
_EACH_KO = ("별", "별로", "마다")


def not_known(
    reading: Reading, previous: Frame | None, lexicon: Lexicon, text: str, *, trend: str
) -> Outcome:
    """Return what to say of a message that has a word which is not understood.

    It is asked which of a few names was meant, if it may be one of them; else the message is
    declined, with what was understood of it, in case the word is said again in another way.
    """
    model, word = lexicon.model, reading.unknown[0]
    if any(quantity_of(term, model) for term in lexicon.terms.get(word, ())):
        return Decline("quantity", as_written(word, text))
    known = word in lexicon.terms  # it was understood, but asks for what nothing computes
    close = () if known else guess(word, lexicon).close
    close = tuple(term for term in close if term.kind == "value")
    if not (known or close) and len(word) > _SHORT and word.isascii() and word[-1] == "s":
        found = guess(word[:-1], lexicon).close  # druids
        close = tuple(term for term in found if term.kind == "value")
    shown = as_written(word, text)
    heard = () if known or close else heard_as(word, text, lexicon)
    begun = () if known else begun_by(word, lexicon)
    close = begun if len(begun) > 1 else close or begun or heard
    few = len(begun) > 1 or 1 < len({term.detail for term in close}) <= 6
    computed = reading.measure is not None or previous is not None
    few = few or (computed and len(close) == 1 and is_misspelt(word, close[0].detail))
    if few or (close and close == heard and not reading.empty):
        reading.unknown.remove(word)
        if not reading.unknown:
            add_groups(reading, previous, model, trend=trend)
            return Ask(merge(previous, reading, model), "meaning", shown, close)
    if reading.empty and not close and len(reading.unknown) > 1:
        return Decline("unclear")
    kept = None
    completed = len(reading.unknown) == 1 and not _groups(word, text)
    if not known and completed and reading.measure is not None:
        add_groups(reading, previous, model, trend=trend)
        kept = merge(None, reading, model)  # of whom nobody was understood
    return Decline("word", shown, close[:_MOST_CLOSE], kept=kept)


def _groups(word: str, text: str) -> bool:
    """Whether rows are asked for by a word, so that no value stands for it: in each foxfield."""
    said = normalise(text)
    return word.endswith(_EACH_KO) or re.search(_EACH + re.escape(word), said) is not None
