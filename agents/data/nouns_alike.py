"""Which dimension a noun means that no header has: the venue a map, the deck its colours."""

import re
from collections import defaultdict
from collections.abc import Sequence

from agents.answering.text.normal import normalise
from agents.answering.text.packs import word_set
from agents.data.match.model.column_names import known_keys
from agents.data.match.model.semantic_model import Dimension, SemanticModel
from agents.data.match.reshape.wide import TIERS

_CHARACTERS = ("champion", "hero", "character")
_ALIKE = (
    ("map", "venue", "track"), _CHARACTERS, ("stage", "round", "scenario"),
    ("race", "faction", "civilization"), ("player", "driver"), ("scenario", "stage", "map"),
    ("server", "region"),
)  # fmt: skip
# Headers that say where games were played, and in other tables something else.
_VENUES = ("hall", "dojo", "rink", "sala", "salon", "salón", "홀", "도장", "장소", "개최지",
           "lugar", "location", "ubicacion")  # fmt: skip
_COLOURS = word_set(
    "white black red blue green orange yellow purple blancas negras blanco negro rojo azul 백 흑 "
    "청 홍 블루 레드 파랑 주황"
)
_OF_ONE = ("race", "faction", "civilization", "class")  # a side that has one is one person
_KINDS = ("유형", "종류", "이름", "타입", "분류")
_DECKS = ("deck", "archetype")
_COLOURS_OF_CARDS = re.compile(r"[WUBRGC]{1,5}")


def alike(noun: str, model: SemanticModel) -> Sequence[str]:
    """Return the dimensions of a table that may be meant by the noun of one that it lacks."""
    group = next((group for group in _ALIKE if noun in group), ())
    found = [key for key in group if key in model.dimensions]
    if noun == "tournament" and (league := model.dimensions.get("league")) is not None:
        tiers = any(normalise(value) in TIERS for value in league.values)
        return [] if tiers else ["league"]  # of a ladder it is where somebody stands
    if noun == "venue" and not found:
        return [key for key in _VENUES if key in model.dimensions]
    if noun == "color" and not found and _sides_are_colours(model):
        return ["side"]
    if noun == "player" and model.entity in _OF_ONE and not found:
        return [key for key in ("team",) if key in model.dimensions]
    if noun in _CHARACTERS and not found and model.entity not in known_keys():
        unplaced = not model.compares_places and model.entity != model.player
        return [model.entity] if unplaced else []  # winner_main, brawler_1
    if noun in _DECKS and not found and _are_decks(model.dimensions.get("color")):
        return ["color"]
    return found


def kinds(model: SemanticModel) -> dict[str, list[str]]:
    """Return by each noun the dimensions that are called its kind or name: the deck of 덱유형."""
    found: dict[str, list[str]] = defaultdict(list)
    for key, dimension in model.dimensions.items():
        named = {normalise(word) for word in (*dimension.words, *dimension.label.values())}
        for noun in {w.removesuffix(end) for w in named for end in _KINDS if w.endswith(end)}:
            found[noun].append(key)
    return found


def _sides_are_colours(model: SemanticModel) -> bool:
    """Whether the sides are called by colours, as white and black of chess."""
    side = model.dimensions.get("side")
    return side is not None and {normalise(v) for v in side.fixed or side.values} <= _COLOURS


def _are_decks(dimension: Dimension | None) -> bool:
    """Whether colours tell of which cards a deck is made: WU, BRG."""
    values = dimension.values if dimension is not None else ()
    return len(values) > 1 and all(_COLOURS_OF_CARDS.fullmatch(value) for value in values)
