"""The lattice of a message: every reading of every phrase, and what may be passed over."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from agents.answering.text.numbers import number_of
from agents.data.grammar import as_written
from agents.data.grammar.pieces import (
    DONE,
    EXACT,
    SUBJECT,
    TRANSPARENT,
    Conditioned,
    Measured,
    Number,
    Piece,
    holding,
    is_held,
    plain,
)
from agents.data.language.lexicon import DEEDS, Lexicon, Sense
from agents.data.language.mending import Mender
from agents.data.language.names import (
    BY_PART,
    ITS_HEADER,
    SAID,
    ColumnOption,
    Name,
    Names,
    ValueOption,
)
from agents.data.language.units import Unit, begins, normal
from agents.data.model.schema import Table
from agents.data.query.query import Test

_INFLECTED = 0.15  # another form of the word than the pack or the table has
_PLURAL = 0.04  # another form of a whole header, which is no farther fetched than a passed word
_BESIDE = 2.5  # options that are so much farther fetched than the best are no options
_CAPITALS = -0.5  # less than what it costs to pass an ordinary word over
_FAR = 0.4  # from this cost on a column or value was heard by a part of its name only
_TELLING_APART = ("each", "top", "ask.which", "ask.one")  # what stands before a kind of thing
_NUMBER, _LITERAL = "num", "="
_WORDS_OF_NAME = 3  # of a misspelt one
_TAILS = ("particle", "also", "each", "plural", "copula", "against", "opinion", "too")
_SYLLABLES = ("light", "ordinary", "particle", "ending")
_SAYING = ("light", "ordinary", "binder", "column", "value", "noun")  # of what is no misspelling
_REFUSING, _LITTLE = ("future", "opinion", "ask"), 0.9  # what a word is hardly a misspelling of
_AS_LINES_SAY = -0.6  # rather than what a word of negation would make of it
_FIXED = ("ask", "recurring")
_OF_TALK = ("summing", "analysis")  # what lines may hold as well
_NONE = 9.0
_OWN_NAME = 0.5  # a name of its own for a figure is meant before what it is put together of
_FETCHED = 1.0  # what a column of rows that are texts is never heard by
_ALL = frozenset((-1,))  # kinds of rows that none is known to be of
_WHOLE = 0.05  # what a whole header of the table costs at most


class Lattice(NamedTuple):
    """What may begin at each unit, and where reading may go on from each.

    `skips` are the units that may be left unread, up to where; `after` where what follows a place
    may begin.
    """

    units: tuple[Unit, ...]
    starting: dict[int, list[Piece]]
    skips: dict[int, tuple[int, ...]]
    after: tuple[tuple[int, ...], ...]
    mended: dict[tuple[int, int], str]


def lattice(
    text: str, units: tuple[Unit, ...], words: Lexicon, names: Names, mender: Mender
) -> Lattice:
    """Return the lattice of a message over a language's words and the names of a table."""
    count = len(units)
    starting: dict[int, list[Piece]] = defaultdict(list)
    ends = _word_ends(units)
    tails = _tails(units, words, names, ends)
    reachable = {place for place in range(count) if begins(units, place)} | set(tails)
    skips: dict[int, tuple[int, ...]] = {}
    mended: dict[tuple[int, int], str] = {}
    for place in range(count):
        if place not in reachable:
            continue
        found = _pieces_at(units, place, words, names)
        if _in_capitals(text, units[place]):
            found = _as_written(found, text, units, names)
        if not _is_known(place, ends[place], tails, found):
            more, near = _meant(units, place, ends[place], tails, words, names, mender)
            found += more
            if near and more:  # its first syllables are no words by themselves
                found = [one for one in found if one.type not in _SYLLABLES or one.end > place + 1]
                mended[(place, more[0].end)] = near
        goes_on = ends[place] < count  # 취소된 주문 takes nothing back
        found = [one for one in found if one.type != "undo" or one.end in tails
                 or not goes_on or begins(units, one.end)]  # fmt: skip
        if units[place].kind == "hangul" and begins(units, place):
            whole = max(
                (
                    one.end
                    for one in found
                    if one.type in ("value", "column")
                    and one.cost <= _PLURAL
                    and one.end in (ends[place], *tails)
                ),
                default=0,
            )
            # 내과 is no "my" and a particle
            found = [one for one in found if one.type not in _SYLLABLES or one.end >= whole]
        starting[place] = found
        for piece in found:
            reachable.add(piece.end)
        if units[place].kind == "hangul":
            end = ends[place]
            skips[place] = (*(one for one in tails if place < one < end), end)
        else:
            skips[place] = (place + 1,)
    for fixed in [one for found in starting.values() for one in found if one.type in _FIXED]:
        if fixed.cost == 0.0 and units[fixed.start].kind == "word":
            for place in range(fixed.start + 1, fixed.end):
                starting[place] = []  # a fixed phrase is not its parts: por qué
    as_written.add_files(text, units, starting, skips, words, names.table)
    as_written.add_quoted(text, units, starting, names.table)
    as_written.add_contained(text, units, starting)
    as_written.add_glossed(text, units, starting, names.table)
    if names.table.texts:
        _leave_kinds(units, starting, words, names)
        as_written.keep_names(text, units, starting, skips, names.table)
    return Lattice(units, starting, skips, _after(units, starting), mended)


