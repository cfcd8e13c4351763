"""Several spellings of one value in a column (T, Terran, TERRAN) become one of them."""

import unicodedata
from collections.abc import Iterable

from agents.answering.source import TABLE, LoadNote
from agents.data.match.model.column_names import (
    ENTITY_KEYS,
    differing,
    dimension_key,
    is_pair,
    known_sides,
    names_people,
    tells_result,
)
from agents.data.match.model.loaded import Loaded, cased, first_rows
from agents.data.match.model.outcome import ended
from agents.data.match.model.pack import words_for
from agents.data.match.model.words import known_values
from agents.data.tables.quoting import quoted

_SEEN = 5000
_MOST = 300  # different values; names beyond them are people's, who may differ in capitals only
_NAMED = 3
_LARGE, _PART = 200_000, 16  # of larger tables one row in so many is looked at
_WRITTEN = {"won": "win", "lost": "loss", "drawn": "draw"}


def spelled_once(table: Loaded) -> tuple[LoadNote, ...]:
    """Merge the spellings of one value, and return a note on them.

    One spelling is an initial or the beginning of a known race or of exactly one other value, or
    differs from it in capitals, accents or spaces. Names of people are left as they are, and two
    full names are never merged.
    """
    large = table.count() > _LARGE
    some = f"(SELECT * FROM {TABLE} WHERE rowid % {_PART} = 0)" if large else TABLE
    found: dict[str, dict[str, str]] = {}
    known: dict[str, dict[str, str]] = {}
    for name in table.texts():
        if dimension_key(name) == "player":
            continue
        if large and len(table.values(name, _MOST, first_rows(_SEEN))) < 2:
            continue
        values = table.values(name, _MOST, some)
        if len(values) > 1:
            merged = _merged(name, values)
            if merged and some != TABLE:
                merged = _merged(name, table.values(name, _MOST))
            if merged:
                found[name] = merged
            elif tells_result(name) or dimension_key(name) in known_values():
                known[name] = _known(values)
    winners = {one for name, meant in known.items() if tells_result(name) for one in meant}
    others = {one for name, meant in known.items() if not tells_result(name) for one in meant}
    if winners and others and not winners & others:  # races T and Z, won by Terran
        found |= {name: meant for name, meant in known.items() if meant}
    found |= _as_their_twins(table, found)
    found = {name: merged for name, merged in found.items() if merged}
    table.replace({n: cased(quoted(n), one, otherwise=quoted(n)) for n, one in found.items()})
    pairs = {v: one for merged in found.values() for v, one in merged.items()}
    shown = [f"{v.strip()} → {one}" for v, one in pairs.items() if v.strip() != one]
    if not shown:
        return ()
    more = " …" if len(shown) > _NAMED else ""
    return (LoadNote(key="note_spellings", what=", ".join(shown[:_NAMED]) + more),)


def _as_their_twins(table: Loaded, found: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Write what one side's column holds as the first column of its kind does: team1 and team2."""
    again: dict[str, dict[str, str]] = {}
    texts = table.texts()
    for name, merged in found.items():
        for other in texts if name not in again else ():
            if other == name or not _two_sides(name, other):
                continue
            first = {_bare(v): merged.get(v, v) for v in table.values(name, _MOST)}
            own = found.get(other, {})
            written = {v: first.get(_bare(v), own.get(v, v))
                       for v in table.values(other, _MOST)}  # fmt: skip
            again[other] = {v: one for v, one in written.items() if v != one}
    return {name: meant for name, meant in again.items() if meant}


def _two_sides(one: str, other: str) -> bool:
    """Whether two columns hold the same of either side; "Race 1" and "Player 1" do not."""
    differs = differing(one, other)
    if differs is None:
        return False
    pair = differs[0]
    return is_pair(pair, known_sides()) or not words_for("rival").isdisjoint(pair)


def _merged(name: str, values: list[str]) -> dict[str, str]:
    """Return what each value of a column is written as instead, if it is not left as it is."""
    told = [v for v in values if _bare(v) not in words_for("no_value") | {""}]
    if one := _known(told):
        return one if len(set(one.values())) < len(one) or _cut_short(one) else {}
    if tells_result(name) and (results := _results(told)):
        return results
    if names_people(name):
        return {}
    alike: dict[str, str] = {}
    for value in told:  # the commonest first
        alike.setdefault(_bare(value), value)
    merged = {v: alike[_bare(v)] for v in told if alike[_bare(v)] != v}
    if dimension_key(name) in ENTITY_KEYS:
        merged |= _initials([v for v in told if v not in merged])
    return merged


def _known(values: list[str]) -> dict[str, str]:
    """Return which race each value means; nothing if one is none, or all are the same."""
    for known in known_values().values():
        meant = {v: known.get(v.strip().casefold(), "") for v in values}
        if len(set(meant.values())) > 1 and all(meant.values()):
            return meant
    return {}


def _cut_short(meant: dict[str, str]) -> bool:
    """Whether values are beginnings of their names: Ter, Zer, Pro."""
    cut = [v for v, one in meant.items() if one.casefold().startswith(_bare(v).rstrip("."))]
    return any(2 < len(v.strip()) < len(meant[v]) for v in cut)


def _results(values: Iterable[str]) -> dict[str, str]:
    """Return win, loss and draw for results that are written in several ways; else nothing."""
    values = list(values)
    meant = {v: _WRITTEN.get(ended(v), "") for v in values}
    letters = [meant[v] for v in values if len(v.strip()) == 1]
    if len(set(letters)) < len(letters):
        return {}  # G, P and T: a letter is read by those beside it, and T is tablas
    several = len(set(meant.values())) < len(values)
    told = all(meant.values()) and {"win", "loss"} <= set(meant.values())
    return meant if several and told else {}


def _initials(values: list[str]) -> dict[str, str]:
    """Return the name of each initial, if the column has several and each begins one name."""
    short = [v for v in values if len(_bare(v).rstrip(".")) == 1]
    names = [v for v in values if len(_bare(v)) > 2 and v not in short]
    found = {}
    for one in short:
        begun = [n for n in names if _bare(n).startswith(_bare(one).rstrip("."))]
        if len(begun) != 1:
            return {}
        found[one] = begun[0]
    return found if len(found) > 1 else {}


def _bare(value: str) -> str:
    """Return a value without capitals, accents and spaces too many."""
    apart = unicodedata.normalize("NFKD", " ".join(value.split()).casefold())
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))
