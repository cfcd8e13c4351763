"""Which column tells who won, and by which values."""

import re

from agents.data.match.draft.pairs import Pairs, is_won_lost, side_keys
from agents.data.match.model.column_names import (
    called,
    known_sides,
    tells_result,
)
from agents.data.match.model.loaded import LISTED, Loaded
from agents.data.match.model.outcome import is_unknown, read_outcome
from agents.data.match.model.pack import form_for, pairs_for, words_for
from agents.data.match.model.rejections import NoGames
from agents.data.match.model.results import outcomes, parts_of
from agents.data.match.model.semantic_model import Winner
from agents.data.match.model.side_words import side_word, sides_in
from agents.data.model.schema import Column, Table
from agents.data.tables.header_words import named_by_id, tokens
from agents.data.tables.quoting import quoted

_DECISIVE = ("decided_by_result", "decided_by_sets", "decided_by_points")  # forms of headers
_SCORE = re.compile(r"\s*\d{1,3}\s?(-|–|:)\s?\d{1,3}\s*")
_STRANGE = 0.02  # of the rows, whose winner is neither side
_DRAWN_NUMBERS = ("0", "-1", "0.0", "-1.0")


def of_two_sides(
    table: Table,
    pairs: Pairs,
    look: Loaded,
    ids: tuple[tuple[Column, Column], ...] = (),
) -> tuple[Winner | None, set[str]]:
    """Return who won in a table with two sides per row, and all columns that tell nothing else.

    The winner is None if no column tells; `ids` are pairs of columns with the sides' ids. Raises
    `NoGames` where several columns that say as much tell different things.
    """
    if is_won_lost(pairs.tokens):
        return Winner(), set()
    # A number of either side (sets won, 0 or 1) says who won by being compared with its rival.
    taken = {n for found in (pairs.texts, pairs.numbers) for pair in found.values() for n in pair}
    taken |= {column.name for pair in ids for column in pair}
    taken |= {c.name for c in table.columns if words_for("before").intersection(tokens(c.name))}
    columns = [c for c in table.columns if c.name not in taken and c.distinct]
    losers = [c for c in columns if form_for("loser").search(c.name)]
    columns = [c for c in columns if c not in losers]
    taken |= {column.name for column in losers}
    named = [c for c in columns if tells_result(c.name)]
    scores = _scores(columns, pairs, look)
    found = [w for c in named if (w := _named(table, c, pairs, ids, look)) is not None]
    if not found:  # beside a winner, "first blood" by side is another thing
        few = (c for c in columns if c not in named and c.distinct <= LISTED)
        found = [w for c in few if (w := _by_initial(c, pairs))]
    if found:
        return _surest(found, scores, pairs, look), {str(w.column) for w in found}
    for column in losers:
        if (told := _named(table, column, pairs, ids, look)) is not None:
            return told.model_copy(update={"lost": True}), {column.name}
    if (told := _by_results(table, pairs)) is not None:
        return told, set()
    if scores:
        known = pairs.tokens in known_sides() or pairs.one_sided
        return (scores[0] if known or _either_ahead(scores[0], pairs, look) else None), set()
    flags = [c for c in named if read_outcome(c) is not None]
    if flags and (told := _flag(flags[0], pairs)) is not None:
        return told, set()
    return None, set()


def _surest(found: list[Winner], scores: list[Winner], pairs: Pairs, look: Loaded) -> Winner:
    """Return what tells who won the game, and not its toss or its first half.

    It goes with the scores, the most decisive ones first, and its name says little else.
    """

    filling = words_for("game_ids") | words_for("winner_filling")

    def doubt(winner: Winner) -> tuple[int, int]:
        agreed = (n for n, score in enumerate(scores) if _agree(winner, score, pairs, look))
        words = set(tokens(str(winner.column)))
        return next(agreed, len(scores)), len(words - filling)

    best = min(found, key=doubt)
    agreed, extra = doubt(best)
    if scores and agreed == len(scores) and extra:
        return scores[0]  # who won the tie did not win each of its games
    rivals = (w for w in found if doubt(w) == doubt(best))
    if any(not _agree(best, other, pairs, look) for other in rivals):
        raise NoGames
    return best


