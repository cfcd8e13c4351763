"""What the games of one table are called: its file and its columns say bouts, carreras or 대국."""

from pathlib import PurePath

from agents.answering.text.normal import is_hangul, normalise
from agents.data.match.model.column_names import dimension_key, named_thing
from agents.data.match.model.pack import form_for, pairs_for, sets_for, words_for
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.model.schema import Table
from agents.data.tables.header_words import named_by_id, tokens

_EVERY_ROW = 0.9
_SHORT = 3


def game_nouns(model: SemanticModel, table: Table, file: str) -> tuple[str, ...]:
    """Return the words, in the singular and plural, by which a person may call the table's games.

    They come from the file's name (carreras_2024.csv) and from the column that numbers the games
    (debate_id). What is also the name of another column is left out: frames of either side are no
    games.
    """
    found = [
        word for word in tokens(PurePath(file).stem) if _singular(word) in words_for("game_nouns")
    ]
    for column in table.columns:
        thing = named_by_id(column.name)
        if column.name == model.game:
            thing = thing or named_thing(column.name)
        own_row = column.distinct >= _EVERY_ROW * table.rows or column.name == model.game
        if thing and len(thing) == 1 and own_row and dimension_key(thing[0]) != "player":
            found.append(thing[0])
    named = {_singular(word) for word in found}
    found += [
        word
        for group in sets_for("same_nouns")
        if named.intersection(group)
        for word in sorted(group)
    ]
    said = {_singular(word) for name in _others(model, table) for word in tokens(name)}
    nouns = dict.fromkeys(_singular(word) for word in found if len(word) > 1 or is_hangul(word))
    return tuple(form for noun in nouns if noun not in said for form in _forms(noun))


def _others(model: SemanticModel, table: Table) -> list[str]:
    own = {model.game, model.totals.games if model.totals else None}
    named = [c for c in model.columns if c not in own]
    numbers = [c.name for c in table.columns if c.stored == "number" and c.name not in own]
    return [*named, *(n for n in numbers if named_by_id(n) is None)]


def _singular(word: str) -> str:
    word, nouns = normalise(word), words_for("game_nouns")
    if word in nouns or is_hangul(word[-1]):
        return form_for("several_ending").sub("", word) or word
    for ending, instead in pairs_for("plural_endings"):
        if word.endswith(ending) and word.removesuffix(ending) + instead in nouns:
            return word.removesuffix(ending) + instead
    return word.removesuffix("s") if len(word) > _SHORT else word


def _forms(noun: str) -> tuple[str, ...]:
    if is_hangul(noun[-1]):
        return (noun,)
    if noun.endswith("y"):
        return (noun, f"{noun[:-1]}ies")
    return (noun, f"{noun}es") if noun[-1] in "shx" else (noun, f"{noun}s")
