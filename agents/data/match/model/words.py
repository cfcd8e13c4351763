"""What languages call the columns of games, and games their values, read from YAML.

What files write for the values of a game that has a vocabulary is known from it: T and TERRAN are
Terran.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Literal

from pydantic import Field

from agents.answering.text.language import LANGUAGES, Language
from agents.answering.text.normal import normalise
from agents.answering.text.packs import bundled
from agents.data.match.model.pack import entry, listed, phrases_for
from app.domain.base import Value

_PACKAGE = "agents.data.match"
Words = dict[Language, str]


class Member(Value):
    """One value of a dimension: how it is shown, asked for, and spelled in the file."""

    label: Words = Field(default_factory=dict)
    short: Words = Field(default_factory=dict)
    names: tuple[str, ...] = ()
    spellings: tuple[str, ...] = ()


class NamedTerm(Value):
    """A dimension or quantity: its label and the words that name it."""

    label: str
    words: tuple[str, ...]


class LanguageWords(Value):
    """What one language calls the columns of tables of games."""

    dimensions: dict[str, NamedTerm]
    quantities: dict[str, NamedTerm]
    counters: tuple[str, ...] = ()


class Recognise(Value):
    """By which values a vocabulary knows that it fits a table, and what they are."""

    dimension: str
    values: tuple[str, ...]


class Vocabulary(Value):
    """What the players of one game call things."""

    name: str
    recognise: Recognise
    dimensions: dict[str, dict[str, Member]] = Field(default_factory=dict)


def _bundled(folder: str, name: str) -> Any:
    return bundled(folder, name, _PACKAGE)


@cache
def words(language: Language) -> LanguageWords:
    """Return the words of a language."""
    return LanguageWords.model_validate(_bundled("languages", f"{language}.yaml"))


@cache
def keys_by_word(part: Literal["dimensions", "quantities"]) -> dict[str, str]:
    """Return the keys of dimensions or quantities by what they are called, in all languages.

    The words are normalised; what two are called is the first one's.
    """
    found: dict[str, str] = {}
    for language in LANGUAGES:
        known = words(language)
        named_by_key = known.dimensions if part == "dimensions" else known.quantities
        for key, named in named_by_key.items():
            for word in (key, *named.words):
                found.setdefault(normalise(word), key)
    return found


@cache
def vocabularies() -> tuple[Vocabulary, ...]:
    """Return the bundled game vocabularies."""
    folder = resources.files(_PACKAGE) / "worlds"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return tuple(Vocabulary.model_validate(_bundled("worlds", name)) for name in names)


@cache
def side_members() -> dict[str, Member]:
    """Return what blue and red, home and away are called."""
    found = _bundled("languages", "sides.yaml")
    return {value: Member.model_validate(member) for value, member in found.items()}


@cache
def _shared_names() -> dict[str, frozenset[str]]:
    """Return what values are called that many tables of games share, by each of their names."""
    found: dict[str, frozenset[str]] = {}
    for said in _bundled("languages", "values.yaml"):
        names = frozenset(normalise(str(name)) for name in said)
        found = {**dict.fromkeys(names, names), **found}
    return found


def shared_members(values: Iterable[str]) -> dict[str, Member]:
    """Return value → its names, for values of a column that many tables share: gold, 골드, oro.

    One letter alone tells of nothing (F of F and M), and names that two values have mean neither.
    """
    forms = {value: normalise(value).replace("'s", "") for value in values}  # Petrov's Defense
    known = {value: _shared_names()[form] for value, form in forms.items()
             if form in _shared_names()}  # fmt: skip
    several = Counter(known.values())
    return {
        value: Member(names=tuple(sorted(names - {normalise(value)})))
        for value, names in known.items()
        if several[names] == 1 and (len(known) > 1 or len(forms[value]) > 1)
    }  # fmt: skip


def labels(key: str, kind: str = "dimensions") -> dict[Language, str]:
    """Return the label of a measure, dimension or grain in every language that has one."""
    found: dict[Language, str] = {}
    for language in LANGUAGES:
        named: dict[str, NamedTerm] = getattr(words(language), kind)
        if key in named:
            found[language] = named[key].label
    return found


def rival_label() -> Words:
    """Return what the other side is called."""
    said = entry("columns")["opponent"]
    return {language: listed(said[language])[0] for language in LANGUAGES if language in said}


def of_rival(label: Words) -> Words:
    """Return the label of something as the rival's: opponent rating, 상대 종족."""
    forms = entry("columns")["of_rival"]
    return {language: forms[language].format(noun) for language, noun in label.items()}


