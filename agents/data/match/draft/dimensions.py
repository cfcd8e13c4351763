"""Columns become dimensions: their key, labels, roles, and values that are no values."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from agents.answering.text.language import LANGUAGES
from agents.data.match.draft.pairs import Pairs, side_keys
from agents.data.match.draft.places import place_dimension, place_names
from agents.data.match.model.column_names import (
    ENTITY_KEYS,
    dimension_key,
    is_of_people,
    is_player,
    names_rival,
    noun_of,
    own_name,
    tells_result,
)
from agents.data.match.model.count_names import count_kind
from agents.data.match.model.loaded import LISTED, Loaded
from agents.data.match.model.pack import (
    entry,
    pairs_for,
    phrases_for,
    words_for,
)
from agents.data.match.model.semantic_model import Dimension, Role, Totals
from agents.data.match.model.side_words import are_places
from agents.data.match.model.words import Member, labels, rival_label, shared_members
from agents.data.model.schema import Column, Table
from agents.data.tables.header_words import tokens
from agents.data.tables.quoting import literal, quoted

# One or several: Oceanborn LE 1.1 is Oceanborn, or "Oceanborn LE" would name it alone.
_VERSION = re.compile(r"(?: (?:LE|RE|CE|EC|РВ|SE)|[ _-]v?\d+(?:\.\d+)+|[ _-]v\d+)+$")
_IS_CODE = re.compile(r"[A-Za-z]{0,2}\d{1,5}[A-Za-z]?")
_IS_VERSION = re.compile(r"[vV]?\d{1,3}(\.\d+){1,3}[a-z]?")
_SEASON = re.compile(r"((?:19|20)\d\d)[-/]((?:19|20)?\d\d)")


def of_pairs(table: Table, pairs: Pairs) -> dict[str, Dimension]:
    """Return the dimensions of the two sides; the one whose rates are asked for comes first."""
    found: dict[str, Dimension] = {}
    keys = side_keys(pairs)
    placed = are_places(pairs.tokens) and not pairs.one_sided
    known = any(is_of_people(key) or (rest and is_player(rest)) for rest, key in keys.items())
    for rest, key in keys.items():
        a, b = pairs.texts[rest]
        people = bool(rest and is_player(rest)) or is_of_people(key)
        people = people or (not known and key in words_for("programs") and len(keys) > 1)
        role: Role = "player" if people else "plain"
        values = dict.fromkeys((*table.column(a).values, *table.column(b).values))
        found[key] = labelled(
            key, Dimension(role=role, a=a, b=b, words=_nouns(rest, a, pairs), sample=tuple(values))
        )
    if placed:
        key = "side" if "side" not in found else "side_2"
        who = [noun for one in found.values() if one.role == "player" for noun in one.words]
        found[key] = labelled("side", place_dimension(pairs.tokens, table, who))
    sparse = {key for key, one in found.items() if _is_sparse(table, one)}
    found = with_entity(found, sparse)
    if pairs.tokens in pairs_for("seated") and "side" not in found:
        found["side"] = labelled("side", place_dimension(pairs.tokens, table))
    for key, one in found.items():  # of two heroes of a side each is told by its number
        if f"{key}_2" in found and one.words and one.words[0][-1:].isdigit():
            found[key] = one.model_copy(update={"label": dict.fromkeys(LANGUAGES, one.words[0])})
    if pairs.tokens in pairs_for("asked_by_number") and "side" not in found:
        members = {name: _numbered(name) for name in pairs.tokens}  # never what is compared
        side = Dimension(fixed=pairs.tokens, members=members, sample=pairs.tokens)
        found["side"] = labelled("side", side)
    return found


def _nouns(rest: str, own: str, pairs: Pairs) -> tuple[str, ...]:
    """Return what the columns of the two sides are about, by their own names: 소속팀 beside 팀."""
    whole = (
        "_".join(t for t in tokens(own) if t not in words_for("own")) if pairs.one_sided else rest
    )
    if rest == "player":  # 샅바, where people stand under it
        whole = "_".join(t for t in tokens(own) if t not in pairs.tokens)
    return tuple(dict.fromkeys((*noun_of(rest), *noun_of(whole))))


def _numbered(side: str) -> Member:
    """Return what the first or second side is called where sides have but a number or letter."""
    number = next(filter(str.isdigit, side), side)
    forms = phrases_for("numbered_side") + phrases_for("figured_side") * number.isdigit()
    label = {one: said.format(number.upper()) for one, said in entry("numbered_side_label").items()}
    return Member(label=label, names=tuple(form.format(number) for form in forms))


def of_columns(
    table: Table, columns: Iterable[Column], taken: dict[str, Dimension]
) -> dict[str, Dimension]:
    """Return the dimensions taken and those of the columns that games can be grouped by."""
    found = dict(taken)
    columns = [column for column in columns if is_dimension(column, table.rows)]
    told = {dimension_key(column.name) for column in columns if column.stored == "text"}
    for column in sorted(columns, key=lambda one: _is_code_beside_name(one, columns)):
        key = dimension_key(column.name)
        if column.stored == "number" and key in told:
            key = "_".join(tokens(column.name))  # the number of a map, beside its name
        if len(column.values) == 2 == len(place_names(column.values)):
            key = "side"  # a colour column of white and black
        if words_for("version_words").intersection(tokens(column.name)) and _are_versions(column):
            key = "patch"
        elif key == "patch" and "meta" in tokens(column.name) and not _are_versions(column):
            key = "meta"
        role: Role = "player" if is_of_people(key) else "plain"
        while key in found or key in ("opponent", "matchup"):
            key += "_2"
        named = " ".join(tokens(column.name))
        words = () if key == dimension_key(key) == named else (named,)
        found[key] = labelled(
            key, Dimension(role=role, column=column.name, words=words, sample=column.values)
        )
    return found


def _is_code_beside_name(column: Column, others: Sequence[Column]) -> bool:
    """Whether a column holds codes of what another one names: ECO beside Opening."""
    return _are_codes(column) and any(
        other.stored == "text" and not _are_codes(other)
        and dimension_key(other.name) == dimension_key(column.name)
        for other in others
    )  # fmt: skip


def _are_codes(column: Column) -> bool:
    """Whether the values are letters and numbers that nobody reads: B12, C50."""
    return bool(column.values) and all(_IS_CODE.fullmatch(v.strip()) for v in column.values)


def _are_versions(column: Column) -> bool:
    """Whether all values look like versions: 1.9, v2.10b."""
    return bool(column.values) and all(_IS_VERSION.fullmatch(v.strip()) for v in column.values)


def is_dimension(column: Column, rows: int) -> bool:
    """Whether games can be grouped by a column: few enough different values, and not numbers."""
    if column.name.lower() == "simulated" or column.distinct == 0:
        return False
    if column.distinct >= 0.95 * rows and "id" in tokens(column.name):
        return False
    if column.stored == "text":
        return column.distinct <= LISTED and (column.distinct < 0.9 * rows or rows < 50)
    if column.stored == "boolean":  # offline, went first
        return column.distinct == 2 and not tells_result(column.name)
    if column.stored != "number" or count_kind(column.name) in ("wins", "losses"):
        return False  # what a side won and lost in a game names nothing
    return column.distinct <= 50 and column.distinct < 0.5 * rows


def _is_sparse(table: Table, dimension: Dimension) -> bool:
    """Whether most sides have nothing in a dimension: wild cards."""
    return any(2 * table.column(name).empty > table.rows for name in dimension.columns)


def with_entity(
    dimensions: dict[str, Dimension], sparse: Collection[str] = ()
) -> dict[str, Dimension]:
    """Choose the dimension whose rates are asked for: by its name, else the one with few values.

    Those which are `sparse` are not chosen.
    """
    sided = {k: d for k, d in dimensions.items() if d.of_sides and d.role != "player"}
    fit = {k: d for k, d in sided.items() if 2 <= len(d.sample) <= 300 and k not in sparse}
    named = [key for key in ENTITY_KEYS if key in fit and key != "side"]
    entity = named[0] if named else None
    if entity is None:
        rest = {k: d for k, d in fit.items() if k != "side"} or fit
        entity = min(rest, key=lambda k: len(rest[k].sample)) if rest else None
    found = {
        k: d.model_copy(update={"role": "entity"}) if k == entity else d
        for k, d in dimensions.items()
    }
    return dict(sorted(found.items(), key=lambda item: item[1].role != "entity"))


def labelled(key: str, dimension: Dimension) -> Dimension:
    """Return the dimension with its names in each language; the file's own if there is no other."""
    noun = next(iter(dimension.words), key)  # clan, and not team 2
    own = noun if dimension.column is None else dimension.column
    known = None if own_name(key, own) else labels(key)
    if dimension.column is not None and names_rival(dimension.column):
        known = rival_label()
    found = known or dict.fromkeys(LANGUAGES, own.replace("_", " ").strip())
    return dimension.model_copy(update={"label": found})


