"""A record in each matchup's column (`vs T` with 12-8) becomes rows of games and wins."""

from typing import TYPE_CHECKING, NamedTuple

from agents.data.match.model.column_names import dimension_key
from agents.data.match.model.count_names import count_kinds
from agents.data.match.model.pack import form_for, regex_for
from agents.data.match.model.words import known_matchups, known_values
from agents.data.match.reshape.game_counts import recorded
from agents.data.match.reshape.stacking import stacked
from agents.data.model.measuring import NUMBERS
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.reshape.relation import columns_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_FEW = 2


class _Against(NamedTuple):
    """A column of records: against whom, and of whom ("" where the row says it)."""

    name: str
    rival: str
    own: str = ""


def unrolled(connection: "DuckDBPyConnection") -> None:
    """Put records that stand side by side below each other.

    Each row must say of which race it is, or the columns must (TvZ). What sums up the records
    of a row is left out. Any other table stays as it is.
    """
    kinds = columns_of(connection)
    for key in known_values():
        columns = _columns(kinds, key)
        named = [n for n in kinds if dimension_key(n) == key and n not in {c.name for c in columns}]
        own = named[0] if len(named) == 1 else ""
        if len(columns) < _FEW or not (own or columns[0].own) or (own and columns[0].own):
            continue
        if not all(_are_records(connection, one.name) for one in columns):
            continue
        numbers = [n for n, kind in kinds.items() if kind.startswith(NUMBERS)]
        left_out = {*(one.name for one in columns), *count_kinds(numbers)}
        rest = [n for n, kind in kinds.items() if n not in left_out
                and not (kind == "VARCHAR" and _are_records(connection, n))]  # fmt: skip
        parts = [(_selected(one, key, own, rest), _written(one.name)) for one in columns]
        stacked(connection, parts)
        return


def _columns(kinds: dict[str, str], key: str) -> list[_Against]:
    """Return the columns whose names tell of a rival, or of both sides, each matchup once."""
    known, matchups = known_values()[key], known_matchups()[key]
    found: list[_Against] = []
    for name, kind in kinds.items():
        bare = form_for("record_words").sub("", name).strip().casefold()
        if kind != "VARCHAR":
            continue
        if bare in matchups:
            own, rival = matchups[bare]
            found.append(_Against(name, rival, own))
        elif (against := form_for("record_against").fullmatch(bare)) and (
            one := against[1] or against[2]
        ) in known:
            found.append(_Against(name, known[one]))
    several = len({bool(one.own) for one in found}) > 1
    twice = len({one[1:] for one in found}) < len(found)
    return [] if several or twice else found


def _selected(one: _Against, key: str, own: str, rest: list[str]) -> str:
    counts = (f"{number} AS {kind}" for kind, number in recorded(quoted(one.name)).items())
    side = [] if own else [f"{literal(one.own)} AS {quoted(key)}"]
    rival = f"{literal(one.rival)} AS {quoted(f'opponent_{own or key}')}"
    return ", ".join([*map(quoted, rest), *side, rival, *counts])


def _written(name: str) -> str:
    """Return the condition that a cell holds a record."""
    return f"regexp_full_match({quoted(name)}, {literal(regex_for('won_lost_record'))})"


def _are_records(connection: "DuckDBPyConnection", name: str) -> bool:
    """Whether a column holds nothing but records, and some."""
    none = f"regexp_full_match({quoted(name)}, {literal(regex_for('no_record'))}, 'i')"
    tests = (f"bool_and({_written(name)} OR {none})", f"bool_or({_written(name)})")
    return all(aggregates(connection, tests))
