"""Totals of wins and losses without a column of games get one: their sum."""

import re

from agents.answering.text.normal import normalise
from agents.data.match.model.column_names import tells_result
from agents.data.match.model.count_names import bare_name, count_kinds
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import entry, form_for, regex_for, words_for
from agents.data.tables.quoting import literal, quoted

_MOST_COLUMNS = 60
_WORDS = re.compile(r"[^\W\d_]+")
_THREE = r"^\s*(\d+)\s*[-–:/]\s*(\d+)\s*[-–:/]\s*(\d+)\s*$"


def recorded(column: str, *, draws_second: bool = False) -> dict[str, str]:
    """Return the SQL of the wins, losses and draws that a record such as 12-8 in a column tells."""
    forms = entry("record_numbers")
    read = {
        kind: ", ".join(f"nullif(regexp_extract({column}, {literal(one)}, 1), '')" for one in found)
        for kind, found in forms.items()
    }
    if draws_second:
        read |= {"losses": read["draws"], "draws": read["losses"]}
    return {k: f"coalesce(try_cast(coalesce({one}) AS BIGINT), 0)" for k, one in read.items()}


def with_games(table: Loaded) -> None:
    """Add the games to a table that counts wins and losses only.

    A record (12-8, 12승 3무 8패) is taken apart before. A table that says of each row how it ended
    has these columns for something else, such as what a team had won before. Any other table stays
    as it is.
    """
    names, numbers = [*table.columns()], table.numbers()
    kinds = count_kinds(numbers)
    wins, losses, draws = (
        [n for n, kind in kinds.items() if kind == one] for one in ("wins", "losses", "draws")
    )
    counted = any(kind != "rate" for kind in kinds.values())
    records = [] if counted else [n for n in names if _is_record(table, n)]
    told = [n for n in names if tells_result(n) and n not in (*wins, *losses, *records)
            and kinds.get(n) is None]  # fmt: skip
    if told or "games" in names or len(names) > _MOST_COLUMNS:
        return
    if len(records) == 1:
        second = _draws_stand_between(table, records[0])
        parts = recorded(quoted(records[0]), draws_second=second)
        columns = ", ".join(f"{one} AS {kind}" for kind, one in parts.items())
        table.change(f"* EXCLUDE ({quoted(records[0])}), {columns}")
        wins, losses, draws = ["wins"], ["losses"], ["draws"]
        numbers = [*numbers, "wins", "losses", "draws"]
    if len(wins) != 1 or len(losses) != 1 or "games" in kinds.values():
        return
    counts = [quoted(name) for name in (*wins, *losses, *draws[:1])]
    if not _are_counts(table, counts, numbers):
        return
    games = " + ".join(f"coalesce({one}, 0)" for one in counts)
    table.change(f"*, CAST({games} AS BIGINT) AS games")


def _is_record(table: Loaded, name: str) -> bool:
    """Whether a column of that name holds wins and losses as one text."""
    if not form_for("record").fullmatch(bare_name(name)):
        return False
    fits = f"regexp_full_match({quoted(name)}::VARCHAR, {literal(regex_for('won_lost_record'))})"
    return table.every(fits)


def _draws_stand_between(table: Loaded, name: str) -> bool:
    """Whether bare numbers are wins, draws and losses (W-D-L), and not wins, losses and draws.

    The column's name says so, or that all sides together won as often as they lost.
    """
    column = quoted(name)
    if not table.every(f"regexp_matches({column}, {literal(_THREE)})"):
        return False
    initials = "".join(word[0] for word in _WORDS.findall(normalise(name))[-3:])
    if initials in words_for("draws_second") | words_for("draws_last"):
        return initials in words_for("draws_second")
    numbers = (rf"try_cast(regexp_extract({column}, {literal(_THREE)}, {n}) AS BIGINT)"
               for n in (1, 2, 3))  # fmt: skip
    one, two, three = table.figures(f"sum({number})" for number in numbers)
    return one is not None and one == three != two


def _are_counts(table: Loaded, parts: list[str], numbers: list[str]) -> bool:
    """Whether columns hold whole numbers, some above one, and no other holds their sum."""
    both = " + ".join(parts)
    odd = " OR ".join(f"{part} < 0 OR {part} <> floor({part})" for part in parts)
    others = [quoted(n) for n in numbers if quoted(n) not in parts]
    sums = [f"count(*) FILTER ({n} IS DISTINCT FROM {both})" for n in others]
    some = (f"count(*) FILTER ({odd})", f"max({both})", *sums)
    strange, most, *differing = table.figures(some)
    return not strange and most is not None and most > 1 and all(differing)
