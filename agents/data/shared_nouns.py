"""Nouns that values go without: tier A and S is tier A and tier S, 4명 are the party of four."""

import re
from functools import lru_cache

from agents.answering.text.packs import word_set
from agents.data.lexicon import Lexicon
from agents.data.tables.header_words import tokens

_SHORT = r"[a-z0-9]{1,3}"
_AND = r"(?:\s?,\s?|\s(?:and|or|y|o|e|&|\+)\s)"
_LIST = re.compile(rf"(?<![\w])([a-zñ]{{3,}})\s({_SHORT}(?:{_AND}{_SHORT})+)(?![\w])")


_PARTY = word_set(
    "인원 인원수 참가인원 참여인원 사람수 people party persons personas participantes"
)
_RANKING = r"(?<!상위 )(?<!하위 )(?<!톱 )(?<!top )(?<!best )(?<!mejores )"
_HEADS = re.compile(
    rf"(?<![\w.]){_RANKING}(\d{{1,3}})(?:\s?(?:명|인)(?![가-힣]*(?:당|씩))|"
    r"\s(?:people|persons|players|of us|personas|jugadores)\b)"
)


def with_shared_nouns(text: str, lexicon: Lexicon) -> str:
    """Return a normalised question with the noun before each value that it holds for."""
    if (party := _party(lexicon)) and party not in text:
        text = _HEADS.sub(rf"{party} \1", text)

    def each(found: re.Match[str]) -> str:
        for noun in (found[1], found[1].removesuffix("s"), found[1].removesuffix("es")):
            values = re.split(_AND, found[2])
            terms = [lexicon.terms.get(f"{noun} {value}", ()) for value in values]
            if all(one and one[0].kind == "value" for one in terms):
                return " and ".join(f"{noun} {value}" for value in values)
        return found[0]

    return _LIST.sub(each, text)


@lru_cache(maxsize=64)
def _party(lexicon: Lexicon) -> str:
    """Return what the number of people who tried something together is called, or ""."""
    model = lexicon.model
    found = (
        " ".join(tokens(dimension.column)) for dimension in model.dimensions.values()
        if dimension.column is not None and _PARTY & set(tokens(dimension.column))
    )  # fmt: skip
    return "" if model.player is not None else next(found, "")