def _in_capitals(text: str, unit: Unit) -> bool:
    """Whether a word stands in capitals within a message that does not."""
    said = text[unit.start : unit.end]
    return unit.kind == "word" and len(said) > 1 and said.isupper() and not text.isupper()


def _as_written(found: list[Piece], text: str, units: Sequence[Unit], names: Names) -> list[Piece]:
    """A value in capitals that is written so is meant, though it is an ordinary word: GET, OR. Of
    rows that are texts another word in capitals is none that can be passed over."""
    kept = []
    for piece in found:
        said = text[units[piece.start].start : units[piece.end - 1].end]
        if piece.type == "value" and said in map(str, piece.values[0].values):
            kept.append(piece._replace(cost=min(piece.cost, _CAPITALS)))
        elif piece.type not in ("ordinary", "light") or not names.table.order:
            kept.append(piece)
    return kept


def _is_known(place: int, end: int, tails: list[int], found: list[Piece]) -> bool:
    """Whether a word needs no mending: it is known, in Hangul up to its end or its particles."""
    ended = (one for one in found if one.end >= end or one.end in tails)
    return any(one.type in _SAYING or one.end > place + 1 or one.end == end for one in ended)


def _leave_kinds(
    units: Sequence[Unit], starting: dict[int, list[Piece]], words: Lexicon, names: Names
) -> None:
    """Take no word that rows hold for a condition where it says what they are told apart by (errors
    per broker, which broker, broker별), or is a part of a name (out of memory). By whom something
    was done is none (blocked by spamhaus), nor is by what the top are ranked."""
    longest: dict[int, list[Piece]] = {}
    for piece in (one for place in sorted(starting) for one in starting[place]):
        if piece.end not in longest or longest[piece.end][0].start == piece.start:
            longest.setdefault(piece.end, []).append(piece)  # followed by is no by
    told = {
        end for end, pieces in longest.items() for piece in pieces
        if (piece.type in _TELLING_APART or f"{piece.type}.{piece.value}" in _TELLING_APART)
        and begins(units, piece.start)  # 별 is of what it is written on to
    }  # fmt: skip
    tops = [place for place, pieces in starting.items() if any(one.type == "top" for one in pieces)]
    doers = {end for end in told if words.is_a(units[end - 1], "binder")}
    whole = [
        one for pieces in starting.values() for one in pieces
        if one.type in ("column", "value", "noun") and one.cost <= EXACT
    ]  # fmt: skip
    for place, pieces in starting.items():
        pieces[:] = [
            one for one in pieces if not is_held(one) or not (
                (place in told and not (place in doers and (
                    names.are_names(one.value.words) or any(top < place for top in tops))))
                or _is_kind(units, starting, one.end)
                or any(two.start <= place and one.end <= two.end and two.end - two.start
                       > one.end - place for two in whole)
            )
        ]  # fmt: skip


