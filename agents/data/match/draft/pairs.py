"""Pairs of columns that hold the same thing of either side, found by names and values."""

import re
from collections.abc import Hashable
from itertools import combinations
from typing import NamedTuple

from agents.data.match.draft.places import hold_people
from agents.data.match.model.column_names import (
    called,
    differing,
    dimension_key,
    is_of_people,
    known_sides,
    tells_result,
)
from agents.data.match.model.pack import keys_for, pairs_for, words_for
from agents.data.match.model.side_words import are_places, says_sides
from agents.data.match.model.words import known_dimension
from agents.data.model.schema import Column, Table
from agents.data.tables.header_words import named_by_id, tokens

_MOST_COLUMNS = 120
_ALIKE_VALUES = 0.5
_NUMBER = re.compile(r"[012]$")
Group = dict[str, tuple[str, str]]


class Pairs(NamedTuple):
    """The columns of the two sides: by what they hold, column of side a and of side b.

    `tokens` are the words that name the sides; the second is a rival's in a table that looks at
    games from one side.
    """

    tokens: tuple[str, str]
    texts: dict[str, tuple[str, str]]
    numbers: dict[str, tuple[str, str]]

    @property
    def one_sided(self) -> bool:
        """Whether the names tell of oneself and a rival, and not of two equal sides."""
        return self.tokens[1] in words_for("rival")

    @property
    def may_be_slots(self) -> bool:
        """Whether the two columns may as well belong to one side: numbered, or own and rival."""
        numbered = self.tokens in pairs_for("numbered")
        return self.one_sided or numbered or self.tokens not in known_sides()

    @property
    def of_oneself(self) -> bool:
        """Whether the first side is the person that kept the table; us and ussr are two others."""
        known = self.one_sided or self.tokens in known_sides()
        return self.tokens[0] in words_for("own") and known


def find_pairs(table: Table) -> Pairs | None:
    """Return the largest group of text columns that differ in the same two words, or None.

    Where there are none, ids in numbers are taken: sides that have no names.
    """
    texts = [c for c in table.columns if c.stored == "text" and c.distinct]
    ids = [c for c in table.columns if c.stored == "number" and named_by_id(c.name)]
    return _largest(table, texts[:_MOST_COLUMNS]) or _largest(table, ids[:_MOST_COLUMNS])


def _largest(table: Table, texts: list[Column]) -> Pairs | None:
    own, rivals = words_for("own"), words_for("rival")
    groups: dict[tuple[str, str], Group] = {}
    others: list[tuple[tuple[str, str], str, tuple[str, str]]] = []
    slots = _slots(texts)
    numbered = {tokens(c.name) for c in texts}
    for left, right in combinations(texts, 2):
        if (left.name, right.name) in slots:
            continue
        found = differing(left.name, right.name) or _of_one_noun(left.name, right.name)
        if found is None:
            continue
        pair, rest = found
        if len(tokens(left.name)) != len(tokens(right.name)) and (*tokens(rest), "1") in numbered:
            continue  # pick beside pick1 and pick2
        known = _known(pair) or _known(pair[::-1])
        results = [tells_result(one.name) for one in (left, right)]
        shared = _share(left, right) >= 0.5 and left.distinct > 1
        shared = shared and results[0] == results[1]  # L may be lost, or a local
        if not rest and rivals.intersection(pair) and not {"", *own}.intersection(pair):
            # Event and opponent are no two sides, player and opponent may be.
            known = shared or _of_one_game(left, right)
        if not (known or shared):
            others.append((pair, rest, (left.name, right.name)))
            continue
        turned = pair[::-1] in known_sides() and pair not in known_sides()
        if turned or pair[0] in rivals:
            pair, left, right = pair[::-1], right, left
        _put(groups, pair, rest, (left.name, right.name))
    for pair, rest, columns in others:  # the factions of corp and of runner may be different ones
        if rest and (pair in groups or pair[::-1] in groups or says_sides(pair, table)):
            _put(groups, pair, rest, columns)
    if not groups:
        return None
    groups = _joined(groups)
    best = max(groups, key=lambda p: (_known(p), len(groups[p])))
    if not _known(best):  # columns that only share values are sides if nothing else differs so
        best = max(groups, key=lambda p: len(groups[p]))
    group = groups[best]
    if best[1] in rivals:
        group = _with_twins(texts, group)
    elif are_places(best):
        group = _with_people(table, group)
    return Pairs(best, group, _numbers(table, best))


def _put(
    groups: dict[tuple[str, str], Group],
    pair: tuple[str, str],
    rest: str,
    columns: tuple[str, str],
) -> None:
    """Add a pair of columns to the group of its words, whichever of the two stands first."""
    if pair[::-1] in groups and pair not in groups:
        pair, columns = pair[::-1], columns[::-1]
    groups.setdefault(pair, {})[rest] = columns


