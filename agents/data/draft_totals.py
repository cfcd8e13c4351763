"""A table of already counted games: which columns hold games, wins, losses or a rate."""

import re

from agents.data.column_names import dimension_key, noun_of
from agents.data.draft_dimensions import (
    labelled,
    of_columns,
    with_attributes,
    with_entity,
    with_special_values,
)
from agents.data.draft_pairs import Pairs, find_pairs, side_keys
from agents.data.look import Look, literal
from agents.data.model import Dimension, Role, SemanticModel, Stored, Time, Totals
from agents.data.normal import normalise
from agents.data.profile import Column, TableProfile, quoted
from agents.data.words import vocabularies

_GAMES = re.compile(
    r"(total |num |number of |n |nb )?(games|matches|battles|bouts|fights|duels|rounds played|"
    r"picks|n|count|plays|sample|sample size|"
    r"gp|played|matches played|games played|game count|match count|total|"
    r"(총 ?)?(경기|게임|판|대국|전투|표본|배틀|매치|시합|대결|대련|레이스|경주|"
    r"플레이|출전|출장|참가|등장|픽|매칭|교전|대전) ?"
    r"(수|횟수)|경기|총|합계|"
    r"partidas|partidos|combates|batallas|asaltos|duelos|encuentros|"
    r"jugados|jugadas|numero de partidas|n games|n matches|weight)"
)
_WINS = re.compile(
    r"(total |num |number of |n )?(wins?|won|w|victories|games won|matches won|win count|승|승수|"
    r"승리|승리 ?수|이긴 경기|victorias|ganadas|ganados|partidas ganadas)"
)
_LOSSES = re.compile(
    r"(total |num |number of |n )?(loss|losses|lost|l|defeats|games lost|패|패수|패배|패배 ?수|"
    r"derrotas|perdidas|perdidos)"
)
_RATE = re.compile(
    r".*(win ?%|^w ?%|% ?wins?|% ?de victorias|win ?rate|win ?ratio|"
    r"win ?pct|win ?percent(age)?|win %|^wr$|^win perc|승률|승리율|tasa.*victoria|"
    r"porcentaje.*victoria|ratio.*victoria|winning percentage).*"
)


def find_totals(table: TableProfile, look: Look) -> Totals | None:
    """Return the columns that count games, if rows are totals; the numbers must fit together."""
    numbers = [c for c in table.columns if c.kind == "number"]
    games, wins = _named(numbers, _GAMES), _named(numbers, _WINS)
    losses, rate = _named(numbers, _LOSSES), _named(numbers, _RATE)
    if games is None and wins is not None and losses is not None:
        games = _summed(numbers, wins, losses, look)
    if games is None or (wins is None and losses is None and rate is None):
        return None
    if look.count(f"{quoted(games)} <> floor({quoted(games)})"):
        return None
    part = wins or losses
    if part is not None:
        more = look.count(f"{quoted(part)} > {quoted(games)} OR {quoted(part)} < 0")
        big = look.number(f"max({quoted(games)})")
        if more or big < 2:
            return None
        return Totals(games=games, wins=wins, losses=None if wins else losses)
    assert rate is not None
    top = look.number(f"max({quoted(rate)})")
    if look.number(f"min({quoted(rate)})") < 0 or top > 100:
        return None
    return Totals(games=games, rate=rate, scale=1 if top <= 1 else 100)


def _summed(numbers: list[Column], wins: str, losses: str, look: Look) -> str | None:
    """Return the column that holds wins and losses together in every row, whatever its name."""
    rest = [c.name for c in numbers if c.name not in (wins, losses)]
    both = f"{quoted(wins)} + {quoted(losses)}"
    return next((n for n in rest if not look.count(f"{quoted(n)} IS DISTINCT FROM {both}")), None)


def _named(columns: list[Column], pattern: re.Pattern[str]) -> str | None:
    found = [c for c in columns if pattern.fullmatch(normalise(c.name.replace("_", " ")))]
    return found[0].name if found else None


def draft_totals(
    table: TableProfile, totals: Totals, time: Time | None, look: Look
) -> SemanticModel | None:
    """Return the model of a table of totals; None if nothing in it could be a side."""
    taken = {*totals.columns, *([time.column] if time else [])}
    counts = {c.name for c in table.columns if c.kind == "number" and _is_count(c.name)}
    pairs = find_pairs(table)
    sided: dict[str, Dimension] = {}
    if pairs is not None:
        sided = _sided(table, pairs)
        taken |= {name for pair in pairs.texts.values() for name in pair}
    if not sided:
        sided = _split_pair(table, taken | counts)
        taken |= {name for dimension in sided.values() for name in dimension.columns}
    rest = [c for c in table.columns if c.name not in taken | counts]
    dimensions = of_columns(table, rest, sided)
    if not sided:
        dimensions = {
            k: d.model_copy(update={"sided": True}) if _is_of_side(k) else d
            for k, d in dimensions.items()
        }
        if not any(d.of_sides for d in dimensions.values()):
            plain = [k for k, d in dimensions.items() if d.role != "player"]
            first = next((k for k in plain if _has_attribute(k, dimensions, look)), None)
            first = first or next(iter([*plain, *dimensions]), None)
            if first is None:
                return None
            dimensions[first] = dimensions[first].model_copy(update={"sided": True})
    dimensions = with_special_values(with_entity(dimensions), look, totals=totals)
    dimensions = with_attributes(dimensions, look)
    model = SemanticModel(
        grain="totals", totals=totals, time=time, stored="alone", dimensions=dimensions
    )
    return model.model_copy(update={"stored": _stored(model, totals, look)})


