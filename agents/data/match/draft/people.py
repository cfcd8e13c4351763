"""Which columns hold people, and ids beside their names: 팀1 beside 팀1종족, Karateka A, p_id."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from agents.data.match.model.column_names import (
    called,
    differing,
    known_keys,
    known_sides,
    named_thing,
)
from agents.data.match.model.facts import ColumnFacts, TableProfile
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import words_for
from agents.data.match.model.semantic_model import Dimension, SemanticModel
from agents.data.match.model.words import Member, known_dimension, labels
from agents.data.tables.header_words import named_by_id, tokens

_MOST = 5000
_OF_ONE_RACE = 0.6
_FEWEST = 4
_MEMBERS = 2


def with_people(model: SemanticModel, look: Loaded) -> SemanticModel:
    """Take for players those who have one race or one team; others of them are in several.

    Under a header that says team people stand where most have one race: a team of several people
    plays what each of them plays. Under a header that nothing is known of, members of a team do
    where each team has several. Other models stay as they are.
    """
    if model.player is not None or model.grain == "totals":
        return model
    found = "team" if _are_people(model, look) else _members(model, look)
    if found is None:
        return model
    people = model.dimensions[found].model_copy(update={"role": "player"})
    return model.model_copy(update={"dimensions": model.dimensions | {found: people}})


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


def _are_people(model: SemanticModel, look: Loaded) -> bool:
    team, race = model.dimensions.get("team"), model.dimensions[model.entity]
    if team is None or team is race:
        return False
    return known_dimension(race.sample) is not None and _belong(team, race, look)


def _members(model: SemanticModel, look: Loaded) -> str | None:
    """Return what nothing is known of but that each value belongs to one of few teams."""
    team = model.dimensions.get("team")
    for key, one in model.dimensions.items():
        own = one.fixed is None and one.role == "plain" and key not in known_keys()
        if team is None or not own or len(one.sample) < _MEMBERS * len(team.sample):
            continue
        if _belong(one, team, look):
            return key
    return None


def _belong(people: Dimension, group: Dimension, look: Loaded) -> bool:
    """Whether most values of one dimension of the sides have one of another."""
    if not people.of_sides or len(people.columns) != len(group.columns):
        return False
    several = look.several(zip(people.columns, group.columns, strict=True), _MOST)
    of_one = 1 - len(several) / max(1, len(people.sample))
    return len(people.sample) >= _FEWEST and of_one >= _OF_ONE_RACE


_MOST_NAMESAKES, _MOST_COLUMNS = 200, 60


class IdNames(NamedTuple):
    """A column of ids, and the column with the name of each."""

    id: str
    name: str


def named_ids(table: TableProfile, look: Loaded) -> tuple[IdNames, ...]:
    """Return the id columns each of whose ids has one name in another column."""
    names: dict[tuple[str, ...], ColumnFacts] = {}
    for column in table.columns:
        if column.kind == "text" and column.distinct and named_by_id(column.name) is None:
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


def id_pairs(
    table: TableProfile, ids: tuple[IdNames, ...]
) -> tuple[tuple[ColumnFacts, ColumnFacts], ...]:
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


def without(table: TableProfile, names: Iterable[str]) -> TableProfile:
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
