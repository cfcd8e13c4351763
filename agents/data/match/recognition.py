"""Whether a table holds games between two sides, told by its values; nothing weaker counts.

Two sides and a result must agree on nearly every row. Numbers of either side are statistics, and
no result; a row of one side without its rival is no game. Rows of one side that say the same
result against the same rival at the same time again and again tell of players, and not of games.
"""

from typing import TYPE_CHECKING, NamedTuple

from agents.answering.source import TABLE, LoadNote
from agents.data.match.draft.draft import draft, with_samples
from agents.data.match.loading import STEPS
from agents.data.match.model.count_names import count_kind
from agents.data.match.model.loaded import Loaded, shaped
from agents.data.match.model.pack import words_for
from agents.data.match.model.rejections import NoGames
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.reshape.cleaning import without_bare
from agents.data.match.screening import ALIKE, COUNTED
from agents.data.match.sides import WholeSides, whole_sides
from agents.data.model.schema import Column, Table
from agents.data.tables.header_words import names_length, names_moment
from agents.data.tables.quoting import listed, literal, quoted
from agents.data.tables.written import strings
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEN = 20_000  # rows that are looked at
_NEARLY_ALL = 0.95
_FEW_SIGNS = 20  # different numbers, of which others are more likely not known
_BY_CHANCE = 8  # results in a row that are all alike: less than one in a hundred by chance


class Recognised(NamedTuple):
    """A table of games, made in the form that the pack knows (`TABLE`): what its columns mean, the
    sides of its games, what was changed, and the columns that this rests on."""

    model: SemanticModel
    sides: WholeSides
    notes: tuple[LoadNote, ...]
    evidence: tuple[str, ...]


def recognised(connection: "DuckDBPyConnection", table: Table) -> Recognised | None:
    """Look for games in an open table: in its first rows, then in all of them.

    Where there are games the table `TABLE` is made of its rows, else nothing is left.
    """
    found = _seen(connection, table, _SEEN)
    if found is not None and table.rows > _SEEN:
        found = _seen(connection, table, table.rows)
    return found


class Drafted(NamedTuple):
    """What the columns of a table mean if it is one of games, its profile, and what was changed."""

    model: SemanticModel
    seen: Table
    notes: tuple[LoadNote, ...]


def drafted(connection: "DuckDBPyConnection", table: Table, most: int) -> Drafted:
    """Make `TABLE` of the first `most` rows, in the form that the pack knows, and draft its model.

    Raises `NoGames` where there are no sides or no results, and what DuckDB raises.
    """
    meant = ", ".join(f"{_cell(table, one)} AS {quoted(called_by(one))}" for one in table.meant)
    connection.execute(f"CREATE TABLE {TABLE} AS FROM {quoted(table.name)} LIMIT {most}")
    loaded = Loaded(connection)
    notes = without_bare(loaded, [one.written or one.name for one in table.meant])
    loaded.change(meant, _no_sums(table))
    notes += shaped(loaded, STEPS)
    seen = loaded.profile()
    model = with_samples(draft(seen, table.name, loaded), seen)
    return Drafted(model, seen, notes)


def _seen(connection: "DuckDBPyConnection", table: Table, most: int) -> Recognised | None:
    import duckdb

    found: Recognised | None = None
    try:
        found = _held_to(Loaded(connection), *drafted(connection, table, most))
    except (duckdb.InterruptException, duckdb.OutOfMemoryException):
        raise
    except (NoGames, BadFile, duckdb.Error, ValueError, KeyError):
        pass
    finally:
        if found is None or most < table.rows:
            connection.execute(f"DROP TABLE IF EXISTS {TABLE}")
    return found


def _cell(table: Table, column: Column) -> str:
    """Return what is read of a column: its text where what was read of it does not say as much."""
    if not column.written:
        return quoted(column.name)
    if not _says_all(column, table.column(column.written).values):
        return quoted(column.written)
    span = column.kind == "length" and column.stored == "number"
    return f"to_seconds({quoted(column.name)})" if span else quoted(column.name)


