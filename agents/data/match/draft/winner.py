"""Which column tells who won, and by which values; what cannot be told becomes a question."""

import re

from agents.answering.text.packs import word_set
from agents.data.match.draft.pairs import Pairs, is_won_lost, side_keys
from agents.data.match.model.column_names import called, dimension_key
from agents.data.match.model.look import Look
from agents.data.match.model.no_games import NoGames
from agents.data.match.model.outcome import DRAWN, is_condition, read_outcome, says_yes_or_no
from agents.data.match.model.semantic_model import RESULT_NAMES, Winner
from agents.data.match.model.side_words import side_word, sides_in
from agents.data.tables.header_words import named_by_id, tokens
from agents.data.tables.profile import LISTED, Column, TableProfile
from agents.data.tables.quoting import literal, quoted

_POINTS = re.compile(
    r"goal|score|point|round|set|win|won|result|victor|frame|leg|골|득점|점수|승|결과|세트|스코어|"
    r"gol|punto|marcador|frag|gan|exito|juegos|tocad|toque|touch|tanto|carrera|canasta|puntaje|"
    r"basket|^runs?$|^hits?$|유효타|득|타점",
    re.IGNORECASE,
)
_DECISIVE = (
    re.compile(r"win|won|result|victor|승|결과|gan|exito", re.IGNORECASE),
    re.compile(r"set|frame|leg|map|세트", re.IGNORECASE),
    re.compile(r"score|goal|point|득점|점수|골|스코어|gol|punto|marcador", re.IGNORECASE),
)
_SCORE = re.compile(r"\s*\d{1,3}\s?(-|–|:)\s?\d{1,3}\s*")
_SHORT_POINTS = word_set("s sc pts")
_STRANGE = 0.02  # of the rows, whose winner is neither side
# Where W and B tell who won, a letter beside them tells that nobody did: T for tablas.
_DRAWN_LETTERS = ("d", "t", "e", "x", "r", "u", "0", "=", "/", "½")
_FIRST = (
    "1",
    "1-0",
    "1.0",
    "player 1",
    "player1",
    "p1",
    "1p",
    "team 1",
    "team1",
    "a",
    "first",
    "left",
)
_SECOND = ("2", "-1", "0-1", "0.0", "player 2", "player2", "p2", "2p", "team 2", "team2", "b",
           "second", "right")  # fmt: skip


_LOSER_NAMES = re.compile(
    r"(?<![a-z])(loser|lost|losing|defeated)(?![a-z])|perdedor|perdio|pierde|vencid[oa]|derrotad|"
    r"패자|패배|진[ _]?(쪽|팀|선수|종족)", re.IGNORECASE,
)  # fmt: skip
_INDEX = re.compile(r"idx|index|slot|indice|순번", re.IGNORECASE)
_NEVER_WINNER = word_set(
    "map patch season region server league country tournament stage round mode tier surface "
    "opening type"
)
_REMARKS = word_set(
    "note notes memo memos remark remarks comment comments caster casters link url vod video 비고 "
    "메모 참고 코멘트 특이사항 해설 링크 nota notas comentario comentarios observacion "
    "observaciones "
    "enlace narrador"
)
_NO_WINNER = re.compile(
    r"queue|ladder|kind|type|format|categor|level|division|group|season|year|month|date|venue|court|sheet|"
    r"weather|clima|cola|formato|nivel|grupo|sede|cancha|날씨|형식|등급|조$|장소|경기장|종류|유형|tipo",
    re.IGNORECASE,
)
# Seasons, versions, days and moments, lengths, and numbers beyond those of sides and points.
_NO_WINNER_VALUE = re.compile(
    r"v?\d+\.\d[\d.]*[a-z]?|\d{4}([-/.]\d{1,4})*( .*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|"
    r"\d+:[\d:]+|[3-9]|-?\d{2,}", re.IGNORECASE,
)  # fmt: skip


