"""Cells that carry two things are parted: both sides of a game, its score, a race in brackets."""

import re

from agents.answering.source import TABLE
from agents.data.match.model.column_names import PARTED, dimension_key, tells_result
from agents.data.match.model.count_names import count_kinds
from agents.data.match.model.loaded import Loaded, cased, first_rows
from agents.data.match.model.outcome import read_outcome
from agents.data.match.model.pack import form_for, regex_for, words_for
from agents.data.match.model.words import known_dimension, known_matchups, known_values
from agents.data.model.schema import Column, Stored
from agents.data.tables.header_words import names_moment, tokens
from agents.data.tables.quoting import listed, literal, quoted

MOST_MATCHUPS = 400  # different ones, of which there are the square of a few
_SEEN = 2000
_PARTS = {
    "game_told_by_winner": ("winner", "loser"),
    "game_told_by_score": ("first", "first_score", "second_score", "second"),
    "game_told_by_scores": ("first", "first_score", "second", "second_score"),
    "game_told_by_sides": ("first", "second"),
}
"""How a cell tells a game, and what its parts are."""
_NUMBER = re.compile(r"\d+")
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
# A name and what stands in brackets behind or before it.
_BEHIND = r"^\s*(.*[^\s])\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*$"
_BEFORE = r"^\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*(.*[^\s])\s*$"
_FORMS = ((_BEHIND, 1, 2), (_BEFORE, 2, 1))
_ENOUGH = 0.95  # of the cells
_Bracketed = tuple[str, str, tuple[str, int, int]]


def spread(table: Loaded) -> None:
    """Take the cells apart that tell both sides and how their game ended (`Arsenal 2-1 Chelsea`).

    Every cell of the column must do so, or name both sides where another column tells who won and
    they are too many to be a matchup. Any other table stays as it is.
    """
    names = table.columns()
    results = [name for name in names if tells_result(name)]
    texts = [name for name in table.texts() if not names_moment(name)]
    ways = [(column, form) for column in texts for form in _PARTS]
    tests = (f"bool_and({_tells(*way)})" for way in ways)
    likely = table.figures(tests, first_rows(_SEEN))
    for (column, form), fits in zip(ways, likely, strict=True):
        if not fits or not table.every(_tells(column, form)):
            continue
        by_sides = form == "game_told_by_sides"
        if by_sides and (column in results or not results or table.values(column, MOST_MATCHUPS)):
            continue
        added = {}
        for place, part in enumerate(_PARTS[form], 1):
            text = f"regexp_extract({quoted(column)}, {literal(regex_for(form))}, {place}, 'i')"
            if "_" in part:
                added[part] = f"try_cast({text} AS INT)"
            else:
                added[f"{part}_player"] = f"nullif({text}, '')"
        if not added.keys() & names.keys():
            _part(table, column, added)
            return


def _tells(column: str, form: str) -> str:
    return f"regexp_matches({quoted(column)}, {literal(regex_for(form))}, 'i')"


def _part(table: Loaded, column: str, parts: dict[str, str], *others: str) -> None:
    """Put parts in the place of a column, and other expressions in that of others."""
    rest = f"* EXCLUDE ({quoted(column)})" + (f" REPLACE ({', '.join(others)})" if others else "")
    added = (f"{value} AS {quoted(name)}" for name, value in parts.items())
    table.change(", ".join((rest, *added)))


def with_sides(table: Loaded) -> None:
    """Part a matchup (`Terran vs Protoss`, PvT) into the two sides of a game.

    They become `first_…` and `second_…` where another column holds nothing but what won, one of
    the two in every row; `race` and `other_race` where one tells how the game ended for the first
    side, and races are known. Any other table stays as it is.
    """
    names = table.columns()
    results = [name for name in names if tells_result(name)]
    for column in table.texts() if results else ():
        pairs = pairs_in(table.values(column, MOST_MATCHUPS))
        sides = {side for pair in pairs.values() for side in pair}
        known = next((key for key, one in known_values().items()
                      if sides and sides <= set(one.values())), "")  # fmt: skip
        for result in results if pairs else ():
            if result == column:
                continue
            values, replaced = table.values(result, MOST_MATCHUPS), []
            meant = _meant(values, sides) or _meant_bare(values, sides)
            if meant is not None and names[result] == "VARCHAR" and column not in results:
                said = " ".join(t for t in tokens(result) if t not in words_for("winning"))
                noun = known or said or _noun(column)
                parted = (f"first_{noun}", f"second_{noun}")
                replaced = [f"{cased(quoted(result), meant)} AS {quoted(result)}"]
            elif known and _tells_end(result, values):
                parted = (known, f"{PARTED}_{known}")
                if {*map(str.casefold, names)} - {column.casefold()} & {*parted}:
                    continue
            else:
                continue
            _part(table, column, _sides(column, parted, pairs), *replaced)
            return


