"""The columns that questions name beside those of a format: events, templates, gaps, an order."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from agents.logs.columns.formats import Format
from agents.logs.columns.named_columns import folded
from agents.logs.columns.parse_sql import FILE, TABLE, literal, quoted
from agents.logs.columns.templates import MASK, members
from agents.logs.words import phrases, words

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ORDER: Final = "place"
_MOST_SHAPES: Final = 20_000
_BATCH: Final = 2_000
_AT: Final = "row_at"
_NUMBERED: Final = f"(SELECT *, rowid AS {_AT} FROM {TABLE})"
_AT_ONCE: Final = 200_000
_SHAPED: Final = 10_000
"""Characters of a message whose words tell its template."""
# By which status requests tell what lines of other logs tell by their level, or by which word.
_LEVELS: Final = {"error": (400, "error"), "warning": (None, "warn"), "critical": (500, "fatal")}
_FAILED: Final = "failed"
BY_LEVEL: Final = ""
"""What stands for failures where lines have levels and none has a word of failing."""


NOT: Final = "not "
"""What stands before the column that says of a line that it went well."""


class Widened(NamedTuple):
    """What was found out for the further columns.

    `events` are the phrases of each that occur, with how many lines hold them; `levels` says for
    each level that no line names what stands for it: a phrase, the least status as a number, or
    the column that says the contrary.
    """

    events: Mapping[str, Mapping[str, int]]
    levels: Mapping[str, str]
    order: str


def widen(
    connection: "DuckDBPyConnection",
    format_: Format,
    select: str,
    *,
    ordered: bool,
    several: bool = False,
) -> tuple[Widened, str]:
    """Give `lines` its further columns; return the SELECT that makes them of what `select` gives.

    Lines that are not `ordered` by time have a place in it; those of `several` files are told
    apart by file. Templates alone are no SQL: it leaves them out.
    """
    events, levels = _events(connection), _levels(connection, format_)
    if not events[_FAILED] and _one(connection, f"SELECT count(level) FROM {TABLE}"):
        levels[_FAILED] = BY_LEVEL
    found = Widened(events, levels, "line" if ordered else ORDER)
    numbers = _are_numbers(connection, "pid")
    wider = _wider(found, format_, are_numbers=numbers, several=several)
    fill_shapes(connection, _messages(connection))
    connection.execute(
        f"CREATE TABLE wider AS {wider.all_of(_templated(), _AT, _NUMBERED)} LIMIT 0"
    )
    _insert(connection, wider, "wider")
    connection.execute(f"DROP TABLE {TABLE}")
    connection.execute(f"ALTER TABLE wider RENAME TO {TABLE}")
    keys = f"{FILE}, line" if several else "line"
    return found, f"WITH given AS ({select}) {wider.all_of('SELECT * FROM given', keys, 'given')}"


def append(connection: "DuckDBPyConnection", format_: Format, before: Widened) -> Widened | None:
    """Add the lines of `lines` to the table of that name in the database `whole`, with the further
    columns that this one has; None where they would change those of lines before, or their order.
    """
    last = _one(connection, f"SELECT max(time) FROM whole.{TABLE}")
    first = _one(connection, f"SELECT min(time) FROM {TABLE}")
    now = _events(connection)
    events = {
        event: {one: said.get(one, 0) + now[event].get(one, 0)
                for one in phrases()[event] if one in said or one in now[event]}
        for event, said in before.events.items()
    }  # fmt: skip
    kind = _one(
        connection, "SELECT data_type FROM duckdb_columns() WHERE database_name = 'whole' AND "
        f"table_name = '{TABLE}' AND column_name = 'pid'",
    )  # fmt: skip
    numbers = kind == "BIGINT"
    zones = f"SELECT zone FROM {TABLE} UNION SELECT zone FROM whole.{TABLE}"
    if (
        (first is not None and last is not None and first < last)
        or any(phrase_of(events[one]) != phrase_of(before.events[one]) for one in events)
        or (_without_levels(before) and _one(connection, f"SELECT count(level) FROM {TABLE}"))
        or (numbers and not _are_numbers(connection, "pid"))
        or _one(connection, f"SELECT count(zone) FROM ({zones})") > 1
    ):
        return None
    wider = _wider(before, format_, are_numbers=numbers, last=last)
    connection.execute("CREATE TABLE shapes AS FROM whole.shapes")
    unknown = "WHERE hash(text) NOT IN (SELECT shape FROM shapes)"
    fill_shapes(connection, _messages(connection, unknown))
    connection.execute("BEGIN")
    _insert(connection, wider, f"whole.{TABLE}")
    connection.execute(
        "INSERT INTO whole.shapes FROM shapes WHERE shape NOT IN (SELECT shape FROM whole.shapes)"
    )
    connection.execute("COMMIT")
    return before._replace(events=events)


def _without_levels(found: Widened) -> bool:
    return any(said != BY_LEVEL for said in found.levels.values())


def _templated(where: str = "") -> str:
    return (
        f"SELECT l.*, l.rowid AS {_AT}, s.template FROM {TABLE} l LEFT JOIN shapes s "
        f"ON s.shape = hash({shape('l.message')}) {where}"
    )


def _insert(connection: "DuckDBPyConnection", wider: "_Wider", table: str) -> None:
    """Insert all lines with their further columns, some at a time: however many and however long
    they are, what is at hand of them is not."""
    connection.execute(f"CREATE TEMP TABLE beside AS {wider.beside(_AT, _NUMBERED)}")
    last = _one(connection, f"SELECT max(rowid) FROM {TABLE}") or 0
    for begin in range(0, last + 1, _AT_ONCE):
        some = f"{_AT} BETWEEN {begin} AND {begin + _AT_ONCE - 1}"
        lines = _templated(f"WHERE l.rowid BETWEEN {begin} AND {begin + _AT_ONCE - 1}")
        connection.execute(
            f"INSERT INTO {table} BY NAME "
            f"{wider.lines(lines, f'SELECT * FROM beside WHERE {some}', _AT)}"
        )
    connection.execute("DROP TABLE beside")


class _Wider(NamedTuple):
    """The SQL of the further columns: those that a line has by itself, and those among others."""

    own: str
    among: Mapping[str, str]
    replaced: str
    order: str
    last: object = None

    def all_of(self, lines: str, key: str, relation: str) -> str:
        """Return a SELECT of lines, which are also a relation, with their further columns."""
        return self.lines(lines, self.beside(key, relation), key)

    def lines(self, lines: str, beside: str, key: str) -> str:
        """Return a SELECT of lines with what they have `beside`, found by a key."""
        among = "".join(f", {quoted(name)}" for name in self.among)
        kept = f"own.* EXCLUDE ({_AT})" if key == _AT else "own.*"
        joined = f" JOIN ({beside}) beside USING ({key})" if among else ""
        # What goes on with an entry was written when that was.
        replaced = (
            f"{self.replaced}, coalesce(own.time, filled) AS time" if among else self.replaced
        )
        return f"SELECT {kept} REPLACE ({replaced}){self.own}{among} FROM ({lines}) own{joined}"

    def beside(self, key: str, relation: str) -> str:
        """Return a SELECT of what lines have among others, without their texts, which are long."""
        among = "".join(f", {sql} AS {quoted(name)}" for name, sql in self.among.items())
        by = f"PARTITION BY {FILE} " if FILE in self.order else ""
        filled = f"last_value(time IGNORE NULLS) OVER ({by}ORDER BY line)"
        if self.last is not None:
            filled = f"coalesce({filled}, TIMESTAMP {literal(str(self.last))})"
        needed = ", ".join(dict.fromkeys([*key.split(", "), *self.order.split(", ")]))
        inner = f"SELECT {needed}, time, {filled} AS filled FROM {relation}"
        return f"SELECT {key}, filled{among} FROM ({inner})"


def _wider(
    found: Widened,
    format_: Format,
    *,
    are_numbers: bool,
    last: object = None,
    several: bool = False,
) -> _Wider:
    """Return the further columns; `last` is the time of a line before all."""
    taken = {name.casefold() for name, _, _ in format_.fields}
    order = f"{FILE}, line" if several else "line"
    columns = {name: sql for name, sql in _columns(found, format_).items() if name not in taken}
    among = {
        name: sql for name, sql in _among(found, format_, last, order).items() if name not in taken
    }
    own = "".join(f", {sql} AS {quoted(name)}" for name, sql in columns.items())
    replaced = "CAST(status AS VARCHAR) AS status"
    if are_numbers:
        replaced += ", CAST(pid AS BIGINT) AS pid"
    return _Wider(own, among, replaced, order, last)


def _one(connection: "DuckDBPyConnection", sql: str) -> Any:
    row = connection.execute(sql).fetchone()
    return row[0] if row else None


def phrase_of(found: Mapping[str, int]) -> str:
    """Return the phrase that stands for an event: the first, or one that others are kinds of.

    “accepted ” stands for “accepted password” and “accepted publickey” if nothing else is.
    """
    for whole in found:
        parts = [one for one in found if one != whole and whole in one]
        if len(parts) > 1 and found[whole] == sum(found[one] for one in parts):
            return whole
    return next(iter(found), "")


def shape(message: str) -> str:
    """Return the SQL of a message with each word that has a digit masked, as far as it is told."""
    return f"regexp_replace(left({message}, {_SHAPED}), {literal(MASK)}, '*', 'g')"


def fill_shapes(connection: "DuckDBPyConnection", rows: Sequence[tuple[str, int]]) -> None:
    """Fill the table `shapes`: of each masked message its template, and where that is variable."""
    connection.execute(
        "CREATE TABLE IF NOT EXISTS shapes "
        "(shape UBIGINT, template VARCHAR, places INTEGER[], text VARCHAR)"
    )
    found = []
    for text, template in members(rows).items():
        # A word that is partly variable ("blk_*") is a parameter as a whole.
        tokens = enumerate(template.split(" "), 1)
        found.append((text, template, [place for place, token in tokens if "*" in token]))
    for begin in range(0, len(found), _BATCH):
        # One list a column: a statement a row takes a hundred times as long.
        texts, templates, places = zip(*found[begin : begin + _BATCH], strict=True)
        connection.execute(
            "INSERT INTO shapes SELECT hash(text), template, places, text FROM (SELECT "
            "unnest($texts) AS text, unnest($templates) AS template, unnest($places) AS places)",
            {"texts": list(texts), "templates": list(templates), "places": list(places)},
        )


def _messages(connection: "DuckDBPyConnection", where: str = "") -> list[tuple[str, int]]:
    messages = f"SELECT {shape('message')} AS text FROM {TABLE} WHERE entry"
    return commonest(connection, f"SELECT text FROM ({messages}) {where}")


def commonest(connection: "DuckDBPyConnection", messages: str) -> list[tuple[str, int]]:
    """Return the commonest of masked messages, of a SELECT of `text`, and how many there are."""
    rows = connection.execute(
        f"SELECT text, count(*) FROM ({messages}) WHERE text IS NOT NULL GROUP BY 1 "
        f"ORDER BY 2 DESC, 1 LIMIT {_MOST_SHAPES}"
    ).fetchall()
    return [(str(text), int(count)) for text, count in rows]


def _columns(found: Widened, format_: Format) -> dict[str, str]:
    """Return the SQL of each further column that a line has by itself."""
    columns = {
        event: _holds(phrase_of(found.events[event])) if found.events[event] else "false"
        for event in phrases()
    }
    for level, said in found.levels.items():
        if said == BY_LEVEL:
            columns[level] = "coalesce(level IN ('error', 'critical'), false)"
            continue
        if said.startswith(NOT):
            columns[level] = f"coalesce(NOT {quoted(said.removeprefix(NOT))}, false)"
        else:
            columns[level] = (
                f"coalesce(status >= {int(said)}, false)" if said.isdigit() else _holds(said)
            )
    if "status" in format_.columns:
        columns["status_class"] = "CASE WHEN status IS NOT NULL THEN (status // 100) || 'xx' END"
    return columns


def _among(found: Widened, format_: Format, last: object, key: str) -> dict[str, str]:
    """Return the SQL of each further column that a line has among others, told apart by `key`."""
    columns = {}
    if format_.has_time:
        earlier = f"lag(time) OVER (ORDER BY time NULLS LAST, {key})"
        if last is not None:
            earlier = f"coalesce({earlier}, TIMESTAMP {literal(str(last))})"
        columns["gap"] = f"round(epoch(time) - epoch({earlier}), 6)"
    if found.order == ORDER:
        columns[ORDER] = f"row_number() OVER (ORDER BY filled NULLS FIRST, {key})"
    return columns


def _holds(phrase: str) -> str:
    return f"contains(lower(text), {literal(phrase)})"


def _events(connection: "DuckDBPyConnection") -> dict[str, dict[str, int]]:
    listed = [(event, phrase) for event, said in phrases().items() for phrase in said]
    counts = ", ".join(f"count(*) FILTER (contains(low, {literal(one)}))" for _, one in listed)
    row = connection.execute(
        f"SELECT {counts} FROM (SELECT lower(text) AS low FROM {TABLE})"
    ).fetchone()
    found: dict[str, dict[str, int]] = {event: {} for event in phrases()}
    for (event, phrase), count in zip(listed, row or (), strict=True):
        if count:
            found[event][phrase] = int(count)
    return found


def _are_numbers(connection: "DuckDBPyConnection", column: str) -> bool:
    row = connection.execute(
        f"SELECT count({column}), count(TRY_CAST({column} AS BIGINT)) FROM {TABLE}"
    ).fetchone()
    return row is not None and row[0] == row[1]


def _levels(connection: "DuckDBPyConnection", format_: Format) -> dict[str, str]:
    row = connection.execute(f"SELECT count(level), count(status) FROM {TABLE}").fetchone()
    if row is None or row[0]:
        return {}
    found = {
        level: str(least) if least is not None and row[1] else word
        for level, (least, word) in _LEVELS.items()
    }
    went_well = next((name for name, kind, _ in format_.fields if kind == "BOOLEAN"
                      and folded(name) in map(folded, words()["succeeds"])), "")  # fmt: skip
    if went_well:
        found |= dict.fromkeys(("error", _FAILED), f"{NOT}{went_well}")
    elif row[1]:
        found[_FAILED] = found["error"]
    return found
