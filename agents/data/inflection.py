"""All forms of verbs that are said around a question: pulls, pulled; sácame, saquen, sacaría."""

from collections.abc import Iterator

_VOWELS = "aeiou"
_TWICE = "bgmnpt"  # grab, grabbing
_PRESENT = {
    "ar": "o as a amos ais an e es emos eis en ando ado ada adas ados aba abas abamos aban ar ad "
    "aste aron amos ara aran ase arme",
    "er": "o es e emos eis en a as amos ais an iendo ido ida idas idos ia ias iamos ian er ed "
    "iste io ieron iera ieran i ista y yendo",
    "ir": "o es e imos is en a as amos ais an iendo ido ida idas idos ia ias iamos ian ir id "
    "iste io ieron iera ieran i y yendo",
}
_LATER = "e as a emos an ia ias iamos ian"  # behind the infinitive or its short form
_STRONG = "e o iste imos ieron iera ieran"  # tuve, quiso
_PRONOUNS = "me te se nos le les lo la los las"
_TOGETHER = "melo mela melos melas noslo nosla noslos noslas telo tela selo sela selos selas"
_CARRIERS = {
    "ar": ("ar", "ando", "a", "e", "ad", "en"),
    "er": ("er", "iendo", "e", "a", "ed", "an", ""),
    "ir": ("ir", "iendo", "e", "a", "id", "an", ""),
}


def english(verb: str) -> Iterator[str]:
    """Yield the forms of a regular English verb."""
    yield from (verb, f"{verb}s", f"{verb}es")
    stem = verb.removesuffix("e")
    short = len(verb) > 2 and verb[-1] in _TWICE and verb[-2] in _VOWELS
    twice = verb + verb[-1] if short and verb[-3] not in _VOWELS else stem
    yield from (f"{stem}ed", f"{twice}ed", f"{stem}ing", f"{twice}ing")


def spanish(written: str) -> Iterator[str]:
    """Yield the forms of a Spanish verb without accents, also with pronouns behind them.

    `written` is the infinitive, and after slashes the other stems that it has: tener/tien/teng/tuv.
    """
    verb, *others = written.split("/")
    ending = verb[-2:]
    for stem in filter(None, (verb[:-2], *others)):
        yield from (stem + last for last in _PRESENT[ending].split())
        yield from (stem + last for last in _STRONG.split())
        yield from (verb + last for last in _LATER.split())
        yield from (stem + last for last in _LATER.split() if stem.endswith("r"))
        for carrier in _CARRIERS[ending]:
            yield from (stem + carrier + last for last in f"{_PRONOUNS} {_TOGETHER}".split())
