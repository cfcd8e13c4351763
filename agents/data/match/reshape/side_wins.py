"""The wins of either side of each matchup (`TvZ T wins`, `TvZ Z wins`) become rows of games."""

from typing import TYPE_CHECKING

from agents.data.match.model.count_names import count_kind
from agents.data.match.model.pack import form_for, words_for
from agents.data.match.model.words import known_matchups, known_values
from agents.data.match.reshape.stacking import stacked
from agents.data.model.measuring import NUMBERS
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.reshape.relation import columns_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def of_both_sides(connection: "DuckDBPyConnection") -> None:
    """Make a row of games and wins of each matchup in each row.

    Each matchup needs the wins of both its sides, in number columns. Any other table stays as it
    is.
    """
    kinds = columns_of(connection)
    numbers = [name for name, kind in kinds.items() if kind.startswith(NUMBERS)]
    for key in known_values():
        read = {name: found for name in numbers if (found := _read(name, key)) is not None}
        matchups: dict[tuple[str, str], dict[str, str]] = {}
        for name, (matchup, winner) in read.items():
            matchups.setdefault(matchup, {})[winner] = name
        whole = all(wins.keys() == set(pair) for pair, wins in matchups.items())
        if len(matchups) < 2 or not whole or len(read) != 2 * len(matchups):
            continue
        rest = [quoted(n) for n in kinds if n not in read and count_kind(n) is None]
        parts = [
            (", ".join([
                *rest, f"{literal(' vs '.join(pair))} AS matchup",
                f"CAST({' + '.join(f'coalesce({quoted(n)}, 0)' for n in wins.values())} AS BIGINT) "
                "AS games",
                f"CAST(coalesce({quoted(wins[pair[0]])}, 0) AS BIGINT) AS wins",
            ]), "TRUE")
            for pair, wins in matchups.items()
        ]  # fmt: skip
        stacked(connection, parts)
        return


def _read(name: str, key: str) -> tuple[tuple[str, str], str] | None:
    """Return the matchup and the winner that a column's name tells of: TvZ T wins, TvZ 테란승."""
    matchups, known = known_matchups()[key], known_values()[key]
    words: list[str] = []
    for part in filter(None, form_for("wins_parts").split(name)):
        bare = part.casefold()
        wins = form_for("wins_ending").fullmatch(bare)
        words.append(wins[1] if wins is not None and wins[1] in known else bare)
    told = [w for w in words if w not in words_for("wins_filling") and count_kind(w) != "wins"]
    pairs = [w for w in told if w in matchups]
    sides = [known[w] for w in told if w in known and w not in pairs]
    if len(told) != 2 or len(pairs) != 1 or len(sides) != 1:
        return None
    pair = matchups[pairs[0]]
    return (pair, sides[0]) if sides[0] in pair and pair[0] != pair[1] else None