Known = Mapping[str, str]
"""The value that each way of writing stands for; the ways are in small letters."""
_SHORTEST = 3  # letters that begin a name


@cache
def joints() -> tuple[str, ...]:
    """Return what stands between two sides of a game: " vs ", " 대 "."""
    return (*(f" {one} " for one in (*phrases_for("against"), "x", "-")), "-")


@cache
def known_values() -> Mapping[str, Known]:
    """Return for what each game compares (race) how its values may be written."""
    found: dict[str, Known] = {}
    for vocabulary in vocabularies():
        key = vocabulary.recognise.dimension
        members = vocabulary.dimensions.get(key, {})
        found[key] = MappingProxyType(
            _beginnings(members)
            | {
                text.casefold(): value
                for value, member in members.items()
                for text in (
                    value,
                    *member.names,
                    *member.spellings,
                    *member.label.values(),
                    *member.short.values(),
                )
            }
        )
    return MappingProxyType(found)


def known_dimension(values: Iterable[str]) -> str | None:
    """Return what of a game all values are ways of writing, if there are any: race."""
    low = {value.strip().casefold() for value in values}
    return next((key for key, known in known_values().items() if low and low <= known.keys()), None)


def _beginnings(values: Iterable[str]) -> dict[str, str]:
    """Return the beginnings of values that no other has: Ter, Terr and Terra of Terran."""
    found: dict[str, str] = {}
    for value in values:
        others = [one.casefold() for one in values if one != value]
        for length in range(_SHORTEST, len(value)):
            begun = value.casefold()[:length]
            if not any(one.startswith(begun) for one in others):
                found[begun] = value
    return found


class Matchups:
    """Owns how two values of one kind are set against each other: TvZ, 테저전, "terran vs zerg".

    Only the short ways are kept, in small letters; all others would be tens of thousands.
    """

    def __init__(self, members: Mapping[str, Member], written: Known) -> None:
        self._written = written
        self._short: dict[str, tuple[str, str]] = {}
        for a, one in members.items():
            for b, two in members.items():
                for language, x in one.short.items():
                    y = two.short.get(language, "")
                    short = [f"{x}{joint}{y}" for joint in phrases_for("short_joints")]
                    also = entry("matchup_written").get(language, "")
                    short += [form.format(x, y) for form in listed(also)]
                    self._short |= dict.fromkeys(short if y else (), (a, b))

    def __contains__(self, form: object) -> bool:
        return isinstance(form, str) and self.get(form) is not None

    def __getitem__(self, form: str) -> tuple[str, str]:
        pair = self.get(form)
        if pair is None:
            raise KeyError(form)
        return pair

    def get(self, form: str) -> tuple[str, str] | None:
        """Return the two values that a text in small letters sets against each other.

        The first of the two is the side that is spoken of. None if the text is no such form.
        """
        known = self._short.get(form)
        for joint in joints() if known is None else ():
            at = form.find(joint)
            while at >= 0:
                one = self._written.get(form[:at])
                two = self._written.get(form[at + len(joint) :])
                if one is not None and two is not None:
                    return one, two
                at = form.find(joint, at + 1)
        return known


@cache
def known_matchups() -> Mapping[str, Matchups]:
    """Return for what each game compares how two of its values are set against each other."""
    return MappingProxyType(
        {
            key: Matchups(vocabulary.dimensions.get(key, {}), known_values()[key])
            for vocabulary in vocabularies()
            for key in (vocabulary.recognise.dimension,)
        }
    )