def _scores(columns: list[Column], pairs: Pairs, look: Loaded) -> list[Winner]:
    """Return what the points of the sides say, of the whole game before its parts."""
    found: list[tuple[int, float, Winner]] = []
    for rest, (a, b) in pairs.numbers.items():
        if form_for("points").search(rest) or rest in words_for("short_points"):
            whole = look.number(f"sum(abs({quoted(a)}::INT))")
            found.append((_decides(a), -whole, Winner(score_a=a, score_b=b)))
    for column in columns:
        if (sign := _sign(column, pairs)) is not None:
            one, two = parts_of(quoted(column.name), sign)
            drawn = ("=",) if look.any(f"{one} = {two}") else ()
            winner = Winner(column=column.name, between=sign, draws=drawn)
            # One score is a text where no numbers stand beside it, or where it is named.
            rank = -1 if form_for("points").search(column.name) else len(_DECISIVE) + 1
            found.append((rank, -look.number(f"sum({one} + {two})"), winner))
    return [winner for *_, winner in sorted(found, key=lambda one: one[:2])]


def _either_ahead(score: Winner, pairs: Pairs, look: Loaded) -> bool:
    """Whether either side won now and then; the best always has more than the worst."""
    first = _first_won(score, pairs)
    return look.any(first) and look.any(f"NOT ({first})")