def _with_people(table: Table, group: Group) -> Group:
    """Name who plays where only what stands under a noun of the table's own tells it: 청샅바."""
    keys = {rest: dimension_key(rest) if rest else "player" for rest in group}
    if any(key == "player" or is_of_people(key) for key in keys.values()):
        return group
    named = (r for r, (a, _) in group.items() if hold_people(r, keys[r], table.column(a).values))
    who = next(named, None)
    return {"player" if rest == who else rest: pair for rest, pair in group.items()}


def _slots(texts: list[Column]) -> set[tuple[str, str]]:
    """Return the pairs of columns of one side: team1_hero1 and team1_hero2 beside team2_hero1.

    Where a column has a counterpart by a word of its side and another by a bare number, the number
    tells of several on one side. Where a third is numbered too (map3), they are a list.
    """
    listed = {tokens(c.name) for c in texts if "3" in tokens(c.name)}
    sided: set[str] = set()
    bare: set[tuple[str, str]] = set()
    lists: set[tuple[str, str]] = set()
    for left, right in combinations(texts, 2):
        found = differing(left.name, right.name)
        if found is None or not (_known(found[0]) or _known(found[0][::-1])):
            continue
        if _is_listed(tokens(left.name), tokens(right.name), listed):
            lists.add((left.name, right.name))
        elif _is_bare(tokens(left.name), tokens(right.name)):
            bare.add((left.name, right.name))
        else:
            sided |= {left.name, right.name}
    return lists | {pair for pair in bare if sided.issuperset(pair)}


def _is_listed(one: tuple[str, ...], two: tuple[str, ...], listed: set[tuple[str, ...]]) -> bool:
    """Whether two names differ in a number with which a third one goes on: map1, map2, map3."""
    third = tuple("3" if x != y else x for x, y in zip(one, two, strict=False))
    digits = all(x.isdigit() and y.isdigit() for x, y in zip(one, two, strict=False) if x != y)
    return len(one) == len(two) and digits and third in listed


