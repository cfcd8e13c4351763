"""Columns called team hold people where most have one race and nothing else names people."""

from agents.data.known_values import known_values
from agents.data.look import Look
from agents.data.model import SemanticModel

_MOST = 5000
_OF_ONE_RACE = 0.6
_FEWEST = 4


def with_people(model: SemanticModel, look: Look) -> SemanticModel:
    """Take the team of a side for its player where most have one race: 팀1 beside 팀1종족.

    A team of several people plays what each of them plays. Other models stay as they are.
    """
    team, race = model.dimensions.get("team"), model.dimensions[model.entity]
    if team is None or team is race or model.player is not None or model.grain == "totals":
        return model
    values = {value.casefold() for value in race.sample}
    known = any(values and values <= one.keys() for one in known_values().values())
    if not known or not team.of_sides or len(team.columns) != len(race.columns):
        return model
    several = look.several(zip(team.columns, race.columns, strict=True), _MOST)
    of_one = 1 - len(several) / max(1, len(team.sample))
    if len(team.sample) < _FEWEST or of_one < _OF_ONE_RACE:
        return model
    people = team.model_copy(update={"role": "player"})
    return model.model_copy(update={"dimensions": model.dimensions | {"team": people}})