def with_counted_sides(table: Loaded) -> None:
    """Part the matchups of counted games into their two sides, which stand in either place.

    Any other table stays as it is.
    """
    for column in table.texts() if count_kinds(table.numbers()) else ():
        pairs = pairs_in(table.values(column, MOST_MATCHUPS))
        if {one for one, _ in pairs.values()} & {two for _, two in pairs.values()}:
            noun = known_dimension(side for pair in pairs.values() for side in pair) or "side"
            _part(table, column, _sides(column, (f"first_{noun}", f"second_{noun}"), pairs))
            return


def _sides(
    column: str, names: tuple[str, str], pairs: dict[str, tuple[str, str]]
) -> dict[str, str]:
    """Return the SQL of the two sides of a column of matchups, by the names that they get."""
    return {
        name: cased(quoted(column), {text: pair[place] for text, pair in pairs.items()})
        for place, name in enumerate(names)
    }


def _tells_end(name: str, values: list[str]) -> bool:
    """Whether values tell how a game ended for one side: W and L, 승 and 패, 1 and 0."""
    stored: Stored = "number" if all(map(_NUMBER.fullmatch, values)) else "text"
    column = Column(name=name, stored=stored, distinct=len(values), values=tuple(values))
    return read_outcome(column) is not None


def pairs_in(values: list[str]) -> dict[str, tuple[str, str]]:
    """Return the two sides of each matchup; nothing if a value is none."""
    for known in known_matchups().values():
        found = {v: known.get(" ".join(v.split()).casefold()) for v in values}
        if values and all(found.values()):
            return {v: pair for v, pair in found.items() if pair is not None}
    parts = {v: tuple(form_for("matchup_parts").split(v.strip())) for v in values}
    if not values or any(len(pair) != 2 or not all(pair) for pair in parts.values()):
        return {}
    return {v: (pair[0].strip(), pair[1].strip()) for v, pair in parts.items()}


def _meant(values: list[str], sides: set[str]) -> dict[str, str] | None:
    """Return which side each value of a column means; None if one means no side."""
    low = {side.casefold(): side for side in sides}
    for known in known_values().values():
        if sides <= set(known.values()):
            low = dict(known)
    meant = {v: low.get(v.strip().casefold(), "") for v in values}
    return meant if len(values) > 1 and all(meant.values()) else None


def _meant_bare(values: list[str], sides: set[str]) -> dict[str, str] | None:
    """Return the winners of sides with something in brackets (`Ibis (Z)`): their bare names."""
    bare = {_BRACKETS.sub("", side).strip() for side in sides}
    return _meant(values, bare) if len(bare) == len(sides) and bare != sides else None


def _noun(column: str) -> str:
    return "side" if dimension_key(column) == "matchup" else dimension_key(column)


def without_brackets(table: Loaded) -> None:
    """Part `Kestrel (Z)` into the name and, in a column beside it, the race, which must be known of
    a game. Any other table stays as it is."""
    likely = _bracketed(table, table.texts(), first_rows(_SEEN))
    found = [one for one in likely if one in _bracketed(table, [one[0]])]
    if not found:
        return
    names, bare, added = table.columns(), [], []
    for column, key, (form, name, inner) in found:
        text, known = quoted(column), known_values()[key]
        value = f"lower(regexp_extract({text}, {literal(form)}, {inner}))"
        outer = f"regexp_extract({text}, {literal(form)}, {name})"
        tells = f"{value} IN ({listed(known)})"
        bare.append(f"CASE WHEN {tells} THEN {outer} ELSE {text} END AS {text}")
        beside = f"{column}_{key}"
        # The winner of two named sides is one of them, and has the race of that one.
        if beside not in names and not (len(found) > 2 and tells_result(column)):
            added.append(f"{cased(value, known)} AS {quoted(beside)}")
    table.change(", ".join([f"* REPLACE ({', '.join(bare)})", *added]))


def _bracketed(table: Loaded, columns: list[str], rows: str = TABLE) -> list[_Bracketed]:
    """Return the columns whose cells have a known value in brackets, of what, and where it is."""
    brackets = (
        f"avg((contains({quoted(column)}, '(') OR contains({quoted(column)}, '['))::INT)"
        for column in columns
    )
    shares = table.figures(brackets, rows)  # what is in brackets is slow to read
    ways = [(column, key, form) for column, share in zip(columns, shares, strict=True)
            if (share or 0) >= _ENOUGH for key in known_values() for form in _FORMS]  # fmt: skip
    tests = (
        f"avg((lower(regexp_extract({quoted(column)}, {literal(form[0])}, {form[2]})) "
        f"IN ({listed(known_values()[key])}) "
        f"AND NOT regexp_matches({quoted(column)}, {literal(regex_for('two_names'))}))::INT)"
        for column, key, form in ways
    )
    shares = table.figures(tests, rows)
    return [way for way, share in zip(ways, shares, strict=True) if (share or 0) >= _ENOUGH]
