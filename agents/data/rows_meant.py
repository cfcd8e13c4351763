"""A row of the last ranking that a message means is said by its name: 2위는 몇 판, the leader."""

import re
from datetime import date
from typing import NamedTuple

from agents.answering.text.likely import Said
from agents.answering.text.normal import is_hangul, normalise
from agents.data.follow_words import InView
from agents.data.how_it_goes import asks_how_it_goes
from agents.data.lexicon import Lexicon
from agents.data.match.answers.ranked_rows import MOST_RANKED, Ranked
from agents.data.match.compute.frame import Frame
from agents.data.match.model.rivals import met_dimension
from agents.data.places_said import Place, places_said
from agents.data.reading import Reading
from agents.data.scan import Span, scan

_WHO_IS = re.compile(
    r"(?:누구|뭐|무엇|어디|어느\s\S+|무슨\s\S+)"
    r"(?:야|예요|에요|죠|지|니|임|인가\S*|입니까|였\S*)?(?:요)?\W*$"
)
_KINDS = frozenset(["measure", "value", "matchup", "period", "length", "dimension", "grain"])
_DOES = frozenset(["won", "lost", "lost_to", "used", "game_noun", "draw", "trend"])
_BESIDE = frozenset(["versus_between", "versus_after", "toward_after", "compare"])


class Meant(NamedTuple):
    """A message with names for the rows that it meant: dimension and value of each of these.

    `open_` are the words for a place that several rows share.
    """

    text: str
    rows: tuple[tuple[str, str], ...] = ()
    open_: str = ""

    def settle(self, reading: Reading) -> None:
        """Tell a reading that the message points at the last answer's rows."""
        reading.pointed += self.rows
        reading.unknown += [self.open_] if self.open_ else []


def with_rows_meant(
    text: str, previous: Frame | None, ranked: Ranked, lexicon: Lexicon, today: date
) -> Meant:
    """Return a message with the names of the rows of the last ranking that it speaks of.

    "How many games did the top player play?" is about the player who was ranked first. What asks
    for nothing else of that row ("who is the top player on Reef?") ranks anew. Rivals that were
    ranked are meant where the message says so: against the first one.
    """
    if previous is None or len(ranked) != 1:
        return Meant(text)
    ((group, values),) = ranked.items()
    rivals = met_dimension(group, lexicon.model)
    key = rivals or group
    text = Said.of(text)
    found = places_said(text, InView(previous, lexicon), key)
    if not found or (rivals and not all(one.met for one in found)):
        return Meant(text)
    if not _asks(text, found, lexicon, today):
        return Meant(text)
    parts: list[str] = []
    rows, last = [], 0
    for one in found:
        value = _value_at(one.place, values, previous)
        if value == "":
            return Meant(text, (), one.words)
        name = _name(value, key, lexicon) if value is not None else ""
        if value is None or not name:
            return Meant(text)
        parts += [text[last : one.start], one.before, name, one.after]
        rows.append((key, value))
        last = one.end
    return Meant("".join([*parts, text[last:]]), tuple(rows))


def only_meant(spans: list[Span], rows: tuple[tuple[str, str], ...]) -> list[Span]:
    """Return spans of which those that may name a row that was meant name nothing else."""
    return [_only(span, rows) if len(span.terms) > 1 else span for span in spans] if rows else spans


def _only(span: Span, rows: tuple[tuple[str, str], ...]) -> Span:
    meant = tuple(term for term in span.terms if (term.key, term.detail) in rows)
    return span._replace(terms=meant) if meant else span


def _asks(text: str, found: list[Place], lexicon: Lexicon, today: date) -> bool:
    """Whether a message asks for something of the rows that it means."""
    rest, last = "", 0
    for one in found:
        rest, last = f"{rest}{text[last : one.start]} ", one.end
    rest = normalise(f"{rest}{text[last:]}")
    spans = scan(rest, lexicon, today)
    if _WHO_IS.search(rest) and not any(one.met for one in found):
        return False
    kinds = {span.kind for span in spans}
    keys = {t.key for span in spans if span.kind == "operator" and (t := span.term) is not None}
    if keys & _DOES or "measure" in kinds or asks_how_it_goes(normalise(text), 1):
        return True
    if any(one.met for one in found) or (len(found) > 1 and keys & _BESIDE):
        return True
    if any(one.ranks for one in found):
        return False
    if all(span.kind in ("stop", "particle") for span in spans):
        return found[0].place == 1 and not any(map(is_hangul, found[0].words))  # 1위는? ranks
    return bool(kinds & _KINDS or keys & _BESIDE)


def _value_at(place: int, values: tuple[str, ...], previous: Frame) -> str | None:
    """Return what a row is about; None if it was not shown."""
    if place < 0:
        whole = previous.limit is None and len(values) < MOST_RANKED
        return values[-1] if whole and len(values) > 1 else None
    index = place - 1 - previous.skip
    return values[index] if 0 <= index < len(values) else None


def _name(value: str, key: str, lexicon: Lexicon) -> str:
    """Return the words by which a value is known in this table, or ""."""
    dimension = lexicon.model.dimensions[key]
    for words in (dimension.show(value, lexicon.language), value):
        known = lexicon.terms.get(normalise(words), ())
        if any(term.kind == "value" and (term.key, term.detail) == (key, value) for term in known):
            return words
    return ""
