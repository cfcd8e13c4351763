"""Rows that are none, stand twice or sum up others, and numbers that stand for moments."""

from collections.abc import Sequence

from agents.answering.source import TABLE, LoadNote
from agents.data.match.model.count_names import count_kinds
from agents.data.match.model.loaded import Loaded, first_rows
from agents.data.match.model.pack import words_for
from agents.data.match.reshape.cells import MOST_MATCHUPS, pairs_in
from agents.data.tables.header_words import named_by_id, names_length, names_moment
from agents.data.tables.quoting import listed, quoted

_FEWEST = 4  # columns, of which one alone says nothing
_LAST = 8  # rows at the end, of which some may be remarks of several cells
_SEEN = 2000
_FEW = 0.2  # of the rows
_IDENTICAL = 200_000  # rows up to which identical ones are looked for without an id
_PART = 16  # of larger tables one id in so many is looked at: those that repeat stay together
_MOST_ROWS = 100_000  # of a table of totals
_COUNTED = frozenset(("games", "wins", "losses"))
_WHOLE = ("INTEGER", "BIGINT", "UINTEGER", "UBIGINT", "HUGEINT", "DOUBLE")
_FROM, _TO = 946_684_800, 2_082_758_400  # seconds: 2000 to 2035
_DAYS = 19000101, 21001231


def without_bare(table: Loaded, names: Sequence[str]) -> tuple[LoadNote, ...]:
    """Leave out the rows that say nothing in the columns of these names; return a note on them.

    A remark of several cells ("Source: example.org, CC-BY-SA") stands at the end, fills less than
    half of the columns, and has words where all others begin with a digit.
    """
    if len(names) < _FEWEST:
        return ()
    filled = " + ".join(f"({quoted(name)} IS NOT NULL)::INT" for name in names)
    bare = f"{filled} < 2"
    remark = _remark(table, names, filled)
    if remark:
        bare = f"({bare} OR {remark})"
    counts = ("count(*)", f"count(*) FILTER ({filled} > 0)")
    rows, told = table.figures(counts, f"{TABLE} WHERE {bare}")
    if not rows:
        return ()
    table.change("*", f"NOT {bare}" if remark else f"{filled} > 1")
    return (LoadNote(key="note_bare_rows", count=told),) if told else ()


def _remark(table: Loaded, names: Sequence[str], filled: str) -> str:
    """Return the condition that the remarks at the end meet and no other row; "" without any."""
    at_end = f"rowid >= (SELECT count(*) FROM {TABLE}) - {_LAST}"
    few = f"2 * ({filled}) < {len(names)}"
    if not table.any(f"{at_end} AND {few}"):
        return ""
    digits = [f"regexp_matches({quoted(name)}::VARCHAR, '^[+-]?[0-9]')" for name in names]
    tests = (f"avg(({test})::INT)" for test in digits)
    shares = table.figures(tests, f"{first_rows(_SEEN)} WHERE NOT ({few})")
    worded = [f"NOT {test}" for test, share in zip(digits, shares, strict=True) if share == 1]
    if not worded:
        return ""
    condition = f"({few} AND coalesce({' OR '.join(worded)}, false))"
    whole, end = (table.count(one) for one in (condition, f"{condition} AND {at_end}"))
    return condition if 0 < whole == end else ""


def told_once(table: Loaded) -> tuple[LoadNote, ...]:
    """Leave out rows that repeat another in every column.

    Only a column that numbers the games makes them one game. Without one they stay, for two
    games may be alike, and the note says how many there are.
    """
    names = [*table.columns()]
    ids = [name for name in names if _numbers_games(name)]
    rows = table.count()
    if rows > _IDENTICAL if not ids else not _repeats(table, ids[0], rows):
        return ()
    again = rows - int(table.number(f"count(DISTINCT hash({', '.join(map(quoted, names))}))"))
    if again <= 0:
        return ()
    if not ids and again > _FEW * rows:
        return ()  # rows of few columns are alike by nature
    if not ids:
        return (LoadNote(key="note_identical_rows", count=again),)
    table.change("DISTINCT *")
    return (LoadNote(key="note_repeated_rows", count=again),)


