"""Columns of ids beside the names of the same things: everything is told by name."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from agents.data.column_names import SIDES, differing, named_by_id, named_thing
from agents.data.look import Look
from agents.data.model import Dimension, Member
from agents.data.profile import Column, TableProfile, quoted
from agents.data.word_sets import word_set

_MOST_NAMESAKES, _MOST_COLUMNS = 200, 60
_GAMES = word_set("game games match matches bout 경기 게임 대국 시합 partida partido")


class Named(NamedTuple):
    """A column of ids, and the column with the name of each."""

    id: str
    name: str


def named_ids(table: TableProfile, look: Look) -> tuple[Named, ...]:
    """Return the id columns each of whose ids has one name in another column."""
    names: dict[tuple[str, ...], Column] = {}
    for column in table.columns:
        if column.kind == "text" and column.distinct and named_by_id(column.name) is None:
            names.setdefault(named_thing(column.name), column)
    found = []
    for column in table.columns:
        thing = named_by_id(column.name)
        name = names.get(thing) if thing else None
        if name is None or not thing or _GAMES.intersection(thing):
            continue  # the id of a game joins its rows
        if name.distinct <= column.distinct and not look.varies_within(name.name, column.name):
            found.append(Named(column.name, name.name))
    return tuple(found)


def id_pairs(table: TableProfile, ids: tuple[Named, ...]) -> tuple[tuple[Column, Column], ...]:
    """Return the pairs of columns with the id of either side, with names beside them or not."""
    columns = [c for c in table.columns if named_by_id(c.name) is not None]
    found = []
    for left, right in combinations(columns[:_MOST_COLUMNS], 2):
        differs = differing(left.name, right.name)
        if differs is None:
            continue
        pair, _ = differs
        if pair in SIDES:
            found.append((left, right))
        elif pair[::-1] in SIDES:
            found.append((right, left))
    named = {one.id for one in ids}
    return tuple(sorted(found, key=lambda pair: pair[0].name not in named))


def without(table: TableProfile, names: Iterable[str]) -> TableProfile:
    """Return the profile without some of its columns."""
    out = set(names)
    return table.model_copy(
        update={"columns": tuple(c for c in table.columns if c.name not in out)}
    )


def told_apart(
    dimensions: Mapping[str, Dimension], ids: tuple[Named, ...], look: Look
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
            update: dict[str, object] = {"sample": found[key].values_in(dimension.sample)}
            if dimension.meets_itself:
                update["meets_itself"] = look.any(" = ".join(map(quoted, columns)))
            found[key] = found[key].model_copy(update=update)
    return found