def _is_kind(units: Sequence[Unit], starting: dict[int, list[Piece]], end: int) -> bool:
    """Whether a word of telling apart is written on to what ends at a unit, or it is asked for."""
    if end >= len(units) or units[end].apart or units[end].kind != "hangul":
        return False
    behind = {two.end for two in starting.get(end, ()) if two.type in TRANSPARENT}
    asked = (two for place in behind for two in starting.get(place, ()))
    return any(one.type == "each" for one in starting.get(end, ())) or any(
        one.type == "ask" and one.value == "which" for one in asked
    )  # fmt: skip


def _meant(
    units: Sequence[Unit], place: int, end: int, tails: list[int], words: Lexicon, names: Names,
    mender: Mender,
) -> tuple[list[Piece], str]:  # fmt: skip
    """Return what a word that nobody knows was meant for, and what it is read as."""
    unit = units[place]
    if unit.kind == "word":
        for last in range(min(len(units), place + _WORDS_OF_NAME), place + 1, -1):
            words_only = all(one.kind == "word" for one in units[place:last])
            if words_only and (name := mender.name(units[place:last])) is not None:
                return _of_names(units, place, last, name[1], names, near=True), name[0]
        if (near := mender.word(unit.text)) is not None:
            other = [*units]
            other[place] = unit._replace(text=near[0], key=words.stem(near[0]))
            again = _pieces_at(other, place, words, names)
            if near[1] > _LITTLE:  # production is no projection
                again = [one for one in again if one.type not in _REFUSING]
            if again:
                return [one._replace(cost=one.cost + near[1]) for one in again], near[0]
        if (short := mender.clipped(unit.text)) is not None:
            return _of_names(units, place, place + 1, short[1], names, near=True), short[0]
        if heard := mender.sounded(unit.text):
            return _of_names(units, place, place + 1, heard, names, near=True), str(heard[0].value)
    elif unit.kind == "hangul":
        for last in _word_parts(units, place, end, tails):
            if heard := mender.sounded("".join(one.text for one in units[place:last])):
                said = str(heard[0].value) or heard[0].text
                return _of_names(units, place, last, heard, names, near=True), said
        for last in _word_parts(units, place, end, tails):
            joined = last - place > 2 and not any(one.apart for one in units[place + 1 : last])
            head = words.heads.get(units[last - 1].text, "") if joined else ""
            alike = names.trie.get([one.key for one in words.units(head)])
            if heard := [one for one in alike if one.cost < BY_PART]:
                return _of_names(units, place, last, heard, names, near=True), head
    return [], ""


def _word_parts(units: Sequence[Unit], place: int, end: int, tails: list[int]) -> list[int]:
    """Return where a name of Hangul may end: with the next word, or before particles."""
    far = end
    while far < len(units) and units[far].kind == "hangul" and (far == end or not units[far].apart):
        far += 1
    found = [far, *(one for one in reversed(tails) if end < one < far)] if far > end else []
    return [*found, end, *(one for one in reversed(tails) if place + 1 < one < end)]


def _word_ends(units: Sequence[Unit]) -> list[int]:
    """Return for each unit where its word of Hangul ends."""
    ends = [place + 1 for place in range(len(units))]
    for place in range(len(units) - 2, -1, -1):
        if units[place].kind == "hangul" and not begins(units, place + 1):
            ends[place] = ends[place + 1]
    return ends


