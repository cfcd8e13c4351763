"""What stands in a message as it was written: quotations, glosses, names with figures or signs."""

import re
from collections.abc import Sequence

from agents.data.grammar.pieces import EXACT, TRANSPARENT, Piece, holding, is_held
from agents.data.language.lexicon import Lexicon
from agents.data.language.units import Unit, begins, normal
from agents.data.model.schema import Table
from app.domain.messages import TABLE_ENDINGS

_NAMING = ("value", "column", "noun", *TRANSPARENT, "ordinary")  # what a gloss may stand behind
_MOST_GLOSSED = 4  # words that what stands in brackets behind them may explain
_WRITTEN = 0.4  # a text that stands in no quotation marks
_SINGLY = re.compile(r"(?<![\w'])['‘]([^'‘’\n]+)['’](?![\w'])")
_NAME = re.compile(r"(?<![A-Za-z\d])[A-Za-z][A-Za-z]*[\d_.:@/-][A-Za-z\d_.:@/-]*(?<![.:/-])")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_FILE = re.compile(r"[^\s\"'“”‘’«»]+\.[A-Za-z][A-Za-z\d]{1,6}(?![A-Za-z\d])")
_DATA = (*TABLE_ENDINGS, ".log")
_OF_FILES = ("noun", *TRANSPARENT)
_OF_TABLE = ("value", "column", "condition", "ordinary", "noun")
_QUOTED = -0.6


def add_quoted(
    text: str, units: Sequence[Unit], starting: dict[int, list[Piece]], table: Table
) -> None:
    """Add what stands in quotation marks: the value that is written so, else a text."""
    marks = [place for place, unit in enumerate(units) if unit.text == '"']
    quoted = [(start, end + 1, start + 1, end)
              for start, end in zip(marks[::2], marks[1::2], strict=False)]  # fmt: skip
    for found in _SINGLY.finditer(text):
        inner = _within(units, *found.span(1))
        quoted += [(inner[0], inner[-1] + 1) * 2] if inner else []
    for start, end, first, last in quoted:
        if first >= last:
            continue
        said = text[units[first].start : units[last - 1].end]
        values = [one._replace(start=start, end=end, cost=_QUOTED) for one in starting[first]
                  if one.type == "value" and one.end == last and one.cost <= EXACT]  # fmt: skip
        starting[start].append(Piece("text", said, start, end, 0.0))
        starting[start] += values or _named(said, table, start, end)


def add_contained(text: str, units: Sequence[Unit], starting: dict[int, list[Piece]]) -> None:
    """Add the word beside one of containing as a text: that contain ssh2, ssh2가 포함된 줄."""
    bare = ("word", "number")
    for start in sorted(starting):
        for piece in [one for one in starting[start] if one.type == "contains"]:
            end = piece.end
            if end < len(units) and units[end].kind in bare:
                last = _token_end(text, units, end)
                said = text[units[end].start : units[last - 1].end]
                starting[end].append(Piece("text", said, end, last, _WRITTEN))
            first = start
            while first > 0 and units[first - 1].kind == "hangul":
                first -= 1
            if first == 0 or units[start].kind != "hangul" or units[first - 1].kind not in bare:
                continue
            last = first
            while first > 0 and not (first < last and _breaks(text, units, first)):
                first -= 1
            said = text[units[first].start : units[last - 1].end]
            starting[first].append(Piece("text", said, first, last, _WRITTEN))


def add_files(
    text: str, units: Sequence[Unit], starting: dict[int, list[Piece]],
    skips: dict[int, tuple[int, ...]], words: Lexicon, table: Table,
) -> None:  # fmt: skip
    """Pass over what says of which file a message is: its name, as files are called (a.csv), and
    what a message begins with before it asks: read the file and, 파일 열어서. The name of another
    file is read as one word, of which no part is meant."""
    own = normal(table.file or table.name)
    for name in _FILE.finditer(text):
        inner = _within(units, *name.span())
        if not inner:
            continue
        start, end = inner[0], inner[-1] + 1
        if own.endswith((normal(name[0]), normal(name[0]).rpartition(".")[0])):
            starting[start] = [Piece(TRANSPARENT[0], "", start, end, _QUOTED)]
        elif is_file(name[0]) and all(one.end < end for one in starting[start]):
            for place in inner:
                starting[place] = []
            skips[start] = (end,)
    end = _opening(units, starting, words)
    if any(unit.kind != "sign" for unit in units[end:]):
        starting[0] = [Piece(TRANSPARENT[0], "", 0, end, 0.0)] if end else starting[0]


