"""What a person is asked about a table in which neither two sides nor results were found."""

from collections.abc import Mapping

from agents.answering.text.normal import is_hangul
from agents.answering.text.packs import word_set
from agents.data.match.draft.quantities import PLACES
from agents.data.match.draft.winner import may_tell
from agents.data.match.model.count_names import count_kind
from agents.data.match.model.look import Look
from agents.data.match.model.outcome import Outcome
from agents.data.match.model.shape_question import ShapeQuestion
from agents.data.tables.header_words import named_by_id, tokens
from agents.data.tables.profile import Column, TableProfile
from agents.data.tables.quoting import quoted

_MOST_NUMBERS = 12
_FEWEST = 10  # rows, in which two values say something
_NO_COUNT = PLACES | word_set("patch version elo mmr rating 시즌")
_NO_COUNT_ENDS = tuple(word for word in _NO_COUNT if is_hangul(word[0]))  # 시작연도


def ask_counts(table: TableProfile, look: Look, said: Mapping[str, str]) -> None:
    """Raise the question which column counts the games, and which the wins or their share.

    Nothing is asked if no two columns can be that: the one is never above the other, or is a share.
    """
    numbers = [c for c in table.columns if c.kind == "number" and _may_count(c)][:_MOST_NUMBERS]
    parts = {c.name: _parts(c, numbers, look) for c in numbers}
    parts = {games: within for games, within in parts.items() if within}
    if not parts:
        return
    named = [name for name in parts if count_kind(name) == "games"]
    games = said.get("games") or (named[0] if len(named) == 1 else None)
    if games not in parts:
        raise ShapeQuestion("games", tuple(parts))
    raise ShapeQuestion("wins", parts[games], games)


def chosen_outcome(table: TableProfile, said: Mapping[str, str]) -> Outcome | None:
    """Return what a person said of the results; raises the question that is still open.

    None if no column has two values that may be results.
    """
    may = [c for c in table.columns if c.kind == "text" and c.distinct == 2 and may_tell(c)]
    if not may or table.rows < _FEWEST:
        return None
    chosen = next((c for c in may if c.name == said.get("winner")), None)
    if chosen is None:
        raise ShapeQuestion("winner", tuple(c.name for c in may))
    won = said.get("won_value", "")
    if won not in chosen.values:
        raise ShapeQuestion("won_value", chosen.values, chosen.name)
    (lost,) = (value for value in chosen.values if value != won)
    return Outcome(chosen, won, lost, ())


def _may_count(column: Column) -> bool:
    left = tokens(column.name)
    told = any(one in _NO_COUNT or one.endswith(_NO_COUNT_ENDS) for one in left)
    return named_by_id(column.name) is None and not told


def _parts(games: Column, numbers: list[Column], look: Look) -> tuple[str, ...]:
    """Return the columns that may count the wins of so many games, or be their share."""
    whole = quoted(games.name)
    if look.any(f"{whole} <> floor({whole}) OR {whole} < 0") or look.number(f"max({whole})") < 2:
        return ()
    found = []
    for column in numbers:
        name = quoted(column.name)
        if column.name == games.name or look.any(f"{name} < 0"):
            continue
        broken = look.any(f"{name} <> floor({name})")
        share = broken and look.number(f"max({name})") <= 100
        if share or (not broken and not look.any(f"{name} > {whole}")):
            found.append(column.name)
    return tuple(found)