def _tails(units: Sequence[Unit], words: Lexicon, names: Names, ends: list[int]) -> list[int]:
    """Return where particles and their like begin that end a word of Hangul, or a figure that was
    written on to what it is of."""
    found = []
    for place, unit in enumerate(units):
        if unit.kind == "hangul" and not begins(units, place):
            tails = [(end, one.type) for end, said in words.senses.find(units, place)
                     for one in said if one.type in _TAILS]  # fmt: skip
            tails += [(end, one.op) for end, meant in names.trie.find(units, place)
                      for one in meant if one.op == "metric"]  # fmt: skip
            last = ends[place]
            if any(end == last or (end > last and kind == "opinion") for end, kind in tails):
                found.append(place)
    return found


def _pieces_at(units: Sequence[Unit], place: int, words: Lexicon, names: Names) -> list[Piece]:
    found: list[Piece] = []
    unit = units[place]
    inside = place > 0 and not unit.apart
    if unit.kind == "number":
        value = number_of(unit.text, words.decimal)
        if value is not None:
            found.append(Piece("number", Number(value), place, place + 1, 0.0))
            following = units[place + 1] if place + 1 < len(units) else None
            joined = following is not None and not following.apart and isinstance(value, int)
            if joined and following is not None and words.is_a(following, "th"):
                found.append(Piece("ord", str(value), place, place + 2, 0.0))
                found.append(Piece("number", Number(value, place=True), place, place + 2, 0.1))
    for end, senses in words.senses.find(units, place):
        found += _of_senses(units, place, end, senses, inside)
    if inside and units[place - 1].kind == "number" and any(one.type == "mult" for one in found):
        found = [one for one in found if one.type in ("mult", "unit")]  # 5만원 is no "only 5"
    if inside and units[place - 1].kind == "number" and any(one.type == "unit" for one in found):
        found += _of_counters(unit, place, words, names)
    deed = next((str(one.value) for one in found if one.value in DEEDS), "")
    columns: dict[int, Sequence[Name]] = {}
    for end, meant in names.trie.find(units, place):
        columns[end] = meant
        if end == place + 1 and _is_season(units, place):
            columns.setdefault(place + 3, meant)
    for end, meant in columns.items():
        called = _of_names(units, place, end, meant, names)
        if grain := _grain_within(units, place, end, words):
            called = [one._replace(parts=(grain,)) if one.type == "column" else one
                      for one in called]  # fmt: skip
        if any(one.type == "agg" for one in found):  # a header that begins as a figure does
            called = [
                one._replace(cost=one.cost - _OWN_NAME)
                if one.type == "column" and one.cost <= _WHOLE and end > place + 1 else one
                for one in called
            ]  # fmt: skip
        if deed and any(_is_meant(one, names.table) for one in called):  # an account, returned
            found = [one for one in found if one.value != deed]
        found += called
    # Lost parcels, where some are: a value is meant before a word that is passed over.
    told = {one.end for one in found if one.type == "value" and one.cost <= _PLURAL}
    found = [one for one in found if one.type != "ordinary" or one.end not in told]
    heard = {one.end for one in found if one.type in ("column", "value")}
    found = [one for one in found if one.type != "opinion" or one.end not in heard]
    others = [one for one in found if not is_held(one)]
    verb = bool(deed) and {one.type for one in others} == {"ordinary"}
    if any(map(is_held, found)):  # eliminó is no eliminating of what is said
        found = [one._replace(rule=deed) if verb else one for one in found
                 if is_held(one) or one.type in ("value", "column")
                 or not (verb or one.cost == _INFLECTED)]  # fmt: skip
    elif (held := names.held(unit)) and (
        verb or all(one.cost >= _FAR or one.type in _OF_TALK for one in found)
    ):
        said = holding(held, names.table, place, place + 1, SAID)
        found = [said._replace(rule=deed)] if verb else [*found, said]
    counted = max((one.end for one in found if one.type == "many"), default=0)
    found = [one for one in found if one.type != "column" or one.cost < BY_PART
             or one.end >= counted]  # fmt: skip  # the number of orders is no order number
    rows = {one.end for one in found if one.type == "noun" and one.value}
    found = [one for one in found if one.end not in rows or not is_held(one)]
    both = " ".join(one.text for one in units[place : place + 2])
    if " " in both and both in names.table.texts:  # not responding
        found.append(holding((both,), names.table, place, place + 2, _AS_LINES_SAY))
    return found