def _named(
    table: Table,
    column: Column,
    pairs: Pairs,
    ids: tuple[tuple[Column, Column], ...],
    look: Loaded,
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
        if column.distinct > LISTED and column.stored == "text":
            drawn = _drawn_beside(column, (table.column(a), table.column(b)), look)
            if drawn is not None:
                return Winner(column=column.name, same_as=key, draws=drawn)
    return None


def _drawn_beside(
    column: Column, sides: tuple[Column, Column], look: Loaded
) -> tuple[str, ...] | None:
    """Return the values for a draw if a column else repeats what stands on either side, or None."""
    if column.distinct < 2 or column.stored not in ("text", "number"):
        return None
    alike = {column.stored, sides[0].stored, sides[1].stored} in ({"text"}, {"number"})
    form = "{}" if alike else "try_cast({} AS DOUBLE)"
    one, *two = (form.format(quoted(c.name)) for c in (column, *sides))
    if not alike and not look.any(f"{one} IS NOT NULL"):
        return None
    strange = look.strangers(one, (two[0], two[1]), 20)
    drawn = tuple(
        v for v in strange if v.strip().casefold() in (*words_for("drawn"), *_DRAWN_NUMBERS)
    )
    known = sum(share for value, share in strange.items()
                if value in drawn or is_unknown(value))  # fmt: skip
    neither = f"{one} IS DISTINCT FROM {two[0]} AND {one} IS DISTINCT FROM {two[1]}"
    rest = look.number(f"avg(({neither})::INT)", f"{one} IS NOT NULL") - known
    return drawn if rest <= _STRANGE else None


def _by_results(table: Table, pairs: Pairs) -> Winner | None:
    """Either side has a column with its own result: win and loss, 승 and 패."""
    for rest, (a, _) in pairs.texts.items():
        outcome = read_outcome(table.column(a))
        if outcome is not None and (tells_result(rest) or form_for("points").search(rest)):
            return Winner(column=a, a=outcome.won, b=outcome.lost, draws=outcome.draws)
    return None


def _sign(column: Column, pairs: Pairs) -> str | None:
    """Return what parts the scores in a column, the first side's first: 2-1."""
    signs = {found[1] if (found := _SCORE.fullmatch(v)) else "" for v in column.values}
    if column.stored != "text" or len(signs) != 1 or not all(signs):
        return None
    (sign,) = signs
    named = form_for("points").search(column.name) is not None
    return (
        sign
        if named or (pairs.tokens in pairs_for("places") and _are_scores(column, sign))
        else None
    )


def _are_scores(column: Column, sign: str) -> bool:
    """Whether either side is ahead now and then, as in no range; 13:05 is a time of the day."""
    pairs = [[part.strip() for part in value.split(sign)] for value in column.values]
    padded = any(len(part) > 1 and part[0] == "0" for pair in pairs for part in pair)
    ahead = {int(one) > int(two) for one, two in pairs if one != two}
    return not padded and ahead == {True, False}


def _decides(name: str) -> int:
    """Rank what a number of either side counts: results, before sets won, before points."""
    return next(
        (i for i, form in enumerate(_DECISIVE) if form_for(form).search(name)), len(_DECISIVE)
    )


def _repeats(table: Table, column: Column, pairs: Pairs) -> Winner | None:
    """The winner's own name stands in the column."""
    keys = side_keys(pairs)
    for rest, (a, b) in pairs.texts.items():
        names = set(table.column(a).values) | set(table.column(b).values)
        drawn = tuple(
            v
            for v in column.values
            if v.strip().casefold() in words_for("drawn") and v not in names
        )
        told = [v for v in column.values if v not in drawn and not is_unknown(v)]
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
    firsts, seconds = zip(*pairs_for("first_and_second"), strict=True)
    counted = len(first) != 1 or len(second) != 1
    if counted:  # else the A of home and away is no side A
        first, second = (
            [v for low, (v, word) in told.items()
             if low in (*named[i], *any_) or word in any_ or low in own[i] or word in own[i]]
            for i, any_ in enumerate((firsts, seconds))
        )  # fmt: skip
    if by_low.keys() == {"0", "1"} and form_for("side_index").search(column.name):
        first, second, counted = [by_low["0"]], [by_low["1"]], True
    if not first and len(second) == 1 and second[0] in seconds and len(by_low) == 1:
        first = [firsts[seconds.index(second[0])]]  # side one never won
    if not second and len(first) == 1 and first[0] in firsts and len(by_low) == 1:
        second = [seconds[firsts.index(first[0])]]
    if len(first) != 1 or len(second) != 1 or first == second:
        return None
    if counted and turned and "-" not in first[0]:
        first, second = second, first  # side 1 is the one whose column comes first: red, blue
    rest = {low: v for low, v in by_low.items() if v not in (*first, *second)}
    others = words_for("drawn_letters") if lettered else {"0", "3"}
    others |= words_for("drawn")
    drawn = tuple(v for low, v in rest.items() if low in others)
    return Winner(column=column.name, a=first[0], b=second[0], draws=drawn)


def _turned(table: Table, pairs: Pairs) -> bool:
    order = [column.name for column in table.columns]
    a, b = next(iter(pairs.texts.values()))
    return order.index(a) > order.index(b)


def _by_initial(column: Column, pairs: Pairs) -> Winner | None:
    """A column of any name whose values are the sides' names or initials, and perhaps D."""
    one, two = pairs.tokens
    low = {value.strip().casefold() for value in column.values}
    if low == words_for("pool_values"):  # as pools are filled in
        return _by_side(column, pairs)
    if len(one) < 2 or not ({one, two} <= low or {one[:1], two[:1]} <= low):
        return None
    return _by_side(column, pairs) if len(low) <= 3 else None


def _flag(column: Column, pairs: Pairs) -> Winner | None:
    """A column of 1 and 0, or win and loss, speaks of the side that its name has, else the first.

    Where nothing is said of a side, a result is told as the first one has it.
    """
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
    if not named and pairs.tokens not in known_sides() and not pairs.one_sided:
        return None  # of before and after, neither has passed
    second = named == [1]
    won, lost = (outcome.lost, outcome.won) if second else (outcome.won, outcome.lost)
    return Winner(column=column.name, a=won, b=lost, draws=outcome.draws)


def _agree(one: Winner, other: Winner, pairs: Pairs, look: Loaded) -> bool:
    """Whether two columns hardly ever name different winners."""
    first, second = _first_won(one, pairs), _first_won(other, pairs)
    both = f"({first}) IS NOT NULL AND ({second}) IS NOT NULL"
    return look.number(f"avg((({first}) <> ({second}))::INT)", both) <= _STRANGE


def _first_won(winner: Winner, pairs: Pairs) -> str:
    """Return the SQL of whether the first side won, NULL where none is known to have won."""
    keys = side_keys(pairs)
    sides = next((pairs.texts[rest] for rest in keys if keys[rest] == winner.same_as), None)
    cast = "" if winner.score_a is not None else "::VARCHAR"
    first, second, _ = outcomes(winner, {}, lambda name: f"{quoted(name)}{cast}", sides)
    return f"CASE WHEN {first} THEN TRUE WHEN {second} THEN FALSE END"