def is_file(said: str) -> bool:
    """Whether a word is the name of a file with data."""
    return said.casefold().endswith(_DATA)


def _opening(units: Sequence[Unit], starting: dict[int, list[Piece]], words: Lexicon) -> int:
    """Return where a message goes on that begins with what opens a file; 0 where it does not."""
    place, opens = 0, False
    while place < len(units):
        told = [(end, kind) for end, kinds in words.opening.find(units, place) for kind in kinds]
        end, kind = max(told, default=(place, ""))
        if kind == "then" or (units[place].text in ",:;" and not kind):
            return (end or place + 1) if opens else 0
        small = (one.end for one in starting.get(place, ()) if one.type in _OF_FILES)
        end = max([end, *small])
        if end == place:
            return 0
        opens = opens or kind in ("verb", "opened")
        place = end
        if kind == "opened":  # 열어서
            return place
    return 0


def _token_end(text: str, units: Sequence[Unit], start: int) -> int:
    end = start + 1
    while end < len(units) and not _breaks(text, units, end) and units[end].kind != "hangul":
        end += 1
    while end > start + 1 and units[end - 1].text in "?!,;":
        end -= 1
    return end


def _breaks(text: str, units: Sequence[Unit], place: int) -> bool:
    """Whether blank is between a unit and the one before it, in the message itself."""
    return any(one.isspace() for one in text[units[place - 1].end : units[place].start])


def add_glossed(
    text: str, units: Sequence[Unit], starting: dict[int, list[Piece]], table: Table
) -> None:
    """Let what stands in brackets say what the words before it mean: Busan (부산), 탐지(Found).

    A column keeps its own name before one of its values: medal (gold).
    """
    for place, unit in enumerate(units[1:], 1):
        if "(" not in text[units[place - 1].end : unit.start]:
            continue
        closed = text.find(")", unit.start)
        inside = [
            one for one in starting[place]
            if (one.type in ("value", "column") or is_held(one)) and one.cost <= EXACT
            and units[one.end - 1].end == closed
        ]  # fmt: skip
        first = _word_start(units, place - 1)
        known = [one for one in starting[first] if one.end == place]
        column = any(one.type == "column" and one.cost <= EXACT for one in known)
        if any(one.type not in _NAMING for one in known) or (
            column and any(one.type == "value" for one in inside)
        ):
            continue
        starts = [first]
        while starts[-1] > 0 and len(starts) < _MOST_GLOSSED:
            before = _word_start(units, starts[-1] - 1)
            if any(one.type not in (*TRANSPARENT, "binder") for one in starting[before]):
                break
            starts.append(before)
        for one in inside:
            for far, start in enumerate(starts):
                starting[start].append(one._replace(start=start, cost=one.cost + far * 0.1))


def _word_start(units: Sequence[Unit], place: int) -> int:
    return next(one for one in range(place, -1, -1) if begins(units, one))


def keep_names(
    text: str, units: Sequence[Unit], starting: dict[int, list[Piece]],
    skips: dict[int, tuple[int, ...]], table: Table,
) -> None:  # fmt: skip
    """Read a word with figures or signs within as one, of which no part is meant: primary/DB1.

    It is what it is called in full; else lines that hold it are meant, where they hold its words.
    """
    for found in _NAME.finditer(text):
        inner = _within(units, *found.span())
        if len(inner) < 2:
            continue
        start, end = inner[0], inner[-1] + 1
        whole = [one for one in starting.get(start, ()) if one.end >= end]
        if any(one.type not in _OF_TABLE for one in whole or starting.get(start, [])):  # top10
            continue
        figures = any(unit.kind == "number" for unit in units[start:end])
        whole = whole or _named(found[0], table, start, end)
        if not whole and not figures:
            continue
        for place in inner:
            starting[place] = []
        starting[start], skips[start] = whole, (end,)


def _named(said: str, table: Table, start: int, end: int) -> list[Piece]:
    """Return the condition that rows hold a name, where these are texts that hold its words."""
    words = _WORDS.findall(normal(said))
    piece = holding((normal(said),), table, start, end, _QUOTED)
    known = bool(words) and all(one in table.texts for one in words)
    return [piece._replace(value=piece.value._replace(name=True))] if known else []


def _within(units: Sequence[Unit], start: int, end: int) -> list[int]:
    """Return the units that stand between two places of the message."""
    return [place for place, unit in enumerate(units) if start <= unit.start and unit.end <= end]