def of_two_sides(
    table: TableProfile,
    pairs: Pairs,
    look: Look,
    ids: tuple[tuple[Column, Column], ...] = (),
) -> tuple[Winner | None, set[str]]:
    """Return who won in a table with two sides per row, and all columns that tell nothing else.

    The winner is None if no column tells; `ids` are pairs of columns with the sides' ids. Raises
    `NoGames` where several columns tell different things, or one does not say of which side it
    speaks.
    """
    if is_won_lost(pairs.tokens):
        return Winner(), set()
    # A number of either side (sets won, 0 or 1) says who won by being compared with its rival.
    taken = {n for found in (pairs.texts, pairs.numbers) for pair in found.values() for n in pair}
    taken |= {column.name for pair in ids for column in pair}
    columns = [c for c in table.columns if c.name not in taken and c.distinct]
    losers = [c for c in columns if _LOSER_NAMES.search(c.name)]
    columns = [c for c in columns if c not in losers]
    taken |= {column.name for column in losers}
    named = [c for c in columns if RESULT_NAMES.search(c.name)]
    few = [c for c in columns if c.distinct <= LISTED]
    found = [w for c in named if (w := _named(table, c, pairs, ids, look)) is not None]
    if not found:  # beside a winner, "first blood" by side is another thing
        found = [w for c in few if c not in named and (w := _by_initial(c, pairs))]
    if any(not _agree(found[0], other, pairs, look) for other in found[1:]):
        raise NoGames
    if found:
        return found[0], {str(w.column) for w in found}
    for column in losers:
        if (told := _named(table, column, pairs, ids, look)) is not None:
            return told.model_copy(update={"lost": True}), {column.name}
    if (told := _by_results(table, pairs)) is not None:
        return told, set()
    if (scored := _by_scores(table, taken, pairs, look)) is not None:
        return scored, set()
    points = [
        p for rest, p in pairs.numbers.items() if _POINTS.search(rest) or rest in _SHORT_POINTS
    ]
    if points:
        decisive = min(points, key=lambda pair: _decides(pair[0]))
        return Winner(score_a=decisive[0], score_b=decisive[1]), set()
    flags = [c for c in named if (o := read_outcome(c)) is not None and o.won]
    if flags:
        return _flag(flags[0], pairs), set()
    repeating = _repeating(table, taken, pairs, look)
    names = tuple(str(w.column) for w in repeating)
    if len(names) == 1 and not any(_may_tell(c) for c in few if c.name not in names):
        return repeating[0], set()
    return None, set()


def _repeating(table: TableProfile, taken: set[str], pairs: Pairs, look: Look) -> list[Winner]:
    """Return what columns of any name say if each repeats a side's own name in every row."""
    free = [c for c in table.columns if c.kind == "text" and c.distinct > 1 and c.name not in taken]
    found = []
    for key, (a, b) in zip(side_keys(pairs).values(), pairs.texts.values(), strict=True):
        names = {*table.column(a).values, *table.column(b).values}
        for column in free:
            if column.values and not names.intersection(column.values):
                continue
            drawn = _drawn_beside(column, (table.column(a), table.column(b)), look)
            if drawn is not None:
                found.append(Winner(column=column.name, same_as=key, draws=drawn))
    return found


def _named(
    table: TableProfile,
    column: Column,
    pairs: Pairs,
    ids: tuple[tuple[Column, Column], ...],
    look: Look,
) -> Winner | None:
    """Read a column whose name says that it tells who won."""
    for sides in ids:
        is_id = column.distinct > 2 or named_by_id(column.name) is not None
        drawn = _drawn_beside(column, sides, look) if is_id else None
        if drawn is not None:
            names = (sides[0].name, sides[1].name)
            return Winner(column=column.name, ids=names, draws=drawn)
    if column.distinct <= LISTED and column.values:
        found = _repeats(table, column, pairs) or _by_side(column, pairs, _turned(table, pairs))
        if found is not None:
            return found
    for key, (a, b) in zip(side_keys(pairs).values(), pairs.texts.values(), strict=True):
        if column.distinct > LISTED and column.kind == "text":
            drawn = _drawn_beside(column, (table.column(a), table.column(b)), look)
            if drawn is not None:
                return Winner(column=column.name, same_as=key, draws=drawn)
    return None


def _drawn_beside(
    column: Column, sides: tuple[Column, Column], look: Look
) -> tuple[str, ...] | None:
    """Return the values for a draw if a column else repeats what stands on either side, or None."""
    if column.distinct < 2 or column.kind not in ("text", "number"):
        return None
    alike = {column.kind, sides[0].kind, sides[1].kind} in ({"text"}, {"number"})
    form = "{}" if alike else "try_cast({} AS DOUBLE)"
    one, *two = (form.format(quoted(c.name)) for c in (column, *sides))
    if not alike and not look.any(f"{one} IS NOT NULL"):
        return None
    strange = look.strangers(one, (two[0], two[1]), 20)
    drawn = tuple(v for v in strange if v.strip().casefold() in (*DRAWN, "0", "-1", "0.0", "-1.0"))
    rest = sum(share for value, share in strange.items() if value not in drawn)
    return drawn if rest <= _STRANGE else None


