"""Points become results: of each side in its own row, or of the own side beside the rival's."""

from agents.data.match.model.column_names import SIDE_KEYS, differing, dimension_key, tells_result
from agents.data.match.model.count_names import count_kinds
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import sets_for, words_for
from agents.data.tables.header_words import named_by_id, tokens
from agents.data.tables.quoting import literal, quoted

_MOST_COLUMNS = 60
_ENOUGH = 0.98


def with_results(table: Loaded) -> None:
    """Add the result of each row whose points are those of one side.

    The two sides share the id of their game, and nothing else tells who won. A side without
    points, or without a rival, has no result. Any other table stays as it is.
    """
    names, numbers = [*table.columns()], table.numbers()
    points = _points(numbers)
    if points is None or len(names) > _MOST_COLUMNS or "result" in map(str.casefold, names):
        return
    others = [name for name in names if name != points]
    if any(tells_result(name) for name in others) or count_kinds(
        name for name in numbers if name != points
    ):
        return
    if not any(_names_side(name) for name in others):
        return
    game = next((name for name in others if stands_in_two_rows(table, name)), None)
    if game is None:
        return
    own, by = quoted(points), quoted(game)
    both = f"count({own}) OVER (PARTITION BY {by}) = 2 AND {by} IS NOT NULL"
    rival = f"(sum({own}) OVER (PARTITION BY {by}) - {own})"
    told = _told(f"CASE WHEN {both} THEN {own} END", rival)
    table.change(f"*, {told}")


def _points(numbers: list[str]) -> str | None:
    """Return the column that counts what decides a game, None where there are several or none."""
    filling = words_for("score_filling")
    for counted in sets_for("score_parts"):
        found = [n for n in numbers if (t := set(tokens(n))) & counted and t <= counted | filling]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _names_side(name: str) -> bool:
    return dimension_key(name) in SIDE_KEYS


def stands_in_two_rows(table: Loaded, name: str) -> bool:
    """Whether a column numbers games, each of which stands in two rows."""
    thing = named_by_id(name)
    said = tokens(name) if thing is None else thing
    if thing != () and words_for("game_of_rows").isdisjoint(said):
        return False
    two, most = table.rows_per_value(name)
    return most == 2 and two >= _ENOUGH and table.count() > 2  # of more than one game


_FORM = r"^\s*(\d{1,3})\s?[-–:]\s?(\d{1,3})\s*$"


def with_own_results(table: Loaded) -> None:
    """Add the result that a score tells of the row's own side.

    Rows are of one side where columns speak of its opponent, or where two rows share the id of a
    game. The log of one person is read as it is. Any other table stays as it is.
    """
    kinds = table.columns()
    if (points := _two_scores([*kinds], table.numbers())) is not None:
        one, two = (quoted(name) for name in points)
        table.change(f"{_told(one, two)}, *")
        return
    named = [name for name in kinds if tells_result(name) or _has(name, "scores")]
    if len(named) != 1 or kinds[named[0]] != "VARCHAR" or "result" in kinds.keys() - set(named):
        return
    if any(_has(name, "own") for name in kinds):
        return
    (score,) = named
    column = quoted(score)
    if not table.every(f"regexp_matches({column}, {literal(_FORM)})"):
        return
    of_side = any(_has(name, "rival") for name in kinds) or any(
        stands_in_two_rows(table, name) for name in kinds if name != score
    )
    if not of_side:
        return
    one, two = (f"CAST(regexp_extract({column}, {literal(_FORM)}, {n}) AS INT)" for n in (1, 2))
    told = _told(one, two)
    rest = f"* EXCLUDE ({column})" if score == "result" else "*"
    table.change(f"{rest}, {told}")


def _has(name: str, words: str) -> bool:
    return not words_for(words).isdisjoint(tokens(name))


def _told(own: str, rival: str) -> str:
    return (
        f"CASE WHEN {own} > {rival} THEN 'win' WHEN {own} < {rival} THEN 'loss' "
        f"WHEN {own} = {rival} THEN 'draw' END AS result"
    )


def _two_scores(names: list[str], numbers: list[str]) -> tuple[str, str] | None:
    """Return the points of oneself and of a rival of whom nothing stands beside one's own.

    None where a column tells the result, or where there are several such pairs.
    """
    mine = words_for("own")
    rivals = [n for n in numbers if _has(n, "rival") and _has(n, "scores")]
    found = [
        (own, rival) for rival in rivals for own in numbers
        if own not in rivals and (differs := differing(own, rival)) is not None
        and differs[0][0] in mine | {""}
    ]  # fmt: skip
    texts = [name for name in names if name not in numbers]
    met = [name for name in texts if _has(name, "rival")]
    beside = [differing(own, rival) for rival in met for own in texts if own not in met]
    paired = any(one is not None and (one[1] or one[0][0] in mine) for one in beside)
    told = any(tells_result(n) for n in names if n not in {m for two in found for m in two})
    return found[0] if len(found) == 1 and met and not paired and not told else None