def _numbers_games(name: str) -> bool:
    thing = named_by_id(name)
    return thing is not None and (not thing or bool(words_for("game_of_rows").intersection(thing)))


def _repeats(table: Loaded, name: str, rows: int) -> bool:
    """Whether an id stands more than once."""
    column = quoted(name)
    part = f"hash({column}) % {_PART} = 0" if rows > _IDENTICAL else "TRUE"
    return table.number(f"count({column}) - count(DISTINCT {column})", part) > 0


def dated(table: Loaded) -> None:
    """Make moments of the columns of whole numbers that all are some.

    They are seconds or milliseconds since 1970 where all lie in 2000 to 2035, unless they are ids
    or lengths, and days (20240131) where the header names a moment.
    """
    new = {
        name: read for name, kind in table.columns().items()
        if kind in _WHOLE and (read := _moment(table, name)) is not None
    }  # fmt: skip
    table.replace(new)


def _moment(table: Loaded, name: str) -> str | None:
    if named_by_id(name) is not None or (names_length(name) and not names_moment(name)):
        return None
    column = quoted(name)
    day = f"try_strptime({column}::BIGINT::VARCHAR, '%Y%m%d')"
    low, high, days = table.figures(
        (f"min({column})", f"max({column})", f"count({column}) = count({day})")
    )
    if low is None:
        return None
    if days and names_moment(name) and _DAYS[0] <= low <= high <= _DAYS[1]:
        return day
    units = [unit for unit in (1, 1000) if unit * _FROM <= low <= high <= unit * _TO]
    return f"make_timestamp(CAST({column} * {1_000_000 // units[0]} AS BIGINT))" if units else None


def without_sums(table: Loaded) -> tuple[LoadNote, ...]:
    """Leave out the rows that sum up a whole table of totals (Total, 합계).

    Such a row says so in one of its texts, and nothing in the others; or it says nothing in any,
    and counts what all others count together.
    """
    numbers = table.numbers()
    counts = [name for name, kind in count_kinds(numbers).items() if kind in _COUNTED]
    texts = [name for name in table.columns() if name not in numbers]
    if not counts or not texts or not 2 < table.count() <= _MOST_ROWS:
        return ()
    said = listed(sorted(words_for("sums")))
    low = [f"rtrim(lower(trim(coalesce({quoted(name)}::VARCHAR, ''))), ':. ')" for name in texts]
    silent = " AND ".join(f"{one} IN ('', '-', {said})" for one in low)
    named = " OR ".join(f"{one} IN ({said})" for one in low)
    unnamed = " AND ".join(f"{one} = ''" for one in low)
    sums = " AND ".join(
        f"{one} * 2 = (SELECT sum({one}) FROM {TABLE})" for one in map(quoted, counts)
    )
    whole = f"({silent}) AND (({named}) OR (({unnamed}) AND {sums}))"
    parts = [  # the sum over one map's matchups
        f"{one} IN ({said})" for name, one in zip(texts, low, strict=True)
        if _are_matchups(table, name)
    ]  # fmt: skip
    whole = " OR ".join([f"({whole})", *parts])
    count = table.count(whole)
    if not count or (not parts and count > 2):
        return ()
    table.connection.execute(f"DELETE FROM {TABLE} WHERE {whole}")
    return (LoadNote(key="note_sum_rows", count=count),)


def _are_matchups(table: Loaded, name: str) -> bool:
    """Whether a column holds matchups, and words for their sum."""
    found, sums = table.values(name, MOST_MATCHUPS), words_for("sums")
    rest = [v for v in found if v.strip().rstrip(":. ").casefold() not in sums]
    return 1 < len(rest) < len(found) and bool(pairs_in(rest))
