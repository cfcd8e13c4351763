"""What the values of a table may be called: their spellings, without marks, beside their noun."""

import re
from collections import defaultdict
from collections.abc import Iterator

from agents.answering.text.language import LANGUAGES
from agents.answering.text.normal import is_hangul, normalise
from agents.data.match.model.semantic_model import Dimension
from agents.data.match.model.words import words
from agents.data.match.model.yes_no import answers_of
from agents.data.numbered_names import numbered_forms
from agents.data.sounds.letter_names import spelled

_MOST_SHORT = 60
_CAMEL = re.compile(
    r"(?<=[a-záéíóúñü])(?=[A-ZÁÉÍÓÚÑ][a-záéíóúñü])|(?<=[a-záéíóúñü]{4})(?=\d)|"
    r"(?<=[a-záéíóúñü]{3})(?=[A-Z]{2,}\b)"  # TritonAIE
)
_YEARLY = re.compile(
    r"(?:(?P<year>(?:19|20)\d\d)[\s_/.-]*)?(?P<noun>[a-z]+|[가-힣]+)[\s_.-]*(?P<number>\d{1,2})"
    r"(?:[\s_/.-]+(?P<after>(?:19|20)\d\d))?"
)
_KINDS: tuple[tuple[str, ...], ...] = (
    ("season", "s", "temporada", "시즌"),
    ("split", "스플릿"),
    ("patch", "parche", "패치"),
    ("round", "ronda", "라운드"),
    ("week", "semana", "주차"),
    ("division", "디비전"),
    ("tier", "티어"),
    ("act", "acto", "액트"),
    ("phase", "fase", "페이즈"),
)
_BARE = "9999"  # later than any year
_BEST_OF = frozenset(["best of", "bestof", "bo", "mejor de"])
_BEST = re.compile(r"(?:bo|best of|mejor de|al mejor de)\s?(\d{1,2})|(\d{1,2})전제")
_ODD = re.compile(r"([13579]|11)")
_SPOKEN = {3: ["three", "tres"], 5: ["five", "cinco"], 7: ["seven", "siete"]}
_SHORTENED = (
    ("st", "saint"),
    ("dr", "doctor"),
    ("mr", "mister"),
    ("mt", "mount"),
    ("ft", "fort"),
    ("jr", "junior"),
)
_OF_YEAR = re.compile(r"[^\d-]*((?:19|20)\d\d)[^\d-]*")
_UNIT = re.compile(r"(?<=\d) ?(?=(?:kg|lbs?|cm)$)")


def surfaces_of(dimension: Dimension) -> dict[str, list[str]]:
    """Return canonical value → everything it is called."""
    found: dict[str, list[str]] = defaultdict(list)
    left_out = {*dimension.placeholders, *dimension.rollups}
    for spelling in dimension.sample:
        if spelling not in left_out:
            found[dimension.canonical(spelling)].append(spelling)
    if dimension.fixed is None and answers_of(
        dimension
    ):  # "yes" is no name of one, but its header is
        return {value: list(member.names) for value, member in dimension.members.items()}
    known = {*dimension.values, *(dimension.fixed or ())}
    for value, member in dimension.members.items():
        named = dimension.canonical(value)
        if named in known:  # else no game has it
            found[named] += [value, *member.names, *member.label.values()]
    return found


def forms_of(surface: str) -> Iterator[str]:
    """Yield the normalised forms in which a spelling may be written; none for a bare letter."""
    form = normalise(surface)
    forms = {form, form.replace("'", ""), _apart(form, " "), _apart(form, "")}
    forms |= {*written_out(form), *numbered_forms(form)}
    forms.add(normalise(_CAMEL.sub(" ", surface)))  # El Topo for ElTopo
    if any(map(is_hangul, form)):
        forms.add(form.replace(" ", ""))
    for signed in [one for one in forms if one[:1] in ("-", "+")]:
        forms |= {signed, signed[1:].strip()}  # -60 kg, also where no sign is given
    forms |= {_UNIT.sub(joint, one) for one in forms for joint in ("", " ")}
    for one in forms:
        if one and (len(one) > 1 or _is_distinct(one)) and not one.isdigit():
            yield one


def written_out(form: str) -> Iterator[str]:
    """Yield a normalised name with its shortened word in full, or the other way: Saint Louis."""
    for short, full in _SHORTENED:
        for one, other in ((short, full), (full, short)):
            if one in form.split(" "):
                yield " ".join(other if word == one else word for word in form.split(" "))


def in_both_scripts(name: str) -> bool:
    """Whether a name has Latin letters and Hangul: KT롤스터."""
    return any(map(is_hangul, name)) and any(c.isascii() and c.isalpha() for c in name)