def with_special_values(
    dimensions: Mapping[str, Dimension], look: Loaded, *, totals: Totals | None = None
) -> dict[str, Dimension]:
    """Name the values that mean "not known", the sums of other rows, and versions of one map.

    Only in a table of totals can a row be a sum.
    """
    found, unknown_as = {}, words_for("no_value") | {""}
    for key, dimension in dimensions.items():
        unknown = tuple(v for v in dimension.sample if v.strip().casefold() in unknown_as)
        sums = _rollups(dimension, look, totals) if totals is not None else ()
        update: dict[str, object] = {"placeholders": unknown, "rollups": sums}
        if key == "map":
            update["members"] = _versions(dimension)
        elif dimension.fixed is None:
            named = place_names if key == "side" else shared_members
            update["members"] = named(dimension.sample) | _seasons(dimension)
        found[key] = dimension.model_copy(update=update)
    return found


def _rollups(dimension: Dimension, look: Loaded, totals: Totals) -> tuple[str, ...]:
    """A value named as a sum, or whose games and wins are all the others' together."""
    named = tuple(v for v in dimension.sample if v.strip().casefold() in words_for("sums"))
    if named or dimension.column is None or len(dimension.sample) < 4:
        return named if len(named) < len(dimension.sample) else ()
    column = f"{quoted(dimension.column)}::VARCHAR"
    counted = [f"sum({quoted(c)})" for c in (totals.games, totals.wins or totals.losses) if c]
    if len(counted) < 2:
        return ()
    whole = [look.number(count) for count in counted]
    for value in dimension.sample[:200]:
        part = [look.number(count, f"{column} = {literal(value)}") for count in counted]
        if whole[1] > 0 and all(2 * one == all_ for one, all_ in zip(part, whole, strict=True)):
            return (value,)
    return ()


