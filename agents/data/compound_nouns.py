"""Headers of two nouns, said in any language: version_reglas is also the version of the rules."""

from functools import cache
from itertools import permutations, product

from agents.answering.text.language import LANGUAGES
from agents.answering.text.normal import normalise
from agents.data.match.model.words import words

# Nouns of headers that are no dimensions by themselves, each with what it is in other languages.
_NOUNS: tuple[tuple[str, ...], ...] = (
    ("rule", "rules", "ruleset", "regla", "reglas", "reglamento", "규칙", "규정", "룰"),
    ("game", "juego", "게임"), ("balance", "equilibrio", "밸런스"),
    ("client", "cliente", "클라이언트"),
    ("match", "partida", "partido", "경기"), ("type", "kind", "tipo", "종류", "유형"),
    ("size", "tamano", "크기"), ("main", "principal", "주"),
)  # fmt: skip
# Nouns of headers that few tables have or no language names, with what they are called in all.
_ABROAD = (
    ("cup", "cups", "copa", "copas", "컵"),
    ("board", "boards", "tablero", "tableros", "보드"),
    ("venue", "venues", "location", "locations", "lugar", "lugares", "sede", "sedes", "장소"),
)
_LIKE_HEADERS = {"ubicacion": "lugar", "경기장": "장소", "estadio": "sede", "개최지": "장소"}
# What a thing of the table's own is called where it is told how it was: 종국 방식, finish method.
_WAYS = ("{} 방식", "{} 방법", "{} 형태", "{} method", "method of {}", "forma de {}", "modo de {}")
# Nouns of headers that Korean has borrowed as they sound.
_LOANS = {
    "bot": "봇", "robot": "로봇", "engine": "엔진", "script": "스크립트", "model": "모델",
    "agent": "에이전트", "mech": "메크", "tank": "탱크", "kart": "카트", "skin": "스킨",
    "item": "아이템", "rune": "룬", "lane": "라인", "arena": "아레나", "skill": "스킬",
    "build": "빌드", "cup": "컵",
}  # fmt: skip
_OF = ("of {0}", "of the {0}", "de {0}", "de la {0}", "de las {0}", "del {0}", "de los {0}")


def loan_of(noun: str) -> str:
    """Return what a noun is called in Hangul by its sound, where Korean has borrowed it, or ""."""
    return _LOANS.get(noun, "")


def abroad(noun: str) -> tuple[str, ...]:
    """Return what the noun of a header is called in other languages, if it is a common one."""
    known = _LIKE_HEADERS.get(noun, noun)
    return next((group for group in _ABROAD if known in group), ())


def ways_of(noun: str) -> tuple[str, ...]:
    """Return what is said of how that came about which a header of the table's own names."""
    return tuple(way.format(noun) for way in _WAYS)


def forms_of_count(noun: str) -> tuple[str, ...]:
    """Return what one of several is called, in either order: a missed penalty, tarjeta roja."""
    parts = noun.split()
    if not noun.isascii() or len(parts) > 2:
        return (noun,)
    ways = [" ".join(one) for one in product(*map(_in_one, parts))]
    turned = [" ".join(reversed(one.split())) for one in ways] if len(parts) > 1 else []
    return tuple(dict.fromkeys((noun, *ways, *turned)))


def _in_one(word: str) -> tuple[str, ...]:
    if len(word) < 4 or not word.endswith("s") or word.endswith("ss"):
        return (word,)
    if word.endswith("ies"):
        return (word, f"{word[:-3]}y")
    return (word, word[:-1], word[:-2]) if word.endswith("es") else (word, word[:-1])


@cache
def ways_to_say(noun: str) -> tuple[str, ...]:
    """Return how else a noun of two words is said: each word in any language, in either order.

    A noun in Hangul may be written together (규칙버전).
    """
    parts = noun.split() if " " in noun else _apart(noun)
    if len(parts) != 2 or not all(map(_others, parts)):
        return ()
    found: dict[str, None] = {}
    for first, second in permutations(parts):
        for one in (first, *_others(first)):
            for two in (second, *_others(second)):
                found[f"{one} {two}"] = None
                found |= dict.fromkeys(f"{two} {of.format(one)}" for of in _OF)
    found.pop(noun, None)
    return tuple(found)


def _apart(noun: str) -> list[str]:
    """Cut a word in Hangul into two that are known."""
    cuts = ([noun[:place], noun[place:]] for place in range(2, len(noun) - 1))
    return next((pair for pair in cuts if all(map(_others, pair))), [])


@cache
def _others(word: str) -> tuple[str, ...]:
    """Return what a noun is called in all languages; nothing for one that is not known."""
    groups = [group for group in _NOUNS if word in group]
    for language in LANGUAGES:
        for key, named in words(language).dimensions.items():
            if word in map(normalise, named.words):
                groups += [tuple(words(one).dimensions[key].words) for one in LANGUAGES
                           if key in words(one).dimensions]  # fmt: skip
    return tuple(dict.fromkeys(normalise(one) for group in groups for one in group))
