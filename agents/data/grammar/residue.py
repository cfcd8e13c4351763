"""What is left unread: words that cannot narrow a question, and words that might.

A number, a name in capitals, a text in quotation marks, a noun that a preposition or a particle
binds might narrow; other unknown words (verbs, what a row is called) are passed over and shown, but
where rows are texts: there they may tell what happened.
"""

from collections.abc import Collection, Sequence
from unicodedata import normalize

from agents.data.grammar.as_written import is_file
from agents.data.grammar.chart import Reading
from agents.data.grammar.lattice import Lattice
from agents.data.language.lexicon import Lexicon
from agents.data.language.units import Unit

_HEARD_BY_PART = 0.4


def residue(
    text: str, lattice: Lattice, reading: Reading, words: Lexicon, texts: Collection[str]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Return the runs of units that might narrow, and those that are passed over; `texts` are words
    of rows, where these are texts."""
    narrowing, passed = [], []
    for start, end in _runs(reading.unread):
        if _in_a_name(reading, start, end):
            continue
        if texts or narrows(text, lattice.units, start, end, words, reading):
            narrowing.append((start, end))
        else:
            passed.append((start, end))
    return tuple(narrowing), tuple(passed)


def _in_a_name(reading: Reading, start: int, end: int) -> bool:
    """Whether a word stands beside a value that was heard by another of its words."""
    for piece in reading.pieces:
        beside = start == piece.end or end == piece.start
        if beside and piece.type == "value" and piece.cost >= _HEARD_BY_PART:
            return len(str(piece.values[0].values[0]).split()) > 1
    return False


def _runs(unread: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return unread units, those that follow each other as one."""
    runs: list[tuple[int, int]] = []
    for start, end in unread:
        if runs and runs[-1][1] == start:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def narrows(
    text: str, units: Sequence[Unit], start: int, end: int, words: Lexicon, reading: Reading
) -> bool:
    """Whether an unread run may be a name that narrows what is asked for."""
    first, inside = units[start], start > reading.run[0]
    if any(unit.kind == "number" for unit in units[start:end]):
        return True
    if inside and _is_joined(units[start - 1], first):
        return True
    if first.kind == "hangul":
        if any(one.type == "many" and one.start == end for one in reading.pieces):
            return False  # what is counted
        following = units[end] if end < len(units) else None
        topic = following is not None and not following.apart and words.is_a(following, "topic")
        topic = topic or (following is not None and words.is_a(following, "among"))
        if topic and any(one.end in (start, start - 1) for one in reading.pieces):
            return False  # what rows are called, behind what tells them apart
        return not is_verb(units, start, end, words)
    if is_file(text[first.start : units[end - 1].end]):
        return True
    written = text[first.start : first.end]
    shouting = text.isupper() and sum(unit.kind == "word" for unit in units) > 1
    if written[:1].isupper() and not shouting and (inside or written[1:2].isupper()):
        return True
    if not inside:
        return False
    before = units[start - 1]
    if before.kind == "sign":
        return before.text == '"'
    back = start - 1
    while back > reading.run[0] and words.is_a(units[back], "light"):
        back -= 1
    return words.is_a(units[back], "binder")


def _is_joined(before: Unit, unit: Unit) -> bool:
    """Whether a word goes on with what was heard, and so is of its name: variant_d."""
    return not unit.apart and unit.kind == "word" and before.kind in ("word", "number")


def is_verb(units: Sequence[Unit], start: int, end: int, words: Lexicon) -> bool:
    """Whether a word ends as verbs do."""
    said = "".join(unit.text for unit in units[start:end])
    if words.verbal_coda and words.verbal_coda in normalize("NFD", said):
        return True
    return any(said.endswith(one) and len(said) > len(one) for one in words.verbal)