def _says_all(column: Column, texts: tuple[str, ...]) -> bool:
    """Whether what was read of texts says as much: no year says a season, nor 1 and 2 that X is
    a draw; 2:1 may be no length of time, -60kg the name of a class."""
    if column.kind == "length":
        named = names_length(column.header) or names_moment(column.header)
        return named or not any(":" in text for text in texts)
    if column.kind == "moment":
        return column.stored != "number"
    nothing = {*strings("nothing"), *words_for("sums")}
    signs = (text for text in texts if text.strip().casefold() not in nothing)
    many = column.distinct > _FEW_SIGNS or all(any(map(str.isdigit, one)) for one in signs)
    return many and (column.unit in ("", "%") or count_kind(column.unit) is not None)


def _no_sums(table: Table) -> str:
    """Return the SQL condition that no text from which something else was read names a sum."""
    sums = listed(sorted(words_for("sums")))
    texts = [quoted(one.written) for one in table.meant if one.written]
    return (
        " AND ".join(f"coalesce(lower(trim({one})), '') NOT IN ({sums})" for one in texts) or "TRUE"
    )


def called_by(column: Column) -> str:
    """Return the name by which the pack knows a column: its header, where that is no other's."""
    return column.header if column.header.strip() == column.header != "" else column.name


def _held_to(
    table: Loaded,
    model: SemanticModel,
    seen: Table,
    notes: tuple[LoadNote, ...],
) -> Recognised | None:
    """Return the model if two sides and a result agree on nearly every row."""
    sides = whole_sides(model, seen)
    if sides is None or _is_counted(model):
        return None
    # White meets black in every row: it is the players who must be alike.
    named = next(
        (
            key
            for key in (model.entity, model.player, *sides.opponents)
            if key in sides.opponents and model.dimensions[key].fixed is None
        ),
        None,
    )
    if named is None:
        return None
    own, rival = quoted(sides.own[named]), quoted(sides.opponents[named])
    games = f"({sides.sql})"
    told = f"(SELECT avg(({_told(model)})::INT) FROM {TABLE})"
    named_sides = [f"count(*) FILTER ({_is_name(one)}) / count(*)" for one in (own, rival)]
    different = [f"count(DISTINCT {one})" for one in (own, rival)]
    *shares, one, two = table.figures(
        [*named_sides, f"count(won) / count(*) / {told}", *different], games
    )
    if any(share is None or share < _NEARLY_ALL for share in shares):
        return None
    met = f"(SELECT {own} FROM {games} INTERSECT SELECT {rival} FROM {games})"
    if table.figures(["count(*)"], met)[0] < ALIKE * max(1, min(one, two)):
        return None
    if model.grain == "side" and _is_repeated(table, sides, own, rival):
        return None
    result = model.totals if model.totals is not None else model.winner
    evidence = dict.fromkeys((*model.dimensions[named].columns, *result.columns))
    return Recognised(model, sides, notes, tuple(evidence))


def _is_repeated(table: Loaded, sides: WholeSides, own: str, rival: str) -> bool:
    """Whether sides that met several times at one moment always had the same result."""
    if not sides.timed or sides.counted:
        return False
    met, unlike = table.figures(
        ("count(*)", "count(*) FILTER (results > 1)"),
        f"(SELECT count(DISTINCT won) AS results FROM ({sides.sql}) WHERE moment IS NOT NULL "
        f"GROUP BY {own}, {rival}, moment HAVING count(won) > 1)",
    )  # fmt: skip
    return bool(met >= _BY_CHANCE and unlike == 0)


def _is_name(cell: str) -> str:
    """Return the SQL condition that a cell names somebody: a score 2-1 does not."""
    return f"regexp_matches({cell}, '\\pL')"


def _is_counted(model: SemanticModel) -> bool:
    """Whether who won and who lost stand under a mere `Win` and `Loss`: of what, is open."""
    told = model.winner.columns or model.totals is not None
    entity = model.dimensions[model.entity]
    return not told and any(count_kind(name) in COUNTED for name in entity.columns)


def _told(model: SemanticModel) -> str:
    """Return the SQL condition that a row has a result at all, whatever it says."""
    unknown = ", ".join(map(literal, sorted(words_for("no_result") | {""})))
    return " AND ".join(
        f"coalesce(lower(trim({quoted(name)}::VARCHAR)), '') NOT IN ({unknown})"
        for name in model.winner.columns if name not in (model.winner.ids or ())
    ) or "TRUE"  # fmt: skip
