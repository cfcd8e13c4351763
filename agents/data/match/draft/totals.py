"""A table of already counted games: which columns hold games, wins, losses or a rate."""

from collections.abc import Mapping

from agents.data.match.draft.dimensions import (
    labelled,
    of_columns,
    with_entity,
    with_special_values,
)
from agents.data.match.draft.pairs import Pairs, find_pairs, side_keys
from agents.data.match.model.column_names import SIDE_KEYS, dimension_key, noun_of
from agents.data.match.model.count_names import bare_name, count_kinds
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import words_for
from agents.data.match.model.rejections import NoGames
from agents.data.match.model.results import summed
from agents.data.match.model.semantic_model import (
    Dimension,
    Role,
    SemanticModel,
    Stored,
    Totals,
)
from agents.data.model.schema import Column, Table
from agents.data.tables.quoting import literal, quoted

_KINDS = ("games", "wins", "losses", "draws", "rate")
_FEW = 3


def find_totals(table: Table, look: Loaded) -> Totals | None:
    """Return the columns that count games, if rows are totals; the numbers must fit together."""
    numbers = [c for c in table.columns if c.stored == "number"]
    kinds = count_kinds(c.name for c in numbers)
    named = {kind: [c.name for c in numbers if kinds.get(c.name) == kind] for kind in _KINDS}
    wins, losses, rate = (next(iter(named[k]), None) for k in ("wins", "losses", "rate"))
    games = _games(numbers, named, look)
    if games is None or (wins is None and losses is None and rate is None):
        return None
    if look.any(f"{quoted(games)} <> floor({quoted(games)})"):
        return None
    part = wins or losses
    if part is not None and _is_part(part, games, look):
        drawn = _drawn(games, wins, losses, named["draws"], look)
        return Totals(games=games, wins=wins, losses=losses if drawn == losses else None,
                      draws=drawn if drawn != losses else None) if wins else Totals(
            games=games, losses=losses, draws=drawn)  # fmt: skip
    if rate is None or part is not None:
        return None
    top = look.number(f"max({quoted(rate)})")
    if look.number(f"min({quoted(rate)})") < 0 or top > 100:
        return None
    return Totals(games=games, rate=rate, scale=1 if top <= 1 else 100)


def _drawn(
    games: str, wins: str | None, losses: str | None, draws: list[str], look: Loaded
) -> str | None:
    """Return the column that tells how many games were drawn: of draws, or else of losses.

    None if there are none, or if the columns do not go together.
    """
    whole = quoted(games)
    told = [quoted(name) for name in (wins, losses) if name is not None]
    for name in draws:
        parts = " + ".join([*told, quoted(name)])
        if look.number(f"sum({quoted(name)})") > 0 and not look.any(f"{parts} > {whole}"):
            return name
    both = " + ".join(told)
    if len(told) == 2 and not look.any(f"{both} > {whole}") and look.any(f"{both} < {whole}"):
        return losses
    return None


def _is_part(part: str, games: str, look: Loaded) -> bool:
    """Whether a column may count some of the games of each row."""
    name, whole = quoted(part), quoted(games)
    if look.any(f"{name} > {whole} OR {name} < 0 OR {name} <> floor({name})"):
        return False
    most = look.number(f"max({whole})")
    single = look.number(f"max({name})") <= 1 and most > _FEW  # the number of a game, and its end
    return most > 1 and not single


def _games(numbers: list[Column], named: Mapping[str, list[str]], look: Loaded) -> str | None:
    """Return the column of games: one that wins, losses and draws make up, or of such a name."""
    wins, losses, draws = named["wins"], named["losses"], named["draws"]
    if wins and losses:
        taken = (wins[0], losses[0])
        named_so = [n for n in named["games"] if n not in taken]
        rest = [c.name for c in numbers if c.name not in (*taken, *named_so)]
        both = f"{quoted(wins[0])} + {quoted(losses[0])}"
        for sum_ in [both, *(f"{both} + {quoted(n)}" for n in draws)]:
            for name in (*named_so, *rest):
                if not look.any(f"{quoted(name)} IS DISTINCT FROM {sum_}"):
                    return name
    return next(iter(named["games"]), None)


def draft_totals(table: Table, totals: Totals, time: str | None, look: Loaded) -> SemanticModel:
    """Return the model of a table of totals; raises `NoGames` if it does not say who met."""
    taken = {*totals.columns, *([time] if time else [])}
    numbers = [c.name for c in table.columns if c.stored == "number"]
    counts = {*count_kinds(numbers), *(n for n in numbers if bare_name(n) in words_for("margins"))}
    pairs = find_pairs(table)
    if pairs is None:
        raise NoGames
    taken |= {name for pair in pairs.texts.values() for name in pair}
    rest = [c for c in table.columns if c.name not in taken | counts]
    dimensions = of_columns(table, rest, _sided(table, pairs))
    dimensions = {  # of whose rivals nothing is known but what the pairs tell
        k: d.model_copy(update={"sided": True}) if d.column and _is_of_side(k) else d
        for k, d in dimensions.items()
    }
    dimensions = with_special_values(with_entity(dimensions), look, totals=totals)
    model = SemanticModel(
        grain="totals", totals=totals, time=time, stored="alone", dimensions=dimensions
    )
    return model.model_copy(update={"stored": _stored(model, totals, look)})


def _is_of_side(key: str) -> bool:
    return key.removesuffix("_2") in SIDE_KEYS


def _sided(table: Table, pairs: Pairs) -> dict[str, Dimension]:
    found = {}
    for rest, key in side_keys(pairs).items():
        a, b = pairs.texts[rest]
        values = dict.fromkeys((*table.column(a).values, *table.column(b).values))
        role: Role = "player" if dimension_key(rest or a) == "player" else "plain"
        found[key] = labelled(
            key, Dimension(role=role, a=a, b=b, words=noun_of(rest), sample=tuple(values))
        )
    return found


def _stored(model: SemanticModel, totals: Totals, look: Loaded) -> Stored:
    """Tell whether both sides of the games are among the rows."""
    dimension = model.dimensions[model.entity]
    rolled = [
        f"{quoted(c)}::VARCHAR NOT IN ({', '.join(literal(v) for v in d.rollups)})"
        for d in model.dimensions.values() if d.rollups for c in d.columns
    ]  # fmt: skip
    parts = " AND ".join(rolled) or "TRUE"
    wins = summed(totals, quoted)["won"]
    games = quoted(totals.games)
    a, b = quoted(str(dimension.a)), quoted(str(dimension.b))
    if look.is_complete(a, b, games, wins, parts):
        return "both"
    columns = [d.column for d in model.dimensions.values() if d.column is not None]
    if any(_tells_side(column, a, parts, look) for column in columns):
        return "alone"
    # The records of players may hold the same games twice: their rivals' are no others.
    return "alone" if any(d.sided for d in model.dimensions.values()) else "one"


def _tells_side(column: str, side: str, parts: str, look: Loaded) -> bool:
    """Whether each value goes with one side only, as a build does with its race."""
    name = quoted(column)
    known = f"{parts} AND {name} IS NOT NULL"
    sides = look.number(f"count(DISTINCT {side})", known)
    values = look.number(f"count(DISTINCT {name})", known)
    pairs = look.number(f"count(DISTINCT ({name}, {side}))", known)
    # Where each value stands in a row or two, that is chance.
    return 1 < sides < values == pairs and 2 * pairs < look.number("count(*)", known)
