"""Totals side by side (bronze_games, bronze_wins, silver_games, …) become rows of their own."""

import re
from collections.abc import Iterator
from itertools import combinations

from agents.answering.text.normal import is_hangul
from agents.data.match.model.column_names import are_winner_and_loser
from agents.data.match.model.count_names import count_kind, count_kinds
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import words_for
from agents.data.match.model.words import known_dimension, known_matchups
from agents.data.tables.quoting import literal, quoted

_PARTS = re.compile(r"[\s_.\-/]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NAMES = {
    "games": "games", "wins": "wins", "losses": "losses", "draws": "draws", "rate": "win_rate",
}  # fmt: skip


def unfolded(table: Loaded) -> None:
    """Put totals that stand side by side below each other.

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
