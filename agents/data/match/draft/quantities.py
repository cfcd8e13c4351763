"""Number columns become quantities, by which games can be kept: a rating, moves, kills."""

from collections.abc import Iterator
from functools import cache

from agents.answering.text.language import LANGUAGES
from agents.answering.text.normal import normalise
from agents.data.match.draft.pairs import Pairs
from agents.data.match.model.column_names import noun_of
from agents.data.match.model.loaded import Loaded
from agents.data.match.model.pack import words_for
from agents.data.match.model.semantic_model import Quantity, SemanticModel
from agents.data.match.model.words import keys_by_word, labels, words
from agents.data.model.schema import Table
from agents.data.tables.header_words import named_by_id, tokens

# What someone or a place has, whatever is played, is no sum over games.
_HELD = ("rating", "age", "weight", "height", "level", "apm", "temperature", "speed", "handicap",
         "cost")  # fmt: skip
_COUNTED = "moves"
_SIMULATED = "simulated"
_FLAGS = {"0", "1", "0.0", "1.0"}


def with_quantities(
    model: SemanticModel, table: Table, pairs: Pairs | None, look: Loaded
) -> SemanticModel:
    """Return the model with the numbers of its columns; totals of many games have none."""
    if model.totals is not None:
        return model
    found: dict[str, Quantity] = {}
    paired: set[str] = set()
    for rest, (a, b) in (pairs.numbers if pairs is not None else {}).items():
        paired |= {a, b}
        if model.winner.score_a in (a, b) and _says_who_won(table, a, b):
            continue
        if table.column(a).stored == table.column(b).stored == "number" and _is_amount(rest):
            _add(found, rest, Quantity(a=a, b=b))
    left_out = {model.game, model.duration, *model.winner.columns, *paired}
    left_out |= {model.time} if model.time is not None else set()
    for own, rival in _of_log(table) if model.grain == "side" and model.stored == "alone" else ():
        left_out |= {own, rival}
        _add(found, own, Quantity(a=own, b=rival))
    for column in table.columns:
        if column.name in left_out or column.stored != "number" or not _is_amount(column.name):
            continue
        sided = model.grain == "side" and (
            model.game is None or look.varies_within(column.name, model.game)
        )
        alone = sided and model.stored == "alone"
        if not (alone and words_for("rival").intersection(tokens(column.name))):
            _add(found, column.name, Quantity(column=column.name, sided=sided))
    return model.model_copy(update={"quantities": found})


def _of_log(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the columns with a number of one's own and of the rival: Mi Elo and Elo rival."""
    nouns: dict[frozenset[str], dict[bool, str]] = {}
    for column in table.columns:
        said, rival = set(tokens(column.name)) - words_for("joining"), words_for("rival")
        if column.stored == "number" and _is_amount(column.name):
            pair = nouns.setdefault(frozenset(said - words_for("own") - rival), {})
            pair.setdefault(bool(said & rival), column.name)
    yield from ((pair[False], pair[True]) for noun, pair in nouns.items() if noun and len(pair) > 1)


def _says_who_won(table: Table, a: str, b: str) -> bool:
    """Whether two columns are no points but yes and no: gana_j1 and gana_j2, 1 for who won."""
    return all(set(table.column(name).values) <= _FLAGS for name in (a, b))


def _is_amount(name: str) -> bool:
    """Whether a number counts or measures: no id, no place in a list, no year."""
    left = set(tokens(name))
    id_ = named_by_id(name) is not None and not _counts(tokens(name))
    plain = bool(left) and not id_ and name.lower() != _SIMULATED
    named = name.strip() in _counters() or normalise(name) in _known()
    named = named or bool(noun_of("_".join(tokens(name))))
    return plain and not left & words_for("places_in_lists") and named


def _counts(said: tuple[str, ...]) -> bool:
    """Whether a header counts things, and numbers none: num_turns, but match_num."""
    return len(said) > 1 and said[0] in words_for("amount_filling") and said[-1].endswith("s")


def _add(found: dict[str, Quantity], name: str, quantity: Quantity) -> None:
    """Add a quantity by what it is known as, else by its own noun."""
    left = [token for token in tokens(name) if token not in words_for("units")]
    noun = " ".join(left) or name
    bare = " ".join(token for token in left if token not in words_for("amount_filling")) or noun
    whole = _without_owners(left)
    key = _known().get(noun) or _known().get(bare) or _known().get(whole) or ""
    key = key or _counters().get(name.strip(), "")
    if not key or key in found:
        key = noun.replace(" ", "_")
    if key in found:
        return
    written = dict.fromkeys(LANGUAGES, noun)
    own = () if bare in _known() or name.strip() in _counters() else (noun, bare)
    if whole and whole in _known():
        own = (*own, whole, *_ways_of(left, whole))
    # Season 3 is one of them, 3 rounds are counted.
    names = noun in keys_by_word("dimensions") and not noun.endswith("s")
    found[key] = quantity.model_copy(
        update={"adds": not (names or key in _HELD),
                "words": tuple(dict.fromkeys(own)),
                "label": labels(key, "quantities") or written}
    )  # fmt: skip


def _without_owners(left: list[str]) -> str:
    """Return the noun of a header without whose it is, written apart or not: teamkills, mi elo."""
    owned_by = words_for("own") | words_for("owners")
    kept = [token for token in left if token not in owned_by]
    if len(kept) != 1:
        return ""
    (noun,) = kept
    owners = (o for o in owned_by if len(o) > 1 and noun.startswith(o)
              and noun.removeprefix(o) in _known())  # fmt: skip
    owner = max(owners, key=len, default="")
    return noun.removeprefix(owner)


def _ways_of(left: list[str], noun: str) -> tuple[str, ...]:
    """Return how a header that was written together is said: team kills."""
    owners = (token.removesuffix(noun) for token in left if token.endswith(noun))
    return tuple(f"{owner} {noun}" for owner in owners if owner)


def _known() -> dict[str, str]:
    """Return what quantities are called, in all languages."""
    return keys_by_word("quantities")


@cache
def _counters() -> dict[str, str]:
    """Return the counters that may stand alone over a column of numbers: 수 are moves."""
    return {one: _COUNTED for language in LANGUAGES for one in words(language).counters}