def _of_counters(unit: Unit, place: int, words: Lexicon, names: Names) -> list[Piece]:
    """Columns that say how many there are of what a number counts: 90점, of 점수."""
    found = []
    for column in names.table.columns:
        rest = column.header.removeprefix(unit.text) if column.kind == "number" else ""
        behind = words.units(rest) if rest != column.header else ()
        if len(behind) == 1 and words.is_a(behind[0], "many"):
            found.append(ColumnOption(column.name, 0.0))
    return [Piece("column", tuple(found), place, place + 1, 0.0)] if found else []


def _is_meant(piece: Piece, table: Table) -> bool:
    """Whether a name is meant before a verb that says nothing: of rows, of what happened, of a
    log."""
    if table.texts:
        return piece.cost <= EXACT
    kind = table.column(piece.columns[0].column).kind if piece.type == "column" else ""
    flag = kind == "yes_no" and piece.cost < BY_PART
    undone = kind == "moment" and table.is_open(piece.columns[0].column)
    called = piece.type == "column" and piece.cost <= _PLURAL  # by its header
    return piece.type == "noun" or called or flag or undone


def _is_season(units: Sequence[Unit], place: int) -> bool:
    """Whether a year goes on with the next one, as seasons are written: 2015/16."""
    following = units[place + 1 : place + 3]
    if len(following) < 2 or following[0].text not in ("/", "-") or units[place].kind != "number":
        return False
    year, next_year = units[place].text, following[1].text
    digits = year.isdigit() and next_year.isdigit() and (len(year), len(next_year)) == (4, 2)
    return digits and (int(year) + 1) % 100 == int(next_year)


def _of_senses(
    units: Sequence[Unit], start: int, end: int, senses: Sequence[Sense], inside: bool
) -> list[Piece]:
    found = []
    text = " ".join(unit.text for unit in units[start:end])
    exact = any(sense.text == text for sense in senses)
    for sense in senses:
        if sense.type in ("particle", "ending") and not inside:
            continue
        if sense.text != text and exact:
            continue
        cost = 0.0 if sense.text == text else _INFLECTED
        if sense.type == _NUMBER and inside and units[start - 1].kind == "number":
            continue  # 30세 is no 30 and 3
        if sense.type == _NUMBER:
            found.append(Piece("number", Number(plain(float(sense.value))), start, end, cost + 0.1))
        else:
            found.append(Piece(sense.type, sense.value, start, end, cost))
    return [*dict.fromkeys(found)] if len(found) > 1 else found  # several forms of one


def _grain_within(units: Sequence[Unit], start: int, end: int, words: Lexicon) -> Piece | None:
    """The grain of time that words of a name say: hire year, 입사 연도; any date has days."""
    for place in range(start, end):
        for stop, senses in words.senses.find(units, place):
            for sense in senses if stop <= end and stop - place < end - start else ():
                if sense.type == "grain" and sense.value != "day":
                    return Piece("grain", sense.value, place, stop, 0.0)
    return None


