"""A semantic model is drafted from a table's columns, and the values found are put beside it."""

from agents.data.match.draft.nouns import game_nouns
from agents.data.match.draft.people import (
    as_teams,
    id_pairs,
    named_ids,
    told_apart,
    without,
)
from agents.data.match.draft.sides import draft_games
from agents.data.match.draft.time import find_time
from agents.data.match.draft.totals import draft_totals, find_totals
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.semantic_model import Dimension, SemanticModel
from agents.data.match.model.words import (
    Member,
    Vocabulary,
    known_values,
    labels,
    vocabularies,
)
from agents.data.model.schema import Table


def draft(table: Table, file: str, look: Loaded) -> SemanticModel:
    """Return a model for the table; raises `NoGames` if it shows no sides or no winner."""
    ids = named_ids(table, look)
    whole, table = table, without(table, (one.id for one in ids))
    totals = find_totals(table, look)
    if totals is not None:
        found = draft_totals(table, totals, find_time(table, set(totals.columns)), look)
    else:
        found = draft_games(table, look, id_pairs(whole, ids))
    told = told_apart(found.dimensions, ids, look)
    found = as_teams(found.model_copy(update={"dimensions": told}))
    nouns = game_nouns(found, whole, file)
    return _with_vocabulary(found.model_copy(update={"nouns": nouns}))


def with_samples(model: SemanticModel, table: Table) -> SemanticModel:
    """Return the model with the values that occur in the file put beside its dimensions."""
    filled = {}
    for key, dimension in model.dimensions.items():
        texts = [v for name in dimension.columns for v in table.column(name).values]
        values = dimension.fixed or dimension.values_in(texts)
        filled[key] = dimension.model_copy(update={"sample": values})
    return model.model_copy(update={"dimensions": filled})


def _with_vocabulary(model: SemanticModel) -> SemanticModel:
    entity = model.dimensions[model.entity]
    for vocabulary in vocabularies():
        known = known_values()[vocabulary.recognise.dimension]
        values = [v for v in entity.sample if v not in (*entity.placeholders, *entity.rollups)]
        if values and sum(_low(v) in known for v in values) >= 0.6 * len(values):
            return _apply(model, vocabulary)
    return model


def _low(value: str) -> str:
    return value.strip().casefold()


def _as_written(value: str, member: Member) -> Member:
    """Return a member that is shown as the table writes it: 유럽, and not eu."""
    names = tuple(dict.fromkeys((value, *member.names, *member.label.values())))
    return member.model_copy(update={"names": names, "spellings": (), "label": {}})


def _apply(model: SemanticModel, vocabulary: Vocabulary) -> SemanticModel:
    """Give the dimensions the vocabulary's names, as far as the values occur in the table."""
    filled: dict[str, Dimension] = {}
    written = known_values()[vocabulary.recognise.dimension]
    for key, dimension in model.dimensions.items():
        name = vocabulary.recognise.dimension if key == model.entity else key
        members: dict[str, Member] = dict(dimension.members)
        for value, member in vocabulary.dimensions.get(name, {}).items():
            known_as = (*member.spellings, *member.names, *member.label.values())
            spelled = tuple(
                one for one in dimension.sample if one != value
                and (written.get(_low(one)) == value if key == model.entity else one in known_as)
            )  # fmt: skip
            one = len(spelled) == 1 and value not in dimension.sample and key != model.entity
            if one and not spelled[0].startswith(f"{value} "):  # Acropolis LE is Acropolis
                members[spelled[0]] = _as_written(value, member)
                continue
            if spelled or value in dimension.sample:
                members[value] = member.model_copy(update={"spellings": spelled})
        claimed = {s for v in vocabulary.dimensions.get(name, {}) if v in members
                   for s in members[v].spellings}  # fmt: skip
        known = vocabulary.dimensions.get(name, {})
        members = {
            v: m for v, m in members.items()
            if v in known or not claimed.intersection((v, *m.spellings))
        }  # fmt: skip
        update: dict[str, object] = {"members": members} if members else {}
        if name != key:
            update["label"] = labels(name)
        filled[key] = dimension.model_copy(update=update)
    return model.model_copy(update={"dimensions": filled})