def _by_results(table: TableProfile, pairs: Pairs) -> Winner | None:
    """Either side has a column with its own result: win and loss, 승 and 패."""
    for rest, (a, _) in pairs.texts.items():
        outcome = read_outcome(table.column(a))
        if outcome is not None and (RESULT_NAMES.search(rest) or _POINTS.search(rest)):
            return Winner(column=a, a=outcome.won, b=outcome.lost, draws=outcome.draws)
    return None


def _by_scores(table: TableProfile, taken: set[str], pairs: Pairs, look: Look) -> Winner | None:
    """Return what a column of scores says, the first side's points first: 2-1."""
    for column in table.columns:
        if column.kind != "text" or column.name in taken:
            continue
        signs = {found[1] if (found := _SCORE.fullmatch(v)) else "" for v in column.values}
        if len(signs) != 1 or not all(signs):
            continue
        (sign,) = signs
        if not _POINTS.search(column.name) and not _are_scores(column, sign):
            continue
        one, two = (f"try_cast(split_part({quoted(column.name)}, {literal(sign)}, {n}) AS DOUBLE)"
                    for n in (1, 2))  # fmt: skip
        drawn = ("=",) if look.any(f"{one} = {two}") else ()
        return Winner(column=column.name, between=sign, draws=drawn)
    return None


def _are_scores(column: Column, sign: str) -> bool:
    """Whether either side is ahead now and then, as in no range; 13:05 is a time of the day."""
    pairs = [[part.strip() for part in value.split(sign)] for value in column.values]
    padded = any(len(part) > 1 and part[0] == "0" for pair in pairs for part in pair)
    ahead = {int(one) > int(two) for one, two in pairs if one != two}
    return not padded and ahead == {True, False}


def _decides(name: str) -> int:
    """Rank what a number of either side counts: results, before sets won, before points."""
    return next((i for i, form in enumerate(_DECISIVE) if form.search(name)), len(_DECISIVE))


def _repeats(table: TableProfile, column: Column, pairs: Pairs) -> Winner | None:
    """The winner's own name stands in the column."""
    keys = side_keys(pairs)
    for rest, (a, b) in pairs.texts.items():
        names = set(table.column(a).values) | set(table.column(b).values)
        drawn = tuple(v for v in column.values if v.strip().casefold() in DRAWN and v not in names)
        told = [v for v in column.values if v not in drawn]
        if names and told and len(set(told) & names) >= 0.9 * len(told):
            return Winner(column=column.name, same_as=keys[rest], draws=drawn)
    return None


def _by_side(column: Column, pairs: Pairs, turned: bool = False) -> Winner | None:
    """The column names the side: 1 or 2, blue or red, H or A, 1-0 or 0-1.

    `turned` tells that the table has the columns of the second side first.
    """
    by_low = {value.strip().casefold(): value for value in column.values}
    if len(by_low) > 6:
        return None
    one, two = pairs.tokens
    columns = [pair for rest, pair in pairs.texts.items() if rest]
    named = [[side.casefold() for side, *_ in columns], [side.casefold() for _, side in columns]]
    told = {low: (v, side_word(v)) for low, v in by_low.items()}
    own = [called(one), called(two)]
    if (one[-1:], two[-1:]) == ("0", "1"):
        own = [own[0] | {"0"}, own[1] | {"1"}]
    first, second = (
        [v for low, (v, word) in told.items() if low in named[i] or low in own[i] or word in own[i]]
        for i in (0, 1)
    )
    lettered = one[:1] != two[:1] and len(one) > 1 and {one[:1], two[:1]} <= by_low.keys()
    if lettered:  # their own initials before those of other languages: B of blancas is no black
        first, second = [by_low[one[:1]]], [by_low[two[:1]]]
    counted = len(first) != 1 or len(second) != 1
    if counted:  # else the A of home and away is no side A
        first, second = (
            [v for low, (v, word) in told.items()
             if low in (*named[i], *any_) or word in any_ or low in own[i] or word in own[i]]
            for i, any_ in enumerate((_FIRST, _SECOND))
        )  # fmt: skip
    if by_low.keys() == {"0", "1"} and _INDEX.search(column.name):
        first, second, counted = [by_low["0"]], [by_low["1"]], True
    if not first and len(second) == 1 and second[0] in _SECOND and len(by_low) == 1:
        first = [_FIRST[_SECOND.index(second[0])]]  # side one never won
    if not second and len(first) == 1 and first[0] in _FIRST and len(by_low) == 1:
        second = [_SECOND[_FIRST.index(first[0])]]
    if len(first) != 1 or len(second) != 1 or first == second:
        return None
    if counted and turned and "-" not in first[0]:
        first, second = second, first  # side 1 is the one whose column comes first: red, blue
    rest = {low: v for low, v in by_low.items() if v not in (*first, *second)}
    others = _DRAWN_LETTERS if lettered else ("0", "3")
    drawn = tuple(v for low, v in rest.items() if low in DRAWN or low in others)
    return Winner(column=column.name, a=first[0], b=second[0], draws=drawn)


