"""Column names are read: their words, the side that they speak of, and the dimension they mean."""

from collections.abc import Collection, Sequence
from functools import cache

from agents.answering.text.language import LANGUAGES
from agents.answering.text.normal import normalise
from agents.data.match.model.pack import form_for, keys_for, pairs_for, sets_for, words_for
from agents.data.match.model.words import keys_by_word, words
from agents.data.tables.header_words import is_id_word, tokens

# What may be compared, by the keys of their dimensions; the first of them that a table has.
ENTITY_KEYS = ("race", "champion", "hero", "character", "civilization", "faction", "class",
                "deck", "side", "team", "variant")  # fmt: skip
SIDE_KEYS = (*ENTITY_KEYS, "player")
PARTED = "other"
"""What the second side of a matchup is called: as good a side as the first."""
_SHORT_NOUN = 1
_PEOPLE = ("player", "driver")


@cache
def known_sides() -> frozenset[tuple[str, str]]:
    """Return the pairs of words that name the two sides of a game in headers."""
    return frozenset(
        pair for name in ("winner_and_loser", "places", "numbered") for pair in pairs_for(name)
    )


def tells_result(column: str) -> bool:
    """Whether a column's name says that it tells how a game ended."""
    return form_for("result").search(column) is not None


def names_rival(column: str) -> bool:
    """Whether a column's name speaks of the rival as such: opponent, opponent name, 상대 선수."""
    said, rival = set(tokens(column)) - words_for("joining"), words_for("rival")
    return bool(said & rival) and said <= rival | _people() | words_for("name_words")


def differing(left: str, right: str) -> tuple[tuple[str, str], str] | None:
    """Return the pair of words in which two names differ, and the rest; None if in more than one.

    A name with one word more that means a rival differs by it from the name without.
    """
    one, two = (tuple(t for t in tokens(n) if t not in words_for("joining")) for n in (left, right))
    if len(one) == len(two):
        places = [i for i, (x, y) in enumerate(zip(one, two, strict=True)) if x != y]
        if len(places) == 2:
            return _turned(one, two)
        if len(places) != 1:
            return None
        rest = "_".join(token for i, token in enumerate(one) if i != places[0])
        return (one[places[0]], two[places[0]]), rest
    for longer, shorter, flipped in ((two, one, False), (one, two, True)):
        if longer[:-1] == shorter and longer[-1:] == ("2",):  # player and player2
            return ("2", "1") if flipped else ("1", "2"), "_".join(shorter)
        extra = [token for token in longer if token in words_for("rival")]
        if len(extra) == 1 and tuple(t for t in longer if t not in extra) == shorter:
            pair = (extra[0], "") if flipped else ("", extra[0])
            return pair, "_".join(shorter)
    return None


def _turned(one: tuple[str, ...], two: tuple[str, ...]) -> tuple[tuple[str, str], str] | None:
    """Return the words of two sides that stand at either end: mi_raza and raza_rival."""
    own, rival = words_for("own"), words_for("rival")
    for a, b in ((one[0], two[-1]), (one[-1], two[0])):
        left = [t for t in one if t != a], [t for t in two if t != b]
        known = is_pair((a, b), known_sides()) or (a in own and b in rival)
        if left[0] == left[1] and (known or (a in rival and b in own)):
            return (a, b), "_".join(left[0])
    return None


def is_pair(pair: tuple[str, str], known: Collection[tuple[str, str]]) -> bool:
    """Whether two words are a known pair, whichever of them stands first."""
    return pair in known or pair[::-1] in known


def are_winner_and_loser(left: str, right: str) -> bool:
    """Whether two names say the same of the winner and of the loser."""
    found = differing(left, right)
    return found is not None and is_pair(found[0], pairs_for("winner_and_loser"))


def called(side: str) -> frozenset[str]:
    """Return how a side that column names tell of may be written in a value: home, h, 홈, local."""
    same = next((one for one in sets_for("place_words") if side in one), frozenset({side}))
    return same | {side, side[:1]}


def named_thing(name: str) -> tuple[str, ...]:
    """Return what a column of names is about: deck_name → deck, 대회명 → 대회."""
    left = [form_for("name_ending").sub("", token) for token in tokens(name)]
    return tuple(token for token in left if token and token not in words_for("name_words"))


def noun_of(rest: str) -> tuple[str, ...]:
    """Return the noun that what is left of a side's column name gives: winner_rank → rank."""
    left = [t for t in _telling(tokens(rest)) if not is_id_word(t)]
    noun = " ".join(left)
    return (noun,) if len(noun) > _SHORT_NOUN and not noun.isdigit() else ()


def is_player(rest: str) -> bool:
    """Whether what is left of a side's column name names a person."""
    left = filter(None, rest.split("_"))
    return _people().issuperset(left)


def is_of_people(key: str) -> bool:
    """Whether a dimension of that key names those who play."""
    return key in _PEOPLE


def own_name(key: str, noun: str) -> str:
    """Return the word of the table's own for its people or teams (pilot, clan), "" for others."""
    key, named = key.removesuffix("_2"), keys_for("plain_names")
    words_in = [t.removesuffix("name") or t for t in tokens(noun)]  # teamname
    kept = key in named.values() and words_in and key not in map(named.get, words_in)
    return noun if kept else ""


def dimension_key(name: str) -> str:
    """Return the key of a dimension: a known one if the name has its word, else the name itself."""
    found = [token for token in tokens(name) if token]
    if is_player("_".join(found)):
        return "player"
    joined = "_".join(found)
    synonyms = keys_for("dimension_words")
    if joined in synonyms:
        return synonyms[joined]
    known = _known_words()
    for token in reversed([" ".join(found), *found]):
        if token not in known:
            token = form_for("name_ending").sub("", token.removesuffix("name"))  # 대회명
        if token in known and known[token] != "player":
            return known[token]
        if token in synonyms:
            return synonyms[token]
    if found and form_for("version_ending").search(found[-1]):
        return "patch"
    return "_".join(_telling(found)) or "column"


def _telling(words: Sequence[str]) -> list[str]:
    """Return the words of a name that tell something: what a title is before, as in title fight."""
    return [
        word for at, word in enumerate(words)
        if word not in words_for("empty") or (word == "title" and words[at + 1 : at + 2])
    ]  # fmt: skip


@cache
def known_keys() -> frozenset[str]:
    """Return the keys of the dimensions that have words in a language."""
    return frozenset(_known_words().values())


@cache
def _people() -> frozenset[str]:
    """Return what people who play are called in headers and in questions: tirador, wrestlers."""
    asked = (word for one in LANGUAGES for word in words(one).dimensions["player"].words)
    return words_for("people").union(map(normalise, asked))


def _known_words() -> dict[str, str]:
    return keys_by_word("dimensions")
