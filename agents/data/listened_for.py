"""Which names of a table, and which parts of them, are listened for in words of Hangul."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Set
from typing import TypeVar

from agents.answering.text.normal import is_hangul, normalise
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.sounds.transliteration import Sounds
from agents.data.value_names import forms_of, written_out

_LONG_PIECE, _SHORTEST_PIECE, _LONGEST_CODE, _MOST_OWNERS = 5, 4, 4, 6
_SHORT_WORD, _JOINTS = 2, "와과의"
_CODE, _VOWELS = 3, "aeiouy"
T = TypeVar("T")
BETWEEN = re.compile(r"[\s/&+.]+")
"""What stands between the words of a name."""


def pieces_of(values: Mapping[str, tuple[T, ...]], nouns: Set[str]) -> dict[str, frozenset[T]]:
    """Return the words, and the initials, of longer names, each with what the names mean.

    CM is Crystal Maiden; numbers and the `nouns` of headers are no such words.
    """
    found: dict[str, set[T]] = defaultdict(set)
    for surface, meanings in values.items():
        pieces = BETWEEN.split(surface)
        if len(pieces) == 1:
            continue
        initials = "".join(piece[:1] for piece in pieces)
        if initials.isascii() and initials.isalpha():
            found[initials].update(meanings)
        for piece in pieces:
            for part in (piece, _joined(piece)):
                if part and not part.isdigit() and part not in nouns:
                    found[part].update(meanings)
    return {piece: frozenset(meanings) for piece, meanings in found.items()}


def _joined(piece: str) -> str:
    """Return a Korean word of a name without what joins it to the next one: 누누와 윌럼프."""
    joined = len(piece) > _SHORT_WORD and is_hangul(piece[0]) and piece[-1] in _JOINTS
    return piece[:-1] if joined else ""


def sounds_of(
    model: SemanticModel,
    named: Set[str],
    known: Collection[str],
    nouns: Set[str],
    pieces: Mapping[str, Collection[object]],
) -> Sounds:
    """Return how the names of a table sound.

    `named` are the surfaces that mean one value, `known` all other surfaces, `nouns` what
    kinds of things are called, and `pieces` the words of longer names with the values that have
    them. A word, or words in a row, stand for a name where no other has them. Brief ones (the Ruud
    of Casper Ruud) and nouns must sound exactly so.
    """
    found = Sounds()
    apart: set[str] = set()
    runs: dict[str, set[str]] = defaultdict(set)
    for key, dimension in model.dimensions.items():
        for value in () if dimension.fixed else dimension.values:
            surface = normalise(value)
            code = value.isupper() and len(value) < _LONGEST_CODE
            if surface in named and surface.isascii() and not code:
                found.add(surface)
                for full in written_out(surface):  # Saint Louis of St. Louis
                    if full in named:
                        found.add(full)
            for run in _runs(surface):
                runs[run].add(f"{key}={value}")
            apart.update(*(BETWEEN.split(form) for form in forms_of(value)))
    for run, having in runs.items():
        if len(having) == 1 and run not in known:
            found.add(run)
    for piece, owners in pieces.items():
        alone = len(owners) == 1 and piece not in known and piece in apart
        if not (alone and piece.isascii() and piece.isalnum()):
            continue
        if len(piece) >= _LONG_PIECE and piece not in nouns:
            found.add(piece)
        elif piece.isalpha() and (len(piece) >= _SHORTEST_PIECE or _is_said(piece)):
            found.add(piece, exact=True)
    return found


def _is_said(piece: str) -> bool:
    """Whether three letters are a word of two syllables, as Kia is, and no code."""
    return len(piece) == _CODE and sum(letter in _VOWELS for letter in piece) > 1


def shared_sounds(known: Collection[str], pieces: Mapping[str, Collection[object]]) -> Sounds:
    """Return how the words sound that a few longer names share: the Gibraltar of two maps."""
    few = (piece for piece, owners in pieces.items() if 1 < len(owners) <= _MOST_OWNERS)
    return Sounds(p for p in few if len(p) >= _LONG_PIECE and p.isascii() and p not in known)


def _runs(surface: str) -> list[str]:
    """Return the first words, and the last, of a name of three words and more: San Francisco."""
    words = surface.split(" ") if surface.isascii() else []
    middle = range(2, len(words) if all(len(word) > 1 for word in words) else 0)
    return [" ".join(words[:n]) for n in middle] + [" ".join(words[-n:]) for n in middle]
