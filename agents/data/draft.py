"""A semantic model is drafted from a table's columns: sides, winner, time, dimensions."""

import re
from itertools import combinations

from agents.data.language import LANGUAGES
from agents.data.model import Dimension, Duration, Member, Role, SemanticModel, Winner
from agents.data.profile import LISTED, Column, TableProfile
from agents.data.words import Vocabulary, known_dimensions, labels, vocabularies
from app.errors import BadFile

_WINNER_NAMES = re.compile(r"win|won|victor|result|outcome|승", re.IGNORECASE)
_DURATION_NAMES = re.compile(r"dur|length|seconds|minutes|time_s|playtime", re.IGNORECASE)
_PLAYER_NAMES = re.compile(r"name|player|nick|user|account|gamer|^id$|^$", re.IGNORECASE)
_WON = (("winner", "loser"), ("win", "lose"), ("won", "lost"), ("w", "l"), ("victor", "loser"))
_SIDE_TOKENS = (
    *_WON,
    ("p1", "p2"),
    ("player1", "player2"),
    ("1", "2"),
    ("a", "b"),
    ("blue", "red"),
    ("home", "away"),
    ("left", "right"),
    ("one", "two"),
    ("first", "second"),
    ("x", "y"),
    ("team1", "team2"),
    ("t1", "t2"),
    ("radiant", "dire"),
    ("white", "black"),
    ("attacker", "defender"),
    ("me", "opponent"),
)
_SYNONYMS = {
    "name": "player",
    "nick": "player",
    "user": "player",
    "": "player",
    "date": "time",
    "event": "tournament",
    "stage_name": "map",
    "map_name": "map",
    "version": "patch",
    "civ": "civilization",
    "char": "character",
}


def draft(table: TableProfile, file: str) -> SemanticModel:
    """Return a model for the table; raises `BadFile` if it shows no two sides or no winner."""
    sides, tokens = _sides(table)
    if not sides:
        raise BadFile(
            f"{file} shows no two sides: two columns such as p1_race and p2_race, or winner_name "
            "and loser_name, are needed.",
            key="table_without_sides",
            file=file,
            columns=", ".join(column.name for column in table.columns[:20]),
        )
    winner = _winner(table, sides, tokens)
    if winner is None:
        raise BadFile(
            f"{file} has no column that says who won (1 or 2, a side's name, or winner/loser "
            "columns).",
            key="table_without_winner",
            file=file,
            columns=", ".join(column.name for column in table.columns[:20]),
        )
    dimensions = _side_dimensions(table, sides)
    used = {column for pair in sides.values() for column in pair} | {winner.column}
    time = next((c.name for c in table.columns if c.kind == "time"), None)
    duration = _duration(table, used)
    used |= {time, duration.column if duration else None}
    for column in table.columns:
        if column.name not in used and _is_dimension(column, table.rows):
            key = _key(column.name, dimensions)
            dimensions[key] = _labelled(key, Dimension(column=column.name, sample=column.values))
    plain = SemanticModel(winner=winner, time=time, duration=duration, dimensions=dimensions)
    return _with_vocabulary(plain)


def with_samples(model: SemanticModel, table: TableProfile) -> SemanticModel:
    """Return the model with the values that occur in the file put beside its dimensions."""
    filled = {}
    for key, dimension in model.dimensions.items():
        names = [n for n in (dimension.column, dimension.a, dimension.b) if n is not None]
        values = dict.fromkeys(v for name in names for v in table.column(name).values)
        filled[key] = dimension.model_copy(update={"sample": tuple(values)})
    return model.model_copy(update={"dimensions": filled})


def _tokens(name: str) -> tuple[str, ...]:
    spaced = re.sub(r"([a-z])([A-Z])|([A-Za-z])(\d)(?![a-z]*\d)", r"\1\3 \2\4", name)
    return tuple(re.findall(r"[^\W_]+", spaced.lower()))


def _sides(table: TableProfile) -> tuple[dict[str, tuple[str, str]], tuple[str, str]]:
    """Group column pairs by the pair of words in which their names differ; take the largest."""
    groups: dict[tuple[str, str], dict[str, tuple[str, str]]] = {}
    texts = [c for c in table.columns if c.kind == "text" and c.values][:120]
    for left, right in combinations(texts, 2):
        differing = _difference(left.name, right.name)
        if differing is None:
            continue
        pair, rest = differing
        known = pair in _SIDE_TOKENS or pair[::-1] in _SIDE_TOKENS
        if known or _share(left, right) >= 0.5:
            if pair[::-1] in _WON:
                pair, left, right = pair[::-1], right, left
            groups.setdefault(pair, {})[rest] = (left.name, right.name)
    if not groups:
        return {}, ("", "")
    tokens = max(groups, key=lambda pair: (len(groups[pair]), pair in _SIDE_TOKENS))
    return groups[tokens], tokens


def _difference(left: str, right: str) -> tuple[tuple[str, str], str] | None:
    one, two = _raw_tokens(left), _raw_tokens(right)
    if len(one) != len(two):
        return None
    places = [i for i, (x, y) in enumerate(zip(one, two, strict=True)) if x != y]
    if len(places) != 1:
        return None
    place = places[0]
    rest = "_".join(token for i, token in enumerate(one) if i != place)
    return (one[place], two[place]), rest


def _raw_tokens(name: str) -> tuple[str, ...]:
    found = re.findall(r"[^\W_]+", re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower())
    split = [part for token in found for part in re.findall(r"[a-z]{3,}(?=\d+$)|.+", token)]
    return tuple(split)


