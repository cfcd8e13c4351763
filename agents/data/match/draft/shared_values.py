"""What values that many tables share are also called: gold, finals, summer, Germany."""

from collections.abc import Iterable

from agents.answering.text.normal import normalise
from agents.data.match.model.pack import form_for, words_for
from agents.data.match.model.semantic_model import Dimension
from agents.data.match.model.words import Member, region_members, shared_names

_OF_RANKS = ("league", "division", "class", "level", "rating_band", "category")
_OF_REGIONS = ("region", "server", "league", "country")
# Which list a dimension takes its names from, where that is not its own.
_ALSO = {
    "stage": ("round",), "phase": ("round",), "split": ("season",), "term": ("season",),
    "lane": ("position",), "nationality": ("country",), "tournament": ("tournament", "city"),
    "venue": ("city",),
    "location": ("city",), "site": ("city",), "region": ("country",), "server": ("country",),
}  # fmt: skip
_FEWEST = 3  # countries that tell that sides are national teams
_CODE = 3  # letters that stand for a country in a file, and are other words elsewhere
_TOLD_ENDINGS = 2  # ways in which games end that tell a column of them


def shared_members(key: str, dimension: Dimension) -> dict[str, Member]:
    """Return value → its names, for the values of a dimension that are known to many tables."""
    if key in _OF_REGIONS and (regions := _regions(dimension)):
        return (_countries(dimension) if key != "league" else {}) | regions
    if key == "country" or (dimension.of_sides and dimension.fixed is None):
        countries = _countries(dimension)
        if key == "country" or _is_national(countries, dimension):
            return countries
    groups = [one for name in _ALSO.get(key, (key,)) for one in shared_names(name)]
    if any(normalise(v) in words_for("settings") for v in dimension.sample):
        groups = [*shared_names("setting"), *groups]
    elif key == "rating_band":  # or of winners and losers: a bracket
        groups = [*shared_names("bracket"), *shared_names("tier")]
    elif not groups and key in _OF_RANKS:
        groups = [*shared_names("tier")]
    elif not groups and len(_named(dimension, shared_names("ending"))) >= _TOLD_ENDINGS:
        return _endings(dimension)
    return _named(dimension, groups)


def _named(dimension: Dimension, groups: Iterable[frozenset[str]]) -> dict[str, Member]:
    found: dict[str, Member] = {}
    known = tuple(groups)
    for value in dimension.sample if known else ():
        form = normalise(value)
        forms = {form, form.replace("'s", "")}  # Petrov's Defense
        names = next((names for names in known if forms & names), None)
        if names is not None:
            found[value] = Member(names=tuple(sorted(names - {form})))
    return found


def _endings(dimension: Dimension) -> dict[str, Member]:
    """Return the names of ways in which games end, without those that say who won by it: 시간승.

    These are read as the way and the win; nor is time itself a name of what is called otherwise.
    """
    of_winner = form_for("ending_of_winner")
    return {
        value: Member(names=tuple(n for n in member.names if not of_winner.search(n)))
        for value, member in _named(dimension, shared_names("ending")).items()
    }


def _countries(dimension: Dimension) -> dict[str, Member]:
    """Return the names of countries, without the codes of others: por is a word of Spanish."""
    return {
        value: Member(names=tuple(n for n in member.names if not _is_code(n)))
        for value, member in _named(dimension, shared_names("country")).items()
    }


def _is_code(name: str) -> bool:
    return name.isascii() and len(name) <= _CODE and name not in words_for("country_codes")


def _is_national(countries: dict[str, Member], dimension: Dimension) -> bool:
    return len(countries) >= _FEWEST and 2 * len(countries) >= len(dimension.sample)


def _regions(dimension: Dimension) -> dict[str, Member]:
    """Return the names of the values that are regions, each meaning one value alone."""
    found: dict[str, Member] = {}
    for member in region_members():
        values = [v for v in dimension.sample if v.casefold() in member.names]
        if len(values) == 1:
            found[values[0]] = member
    return found
