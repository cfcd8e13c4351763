"""A second half that asks for more of what the first one asks: which host, and how often?"""

from agents.data.grammar.naming import Naming
from agents.data.grammar.pieces import Bag
from agents.data.grammar.reading import Read
from agents.data.grammar.scope import Scope
from agents.data.language.lexicon import Lexicon
from agents.data.query.more import More

_ASKING = ("ask", "target", "many", "much", "times", "share", "each")
_COUNTING = ("many", "much", "times")
_ASKS_MORE = frozenset((*_ASKING, "column", "noun", "thing", "grain", "anaphor", "going_on"))
"""Types of a message that asks for something of rows that are known already."""


def joint(found: Read, words: Lexicon) -> int | None:
    """Return the unit that joins the halves of a message, None where it has none: the second one
    asks for nothing but more of the same, or for a figure as the first one does."""
    units, bag = found.lattice.units, found.bag
    for place in range(len(units) - 2, 0, -1):
        if not units[place + 1].apart or not words.is_a(units[place], "also"):
            continue
        first, second = bag.before(place), bag.behind(place + 1)
        inside = [one for one in bag.pieces if one.start == place and one.end == place + 1]
        whole = len(first.pieces) + len(second.pieces) + len(inside) == len(bag.pieces)
        if whole and (
            (asks_more(second) and first.has_any(*_ASKING, "rank", "most", "first", "rows"))
            or (first.has_any(*_COUNTING) and second.has_any(*_COUNTING))
        ):
            return place
    return None


def asks_more(bag: Bag) -> bool:
    """Whether a message asks only for something of rows that are known already."""
    return bag.has_any(*_ASKING) and {one.type for one in bag.pieces} <= _ASKS_MORE


def points_back(bag: Bag) -> bool:
    """Whether a message only asks for something of the rows that were told: when was that?"""
    told = bag.has("anaphor", "one") or bag.pieces[:1] == tuple(bag.of("going_on")[:1])
    alone = {one.type for one in bag.pieces} == {"ask"}
    asks = bag.has_any("ask", "target") and not bag.has_any("many", "much", "share", "noun")
    return asks and asks_more(bag) and not bag.has("ask", "why") and (alone or told)


class SecondHalf(Naming):
    """Owns what such a message asks for."""

    def __init__(self, bag: Bag, scope: Scope) -> None:
        kept = tuple(one for one in bag.pieces if one.type not in ("anaphor", "going_on"))
        super().__init__(Bag(kept), scope)

    def more(self) -> More:
        """Return what is asked for besides."""
        counted = self.bag.has_any("many", "much", "times", "each") or self.bag.has(
            "share", "often"
        )
        shares = any(one.value != "often" for one in self.bag.of("share"))
        time = self.scope.time.name if self.scope.time is not None else ""
        dated = self.bag.has("ask", "when") or (not counted and self.bag.has("grain"))
        columns: list[str] = []
        if self.bag.has_any("ask", "target") and not (dated or shares or counted):
            columns += filter(None, (self._entity(),))
        return More(tuple(columns), time if dated else "", counted, shares)
