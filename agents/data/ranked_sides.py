"""What is ranked where a question names no rows: the races, or the people who play them."""

from agents.data.match.model.column_names import ENTITY_KEYS
from agents.data.match.model.matchup_labels import is_matchup_label
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import words
from agents.data.own_log import rivals_named
from agents.data.reading import Reading

# What a person has or is: who is best is asked of the persons.
_TRAITS = frozenset({"hand", "grip", "country", "gender", "school", "office", "color", "side",
                     "style", "division", "city", "weight_class", "tier", "dan", "grade", "belt",
                     "단", "급", "등급", "rango", "mano", "level"})  # fmt: skip
_PERSONS = ("driver",)
_GROUPS_OF_PEOPLE = ("team", "clan", "pair")


def ranked(reading: Reading, model: SemanticModel) -> str:
    """Return what is ranked where nothing is named: the best four of two hands are players."""
    if reading.who and (rivals := rivals_named(model)) is not None:
        return "opponent" if rivals == model.entity else rivals  # whom I beat most
    few = reading.limit is not None and len(model.dimensions[model.entity].values)
    people = reading.who or reading.unnamed or (few and few <= (reading.limit or 0))
    people = people or (model.grain == "totals" and model.player is not None)  # standings
    people = people or model.entity in _TRAITS  # the best are people, not their hands
    own = any(m.dimension == model.entity and not m.opponent for m in reading.mentions)
    people = people or (own and model.compares_places)  # which home team wins most
    persons = [key for key in ("player", *_PERSONS) if key in model.dimensions
               and model.dimensions[key].of_sides]  # fmt: skip
    if people and not persons:
        return _main_of_sides(reading, model)
    asked = (model.player or persons[0]) if people else model.entity
    return "opponent" if asked == model.entity and model.dimensions[asked].of_rival else asked


def _main_of_sides(reading: Reading, model: SemanticModel) -> str:
    """Return what names the sides where no column says so: of many wrestlers, not two hands."""
    named = {k: d for k, d in model.dimensions.items()
             if d.of_sides and d.fixed is None and k not in _TRAITS
             and not is_matchup_label(k, model.dimensions)}  # fmt: skip
    known = words("en").dimensions
    others = [k for k in named
              if k != model.entity and (k not in known or k in _GROUPS_OF_PEOPLE)]  # fmt: skip
    if reading.who and len(others) == 1 and not model.compares_places:
        return others[0]  # who is no race: a column of names under a header of its own
    if model.entity in ENTITY_KEYS or model.compares_places:
        return model.entity
    return max(named, key=lambda key: len(named[key].values), default=model.entity)
