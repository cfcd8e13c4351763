"""What the games of one table are called: its file and its columns say bouts, carreras or 대국."""

import re
from pathlib import PurePath

from agents.answering.text.normal import is_hangul, normalise
from agents.answering.text.packs import word_set
from agents.data.match.model.column_names import dimension_key, named_thing
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import known_values
from agents.data.tables.header_words import named_by_id, tokens
from agents.data.tables.profile import TableProfile

# Nouns that mean a game in one sport or another, and a part of one or a feature in others.
_NOUNS = word_set(
    "race debate rally leg frame heat bout duel fight clash fixture contest hand raid lap scrim "
    "skirmish sparring round series set tie game match battle encounter trial "
    "carrera manga combate asalto duelo regata pelea batalla choque mano partida partido juego "
    "encuentro enfrentamiento "
    "세트 배틀 대국 판 대련 경주 토론 시합 결투 레이스 스크림 프레임 랠리 대전 매치 전투 승부 핸드"
)
# The same noun in the three languages.
_SAME = (
    ("set", "세트"), ("duel", "duelo", "결투"), ("fight", "combate", "pelea", "시합"),
    ("bout", "combate", "대련"), ("match", "partido", "매치"), ("battle", "batalla", "전투"),
    ("race", "carrera", "경주", "레이스"),
)  # fmt: skip
_RACED = ("driver", "track")  # columns of races, unless one is called so itself
_COUNTING = re.compile(r"(?<=[가-힣])(?:횟수|수)$")
_RECORDS = re.compile(r"(?<=[가-힣])(?:기록|전적|일지|일기|경기|결과|데이터|로그|성적|기록장)$")
_EVERY_ROW = 0.9
_SHORT = 3
_MOST_WON = 7  # games of the longest series
_POINTS = re.compile(r"goal|gol|골|point|punto|득점|점수$|rating|elo", re.IGNORECASE)
_BEST_OF = re.compile(r"best ?_?of|^bo\d?$|^format|mejor ?_?de|다전제|판제|선승", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")


def game_nouns(model: SemanticModel, table: TableProfile, file: str) -> tuple[str, ...]:
    """Return the words, in the singular and plural, by which a person may call the table's games.

    They come from the file's name (carreras_2024.csv), from the column that numbers the games
    (debate_id) and from the one that counts them. What is also the name of another column is
    left out: frames of either side are no games.
    """
    found = [word for word in tokens(PurePath(file).stem) if _singular(word) in _NOUNS]
    found += _played(model, PurePath(file).stem)
    for column in table.columns:
        thing = named_by_id(column.name)
        if column.name == model.game:
            thing = thing or named_thing(column.name)
        own_row = column.distinct >= _EVERY_ROW * table.rows or column.name == model.game
        if thing and len(thing) == 1 and own_row and dimension_key(thing[0]) != "player":
            found.append(thing[0])
    if model.totals is not None:
        counted = (_COUNTING.sub("", word) for word in tokens(model.totals.games))
        found += [word for word in counted if _singular(word) in _NOUNS]
    if any(key in model.dimensions for key in _RACED) and "race" not in model.dimensions:
        found.append("race")
    if _are_series(model, table):
        found += ["series", "serie", "시리즈"]
    named = {_singular(word) for word in found}
    found += [word for group in _SAME if named.intersection(group) for word in group]
    said = {_singular(word) for name in _others(model, table) for word in tokens(name)}
    nouns = dict.fromkeys(_singular(word) for word in found if len(word) > 1 or is_hangul(word))
    return tuple(form for noun in nouns if noun not in said for form in _forms(noun))


def _played(model: SemanticModel, stem: str) -> list[str]:
    """Return what a file's name says was played, before a noun of records: 방탈출 of 방탈출기록."""
    if model.totals is not None:
        return []
    named = (_RECORDS.sub("", word) for word in tokens(stem) if _RECORDS.search(word))
    known = {normalise(value) for one in model.dimensions.values() for value in one.sample}
    return [word for word in named if len(word) > 1 and normalise(word) not in known]


def _are_series(model: SemanticModel, table: TableProfile) -> bool:
    """Whether rows are series of games: small scores without draws, such as 2-1 in a best of 3."""
    winner = model.winner
    if winner.draws or not (winner.between or winner.score_a):
        return False
    columns = [c for c in (winner.column, winner.score_a, winner.score_b) if c]
    if any(_POINTS.search(name) for name in columns):
        return False
    numbers = {n for name in columns for v in table.column(name).values for n in _DIGITS.findall(v)}
    small = bool(numbers) and all(int(n) <= _MOST_WON for n in numbers) and max(numbers) > "1"
    limited = any(_BEST_OF.search(column.name) for column in table.columns)
    values = {v.casefold() for v in model.dimensions[model.entity].sample}
    known = any(values and values <= one.keys() for one in known_values().values())
    return small and (limited or known)


def _others(model: SemanticModel, table: TableProfile) -> list[str]:
    own = {model.game, model.totals.games if model.totals else None}
    named = [c for c in model.columns if c not in own]
    numbers = [c.name for c in table.columns if c.kind == "number" and c.name not in own]
    return [*named, *(n for n in numbers if named_by_id(n) is None)]


def _singular(word: str) -> str:
    word = normalise(word)
    if word in _NOUNS or is_hangul(word[-1]):
        return word.removesuffix("들") or word
    for ending, instead in (("ies", "y"), ("es", ""), ("es", "e"), ("s", "")):
        if word.endswith(ending) and word.removesuffix(ending) + instead in _NOUNS:
            return word.removesuffix(ending) + instead
    return word.removesuffix("s") if len(word) > _SHORT else word


def _forms(noun: str) -> tuple[str, ...]:
    if is_hangul(noun[-1]):
        return (noun,)
    if noun.endswith("y"):
        return (noun, f"{noun[:-1]}ies")
    return (noun, f"{noun}es") if noun[-1] in "shx" else (noun, f"{noun}s")