def _share(left: Column, right: Column) -> float:
    one, two = set(left.values), set(right.values)
    return len(one & two) / max(1, min(len(one), len(two)))


def _winner(
    table: TableProfile, sides: dict[str, tuple[str, str]], tokens: tuple[str, str]
) -> Winner | None:
    if tokens in _WON:
        return Winner()
    taken = {column for pair in sides.values() for column in pair}
    named = [c for c in table.columns if _WINNER_NAMES.search(c.name) and c.name not in taken]
    for column in named:
        values = {value.lower() for value in column.values}
        for a, b in (tokens, ("1", "2"), ("p1", "p2"), ("player1", "player2"), ("a", "b")):
            if values >= {a, b} and values <= {a, b, "0", "draw", "tie", "none", "-1", ""}:
                exact = {value.lower(): value for value in column.values}
                return Winner(column=column.name, a=exact.get(a, a), b=exact.get(b, b))
        if values <= {"0", "1", "true", "false"} and values:
            yes, no = ("true", "false") if column.kind == "truth" else ("1", "0")
            second = tokens[1] in _tokens(column.name) and tokens[0] not in _tokens(column.name)
            return Winner(column=column.name, a=no if second else yes, b=yes if second else no)
        if column.distinct > LISTED:
            continue
        for key, (a, b) in sides.items():
            names = set(table.column(a).values) | set(table.column(b).values)
            if names and len(set(column.values) & names) >= 0.9 * len(set(column.values)):
                return Winner(column=column.name, same_as=_SYNONYMS.get(key, key))
    return None


def _side_dimensions(
    table: TableProfile, sides: dict[str, tuple[str, str]]
) -> dict[str, Dimension]:
    def distinct(key: str) -> int:
        return max(table.column(column).distinct for column in sides[key])

    entities = [k for k in sides if not _PLAYER_NAMES.search(k) and 2 <= distinct(k) <= 300]
    entity = min(entities, key=distinct) if entities else None
    dimensions: dict[str, Dimension] = {}
    for rest, (a, b) in sides.items():
        role: Role = "plain"
        if rest == entity:
            role = "entity"
        elif _PLAYER_NAMES.search(rest):
            role = "player"
        key = _key(rest, dimensions)
        values = dict.fromkeys((*table.column(a).values, *table.column(b).values))
        dimensions[key] = _labelled(key, Dimension(role=role, a=a, b=b, sample=tuple(values)))
    return dict(sorted(dimensions.items(), key=lambda item: item[1].role != "entity"))


def _key(name: str, taken: dict[str, Dimension]) -> str:
    key = "_".join(re.findall(r"[^\W_]+", name.lower()))
    key = _SYNONYMS.get(key, key) or "column"
    for known in known_dimensions():
        if known in key.split("_"):
            key = known
    while key in taken or key in ("opponent", "matchup"):
        key += "_2"
    return key


def _labelled(key: str, dimension: Dimension) -> Dimension:
    found = labels(key) or dict.fromkeys(LANGUAGES, key.replace("_", " "))
    return dimension.model_copy(update={"label": found})


def _duration(table: TableProfile, used: set[str | None]) -> Duration | None:
    for column in table.columns:
        if column.kind == "number" and column.name not in used:
            tokens = _raw_tokens(column.name)
            if _DURATION_NAMES.search(column.name) or "gamelength" in tokens:
                minutes = bool({"min", "mins", "minutes", "gamelength"} & set(tokens))
                return Duration(column=column.name, seconds=60.0 if minutes else 1.0)
    return None


def _is_dimension(column: Column, rows: int) -> bool:
    if column.name.lower() == "simulated" or column.distinct == 0:
        return False
    if column.kind == "text":
        return column.distinct <= LISTED and (column.distinct < 0.9 * rows or rows < 50)
    return column.kind == "number" and column.distinct <= 50 and column.distinct < 0.5 * rows


def _with_vocabulary(model: SemanticModel) -> SemanticModel:
    entity = model.dimensions[model.entity]
    for vocabulary in vocabularies():
        known = _spellings(vocabulary, vocabulary.recognise.dimension)
        if entity.sample and sum(v in known for v in entity.sample) >= 0.6 * len(entity.sample):
            return _apply(model, vocabulary)
    return model


def _spellings(vocabulary: Vocabulary, key: str) -> set[str]:
    members = vocabulary.dimensions.get(key, {})
    return {s for value, member in members.items() for s in (value, *member.spellings)}


def _apply(model: SemanticModel, vocabulary: Vocabulary) -> SemanticModel:
    """Give the dimensions the vocabulary's names, as far as the values occur in the table."""
    filled: dict[str, Dimension] = {}
    for key, dimension in model.dimensions.items():
        name = vocabulary.recognise.dimension if key == model.entity else key
        members: dict[str, Member] = {}
        for value, member in vocabulary.dimensions.get(name, {}).items():
            spelled = tuple(s for s in member.spellings if s in dimension.sample and s != value)
            if spelled or value in dimension.sample:
                members[value] = member.model_copy(update={"spellings": spelled})
        update: dict[str, object] = {"members": members} if members else {}
        if name != key:
            update["label"] = labels(name)
        filled[key] = dimension.model_copy(update=update)
    return model.model_copy(
        update={
            "dimensions": filled,
            "vocabulary": vocabulary.name,
            "matchup_letter": vocabulary.matchup_letter,
        }
    )