def _seasons(dimension: Dimension) -> dict[str, Member]:
    """Return how else seasons over two years are written: 2022/23, 22-23, the season of 2022."""
    found: dict[str, Member] = {}
    for value in dimension.sample:
        years = _SEASON.fullmatch(value.strip())
        if years is None or (int(years[1]) + 1) % 100 != int(years[2]) % 100:
            continue
        one, two = years[1], str(int(years[1]) + 1)
        names = [f"{a}{joint}{b}" for joint in "/-" for a, b in (
            (one, two), (one, two[2:]), (one[2:], two[2:]))]  # fmt: skip
        years_of = [*names, *(form.format(one) for form in phrases_for("year_called"))]
        names += [form.format(year) for year in years_of for form in phrases_for("season_called")]
        found[value] = Member(names=tuple(names))
    return found


def without_version(value: str) -> str:
    """Return what a map is called without its version: Ice of Ice LE and of Ice_1.1."""
    return _VERSION.sub("", value)


def _versions(dimension: Dimension) -> dict[str, Member]:
    spelled: dict[str, list[str]] = {}
    for value in dimension.sample:
        base = without_version(value)
        if base != value and base:
            spelled.setdefault(base, []).append(value)
    return {base: Member(spellings=tuple(values)) for base, values in spelled.items()}