def short_forms(key: str, dimension: Dimension) -> Iterator[tuple[str, str]]:
    """Yield what numbers and single letters are called beside their noun, with the value.

    Alone they are no values: round 3, F 라운드.
    """
    short = [v for v in dimension.values if len(v) < 2 or v.isdigit()][:_MOST_SHORT]
    nouns = {normalise(noun) for noun in (*dimension.label.values(), *dimension.words)}
    nouns |= {noun.removeprefix("num ") for noun in nouns}  # 2 mulligans of num_mulligans
    others: set[str] = set()
    for language in LANGUAGES:
        named = words(language).dimensions.get(key)
        nouns |= {normalise(named.words[0])} if named is not None else set()
        others |= {normalise(word) for word in named.words[1:]} if named is not None else set()
    for value in short if nouns else ():
        for noun in sorted(others - nouns):  # rounds 5, but not the 5 rounds
            yield f"{noun} {value}", value
        for noun in sorted(nouns - {""}):
            for form in (f"{noun} {value}", f"{value} {noun}", f"{value}{noun}"):
                yield form, value
    if key == "season":
        yield from _of_years(dimension)


def _of_years(dimension: Dimension) -> Iterator[tuple[str, str]]:
    """Yield what seasons are called by their years in any language, where each has its own."""
    found: dict[str, list[str]] = defaultdict(list)
    for value in dimension.values:
        told = _OF_YEAR.fullmatch(value)
        if told is not None:
            found[told[1]].append(value)
    for year, values in found.items():
        for noun in _KINDS[0] if len(values) == 1 else ():
            for form in (f"{year} {noun}", f"{year}{noun}", f"{noun} {year}", f"{noun} de {year}"):
                yield form, values[0]


def of_series(key: str, dimension: Dimension) -> Iterator[tuple[str, str]]:
    """Yield what the lengths of series are called, with the value: best of five, 5전 3선승제.

    They are known by how they are written (Bo5), or by a header that says best of.
    """
    named = {normalise(noun) for noun in (key.replace("_", " "), *dimension.words)} & _BEST_OF
    for value in dimension.values if len(dimension.values) <= _MOST_SHORT else ():
        found = _BEST.fullmatch(normalise(value)) or (_ODD.fullmatch(value) if named else None)
        if found is None:
            continue
        number = int(found[found.lastindex or 1])
        counted = [str(number)]
        if number in _SPOKEN:
            counted += _SPOKEN[number]
        for said in counted:
            for form in (f"best of {said}", f"al mejor de {said}", f"mejor de {said}"):
                yield form, value
        wins = f"{number // 2 + 1}선승"
        forms = [f"bo{number}", f"bo {number}", f"bo{number}s"]
        for unit in ("전", "판"):
            forms += [f"{number}{unit}제", f"{number}{unit} {wins}", f"{number}{unit} {wins}제"]
        for form in forms:
            yield form, value
            yield form.replace(" ", ""), value


def in_letters(dimension: Dimension) -> Iterator[tuple[str, str]]:
    """Yield what values are called by their letters in Korean, with the value: 케이티, 지투."""
    for value in () if dimension.fixed else dimension.values:
        for form in spelled(value):
            yield form, value


def without_year(dimension: Dimension) -> Iterator[tuple[str, str]]:
    """Yield what a numbered value is called without its year, in any language, with the value.

    시즌3 of 2024 시즌3, season 2 of 2023-S2, 시즌 17 of Season 17; of several years the latest has
    the name, unless one has none.
    """
    latest: dict[str, tuple[str, str, str]] = {}
    for value in dimension.values:
        found = _YEARLY.fullmatch(normalise(value))
        if found is None:
            continue
        same = next((one for one in _KINDS if found["noun"] in one), (found["noun"],))
        key = f"{same[0]} {int(found['number'])}"
        year = found["year"] or found["after"] or (_BARE if len(same) > 1 else "")
        if year and latest.get(key, ("", "", ""))[0] <= year:
            latest[key] = (year, value, found["noun"])
    for key, (_, value, noun) in latest.items():
        number = key.split()[-1]
        for called in next((one for one in _KINDS if noun in one), (noun,)):
            yield f"{called} {number}", value
            yield f"{called}{number}", value
            if is_hangul(called[0]):
                yield f"{number}{called}", value


def _apart(form: str, joint: str) -> str:
    """Return a name with its inner marks replaced: gen.g as "gen g" and "geng"."""
    return re.sub(r"(?<=[^\W\d])[.\-/&_'](?=[^\W\d])", joint, form)


def _is_distinct(surface: str) -> bool:
    return is_hangul(surface) or "\u4e00" <= surface <= "\u9fff"