def _is_bare(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    """Whether two names differ in a number or letter that stands behind no word of a side."""
    places = [i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y]
    if len(one) != len(two) or len(places) != 1 or len(one[places[0]]) > 1:
        return False
    place = places[0]
    return place > 0 and one[place - 1] not in words_for("side_nouns")


def _of_one_noun(one: str, two: str) -> tuple[tuple[str, str], str] | None:
    """Return the words of the sides and the noun where the noun is written in two ways, or None.

    "Mi civilización" stands beside "Civ rival".
    """
    names, own = (one, two), words_for("own")
    words = own | words_for("rival")
    sides = tuple(next((t for t in tokens(name) if t in words), "") for name in names)
    if [side in own for side in sides] not in ([True, False], [False, True]) or "" in sides:
        return None
    nouns = [_without(name, words) for name in names]
    keys = {dimension_key(noun) for noun in nouns}
    return ((sides[0], sides[1]), nouns[0]) if len(keys) == 1 and all(nouns) else None


def _with_twins(texts: list[Column], group: Group) -> Group:
    """Return the pairs with those whose names share no noun: 소속팀 and 상대팀, clan and opp_team.

    A rival's column belongs to the only other column of the same thing, else to the only one that
    holds the same values.
    """
    taken = {name for pair in group.values() for name in pair}
    rivals = [c for c in texts if c.name not in taken and _names(c, "rival")]
    own = [c for c in texts if c.name not in taken and c not in rivals]
    found, mine = dict(group), words_for("own")
    for rival in rivals:
        noun = _without(rival.name, words_for("rival"))
        alike = [c for c in own if _share(c, rival) >= _ALIKE_VALUES] if rival.distinct > 1 else []
        if noun:
            key = dimension_key(noun)
            named = [c for c in own if dimension_key(_without(c.name, mine) or c.name) == key]
            alike = named or alike
        if len(alike) == 1:
            found.setdefault(noun or dimension_key(alike[0].name), (alike[0].name, rival.name))
            own.remove(alike[0])
    return found


def _names(column: Column, whose: str) -> bool:
    return not words_for(whose).isdisjoint(tokens(column.name))


def _without(name: str, left_out: frozenset[str]) -> str:
    left_out |= words_for("joining")
    return "_".join(token for token in tokens(name) if token not in left_out)


def _joined(groups: dict[tuple[str, str], Group]) -> dict[tuple[str, str], Group]:
    """Put groups together whose words tell of the same two sides: p1 and race_1, my and rival."""
    found: dict[tuple[str, str], Group] = {}
    own, rivals = words_for("own"), words_for("rival")
    order = sorted(groups, key=lambda p: (_known(p), p[0] in own, len(groups[p])), reverse=True)
    first: dict[Hashable, tuple[str, str]] = {}
    for pair in order:
        meant = _meant(pair)
        same = pair if meant is None else first.setdefault(meant, pair)
        if same == pair:
            found[pair] = dict(groups[pair])
            continue
        for rest, columns in groups[pair].items():
            word = pair[0]
            if pair[1] not in rivals or word in own:
                word = _NUMBER.sub("", word)
            found[same].setdefault(rest or word, columns)
    return found


def _alike(one: tuple[str, str], two: tuple[str, str]) -> bool:
    """Whether two pairs of words tell of the same two sides."""
    meant = _meant(one)
    return meant is not None and meant == _meant(two)


def _meant(pair: tuple[str, str]) -> Hashable:
    """Return what pairs of words for the same two sides have in common, or None: their numbers."""
    if is_won_lost(pair):
        return "won and lost"
    if pair[1] in words_for("rival"):
        return "oneself and the rival"
    numbers = [tuple(_NUMBER.findall(word)) for word in pair]
    return tuple(numbers) if all(numbers) else None


def _known(pair: tuple[str, str]) -> bool:
    return pair in known_sides() or pair[1] in words_for("rival")


def _numbers(table: Table, names: tuple[str, str]) -> dict[str, tuple[str, str]]:
    """Return the pairs of number columns that belong to the same sides: goals, points, 0/1."""
    found: dict[str, tuple[str, str]] = {}
    numbers = [c for c in table.columns if c.stored in ("number", "boolean")][:_MOST_COLUMNS]
    initials = (names[0][:1], names[1][:1])
    for left, right in combinations(numbers, 2):
        differs = differing(left.name, right.name)
        if differs is None:
            continue
        pair, rest = differs
        if pair in (names, initials) or _alike(names, pair) or _of_places(names, pair):
            found.setdefault(rest or _NUMBER.sub("", pair[0]), (left.name, right.name))
        elif (
            pair[::-1] in (names, initials)
            or _alike(names, pair[::-1])
            or _of_places(names, pair[::-1])
        ):
            found.setdefault(rest or _NUMBER.sub("", pair[1]), (right.name, left.name))
        elif (told := _lettered(names, pair)) is not None:
            kept, turned = told
            columns = (right.name, left.name) if turned else (left.name, right.name)
            found.setdefault(rest or keys_for("goal_letters").get(kept, kept), columns)
    return found


def _of_places(names: tuple[str, str], pair: tuple[str, str]) -> bool:
    """Whether two words mean the same places as the sides' names: away beside visitor."""
    return names in pairs_for("places") and all(
        word in called(name) for name, word in zip(names, pair, strict=True)
    )


def _lettered(names: tuple[str, str], pair: tuple[str, str]) -> tuple[str, bool] | None:
    """Return what two words count if they differ in the sides' letters: sca beside pla, fthg.

    With it comes whether the second side's word stands first; None for other words.
    """
    meant = {letters for letters in (_initials(names), _parting(names)) if letters is not None}
    for turned, (one, two) in ((False, pair), (True, pair[::-1])):
        places = [i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y]
        if len(one) == len(two) and len(places) == 1:
            place = places[0]
            if (one[place], two[place]) in meant:
                return one[:place] + one[place + 1 :], turned
    return None


def _initials(names: tuple[str, str]) -> tuple[str, str] | None:
    """Return the first letters of two words that differ in them: home and visitor."""
    one, two = names[0][:1], names[1][:1]
    return (one, two) if one != two and one and two else None


def _parting(names: tuple[str, str]) -> tuple[str, str] | None:
    """Return the last letters of two words that are alike but for them: pla and plb."""
    return (names[0][-1:], names[1][-1:]) if names[0][:-1] == names[1][:-1] else None


def is_won_lost(names: tuple[str, str]) -> bool:
    """Whether the words of the sides say themselves who won."""
    return names in pairs_for("winner_and_loser")


def _of_one_game(left: Column, right: Column) -> bool:
    """Whether both columns hold nothing but what one game compares: Zerg and Z."""
    return known_dimension((*left.values, *right.values)) is not None


def _share(left: Column, right: Column) -> float:
    one, two = set(left.values), set(right.values)
    return len(one & two) / max(1, min(len(one), len(two)))


def side_keys(pairs: Pairs) -> dict[str, str]:
    """Return the dimension keys of the text columns, no key twice."""
    keys: dict[str, str] = {}
    for rest, (a, _) in pairs.texts.items():
        key = dimension_key(rest or (a if pairs.one_sided else ""))
        while key in keys.values() or key in ("opponent", "matchup"):
            key += "_2"
        keys[rest] = key
    return keys