def _of_names(
    units: Sequence[Unit], start: int, end: int, meant: Sequence[Name], names: Names, *,
    near: bool = False,
) -> list[Piece]:  # fmt: skip
    found: list[Piece] = []
    columns: dict[str, float] = {}
    values: dict[tuple[str, str], tuple[float, list[str]]] = {}
    text = " ".join(unit.text for unit in units[start:end] if unit.kind != "sign")
    whole, nouns, called = True, _NONE, ""
    done: set[str] = set()  # columns of days that are heard by what was done on them
    if units[start].kind == "hangul" and end < len(units) and not begins(units, end):
        whole = units[end].kind != "hangul"
    for name in meant:
        inflected = _INFLECTED if name.op or name.cost else _PLURAL
        cost = name.cost + (0.0 if near or name.text == text else inflected)
        if names.table.texts and cost >= _FETCHED:
            continue  # a word of lines rather than a part of what a column is about
        if name.op == "contains" and not near and name.text != text:
            continue  # launches are not what is within Launch Complex
        if name.op == "metric":
            metric = Measured("metric", metric=name.column)
            found.append(Piece("measure", metric, start, end, cost - _OWN_NAME))
            continue
        if name.op == "not":
            own = names.table.column(name.column)
            no = False if own.stored == "boolean" else (own.false or "false")
            op, value = ("!=", name.value) if name.value else ("=", no)
            without = Test.model_validate({"column": own.name, "op": op, "values": (value,)})
            found.append(Piece("condition", Conditioned(without, own.name), start, end, cost))
            continue
        if name.op == "says":
            held = str(name.value).split("\n")
            found.append(holding(held, names.table, start, end, cost))
            continue
        if name.op == "noun":
            nouns, called = min(nouns, cost), name.column or called
            continue
        if name.op:
            key = name.column, name.op
            old = values.get(key)
            if old is None or cost < old[0]:
                values[key] = cost, [str(name.value)]
            elif cost == old[0]:
                old[1].append(str(name.value))
        else:
            if _is_deed(name, text, names.table):
                cost = max(cost, EXACT)
                done.add(name.column)
            columns[name.column] = min(columns.get(name.column, 9.0), cost)
    amount = min((cost for one, cost in columns.items() if one in names.amounts), default=_NONE)
    amount = amount if amount > ITS_HEADER and nouns < _NONE else _NONE
    if nouns < _NONE and amount == _NONE:
        found.append(Piece("noun", called, start, end, nouns))
    short = 0.3 if not whole and end - start == 1 else 0.0
    if columns:
        best = min(columns.values())
        options = sorted(
            (ColumnOption(*one) for one in columns.items() if one[1] <= best + _BESIDE),
            key=lambda one: one.cost,
        )
        deed = any(one.column in done for one in options if one.cost <= options[0].cost)
        rule = SUBJECT if amount == best else DONE if deed else ""
        found.append(Piece("column", tuple(options), start, end, best + short, rule))
    if values:
        picked: dict[str, ValueOption] = {}
        for (column, op), (cost, said) in values.items():
            told = tuple(dict.fromkeys(said))
            option = ValueOption(column, "in" if op == "=" and told[1:] else op, told, cost)
            if column not in picked or cost < picked[column].cost:
                picked[column] = option
        best = min(option.cost for option in picked.values())
        ordered = sorted(picked.values(), key=lambda one: one.cost)
        found.append(Piece("value", tuple(ordered), start, end, best + short))
    return found


def _is_deed(name: Name, text: str, table: Table) -> bool:
    """Whether a word is no day, but what was done on it: orders, of Ordered and of Order date."""
    column = table.column(name.column)
    begins_it = name.cost >= BY_PART and normal(column.header).startswith(name.text)
    return column.kind == "moment" and (begins_it or not text.startswith(name.text))


def _after(units: Sequence[Unit], starting: dict[int, list[Piece]]) -> tuple[tuple[int, ...], ...]:
    """Return where what follows may begin, transparent words and quotation marks left aside."""
    count = len(units)
    after: list[tuple[int, ...]] = [()] * (count + 1)
    halves = {one.end for begun in starting.values() for one in begun
              if one.type == "also" and one.end < count and units[one.end].apart}  # fmt: skip
    for place in range(count, -1, -1):
        found = [place]
        for piece in starting.get(place, ()):
            if piece.type in TRANSPARENT and piece.end not in halves:
                found += [one for one in after[piece.end] if one not in found]
        if place < count and units[place].text == '"':  # after "Song I Hate"
            found += [one for one in after[place + 1] if one not in found]
        after[place] = tuple(found)
    return tuple(after)
