"""Totals that stand side by side in columns (bronze_games, `TvZ T wins`, `vs T`) become rows."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from agents.answering.text.normal import is_hangul
from agents.data.match.model.column_names import are_winner_and_loser, dimension_key
from agents.data.match.model.count_names import count_kind, count_kinds
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import form_for, regex_for, words_for
from agents.data.match.model.words import known_dimension, known_matchups, known_values
from agents.data.match.reshape.game_counts import recorded
from agents.data.tables.quoting import literal, quoted

_PARTS = re.compile(r"[\s_.\-/]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NAMES = {
    "games": "games", "wins": "wins", "losses": "losses", "draws": "draws", "rate": "win_rate",
}  # fmt: skip


def unfolded(table: Loaded) -> None:
    """Put totals whose headers begin or end with what they are of below each other.

    The text that tells the columns apart becomes a column: `tier`, what a game's vocabulary calls
    it, or `category`. Any other table stays as it is: a row that names its winner and its loser is
    a game, whatever it counts of either (w_ace, l_ace).
    """
    if any(are_winner_and_loser(*pair) for pair in combinations(table.texts(), 2)):
        return
    groups = _groups(table.numbers())
    if groups is None:
        return
    taken = {name for kinds in groups.values() for name in kinds.values()}
    rest = [quoted(name) for name in table.columns() if name not in taken]
    labels = tuple(groups)
    matchups = _matchups(labels)
    key = "matchup" if matchups else "tier" if words_for("tiers").issuperset(
        map(str.casefold, labels)) else known_dimension(labels) or "category"  # fmt: skip
    parts = []
    for label, kinds in groups.items():
        told = f"{literal(matchups.get(label, label))} AS {key}"
        counts = [f"{quoted(name)} AS {_NAMES[kind]}" for kind, name in sorted(kinds.items())]
        parts.append((", ".join([*rest, told, *counts]), "TRUE"))
    table.stack(parts)


def _groups(names: list[str]) -> dict[str, dict[str, str]] | None:
    """Return label → kind of count → column, if two labels or more have the same kinds."""
    splits = {name: list(_splits(name)) for name in names}
    kinds: dict[str, str] = dict(
        count_kinds({rest for ways in splits.values() for _, rest in ways})
    )
    told = {label for ways in splits.values() for label, rest in ways if rest == "%"}
    if told and _matchups(tuple(told)):
        kinds["%"] = "rate"  # of a matchup it is the share of its wins
    found: dict[str, dict[str, str]] = {}
    for name, ways in splits.items():
        fitting = [(label, kinds[rest], len(rest)) for label, rest in ways
                   if rest in kinds and count_kind(label) is None]  # fmt: skip
        if fitting:
            label, kind, _ = fitting[0]
            if kind == "rate":  # of TvZ Win% and not of Tv Z Win%
                label, *_ = min(fitting, key=lambda one: one[2])
            if found.setdefault(label, {}).setdefault(kind, name) != name:
                return None
    alike = {frozenset(one) for one in found.values()}
    if len(found) < 2 or len(alike) != 1:
        return None
    (only,) = alike
    counted = "games" in only and only & {"wins", "losses", "rate"}
    return found if counted or {"wins", "losses"} <= only else None


def _splits(name: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split bronze_win_rate into a label and what may tell what is counted."""
    gaps = [*_PARTS.finditer(name)]
    for gap in gaps:
        left, right = name[: gap.start()], name[gap.end() :]
        for label, rest in ((left, right), (right, left)) if left and right else ():
            yield label.replace("_", " ").strip(), _PARTS.sub(" ", rest)
    if not gaps and is_hangul(name[-1:]):
        yield from ((name[:cut], name[cut:]) for cut in range(1, len(name)))  # 테저전경기수


def _matchups(labels: tuple[str, ...]) -> dict[str, str]:
    """Return what labels such as TvZ and 테저전 are in full: Terran vs Zerg; else nothing."""
    for known in known_matchups().values():
        if all(label.casefold() in known for label in labels):
            return {label: " vs ".join(known[label.casefold()]) for label in labels}
    return {}


def of_both_sides(table: Loaded) -> None:
    """Make a row of games and wins of each matchup in each row (`TvZ T wins`, `TvZ Z wins`).

    Each matchup needs the wins of both its sides, in number columns. Any other table stays as it
    is.
    """
    numbers = table.numbers()
    for key in known_values():
        read = {name: found for name in numbers if (found := _read(name, key)) is not None}
        matchups: dict[tuple[str, str], dict[str, str]] = {}
        for name, (matchup, winner) in read.items():
            matchups.setdefault(matchup, {})[winner] = name
        whole = all(wins.keys() == set(pair) for pair, wins in matchups.items())
        if len(matchups) < 2 or not whole or len(read) != 2 * len(matchups):
            continue
        rest = [quoted(n) for n in table.columns() if n not in read and count_kind(n) is None]
        parts = []
        for pair, wins in matchups.items():
            first, second = (f"coalesce({quoted(wins[side])}, 0)" for side in pair)
            told = (f"{literal(' vs '.join(pair))} AS matchup",
                    f"CAST({first} + {second} AS BIGINT) AS games",
                    f"CAST({first} AS BIGINT) AS wins")  # fmt: skip
            parts.append((", ".join([*rest, *told]), "TRUE"))
        table.stack(parts)
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


class _Against(NamedTuple):
    """A column of records: against whom, and of whom ("" where the row says it)."""

    name: str
    rival: str
    own: str = ""


def unrolled(table: Loaded) -> None:
    """Put records that stand side by side (`vs T` with 12-8) below each other.

    Each row must say of which race it is, or the columns must (TvZ). What sums up the records
    of a row is left out. Any other table stays as it is.
    """
    names, texts = table.columns(), table.texts()
    for key in known_values():
        columns = _of_records(texts, key)
        records = {one.name for one in columns}
        named = [n for n in names if dimension_key(n) == key and n not in records]
        own = named[0] if len(named) == 1 else ""
        if len(columns) < 2 or not (own or columns[0].own) or (own and columns[0].own):
            continue
        if not all(_are_records(table, one) for one in records):
            continue
        summed = {n for n in texts if n not in records and _are_records(table, n)}
        left_out = {*records, *summed, *count_kinds(table.numbers())}
        rest = [quoted(n) for n in names if n not in left_out]
        parts = []
        for one in columns:
            told = [] if own else [f"{literal(one.own)} AS {quoted(key)}"]
            told.append(f"{literal(one.rival)} AS {quoted(f'opponent_{own or key}')}")
            told += (f"{n} AS {kind}" for kind, n in recorded(quoted(one.name)).items())
            parts.append((", ".join([*rest, *told]), _written(one.name)))
        table.stack(parts)
        return


def _of_records(texts: list[str], key: str) -> list[_Against]:
    """Return the columns whose names tell of a rival, or of both sides, each matchup once."""
    known, matchups = known_values()[key], known_matchups()[key]
    found: list[_Against] = []
    for name in texts:
        bare = form_for("record_words").sub("", name).strip().casefold()
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


def _written(name: str) -> str:
    """Return the condition that a cell holds a record."""
    return f"regexp_full_match({quoted(name)}, {literal(regex_for('won_lost_record'))})"


def _are_records(table: Loaded, name: str) -> bool:
    """Whether a column holds nothing but records, and some."""
    none = f"regexp_full_match({quoted(name)}, {literal(regex_for('no_record'))}, 'i')"
    return table.every(f"{_written(name)} OR {none}") and table.any(_written(name))
