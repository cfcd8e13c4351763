"""Who plays, by ids beside their names (p_id), and by where: teams at home and away."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from agents.data.match.model.column_names import (
    called,
    differing,
    known_sides,
    named_thing,
)
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import words_for
from agents.data.match.model.semantic_model import Dimension, SemanticModel
from agents.data.match.model.words import Member, labels
from agents.data.model.schema import Column, Table
from agents.data.tables.header_words import named_by_id, tokens


def as_teams(model: SemanticModel) -> SemanticModel:
    """Call those teams who play at home and away, where no header says what they are."""
    player = model.dimensions.get("player")
    places = model.dimensions[model.entity].fixed or ()
    if player is None or "team" in model.dimensions or player.role != "player":
        return model
    named = tuple(" ".join(tokens(column)) for column in player.columns)
    if named != places or not any(words_for("place_of_teams") & called(place) for place in places):
        return model
    teams = player.model_copy(update={"label": labels("team")})
    return model.model_copy(update={"dimensions": model.dimensions | {"player": teams}})


_MOST_NAMESAKES, _MOST_COLUMNS = 200, 60


class IdNames(NamedTuple):
    """A column of ids, and the column with the name of each."""

    id: str
    name: str


def named_ids(table: Table, look: Loaded) -> tuple[IdNames, ...]:
    """Return the id columns each of whose ids has one name in another column."""
    names: dict[tuple[str, ...], Column] = {}
    for column in table.columns:
        if column.stored == "text" and column.distinct and named_by_id(column.name) is None:
            names.setdefault(named_thing(column.name), column)
    found = []
    for column in table.columns:
        thing = named_by_id(column.name)
        name = names.get(thing) if thing else None
        if name is None or not thing or words_for("game_ids").intersection(thing):
            continue  # the id of a game joins its rows
        if name.distinct <= column.distinct and not look.varies_within(name.name, column.name):
            found.append(IdNames(column.name, name.name))
    return tuple(found)


def id_pairs(table: Table, ids: tuple[IdNames, ...]) -> tuple[tuple[Column, Column], ...]:
    """Return the pairs of columns with the id of either side, with names beside them or not."""
    columns = [c for c in table.columns if named_by_id(c.name) is not None]
    found = []
    for left, right in combinations(columns[:_MOST_COLUMNS], 2):
        differs = differing(left.name, right.name)
        if differs is None:
            continue
        pair, _ = differs
        if pair in known_sides():
            found.append((left, right))
        elif pair[::-1] in known_sides():
            found.append((right, left))
    named = {one.id for one in ids}
    return tuple(sorted(found, key=lambda pair: pair[0].name not in named))


def without(table: Table, names: Iterable[str]) -> Table:
    """Return the profile without some of its columns."""
    out = set(names)
    return table.model_copy(
        update={"columns": tuple(c for c in table.columns if c.name not in out)}
    )


def told_apart(
    dimensions: Mapping[str, Dimension], ids: tuple[IdNames, ...], look: Loaded
) -> dict[str, Dimension]:
    """Return the dimensions with what tells apart the few names that several ids share.

    Where most names have several ids, these are editions of one thing (a cup each year), and the
    name is what is compared.
    """
    beside = {one.name: one.id for one in ids}
    found = dict(dimensions)
    for key, dimension in dimensions.items():
        columns = [beside[c] for c in dimension.columns if c in beside]
        if not columns or len(columns) < len(dimension.columns):
            continue
        pairs = list(zip(dimension.columns, columns, strict=True))
        shared = look.several(pairs, _MOST_NAMESAKES + 1)
        if shared and len(shared) <= min(_MOST_NAMESAKES, len(dimension.sample) // 2):
            members = {
                f"{name} ({one})": Member(names=(name,)) for name, all_ in shared.items()
                for one in all_
            }  # fmt: skip
            found[key] = dimension.model_copy(
                update={"ids": tuple(columns), "namesakes": shared,
                        "members": {**dimension.members, **members}}
            )  # fmt: skip
            values = found[key].values_in(dimension.sample)
            found[key] = found[key].model_copy(update={"sample": values})
    return found
