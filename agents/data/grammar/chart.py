"""The chart: pieces are put together by constructions, and the cheapest row of pieces is read."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

from agents.data.grammar.constructions import Ending, Grammar, Node
from agents.data.grammar.lattice import Lattice
from agents.data.grammar.pieces import Piece

Parts = dict[str, Piece]
Chart = dict[int, list[Piece]]
"""All pieces by their first unit."""
Made = Any
Action = Callable[[Any, Parts, dict[str, Any]], Made]
"""Makes the value of a piece of its scope, its named parts and constants; None if it does not
fit."""
_MOST_ALIKE = 3  # readings of one type over the same units
_MOST_PIECES = 4000  # of one message; a longer one is read as far as that
_EACH = 0.5  # what a piece costs by itself, so that fewer and longer ones are read
_PASSED = {"binder": 0.1, "light": 0.0, "particle": 0.0, "ending": 0.05, "ordinary": 0.4}
_LITERAL = 1.0
_SYLLABLE = 0.5
_PERCENT = 1.0  # the one sign that asks for something
_UNREAD = {"word": 3.0, "hangul": 3.0, "number": 3.5, "sign": 0.05}


class Reading(NamedTuple):
    """A row of pieces that covers a `run` of units, and those that none of them reads."""

    run: tuple[int, int]
    pieces: tuple[Piece, ...]
    unread: tuple[tuple[int, int], ...]
    passed: tuple[tuple[int, int], ...]
    cost: float


def compose(lattice: Lattice, grammar: Grammar, actions: dict[str, Action], scope: Any) -> Chart:
    """Return the pieces of the lattice, and what can be made of them."""
    chart: Chart = {}
    made = 0
    for place in range(len(lattice.units), -1, -1):
        agenda = sorted(lattice.starting.get(place, ()), key=lambda one: -one.cost)
        kept: dict[tuple[str, int], list[Piece]] = defaultdict(list)
        chart[place] = []
        while agenda and made < _MOST_PIECES:
            piece = agenda.pop()
            alike = kept[(piece.type, piece.end)]
            if any(one.value == piece.value and one.cost <= piece.cost for one in alike):
                continue
            if len(alike) >= _MOST_ALIKE:
                continue
            alike.append(piece)
            chart[place].append(piece)
            made += 1
            for node in _steps(grammar.root, piece):
                _extend(node, (piece,), lattice, chart, actions, scope, agenda)
    return chart


def _steps(node: Node, piece: Piece) -> list[Node]:
    found = []
    step = node.steps.get(piece.type)
    if step is not None:
        found.append(step)
    if piece.value.__class__ is str and piece.value:
        step = node.steps.get(f"{piece.type}.{piece.value}")
        if step is not None:
            found.append(step)
    return found


def _extend(
    node: Node, parts: tuple[Piece, ...], lattice: Lattice, chart: Chart,
    actions: dict[str, Action], scope: Any, agenda: list[Piece],
) -> None:  # fmt: skip
    for ending in node.endings:
        if (piece := _made(ending, parts, actions, scope)) is not None:
            agenda.append(piece)
    if not node.steps:
        return
    for place in lattice.after[parts[-1].end]:
        for following in chart.get(place, ()):
            for step in _steps(node, following):
                _extend(step, (*parts, following), lattice, chart, actions, scope, agenda)


def _made(
    ending: Ending, parts: tuple[Piece, ...], actions: dict[str, Action], scope: Any
) -> Piece | None:
    construction = ending.construction
    named = {name: part for name, part in zip(ending.names, parts, strict=True) if name}
    value = actions[construction.action](scope, named, construction.constants)
    if value is None:
        return None
    cost = construction.cost + sum(max(part.cost, 0.0) for part in parts)
    if isinstance(value, Piece):  # the action has its own idea of the type, and what it costs
        return value._replace(
            start=parts[0].start, end=parts[-1].end, cost=value.cost + cost,
            rule=construction.name, parts=parts,
        )  # fmt: skip
    return Piece(
        construction.type, value, parts[0].start, parts[-1].end, cost, construction.name, parts
    )


def cheapest(
    lattice: Lattice, chart: Chart, tops: frozenset[str], start: int, last: int
) -> Reading:
    """Return the cheapest row of pieces, of types that a query is made of, from a unit up to
    another."""
    best: list[tuple[float, int, Piece | None, bool]] = [(0.0, last, None, False)] * (last + 1)
    for place in range(last - 1, start - 1, -1):
        options: list[tuple[float, int, Piece | None, bool]] = []
        for far in lattice.skips.get(place, (place + 1,)):
            end = min(far, last)
            unit = lattice.units[place]
            skipped = _PERCENT if unit.text == "%" else _UNREAD[unit.kind]
            options.append((skipped + best[end][0], end, None, False))
        for piece in chart.get(place, ()):
            if piece.end > last:
                continue
            if piece.type in _PASSED:
                cost = _PASSED[piece.type] + piece.cost
                if (
                    piece.type == "ordinary"
                    and piece.end == place + 1
                    and (lattice.units[place].kind == "hangul")
                ):  # a syllable may be the beginning of any word
                    cost += _SYLLABLE
                options.append((cost + best[piece.end][0], piece.end, None, True))
            elif piece.type[0] == "=":  # a word of constructions, none of which was made
                options.append((_LITERAL + piece.cost + best[piece.end][0], piece.end, None, True))
            elif piece.type in tops:
                cost = _EACH + piece.cost
                options.append((cost + best[piece.end][0], piece.end, piece, True))
        best[place] = min(options, key=lambda one: one[0])
    pieces: list[Piece] = []
    unread: list[tuple[int, int]] = []
    passed: list[tuple[int, int]] = []
    place = start
    while place < last:
        _, end, top, read = best[place]
        if top is not None:
            pieces.append(top)
        elif read:
            passed.append((place, end))
        elif lattice.units[place].kind != "sign":
            unread.append((place, end))
        place = end
    return Reading((start, last), tuple(pieces), tuple(unread), tuple(passed), best[start][0])