def _turned(table: TableProfile, pairs: Pairs) -> bool:
    order = [column.name for column in table.columns]
    a, b = next(iter(pairs.texts.values()))
    return order.index(a) > order.index(b)


def _by_initial(column: Column, pairs: Pairs) -> Winner | None:
    """A column of any name whose values are the sides' names or initials, and perhaps D."""
    one, two = pairs.tokens
    low = {value.strip().casefold() for value in column.values}
    if low == {"1", "x", "2"}:  # as pools are filled in
        return _by_side(column, pairs)
    if len(one) < 2 or not ({one, two} <= low or {one[:1], two[:1]} <= low):
        return None
    return _by_side(column, pairs) if len(low) <= 3 else None


def _flag(column: Column, pairs: Pairs) -> Winner:
    """A column of 1 and 0 speaks of the side that its name has; raises `NoGames` without one."""
    outcome = read_outcome(column)
    assert outcome is not None
    words = tokens(column.name)
    initials = {pairs.tokens[0][:1]: 0, pairs.tokens[1][:1]: 1}
    named = sides_in(column.name, pairs.tokens)
    named = named or [initials[w] for w in words if w in initials and len(initials) == 2]
    named = named or [  # gano_j1
        side for side, token in enumerate(pairs.tokens)
        if token.isdigit() and any(w[1:] == token and w[0].isalpha() for w in words)
    ]  # fmt: skip
    if pairs.tokens[1] in ("", "opponent", "opp", "rival", "enemy"):
        named = [0]
    if len(named) != 1:
        raise NoGames
    won, lost = (outcome.won, outcome.lost) if named[0] == 0 else (outcome.lost, outcome.won)
    return Winner(column=column.name, a=won, b=lost, draws=outcome.draws)


def _may_tell(column: Column) -> bool:
    """Whether a column of two or three values may say who won: no map, season or id."""
    if not 2 <= column.distinct <= 3 or named_by_id(column.name) is not None:
        return False
    if _REMARKS.intersection(tokens(column.name)):
        return False
    if dimension_key(column.name) in _NEVER_WINNER or _NO_WINNER.search(column.name):
        return False
    if is_condition(column.name) or column.kind == "truth" or says_yes_or_no(column):
        return False  # of no side: whether a game was offline
    return not any(_NO_WINNER_VALUE.fullmatch(value.strip()) for value in column.values)


def _agree(one: Winner, other: Winner, pairs: Pairs, look: Look) -> bool:
    """Whether two columns never name different winners."""
    first, second = _first_won(one, pairs), _first_won(other, pairs)
    return not look.any(f"({first}) <> ({second})")


def _first_won(winner: Winner, pairs: Pairs) -> str:
    found = f"{quoted(str(winner.column))}::VARCHAR"
    if winner.ids is not None:
        return f"{found} = {quoted(winner.ids[0])}::VARCHAR"
    if winner.same_as is None:
        return f"{found} = {literal(str(winner.a))}"
    keys = side_keys(pairs)
    a = next(a for rest, (a, _) in pairs.texts.items() if keys[rest] == winner.same_as)
    return f"{found} = {quoted(a)}::VARCHAR"
