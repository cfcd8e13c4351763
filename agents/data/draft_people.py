"""Which columns hold people where their header does not say so: 팀1 beside 팀1종족, Karateka A."""

from agents.data.column_names import called, known_keys, tokens
from agents.data.known_values import known_values
from agents.data.look import Look
from agents.data.matchup_labels import is_matchup_label
from agents.data.model import Dimension, SemanticModel
from agents.data.words import labels

_MOST = 5000
_OF_ONE_RACE = 0.6
_FEWEST = 4
_MEMBERS = 2


def with_people(model: SemanticModel, look: Look) -> SemanticModel:
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
    if named != places or not any("home" in called(place) for place in places):
        return model
    teams = player.model_copy(update={"label": labels("team")})
    return model.model_copy(update={"dimensions": model.dimensions | {"player": teams}})


def _are_people(model: SemanticModel, look: Look) -> bool:
    team, race = model.dimensions.get("team"), model.dimensions[model.entity]
    if team is None or team is race:
        return False
    values = {value.casefold() for value in race.sample}
    known = any(values and values <= one.keys() for one in known_values().values())
    return known and _belong(team, race, look)


def _members(model: SemanticModel, look: Look) -> str | None:
    """Return what nothing is known of but that each value belongs to one of few teams."""
    team = model.dimensions.get("team")
    for key, one in model.dimensions.items():
        own = one.fixed is None and one.role == "plain" and key not in known_keys()
        if team is None or not own or len(one.sample) < _MEMBERS * len(team.sample):
            continue
        if _belong(one, team, look) and not is_matchup_label(key, model.dimensions):
            return key
    return None


def _belong(people: Dimension, group: Dimension, look: Look) -> bool:
    """Whether most values of one dimension of the sides have one of another."""
    if not people.of_sides or len(people.columns) != len(group.columns):
        return False
    several = look.several(zip(people.columns, group.columns, strict=True), _MOST)
    of_one = 1 - len(several) / max(1, len(people.sample))
    return len(people.sample) >= _FEWEST and of_one >= _OF_ONE_RACE