def _split_pair(table: TableProfile, taken: set[str]) -> dict[str, Dimension]:
    """Find a column that names both sides: TvZ, "Knight vs Mage"."""
    for column in table.columns:
        if column.kind != "text" or column.name in taken or not 1 < column.distinct <= 400:
            continue
        for split in (" vs. ", " vs ", " v ", "vs", "v", " x ", " 대 ", " - "):
            parts = [value.split(split) for value in column.values]
            if not all(len(pair) == 2 and all(pair) for pair in parts):
                continue
            values = tuple(dict.fromkeys(part for pair in parts for part in pair))
            both = {pair[0] for pair in parts} & {pair[1] for pair in parts}
            if both and len(values) < 2 * len(parts):
                dimension = Dimension(a=column.name, b=column.name, split=split, sample=values)
                key = "race" if "race" in _side_words(values) else "side"
                return {key: labelled(key, dimension)}
    return {}


def _side_words(values: tuple[str, ...]) -> set[str]:
    """Return the dimension of the game vocabulary that knows these values, if one does."""
    return {
        vocabulary.recognise.dimension
        for vocabulary in vocabularies()
        if all(
            any(v in (name, *member.spellings) for name, member in
                vocabulary.dimensions[vocabulary.recognise.dimension].items())
            for v in values
        )
    }  # fmt: skip


def count_kind(name: str) -> str | None:
    """Return what a column of that name counts: `games`, `wins`, `losses`, `rate`, or None."""
    plain = normalise(name.replace("_", " "))
    kinds = {"games": _GAMES, "wins": _WINS, "losses": _LOSSES, "rate": _RATE}
    return next((kind for kind, pattern in kinds.items() if pattern.fullmatch(plain)), None)


def _is_count(name: str) -> bool:
    plain = normalise(name.replace("_", " "))
    patterns = (_GAMES, _WINS, _LOSSES, _RATE)
    return any(p.fullmatch(plain) for p in patterns) or plain in (
        "ci low",
        "ci high",
        "lower",
        "upper",
    )


def _has_attribute(key: str, dimensions: dict[str, Dimension], look: Look) -> bool:
    """Whether each value has one value of another column: what has a type is what is compared."""
    own = dimensions[key]
    return own.column is not None and any(
        1 < len(other.sample) < len(own.sample) and not look.varies_within(other.column, own.column)
        for name, other in dimensions.items()
        if name != key and other.column is not None
    )


def _is_of_side(key: str) -> bool:
    base = key.removesuffix("_2")
    return base in ("race", "champion", "hero", "character", "civilization", "faction", "class",
                    "deck", "player", "team", "side")  # fmt: skip


def _sided(table: TableProfile, pairs: Pairs) -> dict[str, Dimension]:
    found = {}
    for rest, key in side_keys(pairs).items():
        a, b = pairs.texts[rest]
        values = dict.fromkeys((*table.column(a).values, *table.column(b).values))
        role: Role = "player" if dimension_key(rest or a) == "player" else "plain"
        found[key] = labelled(
            key, Dimension(role=role, a=a, b=b, words=noun_of(rest), sample=tuple(values))
        )
    return found


def _stored(model: SemanticModel, totals: Totals, look: Look) -> Stored:
    """Tell whether both sides of the games are among the rows."""
    dimension = model.dimensions[model.entity]
    rolled = [
        f"{quoted(c)}::VARCHAR NOT IN ({', '.join(literal(v) for v in d.rollups)})"
        for d in model.dimensions.values() if d.rollups for c in d.columns
    ]  # fmt: skip
    if model.time is not None and model.time.rollups:
        sums = ", ".join(map(literal, model.time.rollups))
        rolled.append(f"{quoted(model.time.column)}::VARCHAR NOT IN ({sums})")
    parts = " AND ".join(rolled) or "TRUE"
    wins = won_sql(totals)
    games = quoted(totals.games)
    if dimension.column is not None:
        halves = 2 * look.number(f"sum({wins})", parts) == look.number(f"sum({games})", parts)
        return "both" if halves else "alone"
    a, b = (_part(dimension, place) for place in (1, 2))
    return "both" if look.is_complete(a, b, games, wins, parts) else "one"


def _part(dimension: Dimension, place: int) -> str:
    name = quoted(str(dimension.a if place == 1 else dimension.b))
    if dimension.split is None:
        return name
    return f"split_part({name}, {literal(dimension.split)}, {place})"


def won_sql(totals: Totals) -> str:
    """Return the wins of a row as SQL."""
    games = quoted(totals.games)
    if totals.wins is not None:
        return quoted(totals.wins)
    if totals.losses is not None:
        return f"({games} - {quoted(totals.losses)})"
    return f"round({quoted(str(totals.rate))} * {games} / {totals.scale})"
