"""Short values that share a noun: tier A and S is tier A and tier S, tiers S, A y B."""

import re

from agents.data.lexicon import Lexicon

_SHORT = r"[a-z0-9]{1,3}"
_AND = r"(?:\s?,\s?|\s(?:and|or|y|o|e|&|\+)\s)"
_LIST = re.compile(rf"(?<![\w])([a-zñ]{{3,}})\s({_SHORT}(?:{_AND}{_SHORT})+)(?![\w])")


def with_shared_nouns(text: str, lexicon: Lexicon) -> str:
    """Return a normalised question with the noun before each value that it holds for."""

    def each(found: re.Match[str]) -> str:
        for noun in (found[1], found[1].removesuffix("s"), found[1].removesuffix("es")):
            values = re.split(_AND, found[2])
            terms = [lexicon.terms.get(f"{noun} {value}", ()) for value in values]
            if all(one and one[0].kind == "value" for one in terms):
                return " and ".join(f"{noun} {value}" for value in values)
        return found[0]

    return _LIST.sub(each, text)
