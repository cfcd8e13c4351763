"""Totals of wins and losses without a column of games get one: their sum."""

from agents.data.match.model.column_names import tells_result
from agents.data.match.model.count_names import count_kinds
from agents.data.match.model.loaded import Loaded
from agents.data.tables.quoting import quoted

_MOST_COLUMNS = 60


def with_games(table: Loaded) -> None:
    """Add the games to a table that counts wins and losses only.

    A table that says of each row how it ended has these columns for something else, such as what a
    team had won before. Any other table stays as it is.
    """
    names, numbers = [*table.columns()], table.numbers()
    kinds = count_kinds(numbers)
    wins, losses, draws = (
        [n for n, kind in kinds.items() if kind == one] for one in ("wins", "losses", "draws")
    )
    told = [n for n in names if tells_result(n) and kinds.get(n) is None]
    if told or "games" in (*names, *kinds.values()) or len(names) > _MOST_COLUMNS:
        return
    if len(wins) != 1 or len(losses) != 1:
        return
    counts = [quoted(name) for name in (*wins, *losses, *draws[:1])]
    if _are_counts(table, counts, numbers):
        games = " + ".join(f"coalesce({one}, 0)" for one in counts)
        table.change(f"*, CAST({games} AS BIGINT) AS games")


def _are_counts(table: Loaded, parts: list[str], numbers: list[str]) -> bool:
    """Whether columns hold whole numbers, some above one, and no other holds their sum."""
    both = " + ".join(parts)
    odd = " OR ".join(f"{part} < 0 OR {part} <> floor({part})" for part in parts)
    others = [quoted(n) for n in numbers if quoted(n) not in parts]
    sums = [f"count(*) FILTER ({n} IS DISTINCT FROM {both})" for n in others]
    some = (f"count(*) FILTER ({odd})", f"max({both})", *sums)
    strange, most, *differing = table.figures(some)
    return not strange and most is not None and most > 1 and all(differing)
